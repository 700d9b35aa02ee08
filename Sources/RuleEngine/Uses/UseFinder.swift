import Rules
import SwiftLexer

/// Finds uses of patterns: at a name that a pattern starts with, follows the path of the pattern
/// through the tokens after the name. `TokenPairs` skips brackets, so the time is in proportion to
/// the length of the file.
///
/// A `UseFinder` asks the outline what is around a name. It does not know what names the file
/// declares.
struct UseFinder {
  let tables: RuleTables
  var outline: Outline
  var found = FoundMatches()
  var walk = WalkState()

  init(_ file: FileTokens) {
    tables = file.tables
    outline = Outline(file)
  }

  var file: FileTokens { outline.file }
  var tokens: SourceTokens { outline.file.tokens }
  var pairs: TokenPairs { outline.file.pairs }

  /// Adds the matches of all patterns that may start with the name at a token.
  @inline(__always)
  mutating func match(at index: Int) {
    if tokens[index].keyword == .Self { matchSelf(at: index) }
    guard let name = tables.start(tokens, at: index) else { return }
    let role = tables.roles[name]
    if !role.heads.isEmpty { matchHeads(of: role, at: index) }
    if role.isMember { matchMember(of: tables.patternsByMember[name], at: index) }
  }

  /// Adds the matches of the patterns whose first name stands at a token.
  /// - Parameter role: the role of the name.
  @inline(__always)
  mutating func matchHeads(of role: NameRole, at index: Int) {
    let roots = possibleRoots(at: index)
    guard !roots.isDisjoint(with: role.roots) else { return }
    let found = next(after: index, isType: role.isType)
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

  /// Adds the match of a pattern if the tokens from `index` on follow its path.
  /// - Parameter isPassed: whether the arguments of the component need no look.
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

  /// Whether a name with the component's text is of the component's kind, too: `` `init` `` is not
  /// `init`.
  func isName(_ component: CompiledComponent, at index: Int) -> Bool {
    component.isInitializer == (tokens[index].keyword == .`init`)
  }

  /// Whether all matches from a word on start after all matches so far, receivers included.
  func startsGroup(at index: Int) -> Bool {
    var first = index
    while 1 < first, file.isQualified(first), tokens[first - 2].isWord,
      index - first < Limits.path
    {
      first -= 2
    }
    guard file.isQualified(first) else { return found.lastEnd < first }
    // The receiver of a member after an `#if` may stand before the `#if`.
    guard pairs.directives.isEmpty, 1 < first else { return false }
    var receiver = first - 2
    // A match may stand in parentheses in the receiver.
    while found.lastEnd < receiver, file.isWrapping(receiver), index - receiver < Limits.path {
      receiver -= 1
    }
    return found.lastEnd < receiver && !file.isWrapping(receiver)
  }
}

/// What stands before the first name of a match. All positions are indices of tokens.
struct MatchStart {
  /// The token that the report points at.
  var report: Int
  /// The first token of the expression; `nil` if there is a receiver, whose start is unknown.
  var expression: Int?
  /// See `Match.receiver`.
  var receiver: Int?
  /// See `Match.root` and `Match.isQualified`.
  var root: MatchRoot?
  var isQualified = false
  /// See `Match.bareName`.
  var bareName: Int?

  /// The start of a use whose type is written elsewhere.
  func of(_ type: TypePath) -> MatchStart {
    var start = self
    start.root = type.root.map { MatchRoot(kind: .type, number: $0) }
    start.isQualified = type.isQualified
    return start
  }
}

extension UseFinder {
  /// Where the use of a pattern starts whose first name is at `index`; `nil` if the tokens before
  /// the name rule the pattern out.
  mutating func start(of pattern: CompiledPattern, at index: Int) -> MatchStart? {
    guard let head = file.skipModuleSelector(before: index) else { return nil }
    switch pattern.root {
    case .name:
      guard let head = file.skipModule(before: head), !isDeclared(at: head) else { return nil }
      guard !isLabel(of: pattern, at: index), !isKeyPathRoot(of: pattern, at: head) else {
        return nil
      }
      return MatchStart(
        report: head, expression: head,
        root: head == index ? MatchRoot(kind: .name, number: index) : nil,
        isQualified: head != index)
    case .anyReceiver:
      guard tokens.isMember(head) else { return nil }
      if let receiver = outline.receiver(ofPeriod: head - 1) {
        return MatchStart(report: index, receiver: receiver)
      }
      return outline.isCasePattern ? nil : MatchStart(report: index)
    case .implicitMember:
      guard outline.isUntypedMember(at: head) else { return nil }
      return MatchStart(report: head - 1, expression: head - 1)
    case .macro:
      guard 0 < head, tokens[head - 1].kind == .pound else { return nil }
      return MatchStart(report: head - 1)
    case .attribute:
      guard let head = file.skipModule(before: head), 0 < head, tokens[head - 1].kind == .atSign
      else { return nil }
      return MatchStart(
        report: head - 1, root: head == index ? MatchRoot(kind: .name, number: index) : nil,
        isQualified: head != index)
    case .module:
      return isImported(at: index) ? MatchStart(report: index) : nil
    }
  }

