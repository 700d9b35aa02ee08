/// A part of a glob, before it is cut into components.
struct GlobToken {
  let kind: WildcardPattern.Token
  /// In UTF-8 bytes from the start of the glob.
  let offset: Int
}

/// Reads a glob's text as token sequences without braces: one for every choice of alternatives.
struct GlobParser {
  /// The most alternatives that the braces of one glob may stand for.
  static let alternativeLimit = 100
  /// In UTF-8 bytes. Longer paths cannot be opened on the systems that the tool runs on.
  static let lengthLimit = 4096

  /// A brace group that is being read; the outermost one is the glob itself.
  private struct Group {
    let offset: Int
    /// The readings of the alternative so far.
    var current: [[GlobToken]] = [[]]
    /// The alternatives that a comma has ended.
    var finished: [[GlobToken]] = []
  }

  private let bytes: [UInt8]
  private var position = 0
  private var groups = [Group(offset: 0)]

  init(_ text: String) {
    bytes = Array(text.utf8)
    groups[0].current[0].reserveCapacity(bytes.count)
  }

  mutating func parseAlternatives() throws(PatternError) -> [[GlobToken]] {
    guard bytes.count <= Self.lengthLimit else {
      throw PatternError(message: "a glob has at most \(Self.lengthLimit) bytes", offset: 0)
    }
    while position < bytes.count {
      try parseNext()
    }
    guard groups.count == 1 else {
      throw PatternError(message: "expected '}' to close this '{'", offset: groups.last!.offset)
    }
    return groups[0].current
  }

  private mutating func parseNext() throws(PatternError) {
    let offset = position
    position += 1
    switch Unicode.Scalar(bytes[offset]) {
    case "*": append(.anyRun, at: offset)
    case "?": append(.anyCharacter, at: offset)
    case "/": append(.separator, at: offset)
    case "[": append(.characterClass(try parseClass(from: offset)), at: offset)
    case "]":
      throw PatternError(message: "unmatched ']'; write '[]]' for the character", offset: offset)
    case "{": groups.append(Group(offset: offset))
    case "," where 1 < groups.count: endAlternative()
    case "}": try endGroup(at: offset)
    case "!" where offset == 0:
      throw PatternError(message: "a glob cannot be negated with '!'", offset: offset)
    case "\\":
      throw PatternError(
        message: "'\\' escapes nothing in a glob; write '[*]' for a '*', and '/' between folders",
        offset: offset)
    default: append(.literal(bytes[offset]), at: offset)
    }
  }

  private mutating func append(_ kind: WildcardPattern.Token, at offset: Int) {
    let group = groups.count - 1
    for index in groups[group].current.indices {
      groups[group].current[index].append(GlobToken(kind: kind, offset: offset))
    }
  }

  private mutating func endAlternative() {
    let group = groups.count - 1
    groups[group].finished += groups[group].current
    groups[group].current = [[]]
  }

  private mutating func endGroup(at offset: Int) throws(PatternError) {
    guard 1 < groups.count else {
      throw PatternError(message: "unmatched '}'; write '[}]' for the character", offset: offset)
    }
    endAlternative()
    let group = groups.removeLast()
    let outer = groups.count - 1
    let count = groups[outer].current.count * group.finished.count
    guard count <= Self.alternativeLimit else {
      throw PatternError(
        message: "the braces stand for more than \(Self.alternativeLimit) alternatives",
        offset: group.offset)
    }
    groups[outer].current = groups[outer].current.flatMap { start in
      group.finished.map { start + $0 }
    }
  }

  /// Reads a class after its `[`.
  private mutating func parseClass(from open: Int) throws(PatternError)
    -> WildcardPattern.CharacterClass
  {
    var result = WildcardPattern.CharacterClass()
    if let first = character(at: position), first == "!" || first == "^" {
      result.isNegated = true
      position += 1
    }
    while let scalar = character(at: position) {
      let offset = position
      position += UTF8.width(scalar)
      if scalar == "]", !result.ranges.isEmpty { return result }
      guard scalar != "/" else {
        throw PatternError(message: "'/' cannot stand in '[…]'", offset: offset)
      }
      let last = parseRangeEnd() ?? scalar
      guard scalar <= last else {
        throw PatternError(message: "the range '\(scalar)-\(last)' is empty", offset: offset)
      }
      result.ranges.append(scalar.value...last.value)
    }
    throw PatternError(message: "expected ']' to close this '['", offset: open)
  }

  /// Reads `-z` of a range `a-z`; a `-` before the closing bracket stands for itself.
  private mutating func parseRangeEnd() -> Unicode.Scalar? {
    guard character(at: position) == "-", let last = character(at: position + 1), last != "]"
    else { return nil }
    position += 1 + UTF8.width(last)
    return last
  }

  private func character(at offset: Int) -> Unicode.Scalar? {
    guard offset < bytes.count else { return nil }
    return bytes.withUnsafeBufferPointer { unicodeScalar(at: offset, in: $0) }
  }
}

/// Cuts one alternative of a glob at its slashes.
/// - Parameter end: the glob's length in UTF-8 bytes, where a mistake at its end is reported.
func components(
  of tokens: [GlobToken], end: Int
) throws(PatternError) -> [WildcardPattern.Component] {
  var parts = tokens.split(omittingEmptySubsequences: false) { $0.kind.isSeparator }
  if 1 < parts.count, parts.last?.isEmpty == true { parts.removeLast() }
  if 1 < parts.count, parts[0].map(\.kind)[...].literal == Array(".".utf8) { parts.removeFirst() }
  var components: [WildcardPattern.Component] = []
  for part in parts {
    let offset = part.startIndex < tokens.count ? tokens[part.startIndex].offset : end
    let component = try component(part, offset: offset)
    // Several `**` in a row mean the same as one.
    if component.isAnyDepth, components.last?.isAnyDepth == true { continue }
    components.append(component)
  }
  // A glob that matches a folder matches all below it, so that a final `**` is a `*`.
  if components.last?.isAnyDepth == true { components[components.count - 1] = .suffix([]) }
  if components.count == 1 { components.insert(.anyDepth, at: 0) }
  return components
}

private func component(
  _ tokens: ArraySlice<GlobToken>, offset: Int
) throws(PatternError) -> WildcardPattern.Component {
  guard !tokens.isEmpty else {
    throw PatternError(
      message: offset == 0
        ? "a glob is relative to the root; leave out the first '/'"
        : "expected a name between the slashes",
      offset: offset)
  }
  if let offset = tokens.doubleStarOffset {
    guard tokens.count == 2 else {
      throw PatternError(
        message: "'**' must stand alone between slashes; write '*'", offset: offset)
    }
    return .anyDepth
  }
  let component = WildcardPattern.Component(tokens.map(\.kind)[...])
  if case .exact(let literal) = component,
    literal == Array(".".utf8) || literal == Array("..".utf8)
  {
    throw PatternError(message: "a glob names folders, not '.' or '..'", offset: offset)
  }
  return component
}

extension ArraySlice<GlobToken> {
  /// Where two stars are written side by side, not brought together by braces as in `{a,*}*`.
  fileprivate var doubleStarOffset: Int? {
    zip(self, dropFirst()).first { first, second in
      first.kind.isAnyRun && second.kind.isAnyRun && first.offset + 1 == second.offset
    }?.0.offset
  }
}
