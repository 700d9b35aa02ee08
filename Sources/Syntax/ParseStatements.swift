import SwiftLexer

extension Parser {
  /// Parses statements and declarations up to `limit`.
  mutating func parseStatements() {
    while !isAtEnd { parseStatementOrDeclaration() }
  }

  mutating func parseStatementOrDeclaration() {
    switch kind {
    case .semicolon: advance()
    case .poundSourceLocation: parseSourceLocation()
    case .poundIf:
      if !parseDeclaration() { parseIfConfig(.statements) }
    case .atSign:
      parseDeclaration()
    case .keyword:
      if !parseStatementOfKeyword() { parseExpressionStatement() }
    case .identifier:
      if !parseStatementOfWord() { parseExpressionStatement() }
    default:
      parseExpressionStatement()
    }
  }

  private mutating func parseExpressionStatement() {
    if !parseExpression() { skipUnexpected() }
  }

  /// Parses the statement or declaration that a keyword begins.
  /// - Returns: false where it is an expression.
  private mutating func parseStatementOfKeyword() -> Bool {
    switch token.keyword {
    case .if, .switch: parseBranchStatement()
    case .guard: parseStatement(.guardStmt)
    case .return: parseStatement(.returnStmt)
    case .for: parseStatement(.forStmt)
    case .while: parseStatement(.whileStmt)
    case .do: parseStatement(.doStmt)
    case .defer: parseStatement(.deferStmt)
    case .throw: parseStatement(.throwStmt)
    case .break: parseStatement(.breakStmt)
    case .continue: parseStatement(.continueStmt)
    case .fallthrough: parseStatement(.fallThroughStmt)
    case .repeat where tokens[index + 1].kind == .leftBrace: parseStatement(.repeatStmt)
    case .case: parseSwitchCase()
    case .inout: return false
    default: return parseDeclaration()
    }
    return true
  }

  /// Parses a statement or declaration that a contextual word or a label begins.
  /// - Returns: false where it is just a name.
  private mutating func parseStatementOfWord() -> Bool {
    switch tokens[index + 1].kind {
    case .colon:
      guard isAtLabel else { return false }
      let mark = begin()
      move(to: index + 2)
      _ = parseStatementOfKeyword()
      finish(.labeledStmt, mark)
      return true
    case .keyword where tokens[index + 1].keyword == .case:
      // The case of a `switch` after a name such as `open`.
      return false
    case .keyword, .leftParen:
      break
    default:
      guard beginsOperand(at: index + 1) else { return false }
    }
    if parseDeclaration() { return true }
    guard let word, word == .yield || word == .discard, !tokens[index + 1].isAtLineStart,
      beginsOperand(at: index + 1)
    else { return false }
    parseStatement(word == .yield ? .yieldStmt : .discardStmt)
    return true
  }

  /// Whether a label and its statement begin here.
  private var isAtLabel: Bool {
    guard tokens[index + 1].kind == .colon else { return false }
    switch tokens[index + 2].keyword {
    case .for, .while, .repeat, .do, .if, .switch, .guard, .defer: return true
    default: return false
    }
  }

  /// Parses `if` and `switch` where no operand stands before them; `as T` may follow.
  private mutating func parseBranchStatement() {
    let mark = begin()
    parseBranch()
    guard isAt(.as), !isAtEnd else { return }
    parseCast()
    finish(.sequenceExpr, mark)
  }

  /// Parses a statement of that kind, whose first word is there.
  private mutating func parseStatement(_ kind: SyntaxKind) {
    let mark = take()
    switch kind {
    case .breakStmt, .continueStmt:
      if self.kind == .identifier || self.kind == .rawIdentifier, !isAtLineStart, !isAtEnd {
        advance()
      }
    case .deferStmt: parseBlock(.codeBlock)
    case .discardStmt, .throwStmt, .yieldStmt: parseExpression()
    case .doStmt:
      if isAt(.throws) { parseThrows() }
      parseBlock(.codeBlock)
      while isAt(.catch), !isAtEnd { parseCatch() }
    case .forStmt: parseFor()
    case .guardStmt:
      parseConditions()
      eat(.else)
      parseBlock(.codeBlock)
    case .repeatStmt:
      parseBlock(.codeBlock)
      if eat(.while) { parseExpression() }
    case .returnStmt:
      if beginsReturnedValue { parseExpression() }
    case .whileStmt:
      parseConditions()
      parseBlock(.codeBlock)
    default: break
    }
    finish(kind, mark)
  }

