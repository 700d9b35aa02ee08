import SwiftLexer

/// Finds every use of a pattern in the tokens of one file.
///
/// A shallow pass over the tokens is enough for most files; if not, it passes over them again, and
/// twice more where the file's own names need it, see `FileNames`. At a name that a pattern starts
/// with, it follows the path of each such pattern through the tokens after it; brackets are skipped
/// by `TokenPairs`, so that the whole takes time in proportion to the file. It serves for one file
/// after the other.
struct Matcher {
  let rules: CompiledRules
  private(set) var tokens = SourceTokens(
    bytes: UnsafeBufferPointer(start: nil, count: 0),
    tokens: UnsafeBufferPointer(start: nil, count: 0))
  var pairs = TokenPairs()
  /// The brackets that are open, the file itself first.
  var levels = Levels()
  /// Each declaration and macro of the file that was passed; the file itself is the first.
  var scopes = [Scope(introducer: nil, parent: 0, start: 0, isLocal: false)]
  var enclosing = EnclosingScopes()
  /// The last `}` that closed a body, after which a period starts a new expression.
  var endOfBody: Int?
  /// The last of `pairs.directives` that was passed.
  var directive: Int?
  var found = FoundMatches()
  var walk = WalkState()
  var names: FileNames
  /// The last implicit member that was looked at.
  var implicitMember: ImplicitMember?
  /// Whether no idle blocks were left out.
  private(set) var isWhole = true
  /// How often the shallow pass could not tell.
  var openQuestions = 0
  var needsContext: Bool { 0 < openQuestions }
  /// Where it could not, or found something, in order; nothing is to be found elsewhere.
  var activeTokens: [Int] = []
  var types: MentionedTypes

  init(rules: CompiledRules) {
    self.rules = rules
    names = FileNames(rules.names)
    types = MentionedTypes(count: rules.names.count)
  }

  /// Turns to the tokens of another file, which must last for as long as it is asked about that
  /// file. What belongs to one pass over them is set by `begin`.
  mutating func start(with tokens: SourceTokens) {
    self.tokens = tokens
    pairs.pair(tokens)
    names = FileNames(rules.names)
    enclosing = EnclosingScopes()
    walk.lastCall = nil
    activeTokens.removeAll(keepingCapacity: true)
    types.removeAll()
  }

  /// - Parameters:
  ///   - isShallow: whether a shallow pass may do.
  ///   - places: where names stand that a match may start with, if idle blocks were left out; see
  ///     `Occurrences`.
  /// - Returns: false where what was left out is needed.
  @discardableResult
  mutating func findMatches(isShallow: Bool = true, at places: [Int]? = nil) -> Bool {
    isWhole = places == nil
    if isShallow {
      if findShallowMatches(at: places) {
        guard rules.describesFindings, !found.matches.isEmpty else { return true }
        guard mayTellScopes else { return false }
        findScopesOfMatches()
        return true
      }
      if isWhole, findMatchesAtActiveTokens() { return true }
    }
    if !names.countSurely {
      begin(.matching)
      passTokens()
      // What a use is replaced with may take comments and code from anywhere in it.
      let isReplaced = found.matches.contains { [rules] in rules.templates[$0.pattern] != nil }
      guard isWhole || !isReplaced else { return false }
      guard mayTellScopes || !rules.describesFindings || found.matches.isEmpty else { return false }
      guard needsNames else { return true }
    }
    guard isWhole else { return false }
    findMatchesWithNames()
    return true
  }

  /// Around a lone bracket, what was left out may tell which declaration the rest is in.
  private var mayTellScopes: Bool { isWhole || pairs.areBalanced }

  /// Makes a pass that knows the context, over what the shallow pass has not found idle.
  /// - Returns: whether what was found is all there is; not where names of the file may count.
  private mutating func findMatchesAtActiveTokens() -> Bool {
    guard !names.hasAlias, !names.hasConstant || !usesConstant else { return false }
    names.areNoted = true
    begin(.matching)
    passTokens()
    names.areNoted = false
    return !mayUseDeclaration
  }

  /// Makes the passes that know the names of the file.
  mutating func findMatchesWithNames() {
    begin(.declaring)
    names.isDeclared = Array(repeating: false, count: tokens.count)
    passTokens()
    findMeanings()
    begin(.resolving)
    passTokens()
    removeDeclarations()
  }

  private mutating func passTokens() {
    var active = names.phase == .matching && names.areNoted ? activeTokens[...] : nil
    var index = 0
    while index < tokens.count {
      if tokens[index].isAtLineStart { passLineStart(at: index) }
      switch tokens[index].kind {
      case .identifier:
        if tokens.isWord("actor", at: index) { passActor(at: index) }
        passName(at: index)
      case .rawIdentifier:
        passName(at: index)
      case .keyword:
        passKeyword(at: index)
        guard names.phase != .declaring else { break }
        matchPatterns(at: index)
        if tokens[index].keyword == .Self { matchSelf(at: index) }
      case .leftParen, .leftSquare:
        openBracket(at: index)
        if let end = endOfIdleBracket(at: index, &active) {
          index = end
          continue
        }
      case .leftBrace:
        openBrace(at: index)
        if let end = endOfIdleBracket(at: index, &active) {
          index = end
          continue
        }
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
        index = passDirective(at: index)
        continue
      default:
        break
      }
      index += 1
    }
  }

