import SwiftLexer

/// What decides how an expression is parsed, beside its tokens.
struct ExpressionContext: OptionSet {
  let rawValue: UInt8

  /// `{` after it begins a block, as in `if a {`.
  static let condition = Self(rawValue: 1)
  /// It ends with its line, as after `#if`.
  static let directive = Self(rawValue: 2)
  /// `let` may stand in it.
  static let pattern = Self(rawValue: 4)
  /// Its names may be bound by a `let` before it.
  static let bindingPattern: Self = [.pattern, Self(rawValue: 8)]

  var bindsNames: Bool { contains(.bindingPattern) }
  /// That of what stands in its brackets.
  var inBrackets: Self { intersection(.bindingPattern) }
}

extension Parser {
  /// Parses an expression; in a pattern, maybe a pattern.
  /// - Returns: false if there is none.
  @discardableResult
  mutating func parseExpression(_ context: ExpressionContext = []) -> Bool {
    if context.contains(.pattern), isAt(.is) || isAtBinding {
      return parseMatchingPattern(.pattern)
    }
    return parseSequence(context)
  }

  /// Parses operands and the operators between them.
  mutating func parseSequence(_ context: ExpressionContext) -> Bool {
    let mark = begin()
    guard parseElement(context) else { return false }
    var isSequence = false
    while !isAtEnd {
      if context.contains(.directive), isAtLineStart { break }
      guard let needsOperand = parseInfix(context) else { break }
      isSequence = true
      if needsOperand {
        if context.contains(.directive), isAtLineStart { break }
        guard parseElement(context) else { break }
      }
    }
    if isSequence { finish(.sequenceExpr, mark) }
    return true
  }

  /// Parses an operator between operands, with the type after `as` and `is`.
  /// - Returns: whether an operand follows; nil if there is no operator.
  private mutating func parseInfix(_ context: ExpressionContext) -> Bool? {
    switch kind {
    case .binaryOperator:
      addLeaf(.binaryOperatorExpr)
      return true
    case .equal:
      if context.contains(.pattern) { return nil }
      addLeaf(.assignmentExpr)
      return true
    case .infixQuestionMark:
      let mark = begin()
      advance()
      if enterChain() {
        _ = parseSequence(context)
        leaveChain()
      }
      _ = eat(.colon)
      finish(.unresolvedTernaryExpr, mark)
      return true
    case .keyword where isAt(.is) || isAt(.as):
      let mark = begin()
      let kind = isAt(.is) ? SyntaxKind.unresolvedIsExpr : .unresolvedAsExpr
      advance()
      if self.kind == .postfixQuestionMark || self.kind == .exclamationMark,
        kind == .unresolvedAsExpr
      {
        advance()
      }
      finish(kind, mark)
      parseType()
      return false
    case .arrow:
      return parseArrow()
    case .keyword where isAt(.throws):
      return parseArrow()
    case .identifier:
      guard word == .async,
        tokens[index + 1].kind == .arrow || tokens[index + 1].keyword == .throws
      else { return nil }
      return parseArrow()
    default:
      return nil
    }
  }

  private mutating func parseArrow() -> Bool {
    let mark = begin()
    parseEffects()
    _ = eat(.arrow)
    finish(.arrowExpr, mark)
    return true
  }

  /// Parses an operand with the words and operators before it.
  mutating func parseElement(_ context: ExpressionContext) -> Bool {
    guard let kind = prefixKind(context) else {
      if isAtTypeWithPrefix, endOfType(at: index) != nil { return parseType() }
      return parseUnprefixed(context)
    }
    return parsePrefixed(kind, context)
  }

  /// Whether attributes or specifiers begin a type here, as in `@Sendable () -> Void.self`.
  private var isAtTypeWithPrefix: Bool {
    switch kind {
    case .atSign: true
    case .keyword: isAt(.inout)
    case .identifier:
      tokens[index + 1].kind == .leftParen && word == .nonisolated
        && word(at: index + 2) == .nonsending
    default: false
    }
  }

