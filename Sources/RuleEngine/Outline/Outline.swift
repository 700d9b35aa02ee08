import SwiftLexer

/// What is around each token of a file: open brackets, statements, declarations, written types.
///
/// Questions must come in source order, and the pass goes only as far as the token in question. It
/// skips a bracket as a whole if no question is about its contents: these do not change what the
/// code around the bracket means.
struct Outline {
  let file: FileTokens
  /// The index of the next token to pass.
  private var position = 0
  /// The open brackets; the first level is the file itself.
  var levels = Levels()
  /// The declarations and macros of the file that were passed; the first scope is the file itself.
  var scopes = [Scope(introducer: nil, parent: 0, start: 0, isLocal: false)]
  /// The last directive that was passed, by index in `TokenPairs.directives`.
  var directive: Int?
  /// The last `}` that closed a body. A period after it starts a new expression.
  var endOfBody: Int?
  /// The implicit member of the last question.
  var implicitMember: ImplicitMember?
  /// The type that an alias stands for, by the token of the alias; see `NamedUses`.
  var aliasedTypes: [Int: TypePath] = [:]
  /// The declarations before `position`, if names are collected.
  var declarations = Declarations()
  private(set) var tellsNames = false
  /// Stops: tokens, in source order, that the pass must reach although no question is about them.
  /// They are words in the headers of types that a rule's scope may hold for.
  var stops: [Int] = []
  private var stopCount = 0

  var tables: RuleTables { file.tables }
  var tokens: SourceTokens { file.tokens }
  var pairs: TokenPairs { file.pairs }
  var top: Level {
    @inline(__always) get { levels.top }
    @inline(__always) _modify { yield &levels.top }
  }

  init(_ file: FileTokens) {
    self.file = file
    levels.start()
  }

  /// Starts to collect the names that the file declares. Call it before the first token is passed.
  mutating func collectNames() {
    tellsNames = true
    declarations = Declarations(tables.names, tokenCount: tokens.count)
  }

  /// Passes all tokens up to and including one, so that what is around it is known.
  /// - Parameter index: a token. If it was passed already, nothing happens.
  mutating func advance(to index: Int) {
    while stopCount < stops.count, stops[stopCount] < index {
      pass(to: stops[stopCount])
      stopCount += 1
    }
    pass(to: index)
  }

  private mutating func pass(to index: Int) {
    while position <= index { passNext(before: index) }
  }

  /// Passes the next token. If the token opens a bracket, skips its contents unless they hold
  /// `wanted`.
  /// - Parameter wanted: the next token that a question is about.
  private mutating func passNext(before wanted: Int) {
    let index = position
    position = pass(index)
    switch tokens[index].kind {
    case .leftParen, .leftSquare, .leftBrace: skipContents(of: index, before: wanted)
    default: break
    }
  }

  /// Goes on to the end of the bracket that was just opened. The contents do not change what the
  /// code around the bracket means, so only the bracket counts for what follows. A clause of an
  /// `#if` may open or close a bracket, so contents are skipped only if they hold whole `#if`s.
  ///
  /// For speed alone: brackets could be gone through.
  /// - Parameter wanted: the next token of which something is asked; if the bracket holds it,
  ///   nothing is skipped.
  private mutating func skipContents(of open: Int, before wanted: Int) {
    guard let close = pairs.partner(of: open), open < close, close < wanted,
      pairs.passConditions(after: &directive, to: close)
    else { return }
    position = close
  }

  /// Passes all tokens up to the last stop. Then goes on until each passed attribute has met the
  /// keyword of its declaration, so that the declaration is known.
  mutating func end() {
    if let last = stops.last { advance(to: last) }
    var unnamed: [Int] = []
    var scope = top.scope
    while 0 < scope {
      if scopes[scope].introducer == nil { unnamed.append(scope) }
      scope = scopes[scope].parent
    }
    while let last = unnamed.last, position < tokens.count {
      if scopes[last].introducer == nil {
        passNext(before: tokens.count)
      } else {
        unnamed.removeLast()
      }
    }
  }

