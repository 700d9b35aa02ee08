import SwiftLexer

extension Parser {
  /// Parses a type with the words before it: `@escaping (Int) -> Void`, `repeat each T`.
  /// - Returns: false if there is none.
  @discardableResult
  mutating func parseType() -> Bool {
    guard isAt(.repeat) else { return parseTypeScalar() }
    let mark = take()
    parseTypeScalar()
    finish(.packExpansionType, mark)
    return true
  }

  @discardableResult
  private mutating func parseTypeScalar() -> Bool {
    let mark = begin()
    let hasPrefix = parseTypePrefix()
    let base = begin()
    let hasType = parseSimpleOrCompositionType()
    if hasType, isAtArrow {
      parseEffects()
      parseReturnClause()
      finish(.functionType, base)
    }
    if hasPrefix { finish(.attributedType, mark) }
    return hasType || hasPrefix
  }

  /// Parses attributes and specifiers. Returns whether there are any.
  private mutating func parseTypePrefix() -> Bool {
    var hasPrefix = false
    while kind == .atSign || isTypeSpecifier(at: index) {
      hasPrefix = true
      if kind == .atSign {
        parseAttribute(ofType: true)
      } else {
        let takesDetail = word == .nonisolated
        advance()
        if takesDetail, kind == .leftParen { skipBracket() }
      }
    }
    return hasPrefix
  }

  /// Whether the token is a word such as `inout` before a type.
  func isTypeSpecifier(at index: Int) -> Bool {
    if tokens[index].kind == .keyword { return tokens[index].keyword == .inout }
    let next = tokens[index + 1]
    guard next.kind == .atSign || isTypeStart(at: index + 1) || isKeywordOfType(next.keyword),
      let word = word(at: index)
    else { return false }
    return word.isTypeSpecifier
      || word == .nonisolated && !(next.kind == .leftParen && next.isAtLineStart)
  }

  private func isKeywordOfType(_ keyword: Keyword) -> Bool {
    keyword == .inout || keyword == .var || keyword == .let
  }

  /// Whether `->` follows the type that was just parsed, maybe after `async` and `throws`.
  @inline(__always)
  private var isAtArrow: Bool {
    if kind == .arrow { return true }
    guard split == 0, kind == .keyword || kind == .identifier else { return false }
    let end = endOfEffects(from: index)
    return tokens[end].kind == .arrow && end < limit
  }

  /// The token after `async`, `throws(E)` …, which may stand in any order.
  func endOfEffects(from start: Int) -> Int {
    var index = start
    while true {
      let token = tokens[index]
      if token.kind == .keyword, token.keyword == .throws || token.keyword == .rethrows {
        index += 1
        if tokens[index].kind == .leftParen { index = end(ofBracketAt: index) }
      } else if let word = word(at: index), word == .async || word == .reasync {
        index += 1
      } else {
        return index
      }
    }
  }

  /// Parses `async throws(E)` if it is there.
  mutating func parseEffects() {
    let mark = begin()
    while split == 0, kind == .keyword || kind == .identifier, !isAtEnd {
      if isAt(.throws) || isAt(.rethrows) {
        parseThrows()
      } else if word == .async || word == .reasync {
        advance()
      } else {
        break
      }
    }
    if mark.token < index { finish(.effectSpecifiers, mark) }
  }

  /// Parses `throws` or `throws(E)`, which is there.
  mutating func parseThrows() {
    let mark = take()
    guard kind == .leftParen, !isAtEnd else { return }
    inBracket { _ = $0.parseType() }
    finish(.throwsClause, mark)
  }

  /// Parses `-> T`. The arrow may be the rest of a token.
  mutating func parseReturnClause() {
    let mark = begin()
    takeByte()
    takeByte()
    inChain { $0.parseResultType() }
    finish(.returnClause, mark)
  }

  /// Parses a type, or `<T> Type` (an opaque type with names).
  mutating func parseResultType() {
    let mark = begin()
    let hasNames = parseGenericParameters()
    parseType()
    if hasNames { finish(.namedOpaqueReturnType, mark) }
  }

  private mutating func parseSimpleOrCompositionType() -> Bool {
    let mark = begin()
    let word = isTypeStart(at: index + 1) ? word : nil
    if word == .each {
      advance()
      parseSimpleType()
      finish(.packElementType, mark)
      return true
    }
    let hasSpecifier = word == .opaque || word == .any
    if hasSpecifier { advance() }
    let composition = begin()
    guard parseSimpleType(allowsOptional: !hasSpecifier) || hasSpecifier else { return false }
    if isAtOperator("&") {
      while isAtOperator("&") {
        advance()
        parseSimpleType(allowsOptional: !hasSpecifier)
      }
      finish(.compositionType, composition)
    }
    if hasSpecifier {
      finish(.someOrAnyType, mark)
      while isAtMark { parseOptionalMark(mark) }
    }
    return true
  }

