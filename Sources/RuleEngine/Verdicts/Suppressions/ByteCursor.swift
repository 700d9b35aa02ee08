import Rules

/// A cursor over the bytes of a comment.
struct ByteCursor {
  let bytes: [UInt8]
  var offset: Int
  var end: Int

  var isAtEnd: Bool { offset == end }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[offset] == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  mutating func skip(word text: StaticString) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[offset..<end].starts(with: text) else { return false }
    offset += text.count
    return true
  }

  mutating func skipBlanks() {
    while skip(" ") || skip("\t") {}
  }

  /// The range of the bytes, maybe none, that `isPart` holds for.
  mutating func run(while isPart: (UInt8) -> Bool) -> Range<Int> {
    let start = offset
    while offset < end, isPart(bytes[offset]) { offset += 1 }
    return start..<offset
  }

  /// Decimal digits of a number that fits in 32 bits; nil, and nothing passed, if there is none.
  mutating func number() -> Int? {
    let digits = bytes[offset..<end].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let number = Int32(String(decoding: digits, as: UTF8.self)) else { return nil }
    offset = digits.endIndex
    return Int(number)
  }

  /// The range of a kebab-case name.
  mutating func ruleID() -> Range<Int>? {
    let id = run(while: \.isRuleIDByte)
    return id.isEmpty ? nil : id
  }
}

extension UInt8 {
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  var isNewline: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
