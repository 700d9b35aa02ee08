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

/// A wildcard pattern as git matches it against a path (`wildmatch` with `WM_PATHNAME`), compiled
/// for a match in linear time: all ways to match advance together, none is tried again.
struct WildcardPattern: Sendable {
  private var elements: [Element] = []
  /// The longest text between wildcards. What does not hold it cannot match, and to know that
  /// takes a tenth of the time.
  private var longestText: [UInt8] = []
  private let ignoresCase: Bool

  private enum Element {
    case byte(UInt8)
    /// `?`
    case anyByteButSlash
    /// `[a-z]`
    case byteSet(ByteSet)
    /// `*`
    case anyBytesButSlash
    /// `**` at the end
    case anyBytes
    /// `**/`: nothing, or any bytes that end with a slash
    case anyFolders
  }

  /// Nil where the pattern is malformed, e.g. `[a`; git matches nothing with it.
  /// - Parameter pattern: the part of an ignore pattern that follows its literal beginning; a `**`
  ///   at the start of that part counts as the start of a component, as it does in git.
  init?(_ pattern: ArraySlice<UInt8>, ignoringCase: Bool) {
    ignoresCase = ignoringCase
    var rest = pattern
    var previous: UInt8?
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        elements.append(.byte(escaped))
        previous = escaped
        continue
      case UInt8(ascii: "?"):
        elements.append(.anyByteButSlash)
      case UInt8(ascii: "*"):
        appendStars(before: &rest, after: previous)
      case UInt8(ascii: "["):
        guard let set = ByteSet(parsing: &rest, ignoringCase: ignoringCase) else { return nil }
        elements.append(.byteSet(set))
      default:
        elements.append(.byte(ignoringCase ? byte.lowercasedASCII : byte))
      }
      previous = pattern[rest.startIndex - 1]
    }
    longestText = texts.max { $0.count < $1.count } ?? []
  }

  /// What lies between the wildcards, in lower case where case does not count.
  private var texts: [[UInt8]] {
    var texts: [[UInt8]] = [[]]
    for element in elements {
      if case .byte(let byte) = element {
        texts[texts.count - 1].append(byte)
      } else {
        texts.append([])
      }
    }
    return texts
  }

  /// What every text that matches ends with, in lower case where case does not count.
  var ending: [UInt8] { texts.last ?? [] }

  /// The first star has been consumed.
  private mutating func appendStars(before rest: inout ArraySlice<UInt8>, after previous: UInt8?) {
    var count = 1
    while rest.first == UInt8(ascii: "*") {
      rest.removeFirst()
      count += 1
    }
    guard 2 <= count, previous == nil || previous == UInt8(ascii: "/") else {
      return elements.append(.anyBytesButSlash)
    }
    if rest.first == UInt8(ascii: "/") {
      rest.removeFirst()
      elements.append(.anyFolders)
    } else if rest.isEmpty || rest.starts(with: #"\/"#.utf8) {
      elements.append(.anyBytes)
    } else {
      elements.append(.anyBytesButSlash)
    }
  }

  /// Whether the pattern matches all of the text.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let mayMatch =
      ignoresCase
      ? text.lazy.map(\.lowercasedASCII).holds(longestText) : text.holds(longestText)
    guard mayMatch else { return false }
    let wordCount = elements.count / 64 + 1
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * wordCount) { words in
      words.initialize(repeating: 0)
      var current = PositionSet(words: .init(rebasing: words[..<wordCount]))
      var next = PositionSet(words: .init(rebasing: words[wordCount...]))
      insert(0, into: &current)
      for byte in text {
        next.removeAll()
        advance(from: current, to: &next, over: ignoresCase ? byte.lowercasedASCII : byte)
        swap(&current, &next)
      }
      return current.contains(elements.count)
    }
  }

  /// Inserts a position and those that are reached from it without reading a byte.
  private func insert(_ position: Int, into positions: inout PositionSet) {
    var position = position
    while positions.insert(position), position < elements.count {
      switch elements[position] {
      case .byte, .anyByteButSlash, .byteSet: return
      case .anyBytesButSlash, .anyBytes, .anyFolders: position += 1
      }
    }
  }

  private func advance(
    from current: PositionSet, to next: inout PositionSet, over byte: UInt8
  ) {
    let isSlash = byte == UInt8(ascii: "/")
    current.visitAll { position in
      guard position < elements.count else { return }
      switch elements[position] {
      case .byte(let expected):
        if byte == expected { insert(position + 1, into: &next) }
      case .anyByteButSlash:
        if !isSlash { insert(position + 1, into: &next) }
      case .byteSet(let set):
        if !isSlash, set.contains(byte) { insert(position + 1, into: &next) }
      case .anyBytesButSlash:
        if !isSlash { insert(position, into: &next) }
      case .anyBytes:
        insert(position, into: &next)
      case .anyFolders:
        // Only a slash ends the folders, so the position is kept without what follows it.
        next.insert(position)
        if isSlash { insert(position + 1, into: &next) }
      }
    }
  }
}