  /// The node that the current token begins if it stands before an operand.
  @inline(__always)
  private func prefixKind(_ context: ExpressionContext) -> SyntaxKind? {
    switch kind {
    case .identifier: prefixKindOfWord(context)
    case .keyword:
      isAt(.try) ? .tryExpr : isAt(.repeat) ? .packExpansionExpr : nil
    case .prefixOperator: .prefixOperatorExpr
    case .prefixAmpersand: .inOutExpr
    default: nil
    }
  }

  private func prefixKindOfWord(_ context: ExpressionContext) -> SyntaxKind? {
    // Most names are followed by what no operand begins with.
    let next = tokens[index + 1]
    switch next.kind {
    case .comma, .rightParen, .colon, .rightSquare, .rightBrace, .binaryOperator, .equal: return nil
    default: break
    }
    guard let word, let kind = word.prefixedExpression else { return nil }
    if word == .await { return kind }
    if next.isAtLineStart { return nil }
    switch next.kind {
    case .identifier, .rawIdentifier, .placeholder, .dollarIdentifier, .integerLiteral,
      .floatLiteral, .openQuote, .stringPounds, .regexSlash, .regexPounds, .prefixAmpersand,
      .prefixOperator, .atSign, .backslash, .pound:
      return kind
    case .keyword:
      switch next.keyword {
      case .Any, .Self, .`self`, .super, .`init`, .true, .false, .nil, .repeat, .try, .if, .switch:
        return kind
      default: return nil
      }
    case .period, .leftParen, .leftSquare:
      return word == .unsafe && token.end != next.start ? kind : nil
    case .leftBrace:
      return word == .unsafe && isTrailingClosure(at: index + 1, context) ? kind : nil
    default:
      return nil
    }
  }

  /// Parses `try await -x`: without recursion, as each word wraps the rest.
  private mutating func parsePrefixed(_ first: SyntaxKind, _ context: ExpressionContext) -> Bool {
    var prefixes: [(kind: SyntaxKind, mark: Mark)] = []
    var next: SyntaxKind? = first
    var isAfterOperator = false
    while let kind = next {
      let isOperator = kind == .prefixOperatorExpr || kind == .inOutExpr
      if isAfterOperator, !isOperator { break }
      isAfterOperator = isOperator
      prefixes.append((kind, begin()))
      advance()
      if kind == .tryExpr, self.kind == .postfixQuestionMark || self.kind == .exclamationMark {
        advance()
      }
      if kind == .packExpansionExpr { break }
      next = prefixKind(context)
    }
    if prefixes.last?.kind == .packExpansionExpr {
      if enterChain() {
        parseExpression(context)
        leaveChain()
      }
    } else if isAfterOperator {
      _ = parseUnprefixed(context)
    } else {
      if isAtTypeWithPrefix, endOfType(at: index) != nil {
        parseType()
      } else {
        _ = parseUnprefixed(context)
      }
    }
    for prefix in prefixes.reversed() { finish(prefix.kind, prefix.mark) }
    return true
  }

  private mutating func parseUnprefixed(_ context: ExpressionContext) -> Bool {
    if isAtEnd { return false }
    let mark = begin()
    switch kind {
    case .keyword where isAt(.if):
      if enterChain() {
        parseIf()
        leaveChain()
      }
      return true
    case .keyword where isAt(.switch):
      if enterChain() {
        parseSwitch()
        leaveChain()
      }
      return true
    case .backslash:
      parseKeyPath(context)
      return true
    default:
      guard parsePrimary(context, mark) else { return false }
      parseSuffixes(mark, context)
      return true
    }
  }

  // MARK: - What an operand begins with

