import SwiftLexer

extension Parser {
  /// Parses the signature of a closure up to its `in`, if there is one.
  mutating func parseClosureSignature() {
    guard let end = endOfClosureSignature() else { return }
    let mark = begin()
    inPart(to: end) { $0.parseParametersAndResultOfClosure() }
    advance()
    finish(.closureSignature, mark)
  }

  private mutating func parseParametersAndResultOfClosure() {
    parseAttributes()
    if kind == .leftSquare { parse(.captures) }
    if kind == .leftParen {
      parse(.closureParameters)
    } else if tokens[index + 1].kind == .colon {
      let clause = begin()
      parseList { $0.parseParameter(.closureParameters) }
      finish(.parameterClause, clause)
    } else {
      parseList { $0.parseShorthandParameter() }
    }
    parseEffects()
    if kind == .arrow { parseReturnClause() }
  }

  /// Parses a parameter that is only a name. Returns false if there is none.
  private mutating func parseShorthandParameter() -> Bool {
    guard kind == .identifier || kind == .rawIdentifier || kind == .placeholder,
      word != .async || endOfEffects(from: index) != limit
    else { return false }
    addLeaf(.closureShorthandParameter)
    return true
  }

  /// The `in` of the closure whose code begins at the current token; nil if there is none. All
  /// tokens before it can stand in parameters and types. So no other `in` is taken for it.
  private func endOfClosureSignature() -> Int? {
    var index = index
    while index < limit {
      switch tokens[index].kind {
      case .leftParen, .leftSquare:
        guard let close = partner(of: index) else { return nil }
        index = close
      case .keyword:
        switch tokens[index].keyword {
        case .in: return index
        case .Any, .Self, .inout, .repeat, .rethrows, .throws: break
        default: return nil
        }
      case .identifier, .rawIdentifier, .placeholder, .atSign, .comma, .colon, .colonColon, .period,
        .arrow, .postfixQuestionMark, .exclamationMark, .integerLiteral, .prefixOperator,
        .binaryOperator, .postfixOperator:
        break
      default: return nil
      }
      index += 1
    }
    return nil
  }

  /// Parses `weak self` or `name = value`. Returns false if there is none.
  mutating func parseCapture() -> Bool {
    let mark = begin()
    let next = tokens[index + 1]
    if word == .weak || word == .unowned,
      next.isWord || next.kind == .leftParen || next.kind == .placeholder
    {
      advance()
      if kind == .leftParen { skipBracket() }
    }
    let name = index
    guard token.isWord || kind == .placeholder else { return false }
    advance()
    parseInitializerClause()
    finish(.closureCapture, mark, token: name)
    return true
  }

  // MARK: - Trailing closures

  @inline(__always)
  mutating func parseClosures(ofCall context: ExpressionContext) {
    if kind == .leftBrace, !context.contains(.condition), !isAtEnd,
      isTrailingClosure(at: index, context)
    {
      parseTrailingClosures()
    }
  }

  /// Parses a closure and those with labels after it (SE-0279).
  mutating func parseTrailingClosures() {
    parse(.closure)
    while isLabel(at: index), !isAt(.default), tokens[index + 1].kind == .colon,
      tokens[index + 2].kind == .leftBrace, index + 2 < limit
    {
      let mark = begin()
      move(to: index + 2)
      parse(.closure)
      finish(.multipleTrailingClosureElement, mark)
    }
  }

  /// Whether the `{` at the token begins a closure after an operand, not a block.
  mutating func isTrailingClosure(at index: Int, _ context: ExpressionContext) -> Bool {
    let next = tokens[index + 1]
    if next.keyword == .case || beginsObservers(at: index) { return false }
    guard context.contains(.condition) else { return true }
    guard !next.isAtLineStart, let close = partner(of: index) else { return false }
    let after = tokens[close + 1]
    switch after.kind {
    case .leftBrace, .comma: return true
    case .leftSquare, .leftParen, .period, .postfixQuestionMark, .infixQuestionMark,
      .exclamationMark, .colon, .equal, .postfixOperator, .binaryOperator:
      return !after.isAtLineStart
    default:
      return after.keyword == .where
        || (after.keyword == .is || after.keyword == .as) && !after.isAtLineStart
    }
  }

  /// Whether the `{` at the token begins accessors such as `didSet`, even after a value.
  mutating func beginsObservers(at index: Int) -> Bool {
    var index = index + 1
    while tokens[index].kind == .atSign, index < limit { index = endOfAttribute(at: index) }
    // `init` begins an accessor (SE-0400) or a call.
    if tokens[index].keyword == .`init` { return tokens[index + 1].kind != .period }
    let word = word(at: index)
    return word == .didSet || word == .willSet
  }
}
