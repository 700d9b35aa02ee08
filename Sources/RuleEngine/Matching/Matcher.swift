import SwiftLexer

/// Finds every use of a pattern in the tokens of one file.
///
/// It passes over the tokens once. At a name that a pattern starts with, it follows the path of
/// each such pattern through the tokens after it; brackets are skipped by `TokenPairs`, so that
/// the whole takes time in proportion to the file.
struct Matcher {
  let rules: CompiledRules
  let tokens: SourceTokens
  var pairs: TokenPairs
  /// The brackets that are open, the file itself first.
  var levels = Levels()
  /// Each declaration and macro of the file that was passed; the file itself is the first.
  var scopes = [Scope(introducer: nil, parent: 0, start: 0)]
  var enclosing = EnclosingScopes()
  /// The last `}` that closed a body, after which a period starts a new expression.
  var endOfBody: Int?
  /// The last of `pairs.directives` that was passed.
  var directive: Int?
  var found = FoundMatches()
  var walk = WalkState()
  /// The last implicit member that was looked at.
  var implicitMember: ImplicitMember?

  /// - Parameter pairs: those of the tokens; its memory is taken, and can be taken back.
  init(rules: CompiledRules, tokens: SourceTokens, pairs: inout TokenPairs) {
    self.rules = rules
    self.tokens = tokens
    self.pairs = TokenPairs()
    swap(&self.pairs, &pairs)
    levels.start()
  }

  mutating func findMatches() {
    var index = 0
    while index < tokens.count {
      if tokens[index].isAtLineStart { passLineStart(at: index) }
      switch tokens[index].kind {
      case .identifier:
        if tokens.isWord("actor", at: index) { passActor(at: index) }
        matchPatterns(at: index)
      case .rawIdentifier:
        matchPatterns(at: index)
      case .keyword:
        passKeyword(at: index)
        matchPatterns(at: index)
        if tokens[index].keyword == .Self { matchSelf(at: index) }
      case .leftParen, .leftSquare:
        openBracket(at: index)
      case .leftBrace:
        openBrace(at: index)
      case .rightParen, .rightSquare, .rightBrace:
        closeBracket(at: index)
      case .colon, .comma, .equal, .semicolon, .infixQuestionMark, .binaryOperator:
        passPunctuation(at: index)
      case .atSign:
        passAttribute(at: index)
      case .pound:
        passMacro(at: index)
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        // A condition is no code.
        index = passDirective(at: index)
        continue
      default:
        break
      }
      index += 1
    }
  }

  /// Adds the matches of all patterns that start with the name at `index`.
  @inline(__always)
  private mutating func matchPatterns(at index: Int) {
    let text = tokens.text(at: index)
    guard let first = text.first else { return }
    let lengths = rules.anchorLengths[Int(first)]
    guard lengths & CompiledRules.lengthBit(text.count) != 0 else { return }
    matchPatterns(named: text, at: index)
  }

  private mutating func matchPatterns(named text: UnsafeBufferPointer<UInt8>, at index: Int) {
    guard let name = rules.names.number(of: text) else { return }
    for number in rules.patternsByAnchor[name] {
      let pattern = rules.patterns[number]
      guard isName(pattern.components[0], at: index) else { continue }
      guard let start = start(of: pattern, at: index) else { continue }
      addMatch(of: number, from: index, component: 0, start: start)
    }
    let patterns = rules.patternsByMember[name]
    if !patterns.isEmpty { matchMember(of: patterns, at: index) }
  }

  /// Adds the match of a pattern if its path goes on from there.
  mutating func addMatch(of number: Int, from index: Int, component: Int, start: MatchStart) {
    let pattern = rules.patterns[number]
    guard let end = followPath(of: pattern, from: index, component: component, start: start)
    else { return }
    let match = Match(pattern: number, start: start, end: end, scope: top.scope)
    found.add(match, names: walk.names)
  }

  /// Whether the name there, which has the component's text, is of its kind too: `` `init` `` is
  /// not `init`.
  func isName(_ component: CompiledComponent, at index: Int) -> Bool {
    component.isInitializer == (tokens[index].keyword == .`init`)
  }
}

/// The matches of one file, in the order in which they were found.
struct FoundMatches {
  private(set) var matches: [Match] = []
  /// The tokens of each match's names.
  private(set) var nameTokens: [Int] = []

  mutating func removeAll() {
    matches.removeAll(keepingCapacity: true)
    nameTokens.removeAll(keepingCapacity: true)
  }

  mutating func add(_ match: Match, names: [Int]) {
    var match = match
    match.names = nameTokens.count..<nameTokens.count + names.count
    nameTokens += names
    matches.append(match)
  }
}

/// One use of a pattern. All positions are indices of tokens.
struct Match {
  /// Index in `CompiledRules.patterns`.
  let pattern: Int
  /// What the report points at.
  let start: Int
  /// The last token of the expression.
  let end: Int
  /// The last token of the expression that the member is asked of; nil where there is none.
  let receiver: Int?
  /// The innermost declaration or macro, by index in `Matcher.scopes`.
  let scope: Int
  /// In `FoundMatches.nameTokens`: the names of the path.
  fileprivate(set) var names = 0..<0

  init(pattern: Int, start: MatchStart, end: Int, scope: Int) {
    self.pattern = pattern
    self.start = start.report
    self.end = end
    receiver = start.receiver
    self.scope = scope
  }
}