  private mutating func parsePrimary(_ context: ExpressionContext, _ mark: Mark) -> Bool {
    switch kind {
    case .identifier, .rawIdentifier, .placeholder, .dollarIdentifier:
      parseName(context, mark)
    case .integerLiteral: addLeaf(.integerLiteralExpr)
    case .floatLiteral: addLeaf(.floatLiteralExpr)
    case .openQuote, .stringPounds: parseString()
    case .regexSlash, .regexPounds: parseRegex()
    case .keyword: return parseKeywordOperand(context, mark)
    case .leftParen: parseTuple(context.inBrackets)
    case .leftSquare: parseCollection()
    case .leftBrace: parseClosure()
    case .period: return parseImplicitMember(mark)
    case .pound:
      guard tokens[index + 1].isWord, !tokens[index + 1].isAtLineStart else { return false }
      parseMacro(context)
    case .colonColon: parseName(context, mark)
    case .poundAvailable, .poundUnavailable: parseAvailability()
    default: return false
    }
    return true
  }

  private mutating func parseKeywordOperand(_ context: ExpressionContext, _ mark: Mark) -> Bool {
    if tokens[index + 1].kind == .colonColon {
      parseName(context, mark)
      return true
    }
    switch token.keyword {
    case .true, .false: addLeaf(.booleanLiteralExpr)
    case .nil: addLeaf(.nilLiteralExpr)
    case .super: addLeaf(.superExpr)
    case .Any:
      advance()
      finish(.identifierType, mark)
    case .`self`, .Self, .`init`, .deinit, .subscript: parseName(context, mark)
    default: return false
    }
    return true
  }

  private mutating func parseName(_ context: ExpressionContext, _ mark: Mark) {
    if kind == .identifier, isWildcard(at: index), tokens[index + 1].kind != .colonColon {
      return addLeaf(.discardAssignmentExpr)
    }
    if kind == .identifier, token.length == 3, tokens[index + 1].kind != .colonColon,
      isTypeStart(at: index + 1), !tokens[index + 1].isAtLineStart, isAnyType
    {
      parseType()
      return
    }
    if context.bindsNames, isBoundName(at: index) { return addLeaf(.identifierPattern) }
    passModuleSelector()
    let name = index
    if token.isWord || kind == .placeholder || kind == .dollarIdentifier { advance() }
    if kind == .leftParen { passNamesOfArguments() }
    finish(.declReferenceExpr, mark, token: name)
    parseSpecialization(mark)
  }

  /// Whether `any P` is a type here.
  private var isAnyType: Bool {
    guard word == .any else { return false }
    switch tokens[index + 1].kind {
    case .leftParen, .leftSquare: return false
    default: return true
    }
  }

  @inline(__always)
  private mutating func parseSpecialization(_ mark: Mark) {
    if isAtGenericArguments() {
      parseGenericArguments()
      finish(.genericSpecializationExpr, mark)
    }
  }

  /// Passes the labels of a name such as `f(a:_:)` (SE-0021).
  @inline(__always)
  private mutating func passNamesOfArguments() {
    guard !isAtLineStart, tokens[index + 2].kind == .colon || tokens[index + 1].kind == .colonColon
    else { return }
    var end = index + 1
    while isLabel(at: end), tokens[end + 1].kind == .colon { end += 2 }
    if tokens[end].kind == .rightParen, end < limit, index + 1 < end { move(to: end + 1) }
  }

  private mutating func parseImplicitMember(_ mark: Mark) -> Bool {
    let name = tokens[index + 1]
    guard name.isWord || name.kind == .placeholder, index + 1 < limit else { return false }
    advance()
    passModuleSelector()
    let token = index
    advance()
    if kind == .leftParen { passNamesOfArguments() }
    finish(.memberAccessExpr, mark, token: token)
    // As in Swift's own parser, `<` is read after the member, with what comes after it.
    parseSpecializationOfImplicitMember(mark)
    return true
  }

  private mutating func parseSpecializationOfImplicitMember(_ mark: Mark) {
    parseSpecialization(mark)
  }

