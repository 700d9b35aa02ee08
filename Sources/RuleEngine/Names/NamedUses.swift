import Rules
import SwiftLexer

/// Finds the uses in a file whose own names count: types and functions that have the name of a
/// banned one, aliases, constants.
///
/// The file is passed for what it declares and for what may be uses. Each of these has a reference
/// to the name that it depends on, which is looked up when all declarations are known. A file with
/// an alias of a banned type is passed twice, so that the alias is known where it is used. So is a
/// file with many uses, which are then judged in groups.
struct NamedUses {
  var finder: UseFinder
  /// Whether functions may be called with the labels of patterns.
  var callsKnown: [FunctionCall: Bool] = [:]
  /// The local constants up to which it is known what they stand for.
  var localMeanings: [NameMeaning] = []
  /// How many constants are being looked at that are given their values later.
  var lateDepth = 0
  /// Nil until somebody asks.
  var writtenNames: WrittenNames?
  /// By number in `Declarations.table`: what the file's members of that name are declared to be.
  var memberTypes: [Int: [DeclaredType]] = [:]
  /// By the number of a name in the tables: whether the file has it; empty until somebody asks.
  var mentionedNames: [Bool] = []
  private var dependentMatches: [DependentMatch] = []
  private var placedMatches: [PlacedMatch] = []
  /// The names of the file's aliases; nil if it has none.
  private var aliasNames: NameTable?
  private var aliasUses: [AliasUse] = []
  /// By token: the type that an alias there stands for, where an expression starts with it.
  private var aliasedHeads: [Int: AliasedType] = [:]

  var tables: RuleTables { finder.tables }
  var tokens: SourceTokens { finder.tokens }
  @inline(__always)
  var pairs: TokenPairs { finder.pairs }
  var file: FileTokens { finder.file }
  var outline: Outline {
    @inline(__always) get { finder.outline }
    @inline(__always) _modify { yield &finder.outline }
  }
  var declarations: Declarations {
    @inline(__always) get { finder.outline.declarations }
    @inline(__always) _modify { yield &finder.outline.declarations }
  }

  /// Words on which something depends: braces without any are passed over. Nil for all.
  private let stops: [Int]?

  /// - Parameter stops: words in order. Among them are all that a use may start with, and all names
  ///   that may be aliases, constants or what implicit members stand beside. Nil to go through all
  ///   braces.
  init(_ file: FileTokens, stops: [Int]?) {
    self.stops = stops
    finder = UseFinder(file)
    outline.collectNames()
  }

  /// Finds all uses.
  /// - Parameters:
  ///   - groupSize: as of `findUses`.
  ///   - judge: takes the uses of a group.
  mutating func find(inGroupsOf groupSize: Int, judge: (inout UseFinder) -> Void) {
    findAliases()
    var areAll = passFile(keeping: groupSize)
    if aliasNames != nil, expandAliases() {
      startAgain()
      areAll = passFile(keeping: groupSize)
    }
    // Values are followed as at the level of the file: they stand after an `=`.
    outline.levels.start()
    if areAll {
      keepMatches()
      judge(&finder)
    } else {
      findUses(inGroupsOf: groupSize, judge: judge)
    }
  }

  /// Passes the file for what it declares, and finds what may be uses unless they are many.
  /// - Returns: whether all of these were found.
  private mutating func passFile(keeping limit: Int) -> Bool {
    var nextStop = 0
    while let index = passToken(&nextStop) {
      guard tokens[index].isWord else { continue }
      if finder.found.matches.count < limit { match(at: index) }
      noteAliasUse(at: index)
    }
    return finder.found.matches.count < limit
  }

  /// Passes the next token, and the brace that starts there, unless it holds a stop.
  /// - Parameter nextStop: an index in `stops`, 0 at the start of the file.
  /// - Returns: the token; nil at the end.
  @inline(__always)
  private mutating func passToken(_ nextStop: inout Int) -> Int? {
    let index = outline.position
    guard index < tokens.count else { return nil }
    finder.outline.passToken()
    if let stops, tokens[index].kind == .leftBrace {
      while nextStop < stops.count, stops[nextStop] < index { nextStop += 1 }
      let wanted = nextStop < stops.count ? stops[nextStop] : tokens.count
      finder.outline.skipContents(of: index, before: wanted)
    }
    return index
  }

  /// Goes back to the start of the file; the types that aliases stand for stay known.
  private mutating func startAgain() {
    finder.outline = Outline(file, aliasedTypes: finder.outline.aliasedTypes)
    outline.collectNames()
    forgetMatches()
    aliasUses.removeAll()
    callsKnown.removeAll()
    localMeanings.removeAll()
    writtenNames = nil
    memberTypes.removeAll()
  }

  private mutating func forgetMatches() {
    finder.found.removeAll()
    dependentMatches.removeAll(keepingCapacity: true)
    placedMatches.removeAll(keepingCapacity: true)
  }