  /// Whether the next token is in a declaration of which only attributes were passed, and no
  /// keyword.
  var awaitsKeyword: Bool {
    var level = levels.innermost
    while levels[level].attributes == nil, 0 < level { level = levels[level].parent }
    return levels[level].attributes != nil
  }

  /// Passes the next token without skipping the contents of a bracket.
  /// - Returns: the index of that token; `nil` at the end of the file.
  mutating func passToken() -> Int? {
    let index = position
    guard index < tokens.count else { return nil }
    position = pass(index)
    return index
  }

  /// Passes a token.
  /// - Returns: the index of the next token to pass.
  @inline(__always)
  private mutating func pass(_ index: Int) -> Int {
    if tokens[index].isAtLineStart { passLineStart(at: index) }
    switch tokens[index].kind {
    case .identifier:
      if tokens.isWord("actor", at: index) { passActor(at: index) }
    case .keyword:
      passKeyword(at: index)
    case .leftParen, .leftSquare:
      openBracket(at: index)
    case .leftBrace:
      openBrace(at: index)
    case .rightParen, .rightSquare, .rightBrace:
      closeBracket(at: index)
    case .colon, .comma, .equal, .semicolon, .infixQuestionMark, .binaryOperator,
      .postfixOperator:
      passPunctuation(at: index)
    case .atSign:
      passAttribute(at: index)
    case .pound:
      passMacro(at: index)
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      // The condition of a directive is no code.
      return passDirective(at: index)
    default:
      break
    }
    return index + 1
  }
}

// MARK: - What is asked of a place

extension Outline {
  /// The innermost declaration or macro, by index in `scopes`.
  @inline(__always)
  var scope: Int { top.scope }
  /// Whether the code is part of a `case` pattern.
  var isCasePattern: Bool { top.casePattern != .none }

  /// Whether the innermost level is the body of an enumeration.
  var isInEnumeration: Bool { top.role == .enumeration }

  /// Whether the word before a colon is an argument label or the name of a parameter.
  func isParameterName(at index: Int) -> Bool {
    guard 0 <= top.open, tokens[top.open].kind == .leftParen else { return false }
    let previous = tokens[index - 1]
    return previous.kind == .leftParen || previous.kind == .comma || previous.isWord
  }

  /// The last token of the expression whose member follows the period. The expression may end on
  /// another line, or before the directives of a postfix `#if`. `nil` for an implicit member.
  func receiver(ofPeriod index: Int) -> Int? {
    guard let previous = pairs.directives.previous(of: index, after: directive) else { return nil }
    if tokens[previous].kind == .rightBrace, previous == endOfBody { return nil }
    return tokens.endsOperand(at: previous) ? previous : nil
  }

  /// Whether the name is an implicit member without a written type.
  /// - Parameter head: the first token of the member's name: its module selector, if it has one.
  mutating func isUntypedMember(at head: Int) -> Bool {
    implicitMember(at: head).map { !$0.hasWrittenType } ?? false
  }

  /// What a `{` after an expression and its arguments may be.
  /// - Parameters:
  ///   - first: the first token of the expression; `nil` if it is unknown.
  ///   - parentheses: how many parentheses around the expression end before the `{`.
  func braceContext(of first: Int?, parentheses: Int) -> BraceContext {
    var level = levels.innermost
    for _ in 0..<parentheses { level = levels[level].parent }
    let isType = first.map { 0 < $0 && isTypePosition(after: $0 - 1, in: level) } ?? false
    return BraceContext(isCondition: levels[level].isCondition, isType: isType)
  }