  /// The bracket that closes the one there, if nothing is to be found between them. What they hold
  /// does not change what the code around them means, but for directives and lone brackets.
  /// - Parameter active: the active tokens, from one before `index` on; nil where all may be.
  @inline(__always)
  private func endOfIdleBracket(at index: Int, _ active: inout ArraySlice<Int>?) -> Int? {
    guard active != nil else { return nil }
    while let first = active!.first, first < index { active!.removeFirst() }
    return endOfBracket(at: index, before: active!.first ?? tokens.count)
  }

  /// The same where nothing is to be found before another token.
  @inline(__always)
  func endOfBracket(at index: Int, before active: Int) -> Int? {
    guard pairs.areBalanced, let end = pairs.partner(of: index), end < active else { return nil }
    let next = directive.map { $0 + 1 } ?? 0
    if next < pairs.directives.count, pairs.directives[next].token < end { return nil }
    return end
  }

  @inline(__always)
  private mutating func passName(at index: Int) {
    switch names.phase {
    case .shallow, .matching:
      matchPatterns(at: index)
    case .declaring:
      break
    case .resolving:
      matchPatterns(at: index)
      matchBoundName(at: index)
    }
  }

  /// Adds the matches of all patterns that start with the name at `index`.
  @inline(__always)
  mutating func matchPatterns(at index: Int) {
    if let name = rules.starts.number(of: tokens.text(at: index)) {
      matchPatterns(named: name, at: index)
    }
  }

  mutating func matchPatterns(named name: Int, at index: Int) {
    let role = rules.roles[name]
    if names.phase == .shallow { types.mention(name) }
    if !role.heads.isEmpty {
      let count = found.matches.count
      matchHeads(of: role, at: index)
      if names.phase == .shallow || names.phase == .matching {
        noteName(name, role, at: index, isMatched: count < found.matches.count)
      }
    }
    if role.isMember { matchMember(of: rules.patternsByMember[name], at: index) }
  }

  private mutating func matchHeads(of role: NameRole, at index: Int) {
    let roots = possibleRoots(at: index)
    guard !roots.isDisjoint(with: role.roots) else { return }
    let found = next(after: index, isType: role.isType)
    guard !role.next.isDisjoint(with: PossibleNext(found)) else { return }
    let isInitializer = tokens[index].keyword == .`init`
    for number in role.heads {
      let head = rules.heads[number]
      guard roots.contains(PossibleRoots(head.root)), head.isInitializer == isInitializer,
        head.next.mayBe(found)
      else { continue }
      guard let start = start(of: rules.patterns[head.pattern], at: index) else { continue }
      addMatch(of: head.pattern, from: index, component: 0, start: start)
    }
  }

  /// Adds the match of a pattern if its path goes on from there.
  /// - Parameter isPassed: whether the component is there with all that belongs to it.
  mutating func addMatch(
    of number: Int, from index: Int, component: Int, start: MatchStart, isPassed: Bool = false
  ) {
    let pattern = rules.patterns[number]
    let first = Step(component: component, end: index, isPassed: isPassed)
    guard let end = followPath(of: pattern, from: first, start: start) else { return }
    if start.needsContext {
      openQuestions += 1
      return
    }
    var start = start
    if names.phase == .resolving, !resolve(&start, of: pattern) { return }
    let match = Match(
      pattern: number, start: start, end: end, scope: top.scope, component: component)
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

  /// - Parameter isWrong: takes a match, and the token of its first name.
  mutating func removeAll(where isWrong: (Match, Int) -> Bool) {
    matches.removeAll { isWrong($0, nameTokens[$0.names.lowerBound]) }
  }

  /// The token of the first name of a match, by its index.
  func firstName(of match: Int) -> Int { nameTokens[matches[match].names.lowerBound] }

  mutating func setScope(_ scope: Int, of match: Int) {
    matches[match].scope = scope
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
  fileprivate(set) var scope: Int
  /// The declaration in the file that the name means instead, by the token of its name.
  let shadow: Int?
  /// Whether the type's name is written with its module, be it in an alias.
  let isQualified: Bool
  /// Which of the pattern's names its first name stands for, by index.
  let component: Int
  /// In `FoundMatches.nameTokens`: the names of the path.
  fileprivate(set) var names = 0..<0

  init(pattern: Int, start: MatchStart, end: Int, scope: Int, component: Int) {
    self.pattern = pattern
    self.start = start.report
    self.end = end
    receiver = start.receiver
    self.scope = scope
    self.component = component
    shadow = start.shadow
    isQualified = start.isQualified
  }
}
