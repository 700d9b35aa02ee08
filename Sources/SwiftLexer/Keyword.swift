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

/// The keywords by their text: a hash table with open addressing.
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
  }

  static let shared = KeywordTable()

  /// More slots than keywords, so that most other words meet an empty one at once.
  private static let slotBits = 8
  /// Never changed, and never freed: a pointer needs no reference counting.
  private let slots = UnsafeMutablePointer<(text: Text, keyword: Keyword)>.allocate(
    capacity: 1 << slotBits)

  private init() {
    slots.initialize(repeating: (Text(SIMD16()), .none), count: 1 << Self.slotBits)
    for keyword in Keyword.allCases.dropFirst() {
      var bytes = SIMD16<UInt8>()
      withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: "\(keyword)".utf8) }
      let text = Text(bytes)
      slots[slot(for: text)] = (text, keyword)
    }
  }

  /// The keyword with that text; `none` for another word.
  @inline(__always)
  func keyword(_ text: Text) -> Keyword { slots[slot(for: text)].keyword }

  /// The slot that holds the text, or the empty one where it would stand.
  @inline(__always)
  private func slot(for text: Text) -> Int {
    let hash = (text.low ^ text.high &* 31) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash &>> UInt64(64 - Self.slotBits))
    while slots[slot].text != text, slots[slot].keyword != .none {
      slot = (slot &+ 1) & (1 << Self.slotBits - 1)
    }
    return slot
  }
}
