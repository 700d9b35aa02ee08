import SwiftLexer

extension Outline {
  /// At the first token of a line: if a statement starts there, ends the statement before it.
  @inline(__always)
  mutating func passLineStart(at index: Int) {
    guard !top.role.isBracket else {
      if top.header != .none, !continuesStatement(at: index) { top.header = .none }
      return
    }
    if !continuesStatement(at: index) {
      let (attributes, start) = (top.attributes, top.expression.statementStart)
      beginStatement(at: index)
      // The attributes of a declaration may stand on lines of their own.
      if let attributes, file.isPrefix(start..<index) { resumeScope(attributes) }
    }
  }

  /// Whether the first token of a line continues the statement before it.
  @inline(__always)
  func continuesStatement(at index: Int) -> Bool {
    guard 0 < index else { return false }
    let previous = tokens[index - 1]
    guard tokens.endsOperand(at: index - 1) || previous.keyword.isStatement else { return true }
    // Generic parameters or arguments may stand on lines of their own.
    if tokens.isOpeningAngle(at: index - 1) { return true }
    guard tokens.mayContinueStatement(at: index) else { return false }
    switch tokens[index].kind {
    case .period: return endOfBody != index - 1
    case .prefixOperator:
      return top.header != .none || tokens.text(at: index).first == UInt8(ascii: ">")
    case .identifier: return top.header != .none
    default: return true
    }
  }

  /// At a directive of `#if`.
  /// - Returns: the first token after the directive.
  mutating func passDirective(at index: Int) -> Int {
    let number = Int(pairs.partners[index])
    let body = pairs.directives[number].body
    directive = number
    let otherScopes = levels.passDirective(tokens[index].kind)
    if !otherScopes.isEmpty { joinScopes(with: otherScopes) }
    let isPostfix = pairs.directives[pairs.directives[number].opener].isPostfix
    let isAmongStatements = !top.role.isBracket
    if isAmongStatements, !isPostfix, top.header == .none {
      beginStatement(at: body)
    }
    return body
  }

  /// At the start of a statement: ends what was going on in the level.
  mutating func beginStatement(at index: Int) {
    top.header = .none
    top.casePattern = .none
    top.isCondition = false
    top.macro = nil
    top.expression.beginStatement(at: index)
    endScope()
    if tellsNames { beginStatementOfNames() }
  }

  /// Whether a declaration that ends with the token is complete: no token after it continues it.
  func endsDeclaration(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    switch next.kind {
    case .comma, .semicolon, .rightBrace, .endOfFile:
      return true
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      let opener = pairs.directives[Int(pairs.partners[index + 1])].opener
      return !pairs.directives[opener].isPostfix
    default:
      return next.isAtLineStart && !continuesStatement(at: index + 1)
    }
  }

  /// At `:`, `=`, `;`, `,`, `?`, binary and postfix operators.
  mutating func passPunctuation(at index: Int) {
    switch tokens[index].kind {
    case .colon:
      if tellsNames { passColonOfNames(at: index) }
      passColon(at: index)
    case .comma:
      if tellsNames { passCommaOfNames(at: index) }
      if top.expression.bindsNames {
        passBinding(at: index + 1)
      } else {
        passCaseBinding(at: index + 1)
      }
      top.expression.passComma(at: index, in: top.role)
    case .equal:
      top.casePattern = .none
      top.header = .none
      top.expression.passEqual(at: index)
      if tellsNames { passEqualOfNames(at: index) }
    case .infixQuestionMark:
      top.expression.passQuestionMark()
    case .binaryOperator, .postfixOperator:
      // The lexer reads a `<` before a newline as a postfix operator.
      if let end = genericArgumentsOfDeclaration(at: index) {
        top.expression.skipGenericArguments(to: end)
      } else if tokens[index].kind == .binaryOperator, !tokens.isCoalescing(at: index) {
        top.expression.isOperand = true
      }
    default:
      beginStatement(at: index + 1)
    }
  }

  /// The last token of generic arguments in the type or the value of a variable. Commas in them
  /// divide no declarations. `nil` if the operator starts none.
  private mutating func genericArgumentsOfDeclaration(at index: Int) -> Int? {
    if top.expression.isInType { return file.genericArguments(at: index) }
    return top.expression.bindsNames ? file.genericArgumentsInExpression(at: index) : nil
  }

