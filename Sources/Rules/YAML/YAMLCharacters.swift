/// The characters of a document that YAML refuses or that its readers disagree on: the first of
/// each line.
func characterMistakes(_ bytes: UnsafeBufferPointer<UInt8>) -> [YAMLMistake] {
  var mistakes: [YAMLMistake] = []
  var offset = endOfPrintableASCII(from: startOfText(bytes), in: bytes)
  while offset < bytes.count {
    let scalar = unicodeScalar(at: offset, in: bytes)
    let end = offset + (scalar.map(UTF8.width) ?? 1)
    var next = end
    if let message = characterMistake(scalar) {
      mistakes.append(YAMLMistake(message, at: offset..<end))
      next = endOfLine(from: end, in: bytes)
    }
    offset = endOfPrintableASCII(from: next, in: bytes)
  }
  return mistakes
}

/// Passes bytes that are printable or line breaks, as nearly all are, 32 at a time.
private func endOfPrintableASCII(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
  typealias Vector = SIMD16<UInt8>
  let source = UnsafeRawBufferPointer(bytes)
  // The highest bit of a byte is set for another character; of comparisons the compiler makes
  // loops.
  @inline(__always)
  func others(at offset: Int) -> SIMD2<UInt64> {
    let block = source.loadUnaligned(fromByteOffset: offset, as: Vector.self)
    let isNoControl = (block | Vector(repeating: 0x80)) &- Vector(repeating: 0x20)
    let isDelete = block &+ Vector(repeating: 1)
    let isNoLineBreak =
      (block ^ Vector(repeating: UInt8(ascii: "\n"))) &+ Vector(repeating: 0x7F)
    return unsafeBitCast((~isNoControl | isDelete) & isNoLineBreak | block, to: SIMD2.self)
  }
  var offset = start
  while offset + 32 <= source.count {
    let bits = others(at: offset) | others(at: offset + 16)
    guard (bits.x | bits.y) & 0x8080_8080_8080_8080 == 0 else { break }
    offset += 32
  }
  while offset < bytes.count, bytes[offset] &- 0x20 < 0x5F || bytes[offset] == UInt8(ascii: "\n") {
    offset += 1
  }
  return offset
}

/// Where a document begins: after a byte order mark, if there is one.
func startOfText(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
  bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0
}

/// Why a character cannot stand anywhere in a document, not even in quotes; nil if it can.
/// - Parameter scalar: nil for a byte that is not UTF-8.
private func characterMistake(_ scalar: Unicode.Scalar?) -> String? {
  guard let scalar else { return "invalid UTF-8" }
  switch scalar {
  case "\u{9}", "\u{A}", "\u{D}", "\u{20}"..."\u{7E}":
    return nil
  case "\u{85}", "\u{2028}", "\u{2029}":
    return "\(hexadecimal(scalar)) is a line break to some YAML readers; write it as an escape"
  case "\u{FEFF}":
    return "a byte order mark stands only at the start of a file"
  case "\u{A0}"..."\u{FFFD}", "\u{10000}"...:
    return nil
  default:
    return "\(hexadecimal(scalar)) cannot stand in YAML; write it as an escape"
  }
}

/// e.g. `U+0085`
private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

private func endOfLine(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
  bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the next line break or of the end. Looks at 16 bytes at a time, as most of a
  /// rule file is prose.
  func endOfLine(from start: Int) -> Int {
    typealias Vector = SIMD16<UInt8>
    let source = UnsafeRawBufferPointer(self)
    let highBits: UInt64 = 0x8080_8080_8080_8080
    var offset = start
    while offset + 16 <= count {
      let block = source.loadUnaligned(fromByteOffset: offset, as: Vector.self)
      let newline = block ^ Vector(repeating: UInt8(ascii: "\n"))
      let carriageReturn = block ^ Vector(repeating: UInt8(ascii: "\r"))
      // The highest bit of a byte is set if it was one of these, which is 0 now.
      let isLineBreak =
        ~newline & (newline &- Vector(repeating: 1))
        | ~carriageReturn & (carriageReturn &- Vector(repeating: 1))
      let bits = unsafeBitCast(isLineBreak, to: SIMD2<UInt64>.self)
      let (first, second) = (bits.x.littleEndian & highBits, bits.y.littleEndian & highBits)
      if first != 0 { return offset + first.trailingZeroBitCount / 8 }
      if second != 0 { return offset + 8 + second.trailingZeroBitCount / 8 }
      offset += 16
    }
    while offset < count, !isLineBreak(self[offset]) { offset += 1 }
    return offset
  }
}

func isLineBreak(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
}
