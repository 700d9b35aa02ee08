/// Whether the tokens are one operand, such as `a.b(c)?.d` or `[1, 2]`, so that they mean the same
/// beside any operator and before any period. Where it is not sure they are taken for more.
package func isOperandExpression(
  _ range: Range<Int>, in tokens: SourceTokens, _ pairs: TokenPairs
) -> Bool {
  var index = range.lowerBound
  var isAfterOperand = false
  while index < range.upperBound {
    switch tokens[index].kind {
    case .dollarIdentifier where isAfterOperand:
      // In a replacement it stands for a trailing closure there.
      break
    case .identifier, .rawIdentifier, .dollarIdentifier, .placeholder, .integerLiteral,
      .floatLiteral:
      guard !isAfterOperand else { return false }
      isAfterOperand = true
    case .keyword:
      guard !isAfterOperand, tokens.endsOperand(at: index) else { return false }
      isAfterOperand = true
    case .period, .colonColon:
      isAfterOperand = false
    case .pound, .stringPounds, .openQuote, .interpolationBackslash:
      // A string's closing quote makes it an operand; its pounds stand on either side.
      if tokens[index].kind != .stringPounds { isAfterOperand = false }
    case .closeQuote:
      isAfterOperand = true
    case .leftParen, .leftSquare:
      guard let partner = pairs.partner(of: index) else { return false }
      isAfterOperand = true
      index = partner
    case .leftBrace:
      guard isAfterOperand, let partner = pairs.partner(of: index) else { return false }
      index = partner
    case .postfixQuestionMark, .exclamationMark:
      guard isAfterOperand else { return false }
    default:
      return false
    }
    index += 1
  }
  return isAfterOperand
}
