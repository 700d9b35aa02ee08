import SwiftLexer

/// Finds uses of patterns: at a name that a pattern starts with, it follows the path of each such
/// pattern through the tokens after it. Brackets are skipped by `TokenPairs`, so that the whole
/// takes time in proportion to the file.
///
/// It asks the outline what is around a name, and knows no names of the file's own.
struct UseFinder {
  let tables: RuleTables
  var outline: Outline
  var found = FoundMatches()
  var walk = WalkState()

  init(_ file: FileTokens) {
    tables = file.tables
    outline = Outline(file)
  }

  @inline(__always)
  var file: FileTokens { outline.file }
  @inline(__always)
  var tokens: SourceTokens { outline.file.tokens }
  @inline(__always)
  var pairs: TokenPairs { outline.file.pairs }

  /// Adds the matches of all patterns that start with the name there.
  @inline(__always)
  mutating func match(at index: Int) {
    if tokens[index].keyword == .Self { matchSelf(at: index) }
    guard let name = tables.starts.number(of: tokens.text(at: index)) else { return }
    let role = tables.roles[name]
    if !role.heads.isEmpty { matchHeads(of: role, at: index) }
    if role.isMember { matchMember(of: tables.patternsByMember[name], at: index) }
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
      outline.advance(to: index)
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
    let match = Match(
      pattern: number, start: start, end: end, scope: outline.scope, component: component)
    found.add(match, names: walk.names)
  }

  /// Whether the name there, which has the component's text, is of its kind too: `` `init` `` is
  /// not `init`.
  func isName(_ component: CompiledComponent, at index: Int) -> Bool {
    component.isInitializer == (tokens[index].keyword == .`init`)
  }

  /// Whether what is found from a word on has nothing in common with what was found before: it
  /// starts behind all of that, receiver included.
  func startsGroup(at index: Int) -> Bool {
    var first = index
    while 1 < first, file.isQualified(first), tokens[first - 2].isWord,
      index - first < receiverLimit
    {
      first -= 2
    }
    guard file.isQualified(first) else { return found.lastEnd < first }
    // What a member after an `#if` is asked of may stand before it.
    return pairs.directives.isEmpty && found.lastEnd < first - 2
  }
}

/// In tokens. It keeps the work in proportion to the file.
private let receiverLimit = 16
