extension UnsafeBufferPointer<UInt8> {
  /// Whether the word there stands in a comment or in the text of a string for sure, told from its
  /// line alone.
  ///
  /// The line may start in code, or within a comment, a string or a regex that takes several lines;
  /// what could end these must not come before the word, nor what could begin code in them. A
  /// parenthesis may end an interpolation, after which quotes mean something else.
  func isText(at word: Int) -> Bool {
    guard let start = startOfLine(before: word) else { return false }
    var isString = false
    var mayBeInterpolated = false
    for offset in start..<word {
      switch self[offset] {
      case UInt8(ascii: "\""):
        if mayBeInterpolated || self[offset + 1] == UInt8(ascii: "\"") { return false }
        isString.toggle()
      case UInt8(ascii: ")"):
        mayBeInterpolated = mayBeInterpolated || !isString
      case UInt8(ascii: "/"):
        let isComment =
          !isString && self[offset + 1] == UInt8(ascii: "/")
          && (offset == start || self[offset - 1] == UInt8(ascii: " "))
        return isComment && staysComment(self[offset..<word])
      case UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "'"), UInt8(ascii: "`"),
        ..<UInt8(ascii: "\t"), 0x7F...:
        return false
      default:
        break
      }
    }
    return isString
  }

  /// Nil if that is far.
  private func startOfLine(before offset: Int) -> Int? {
    var start = offset
    while 0 < start, self[start - 1] != UInt8(ascii: "\n"), self[start - 1] != UInt8(ascii: "\r") {
      start -= 1
      if farLine < offset - start { return nil }
    }
    return start
  }

  /// Whether text after `//` has nothing that could end another comment, a string or a regex that
  /// it may be in.
  private func staysComment(_ text: SubSequence) -> Bool {
    text.indices.allSatisfy { offset in
      switch self[offset] {
      case UInt8(ascii: "*"), UInt8(ascii: "#"), UInt8(ascii: "\\"): false
      case UInt8(ascii: "\""): self[offset + 1] != UInt8(ascii: "\"")
      default: true
      }
    }
  }
}

/// In bytes. It keeps the work in proportion to the file.
private let farLine = 256
