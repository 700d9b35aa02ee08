import SwiftLexer

extension Parser {
  /// Parses statements and declarations up to `limit`.
  mutating func parseStatements() {
    while !isAtEnd { parseStatementOrDeclaration() }
  }

  /// Parses `{ … }`, if it is there.
  mutating func parseCodeBlock() {
    guard kind == .leftBrace, !isAtEnd, !deferPart(.codeBlock) else { return }
    let mark = begin()
    let bracket = open()
    parseStatements()
    close(bracket)
    finish(.codeBlock, mark)
  }

  private mutating func parseStatementOrDeclaration() {
    switch kind {
    case .semicolon:
      advance()
    case .poundIf:
      if holdsAttributes(index) != nil {
        parseDeclaration(inMembers: false)
      } else {
        parseIfConfig(.statements)
      }
    case .poundSourceLocation:
      parseSourceLocation()
    case .keyword:
      parseStatementOfKeyword()
    case .identifier:
      if tokens[index + 1].kind == .period || !parseStatementOfWord() { parseExpressionStatement() }
    case .atSign:
      if beginsDeclaration {
        parseDeclaration(inMembers: false)
      } else if !parseExpression() {
        skipAttributes()
      }
    default:
      parseExpressionStatement()
    }
  }

  private mutating func parseExpressionStatement() {
    if !parseExpression() { skipUnexpected() }
  }

  private mutating func parseStatementOfKeyword() {
    switch token.keyword {
    case .if, .switch: parseBranchStatement()
    case .guard: parseGuard()
    case .return: parseReturn()
    case .for: parseFor()
    case .while: parseWhile()
    case .do: parseDo()
    case .repeat where tokens[index + 1].kind == .leftBrace: parseRepeat()
    case .defer: parseKeywordAndBlock(.deferStmt)
    case .throw:
      let mark = begin()
      advance()
      parseExpression()
      finish(.throwStmt, mark)
    case .break: parseJump(.breakStmt)
    case .continue: parseJump(.continueStmt)
    case .fallthrough: addLeaf(.fallThroughStmt)
    case .`self`, .Self, .super, .try, .true, .false, .nil: parseExpressionStatement()
    case .inout, .case: parseExpressionStatement()
    default:
      if declarationKeyword(from: index) != nil {
        parseDeclaration(inMembers: false)
      } else {
        parseExpressionStatement()
      }
    }
  }

  /// Parses what a contextual word or a label begins.
  /// - Returns: false where it is just a name.
  private mutating func parseStatementOfWord() -> Bool {
    let next = tokens[index + 1]
    switch next.kind {
    case .colon:
      return parseLabeledStatement()
    case .identifier, .rawIdentifier, .placeholder, .keyword, .atSign, .leftParen,
      .prefixAmpersand, .prefixOperator, .integerLiteral, .floatLiteral, .openQuote, .stringPounds,
      .dollarIdentifier, .backslash, .pound:
      break
    default:
      return false
    }
    guard let word else { return false }
    if word.isModifier || word == .actor || word == .macro || word == .using {
      guard declarationKeyword(from: index) != nil else { return false }
      parseDeclaration(inMembers: false)
      return true
    }
    guard word == .yield || word == .discard, !next.isAtLineStart, next.kind != .leftParen,
      next.kind != .keyword || isOperandKeyword(next.keyword)
    else { return false }
    let mark = begin()
    advance()
    parseExpression()
    finish(word == .yield ? .yieldStmt : .discardStmt, mark)
    return true
  }

