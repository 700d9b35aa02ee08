/// The words the lexer reserves everywhere.
package enum Keyword: String, CaseIterable, Sendable {
  case none
  case `Any`, `as`, `associatedtype`, `break`, `case`, `catch`, `class`, `continue`, `default`
  case `defer`, `deinit`, `do`, `else`, `enum`, `extension`, `fallthrough`, `false`, `fileprivate`
  case `for`, `func`, `guard`, `if`, `import`, `in`, `init`, `inout`, `internal`, `is`, `let`
  case `nil`, `operator`, `precedencegroup`, `private`, `protocol`, `public`, `repeat`, `rethrows`
  case `return`, `self`, `Self`, `static`, `struct`, `subscript`, `super`, `switch`, `throw`
  case `throws`, `true`, `try`, `typealias`, `var`, `where`, `while`

  /// Compares the cases, where the generic `==` of enums with raw values compares the words.
  @inlinable @inline(__always)
  package static func == (left: Keyword, right: Keyword) -> Bool {
    unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
  }
}

/// The keywords by their text.
struct KeywordTable: @unchecked Sendable {
  /// The bytes of a word of up to 15, filled up with NUL.
  typealias Text = (low: UInt64, high: UInt64)

  static let shared = KeywordTable()

  // Both are never freed: pointers need no reference counting.
  private let words = UnsafeMutableBufferPointer<(text: Text, keyword: Keyword)>.allocate(
    capacity: Keyword.allCases.count)
  /// By the hash of a text, the index of the only keyword that it might be.
  private let candidates = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << hashBits)

  private static let hashBits: UInt64 = 8

  private init() {
    candidates.initialize(repeating: 0)
    for (index, keyword) in Keyword.allCases.enumerated() {
      var bytes = SIMD16<UInt8>()
      withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: keyword.rawValue.utf8) }
      let text = unsafeBitCast(bytes, to: Text.self)
      words.initializeElement(at: index, to: (text, keyword))
      candidates[Self.hash(text)] = UInt8(index)
    }
  }

  /// The keyword with that text; `none` for another word.
  @inline(__always)
  func keyword(_ bytes: SIMD16<UInt8>) -> Keyword {
    let text = unsafeBitCast(bytes, to: Text.self)
    let candidate = words[Int(candidates[Self.hash(text)])]
    return candidate.text == text ? candidate.keyword : .none
  }

  /// Another number for each keyword; the multiplier was found by trying random ones.
  @inline(__always)
  private static func hash(_ text: Text) -> Int {
    let mixed = (text.low ^ text.high &* 31) &* 0xA81A_A40A_2B0B_8C13
    return Int(truncatingIfNeeded: mixed &>> (64 - hashBits))
  }
}
