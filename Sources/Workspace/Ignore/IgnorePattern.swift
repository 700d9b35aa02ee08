import Rules

/// A line of an ignore file, e.g. `/build/` or `!*.swift`, with the meaning git gives it
/// (gitignore(5), and what git does if that does not say).
struct IgnorePattern: Sendable {
  /// Whether the line begins with `!` and takes back what an earlier line ignores.
  let isNegated: Bool
  /// Whether the line ends with `/` and matches folders alone.
  let isForFolders: Bool
  /// Whether the pattern holds no `/` and is matched against the name alone, at any depth.
  let isForNames: Bool
  private let ignoresCase: Bool
  /// The bytes before the first wildcard.
  private let literal: [UInt8]
  /// The pattern that follows; nil for nothing.
  private let wildcards: WildcardPattern?
  /// The end of every path that matches, in lower case if case is ignored.
  let ending: [UInt8]

  /// A start that paths that match, or folders above them, share with all others.
  enum Start: Hashable {
    /// The start of the name of a file or a folder, at any depth.
    case name([UInt8])
    /// The start of the path of a folder that it is in, or of its own path; empty for any.
    case path([UInt8])
  }

  /// The start that paths share; it is only good where case counts.
  var start: Start {
    if wildcards == nil { return isForNames ? .name(literal) : .path(literal) }
    let folder = isForNames ? nil : literal.lastIndex(of: UInt8(ascii: "/"))
    return .path(folder.map { Array(literal[..<$0]) } ?? [])
  }

  /// Fails for a blank line, a comment, and a pattern that can match nothing.
  /// - Parameter line: a line without its newline.
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
      ending = literal.map { ignoringCase ? $0.lowercasedASCII : $0 }
    } else {
      // For names git compares the whole pattern, but they hold no slash, so that the literal
      // beginning may be taken off as it is for paths.
      var parser = IgnorePatternParser(ignoringCase: ignoringCase)
      guard parser.read(wildcards) else { return nil }
      self.wildcards = parser.pattern
      ending = parser.ending
    }
  }

  /// Whether the pattern matches, negated or not.
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

  /// Compares texts of equal length.
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

  /// Drops the spaces at the end, except those after a backslash.
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

/// Reads what follows the literal beginning of an ignore pattern, as git matches it against a path
/// (`wildmatch` with `WM_PATHNAME`).
private struct IgnorePatternParser {
  private let ignoresCase: Bool
  private var components: [WildcardPattern.Component] = []
  /// The tokens of the component that is being read.
  private var tokens: [WildcardPattern.Token] = []
  /// The text after the last wildcard.
  private(set) var ending: [UInt8] = []

  init(ignoringCase: Bool) {
    ignoresCase = ignoringCase
  }

  /// The pattern as far as it was read.
  var pattern: WildcardPattern {
    WildcardPattern(components, .ignoreFile(ignoringCase: ignoresCase))
  }

  /// Reads a pattern. Returns false if it is malformed, e.g. `[a`; in git it matches nothing.
  /// - Parameter pattern: a pattern whose start counts, as in git, as the start of a component.
  mutating func read(_ pattern: ArraySlice<UInt8>) -> Bool {
    var rest = pattern
    var isAtStart = true
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return false }
        append(escaped)
      case UInt8(ascii: "?"): append(.anyCharacter)
      case UInt8(ascii: "*"): appendStars(before: &rest, isAtStart: isAtStart)
      case UInt8(ascii: "["):
        let set = WildcardPattern.CharacterClass(parsing: &rest, ignoringCase: ignoresCase)
        guard let set else { return false }
        append(.characterClass(set))
      default: append(ignoresCase ? byte.lowercasedASCII : byte)
      }
      isAtStart = pattern[rest.startIndex - 1] == UInt8(ascii: "/")
    }
    components.append(WildcardPattern.Component(tokens[...]))
    return true
  }

  private mutating func append(_ byte: UInt8) {
    ending.append(byte)
    if byte == UInt8(ascii: "/") {
      components.append(WildcardPattern.Component(tokens[...]))
      tokens = []
    } else {
      tokens.append(.literal(byte))
    }
  }

  private mutating func append(_ wildcard: WildcardPattern.Token) {
    ending = []
    tokens.append(wildcard)
  }

  /// The first star has been consumed.
  private mutating func appendStars(before rest: inout ArraySlice<UInt8>, isAtStart: Bool) {
    let others = rest.prefix { $0 == UInt8(ascii: "*") }
    rest = rest.dropFirst(others.count)
    let isDouble = !others.isEmpty && isAtStart
    if isDouble, rest.first == UInt8(ascii: "/") {
      // Nothing, or folders.
      rest.removeFirst()
      ending = []
      components.append(.anyDepth)
    } else {
      // Folders, too, but at least one name.
      if isDouble, rest.isEmpty || rest.starts(with: #"\/"#.utf8) { components.append(.anyDepth) }
      append(.anyRun)
    }
  }
}