  /// Parses `if … else if … else`. It needs no recursion, however long the chain is.
  mutating func parseIf() {
    var marks: [Mark] = []
    var hasElse = false
    repeat {
      marks.append(take())
      parseConditions()
      parseBlock(.codeBlock)
      hasElse = eat(.else)
    } while hasElse && isAt(.if) && !isAtEnd
    if hasElse { parseBlock(.codeBlock) }
    for mark in marks.reversed() { finish(.ifExpr, mark) }
  }

  private mutating func parseConditions() {
    while kind != .leftBrace, !isAtEnd, parseCondition(), eat(.comma) {}
  }

  /// Parses a condition of `if`, `guard` or `while`. Returns false if there is none.
  private mutating func parseCondition() -> Bool {
    if kind == .poundAvailable || kind == .poundUnavailable {
      parseAvailability()
      return true
    }
    let isMatching = isAt(.case)
    guard isMatching || isAt(.let) || isAt(.var) || isAt(.inout) else {
      return parseExpression(.condition)
    }
    let mark = take()
    parseMatchingPattern(isMatching ? .pattern : .bindingPattern)
    parseTypeAnnotation()
    parseInitializerClause(.condition)
    finish(isMatching ? .matchingPatternCondition : .optionalBindingCondition, mark)
    return true
  }

  mutating func parseAvailability() {
    let mark = take()
    if kind == .leftParen { skipBracket() }
    finish(.availabilityCondition, mark)
  }

  /// Parses `: T`, if it is there.
  mutating func parseTypeAnnotation() {
    guard kind == .colon else { return }
    let mark = take()
    parseResultType()
    finish(.typeAnnotation, mark)
  }

  /// Parses `= value`, if it is there.
  mutating func parseInitializerClause(_ context: ExpressionContext = []) {
    guard kind == .equal else { return }
    let mark = take()
    parseExpression(context)
    finish(.initializerClause, mark)
  }

  private mutating func parseCatch() {
    let mark = take()
    if kind != .leftBrace { parseList { $0.parseMatchingItem(.catchItem, .condition) } }
    parseBlock(.codeBlock)
    finish(.catchClause, mark)
  }

  /// Parses a pattern with a condition after it.
  private mutating func parseMatchingItem(_ kind: SyntaxKind, _ context: ExpressionContext) -> Bool
  {
    let mark = begin()
    let hasPattern = !isAt(.where) && parseMatchingPattern(.pattern)
    guard parseWhereClause(context) || hasPattern else { return false }
    finish(kind, mark)
    return true
  }

  /// Parses `where condition`, if it is there.
  @discardableResult
  private mutating func parseWhereClause(_ context: ExpressionContext) -> Bool {
    guard isAt(.where), !isAtEnd else { return false }
    let mark = take()
    parseExpression(context)
    finish(.whereClause, mark)
    return true
  }

  private mutating func parseFor() {
    eat(.try)
    if word == .await { advance() }
    if word == .unsafe, tokens[index + 1].keyword != .in, tokens[index + 1].kind != .colon {
      advance()
    }
    if eat(.case) { parseMatchingPattern(.pattern) } else { parsePattern() }
    parseTypeAnnotation()
    if eat(.in), kind != .leftBrace { parseExpression(.condition) }
    parseWhereClause(.condition)
    parseBlock(.codeBlock)
  }

  private var beginsReturnedValue: Bool {
    if isAtEnd { return false }
    let next = tokens[index + 1]
    switch kind {
    case .rightBrace, .semicolon, .poundIf, .poundEndif, .poundElse, .poundElseif, .endOfFile,
      .poundSourceLocation:
      return false
    case .keyword where isAt(.`init`): return next.kind == .leftParen && !isAtLineStart
    case .keyword where isAt(.repeat): return next.kind != .leftBrace
    case .keyword: return beginsOperand(at: index)
    case .identifier: return !isAtLineStart || declarationKeyword(from: index) == nil && !isAtLabel
    case .atSign: return !isAtLineStart
    default: return true
    }
  }

  // MARK: - switch

  mutating func parseSwitch() {
    let mark = take()
    if kind != .leftBrace { parseExpression(.condition) }
    parseBlock(.switchCaseList)
    finish(.switchExpr, mark)
  }

