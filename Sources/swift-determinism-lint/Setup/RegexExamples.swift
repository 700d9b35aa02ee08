/// Texts that a regular expression matches, as its letters spell them: `Date()` and `Date.init()`
/// for `\bDate(\.init)?\(\)`. What may be anything is left out or stands for itself.
struct RegexExamples {
  /// Of an expression, and of one of its texts, in characters.
  private static let lengthLimit = 1000
  /// Of the texts; more would not tell more.
  private static let countLimit = 32
  /// Of groups in groups.
  private static let depthLimit = 32

  private var rest: ArraySlice<Character>
  private var depth = 0

  /// Nil for an expression that is not understood.
  static func texts(of expression: String) -> [String]? {
    guard expression.utf8.count <= lengthLimit else { return nil }
    var parser = RegexExamples(rest: Array(expression)[...])
    guard let texts = parser.parseAlternatives(), parser.rest.isEmpty else { return nil }
    return texts
  }

  /// Reads up to the end, or the parenthesis that closes a group.
  private mutating func parseAlternatives() -> [String]? {
    var texts: [String] = []
    repeat {
      guard let sequence = parseSequence() else { return nil }
      texts += sequence
    } while pass("|")
    return Array(texts.prefix(Self.countLimit))
  }

  private mutating func parseSequence() -> [String]? {
    var texts = [""]
    while let next = rest.first, next != "|", next != ")" {
      guard let atom = parseAtom() else { return nil }
      let added = quantified(atom)
      guard added.allSatisfy({ $0.utf8.count <= Self.lengthLimit }) else { return nil }
      let all = texts.lazy.flatMap { text in added.lazy.map { text + $0 } }
      texts = Array(all.prefix(Self.countLimit))
    }
    return texts
  }

  private mutating func parseAtom() -> [String]? {
    switch rest.removeFirst() {
    case "(": return parseGroup()
    case "[": return parseClass()
    case "\\": return parseEscape()
    case "^", "$": return [""]
    case "*", "+", "?": return nil
    // Where a period is meant, many forget the backslash.
    case let character: return [String(character)]
    }
  }

  /// Reads a group after its parenthesis.
  private mutating func parseGroup() -> [String]? {
    guard depth < Self.depthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    var isLeftOut = false
    if pass("?") {
      if pass("!") || pass("<!") {
        isLeftOut = true
      } else if !pass("<="), !pass(":"), !pass("="), !pass(">") {
        if pass("<") {
          guard let end = rest.firstIndex(of: ">") else { return nil }
          rest = rest[(end + 1)...]
        } else {
          rest = rest.drop { $0.isLetter || $0 == "-" }
          if pass(")") { return [""] }
          guard pass(":") else { return nil }
        }
      }
    }
    guard let texts = parseAlternatives(), pass(")") else { return nil }
    return isLeftOut ? [""] : texts
  }

  /// Reads a class after its bracket; one that names a few characters stands for each of them.
  private mutating func parseClass() -> [String]? {
    let isNegated = pass("^")
    var members: [String] = []
    while let next = rest.first, next != "]" || members.isEmpty {
      rest.removeFirst()
      guard next != "[" else { return nil }
      guard next != "\\" else {
        guard let escape = parseEscape() else { return nil }
        members += escape
        continue
      }
      members.append(String(next))
      // A range stands for its first member.
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" { rest.removeFirst(2) }
    }
    guard pass("]") else { return nil }
    guard isNegated else { return Array(members.prefix(4)) }
    return [members.contains(" ") ? "x" : " "]
  }

  /// Reads what follows a backslash.
  private mutating func parseEscape() -> [String]? {
    guard let character = rest.popFirst() else { return nil }
    switch character {
    case "s", "h", "D", "W", "t", "n", "r", "R": return [" "]
    case "S", "w": return ["x"]
    case "d": return ["0"]
    case "b", "B", "A", "z", "Z", "G": return [""]
    default: return character.isLetter || character.isNumber ? nil : [String(character)]
    }
  }

  /// The texts as often as the quantifier that comes next wants them at least; with `?`, also once.
  private mutating func quantified(_ texts: [String]) -> [String] {
    var result = texts
    if pass("?") {
      result = texts + [""]
    } else if pass("*") {
      result = [""]
    } else if pass("{") {
      let count = Int(String(rest.prefix { $0.isNumber })) ?? 0
      rest = rest.drop { $0 != "}" }.dropFirst()
      result = texts.map { String(repeating: $0, count: min(count, 4)) }
    } else if !pass("+") {
      return texts
    }
    // How much of the text it takes.
    if !pass("?") { _ = pass("+") }
    return result
  }

  private mutating func pass(_ text: String) -> Bool {
    guard rest.starts(with: text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }
}
