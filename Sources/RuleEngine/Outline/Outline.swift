import SwiftLexer

/// What is around each token of a file: open brackets, statements, declarations, written types.
///
/// It is asked in source order, and goes through the tokens only as far as it is asked. Brackets of
/// which nothing is asked are passed over as a whole: what they hold does not change what the code
/// around them means.
struct Outline {
  let file: FileTokens
  /// The token to go on at.
  private(set) var position = 0
  /// The brackets that are open, the file itself first.
  var levels = Levels()
  /// Each declaration and macro of the file that was passed; the file itself is the first.
  var scopes = [Scope(introducer: nil, parent: 0, start: 0, isLocal: false)]
  /// The last of `TokenPairs.directives` that was passed.
  var directive: Int?
  /// The last `}` that closed a body, after which a period starts a new expression.
  var endOfBody: Int?
  /// The last implicit member that was looked at.
  var implicitMember: ImplicitMember?
  /// By token: the type that an alias there stands for; see `NamedUses`.
  var aliasedTypes: [Int: AliasedType]
  /// What was declared up to there, if that is collected.
  var declarations = Declarations()
  private(set) var tellsNames = false
  /// Further tokens that are asked about, in order: what is in declarations that others depend on.
  var stops: [Int] = []
  private var stopCount = 0

  @inline(__always)
  var tables: RuleTables { file.tables }
  @inline(__always)
  var tokens: SourceTokens { file.tokens }
  @inline(__always)
  var pairs: TokenPairs { file.pairs }
  var top: Level {
    @inline(__always) get { levels.top }
    @inline(__always) _modify { yield &levels.top }
  }

  init(_ file: FileTokens, aliasedTypes: [Int: AliasedType] = [:]) {
    self.file = file
    self.aliasedTypes = aliasedTypes
    levels.start()
  }

  /// From the start of the file on, collects the names that it declares.
  mutating func collectNames() {
    tellsNames = true
    declarations = Declarations(tables.names, tokenCount: tokens.count)
  }

  /// Goes on to a token, so that what is around it is known.
  /// - Parameter index: a token that was not passed; one that was is left alone.
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

  /// Passes the next token, and the bracket that starts there, unless it holds what is asked next.
  /// - Parameter wanted: the next token of which something is asked.
  private mutating func passNext(before wanted: Int) {
    let index = position
    position = pass(index)
    if tokens[index].kind.opensBracket { skipContents(of: index, before: wanted) }
  }

  /// Goes on to the end of the bracket that was just opened. What it holds does not change what the
  /// code around it means, so that what follows depends on the bracket alone. Clauses of an `#if`
  /// may open or close a bracket each, so that only whole ones are passed over.
  ///
  /// For speed alone: brackets could be gone through.
  /// - Parameter wanted: the next token of which something is asked; if the bracket holds it,
  ///   nothing is skipped.
  mutating func skipContents(of open: Int, before wanted: Int) {
    guard let close = pairs.partner(of: open), open < close, close < wanted,
      pairs.passConditions(after: &directive, to: close)
    else { return }
    position = close
  }

  /// Goes on to the last stop, and to the keywords of declarations whose attributes were passed, so
  /// that it is known which declarations these are.
  mutating func end() {
    if let last = stops.last { advance(to: last) }
    while awaitsKeyword, position < tokens.count {
      passNext(before: tokens.count)
    }
  }

  /// Whether a declaration that the next token is in has attributes, and no keyword yet.
  var awaitsKeyword: Bool {
    var level = levels.innermost
    for _ in 0..<Limits.levels {
      if levels[level].attributes != nil { return true }
      if level == levels[level].parent { return false }
      level = levels[level].parent
    }
    return true
  }

  /// Passes the next token, and none more.
  mutating func passToken() {
    position = pass(position)
  }

  /// Passes a token.
  /// - Returns: the token to go on at.
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
      // A condition is no code.
      return passDirective(at: index)
    default:
      break
    }
    return index + 1
  }
}

extension TokenKind {
  @inline(__always)
  fileprivate var opensBracket: Bool {
    switch self {
    case .leftParen, .leftSquare, .leftBrace: true
    default: false
    }
  }
}

// MARK: - What is asked of a place

extension Outline {
  /// The innermost declaration or macro, by index in `scopes`.
  @inline(__always)
  var scope: Int { top.scope }
  /// Whether the code is a pattern of `case`.
  var isCasePattern: Bool { top.casePattern != .none }

  /// Whether an enumeration is the innermost thing around.
  var isInEnumeration: Bool { top.role == .enumeration }

  /// Whether the word before a colon is an argument label or the name of a parameter.
  func isParameterName(at index: Int) -> Bool {
    guard 0 <= top.open, tokens[top.open].kind == .leftParen else { return false }
    let previous = tokens[index - 1]
    return previous.kind == .leftParen || previous.kind == .comma || previous.isWord
  }

  /// The last token of what the member after the period is asked of, over newlines and over the
  /// directives of a postfix `#if`; nil for an implicit member.
  func receiver(ofPeriod index: Int) -> Int? {
    guard let previous = pairs.previous(of: index, after: directive) else { return nil }
    if tokens[previous].kind == .rightBrace, previous == endOfBody { return nil }
    return tokens.endsOperand(at: previous) ? previous : nil
  }

  /// Whether no type is written beside the implicit member.
  /// - Parameter head: the member's name, with its module selector.
  mutating func isUntypedMember(at head: Int) -> Bool {
    implicitMember(at: head).map { !$0.hasWrittenType } ?? false
  }

  /// What a `{` may be that follows an expression and its arguments.
  /// - Parameters:
  ///   - first: the expression's first token; nil where that is unknown.
  ///   - parentheses: how many around it end before the `{`.
  func braceContext(of first: Int?, parentheses: Int) -> BraceContext {
    var level = levels.innermost
    for _ in 0..<parentheses { level = levels[level].parent }
    let isType = first.map { 0 < $0 && isTypePosition(after: $0 - 1, in: level) } ?? false
    return BraceContext(isCondition: levels[level].isCondition, isType: isType)
  }

  /// Whether the token makes what follows it a type.
  private func isTypePosition(after index: Int, in level: Int) -> Bool {
    switch tokens[index].kind {
    case .arrow:
      return true
    case .colon:
      return levels[level].header != .none || file.isDeclaration(namedBefore: index)
    case .comma, .binaryOperator:
      return levels[level].header != .none
    case .identifier:
      return tokens.isWord("some", at: index) || tokens.isWord("any", at: index)
    case .keyword:
      return tokens[index].keyword == .as || tokens[index].keyword == .is
    case .postfixQuestionMark, .exclamationMark:
      return 0 < index && tokens[index - 1].keyword == .as
    default:
      return false
    }
  }
}

/// What a `{` after an expression may be.
struct BraceContext: Equatable {
  /// See `Level.isCondition`.
  var isCondition: Bool
  /// Whether what stands before it is a type rather than an expression, e.g. in `-> Task {`.
  var isType: Bool
}

extension Outline {
  /// Whether the innermost member of the type declaration or extension is `static` or `class`; nil
  /// where no member is around.
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
  /// Whether the type that starts with the name is extended there.
  @inline(__always)
  func isExtended(at index: Int) -> Bool {
    guard 0 < index else { return false }
    return tokens[index - 1].keyword == .extension
      || 2 < index && isQualified(index) && tokens[index - 3].keyword == .extension
  }

  /// Whether the word may be a name with nothing before it, and no label.
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
