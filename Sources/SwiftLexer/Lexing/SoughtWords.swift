/// Words that whoever has a file lexed looks for among its tokens. A table by hash tells most
/// others from them, at hardly any cost, since the lexer hashes words to know keywords.
///
/// For speed alone: every token could be marked.
package struct SoughtWords: Sendable {
  /// All words.
  package static let all = SoughtWords(marks: Array(repeating: 1, count: 1 << hashBits))

  /// By hash: 1 for that of a word, else 0.
  private var marks: [UInt8]

  typealias Marks = UnsafePointer<UInt8>

  private init(marks: [UInt8]) { self.marks = marks }

  package init(_ words: [ArraySlice<UInt8>] = []) {
    marks = [UInt8](repeating: 0, count: 1 << Self.hashBits)
    for word in words { word.withUnsafeBufferPointer { insert($0) } }
  }

  package mutating func insert(_ word: UnsafeBufferPointer<UInt8>) {
    let start = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(word).prefix(16))
    var text = SIMD16<UInt8>()
    withUnsafeMutableBytes(of: &text) { $0.copyMemory(from: start) }
    let (_, hash) = KeywordTable.shared.word(in: text, length: start.count)
    marks[Self.index(of: hash)] = 1
  }

  /// The pointer is good within the body.
  func withMarks<Result>(_ body: (Marks) -> Result) -> Result {
    marks.withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  @inline(__always)
  static func mark(of hash: UInt64, in marks: Marks) -> UInt32 { UInt32(marks[index(of: hash)]) }

  private static let hashBits = 13

  @inline(__always)
  private static func index(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> UInt64(64 - hashBits))
  }
}