extension WildcardPattern.CharacterClass {
  /// Reads a bracket expression such as `[!a-z[:digit:]]` as git does, through its `]`; nil if it
  /// has no end or names an unknown class. The opening `[` has been consumed.
  ///
  /// - Parameter ignoringCase: if true, the class is matched against lower-case letters. As in git,
  ///   ranges and named classes match both cases, and a single capital letter matches nothing.
  fileprivate init?(parsing rest: inout ArraySlice<UInt8>, ignoringCase: Bool) {
    self.init()
    isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest.removeFirst() }
    var lowerBound: UInt8?
    var isFirst = true
    while let byte = rest.popFirst() {
      // A `]` in the first position is a member.
      if byte == UInt8(ascii: "]"), !isFirst { return }
      isFirst = false
      if byte == UInt8(ascii: "-"), let lower = lowerBound, let next = rest.first,
        next != UInt8(ascii: "]")
      {
        guard let upper = Self.popMember(from: &rest) else { return nil }
        insert(from: lower, through: upper, ignoringCase: ignoringCase)
        lowerBound = nil
      } else if byte == UInt8(ascii: "["), let name = Self.popClassName(from: &rest) {
        guard let bounds = Self.bounds[name].map({ Array($0.utf8) }) else { return nil }
        for index in stride(from: 0, to: bounds.count, by: 2) {
          insert(from: bounds[index], through: bounds[index + 1], ignoringCase: ignoringCase)
        }
        lowerBound = nil
      } else {
        let member = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte
        guard let member else { return nil }
        insert(from: member, through: member, ignoringCase: false)
        lowerBound = member
      }
    }
    return nil
  }

  /// Reads the upper bound of a range.
  private static func popMember(from rest: inout ArraySlice<UInt8>) -> UInt8? {
    let byte = rest.popFirst()
    return byte == UInt8(ascii: "\\") ? rest.popFirst() : byte
  }

  /// Reads the `:name:]` of a class such as `[:alpha:]`; reads nothing if there is none.
  private static func popClassName(from rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.first == UInt8(ascii: ":"),
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")),
      rest.startIndex + 1 < end, rest[end - 1] == UInt8(ascii: ":")
    else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[(rest.startIndex + 1)..<(end - 1)], as: UTF8.self)
  }

  /// The range is empty if the bounds are in the wrong order.
  private mutating func insert(from lower: UInt8, through upper: UInt8, ignoringCase: Bool) {
    if lower <= upper { ranges.append(UInt32(lower)...UInt32(upper)) }
    let capitals = (max(lower, UInt8(ascii: "A")), min(upper, UInt8(ascii: "Z")))
    guard ignoringCase, capitals.0 <= capitals.1 else { return }
    ranges.append(UInt32(capitals.0 | 0x20)...UInt32(capitals.1 | 0x20))
  }

  /// The classes of POSIX for ASCII, each with the bounds of its ranges; git's `space` does not
  /// include vertical tab and form feed.
  private static let bounds = [
    "alnum": "09AZaz", "alpha": "AZaz", "blank": "  \t\t", "cntrl": "\0\u{1F}\u{7F}\u{7F}",
    "digit": "09", "graph": "!~", "lower": "az", "print": " ~", "punct": "!/:@[`{~",
    "space": "  \t\n\r\r", "upper": "AZ", "xdigit": "09AFaf",
  ]
}
