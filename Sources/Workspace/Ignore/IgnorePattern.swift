/// One line of an ignore file, e.g. `/build/` or `!*.swift`, with the meaning git gives it
/// (gitignore(5), and where that is silent, what git does).
struct IgnorePattern: Sendable {
  /// Whether the line begins with `!` and takes back what an earlier line ignores.
  let isNegated: Bool
  /// Whether the line ends with `/` and matches folders alone.
  let isForFolders: Bool
  /// Whether the pattern holds no `/` and is matched against the name alone, at any depth.
  let isForNames: Bool
  private let ignoresCase: Bool
  /// What comes before the first wildcard.
  private let literal: [UInt8]
  /// What follows; nil for nothing.
  private let wildcards: WildcardPattern?

  /// Nil for a blank line, a comment, and a pattern that can match nothing.
  /// - Parameter line: without its newline.
  init?(line: ArraySlice<UInt8>, ignoringCase: Bool) {
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    var text = Self.trimmingTrailingSpaces(line.prefix { $0 != 0 })
    isNegated = text.first == UInt8(ascii: "!")
    if isNegated { text.removeFirst() }
    isForFolders = text.last == UInt8(ascii: "/")
    if isForFolders { text.removeLast() }
    isForNames = !text.contains(UInt8(ascii: "/"))
    guard !text.isEmpty else { return nil }
    if text.first == UInt8(ascii: "/") { text.removeFirst() }

    ignoresCase = ignoringCase
    literal = Array(text.prefix { !Self.isSpecial($0) })
    let wildcards = text.dropFirst(literal.count)
    if wildcards.isEmpty {
      self.wildcards = nil
    } else {
      // For names git compares the whole pattern, but they hold no slash, so that the literal
      // beginning may be taken off as it is for paths.
      guard let pattern = WildcardPattern(wildcards, ignoringCase: ignoringCase) else { return nil }
      self.wildcards = pattern
    }
  }

  /// What every path that matches ends with, in lower case where case does not count.
  var ending: [UInt8] {
    wildcards?.ending ?? literal.map { ignoresCase ? $0.lowercasedASCII : $0 }
  }

  /// Whether the pattern matches, whatever it then says.
  /// - Parameters:
  ///   - path: relative to the folder of the ignore file.
  ///   - name: the last component of the path.
  func matches(
    path: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>, isFolder: Bool
  ) -> Bool {
    guard isFolder || !isForFolders else { return false }
    let text = isForNames ? name : path
    guard literal.count <= text.count,
      equal(literal, UnsafeBufferPointer(rebasing: text.prefix(literal.count)))
    else { return false }
    guard let wildcards else { return literal.count == text.count }
    return wildcards.matches(UnsafeBufferPointer(rebasing: text.dropFirst(literal.count)))
  }

  /// Compares texts of one length.
  private func equal(_ literal: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for (index, byte) in text.enumerated() where byte != literal[index] {
      guard ignoresCase, byte.lowercasedASCII == literal[index].lowercasedASCII else {
        return false
      }
    }
    return true
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// Drops the spaces at the end but those that a backslash keeps.
  private static func trimmingTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      index = min(index + (byte == UInt8(ascii: "\\") ? 2 : 1), line.endIndex)
      if byte != UInt8(ascii: " ") { end = index }
    }
    return line[..<end]
  }
}
