import SwiftLexer

/// The comments that may be for a linter: this tool's and SwiftLint's have a colon after their
/// first word. Few comments have one, and it takes less to find it than to read what they begin
/// with.
func commentsWithColon(
  among trivia: [Trivia], in bytes: UnsafeBufferPointer<UInt8>
) -> [Trivia] {
  trivia.filter {
    $0.kind != .unexpectedText && bytes.firstColon(in: $0.start..<$0.end) != nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first colon in a range; nil if there is none.
  func firstColon(in range: Range<Int>) -> Int? {
    guard let start = UnsafeRawPointer(baseAddress) else { return nil }
    var offset = range.lowerBound
    while offset < range.upperBound {
      if offset + 8 <= count {
        let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // A byte is 0 where a colon stands; the lowest of those has its highest bit set then.
        let others = UInt64(littleEndian: word) ^ 0x3A3A_3A3A_3A3A_3A3A
        let marks = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
        offset += marks.trailingZeroBitCount / 8
        if marks != 0 { return offset < range.upperBound ? offset : nil }
      } else if self[offset] == UInt8(ascii: ":") {
        return offset
      } else {
        offset += 1
      }
    }
    return nil
  }
}
