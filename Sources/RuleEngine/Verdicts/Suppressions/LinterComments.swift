import SwiftLexer

/// The comments that may be for a linter: this tool's commands begin with `determinism:`, maybe
/// with blanks before the colon, SwiftLint's with `swiftlint:`. What stands before a colon turns
/// away nearly all others, and takes less than to read what they begin with.
func linterComments(
  among trivia: [Trivia], in bytes: UnsafeBufferPointer<UInt8>
) -> [Trivia] {
  trivia.filter { $0.kind != .unexpectedText && bytes.mayHoldCommand(in: $0.start..<$0.end) }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func mayHoldCommand(in comment: Range<Int>) -> Bool {
    var rest = comment
    while let colon = firstColon(in: rest) {
      var end = colon
      while comment.lowerBound < end, self[end - 1].isBlank { end -= 1 }
      if ends(with: suppressionWord, at: end) || ends(with: "swiftlint", at: end) { return true }
      rest = colon + 1..<comment.upperBound
    }
    return false
  }

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
  private func ends(with word: StaticString, at end: Int) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard word.count <= end, self[end - 1] == word[word.count - 1] else { return false }
    return self[end - word.count..<end].elementsEqual(word)
  }
}
