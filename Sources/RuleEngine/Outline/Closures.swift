import SwiftLexer

extension FileTokens {
  /// Whether a `(` there goes on with what stands before it on the line.
  func isArgumentList(at index: Int) -> Bool {
    tokens[index].kind == .leftParen && !tokens[index].isAtLineStart
  }

  /// The index of the comma after the argument, or `close`.
  func endOfArgument(from start: Int, to close: Int) -> Int {
    var index = start
    while index < close {
      switch tokens[index].kind {
      case .comma:
        return index
      case .leftParen, .leftSquare, .leftBrace:
        index = pairs.partner(of: index) ?? index
      case .binaryOperator, .prefixOperator, .postfixOperator:
        if let end = genericArgumentsInExpression(at: index) { index = end }
      default:
        break
      }
      index += 1
    }
    return close
  }

  /// Whether the function whose name that is, unapplied, is what a collection calls with its
  /// elements: `map(Date.init)`.
  func isGivenElements(_ name: Int) -> Bool {
    guard tokens[name + 1].kind == .rightParen, let open = pairs.partner(of: name + 1), 0 < open
    else { return false }
    return takersOfFunctions.contains { tokens.isWord($0, at: open - 1) }
  }

  /// Whether a further trailing closure starts there, e.g. `onFailure: {`.
  func isLabelledClosure(at index: Int) -> Bool {
    tokens[index].isWord && tokens[index].keyword != .default
      && tokens[index + 1].kind == .colon && tokens[index + 2].kind == .leftBrace
  }

  /// Whether the `{` at `index`, after an operand, is a trailing closure, as the compiler's parser
  /// has it: not a `switch` body, not an observer block, and in a condition only if what follows
  /// its `}` needs that.
  func isTrailingClosure(at index: Int, inCondition: Bool) -> Bool {
    guard tokens[index + 1].keyword != .case, !isObserverBlock(at: index) else { return false }
    guard inCondition else { return true }
    guard !tokens[index + 1].isAtLineStart, let close = pairs.partner(of: index) else {
      return false
    }
    let next = tokens[close + 1]
    switch next.kind {
    case .leftBrace, .comma:
      return true
    case .keyword:
      return next.keyword == .where
        || (next.keyword == .is || next.keyword == .as) && !next.isAtLineStart
    case .leftSquare, .leftParen, .period, .postfixQuestionMark, .infixQuestionMark,
      .exclamationMark, .colon, .equal, .postfixOperator, .binaryOperator:
      return !next.isAtLineStart
    default:
      return false
    }
  }

  /// Whether `didSet` or `willSet` comes first in the braces, maybe after attributes.
  func isObserverBlock(at brace: Int) -> Bool {
    var index = brace + 1
    while tokens[index].kind == .atSign, tokens[index + 1].kind == .identifier {
      index += 2
      if isArgumentList(at: index) { index = (pairs.partner(of: index) ?? index) + 1 }
    }
    return tokens.isWord("didSet", at: index) || tokens.isWord("willSet", at: index)
  }
}

/// What calls a function with each element.
private let takersOfFunctions: [StaticString] = [
  "map", "flatMap", "compactMap", "forEach", "reduce",
]
