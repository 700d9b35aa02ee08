import SwiftLexer

extension Parser {
  // MARK: - What begins a declaration

  /// The token after the attributes that begin at the token, and `#if`s of attributes.
  func endOfAttributes(from start: Int) -> Int {
    var index = start
    while index < limit {
      if tokens[index].kind == .atSign {
        index = endOfAttribute(at: index)
      } else if tokens[index].kind == .poundIf, let end = holdsAttributes(index) {
        index = end
      } else {
        break
      }
    }
    return index
  }

  /// The keyword of the declaration whose modifiers begin at the token; nil if there is none.
  /// - Parameter hasAttributes: whether there are attributes before them, so that a macro is one.
  func declarationKeyword(from start: Int, hasAttributes: Bool = false) -> Int? {
    var index = start
    // A `class` is a modifier if a declaration follows.
    var ofClass: Int?
    // No declaration has more modifiers; it keeps the work in proportion to the file.
    for _ in 0..<32 {
      guard index < limit else { break }
      let token = tokens[index]
      switch token.kind {
      case .keyword where token.keyword == .class:
        ofClass = index
        index += 1
      case .keyword where isAccessLevel(token.keyword):
        index = endOfDetail(index + 1)
      case .keyword:
        return token.keyword.introducesDeclaration ? index : ofClass
      case .identifier:
        guard let word = word(at: index) else { return ofClass }
        guard word.isModifier else { return isDeclarationWord(word, at: index) ? index : ofClass }
        index += 1
        // `open(…)` is a call.
        if word.takesDetail, word != .open || start < index - 1 { index = endOfDetail(index) }
      case .pound:
        return (hasAttributes || start < index) && tokens[index + 1].isWord ? index : ofClass
      default:
        return ofClass
      }
    }
    return ofClass
  }