  private mutating func parseRegex() {
    let mark = begin()
    _ = eat(.regexPounds)
    _ = eat(.regexSlash)
    _ = eat(.regexBody)
    if !isAtLineStart { _ = eat(.regexSlash) }
    if tokens[index].start == tokens[index - 1].end { _ = eat(.regexPounds) }
    finish(.regexLiteralExpr, mark)
  }

  mutating func parseString() {
    let mark = begin()
    let hasPounds = eat(.stringPounds)
    if kind == .openQuote { advance() }
    while kind == .interpolationBackslash, !isAtEnd { parseInterpolation() }
    if eat(.closeQuote), hasPounds, tokens[index].start == tokens[index - 1].end {
      _ = eat(.stringPounds)
    }
    finish(.stringLiteralExpr, mark)
  }

  /// Parses `\(…)`.
  mutating func parseInterpolation() {
    if maximumDepth <= depth {
      var open = index + 1
      if tokens[open].kind == .stringPounds { open += 1 }
      let close = tokens[open].kind == .leftParen ? pairs.partner(of: open) : nil
      if deferPart(.interpolation, to: close.map { min($0 + 1, limit) } ?? limit) { return }
    }
    let mark = begin()
    advance()
    _ = eat(.stringPounds)
    if kind == .leftParen {
      let bracket = open()
      parseArgumentList([])
      close(bracket)
    }
    finish(.expressionSegment, mark)
  }

  mutating func parseTuple(_ context: ExpressionContext) {
    let part: Part =
      context.bindsNames ? .bindingTuple : context.isEmpty ? .tuple : .patternTuple
    if deferPart(part) { return }
    let mark = begin()
    let bracket = open()
    parseArgumentList(context)
    close(bracket)
    finish(.tupleExpr, mark)
  }

  mutating func parseCollection() {
    if deferPart(.collection) { return }
    let mark = begin()
    let isInline = tokens[index + 1].kind != .rightSquare && isInlineArray
    let bracket = open()
    var kind = SyntaxKind.arrayExpr
    if isInline {
      parseInlineArray()
      kind = .inlineArrayType
    } else if self.kind == .colon, index + 1 == limit {
      advance()
      kind = .dictionaryExpr
    } else {
      kind = parseCollectionElements()
    }
    close(bracket)
    finish(kind, mark)
  }

  /// Parses what is in the brackets of an array or dictionary.
  mutating func parseCollectionElements() -> SyntaxKind {
    var kind = SyntaxKind.arrayExpr
    while !isAtEnd {
      if self.kind == .poundIf {
        parseIfConfig(.arrayElements)
        continue
      }
      let mark = begin()
      guard parseExpression() else { break }
      if eat(.colon) {
        kind = .dictionaryExpr
        parseExpression()
        finish(.dictionaryElement, mark)
      }
      if !eat(.comma), self.kind != .poundIf { break }
    }
    return kind
  }

  /// Parses `#name<T>(…) { … }`.
  mutating func parseMacro(_ context: ExpressionContext, as kind: SyntaxKind = .macroExpansionExpr) {
    let mark = begin()
    advance()
    passModuleSelector()
    let name = index
    if !isAtLineStart, token.isWord { advance() }
    if isAtGenericArguments() { parseGenericArguments() }
    if self.kind == .leftParen, !isAtLineStart { parseArguments(context.inBrackets) }
    if context.isDisjoint(with: [.condition, .directive]), self.kind == .leftBrace,
      isTrailingClosure(at: index, context)
    {
      parseTrailingClosures()
    }
    finish(kind, mark, token: name)
  }

  // MARK: - What goes on with an operand