  /// Passes the file once more, of which it is known what it declares.
  private mutating func findUses(inGroupsOf groupSize: Int, judge: (inout UseFinder) -> Void) {
    var pass = self
    pass.startAgain()
    // Names have the same numbers.
    pass.declarations.table = declarations.table
    var nextStop = 0
    while let index = pass.passToken(&nextStop) {
      guard tokens[index].isWord else { continue }
      if groupSize <= pass.finder.found.matches.count, pass.finder.startsGroup(at: index) {
        takeUses(of: &pass)
        judge(&finder)
      }
      pass.match(at: index)
    }
    takeUses(of: &pass)
    judge(&finder)
  }

  @inline(__always)
  private mutating func match(at index: Int) {
    let count = finder.found.matches.count
    finder.match(at: index)
    finder.matchMemberOfSingleton(at: index)
    let toldCount = finder.found.matches.count
    let places = placesOfMember(at: index)
    if !places.isEmpty { matchPlacedMember(at: index, since: count) }
    let references = count < finder.found.matches.count ? references(to: places) : []
    for number in count..<finder.found.matches.count {
      noteRoot(ofMatch: number)
      if !places.isEmpty {
        notePlaces(places, references, ofMatch: number, isTold: number < toldCount)
      }
    }
    matchBoundName(at: index)
  }

  /// Takes what another pass over the file has found, and keeps what are uses by all that the file
  /// declares.
  private mutating func takeUses(of pass: inout NamedUses) {
    forgetMatches()
    swap(&finder.found, &pass.finder.found)
    swap(&dependentMatches, &pass.dependentMatches)
    swap(&placedMatches, &pass.placedMatches)
    keepMatches()
  }
}

/// A match that depends on what a name means.
private struct DependentMatch {
  /// By index in `FoundMatches.matches`.
  let match: Int
  let reference: NameReference
  let kind: Kind

  enum Kind {
    /// It is one unless the file declares the name.
    case root
    /// It is one unless the file declares its member.
    case bare
    /// It is one if the name is a constant that stands for this.
    case bound(BoundPart)
  }
}

/// A match of an implicit member: it is one if the file declares a place with the pattern's type.
private struct PlacedMatch {
  /// By index in `FoundMatches.matches`.
  let match: Int
  let places: [PlaceReference]
  /// The names of the variables and members among these, of whatever they are members.
  let variables: [Int]
  /// Whether it is one where the file declares none of the places.
  let isTold: Bool
}

/// The name of an alias somewhere, which is looked up as anything and as a type.
private struct AliasUse {
  let token: Int
  let name: NameReference
  let type: NameReference
}

// MARK: - Matches that depend on names

extension NamedUses {
  private mutating func noteRoot(ofMatch number: Int) {
    if let name = finder.found.matches[number].bareName {
      let reference = outline.reference(toNameAt: name)
      dependentMatches.append(DependentMatch(match: number, reference: reference, kind: .bare))
    }
    guard let root = finder.found.matches[number].root else { return }
    let reference =
      switch root {
      case .name(let token): outline.reference(toNameAt: token)
      case .type(let token): outline.reference(toNameAt: token, isType: true)
      case .unwritten(let name): outline.reference(to: name, isType: true)
      }
    dependentMatches.append(DependentMatch(match: number, reference: reference, kind: .root))
  }

  /// Notes that what the file declares at the places of an implicit member counts for a match.
  private mutating func notePlaces(
    _ places: [ValuePlace], _ references: [PlaceReference], ofMatch number: Int, isTold: Bool
  ) {
    let pattern = tables.patterns[finder.found.matches[number].pattern]
    guard pattern.root == .implicitMember || 0 < pattern.typeLength else { return }
    let variables = places.compactMap { place -> Int? in
      if case .variable(let name) = place { name } else { nil }
    }
    placedMatches.append(
      PlacedMatch(match: number, places: references, variables: variables, isTold: isTold))
  }

  /// Adds the matches at a name that stands for a banned type, or would, for what a banned path
  /// starts with.
  @inline(__always)
  private mutating func matchBoundName(at index: Int) {
    if !aliasedHeads.isEmpty { matchAlias(at: index) }
    let parts = file.boundParts(goingOnAfter: index)
    if !parts.isEmpty { matchConstant(at: index, parts) }
  }

  private mutating func matchConstant(at index: Int, _ parts: ArraySlice<Int>) {
    let head = file.headOfOwnMember(at: index)
    guard !finder.isDeclared(at: head), !file.isKeyPath(ofPeriod: head) else { return }
    let start = MatchStart(report: head, expression: head)
    var reference: NameReference?
    for part in parts {
      let part = tables.boundParts[part]
      let count = finder.found.matches.count
      finder.addMatch(
        of: part.pattern, from: index, component: part.component, start: start, isPassed: true)
      guard count < finder.found.matches.count else { continue }
      let known = reference ?? self.reference(toConstantAt: index, head: head)
      reference = known
      dependentMatches.append(
        DependentMatch(match: count, reference: known, kind: .bound(part)))
    }
  }

