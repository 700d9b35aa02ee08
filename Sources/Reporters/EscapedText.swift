extension TextBuffer {
  /// Appends text as it stands between the quotation marks of a JSON string.
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - escapesSlashes: as the compiler's driver does, and nobody needs.
  mutating func append(escaping text: UnsafeBufferPointer<UInt8>, escapesSlashes: Bool = true) {
    var start = 0  // of what is not written yet
    var offset = 0
    while offset < text.count {
      if isPlain(text[offset]) || !escapesSlashes && text[offset] == UInt8(ascii: "/") {
        offset += 1
        continue
      }
      let (length, escape) = escape(at: offset, in: text)
      if let escape {
        append(UnsafeBufferPointer(rebasing: text[start..<offset]))
        for byte in escape.utf8 { append(byte: byte) }
        start = offset + length
      }
      offset += length
    }
    append(UnsafeBufferPointer(rebasing: text[start...]))
  }
}

/// Whether an ASCII character stands for itself.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): false
  default: UInt8(ascii: " ")...UInt8(ascii: "~") ~= byte
  }
}

/// What stands for the character at an offset, if it cannot stand for itself, and its length; one
/// that can may be taken in several steps.
///
/// Beyond what JSON demands, DEL, C1 and bidirectional controls are escaped: readers get the exact
/// text, and a terminal that is shown the stream does not obey it.
private func escape(
  at offset: Int, in text: UnsafeBufferPointer<UInt8>
) -> (length: Int, escape: String?) {
  switch text[offset] {
  case UInt8(ascii: "\""): return (1, #"\""#)
  case UInt8(ascii: "\\"): return (1, #"\\"#)
  case UInt8(ascii: "/"): return (1, #"\/"#)
  case UInt8(ascii: "\n"): return (1, #"\n"#)
  case UInt8(ascii: "\r"): return (1, #"\r"#)
  case UInt8(ascii: "\t"): return (1, #"\t"#)
  case UInt8(ascii: "\u{08}"): return (1, #"\b"#)
  case UInt8(ascii: "\u{0C}"): return (1, #"\f"#)
  default:
    var rest = text[offset...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    guard case .valid(let encoded) = parser.parseScalar(from: &rest) else { return (1, nil) }
    let scalar = Unicode.UTF8.decode(encoded)
    return (encoded.count, isTerminalControl(scalar) ? escape(scalar) : nil)
  }
}

/// `\u202e`
private func escape(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16)
  return #"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits
}