  /// Whether the token is the module in `import Network` or `import struct Network.NWPath`.
  private func isImported(at index: Int) -> Bool {
    var word = index - 1
    guard 0 <= word, tokens[word].kind == .keyword else { return false }
    if tokens[word].keyword != .import, tokens[word].keyword.introducesName { word -= 1 }
    return 0 <= word && tokens[word].keyword == .import && !tokens.isMember(word)
  }

  /// Whether the token before the name makes it the name of a declaration, an attribute or a macro.
  mutating func isDeclared(at index: Int) -> Bool {
    guard 0 < index else { return false }
    let previous = tokens[index - 1]
    switch previous.kind {
    case .atSign, .pound:
      return true
    case .comma:
      return outline.isInEnumeration
    case .identifier:
      let isOneLine = !tokens[index].isAtLineStart && !tokens.isMember(index - 1)
      return isOneLine
        && (tokens.isWord("actor", at: index - 1) || tokens.isWord("macro", at: index - 1))
    case .keyword:
      guard !tokens.isMember(index - 1) else { return false }
      return previous.keyword.introducesName
        || previous.keyword == .case && outline.isInEnumeration
    default:
      return false
    }
  }

  /// Whether the name is an argument label or the name of a parameter. Only a pattern of a single
  /// name can match a label.
  private mutating func isLabel(of pattern: CompiledPattern, at index: Int) -> Bool {
    guard pattern.components.count == 1, tokens[index + 1].kind == .colon, 0 < index else {
      return false
    }
    return outline.isParameterName(at: index)
  }

  /// Whether the name stands after `\`, as in `\Date.now`, and the pattern is more than a name.
  /// Such a key path reads a member of an instance. It only mentions the type, which a pattern of a
  /// single name matches.
  private func isKeyPathRoot(of pattern: CompiledPattern, at index: Int) -> Bool {
    guard 0 < index, tokens[index - 1].kind == .backslash else { return false }
    return 1 < pattern.components.count || pattern.components[0].labels != nil
  }
}

extension Keyword {
  /// Whether a name after the word is not a use of the name.
  fileprivate var introducesName: Bool {
    switch self {
    case .for, .import, .operator, .precedencegroup: true
    case .`init`, .deinit, .subscript: false
    default: declaration != nil
    }
  }
}

extension UseFinder {
  /// Adds the matches of patterns at the name that follows their type. The type is written beside
  /// the use, or it is extended around the use.
  mutating func matchMember(of patterns: ArraySlice<Int>, at index: Int) {
    guard let head = file.skipModuleSelector(before: index) else { return }
    if !tokens.isMember(head) {
      // The `init` is declared here.
      guard tokens[index].keyword != .`init`, !isDeclared(at: head) else { return }
      var start = MatchStart(report: head, expression: head)
      if !file.isArgumentList(at: index + 1) {
        // In an instance member, the name may be a property of the instance.
        guard file.mayStandAlone(index), outline.isInStaticMember == true else { return }
        start.bareName = index
      }
      guard let extended = outline.extendedType else { return }
      addMatches(of: patterns, on: extended, at: index, start: start)
    } else if let receiver = file.selfReceiver(ofMember: head) {
      // In an instance member, `self` is an instance, except where it delegates to an `init`.
      let isType = tokens[receiver].keyword == .Self || tokens[head].keyword == .`init`
      guard isType || outline.isInStaticMember == true, let extended = outline.extendedType
      else { return }
      addMatches(
        of: patterns, on: extended, at: index,
        start: MatchStart(report: receiver, expression: receiver))
    } else if let member = outline.implicitMember(at: head) {
      let start = MatchStart(report: head - 1, expression: head - 1)
      if let path = member.path {
        addMatches(of: patterns, on: path, at: index, start: start)
      } else if !member.places.isEmpty {
        addMatches(of: patterns, in: member.places, at: index, start: start)
      }
    }
  }

