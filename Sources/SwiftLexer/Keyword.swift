/// The words the lexer reserves everywhere.
package enum Keyword: String, CaseIterable, Sendable {
  case none
  case `Any`, `as`, `associatedtype`, `break`, `case`, `catch`, `class`, `continue`, `default`
  case `defer`, `deinit`, `do`, `else`, `enum`, `extension`, `fallthrough`, `false`, `fileprivate`
  case `for`, `func`, `guard`, `if`, `import`, `in`, `init`, `inout`, `internal`, `is`, `let`
  case `nil`, `operator`, `precedencegroup`, `private`, `protocol`, `public`, `repeat`, `rethrows`
  case `return`, `self`, `Self`, `static`, `struct`, `subscript`, `super`, `switch`, `throw`
  case `throws`, `true`, `try`, `typealias`, `var`, `where`, `while`
}

/// The keywords by their text.
struct KeywordTable: @unchecked Sendable {
  /// The bytes of a word of up to 15, filled up with NUL.
  struct Text: Equatable {
    var low: UInt64
    var high: UInt64

    @inline(__always)
    init(_ bytes: SIMD16<UInt8>) {
      let halves = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
      low = halves.x
      high = halves.y
    }

    /// A number below `hashCount` that is another one for each keyword.
    @inline(__always)
    var hash: Int {
      // The multiplier was found by trying random ones.
      let mixed = (low ^ high &* 31) &* 0xA81A_A40A_2B0B_8C13
      return Int(truncatingIfNeeded: mixed &>> 56)
    }
  }

  static let shared = KeywordTable()

  static let hashCount = 1 << 8

  // Both are never freed: pointers need no reference counting.
  private let words: UnsafeMutableBufferPointer<(text: Text, keyword: Keyword)>
  /// By the hash of a text, the index of the only keyword that it might be.
  private let candidates: UnsafeMutableBufferPointer<UInt8>

  private init() {
    words = .allocate(capacity: Keyword.allCases.count)
    candidates = .allocate(capacity: Self.hashCount)
    candidates.initialize(repeating: 0)
    for (index, keyword) in Keyword.allCases.enumerated() {
      var bytes = SIMD16<UInt8>()
      withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: keyword.rawValue.utf8) }
      words.initializeElement(at: index, to: (Text(bytes), keyword))
      candidates[Text(bytes).hash] = UInt8(index)
    }
  }

  /// The keyword with that text; `none` for another word.
  @inline(__always)
  func keyword(_ text: Text) -> Keyword {
    let candidate = words[Int(candidates[text.hash])]
    return candidate.text == text ? candidate.keyword : .none
  }
}
