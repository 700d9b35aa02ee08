/// The characters of a document that YAML refuses or that its readers disagree on: the first of
/// each line.
func characterMistakes(_ bytes: [UInt8]) -> [YAMLMistake] {
  bytes.withUnsafeBufferPointer { bytes in
    if isPrintableASCII(bytes) { return [] }
    var mistakes: [YAMLMistake] = []
    var offset = startOfText(bytes)
    while offset < bytes.count {
      if (0x20..<0x7F).contains(bytes[offset]) || bytes[offset] == UInt8(ascii: "\n") {
        offset += 1
        continue
      }
      let scalar = unicodeScalar(at: offset, in: bytes)
      let end = offset + (scalar.map(UTF8.width) ?? 1)
      if let message = characterMistake(scalar) {
        mistakes.append(YAMLMistake(message, at: offset..<end))
        offset = endOfLine(from: end, in: bytes)
      } else {
        offset = end
      }
    }
    return mistakes
  }
}

/// Whether all bytes are printable or line breaks, as nearly all documents are. The compiler has
/// vectors for a loop without branches.
private func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var others: UInt8 = 0
  for index in 0..<bytes.count {
    let isControl: UInt8 = bytes[index] &- 0x20 < 0x5F ? 0 : 1
    others |= isControl & (bytes[index] == UInt8(ascii: "\n") ? 0 : 1)
  }
  return others == 0
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
