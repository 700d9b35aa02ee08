import SwiftLexer

// What to write in place of what is no pattern, as those write it who know other linters.

/// Closes what is said of wrong labels.
let adviceOnLabels = "; a name without parentheses matches every call"

/// What is wrong with a keyword at the start of a pattern.
func advice(for keyword: Keyword) -> String {
  let word = "'\(keyword.rawValue)'"
  return switch keyword {
  case .`self`, .super, .Self:
    "a pattern cannot start with \(word); write '_.' for any receiver"
  case .try, .as:
    "\(word) is no name, and patterns are names of APIs; "
      + "SwiftLint has '\(keyword == .try ? "force_try" : "force_cast")'"
  case .associatedtype, .class, .enum, .extension, .func, .let, .protocol, .struct,
    .typealias, .var:
    "leave out \(word); a pattern matches the uses of a name, not its declaration"
  default:
    "\(word) is no name; a pattern is the name of an API, e.g. 'Date()'"
  }
}

/// What is wrong with a token that cannot go on a pattern.
func adviceOnUnexpected(_ reader: NotationReader) -> String {
  let text = reader.text(of: reader.next)
  let kind = reader.next.kind
  switch kind {
  case .leftBrace:
    return "leave out the closure; a name matches with one, and so does its label, e.g. '(block:)'"
  case .leftSquare:
    return "a pattern holds no brackets"
  case .postfixQuestionMark, .exclamationMark:
    return "leave out '\(text)'; a pattern matches optional chains too"
  case .backslash:
    return "a key path is no use; write '_.' before a member that is banned on any receiver"
  case .comma:
    return "a pattern is one name; each has an entry of its own"
  case .dollarIdentifier:
    return "leave out '\(text)'; write '_.' for any receiver"
  case .keyword where reader.next.keyword == .import:
    return "leave out what stands before 'import'; a pattern matches imports of any kind"
  default:
    let isFirst = reader.next.start == 0
    return kind.isOperator
      ? advice(onOperator: text, isFirst: isFirst) : "unexpected '\(text)' in a pattern"
  }
}

private func advice(onOperator text: String, isFirst: Bool) -> String {
  if text.hasPrefix("<") {
    return "leave out the generic arguments; a pattern matches with any"
  }
  if text.contains(where: { "*^|".contains($0) }) {
    return "a pattern is no regular expression and no glob; write the whole name, e.g. 'Date()'"
  }
  if text == "-", !isFirst {
    return "a pattern holds no operator; it is a Swift name, not the id of a rule"
  }
  return "a pattern holds no operator"
}
