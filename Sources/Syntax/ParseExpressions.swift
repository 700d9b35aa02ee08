import SwiftLexer

/// The context that decides, beside its tokens, how an expression is parsed.
struct ExpressionContext: OptionSet {
  let rawValue: UInt8

  /// A `{` after it begins a block, as in `if a {`.
  static let condition = Self(rawValue: 1)
  /// A `let` may stand in it.
  static let pattern = Self(rawValue: 2)
  /// Its names may be bound by a `let` before it.
  static let bindingPattern: Self = [.pattern, Self(rawValue: 4)]

  var bindsNames: Bool { contains(.bindingPattern) }
  /// The context of the expressions in its brackets.
  var inBrackets: Self { intersection(.bindingPattern) }
}

extension Parser {
  /// Parses an expression. In a pattern it may be a pattern.
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
    while !isAtEnd, let needsOperand = parseInfix(context) {
      isSequence = true
      if needsOperand, !parseElement(context) { break }
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
      let mark = take()
      inChain { _ = $0.parseSequence(context) }
      eat(.colon)
      finish(.unresolvedTernaryExpr, mark)
      return true
    case .keyword where isAt(.is) || isAt(.as):
      parseCast()
      return false
    case .keyword, .arrow, .identifier:
      guard kind == .arrow || isAt(.throws) || word == .async else { return nil }
      let mark = begin()
      guard tokens[endOfEffects(from: index)].kind == .arrow else { return nil }
      parseEffects()
      advance()
      finish(.arrowExpr, mark)
      return true
    default:
      return nil
    }
  }

  /// Parses `as? T` or `is T`.
  mutating func parseCast() {
    let kind = isAt(.is) ? SyntaxKind.unresolvedIsExpr : .unresolvedAsExpr
    let mark = take()
    if kind == .unresolvedAsExpr, isAtMark { advance() }
    finish(kind, mark)
    parseType()
  }

  /// Parses an operand with the words and operators before it.
  mutating func parseElement(_ context: ExpressionContext) -> Bool {
    if let kind = prefixKind(context) { return parsePrefixed(kind, context) }
    return isAtTypeWithPrefix ? parseType() : parseUnprefixed(context)
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
  private mutating func prefixKind(_ context: ExpressionContext) -> SyntaxKind? {
    switch kind {
    case .identifier: prefixKindOfWord(context)
    case .keyword:
      isAt(.try) ? .tryExpr : isAt(.repeat) ? .packExpansionExpr : nil
    case .prefixOperator: .prefixOperatorExpr
    case .prefixAmpersand: .inOutExpr
    default: nil
    }
  }

  private mutating func prefixKindOfWord(_ context: ExpressionContext) -> SyntaxKind? {
    // A token that begins no operand follows most names.
    let next = tokens[index + 1]
    switch next.kind {
    case .comma, .rightParen, .colon, .rightSquare, .rightBrace, .binaryOperator, .equal: return nil
    default: break
    }
    guard let word, let kind = word.prefixedExpression else { return nil }
    if word == .await { return kind }
    if next.isAtLineStart { return nil }
    switch next.kind {
    case .period, .leftParen, .leftSquare:
      return word == .unsafe && token.end != next.start ? kind : nil
    case .leftBrace:
      return word == .unsafe && isTrailingClosure(at: index + 1, context) ? kind : nil
    default: return beginsOperand(at: index + 1) ? kind : nil
    }
  }

  /// Whether the token begins an operand, and nothing that goes on with a name before it.
  func beginsOperand(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier, .placeholder, .dollarIdentifier, .integerLiteral,
      .floatLiteral, .openQuote, .stringPounds, .regexSlash, .regexPounds, .prefixAmpersand,
      .prefixOperator, .atSign, .backslash, .pound:
      true
    case .keyword:
      switch tokens[index].keyword {
      case .Any, .Self, .`self`, .super, .`init`, .true, .false, .nil, .repeat, .try, .if, .switch:
        true
      default: false
      }
    default: false
    }
  }

  /// Parses `try await -x`. It needs no recursion, as each word wraps the rest.
  private mutating func parsePrefixed(_ first: SyntaxKind, _ context: ExpressionContext) -> Bool {
    var prefixes: [(kind: SyntaxKind, mark: Mark)] = []
    var next: SyntaxKind? = first
    var isAfterOperator = false
    while let kind = next {
      let isOperator = kind == .prefixOperatorExpr || kind == .inOutExpr
      if isAfterOperator, !isOperator { break }
      isAfterOperator = isOperator
      prefixes.append((kind, take()))
      if kind == .tryExpr, isAtMark { advance() }
      if kind == .packExpansionExpr { break }
      next = prefixKind(context)
    }
    if prefixes.last?.kind == .packExpansionExpr {
      inChain { $0.parseExpression(context) }
    } else if !isAfterOperator, isAtTypeWithPrefix {
      parseType()
    } else {
      _ = parseUnprefixed(context)
    }
    for prefix in prefixes.reversed() { finish(prefix.kind, prefix.mark) }
    return true
  }

  private mutating func parseUnprefixed(_ context: ExpressionContext) -> Bool {
    if isAtEnd { return false }
    let mark = begin()
    switch kind {
    case .keyword where isAt(.if) || isAt(.switch):
      inChain { $0.parseBranch() }
    case .backslash:
      parseKeyPath()
    default:
      guard parsePrimary(context, mark) else { return false }
      parseSuffixes(mark, context)
    }
    return true
  }

  /// Parses an `if` or a `switch`.
  mutating func parseBranch() {
    if isAt(.if) { parseIf() } else { parseSwitch() }
  }

  // MARK: - Starts of operands

  /// Parses an operand without its suffixes. Returns false if there is none.
  private mutating func parsePrimary(_ context: ExpressionContext, _ mark: Mark) -> Bool {
    switch kind {
    case .identifier, .rawIdentifier, .placeholder, .dollarIdentifier, .colonColon:
      parseName(context, mark)
    case .keyword where tokens[index + 1].kind == .colonColon: parseName(context, mark)
    case .integerLiteral: addLeaf(.integerLiteralExpr)
    case .floatLiteral: addLeaf(.floatLiteralExpr)
    case .openQuote, .stringPounds: parseString()
    case .regexSlash, .regexPounds: parseRegex()
    case .keyword: return parseKeywordOperand(context, mark)
    case .leftParen: parse(.tuple, context)
    case .leftSquare: parse(.collection)
    case .leftBrace: parse(.closure)
    case .period:
      let name = tokens[index + 1]
      guard name.isWord || name.kind == .placeholder, index + 1 < limit else { return false }
      parseMember(mark)
    case .pound:
      guard tokens[index + 1].isWord, !tokens[index + 1].isAtLineStart else { return false }
      parseMacro(context)
    case .poundAvailable, .poundUnavailable: parseAvailability()
    default: return false
    }
    return true
  }

  private mutating func parseKeywordOperand(_ context: ExpressionContext, _ mark: Mark) -> Bool {
    switch token.keyword {
    case .true, .false: addLeaf(.booleanLiteralExpr)
    case .nil: addLeaf(.nilLiteralExpr)
    case .super: addLeaf(.superExpr)
    case .Any: addLeaf(.identifierType)
    // On the next line these two begin a declaration.
    case .deinit where isAtLineStart, .subscript where isAtLineStart: return false
    case .`self`, .Self, .`init`, .deinit, .subscript: parseName(context, mark)
    default: return false
    }
    return true
  }

  private mutating func parseName(_ context: ExpressionContext, _ mark: Mark) {
    let next = tokens[index + 1]
    let isSuffixed = next.kind == .period || next.kind == .leftParen || next.kind == .leftSquare
    if kind == .identifier, next.kind != .colonColon {
      if isWildcard(at: index) { return addLeaf(.discardAssignmentExpr) }
      if token.length == 3, !isSuffixed, isTypeStart(at: index + 1), !next.isAtLineStart,
        word == .any
      {
        parseType()
        return
      }
    }
    // In a `let` pattern a name is bound if nothing goes on with it.
    if context.bindsNames, !isSuffixed, !isOperator("<", at: index + 1) {
      return addLeaf(.identifierPattern)
    }
    parseName(as: .declReferenceExpr, mark)
  }

  /// Parses a name with generic arguments.
  @inline(__always)
  private mutating func parseName(as kind: SyntaxKind, _ mark: Mark) {
    let name = passNameWithLabels()
    finish(kind, mark, token: name)
    if parseGenericArgumentsOfName() { finish(.genericSpecializationExpr, mark) }
  }

  /// Passes a name such as `Module::f(a:_:)` (SE-0491, SE-0021). Returns its token.
  @inline(__always)
  private mutating func passNameWithLabels() -> Int {
    passModuleSelector()
    let name = index
    if isAtEnd { return name }
    switch kind {
    case .identifier, .rawIdentifier, .placeholder, .integerLiteral, .dollarIdentifier: advance()
    case .keyword:
      // Any other word on the next line begins something else.
      let keyword = token.keyword
      if !isAtLineStart || keyword == .`self` || keyword == .Self || keyword == .`init` {
        advance()
      }
    default: break
    }
    if kind == .leftParen { passLabels() }
    return name
  }

  @inline(__always)
  private mutating func passLabels() {
    guard !isAtLineStart, tokens[index + 2].kind == .colon || tokens[index + 1].kind == .colonColon
    else { return }
    var end = index + 1
    while isLabel(at: end), tokens[end + 1].kind == .colon { end += 2 }
    if tokens[end].kind == .rightParen, end < limit, index + 1 < end { move(to: end + 1) }
  }

  private mutating func parseRegex() {
    let mark = begin()
    eat(.regexPounds)
    eat(.regexSlash)
    eat(.regexBody)
    if !isAtLineStart { eat(.regexSlash) }
    if tokens[index].start == tokens[index - 1].end { eat(.regexPounds) }
    finish(.regexLiteralExpr, mark)
  }

  mutating func parseString() {
    let mark = begin()
    let hasPounds = eat(.stringPounds)
    if kind == .openQuote { advance() }
    while kind == .interpolationBackslash, !isAtEnd { parse(.interpolation) }
    if eat(.closeQuote), hasPounds, tokens[index].start == tokens[index - 1].end {
      eat(.stringPounds)
    }
    finish(.stringLiteralExpr, mark)
  }

  /// Parses the inside of the square brackets of an expression. Returns its kind.
  mutating func parseCollection() -> SyntaxKind {
    if isAtInlineArray { return parseInlineArray() }
    guard kind == .colon, index + 1 == limit else { return parseCollectionElements() }
    advance()
    return .dictionaryExpr
  }

  /// Parses the inside of an array or dictionary. Returns its kind.
  mutating func parseCollectionElements() -> SyntaxKind {
    var kind = SyntaxKind.arrayExpr
    parseList(.arrayElements) { parser in
      let mark = parser.begin()
      guard parser.parseExpression() else { return false }
      guard parser.eat(.colon) else { return true }
      kind = .dictionaryExpr
      parser.parseExpression()
      parser.finish(.dictionaryElement, mark)
      return true
    }
    return kind
  }

  /// Parses `#name<T>(…) { … }`.
  /// - Parameter start: the start of its attributes and modifiers.
  mutating func parseMacro(
    _ context: ExpressionContext = [], as kind: SyntaxKind = .macroExpansionExpr,
    _ start: Mark? = nil
  ) {
    let mark = start ?? begin()
    advance()
    passModuleSelector()
    let name = index
    if !isAtLineStart, token.isWord { advance() }
    _ = parseGenericArgumentsOfName()
    if self.kind == .leftParen, !isAtLineStart { parse(.arguments, context) }
    parseClosures(ofCall: context)
    finish(kind, mark, token: name)
  }

  // MARK: - Suffixes of operands

  /// Parses calls, members and marks after the operand that begins at the mark.
  mutating func parseSuffixes(_ mark: Mark, _ context: ExpressionContext) {
    while !isAtEnd {
      switch kind {
      case .period: parseMember(mark)
      case .leftParen, .leftSquare:
        if isAtLineStart { return }
        let call = kind == .leftParen ? SyntaxKind.functionCallExpr : .subscriptCallExpr
        parse(.arguments, context)
        parseClosures(ofCall: context)
        finish(call, mark)
      case .leftBrace:
        let last = storage.nodes[storage.count - 1].kind
        guard !last.isLiteralWithoutClosure, isTrailingClosure(at: index, context) else { return }
        parseTrailingClosures()
        finish(.functionCallExpr, mark)
        if kind == .leftBrace { return }
      case .postfixQuestionMark:
        advance()
        finish(.optionalChainingExpr, mark)
      case .exclamationMark:
        advance()
        finish(.forceUnwrapExpr, mark)
      case .postfixOperator:
        advance()
        finish(.postfixOperatorExpr, mark)
      case .poundIf:
        guard directive(at: index)?.startsWithPeriod == true else { return }
        parseIfConfig(.postfix)
        finish(.postfixIfConfigExpr, mark)
      default:
        return
      }
    }
  }

  /// Parses `.name` after the base that begins at the mark, if there is any.
  mutating func parseMember(_ mark: Mark) {
    advance()
    parseName(as: .memberAccessExpr, mark)
  }

  /// Parses an argument with its label. Returns false if there is none.
  mutating func parseArgument(_ context: ExpressionContext) -> Bool {
    let mark = begin()
    let name = index
    let hasLabel = kind == .colon || isLabel(at: index) && tokens[index + 1].kind == .colon
    if hasLabel { move(to: kind == .colon ? index + 1 : index + 2) }
    guard parseOperatorArgument() || parseExpression(context) || hasLabel else { return false }
    if hasLabel { finish(.labeledExpr, mark, token: name) }
    return true
  }

  /// Parses an operator that is an argument itself, as in `reduce(0, +)`. So is the `extension` in
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

  // MARK: - Key paths

  /// Parses `\Root.name?[0]`.
  private mutating func parseKeyPath() {
    let mark = take()
    if !isAtOperator(startingWith: "."), kind != .period { parseSimpleType(allowsMembers: false) }
    while !isAtEnd, parseKeyPathComponent() {}
    finish(.keyPathExpr, mark)
  }

  private mutating func parseKeyPathComponent() -> Bool {
    let mark = begin()
    var name: Int?
    switch kind {
    case .leftSquare where !isAtLineStart:
      parse(.arguments)
    case .period:
      advance()
      if kind == .leftSquare {
        parse(.arguments)
      } else {
        name = passNameWithLabels()
        _ = parseGenericArgumentsOfName()
        // SE-0479
        if kind == .leftParen, !isAtLineStart { parse(.arguments) }
      }
    case .postfixQuestionMark, .exclamationMark:
      takeByte()
    case .prefixOperator, .binaryOperator, .postfixOperator:
      // An operator such as `.?` or `?.`.
      guard split != 0 || isOperatorOfMarks else { return false }
      if byte == UInt8(ascii: ".") { takeByte() }
      if byte == UInt8(ascii: ".") { return false }
      takeByte()
    default:
      return false
    }
    finish(.keyPathComponent, mark, token: name)
    return true
  }

  private var isOperatorOfMarks: Bool {
    let text = source.text(at: index)
    let marks = text.filter { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!") }.count
    let periods = text.filter { $0 == UInt8(ascii: ".") }.count
    return 0 < marks && marks + periods == text.count
  }
}