  private func isOperandKeyword(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .Any, .Self, .`self`, .super, .`init`, .true, .false, .nil, .repeat, .try, .if, .switch: true
    default: false
    }
  }

  private mutating func parseLabeledStatement() -> Bool {
    switch tokens[index + 2].keyword {
    case .for, .while, .repeat, .do, .if, .switch, .guard, .defer: break
    default: return false
    }
    let mark = begin()
    advance()
    advance()
    parseStatementOfKeyword()
    finish(.labeledStmt, mark)
    return true
  }

  /// Parses `if` and `switch` where no operand stands before them; `as T` may follow.
  private mutating func parseBranchStatement() {
    let mark = begin()
    if isAt(.if) { parseIf() } else { parseSwitch() }
    guard isAt(.as), !isAtEnd else { return }
    let cast = begin()
    advance()
    if kind == .postfixQuestionMark || kind == .exclamationMark { advance() }
    finish(.unresolvedAsExpr, cast)
    parseType()
    finish(.sequenceExpr, mark)
  }

  /// Parses `if … else if … else`: without recursion, however long the chain is.
  mutating func parseIf() {
    var marks: [Mark] = []
    while true {
      marks.append(begin())
      advance()
      parseConditions()
      parseCodeBlock()
      guard eat(.else) else { break }
      if isAt(.if), !isAtEnd { continue }
      parseCodeBlock()
      break
    }
    for mark in marks.reversed() { finish(.ifExpr, mark) }
  }

  private mutating func parseGuard() {
    let mark = begin()
    advance()
    parseConditions()
    if eat(.else) { parseCodeBlock() } else if kind == .leftBrace { parseCodeBlock() }
    finish(.guardStmt, mark)
  }

  private mutating func parseConditions() {
    while !isAtEnd, kind != .leftBrace {
      guard parseCondition(), eat(.comma) else { return }
    }
  }

  private mutating func parseCondition() -> Bool {
    let mark = begin()
    switch kind {
    case .poundAvailable, .poundUnavailable:
      parseAvailability()
    case .keyword where isAt(.case):
      advance()
      parseMatchingPattern(.pattern)
      parseRestOfBinding()
      finish(.matchingPatternCondition, mark)
    case .keyword where isAt(.let) || isAt(.var) || isAt(.inout):
      advance()
      parseMatchingPattern(.bindingPattern)
      parseRestOfBinding()
      finish(.optionalBindingCondition, mark)
    default:
      return parseExpression(.condition)
    }
    return true
  }

  private mutating func parseRestOfBinding() {
    if kind == .colon { parseTypeAnnotation() }
    if kind == .equal { parseInitializerClause(.condition) }
  }

  mutating func parseAvailability() {
    let mark = begin()
    advance()
    if kind == .leftParen { skipBracket() }
    finish(.availabilityCondition, mark)
  }

  mutating func parseTypeAnnotation() {
    let mark = begin()
    advance()
    parseResultType()
    finish(.typeAnnotation, mark)
  }

  mutating func parseInitializerClause(_ context: ExpressionContext = []) {
    let mark = begin()
    advance()
    parseExpression(context)
    finish(.initializerClause, mark)
  }

  private mutating func parseWhile() {
    let mark = begin()
    advance()
    parseConditions()
    parseCodeBlock()
    finish(.whileStmt, mark)
  }

  private mutating func parseRepeat() {
    let mark = begin()
    advance()
    parseCodeBlock()
    if eat(.while) { parseExpression() }
    finish(.repeatStmt, mark)
  }

  private mutating func parseKeywordAndBlock(_ kind: SyntaxKind) {
    let mark = begin()
    advance()
    parseCodeBlock()
    finish(kind, mark)
  }

  private mutating func parseDo() {
    let mark = begin()
    advance()
    if isAt(.throws) { parseThrows() }
    parseCodeBlock()
    while isAt(.catch), !isAtEnd { parseCatch() }
    finish(.doStmt, mark)
  }

  private mutating func parseCatch() {
    let mark = begin()
    advance()
    while kind != .leftBrace, !isAtEnd {
      let item = begin()
      let hasPattern = !isAt(.where) && parseMatchingPattern(.pattern)
      let hasWhere = parseWhereClause(.condition)
      guard hasPattern || hasWhere else { break }
      finish(.catchItem, item)
      if !eat(.comma) { break }
    }
    parseCodeBlock()
    finish(.catchClause, mark)
  }

  /// Parses `where condition`, if it is there.
  private mutating func parseWhereClause(_ context: ExpressionContext) -> Bool {
    guard isAt(.where), !isAtEnd else { return false }
    let mark = begin()
    advance()
    parseExpression(context)
    finish(.whereClause, mark)
    return true
  }

  private mutating func parseFor() {
    let mark = begin()
    advance()
    _ = eat(.try)
    _ = eat(.await)
    if word == .unsafe, tokens[index + 1].keyword != .in, tokens[index + 1].kind != .colon {
      advance()
    }
    if eat(.case) {
      parseMatchingPattern(.pattern)
    } else {
      parsePattern()
    }
    if kind == .colon { parseTypeAnnotation() }
    if eat(.in), kind != .leftBrace { parseExpression(.condition) }
    _ = parseWhereClause(.condition)
    parseCodeBlock()
    finish(.forStmt, mark)
  }

  private mutating func parseReturn() {
    let mark = begin()
    advance()
    if beginsReturnedValue { parseExpression() }
    finish(.returnStmt, mark)
  }

  private var beginsReturnedValue: Bool {
    if isAtEnd { return false }
    switch kind {
    case .rightBrace, .semicolon, .poundIf, .poundEndif, .poundElse, .poundElseif, .endOfFile,
      .poundSourceLocation:
      return false
    case .keyword:
      switch token.keyword {
      case .Any, .Self, .`self`, .super, .true, .false, .nil, .try, .if, .switch, .is: return true
      case .`init`: return tokens[index + 1].kind == .leftParen && !isAtLineStart
      case .repeat: return tokens[index + 1].kind != .leftBrace
      case .inout: return true
      default: return false
      }
    case .identifier:
      return !isAtLineStart && tokens[index + 1].kind == .period
        || declarationKeyword(from: index) == nil && !isLabeledStatement
    case .atSign:
      return !beginsDeclaration
    default:
      return true
    }
  }

  private var isLabeledStatement: Bool {
    guard tokens[index + 1].kind == .colon else { return false }
    switch tokens[index + 2].keyword {
    case .for, .while, .repeat, .do, .if, .switch, .guard, .defer: return true
    default: return false
    }
  }

  private mutating func parseJump(_ kind: SyntaxKind) {
    let mark = begin()
    advance()
    if self.kind == .identifier || self.kind == .rawIdentifier, !isAtLineStart, !isAtEnd,
      declarationKeyword(from: index) == nil
    {
      advance()
    }
    finish(kind, mark)
  }

  // MARK: - switch

  mutating func parseSwitch() {
    let mark = begin()
    advance()
    if kind != .leftBrace { parseExpression(.condition) }
    if kind == .leftBrace, !isAtEnd { parseSwitchCaseList() }
    finish(.switchExpr, mark)
  }

  mutating func parseSwitchCaseList() {
    if deferPart(.switchCaseList) { return }
    let mark = begin()
    let bracket = open()
    parseSwitchCases()
    close(bracket)
    finish(.switchCaseList, mark)
  }

  mutating func parseSwitchCases() {
    while !isAtEnd {
      if kind == .poundIf {
        parseIfConfig(.cases)
      } else if isSwitchCase(at: index) {
        parseSwitchCase()
      } else if kind == .pound {
        // `#error` and `#warning`.
        parseMacro([], as: .macroExpansionDecl)
      } else {
        parseStatementOrDeclaration()
      }
    }
  }

  /// Whether `case`, `default` or an attribute before them is there.
  private func isSwitchCase(at start: Int) -> Bool {
    var index = start
    while tokens[index].kind == .atSign, index < limit { index = endOfAttribute(at: index) }
    return tokens[index].keyword == .case || tokens[index].keyword == .default
  }

  private mutating func parseSwitchCase() {
    let mark = begin()
    while kind == .atSign, !isAtEnd { parseAttribute() }
    if isAt(.case) {
      parseSwitchCaseLabel()
    } else {
      advance()
      _ = eat(.colon)
    }
    while !isAtEnd, !isEndOfSwitchCase { parseStatementOrDeclaration() }
    finish(.switchCase, mark)
  }

  private mutating func parseSwitchCaseLabel() {
    let mark = begin()
    advance()
    while kind != .colon, !isAtEnd {
      let item = begin()
      let hasPattern = parseMatchingPattern(.pattern)
      let hasWhere = isAt(.where)
      _ = parseWhereClause([])
      guard hasPattern || hasWhere else { break }
      finish(.switchCaseItem, item)
      if !eat(.comma) { break }
    }
    _ = eat(.colon)
    finish(.switchCaseLabel, mark)
  }

  private var isEndOfSwitchCase: Bool {
    switch kind {
    case .keyword: isAt(.case) || isAt(.default)
    case .atSign: isSwitchCase(at: index)
    case .poundIf: beginsCases
    default: false
    }
  }

  /// Whether the code of the `#if` begins with a case.
  private var beginsCases: Bool {
    guard var directive else { return false }
    while true {
      if tokens[directive.body].kind == .atSign || tokens[directive.body].kind == .keyword {
        return isSwitchCase(at: directive.body)
      }
      switch tokens[directive.body].kind {
      case .poundIf, .poundElse, .poundElseif:
        let number = pairs.partners[directive.body]
        guard number != TokenPairs.none, directive.body < limit else { return false }
        directive = pairs.directives[Int(number)]
      default:
        return false
      }
    }
  }

  // MARK: - Closures

  mutating func parseClosure() {
    guard kind == .leftBrace, !isAtEnd, !deferPart(.closure) else { return }
    let mark = begin()
    let bracket = open()
    parseClosureSignature()
    parseStatements()
    close(bracket)
    finish(.closureExpr, mark)
  }

  private mutating func parseClosureSignature() {
    switch kind {
    case .atSign, .leftParen, .leftSquare, .identifier, .rawIdentifier, .placeholder: break
    default: return
    }
    guard let end = endOfClosureSignature() else { return }
    let mark = begin()
    while kind == .atSign, index < end { parseAttribute() }
    if kind == .leftSquare { parseCaptures() }
    if kind == .leftParen {
      parseParameterClause(inClosure: true)
    } else if tokens[index + 1].kind == .colon, index < end {
      let clause = begin()
      while index < end, parseParameter(inClosure: true), eat(.comma) {}
      finish(.parameterClause, clause)
    } else {
      while kind == .identifier || kind == .rawIdentifier || kind == .placeholder, index < end,
        !(word == .async && endOfEffects(from: index) == end)
      {
        addLeaf(.closureShorthandParameter)
        if !eat(.comma) { break }
      }
    }
    parseEffects()
    if kind == .arrow { parseReturnClause() }
    if index < end {
      let outer = limit
      limit = end
      finishUnexpected()
      limit = outer
    }
    _ = eat(.in)
    finish(.closureSignature, mark)
  }

  /// The `in` of the closure whose code begins at the current token; nil if there is none.
  private func endOfClosureSignature() -> Int? {
    var index = index
    // Most closures without a signature are told by their second token.
    if tokens[index].kind == .identifier {
      switch tokens[index + 1].kind {
      case .comma, .colon, .identifier, .keyword, .arrow: break
      default: return nil
      }
    }
    while tokens[index].kind == .atSign, index < limit { index = endOfAttribute(at: index) }
    if tokens[index].kind == .leftSquare {
      guard let close = pairs.partner(of: index), close < limit, index < close else { return nil }
      index = close + 1
    }
    if tokens[index].kind == .leftParen {
      guard let close = pairs.partner(of: index), close < limit, index < close else { return nil }
      index = close + 1
    } else if tokens[index].isWord, tokens[index].kind != .keyword {
      guard let end = endOfShorthandParameters(from: index) else { return nil }
      index = end
    }
    index = endOfEffects(from: index)
    if tokens[index].kind == .arrow {
      guard let end = endOfType(at: index + 1) else { return nil }
      index = endOfEffects(from: end)
    }
    return tokens[index].keyword == .in && index < limit ? index : nil
  }

  private func endOfShorthandParameters(from start: Int) -> Int? {
    var index = start
    while tokens[index].kind == .identifier || tokens[index].kind == .rawIdentifier
      || tokens[index].kind == .placeholder, index < limit
    {
      index += 1
      if tokens[index].kind == .colon {
        guard let end = endOfType(at: index + 1) else { return nil }
        index = end
      }
      guard tokens[index].kind == .comma else { return index }
      index += 1
    }
    return nil
  }

  private mutating func parseCaptures() {
    let mark = begin()
    let bracket = open()
    while !isAtEnd {
      let capture = begin()
      if word == .weak || word == .unowned, isCaptureSpecifier(before: index + 1) {
        let isUnowned = word == .unowned
        advance()
        if isUnowned, kind == .leftParen { skipBracket() }
      }
      let name = index
      guard token.isWord || kind == .placeholder else { break }
      advance()
      if kind == .equal { parseInitializerClause() }
      finish(.closureCapture, capture, token: name)
      if !eat(.comma) { break }
    }
    close(bracket)
    finish(.closureCaptureClause, mark)
  }

  private func isCaptureSpecifier(before index: Int) -> Bool {
    tokens[index].isWord || tokens[index].kind == .leftParen || tokens[index].kind == .placeholder
  }
}