  /// Adds the matches of patterns whose type is told by a name beside the member.
  private mutating func addMatches(
    of patterns: ArraySlice<Int>, in places: [ValuePlace], at index: Int, start: MatchStart
  ) {
    for number in patterns {
      let pattern = tables.patterns[number]
      guard let beside = pattern.beside,
        isName(pattern.components[pattern.typeLength], at: index),
        places.contains(where: { outline.tells(tables.beside[beside], $0) })
      else { continue }
      var start = start
      start.root = MatchRoot(kind: .unwritten, number: pattern.anchor)
      addMatch(of: number, from: index, component: pattern.typeLength, start: start)
    }
  }

  /// Adds the matches of patterns in an extension of a type with a single instance, at a member of
  /// that instance. `ProcessInfo.processInfo` is such an instance.
  mutating func matchMemberOfSingleton(at index: Int) {
    guard outline.isInExtension, let name = tables.names.number(of: tokens.text(at: index)),
      !tables.patternsBySingletonMember.isEmpty(name)
    else { return }
    var start = MatchStart(report: index, expression: index)
    if file.mayStandAlone(index) {
      start.bareName = index
    } else {
      let head = file.headOfOwnMember(at: index)
      guard tokens[head].keyword == .`self` else { return }
      (start.report, start.expression) = (head, head)
    }
    guard !isDeclared(at: start.report), outline.isInStaticMember == false,
      let extended = outline.extendedType
    else { return }
    addMatches(
      of: tables.patternsBySingletonMember[name], on: extended, at: index, start: start, after: 1)
  }

  /// At a member of a class that the file declares: adds the matches of patterns, as if it were a
  /// member of the superclass. What an initializer does is up to the class.
  mutating func matchMember(at index: Int, ofSubclassOf type: TypePath) {
    guard tokens[index].keyword != .`init`, let name = tables.start(tokens, at: index),
      !isDeclared(at: index - 2), !file.isKeyPath(ofPeriod: index - 2)
    else { return }
    addMatches(
      of: tables.patternsByMember[name], on: type, at: index,
      start: MatchStart(report: index - 2, expression: index - 2))
  }

  /// At a `Self` that is called: `Self()`.
  mutating func matchSelf(at index: Int) {
    guard file.isArgumentList(at: index + 1), !tokens.isMember(index),
      let extended = outline.extendedType
    else { return }
    let start = MatchStart(report: index, expression: index)
    addMatches(of: tables.initializers[...], on: extended, at: index, start: start, after: -1)
  }

  /// - Parameter distance: how far behind the name after the type the name at the token stands in
  ///   the patterns.
  private mutating func addMatches(
    of patterns: ArraySlice<Int>, on type: TypePath, at index: Int, start: MatchStart,
    after distance: Int = 0
  ) {
    for number in patterns {
      let pattern = tables.patterns[number]
      let component = pattern.typeLength + distance
      guard isName(pattern.components[component], at: index), type.isType(of: pattern) else {
        continue
      }
      addMatch(of: number, from: index, component: component, start: start.of(type))
    }
  }
}

/// One use of a pattern. All positions are indices of tokens.
///
/// A match is small, 52 bytes, since a file may have a match for each of its words.
struct Match {
  /// The pattern, by index in `RuleTables.patterns`.
  @Narrow fileprivate(set) var pattern: Int
  /// The token that the report points at.
  @Narrow private(set) var start: Int
  /// The last token of the expression.
  @Narrow private(set) var end: Int
  /// The last token of the expression whose member the name is; `nil` if there is no such
  /// expression.
  @NarrowOptional private(set) var receiver: Int?
  @NarrowOptional private var rootNumber: Int?
  /// The token of a name of the path, other than the first, that is bare: it stands alone in an
  /// extension of its type, so it may be a name of the file. Otherwise `nil`.
  @NarrowOptional private(set) var bareName: Int?
  /// The innermost declaration or macro, by index in `Outline.scopes`.
  @Narrow var scope: Int
  /// The token of the name in the file's declaration that shadows the banned name; `nil` if none
  /// does.
  @NarrowOptional var shadow: Int? = nil
  /// The token of the name in the declaration of the constant that stands for the first part of the
  /// pattern; `nil` if there is no constant.
  @NarrowOptional var constant: Int? = nil
  /// The index of the pattern's component that the first name of the match stands for.
  @Narrow private(set) var component: Int
  @Narrow private var firstName = 0
  @Narrow private var nameCount = 0
  private let rootKind: MatchRoot.Kind
  /// Whether a module is written before the type's name, here or in an alias.
  var isQualified: Bool

