/// Reads a glob's text as token sequences without braces: one for every choice of alternatives.
struct GlobParser {
  /// The most alternatives that the braces of one glob may stand for.
  static let alternativeLimit = 100
  /// In UTF-8 bytes. No longer path can be opened on the systems the tool runs on.
  static let lengthLimit = 4096

  /// A brace group that is being read; the outermost one is the glob itself.
  private struct Group {
    let offset: Int
    /// What the alternative being read can be so far.
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

  private mutating func append(_ kind: GlobToken.Kind, at offset: Int) {
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
  private mutating func parseClass(from open: Int) throws(PatternError) -> GlobCharacterClass {
    var result = GlobCharacterClass()
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
      result.ranges.append(scalar...last)
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
