import SwiftLexer

extension Parser {
  /// Parses members of a type up to `limit`.
  mutating func parseMembers() {
    while !isAtEnd {
      switch kind {
      case .semicolon: advance()
      case .poundSourceLocation: parseSourceLocation()
      case .pound where tokens[index + 1].isWord: parseMacro(as: .macroExpansionDecl)
      default:
        if parseDeclaration() { continue }
        if kind == .poundIf {
          parseIfConfig(.members)
        } else if !parseExpression() {
          skipUnexpected()
        }
      }
    }
  }

  /// Parses attributes, modifiers and the declaration after them. Attributes without a declaration
  /// are unexpected.
  /// - Returns: false if there are neither.
  @discardableResult
  mutating func parseDeclaration() -> Bool {
    let mark = begin()
    parseAttributes()
    let hasAttributes = mark.token < index
    guard let keyword = declarationKeyword(from: index, hasAttributes: hasAttributes) else {
      if hasAttributes { finish(.unexpected, mark) }
      return hasAttributes
    }
    move(to: keyword)
    if kind == .pound {
      parseMacro(as: .macroExpansionDecl, mark)
    } else {
      parseDeclaration(token.keyword.declaration ?? word?.declaration ?? .unexpected, mark)
    }
    return true
  }

  /// The keyword of the declaration whose modifiers begin at the token; nil if there is none.
  /// - Parameter hasAttributes: whether there are attributes before them, so that a macro is one.
  func declarationKeyword(from start: Int, hasAttributes: Bool = false) -> Int? {
    var index = start
    // A `class` is a modifier if a declaration follows.
    var ofClass: Int?
    // No declaration has more modifiers. So the work stays in proportion to the file.
    for _ in 0..<32 where index < limit {
      var takesDetail = false
      switch tokens[index].kind {
      case .keyword:
        switch tokens[index].keyword {
        case .class: ofClass = index
        case .public, .private, .fileprivate, .internal, .static: takesDetail = true
        case let keyword: return keyword.declaration == nil ? ofClass : index
        }
      case .identifier:
        guard let word = word(at: index) else { return ofClass }
        guard word.isModifier else {
          return word.declaration != nil && isDeclarationWord(word, at: index) ? index : ofClass
        }
        // `open(…)` is a call.
        takesDetail = word.takesDetail && (word != .open || start < index)
      case .pound:
        return (hasAttributes || start < index) && tokens[index + 1].isWord ? index : ofClass
      default:
        return ofClass
      }
      index += 1
      if takesDetail, tokens[index].kind == .leftParen { index = end(ofBracketAt: index) }
    }
    return ofClass
  }

  /// Whether the word that may declare something does so here: it may be a name.
  private func isDeclarationWord(_ word: ContextualWord, at index: Int) -> Bool {
    let next = tokens[index + 1]
    if word == .using, next.isAtLineStart { return false }
    return next.kind == .identifier || next.kind == (word == .using ? .atSign : .rawIdentifier)
  }

  private mutating func parseDeclaration(_ kind: SyntaxKind, _ mark: Mark) {
    switch kind {
    case .enumCaseDecl:
      advance()
      parseList { $0.parseEnumCaseElement() }
      finish(kind, mark)
    case .importDecl: parseImport(mark)
    case .operatorDecl, .precedenceGroupDecl: parseOperator(kind, mark)
    case .unexpected:
      // `using @MainActor`
      advance()
      if self.kind == .atSign { parseAttribute() } else { advance() }
      finish(.unexpected, mark)
    case .variableDecl:
      let keyword = index
      advance()
      parseList { $0.parsePatternBinding() }
      finish(kind, mark, token: keyword)
    default: parseNamedDeclaration(kind, mark)
    }
  }

  // MARK: - Declarations with a name, generic parameters, a signature, a body

  private mutating func parseNamedDeclaration(_ kind: SyntaxKind, _ mark: Mark) {
    let name = parseDeclaredName(kind)
    if kind == .protocolDecl { parsePrimaryAssociatedTypes() } else { parseGenericParameters() }
    parseSignature(of: kind)
    parseInheritance()
    if kind == .macroDecl {
      parseInitializerClause()
    } else if self.kind == .equal {
      let value = take()
      parseType()
      finish(.initializerClause, value)
    }
    parseGenericWhere()
    switch kind {
    case .functionDecl, .initializerDecl, .deinitializerDecl: parseBlock(.codeBlock)
    case .subscriptDecl: parseBlock(.accessorBlock)
    case .associatedTypeDecl, .macroDecl, .typeAliasDecl: break
    default: parseBlock(.memberBlock)
    }
    finish(kind, mark, token: name)
  }