extension Collection<UInt8> {
  /// Whether the text lies somewhere in it.
  fileprivate func holds(_ text: [UInt8]) -> Bool {
    guard let first = text.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text) { return true }
      rest.removeFirst()
    }
    return false
  }
}

/// Places between a pattern's elements, one bit each.
private struct PositionSet {
  let words: UnsafeMutableBufferPointer<UInt64>

  /// Returns false where the position was there already.
  @discardableResult
  func insert(_ position: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(position % 64)
    let isNew = words[position / 64] & bit == 0
    words[position / 64] |= bit
    return isNew
  }

  func contains(_ position: Int) -> Bool {
    words[position / 64] & 1 << UInt64(position % 64) != 0
  }

  func removeAll() {
    words.update(repeating: 0)
  }

  func visitAll(_ body: (Int) -> Void) {
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        body(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }
}

/// The bytes that a bracket expression such as `[!a-z[:digit:]]` stands for.
struct ByteSet: Sendable {
  private var words: SIMD4<UInt64> = .zero

  func contains(_ byte: UInt8) -> Bool {
    words[Int(byte / 64)] & 1 << UInt64(byte % 64) != 0
  }

  mutating func insert(_ byte: UInt8) {
    words[Int(byte / 64)] |= 1 << UInt64(byte % 64)
  }

  /// Reads a bracket expression as git does, through its `]`; nil where it has no end or names an
  /// unknown class. The opening `[` has been consumed.
  ///
  /// - Parameter ignoringCase: the set is then asked for lower-case letters. As in git, ranges and
  ///   classes hold for both cases, and a single capital letter matches nothing.
  init?(parsing rest: inout ArraySlice<UInt8>, ignoringCase: Bool) {
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest.removeFirst() }
    var lowerBound: UInt8?
    var isFirst = true
    while let byte = rest.popFirst() {
      // A `]` in first place is a member.
      if byte == UInt8(ascii: "]"), !isFirst {
        if isNegated { words = ~words }
        return
      }
      isFirst = false
      if byte == UInt8(ascii: "-"), let lower = lowerBound, let next = rest.first,
        next != UInt8(ascii: "]")
      {
        guard let upper = Self.popMember(from: &rest) else { return nil }
        insert(from: lower, through: upper, ignoringCase: ignoringCase)
        lowerBound = nil
      } else if byte == UInt8(ascii: "["), let name = Self.popClassName(from: &rest) {
        guard let holds = Self.classes[name] else { return nil }
        insert(ignoringCase: ignoringCase, where: holds)
        lowerBound = nil
      } else if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        insert(escaped)
        lowerBound = escaped
      } else {
        insert(byte)
        lowerBound = byte
      }
    }
    return nil
  }

  /// Reads the upper bound of a range.
  private static func popMember(from rest: inout ArraySlice<UInt8>) -> UInt8? {
    let byte = rest.popFirst()
    return byte == UInt8(ascii: "\\") ? rest.popFirst() : byte
  }

  /// Reads the `:name:]` of a class such as `[:alpha:]`; reads nothing where there is none.
  private static func popClassName(from rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.first == UInt8(ascii: ":"),
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")),
      rest.startIndex + 1 < end, rest[end - 1] == UInt8(ascii: ":")
    else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[(rest.startIndex + 1)..<(end - 1)], as: UTF8.self)
  }

  private mutating func insert(from lower: UInt8, through upper: UInt8, ignoringCase: Bool) {
    insert(ignoringCase: ignoringCase) { lower <= $0 && $0 <= upper }
  }

  private mutating func insert(ignoringCase: Bool, where holds: (UInt8) -> Bool) {
    for byte in UInt8.min...UInt8.max
    where holds(byte) || ignoringCase && holds(byte.uppercasedASCII) {
      insert(byte)
    }
  }

  /// The classes of POSIX for ASCII; git's `space` leaves out vertical tab and form feed.
  private static let classes: [String: @Sendable (UInt8) -> Bool] = [
    "alnum": { $0.isASCIILetter || $0.isASCIIDigit },
    "alpha": { $0.isASCIILetter },
    "blank": { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") },
    "cntrl": { $0 < UInt8(ascii: " ") || $0 == 127 },
    "digit": { $0.isASCIIDigit },
    "graph": { UInt8(ascii: "!") <= $0 && $0 <= UInt8(ascii: "~") },
    "lower": { UInt8(ascii: "a") <= $0 && $0 <= UInt8(ascii: "z") },
    "print": { UInt8(ascii: " ") <= $0 && $0 <= UInt8(ascii: "~") },
    "punct": {
      UInt8(ascii: "!") <= $0 && $0 <= UInt8(ascii: "~")
        && !$0.isASCIILetter && !$0.isASCIIDigit
    },
    "space": { [UInt8(ascii: " "), UInt8(ascii: "\t"), 10, 13].contains($0) },
    "upper": { UInt8(ascii: "A") <= $0 && $0 <= UInt8(ascii: "Z") },
    "xdigit": {
      $0.isASCIIDigit
        || UInt8(ascii: "a") <= $0.lowercasedASCII && $0.lowercasedASCII <= UInt8(ascii: "f")
    },
  ]
}