  /// Whether a type follows the token.
  private func isTypePosition(after index: Int, in level: Int) -> Bool {
    switch tokens[index].kind {
    case .arrow:
      return true
    case .colon:
      return levels[level].header != .none || file.isDeclaration(namedBefore: index)
    case .comma, .binaryOperator:
      return levels[level].header != .none
    case .identifier:
      return file.isTypeSpecifier(index)
        && (!tokens[index + 1].isAtLineStart || tokens[index - 1].kind == .arrow)
    case .keyword:
      return [.as, .is, .inout].contains(tokens[index].keyword)
    case .postfixQuestionMark, .exclamationMark:
      return 0 < index && tokens[index - 1].keyword == .as
    default:
      return false
    }
  }
}

/// What is known about a `{` after an expression.
struct BraceContext: Equatable {
  /// See `Level.isCondition`.
  var isCondition: Bool
  /// Whether a type stands before the `{` rather than an expression, as in `-> Task {`.
  var isType: Bool
}

extension Outline {
  /// Whether the member of the innermost type declaration or extension that the code is in is
  /// `static` or `class`. `nil` if the code is in no member.
  var isInStaticMember: Bool? {
    guard let type = top.type else { return nil }
    var scope = top.scope
    for _ in 0..<Limits.levels where scope != type && 0 < scope {
      let parent = scopes[scope].parent
      if parent == type {
        guard let introducer = scopes[scope].introducer else { return nil }
        return (scopes[scope].start..<introducer).contains { index in
          tokens[index].keyword == .static || tokens[index].keyword == .class
        }
      }
      scope = parent
    }
    return nil
  }
}

extension FileTokens {
  /// Whether the name is the first name of a type after the keyword `extension`.
  @inline(__always)
  func isExtended(at index: Int) -> Bool {
    guard 0 < index else { return false }
    return tokens[index - 1].keyword == .extension
      || 2 < index && isQualified(index) && tokens[index - 3].keyword == .extension
  }

  /// Whether the word may be a name that is neither a member nor an argument label.
  func mayStandAlone(_ index: Int) -> Bool {
    guard isIdentifier(index), !isQualified(index) else { return false }
    guard 0 < index else { return true }
    switch tokens[index - 1].kind {
    case .leftParen, .comma: return tokens[index + 1].kind != .colon
    case .atSign, .pound, .backslash: return false
    default: return true
    }
  }
}

/// A declaration with its attributes, header and body, or a freestanding macro with its arguments.
/// Positions are indices of tokens.
struct Scope {
  /// The keyword of the declaration, e.g. `func`, or the `#` of the macro. `nil` for the file, and
  /// for attributes that no declaration follows.
  var introducer: Int?
  /// The scope around this scope, by index in `Outline.scopes`. The file has index 0 and is its own
  /// parent.
  let parent: Int
  /// Where the attributes and modifiers before the keyword start.
  let start: Int
  /// Whether the declaration is in code, rather than directly in the file or in a type.
  let isLocal: Bool
  /// For a variable or case that is not the first after its keyword, as `b` in `let a = 1, b = 2`.
  var binding: Binding?
  /// Scopes, by index, that other clauses of an `#if` began in place of the parent and left open.
  /// They are around this scope as much as the parent is. A scope with alternatives is no
  /// declaration of its own: it continues the declaration of its parent.
  var alternatives: [Int] = []

  struct Binding {
    let name: Int
    /// The scope of the first variable or case, by index in `Outline.scopes`.
    let first: Int
  }
}

extension Outline {
  /// At the keyword of a declaration.
  mutating func beginScope(at index: Int) {
    if let attributes = top.attributes {
      scopes[attributes].introducer = index
      top.attributes = nil
    } else {
      // Of several declarations in one statement, each starts after the keyword of the one before.
      let previous = top.scope == top.base ? nil : scopes[top.scope].introducer
      let start = max(top.expression.statementStart, top.open + 1, previous.map { $0 + 1 } ?? 0)
      top.scope = addScope(introducer: index, start: start)
    }
  }

  mutating func endScope() {
    top.scope = top.base
    top.attributes = nil
  }

  mutating func resumeScope(_ scope: Int) {
    top.scope = scope
    top.attributes = scope
  }