  /// Parses the keyword, and the name after it if the declaration has one. Returns its token.
  private mutating func parseDeclaredName(_ kind: SyntaxKind) -> Int {
    let keyword = index
    advance()
    switch kind {
    case .deinitializerDecl, .subscriptDecl:
      return keyword
    case .initializerDecl:
      if isAtMark || self.kind == .infixQuestionMark || isAtOperator("!") { advance() }
      return keyword
    case .extensionDecl:
      return parseType() ? Int(storage.nodes[storage.count - 1].token) : index
    case .functionDecl where self.kind.isOperator || self.kind == .exclamationMark:
      let name = index
      // In `func ==<T>(` the last `<` begins the generic parameters.
      let text = source.text(at: index)
      let next = tokens[index + 1]
      let hasParameters = text.last == UInt8(ascii: "<") && 1 < text.count
      if hasParameters, next.kind == .identifier || next.keyword == .let {
        for _ in 1..<text.count { takeByte() }
      } else {
        advance()
      }
      return name
    default:
      return passName()
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

  private mutating func passNames() {
    parseList { $0.passName() < $0.index }
  }

  /// Parses parameters, effects and result, as far as they are there.
  private mutating func parseSignature(of declaration: SyntaxKind) {
    let mark = begin()
    if kind == .leftParen, !isAtEnd { parse(.parameters) }
    parseEffects()
    if kind == .arrow { parseReturnClause() }
    if mark.token < index, declaration != .subscriptDecl, declaration != .deinitializerDecl {
      finish(.functionSignature, mark)
    }
  }

  private mutating func parseInheritance() {
    guard kind == .colon else { return }
    let mark = take()
    parseList { $0.parseClassRestriction() || $0.parseType() }
    finish(.inheritanceClause, mark)
  }

  private mutating func parseClassRestriction() -> Bool {
    guard isAt(.class) else { return false }
    addLeaf(.classRestrictionType)
    return true
  }

  private mutating func parsePrimaryAssociatedTypes() {
    parseAngles(.primaryAssociatedTypeClause) { $0.passNames() }
  }

  /// Parses `<T: P, let n: Int>`. Returns false if it is not there.
  @discardableResult
  mutating func parseGenericParameters() -> Bool {
    parseAngles(.genericParameterClause) { parser in
      parser.parseList { $0.parseGenericParameter() }
      parser.parseGenericWhere()
    }
  }

  @discardableResult
  private mutating func parseAngles(
    _ kind: SyntaxKind, _ parseContents: (inout Parser) -> Void
  ) -> Bool {
    guard isAtOperator(startingWith: "<") else { return false }
    let mark = begin()
    takeByte()
    parseContents(&self)
    if isAtOperator(startingWith: ">") { takeByte() }
    finish(kind, mark)
    return true
  }

  private mutating func parseGenericParameter() -> Bool {
    let mark = begin()
    parseAttributes()
    if isAt(.let) || word == .each && tokens[index + 1].isWord { advance() }
    guard token.isWord || kind == .placeholder else { return false }
    let name = index
    advance()
    if eat(.colon) { parseType() }
    finish(.genericParameter, mark, token: name)
    return true
  }

  /// Parses `where T: P, T.A == B`, if it is there.
  mutating func parseGenericWhere() {
    guard isAt(.where), !isAtEnd else { return }
    let mark = take()
    parseList { $0.parseGenericRequirement() }
    finish(.genericWhereClause, mark)
  }

  private mutating func parseGenericRequirement() -> Bool {
    let mark = begin()
    guard parseValueArgument() || parseType() else { return false }
    if eat(.colon) {
      if isAtLayout {
        advance()
        // `T: _Trivial(64)`
        if kind == .leftParen { skipBracket() }
      } else if !parseClassRestriction() {
        parseType()
      }
    } else if kind.isOperator, kind != .equal, !isAtOperator(startingWith: ">") {
      advance()
      if !parseValueArgument() { parseType() }
    }
    finish(.genericRequirement, mark)
    return true
  }

  /// Whether a word of a layout requirement is there, which `@_specialize` may have.
  private var isAtLayout: Bool {
    let words: [StaticString] = [
      "_Trivial", "_TrivialAtMost", "_TrivialStride", "_UnknownLayout", "_RefCountedObject",
      "_NativeRefCountedObject", "_Class", "_NativeClass", "_BridgeObject",
    ]
    return words.contains { source.isWord($0, at: index) }
  }

  // MARK: - Other declarations

  /// Parses `name(parameters) = value`. Returns false if there is none.
  private mutating func parseEnumCaseElement() -> Bool {
    let mark = begin()
    let name = passName()
    if index == name { return false }
    if kind == .leftParen { parse(.caseParameters) }
    parseInitializerClause()
    finish(.enumCaseElement, mark, token: name)
    return true
  }

  private mutating func parseImport(_ mark: Mark) {
    advance()
    // `import struct A.B`
    if kind == .keyword, !isAtLineStart, tokens[index + 1].isWord { advance() }
    let name = index
    while token.isWord || kind.isOperator, !isAtEnd {
      advance()
      guard eat(.period) || eat(.colonColon) else { break }
    }
    finish(.importDecl, mark, token: name)
  }

  private mutating func parseOperator(_ declaration: SyntaxKind, _ mark: Mark) {
    advance()
    let name = index
    if !isAtEnd { advance() }
    // A name such as `<` may be read as more than one token.
    while kind.isOperator || isAtMark, !isAtEnd, tokens[index].start == tokens[index - 1].end {
      advance()
    }
    if declaration == .operatorDecl, eat(.colon) { passNames() }
    if kind == .leftBrace { skipBracket() }
    finish(declaration, mark, token: name)
  }

  /// Parses `pattern: T = value { … }`. Returns false if there is none.
  private mutating func parsePatternBinding() -> Bool {
    let mark = begin()
    guard parsePattern() else { return false }
    parseTypeAnnotation()
    let hasValue = kind == .equal
    parseInitializerClause()
    if kind == .leftBrace, !hasValue || !isAtLineStart || beginsObservers(at: index) {
      parseBlock(.accessorBlock)
    }
    finish(.patternBinding, mark)
    return true
  }

  // MARK: - Accessors

  /// Parses accessors, or the code of a getter.
  mutating func parseAccessors() {
    guard accessorKeyword() != nil else { return parseStatements() }
    while let keyword = accessorKeyword() {
      let mark = begin()
      parseAttributes()
      move(to: keyword + 1)
      if kind == .leftParen, !isAtEnd { skipBracket() }
      parseEffects()
      parseBlock(.codeBlock)
      finish(.accessorDecl, mark, token: keyword)
    }
  }

  /// The `get`, `set` … of the accessor whose attributes and modifiers begin here.
  private mutating func accessorKeyword() -> Int? {
    var index = endOfAttributes(from: index)
    while let word = word(at: index), word.isAccessorModifier, index < limit { index += 1 }
    guard index < limit else { return nil }
    if tokens[index].keyword == .`init` { return index }
    guard let word = word(at: index) else { return nil }
    return word.isAccessor || word == .borrow ? index : nil
  }

  // MARK: - Parameters

  /// Parses a parameter of a function, a closure or an enumeration case.
  /// - Returns: false if there is none.
  mutating func parseParameter(_ part: Part) -> Bool {
    let mark = begin()
    // The attributes of an enumeration case are those of the type.
    if part != .caseParameters { parseAttributes() }
    while word == .isolated || word == .constUnderscored,
      part != .closureParameters && !startsParameterName(at: index)
    {
      advance()
    }
    var name = index
    if part == .caseParameters ? startsParameterName(at: index) : isLabel(at: index) {
      advance()
      if isLabel(at: index), kind != .keyword || tokens[index + 1].kind == .colon {
        name = index
        advance()
      }
      if eat(.colon) || part == .closureParameters && isTypeStart(at: index) { parseType() }
    } else if part != .closureParameters, !parseType() {
      return false
    }
    if isAtOperator(startingWith: "."), kind != .period { advance() }
    parseInitializerClause()
    guard mark.token < index else { return false }
    finish(.parameter, mark, token: name)
    return true
  }
}

extension Keyword {
  /// The declaration that the keyword introduces.
  fileprivate var declaration: SyntaxKind? {
    switch self {
    case .associatedtype: .associatedTypeDecl
    case .case: .enumCaseDecl
    case .class: .classDecl
    case .deinit: .deinitializerDecl
    case .enum: .enumDecl
    case .extension: .extensionDecl
    case .func: .functionDecl
    case .import: .importDecl
    case .`init`: .initializerDecl
    case .inout, .let, .var: .variableDecl
    case .`operator`: .operatorDecl
    case .precedencegroup: .precedenceGroupDecl
    case .protocol: .protocolDecl
    case .struct: .structDecl
    case .subscript: .subscriptDecl
    case .typealias: .typeAliasDecl
    default: nil
    }
  }
}

extension ContextualWord {
  /// The declaration that the word introduces. It is `unexpected` for `using`.
  fileprivate var declaration: SyntaxKind? {
    switch self {
    case .actor: .actorDecl
    case .macro: .macroDecl
    case .using: .unexpected
    default: nil
    }
  }
}
