import SwiftLexer

/// What is around each token of a file: open brackets, statements, declarations, written types.
///
/// It is found out by passing the tokens in order. Brackets of which nothing is asked can be passed
/// over as a whole: what they hold does not change what the code around them means, but for
/// directives and lone brackets.
struct Surroundings {
  var nearby: Nearby
  /// The brackets that are open, the file itself first.
  var levels = Levels()
  /// Each declaration and macro of the file that was passed; the file itself is the first.
  var scopes: [Scope] = []
  /// The last `}` that closed a body, after which a period starts a new expression.
  var endOfBody: Int?
  /// The last implicit member that was looked at.
  var implicitMember: ImplicitMember?
  /// By token: the type that an alias there stands for; see `NamedUses`.
  var aliasedTypes: [Int: AliasedType] = [:]

  @inline(__always)
  var tables: RuleTables { nearby.tables }
  @inline(__always)
  var tokens: SourceTokens { nearby.tokens }
  @inline(__always)
  var pairs: TokenPairs { nearby.pairs }
  var top: Level {
    @inline(__always) get { levels.top }
    @inline(__always) _modify { yield &levels.top }
  }

  init(_ nearby: consuming Nearby) {
    self.nearby = nearby
    start()
  }

  /// Goes back to the start of the file.
  mutating func start() {
    levels.start()
    scopes.removeAll(keepingCapacity: true)
    scopes.append(Scope(introducer: nil, parent: 0, start: 0, isLocal: false))
    endOfBody = nil
    nearby.directive = nil
    implicitMember = nil
  }

  /// Passes a token.
  /// - Returns: the token to go on at.
  @inline(__always)
  mutating func pass(_ index: Int, telling listener: inout some OutlineListener) -> Int {
    if tokens[index].isAtLineStart { passLineStart(at: index, telling: &listener) }
    switch tokens[index].kind {
    case .identifier:
      if tokens.isWord("actor", at: index) { passActor(at: index, telling: &listener) }
    case .keyword:
      passKeyword(at: index, telling: &listener)
    case .leftParen, .leftSquare:
      openBracket(at: index, telling: &listener)
    case .leftBrace:
      openBrace(at: index, telling: &listener)
    case .rightParen, .rightSquare, .rightBrace:
      closeBracket(at: index, telling: &listener)
    case .colon, .comma, .equal, .semicolon, .infixQuestionMark, .binaryOperator,
      .postfixOperator:
      passPunctuation(at: index, telling: &listener)
    case .atSign:
      passAttribute(at: index)
    case .pound:
      passMacro(at: index)
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      // A condition is no code.
      return passDirective(at: index, telling: &listener)
    default:
      break
    }
    return index + 1
  }

  /// The bracket that closes the one there, which was just passed, if nothing is asked of what they
  /// hold.
  ///
  /// For speed alone: brackets could be gone through.
  /// - Parameter next: the next token of which something is asked.
  @inline(__always)
  func endOfIdleBracket(at index: Int, before next: Int) -> Int? {
    guard tokens[index].kind.opensBracket, pairs.areBalanced,
      let end = pairs.partner(of: index), end < next
    else { return nil }
    let directive = nearby.directive.map { $0 + 1 } ?? 0
    let hasDirective = directive < pairs.directives.count && pairs.directives[directive].token < end
    return hasDirective ? nil : end
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

extension Surroundings: UseContext {
  @inline(__always)
  var scope: Int { top.scope }
  var isCasePattern: Bool? { top.casePattern != .none }

  func isInEnumeration(at index: Int) -> Bool { top.role == .enumeration }

  func isParameterName(at index: Int) -> Bool {
    guard 0 <= top.open, tokens[top.open].kind == .leftParen else { return false }
    let previous = tokens[index - 1]
    return previous.kind == .leftParen || previous.kind == .comma || previous.isWord
  }

  @inline(__always)
  func endsBody(_ index: Int) -> Bool { index == endOfBody }

  mutating func isUntypedMember(at head: Int) -> Bool? {
    implicitMember(at: head).map { !$0.hasWrittenType } ?? false
  }

  func braceContext(after end: Int, of first: Int?, parentheses: Int) -> BraceContext {
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
      return levels[level].header != .none || nearby.isDeclaration(namedBefore: index)
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
