/// What becomes of bytes that are not UTF-8.
enum InvalidBytes {
  /// U+FFFD, as `text` has it.
  case replaced
  /// As they are, as `llvm` has it.
  case kept
}

/// The text with U+FFFD for every control character that a terminal could obey.
package func printable(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  appendPrintable(text, to: &bytes)
  return bytes
}

func appendPrintable(_ text: String, to bytes: inout [UInt8]) {
  let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
    appendPrintable($0, to: &bytes, invalid: .replaced)
  }
  if isDone == nil { appendPrintable(Array(text.utf8)[...], to: &bytes, invalid: .replaced) }
}

func appendPrintable(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8], invalid: InvalidBytes) {
  text.withUnsafeBufferPointer { appendPrintable($0, to: &bytes, invalid: invalid) }
}

/// Appends UTF-8 text with U+FFFD for C0 controls other than tab and form feed, for DEL, C1 and
/// bidirectional controls. The compiler prints these raw; a report of code from elsewhere must
/// not be able to move the cursor or to reorder what is read.
private func appendPrintable(
  _ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], invalid: InvalidBytes
) {
  if isPrintableASCII(text) {
    bytes.append(contentsOf: text)
  } else {
    appendRepaired(text, to: &bytes, invalid: invalid)
  }
}

private func appendRepaired(
  _ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], invalid: InvalidBytes
) {
  var iterator = text.makeIterator()
  var parser = Unicode.UTF8.ForwardParser()
  var offset = 0
  while true {
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded):
      if isTerminalControl(Unicode.UTF8.decode(encoded)) {
        bytes += replacementCharacter
      } else {
        bytes += encoded
      }
      offset += encoded.count
    case .error(let length):
      switch invalid {
      case .replaced: bytes += replacementCharacter
      case .kept: bytes.append(contentsOf: text[offset..<offset + length])
      }
      offset += length
    case .emptyInput:
      return
    }
  }
}

private let replacementCharacter = "\u{FFFD}".utf8

private func isPrintableASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  var offset = 0
  if let start = UnsafeRawPointer(text.baseAddress) {
    while offset + 8 <= text.count,
      isGraphicASCII(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    {
      offset += 8
    }
  }
  return text[offset...].allSatisfy(isPrintableASCII)
}

/// Whether each byte of the word is a blank or can be seen.
@inline(__always)
private func isGraphicASCII(_ word: UInt64) -> Bool {
  // What is less than a blank, and what is more than `~`, has the highest bit in one of them.
  let marks = word | (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101)
  return marks & 0x8080_8080_8080_8080 == 0
}

private func isPrintableASCII(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: " ")...UInt8(ascii: "~"), UInt8(ascii: "\t"), UInt8(ascii: "\u{0C}"): true
  default: false
  }
}

/// Whether a terminal takes the character for a command. The bidirectional controls are those of
/// UAX #9.
func isTerminalControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\t", "\u{0C}": false
  case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}": true
  case "\u{061C}", "\u{200E}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
  default: false
  }
}