  private mutating func passColon(at index: Int) {
    if top.expression.hasOpenTernary {
      top.expression.endTernary(at: index)
    } else if top.expression.isCaseLabel {
      beginStatement(at: index + 1)
    } else {
      if top.casePattern == .direct { top.casePattern = .none }
      top.expression.passColon(at: index, in: top.role)
    }
  }

  mutating func passKeyword(at index: Int) {
    guard !tokens.isMember(index) else { return }
    let keyword = tokens[index].keyword
    if tellsNames { passKeywordOfNames(keyword, at: index) }
    guard tokens[index + 1].kind != .colon else {
      if keyword == .default, top.role == .statements { top.expression.isCaseLabel = true }
      return
    }
    switch keyword {
    case .`if`, .switch:
      if !isElseIf(at: index) {
        let anchor = anchor(at: index, in: levels.innermost)
        top.expression.conditional = anchor
      }
      beginCondition()
    case .guard, .for, .while:
      top.expression.conditional = .none
      beginCondition()
      if keyword == .while, endsRepeat(at: index) { top.isCondition = false }
    case .catch:
      beginCondition()
      top.isCondition = tokens[index + 1].kind != .leftBrace
    case .case:
      passCase(at: index)
    case .in:
      top.casePattern = .none
      if top.role == .closure, !top.isCondition {
        beginStatement(at: index + 1)
      }
    case .where:
      top.casePattern = .none
    case .return:
      endHeader()
      top.expression.passReturn()
    case .throw, .do, .defer, .repeat:
      endHeader()
      top.expression.conditional = .none
    default:
      if let kind = keyword.declaration { passDeclaration(kind, at: index) }
    }
  }

  private mutating func passDeclaration(_ kind: DeclarationKind, at index: Int) {
    switch kind {
    case .variable:
      // A generic parameter that is a value, as in `struct Vector<let count: Int>`.
      if top.header != .none, top.header != .variable, isGenericParameter(index) { return }
      top.expression.bindsNames = true
      top.expression.passComma(at: index, in: .statements)
      if top.isCondition || top.casePattern != .none { return }
    case .type:
      if tokens[index].keyword == .class, !declaresClass(at: index) { return }
    default:
      break
    }
    beginDeclaration(kind, at: index)
  }

  private func isGenericParameter(_ index: Int) -> Bool {
    tokens[index - 1].kind == .comma || tokens.isOpeningAngle(at: index - 1)
  }

  /// Whether `class` declares a class: in `class func f()` and `protocol P: class` it does not.
  private func declaresClass(at index: Int) -> Bool {
    let next = tokens[index + 1]
    guard next.isWord, next.keyword.declaration == nil else { return false }
    let isModifier = next.kind == .keyword || tokens[index + 2].isWord
    return !isModifier || !tokens.isModifier(index + 1)
  }

  /// At the word `actor`: it declares a type only if a name follows on the same line.
  mutating func passActor(at index: Int) {
    guard !tokens.isMember(index), tokens[index + 1].isWord else { return }
    if !tokens[index + 1].isAtLineStart {
      beginDeclaration(.type, at: index)
    }
  }

  private mutating func beginDeclaration(_ kind: DeclarationKind, at index: Int) {
    top.header = kind
    top.casePattern = .none
    beginScope(at: index)
    if tellsNames { declare(kind, at: index) }
  }

  private mutating func passCase(at index: Int) {
    if top.role == .enumeration {
      top.header = .other
      beginScope(at: index)
      return
    }
    endHeader()
    top.casePattern = .direct
    if !top.isCondition { top.expression.isCaseLabel = true }
  }

  private mutating func beginCondition() {
    endHeader()
    top.isCondition = true
  }

  private mutating func endHeader() {
    top.header = .none
    top.casePattern = .none
  }

  private func isElseIf(at index: Int) -> Bool {
    0 < index && tokens[index - 1].keyword == .else
  }

  /// Whether the `while` ends a `repeat`, so that no body follows.
  private func endsRepeat(at index: Int) -> Bool {
    guard 0 < index, tokens[index - 1].kind == .rightBrace else { return false }
    guard let open = pairs.partner(of: index - 1), 0 < open else { return false }
    return tokens[open - 1].keyword == .repeat
  }
}

extension Keyword {
  /// Whether the word alone may be a statement.
  fileprivate var isStatement: Bool {
    switch self {
    case .break, .continue, .fallthrough: true
    default: false
    }
  }