  mutating func parseSuffixes(_ mark: Mark, _ context: ExpressionContext) {
    while true {
      switch kind {
      case .period:
        if context.contains(.directive), isAtLineStart { return }
        parseMember(mark)
      case .leftParen:
        if isAtLineStart || isAtEnd { return }
        parseArguments(context.inBrackets)
        parseClosures(ofCall: context)
        finish(.functionCallExpr, mark)
      case .leftSquare:
        if isAtLineStart || isAtEnd { return }
        parseArguments(context.inBrackets)
        parseClosures(ofCall: context)
        finish(.subscriptCallExpr, mark)
      case .leftBrace:
        guard !isAtEnd, !lastKind.isLiteralWithoutClosure,
          isTrailingClosure(at: index, context)
        else { return }
        parseTrailingClosures()
        finish(.functionCallExpr, mark)
        if kind == .leftBrace { return }
      case .postfixQuestionMark:
        addSuffix(.optionalChainingExpr, mark)
      case .exclamationMark:
        addSuffix(.forceUnwrapExpr, mark)
      case .postfixOperator:
        addSuffix(.postfixOperatorExpr, mark)
      case .poundIf:
        guard !isAtEnd, context.isDisjoint(with: .directive), directive?.startsWithPeriod == true
        else { return }
        parseIfConfig(.postfix)
        finish(.postfixIfConfigExpr, mark)
      default:
        return
      }
    }
  }

  @inline(__always)
  private mutating func addSuffix(_ kind: SyntaxKind, _ mark: Mark) {
    advance()
    finish(kind, mark)
  }

  /// Parses `.name` after the base that begins at the mark, if there is any.
  mutating func parseMember(_ mark: Mark) {
    advance()
    passModuleSelector()
    let name = index
    switch kind {
    case .identifier, .rawIdentifier, .placeholder, .integerLiteral, .dollarIdentifier: advance()
    // A word on the next line begins something else.
    case .keyword where !isAtLineStart || token.keyword == .`self` || token.keyword == .`init`:
      advance()
    default: break
    }
    if kind == .leftParen { passNamesOfArguments() }
    finish(.memberAccessExpr, mark, token: name)
    parseSpecialization(mark)
  }

  mutating func parseArguments(_ context: ExpressionContext) {
    let part: Part =
      context.bindsNames ? .bindingArguments : context.isEmpty ? .arguments : .patternArguments
    if deferPart(part) { return }
    let mark = begin()
    let bracket = open()
    parseArgumentList(context)
    close(bracket)
    finish(.arguments, mark)
  }

  mutating func parseArgumentList(_ context: ExpressionContext) {
    while !isAtEnd {
      if kind == .poundIf {
        parseIfConfig(.labeledArguments)
        continue
      }
      let mark = begin()
      let name = index
      let hasLabel = kind == .colon || isLabel(at: index) && tokens[index + 1].kind == .colon
      if hasLabel {
        if kind != .colon { advance() }
        advance()
      }
      if !parseOperatorArgument(), !parseExpression(context), !hasLabel { return }
      if hasLabel { finish(.labeledExpr, mark, token: name) }
      if !eat(.comma), kind != .poundIf { return }
    }
  }

  /// Parses an operator that is an argument itself, as in `reduce(0, +)`; and the `extension` of
  /// `@attached(extension, …)`.
  private mutating func parseOperatorArgument() -> Bool {
    guard kind == .binaryOperator || isAt(.extension) else { return false }
    switch tokens[index + 1].kind {
    case .comma, .rightParen, .rightSquare:
      addLeaf(.declReferenceExpr)
      return true
    default:
      return false
    }
  }

  @inline(__always)
  private mutating func parseClosures(ofCall context: ExpressionContext) {
    if kind == .leftBrace, context.isDisjoint(with: [.condition, .directive]), !isAtEnd,
      isTrailingClosure(at: index, context)
    {
      parseTrailingClosures()
    }
  }

  mutating func parseTrailingClosures() {
    parseClosure()
    while isLabel(at: index), !isAt(.default), tokens[index + 1].kind == .colon,
      tokens[index + 2].kind == .leftBrace, index + 2 < limit
    {
      let mark = begin()
      advance()
      advance()
      parseClosure()
      finish(.multipleTrailingClosureElement, mark)
    }
  }