  private func isAccessLevel(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .public, .private, .fileprivate, .internal, .static: true
    default: false
    }
  }

  /// Whether a declaration begins at the current token, with its attributes and modifiers.
  var beginsDeclaration: Bool {
    let end = endOfAttributes(from: index)
    return declarationKeyword(from: end, hasAttributes: index < end) != nil
  }

  private func endOfDetail(_ index: Int) -> Int {
    guard tokens[index].kind == .leftParen, let close = pairs.partner(of: index), index < close
    else { return index }
    return close + 1
  }

  private func isDeclarationWord(_ word: ContextualWord, at index: Int) -> Bool {
    let next = tokens[index + 1]
    switch word {
    case .actor, .macro: return next.kind == .identifier || next.kind == .rawIdentifier
    case .using:
      return !next.isAtLineStart && (next.kind == .atSign || next.kind == .identifier)
    default: return false
    }
  }

  // MARK: - Attributes

  mutating func parseAttributes() {
    while !isAtEnd {
      if kind == .atSign {
        parseAttribute()
      } else if kind == .poundIf, holdsAttributes(index) != nil {
        parseIfConfig(.attributes)
      } else {
        return
      }
    }
  }

  mutating func parseAttribute(ofType: Bool = false) {
    let mark = begin()
    advance()
    let name = index
    if isAt(.rethrows) {
      addLeaf(.identifierType)
      return finish(.attribute, mark, token: name)
    }
    let isBuiltIn = tokens[index + 1].kind != .period && tokens[index + 1].kind != .colonColon
    guard parseSimpleType(allowsOptional: false) else { return finish(.attribute, mark) }
    if split == 0, isArgumentList(ofAttributeAt: index), !isAtEnd {
      if isBuiltIn, let special = specialArguments(name) {
        parseArguments(special)
      } else if !ofType || !isFunctionType {
        parseArguments([])
      }
    }
    finish(.attribute, mark, token: name)
  }

  /// Whether the parentheses after a type's attribute are those of the type: `@escaping(Int) -> A`.
  private var isFunctionType: Bool {
    guard let close = partner else { return false }
    return tokens[endOfEffects(from: close + 1)].kind == .arrow
  }

  private func specialArguments(_ name: Int) -> SpecialArguments? {
    let text = source.text(at: name)
    return specialAttributes.first { text.elementsEqual($0.name) }?.arguments
  }

  private mutating func parseArguments(_ special: SpecialArguments) {
    let bracket = open()
    switch special {
    case .tokens: move(to: limit)
    case .declaration: if beginsDeclaration { parseDeclaration(inMembers: true) }
    case .requirements:
      while !isAtEnd, !isAt(.where) { advance() }
      parseGenericWhere()
    }
    close(bracket)
  }

  // MARK: - Members

  mutating func parseMemberBlock() {
    guard kind == .leftBrace, !isAtEnd, !deferPart(.memberBlock) else { return }
    let mark = begin()
    let bracket = open()
    parseMembers()
    close(bracket)
    finish(.memberBlock, mark)
  }

  mutating func parseMembers() {
    while !isAtEnd {
      switch kind {
      case .semicolon:
        advance()
      case .poundIf where holdsAttributes(index) == nil:
        parseIfConfig(.members)
      case .poundSourceLocation:
        parseSourceLocation()
      case .pound where tokens[index + 1].isWord:
        parseMacro([], as: .macroExpansionDecl)
      default:
        if beginsDeclaration {
          parseDeclaration(inMembers: true)
        } else {
          skipUnexpectedMember()
        }
      }
    }
  }

  private mutating func skipUnexpectedMember() {
    if kind == .atSign || kind == .poundIf { skipAttributes() } else { skipUnexpected() }
  }

  /// Takes attributes without a declaration for `unexpected`.
  mutating func skipAttributes() {
    let mark = begin()
    parseAttributes()
    if mark.token == index { advance() }
    finish(.unexpected, mark)
  }

  // MARK: - Declarations

  /// Parses attributes, modifiers and the declaration after them, which is there.
  mutating func parseDeclaration(inMembers: Bool) {
    let mark = begin()
    parseAttributes()
    let hasAttributes = mark.token < index
    guard let keyword = declarationKeyword(from: index, hasAttributes: hasAttributes) else {
      return finish(.unexpected, mark)
    }
    move(to: keyword)
    switch kind {
    case .keyword: parseDeclaration(of: token.keyword, mark, inMembers: inMembers)
    case .pound: parseMacroDeclaration(mark)
    default: parseDeclaration(of: word, mark)
    }
  }

  private mutating func parseDeclaration(of keyword: Keyword, _ mark: Mark, inMembers: Bool) {
    switch keyword {
    case .let, .var, .inout: parseVariable(mark, inMembers: inMembers)
    case .func: parseFunction(mark)
    case .struct: parseTypeDeclaration(.structDecl, mark)
    case .class: parseTypeDeclaration(.classDecl, mark)
    case .enum: parseTypeDeclaration(.enumDecl, mark)
    case .protocol: parseTypeDeclaration(.protocolDecl, mark)
    case .extension: parseExtension(mark)
    case .`init`: parseInitializer(mark)
    case .deinit: parseDeinitializer(mark)
    case .subscript: parseSubscript(mark)
    case .case: parseEnumCase(mark)
    case .typealias, .associatedtype: parseAlias(mark)
    case .import: parseImport(mark)
    default: parseOperator(mark)
    }
  }

  private mutating func parseDeclaration(of word: ContextualWord?, _ mark: Mark) {
    switch word {
    case .actor: parseTypeDeclaration(.actorDecl, mark)
    case .macro: parseMacroDefinition(mark)
    default:
      // `using @MainActor`
      advance()
      if kind == .atSign { parseAttribute() } else { advance() }
      finish(.unexpected, mark)
    }
  }

  /// Passes a name, which may be a keyword where Swift allows none. Returns its token.
  private mutating func passName() -> Int {
    let name = index
    if token.isWord && (kind != .keyword || !isAtLineStart) || kind == .placeholder
      || kind == .dollarIdentifier, !isAtEnd
    {
      advance()
    }
    return name
  }

  private mutating func parseTypeDeclaration(_ kind: SyntaxKind, _ mark: Mark) {
    advance()
    let name = passName()
    if isAtOperator(startingWith: "<") {
      if kind == .protocolDecl { parsePrimaryAssociatedTypes() } else { parseGenericParameters() }
    }
    parseInheritance()
    parseGenericWhere()
    parseMemberBlock()
    finish(kind, mark, token: name)
  }

  private mutating func parseExtension(_ mark: Mark) {
    advance()
    parseType()
    let name = storage.count - 1
    parseInheritance()
    parseGenericWhere()
    parseMemberBlock()
    finish(.extensionDecl, mark, token: Int(storage.nodes[name].token))
  }

  private mutating func parseInheritance() {
    guard kind == .colon else { return }
    let mark = begin()
    advance()
    while !isAtEnd {
      if isAt(.class) {
        addLeaf(.classRestrictionType)
      } else if !parseType() {
        break
      }
      if !eat(.comma) { break }
    }
    finish(.inheritanceClause, mark)
  }

  private mutating func parsePrimaryAssociatedTypes() {
    let mark = begin()
    takeByte()
    while token.isWord, !isAtEnd {
      advance()
      if !eat(.comma) { break }
    }
    if isAtOperator(startingWith: ">") { takeByte() }
    finish(.primaryAssociatedTypeClause, mark)
  }

  mutating func parseGenericParameters() {
    let mark = begin()
    takeByte()
    while !isAtOperator(startingWith: ">"), !isAtEnd {
      let parameter = begin()
      parseAttributes()
      if isAt(.let) || word == .each && tokens[index + 1].isWord { advance() }
      guard token.isWord || kind == .placeholder else { break }
      let name = index
      advance()
      if eat(.colon) { parseType() }
      finish(.genericParameter, parameter, token: name)
      if !eat(.comma) { break }
    }
    parseGenericWhere()
    if isAtOperator(startingWith: ">") { takeByte() }
    finish(.genericParameterClause, mark)
  }

  private mutating func parseGenericWhere() {
    guard isAt(.where), !isAtEnd else { return }
    let mark = begin()
    advance()
    while !isAtEnd, kind != .leftBrace {
      let requirement = begin()
      if !parseValueArgument(), !parseType() { break }
      if eat(.colon) {
        if isAt(.class) { addLeaf(.classRestrictionType) } else { parseType() }
        if kind == .leftParen { skipBracket() }
      } else if kind == .binaryOperator || kind == .postfixOperator || kind == .prefixOperator,
        !isAtOperator(startingWith: ">")
      {
        advance()
        if !parseValueArgument() { parseType() }
      }
      finish(.genericRequirement, requirement)
      if !eat(.comma) { break }
    }
    finish(.genericWhereClause, mark)
  }

  private mutating func parseFunction(_ mark: Mark) {
    advance()
    let name = index
    if kind.isOperator || kind == .exclamationMark {
      // In `func ==<T>(` the last `<` begins the generic parameters.
      let text = source.text(at: index)
      if 1 < text.count, text.last == UInt8(ascii: "<"),
        tokens[index + 1].kind == .identifier || tokens[index + 1].keyword == .let
      {
        for _ in 1..<text.count { takeByte() }
      } else {
        advance()
      }
    } else {
      _ = passName()
    }
    parseGenericsAndSignature()
    parseGenericWhere()
    parseCodeBlock()
    finish(.functionDecl, mark, token: name)
  }

  private mutating func parseGenericsAndSignature() {
    if isAtOperator(startingWith: "<") { parseGenericParameters() }
    let mark = begin()
    guard kind == .leftParen else { return }
    parseParameterClause()
    parseEffects()
    if kind == .arrow { parseReturnClause() }
    finish(.functionSignature, mark)
  }

  private mutating func parseInitializer(_ mark: Mark) {
    let name = index
    advance()
    if kind == .exclamationMark || kind == .postfixQuestionMark || kind == .infixQuestionMark
      || isAtOperator("!")
    {
      advance()
    }
    parseGenericsAndSignature()
    parseGenericWhere()
    parseCodeBlock()
    finish(.initializerDecl, mark, token: name)
  }

  private mutating func parseDeinitializer(_ mark: Mark) {
    let name = index
    advance()
    parseEffects()
    parseCodeBlock()
    finish(.deinitializerDecl, mark, token: name)
  }

  private mutating func parseSubscript(_ mark: Mark) {
    let name = index
    advance()
    if isAtOperator(startingWith: "<") { parseGenericParameters() }
    if kind == .leftParen { parseParameterClause() }
    if kind == .arrow { parseReturnClause() }
    parseGenericWhere()
    if kind == .leftBrace { parseAccessorBlock() }
    finish(.subscriptDecl, mark, token: name)
  }

  private mutating func parseMacroDefinition(_ mark: Mark) {
    advance()
    let name = passName()
    parseGenericsAndSignature()
    if kind == .equal { parseInitializerClause() }
    parseGenericWhere()
    finish(.macroDecl, mark, token: name)
  }

  /// Parses `#name(…)` after attributes or modifiers.
  private mutating func parseMacroDeclaration(_ mark: Mark) {
    parseMacro([], as: .macroExpansionDecl)
    let name = Int(storage.nodes[storage.count - 1].token)
    storage.remove(from: storage.count - 1)
    finish(.macroExpansionDecl, mark, token: name)
  }

  private mutating func parseEnumCase(_ mark: Mark) {
    advance()
    while !isAtEnd {
      let element = begin()
      let name = passName()
      if index == name { break }
      if kind == .leftParen { parseParameterClause(inEnumCase: true) }
      if kind == .equal { parseInitializerClause() }
      finish(.enumCaseElement, element, token: name)
      if !eat(.comma) { break }
    }
    finish(.enumCaseDecl, mark)
  }

  private mutating func parseAlias(_ mark: Mark) {
    let kind = isAt(.typealias) ? SyntaxKind.typeAliasDecl : .associatedTypeDecl
    advance()
    let name = passName()
    if isAtOperator(startingWith: "<") { parseGenericParameters() }
    parseInheritance()
    if self.kind == .equal {
      let value = begin()
      advance()
      parseType()
      finish(.initializerClause, value)
    }
    parseGenericWhere()
    finish(kind, mark, token: name)
  }

  private mutating func parseImport(_ mark: Mark) {
    advance()
    // `import struct A.B`
    if kind == .keyword, !isAtLineStart, tokens[index + 1].isWord { advance() }
    let name = index
    while token.isWord || kind.isOperator, !isAtEnd {
      advance()
      guard kind == .period || kind == .colonColon else { break }
      advance()
    }
    finish(.importDecl, mark, token: name)
  }

  private mutating func parseOperator(_ mark: Mark) {
    let isGroup = isAt(.precedencegroup)
    advance()
    let name = index
    if !isAtEnd { advance() }
    if !isGroup {
      // A name such as `<` may be read as more than one token.
      while !isAtEnd, !isAtLineStart, tokens[index].start == tokens[index - 1].end,
        kind.isOperator || kind == .exclamationMark || kind == .postfixQuestionMark
      {
        advance()
      }
      if eat(.colon) {
        while token.isWord, !isAtEnd {
          advance()
          if !eat(.comma) { break }
        }
      }
    }
    if kind == .leftBrace { skipBracket() }
    finish(isGroup ? .precedenceGroupDecl : .operatorDecl, mark, token: name)
  }

  // MARK: - Variables

  private mutating func parseVariable(_ mark: Mark, inMembers: Bool) {
    let keyword = index
    advance()
    while !isAtEnd {
      let binding = begin()
      guard parsePattern() else { break }
      if kind == .colon { parseTypeAnnotation() }
      let hasValue = kind == .equal
      if hasValue { parseInitializerClause() }
      if kind == .leftBrace, !isAtEnd,
        !hasValue || !isAtLineStart || beginsObservers(at: index)
      {
        parseAccessorBlock()
      }
      finish(.patternBinding, binding)
      if !eat(.comma) { break }
    }
    finish(.variableDecl, mark, token: keyword)
  }

  mutating func parseAccessorBlock() {
    guard kind == .leftBrace, !isAtEnd, !deferPart(.accessorBlock) else { return }
    let mark = begin()
    let bracket = open()
    if accessorKeyword != nil {
      while let keyword = accessorKeyword { parseAccessor(keyword) }
    } else {
      parseStatements()
    }
    close(bracket)
    finish(.accessorBlock, mark)
  }

  /// The `get`, `set` … of the accessor whose attributes and modifiers begin here.
  private var accessorKeyword: Int? {
    if isAtEnd { return nil }
    var index = index
    while tokens[index].kind == .atSign, index < limit { index = endOfAttribute(at: index) }
    while let word = word(at: index), word.isAccessorModifier, index < limit { index += 1 }
    if tokens[index].keyword == .`init` { return index }
    guard let word = word(at: index), index < limit else { return nil }
    return word.isAccessor || word == .borrow ? index : nil
  }

  private mutating func parseAccessor(_ keyword: Int) {
    let mark = begin()
    while kind == .atSign, index < keyword { parseAttribute() }
    move(to: keyword + 1)
    if kind == .leftParen, !isAtEnd, takesName(keyword) { skipBracket() }
    parseEffects()
    parseCodeBlock()
    finish(.accessorDecl, mark, token: keyword)
  }

  private func takesName(_ keyword: Int) -> Bool {
    if tokens[keyword].kind == .keyword { return true }
    let word = word(at: keyword)
    return word == .set || word == .willSet || word == .didSet
  }

  // MARK: - Parameters

  mutating func parseParameterClause(inClosure: Bool = false, inEnumCase: Bool = false) {
    let mark = begin()
    let bracket = open()
    while !isAtEnd {
      guard parseParameter(inClosure: inClosure, inEnumCase: inEnumCase), eat(.comma) else { break }
    }
    close(bracket)
    finish(.parameterClause, mark)
  }

  /// - Returns: false if there is none.
  mutating func parseParameter(inClosure: Bool, inEnumCase: Bool = false) -> Bool {
    let mark = begin()
    // Of an enumeration case, attributes are those of the type.
    if !inEnumCase { parseAttributes() }
    while word == .isolated || word == .constUnderscored,
      !startsParameterName(at: index, inClosure: inClosure)
    {
      advance()
    }
    var name = index
    if inEnumCase ? startsParameterName(at: index) : isLabel(at: index) {
      advance()
      if isLabel(at: index), kind != .keyword || tokens[index + 1].kind == .colon {
        name = index
        advance()
      }
      if eat(.colon) || inClosure && isTypeStart(at: index) { parseType() }
    } else if !inClosure, !parseType() {
      return false
    }
    if isAtOperator(startingWith: "."), kind != .period { advance() }
    if kind == .equal { parseInitializerClause() }
    guard mark.token < index else { return false }
    finish(.parameter, mark, token: name)
    return true
  }
}

extension Keyword {
  fileprivate var introducesDeclaration: Bool {
    switch self {
    case .let, .var, .func, .struct, .enum, .extension, .protocol, .typealias, .import, .case,
      .associatedtype, .`operator`, .precedencegroup, .`init`, .deinit, .subscript, .inout:
      true
    default: false
    }
  }
}

/// What stands in the parentheses of an attribute that has rules of its own.
private enum SpecialArguments {
  /// Left as tokens.
  case tokens
  case declaration
  /// A `where` at the end.
  case requirements
}

private let specialAttributes: [(name: [UInt8], arguments: SpecialArguments)] =
  [
    "available", "_spi_available", "backDeployed", "_backDeploy", "objc", "_effects",
    "_documentation", "_dynamicReplacement", "_implements", "_originallyDefinedIn", "derivative",
    "transpose", "isolated",
  ].map { (Array($0.utf8), .tokens) }
  + ["specialized", "_specialize", "differentiable"].map { (Array($0.utf8), .requirements) }
  + [(Array("abi".utf8), .declaration)]