  mutating func reference(toConstantAt index: Int, head: Int) -> NameReference {
    head == index
      ? outline.reference(toNameAt: index)
      : outline.reference(toMemberAt: index, of: head)
  }

  /// Looks up the names that matches depend on, and keeps those that are none of the file's own.
  private mutating func keepMatches() {
    var isKept = Array(repeating: true, count: finder.found.matches.count)
    for dependent in dependentMatches {
      isKept[dependent.match] = keep(dependent) && isKept[dependent.match]
    }
    for placed in placedMatches where isKept[placed.match] {
      isKept[placed.match] = keep(placed)
    }
    for (number, match) in finder.found.matches.enumerated() where isKept[number] {
      let isUse = !tables.patterns[match.pattern].mayBeDeclared
      isKept[number] = isUse || !declarations.isDeclared[finder.found.firstName(of: match)]
    }
    finder.found.keepMatches { isKept[$0] }
  }

  private mutating func keep(_ dependent: DependentMatch) -> Bool {
    let number = dependent.match
    switch dependent.kind {
    case .root:
      let pattern = tables.patterns[finder.found.matches[number].pattern]
      guard let found = find(dependent.reference, use: pattern) else { return true }
      // An alias is matched as such.
      if case .type = found.meaning { return false }
      finder.found.matches[number].shadow = found.token
      return true
    case .bare:
      return find(dependent.reference) == nil
    case .bound(let part):
      guard let found = find(dependent.reference), case .value(let value) = found.meaning,
        value.parts.contains(part)
      else { return false }
      finder.found.matches[number].constant = found.token
      finder.found.matches[number].isQualified = value.isQualified
      return true
    }
  }
}

extension NamedUses {
  private mutating func keep(_ placed: PlacedMatch) -> Bool {
    let pattern = tables.patterns[finder.found.matches[placed.match].pattern]
    for place in placed.places {
      guard let declared = declaredType(of: place) else { continue }
      guard pattern.root == .name, let type = declared.path, type.isType(of: pattern) else {
        return false
      }
      finder.found.matches[placed.match].isQualified = type.isQualified
      return true
    }
    // It may be a member of something that the file declares.
    return placed.isTold && !placed.variables.contains { isOtherwiseDeclared($0, than: pattern) }
  }
}

// MARK: - Aliases

extension NamedUses {
  private mutating func findAliases() {
    let names = tokens.indices.filter { index in
      0 < index && tokens[index - 1].keyword == .typealias && file.isIdentifier(index)
    }
    aliasNames = names.isEmpty ? nil : tokens.table(of: names)
  }

  private mutating func matchAlias(at index: Int) {
    guard let type = aliasedHeads[index] else { return }
    for number in tables.patternsByAnchor[type.names[0]] {
      let pattern = tables.patterns[number]
      guard startsWith(type.names, pattern), var start = finder.start(of: pattern, at: index)
      else { continue }
      start.root = nil
      start.isQualified = type.isQualified
      finder.addMatch(of: number, from: index, component: type.names.count - 1, start: start)
    }
  }

  @inline(__always)
  private mutating func noteAliasUse(at index: Int) {
    guard aliasNames?.number(of: tokens.text(at: index)) != nil else { return }
    aliasUses.append(
      AliasUse(
        token: index, name: outline.reference(toNameAt: index),
        type: outline.reference(toNameAt: index, isType: true)))
  }

  /// Finds out what aliases stand for where they are used.
  /// - Returns: whether one stands for a banned type.
  private mutating func expandAliases() -> Bool {
    outline.levels.start()
    for use in aliasUses where !file.isQualified(use.token) {
      if case .type(let type) = find(use.type)?.meaning { outline.aliasedTypes[use.token] = type }
      if case .type(let type) = find(use.name)?.meaning { aliasedHeads[use.token] = type }
    }
    return !outline.aliasedTypes.isEmpty || !aliasedHeads.isEmpty
  }
}

// MARK: - Local constants

extension NamedUses {
  /// Those before it are known first: what one is declared to be can only be one of them, what is
  /// visible in all of the braces, or what it is given later.
  mutating func meaning(ofLocal index: Int) -> NameMeaning {
    while localMeanings.count <= index {
      let next = localMeanings.count
      let local = declarations.locals.all[next]
      // Asked for itself, it stands for nothing.
      localMeanings.append(.other)
      if let value = local.value {
        localMeanings[next] = meaning(of: value.initializer, for: .local(value))
      } else if let late = local.late {
        localMeanings[next] = meaning(of: late, ofLocal: next)
      }
    }
    return localMeanings[index]
  }
}