  /// Whether a type may begin there. `any` and `some` are names, too.
  func isTypeStart(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier, .placeholder, .leftParen, .leftSquare, .colonColon: true
    case .keyword: tokens[index].keyword == .Any || tokens[index].keyword == .Self
    case .prefixOperator: source.bytes[tokens[index].start] == UInt8(ascii: "~")
    default: false
    }
  }

  private mutating func parseOptionalMark(_ mark: Mark) {
    let isOptional = kind == .postfixQuestionMark
    takeByte()
    finish(isOptional ? .optionalType : .implicitlyUnwrappedOptionalType, mark)
  }

  /// Parses a type without operators around it.
  /// - Parameters:
  ///   - allowsMembers: whether `.Name` belongs to it.
  ///   - allowsOptional: whether a `?` at its end does.
  @discardableResult
  mutating func parseSimpleType(allowsMembers: Bool = true, allowsOptional: Bool = true) -> Bool {
    let suppressed = begin()
    let isSuppressed = isAtOperator("~") && isTypeStart(at: index + 1)
    if isSuppressed { advance() }
    let mark = begin()
    guard parseBaseOfType(mark) else { return isSuppressed }
    while true {
      if kind == .period {
        let isMetatype = isMetatype(at: index + 1)
        guard allowsMembers || isMetatype else { break }
        advance()
        parseTypeName(isMetatype ? .metatypeType : .memberType, mark)
      } else if isAtMark, allowsOptional || tokens[index + 1].kind == .period {
        parseOptionalMark(mark)
      } else {
        break
      }
    }
    if isSuppressed { finish(.suppressedType, suppressed) }
    return true
  }

  private mutating func parseBaseOfType(_ mark: Mark) -> Bool {
    guard split == 0, !isAtEnd, isTypeStart(at: index), !kind.isOperator else {
      isFaulty = true
      return false
    }
    switch kind {
    case .leftParen: parse(.tupleType)
    case .leftSquare: parse(.collectionType)
    default: parseTypeName(.identifierType, mark)
    }
    return true
  }

  private func isMetatype(at index: Int) -> Bool {
    guard let word = word(at: index) else { return false }
    return word == .metatype || word == .protocolMetatype
  }

  /// Parses `Name<…>` or `Module::Name<…>`.
  private mutating func parseTypeName(_ kind: SyntaxKind, _ mark: Mark) {
    passModuleSelector()
    let name = index
    if token.isWord || self.kind == .placeholder, !isAtEnd { advance() }
    if kind != .metatypeType, isAtOperator(startingWith: "<") { parseGenericArguments() }
    finish(kind, mark, token: name)
  }

  /// Passes `Module::` (SE-0491).
  @inline(__always)
  mutating func passModuleSelector() {
    while kind == .colonColon || tokens[index + 1].kind == .colonColon && token.isWord, !isAtEnd {
      advance()
    }
  }

  // MARK: - Generic arguments

  private mutating func parseGenericArguments() {
    let open = index
    let mark = begin()
    if isSpeculating, pairs.partners[open] == Self.notGeneric {
      isFaulty = true
      return
    }
    inChain { parser in
      parser.takeByte()
      if !parser.isAtOperator(startingWith: ">") {
        parser.parseList { $0.parseValueArgument() || $0.parseType() }
      }
      if parser.isAtOperator(startingWith: ">"), !parser.isAtEnd {
        parser.takeByte()
      } else {
        parser.isFaulty = true
      }
    }
    if isSpeculating, isFaulty, mark.lead == 0 { pairs.partners[open] = Self.notGeneric }
    finish(.genericArgumentClause, mark)
  }

  /// Stands in `pairs` for the partner of a `<` that begins no generic arguments. So each `<` is
  /// tried once.
  private static var notGeneric: UInt32 { .max - 1 }

  /// Parses generic arguments after an expression's name, if there are any. After them comes what
  /// can follow a type alone: the rule of `isGenericTypeDisambiguatingToken` in Swift's parser.
  @inline(__always)
  mutating func parseGenericArgumentsOfName() -> Bool {
    guard kind.isOperator, byte == UInt8(ascii: "<"), restLength == 1, split == 0 else {
      return false
    }
    return tryGenericArguments()
  }

  private mutating func tryGenericArguments() -> Bool {
    let open = index
    let isGeneric = speculate { parser in
      parser.parseGenericArguments()
      return parser.mayFollowGenericArguments
    }
    if !isGeneric { pairs.partners[open] = Self.notGeneric }
    return isGeneric
  }

  private var mayFollowGenericArguments: Bool {
    switch kind {
    case .rightParen, .rightSquare, .leftBrace, .rightBrace, .period, .comma, .colon, .semicolon,
      .exclamationMark, .postfixQuestionMark, .endOfFile:
      true
    case .binaryOperator: isAtOperator("&")
    case .leftParen, .leftSquare: !isAtLineStart
    default: false
    }
  }

  /// The token after the generic arguments at the token; the token itself if there are none.
  mutating func endOfGenericArguments(at start: Int) -> Int {
    guard isOperator("<", at: start) else { return start }
    let index = index
    move(to: start)
    var end = start
    _ = speculate { parser in
      parser.parseGenericArguments()
      if !parser.isFaulty { end = parser.index }
      return false
    }
    move(to: index)
    return end
  }

  /// Parses the number in `InlineArray<3, Int>` (SE-0452).
  mutating func parseValueArgument() -> Bool {
    if kind == .integerLiteral {
      addLeaf(.integerLiteralExpr)
      return true
    }
    guard isAtOperator("-"), tokens[index + 1].kind == .integerLiteral else { return false }
    let mark = take()
    addLeaf(.integerLiteralExpr)
    finish(.prefixOperatorExpr, mark)
    return true
  }

  // MARK: - Types in brackets

  /// Parses the inside of the parentheses of a tuple, or of a function's parameters.
  mutating func parseTupleTypeElement() -> Bool {
    let mark = begin()
    var name = index
    let isSpecified = isTypeSpecifier(at: index) && startsParameterName(at: index + 1)
    let hasLabel = isSpecified || startsParameterName(at: index)
    if hasLabel {
      if isSpecified { advance() }
      advance()
      if isLabel(at: index), tokens[index + 1].kind == .colon {
        name = index
        advance()
      }
      eat(.colon)
    }
    guard parseType() || hasLabel else { return false }
    let end = index
    if isAtOperator(startingWith: "."), kind != .period { advance() }
    parseInitializerClause()
    if hasLabel || end < index { finish(.tupleTypeElement, mark, token: name) }
    return true
  }

  /// Whether the token is the name of a parameter or of an element, not a type.
  func startsParameterName(at index: Int) -> Bool {
    guard isLabel(at: index) else { return false }
    if tokens[index + 1].kind == .colon { return true }
    guard isLabel(at: index + 1) else { return false }
    guard let word = word(at: index) else { return tokens[index].keyword != .repeat }
    return tokens[index + 2].kind == .colon
      || !word.isTypeSpecifier && word != .opaque && word != .any && word != .each
  }

  /// Whether the token can be a label: any word but `inout`, `var` and `let`.
  @inline(__always)
  func isLabel(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier, .dollarIdentifier: true
    case .keyword: !isKeywordOfType(tokens[index].keyword)
    default: false
    }
  }

  /// Parses the inside of the square brackets of a type. Returns the kind of the type.
  mutating func parseCollectionType() -> SyntaxKind {
    if isAtInlineArray { return parseInlineArray() }
    parseType()
    guard eat(.colon) else { return .arrayType }
    parseType()
    return .dictionaryType
  }

  /// Parses `3 of Int` (SE-0483).
  mutating func parseInlineArray() -> SyntaxKind {
    if !parseValueArgument() { parseType() }
    advance()
    if !parseValueArgument() { parseType() }
    return .inlineArrayType
  }

  /// Whether the square bracket before the current token begins `[3 of Int]`. The count is a number
  /// or a type.
  var isAtInlineArray: Bool {
    var next = index
    var hasArguments = false
    while next < limit {
      let token = tokens[next]
      switch token.kind {
      case .identifier where token.length == 2 && word(at: next) == .of && index < next:
        let last = tokens[next - 1].kind
        return !token.isAtLineStart && last != .comma && last != .period
          && (hasArguments || !last.isOperator)
      case .identifier, .rawIdentifier, .integerLiteral, .period, .postfixQuestionMark: break
      case .keyword where token.keyword == .Any || token.keyword == .Self: break
      case .leftSquare: next = end(ofBracketAt: next) - 1
      case .comma where hasArguments: break
      case let kind where kind.isOperator:
        hasArguments = hasArguments || source.bytes[token.start] == UInt8(ascii: "<")
      default: return false
      }
      next += 1
    }
    return false
  }
}
