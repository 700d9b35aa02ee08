/// What becomes of bytes that are not UTF-8.
enum InvalidBytes {
  /// U+FFFD, as `text` has it.
  case replaced
  /// As they are, as `llvm` has it.
  case kept
}

/// The text with U+FFFD for every control character that a terminal could obey.
package func printable(_ text: String) -> [UInt8] {
  var buffer = TextBuffer()
  buffer.append(printable: text)
  return buffer.bytes
}

func printable(_ text: [UInt8], invalid: InvalidBytes = .replaced) -> [UInt8] {
  if text.withUnsafeBufferPointer({ $0.endOfPrintableASCII(from: 0) }) == text.count { return text }
  var buffer = TextBuffer()
  buffer.append(printable: text[...], invalid: invalid)
  return buffer.bytes
}

extension TextBuffer {
  mutating func append(printable text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      append(printable: $0, invalid: .replaced)
    }
    if isDone == nil { append(printable: Array(text.utf8)[...], invalid: .replaced) }
  }

  mutating func append(printable text: ArraySlice<UInt8>, invalid: InvalidBytes) {
    text.withUnsafeBufferPointer { append(printable: $0, invalid: invalid) }
  }

  /// Appends UTF-8 text with U+FFFD for C0 controls other than tab and form feed, for DEL, C1 and
  /// bidirectional controls. The compiler prints these raw; a report of code from elsewhere must
  /// not be able to move the cursor or to reorder what is read.
  mutating func append(printable text: UnsafeBufferPointer<UInt8>, invalid: InvalidBytes) {
    let end = text.endOfPrintableASCII(from: 0)
    append(UnsafeBufferPointer(rebasing: text[..<end]))
    if end < text.count {
      append(repairing: UnsafeBufferPointer(rebasing: text[end...]), invalid: invalid)
    }
  }

  private mutating func append(
    repairing text: UnsafeBufferPointer<UInt8>, invalid: InvalidBytes
  ) {
    var iterator = text.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        if isTerminalControl(Unicode.UTF8.decode(encoded)) {
          append(replacementCharacter)
        } else {
          for byte in encoded { append(byte: byte) }
        }
        offset += encoded.count
      case .error(let length):
        switch invalid {
        case .replaced: append(replacementCharacter)
        case .kept: append(UnsafeBufferPointer(rebasing: text[offset..<offset + length]))
        }
        offset += length
      case .emptyInput:
        return
      }
    }
  }
}

private let replacementCharacter: StaticString = "\u{FFFD}"

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte from `start` on that is not ASCII or not printed as it is;
  /// `count` if there is none.
  @inline(__always)
  func endOfPrintableASCII(from start: Int) -> Int {
    guard let bytes = UnsafeRawPointer(baseAddress) else { return 0 }
    var offset = start
    while offset &+ 8 <= count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let marks = marksOfNoGraphicASCII(in: UInt64(littleEndian: word))
      if marks == 0 {
        offset &+= 8
        continue
      }
      offset &+= marks.trailingZeroBitCount / 8
      guard isPrintableASCII(self[offset]) else { return offset }
      offset &+= 1
    }
    while offset < count, isPrintableASCII(self[offset]) { offset &+= 1 }
    return offset
  }
}

/// The lowest bit that is set belongs to the first byte, the lowest one first, that is neither a
/// blank nor can be seen; 0 if there is none.
@inline(__always)
private func marksOfNoGraphicASCII(in word: UInt64) -> UInt64 {
  // What is less than a blank, and what is more than `~`, has the highest bit in one of them. What
  // is carried from byte to byte marks none before the first such byte.
  let marks = word | (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101)
  return marks & 0x8080_8080_8080_8080
}

@inline(__always)
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