  init(pattern: Int, start: MatchStart, end: Int, scope: Int, component: Int) {
    self.pattern = pattern
    self.start = start.report
    self.end = end
    receiver = start.receiver
    rootNumber = start.root?.number
    rootKind = start.root?.kind ?? .name
    bareName = start.bareName
    self.scope = scope
    self.component = component
    isQualified = start.isQualified
  }

  /// The name that may be a name of the file; `nil` if there is none.
  var root: MatchRoot? { rootNumber.map { MatchRoot(kind: rootKind, number: $0) } }

  /// The token of that name; the first token of the match if the name is written nowhere.
  var tokenOfRoot: Int { rootKind == .unwritten ? start : rootNumber ?? start }

  /// The tokens of the names of the path, as a range in `FoundMatches.nameTokens`.
  fileprivate(set) var names: Range<Int> {
    get { firstName..<firstName + nameCount }
    set { (firstName, nameCount) = (newValue.lowerBound, newValue.count) }
  }
}

/// A name without a module that a match starts with.
struct MatchRoot {
  let kind: Kind
  /// The token of the name; of a name that is written nowhere, its number.
  let number: Int

  enum Kind: UInt8 {
    /// The name of a type or function, written in the use.
    case name
    /// The name of a type, written somewhere else.
    case type
    /// The name of a type that is written nowhere.
    case unwritten
  }
}

extension FileTokens {
  /// The parenthesis that opens the arguments of the last name of a use; `nil` if there is none.
  func argumentList(of match: Match, in found: FoundMatches) -> Int? {
    guard var index = found.nameTokens[match.names].last, index < match.end else { return nil }
    index = genericArguments(at: index + 1) ?? index
    return isArgumentList(at: index + 1) && pairs.partner(of: index + 1) != nil ? index + 1 : nil
  }
}

/// Matches of one file, in the order in which they were found.
struct FoundMatches {
  var matches: [Match] = []
  /// The tokens of the names of all matches, one match after the other.
  private(set) var nameTokens: [Int] = []
  /// The greatest last token of a match; -1 if there is no match.
  private(set) var lastEnd = -1

  mutating func removeAll() {
    matches.removeAll(keepingCapacity: true)
    nameTokens.removeAll(keepingCapacity: true)
    lastEnd = -1
  }

  /// Puts the matches in source order. They mostly are in this order already.
  mutating func sort() {
    func place(_ match: Match) -> (Int, Int, Int) { (match.start, match.end, match.pattern) }
    let areInOrder = matches.indices.dropFirst().allSatisfy {
      place(matches[$0 - 1]) <= place(matches[$0])
    }
    if !areInOrder { matches.sort { place($0) < place($1) } }
  }

  mutating func add(_ match: Match, names: [Int]) {
    var match = match
    match.names = nameTokens.count..<nameTokens.count + names.count
    nameTokens += names
    lastEnd = max(lastEnd, match.end)
    matches.append(match)
  }

  /// Adds a match for each pattern that is written like that of a match.
  /// - Parameter copies: see `RuleTables.copies`.
  mutating func addCopies(_ copies: IndexLists) {
    for match in matches {
      for copy in copies[match.pattern] {
        matches.append(match)
        matches[matches.count - 1].pattern = copy
      }
    }
  }
}
