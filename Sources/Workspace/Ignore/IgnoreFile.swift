/// The patterns of one ignore file, e.g. a `.gitignore`.
struct IgnoreFile: Sendable {
  private var patterns: [IgnorePattern] = []
  /// Of each pattern; they tell most paths that do not match at a glance.
  private var endings: [PathEnding] = []
  private let ignoresCase: Bool

  /// Whether it has no patterns.
  var isEmpty: Bool { patterns.isEmpty }

  init(_ bytes: some Sequence<UInt8>, ignoringCase: Bool) {
    ignoresCase = ignoringCase
    var rest = ArraySlice(bytes)
    if rest.starts(with: "\u{FEFF}".utf8) { rest.removeFirst(3) }
    for var line in rest.split(separator: UInt8(ascii: "\n")) {
      // The last line counts as ended by a newline.
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard let pattern = IgnorePattern(line: line, ignoringCase: ignoringCase) else { continue }
      patterns.append(pattern)
      endings.append(PathEnding(pattern.ending, ignoringCase: false))
    }
  }

  /// What the last pattern that matches says: true for ignored, false for taken back by `!`, nil
  /// where none matches.
  /// - Parameters:
  ///   - path: relative to the folder of the ignore file.
  ///   - name: the last component of the path.
  func verdict(
    path: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>, isFolder: Bool
  ) -> Bool? {
    let ending = PathEnding(path, ignoringCase: ignoresCase)
    for index in patterns.indices.reversed()
    where endings[index].mayEnd(ending)
      && patterns[index].matches(path: path, name: name, isFolder: isFolder)
    {
      return !patterns[index].isNegated
    }
    return nil
  }
}

/// The last bytes of a text, at most eight, as a number.
private struct PathEnding: Sendable {
  private var bytes: UInt64 = 0
  /// All ones for each byte.
  private var mask: UInt64 = 0

  init(_ text: some BidirectionalCollection<UInt8>, ignoringCase: Bool) {
    for byte in text.suffix(8) {
      bytes = bytes << 8 | UInt64(ignoringCase ? byte.lowercasedASCII : byte)
      mask = mask << 8 | 0xFF
    }
  }

  func mayEnd(_ path: PathEnding) -> Bool {
    (path.bytes ^ bytes) & mask == 0
  }
}
