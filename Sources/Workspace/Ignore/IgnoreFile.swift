/// The patterns of one ignore file, e.g. a `.gitignore`.
struct IgnoreFile: Sendable {
  private var patterns: [IgnorePattern] = []

  /// A file without patterns.
  init() {}

  init(_ bytes: some Sequence<UInt8>, ignoringCase: Bool) {
    var rest = ArraySlice(bytes)
    if rest.starts(with: "\u{FEFF}".utf8) { rest.removeFirst(3) }
    for var line in rest.split(separator: UInt8(ascii: "\n")) {
      // The last line counts as ended by a newline.
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard let pattern = IgnorePattern(line: line, ignoringCase: ignoringCase) else { continue }
      patterns.append(pattern)
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
    for pattern in patterns.reversed()
    where pattern.matches(path: path, name: name, isFolder: isFolder) {
      return !pattern.isNegated
    }
    return nil
  }
}
