import SwiftLexer

extension Parser {
  /// Parses a pattern that has no expressions: after `let`, in `for`.
  @discardableResult
  mutating func parsePattern() -> Bool {
    guard !isAtEnd else { return false }
    switch kind {
    case .leftParen:
      parseTuplePattern()
    case .identifier, .rawIdentifier, .placeholder, .dollarIdentifier:
      if isBindingWord(at: index) { return parseBinding { $0.parsePattern() } }
      addLeaf(isWildcard(at: index) ? .wildcardPattern : .identifierPattern)
    case .keyword where isAt(.let) || isAt(.var) || isAt(.inout):
      return parseBinding { $0.parsePattern() }
    case .keyword where !isAtLineStart:
      addLeaf(.unexpected)
    default:
      return false
    }
    return true
  }

  /// Parses `let` with the pattern after it.
  private mutating func parseBinding(_ parse: (inout Parser) -> Bool) -> Bool {
    let mark = begin()
    advance()
    if enterChain() {
      _ = parse(&self)
      leaveChain()
    }
    finish(.valueBindingPattern, mark)
    return true
  }

  func isWildcard(at index: Int) -> Bool {
    tokens[index].length == 1 && source.bytes[tokens[index].start] == UInt8(ascii: "_")
  }

  /// Whether `borrowing x` binds a name.
  private func isBindingWord(at index: Int) -> Bool {
    word(at: index) == .borrowing && tokens[index + 1].kind == .identifier
      && !tokens[index + 1].isAtLineStart
  }

  mutating func parseTuplePattern() {
    if deferPart(.tuplePattern) { return }
    let mark = begin()
    let bracket = open()
    while !isAtEnd {
      let element = begin()
      let hasLabel = kind == .identifier && tokens[index + 1].kind == .colon
      if hasLabel {
        advance()
        advance()
      }
      let isPattern = parsePattern()
      if hasLabel { finish(.tuplePatternElement, element) }
      guard isPattern || hasLabel, eat(.comma) else { break }
    }
    close(bracket)
    finish(.tuplePattern, mark)
  }

  /// Parses a pattern that may be an expression: after `case`.
  /// - Parameter context: `.pattern`, or `.bindingPattern` within a `let`.
  /// - Returns: false if there is none.
  @discardableResult
  mutating func parseMatchingPattern(_ context: ExpressionContext) -> Bool {
    if isAt(.is) {
      let mark = begin()
      advance()
      parseType()
      finish(.isTypePattern, mark)
      return true
    }
    if isAtBinding { return parseBinding { $0.parseMatchingPattern(.bindingPattern) } }
    return parseSequence(context.union(.condition))
  }

  /// Whether `let` or another word that binds names is there.
  @inline(__always)
  var isAtBinding: Bool {
    switch kind {
    case .keyword: isAt(.let) || isAt(.var) || isAt(.inout)
    case .identifier: isBindingWord(at: index)
    default: false
    }
  }

  /// Whether the name in a `let` pattern is bound: nothing goes on with it.
  func isBoundName(at index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .period, .leftParen, .leftSquare: return false
    default: return !isOperator("<", at: index + 1) || !isGeneric(at: index + 1)
    }
  }
}
