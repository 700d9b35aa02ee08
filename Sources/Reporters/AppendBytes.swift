/// Pieces of text are appended to the bytes of a report without a string of their own: most of them
/// are shorter than what it costs to make one.
extension [UInt8] {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// - Parameter character: ASCII.
  @inline(__always)
  mutating func append(character: Unicode.Scalar) {
    append(UInt8(ascii: character))
  }

  /// - Parameter number: not negative.
  mutating func append(decimal number: Int) {
    if 10 <= number { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  mutating func append(blanks count: Int) {
    if count == 0 { return }
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }
}

/// How many digits a number has that is not negative.
func decimalWidth(_ number: Int) -> Int {
  var width = 1
  var rest = number / 10
  while rest != 0 {
    width += 1
    rest /= 10
  }
  return width
}