  /// Parses cases of a `switch` up to `limit`.
  mutating func parseSwitchCases() {
    while !isAtEnd {
      if kind == .poundIf {
        parseIfConfig(.cases)
      } else if isSwitchCase(at: index) {
        parseSwitchCase()
      } else if kind == .pound {
        // `#error` and `#warning`.
        parseMacro(as: .macroExpansionDecl)
      } else {
        parseStatementOrDeclaration()
      }
    }
  }

  /// Whether `case`, `default` or an attribute before them is there.
  private mutating func isSwitchCase(at start: Int) -> Bool {
    let index = endOfAttributes(from: start)
    return tokens[index].keyword == .case || tokens[index].keyword == .default
  }

  private mutating func parseSwitchCase() {
    let mark = begin()
    parseAttributes()
    if isAt(.case) {
      let label = take()
      if kind != .colon { parseList { $0.parseMatchingItem(.switchCaseItem, []) } }
      eat(.colon)
      finish(.switchCaseLabel, label)
    } else {
      advance()
      eat(.colon)
    }
    while !isAtEnd, !isAtEndOfSwitchCase() { parseStatementOrDeclaration() }
    finish(.switchCase, mark)
  }

  private mutating func isAtEndOfSwitchCase() -> Bool {
    switch kind {
    case .keyword: isAt(.case) || isAt(.default)
    case .atSign: isSwitchCase(at: index)
    case .poundIf: beginsCases()
    default: false
    }
  }

  /// Whether the code of the `#if` begins with a case.
  private mutating func beginsCases() -> Bool {
    var directive = directive(at: index)
    while let body = directive?.body {
      switch tokens[body].kind {
      case .poundIf, .poundElse, .poundElseif:
        if limit <= body { return false }
        directive = self.directive(at: body)
      default:
        return isSwitchCase(at: body)
      }
    }
    return false
  }

  // MARK: - Patterns

  /// Parses a pattern that has no expressions: after `let`, in `for`.
  @discardableResult
  mutating func parsePattern() -> Bool {
    guard !isAtEnd else { return false }
    if isAtBinding { return parseBinding { $0.parsePattern() } }
    switch kind {
    case .leftParen: parse(.tuplePattern)
    case .identifier, .rawIdentifier, .placeholder, .dollarIdentifier:
      addLeaf(isWildcard(at: index) ? .wildcardPattern : .identifierPattern)
    case .keyword where !isAtLineStart: addLeaf(.unexpected)
    default: return false
    }
    return true
  }

  /// Parses `let` with the pattern after it.
  private mutating func parseBinding(_ parse: (inout Parser) -> Bool) -> Bool {
    let mark = take()
    inChain { _ = parse(&$0) }
    finish(.valueBindingPattern, mark)
    return true
  }

  func isWildcard(at index: Int) -> Bool {
    tokens[index].length == 1 && source.bytes[tokens[index].start] == UInt8(ascii: "_")
  }

  /// Parses a pattern with its label. Returns false if there is none.
  mutating func parseTuplePatternElement() -> Bool {
    let mark = begin()
    let hasLabel = kind == .identifier && tokens[index + 1].kind == .colon
    if hasLabel { move(to: index + 2) }
    let isPattern = parsePattern()
    if hasLabel { finish(.tuplePatternElement, mark) }
    return isPattern || hasLabel
  }

  /// Parses a pattern after `case`, which may be an expression.
  /// - Parameter context: `.pattern`, or `.bindingPattern` within a `let`.
  /// - Returns: false if there is none.
  @discardableResult
  mutating func parseMatchingPattern(_ context: ExpressionContext) -> Bool {
    if isAtBinding { return parseBinding { $0.parseMatchingPattern(.bindingPattern) } }
    guard isAt(.is) else { return parseSequence(context.union(.condition)) }
    let mark = take()
    parseType()
    finish(.isTypePattern, mark)
    return true
  }

  /// Whether `let` or another word that binds names is there.
  @inline(__always)
  var isAtBinding: Bool {
    switch kind {
    case .keyword: isAt(.let) || isAt(.var) || isAt(.inout)
    case .identifier:
      tokens[index + 1].kind == .identifier && word == .borrowing
        && !tokens[index + 1].isAtLineStart
    default: false
    }
  }
}
