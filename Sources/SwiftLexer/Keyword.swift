/// The words the lexer reserves everywhere.
package enum Keyword: UInt8, CaseIterable, Sendable {
  case none
  case `Any`, `as`, `associatedtype`, `break`, `case`, `catch`, `class`, `continue`, `default`
  case `defer`, `deinit`, `do`, `else`, `enum`, `extension`, `fallthrough`, `false`, `fileprivate`
  case `for`, `func`, `guard`, `if`, `import`, `in`, `init`, `inout`, `internal`, `is`, `let`
  case `nil`, `operator`, `precedencegroup`, `private`, `protocol`, `public`, `repeat`, `rethrows`
  case `return`, `self`, `Self`, `static`, `struct`, `subscript`, `super`, `switch`, `throw`
  case `throws`, `true`, `try`, `typealias`, `var`, `where`, `while`
}

/// The keywords by their text.
struct KeywordTable: Sendable {
  /// The bytes of a word, filled up with NUL.
  typealias Text = SIMD16<UInt8>

  static let shared = KeywordTable()

  private static let longest = "precedencegroup".utf8.count
  /// More slots than keywords, so that most other words meet an empty one at once.
  private static let slotBits = 8
  private var texts = [Text](repeating: Text(), count: 1 << slotBits)
  private var keywords = [Keyword](repeating: .none, count: 1 << slotBits)

  private init() {
    for keyword in Keyword.allCases.dropFirst() {
      let text = Array("\(keyword)".utf8).withUnsafeBufferPointer { Self.text($0, 0, $0.count) }
      let slot = slot(of: text)
      texts[slot] = text
      keywords[slot] = keyword
    }
  }

  /// The keyword that the bytes from `start` to `end` are; `none` for another word.
  func keyword(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Keyword {
    guard end - start <= Self.longest else { return .none }
    return keywords[slot(of: Self.text(bytes, start, end))]
  }

  /// The slot that holds the text, or the empty one where it would stand.
  private func slot(of text: Text) -> Int {
    let halves = unsafeBitCast(text, to: SIMD2<UInt64>.self)
    let hash = (halves.x ^ halves.y &* 31) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash >> (64 - UInt64(Self.slotBits)))
    while keywords[slot] != .none, texts[slot] != text { slot = (slot + 1) & (texts.count - 1) }
    return slot
  }

  private static func text(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Text {
    var text = Text()
    for offset in start..<end { text[offset - start] = bytes[offset] }
    return text
  }
}