  /// After a comma between variables: what follows belongs to the next variable.
  mutating func passBinding(at index: Int) {
    guard top.scope != top.base, !top.isCondition, let introducer = scopes[top.scope].introducer,
      tokens[introducer].keyword.declaration == .variable
    else { return }
    var end = index
    if tokens[index].kind == .leftParen, let close = pairs.partner(of: index) {
      end = close
    } else if !tokens[index].isWord {
      return
    }
    // `let a = A<B, C>()` declares one variable.
    guard tokens[end + 1].kind == .colon || tokens[end + 1].kind == .equal else { return }
    addBinding(named: index)
  }

  /// After a comma between the cases of an enumeration.
  mutating func passCaseBinding(at index: Int) {
    guard top.role == .enumeration, top.scope != top.base, tokens[index].isWord,
      let introducer = scopes[top.scope].introducer, tokens[introducer].keyword == .case
    else { return }
    addBinding(named: index)
  }

  private mutating func addBinding(named name: Int) {
    var scope = scopes[top.scope]
    scope.binding = Scope.Binding(name: name, first: scope.binding?.first ?? top.scope)
    scopes.append(scope)
    top.scope = scopes.count - 1
  }

  /// After an `#endif` that leaves brackets open.
  /// - Parameter others: the scopes that clauses end in, apart from the scope that the code after
  ///   `#endif` is in.
  mutating func joinScopes(with others: [Int]) {
    let (base, start) = (top.base, scopes[top.base].start)
    let alternatives = others.filter { $0 != 0 && $0 != base }
    guard !alternatives.isEmpty else { return }
    scopes.append(
      Scope(
        introducer: scopes[base].introducer, parent: base, start: start,
        isLocal: scopes[base].isLocal, alternatives: alternatives))
    if top.scope == base { top.scope = scopes.count - 1 }
    top.base = scopes.count - 1
  }

  /// At an `@`: an attribute before a declaration belongs to it.
  mutating func passAttribute(at index: Int) {
    guard index == top.expression.statementStart, top.attributes == nil else { return }
    switch top.role {
    case .parentheses, .brackets:
      break
    case .file, .closure, .statements, .type, .enumeration, .function, .variable, .accessor,
      .setter:
      resumeScope(addScope(introducer: nil, start: index))
    }
  }

  /// At a `#`: the arguments and closures of a macro are inside the macro.
  mutating func passMacro(at index: Int) {
    guard tokens[index + 1].isWord else { return }
    var end = index + 1
    if let angle = file.genericArgumentsInExpression(at: end + 1) { end = angle }
    if file.isArgumentList(at: end + 1), let close = pairs.partner(of: end + 1) { end = close }
    if tokens[end + 1].kind == .leftBrace, let close = pairs.partner(of: end + 1),
      file.isTrailingClosure(at: end + 1, inCondition: top.isCondition)
    {
      end = close
      while file.isLabelledClosure(at: end + 1), let close = pairs.partner(of: end + 3) {
        end = close
      }
    }
    guard index + 1 < end else { return }
    let isDeclaration = top.scope == top.base || top.attributes != nil
    scopes.append(
      Scope(
        introducer: index, parent: top.scope, start: index,
        isLocal: !isDeclaration || !top.role.holdsMembers))
    top.macro = (scopes.count - 1, end)
  }

  private mutating func addScope(introducer: Int?, start: Int) -> Int {
    scopes.append(
      Scope(
        introducer: introducer, parent: top.base, start: start, isLocal: !top.role.holdsMembers))
    return scopes.count - 1
  }
}

extension LevelRole {
  /// Whether a declaration there is visible in the whole level, rather than being local.
  var holdsMembers: Bool {
    switch self {
    case .file, .type, .enumeration: true
    case .parentheses, .brackets, .closure, .statements, .function, .variable, .accessor, .setter:
      false
    }
  }

  var isBracket: Bool { self == .parentheses || self == .brackets }
}
