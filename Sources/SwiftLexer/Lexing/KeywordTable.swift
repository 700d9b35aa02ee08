/// The keywords by their text.
struct KeywordTable: @unchecked Sendable {
  static let shared = KeywordTable()

  /// Two tables in one, never freed, as a pointer needs no reference counting. The first has, by
  /// the hash of a text, the only keyword that it might be: its bytes, and its number in the last
  /// of the 16, which no keyword reaches.
  private let entries = UnsafeMutablePointer<SIMD2<UInt64>>.allocate(
    capacity: entryCount + maskCount)
  /// The masks by length: ones for the bytes of a word; a word too long for a keyword matches none.
  private var masks: UnsafeMutablePointer<SIMD2<UInt64>> { entries + Self.entryCount }

  private static let hashBits = 7
  private static let hashShift = UInt64(64 - hashBits)
  private static let entryCount = 1 << hashBits
  private static let maskCount = 2 * ByteBlock.size

  private init() {
    entries.initialize(repeating: SIMD2(), count: Self.entryCount)
    masks.initialize(repeating: SIMD2(0, .max), count: Self.maskCount)
    for length in 0..<16 {
      masks[length] = Self.text([UInt8](repeating: .max, count: length))
    }
    for (index, keyword) in Keyword.allCases.enumerated() where keyword != .none {
      let text = Self.text(Array(keyword.rawValue.utf8))
      entries[Int(Self.hash(text) >> Self.hashShift)] = SIMD2(text.x, text.y | UInt64(index) << 56)
    }
  }

  private static func text(_ bytes: [UInt8]) -> SIMD2<UInt64> {
    var text = SIMD2<UInt64>()
    withUnsafeMutableBytes(of: &text) { $0.copyBytes(from: bytes) }
    return text
  }

  /// Returns the traits and the hash of the word of that length at the start of the bytes. The
  /// length is less than that of two blocks.
  @inline(__always)
  func word(
    in bytes: SIMD16<UInt8>, length: Int
  ) -> (traits: Token.Traits, hash: UInt64) {
    let text = unsafeBitCast(bytes, to: SIMD2<UInt64>.self) & masks[length]
    let hash = Self.hash(text)
    let difference = entries[Int(truncatingIfNeeded: hash &>> Self.hashShift)] ^ text
    let isKeyword = difference.x | difference.y &<< 8 == 0
    // The number is where `Token.Traits` has it. Two values to choose from take no branch, which
    // would often be mispredicted.
    let number = UInt32(truncatingIfNeeded: difference.y &>> 40)
    let traits = isKeyword ? Token.Traits(.keyword).rawValue | number : 0
    return (Token.Traits(rawValue: traits), hash)
  }

  /// The highest bits differ for each keyword; the multiplier was found by trying random ones.
  @inline(__always)
  private static func hash(_ text: SIMD2<UInt64>) -> UInt64 {
    (text.x ^ text.y) &* 0xD019_EF10_ED95_864D
  }
}

/// Words that a caller looks for among the tokens of a file. A table by hash tells most other words
/// from them, at hardly any cost, since the lexer hashes words to know keywords.
///
/// For speed alone: every token could be marked.
package struct SoughtWords: Sendable {
  /// The set of all words.
  package static let all = SoughtWords(marks: Array(repeating: 1, count: 1 << hashBits))

  /// The marks by hash: 1 for that of a word, else 0.
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