  var declaration: DeclarationKind? {
    switch self {
    case .enum: .enumeration
    case .class, .extension, .protocol, .struct: .type
    case .func, .`init`, .deinit: .function
    case .subscript: .subscription
    case .let, .var: .variable
    case .typealias, .associatedtype: .other
    default: nil
    }
  }
}

extension Outline {
  mutating func openBracket(at index: Int) {
    let role: LevelRole = tokens[index].kind == .leftParen ? .parentheses : .brackets
    push(role, at: index, base: scopeOfContents(at: index))
  }

  mutating func openBrace(at index: Int) {
    let role = roleOfBrace(at: index)
    if role == .variable { top.expression.endAnnotation(at: index) }
    push(role, at: index, base: scopeOfContents(at: index))
    top.expression.beginStatement(at: index + 1)
  }

  private func scopeOfContents(at index: Int) -> Int {
    if let macro = top.macro, index <= macro.end { return macro.scope }
    return top.scope
  }

  private mutating func push(_ role: LevelRole, at index: Int, base: Int) {
    let outer = top
    let isFunction: Bool
    switch role {
    case .closure, .function, .variable, .accessor, .setter, .type, .enumeration: isFunction = true
    case .file, .parentheses, .brackets, .statements: isFunction = false
    }
    let isType = role == .type || role == .enumeration
    var level = Level(
      open: index, parent: levels.innermost, role: role, base: base, scope: base,
      type: isType ? base : outer.type, function: isFunction ? levels.all.count : outer.function)
    if role.isBracket, outer.casePattern != .none {
      level.casePattern = .enclosing
    }
    if role.isBody {
      top.header = .none
      top.isCondition = false
    }
    levels.push(level)
    if tellsNames { openLevelOfNames(at: index) }
  }

  mutating func closeBracket(at index: Int) {
    guard let open = pairs.partner(of: index), let role = levels.pop(upTo: open) else { return }
    if tellsNames { closeLevelOfNames(role) }
    if role.isBody { endOfBody = index }
    // Another accessor may follow on the line.
    if role == .accessor || role == .setter {
      beginStatement(at: index + 1)
    }
  }

  /// What the `{` opens.
  private func roleOfBrace(at index: Int) -> LevelRole {
    switch top.header {
    case .type: return .type
    case .enumeration: return .enumeration
    case .function: return .function
    case .variable, .subscription: return .variable
    case .other: return .statements
    case .none: break
    }
    guard 0 < index else { return .statements }
    if top.role == .variable, let role = roleOfAccessor(at: index) { return role }
    let previous = tokens[index - 1]
    if previous.kind == .keyword, !tokens.isMember(index - 1), previous.keyword.precedesBody {
      return .statements
    }
    guard tokens.endsOperand(at: index - 1) else { return .closure }
    if file.isObserverBlock(at: index) { return .variable }
    return file.isTrailingClosure(at: index, inCondition: top.isCondition)
      ? .closure : .statements
  }

  /// What the `{` opens if its statement is an accessor: `set(newDate) {`, `get async {`. Otherwise
  /// `nil`.
  private func roleOfAccessor(at brace: Int) -> LevelRole? {
    var index = top.expression.statementStart
    while index < brace {
      switch tokens[index].kind {
      case .atSign:
        index += 2
        if file.isArgumentList(at: index), let close = pairs.partner(of: index) {
          index = close + 1
        }
      case .identifier, .keyword:
        let word = tokens.text(at: index)
        if accessors.contains(where: word.elementsEqual) { return .accessor }
        if setters.contains(where: word.elementsEqual) { return .setter }
        guard accessorModifiers.contains(where: word.elementsEqual) else { return nil }
        index += 1
      default:
        return nil
      }
    }
    return nil
  }
}

private let accessors = ["get", "read", "_read", "modify", "_modify"].map { Array($0.utf8) }
private let setters = ["set", "willSet", "didSet"].map {
  Array($0.utf8)
}
private let accessorModifiers = [
  "borrowing", "consuming", "mutating", "nonmutating", "nonisolated", "__consuming",
].map { Array($0.utf8) }

extension Keyword {
  fileprivate var precedesBody: Bool {
    switch self {
    case .catch, .defer, .do, .else, .repeat: true
    default: false
    }
  }
}