  /// Whether the `{` at the token begins a closure after an operand, not a block.
  func isTrailingClosure(at index: Int, _ context: ExpressionContext) -> Bool {
    let next = tokens[index + 1]
    if next.kind == .keyword, next.keyword == .case { return false }
    if beginsObservers(at: index) { return false }
    guard context.contains(.condition) else { return true }
    if next.isAtLineStart { return false }
    guard let close = pairs.partner(of: index), index < close, close < limit else { return false }
    let after = tokens[close + 1]
    switch after.kind {
    case .leftBrace, .comma: return true
    case .leftSquare, .leftParen, .period, .postfixQuestionMark, .infixQuestionMark,
      .exclamationMark, .colon, .equal, .postfixOperator, .binaryOperator:
      return !after.isAtLineStart
    case .keyword:
      switch after.keyword {
      case .where: return true
      case .is, .as: return !after.isAtLineStart
      default: return false
      }
    default: return false
    }
  }

  /// Whether the `{` at the token begins accessors such as `didSet`, even after a value.
  func beginsObservers(at index: Int) -> Bool {
    var index = index + 1
    if tokens[index].kind == .identifier || tokens[index].kind == .keyword {
      return isObserver(at: index)
    }
    guard tokens[index].kind == .atSign else { return false }
    while tokens[index].kind == .atSign, index < limit { index = endOfAttribute(at: index) }
    return isObserver(at: index)
  }

  private func isObserver(at index: Int) -> Bool {
    if tokens[index].kind == .keyword { return tokens[index].keyword == .`init` && isInitAccessor(index) }
    let word = word(at: index)
    return word == .didSet || word == .willSet
  }

  /// Whether `init` begins an accessor (SE-0400), not a call.
  private func isInitAccessor(_ index: Int) -> Bool { tokens[index + 1].kind != .period }

  // MARK: - Key paths

  /// Parses `\Root.name?[0]`.
  private mutating func parseKeyPath(_ context: ExpressionContext) {
    let mark = begin()
    advance()
    if !isAtOperator(startingWith: "."), kind != .period {
      parseSimpleType(allowsMembers: false)
    }
    while !isAtEnd, parseKeyPathComponent(context) {}
    finish(.keyPathExpr, mark)
  }

  private mutating func parseKeyPathComponent(_ context: ExpressionContext) -> Bool {
    let mark = begin()
    switch kind {
    case .leftSquare where !isAtLineStart:
      parseArguments([])
      finish(.keyPathComponent, mark)
    case .period where tokens[index + 1].kind == .leftSquare:
      advance()
      parseArguments([])
      finish(.keyPathComponent, mark)
    case .period:
      advance()
      passModuleSelector()
      let name = index
      if token.isWord && !isAtLineStart || kind == .integerLiteral || kind == .identifier
        || kind == .placeholder
      {
        advance()
      }
      if kind == .leftParen { passNamesOfArguments() }
      if isAtGenericArguments() { parseGenericArguments() }
      finish(.keyPathComponent, mark, token: name)
    case .postfixQuestionMark, .exclamationMark:
      takeMark()
      finish(.keyPathComponent, mark)
    case .prefixOperator, .binaryOperator, .postfixOperator:
      return parseMarksOfKeyPath()
    default:
      return false
    }
    return true
  }

  /// Parses the marks of an operator such as `.?` or `?.`.
  private mutating func parseMarksOfKeyPath() -> Bool {
    let start = token.start
    let rest = source.bytes[start + split..<token.end]
    guard rest.allSatisfy({ $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!") }),
      rest.contains(where: { $0 != UInt8(ascii: ".") })
    else { return false }
    let operatorToken = index
    while index == operatorToken {
      let mark = begin()
      if byte == UInt8(ascii: ".") {
        if restLength == 1 {
          kind = .period
          return true
        }
        takeByte()
        if byte == UInt8(ascii: ".") { return false }
      }
      takeByte()
      finish(.keyPathComponent, mark)
    }
    return true
  }
}
