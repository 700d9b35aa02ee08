import SwiftLexer

/// Finds uses of patterns: at a name that a pattern starts with, it follows the path of each such
/// pattern through the tokens after it. Brackets are skipped by `TokenPairs`, so that the whole
/// takes time in proportion to the file.
///
/// It asks its context what is around a name, and knows no names of the file's own.
struct UseFinder<Context: UseContext> {
  let tables: RuleTables
  var context: Context
  var found = FoundMatches()
  var walk = WalkState()

  init(_ context: consuming Context) {
    tables = context.nearby.tables
    self.context = context
  }

  @inline(__always)
  var tokens: SourceTokens { context.nearby.tokens }
  @inline(__always)
  var pairs: TokenPairs { context.nearby.pairs }
  var nearby: Nearby {
    @inline(__always) get { context.nearby }
    @inline(__always) _modify { yield &context.nearby }
  }

  /// Adds the matches of the patterns that start with a name.
  /// - Parameter role: of the name.
  @inline(__always)
  mutating func matchHeads(of role: NameRole, at index: Int) {
    let roots = possibleRoots(at: index)
    guard !roots.isDisjoint(with: role.roots) else { return }
    let found = next(after: index, isType: role.isType)
    guard !role.next.isDisjoint(with: PossibleNext(found)) else { return }
    let isInitializer = tokens[index].keyword == .`init`
    for number in role.heads {
      let head = tables.heads[number]
      guard roots.contains(PossibleRoots(head.root)), head.isInitializer == isInitializer,
        head.next.mayBe(found)
      else { continue }
      guard let start = start(of: tables.patterns[head.pattern], at: index) else { continue }
      addMatch(of: head.pattern, from: index, component: 0, start: start)
    }
  }

  /// Adds the match of a pattern if its path goes on from there.
  /// - Parameter isPassed: whether the component is there with all that belongs to it.
  mutating func addMatch(
    of number: Int, from index: Int, component: Int, start: MatchStart, isPassed: Bool = false
  ) {
    let pattern = tables.patterns[number]
    let first = Step(component: component, end: index, isPassed: isPassed)
    guard let end = followPath(of: pattern, from: first, start: start) else { return }
    if start.needsContext {
      nearby.unknownCount += 1
      return
    }
    let match = Match(
      pattern: number, start: start, end: end, scope: context.scope, component: component)
    found.add(match, names: walk.names)
  }

  /// Whether the name there, which has the component's text, is of its kind too: `` `init` `` is
  /// not `init`.
  func isName(_ component: CompiledComponent, at index: Int) -> Bool {
    component.isInitializer == (tokens[index].keyword == .`init`)
  }
}

extension UseFinder where Context == Surroundings {
  /// Adds the matches of all patterns that start with the name there.
  @inline(__always)
  mutating func match(at index: Int) {
    if tokens[index].keyword == .Self { matchSelf(at: index) }
    guard let name = tables.starts.number(of: tokens.text(at: index)) else { return }
    let role = tables.roles[name]
    if !role.heads.isEmpty { matchHeads(of: role, at: index) }
    if role.isMember { matchMember(of: tables.patternsByMember[name], at: index) }
    if let places = context.places(ofMember: index) {
      found.placeNames += places.compactMap(\.name)
    }
  }
}
