import Rules
import SwiftLexer

/// Finds the uses in a file whose own names count: types and functions that are named like banned
/// APIs, aliases, constants.
///
/// The pass collects what the file declares and what may be a use. Each possible use has references
/// to the names that it depends on, and these are looked up when all declarations are known. A file
/// with an alias of a banned type is passed again, so that the alias is known where it is used. A
/// file with many uses is passed once more, and its uses are judged in groups then.
struct NamedUses {
  var finder: UseFinder
  /// Whether a function may be called with the labels of a pattern.
  var callsKnown: [FunctionCall: Bool] = [:]
  /// The meanings of the first local constants, by index in `LocalNames.all`. Further ones are not
  /// known yet.
  var localMeanings: [NameMeaning] = []
  /// How many late constants are being looked up, one inside the other.
  var lateDepth = 0
  /// The names that something is written to; `nil` until somebody asks.
  var writtenNames: WrittenNames?
  /// By number in `Declarations.table`: the declared types of the file's members with the name.
  var memberTypes: [Int: [MemberType]] = [:]
  /// The hoisted declarations with each name; `nil` until somebody asks.
  var membersBySlot: [NameSlot: [Int]]?
  /// By declaration in `Declarations.hoisted`: the types of its parameters, by label.
  var parameters: [Int: [Name: Range<Int>]] = [:]
  /// The clauses of the file's `#if`s; `nil` until somebody asks.
  var conditions: Conditions?
  /// By the number of a name in the rule tables: whether the file has the name; empty until
  /// somebody asks.
  var mentionedNames: [Bool] = []
  /// The token that ends the arguments in which constants matter; -1 before the first.
  private var argumentsEnd = -1
  private var dependentMatches: [DependentMatch] = []
  private var placedMatches: [PlacedMatch] = []
  /// The names of the file's aliases; `nil` if there are no aliases.
  private var aliasNames: NameTable?
  private var aliasUses: [AliasUse] = []
  /// The names of the file's classes with a superclass or protocols; `nil` if there are none. By
  /// number in it: the token of the name.
  private var classNames: NameTable?
  private var classes: [Int] = []
  /// By token: the type that an alias stands for, where an expression starts with the alias.
  private var aliasedHeads: [Int: TypePath] = [:]

  var tables: RuleTables { finder.tables }
  var tokens: SourceTokens { finder.tokens }
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

  init(_ file: FileTokens) {
    finder = UseFinder(file)
    outline.collectNames()
  }

  /// Finds all uses.
  /// - Parameters:
  ///   - groupSize: how many matches a group has at least, apart from the last group.
  ///   - judge: takes the uses of a group.
  mutating func find(inGroupsOf groupSize: Int, judge: (inout UseFinder) -> Void) {
    findAliasesAndClasses()
    var areAll = passFile(keeping: groupSize)
    if aliasNames != nil, expandAliases() {
      startAgain()
      areAll = passFile(keeping: groupSize)
    }
    // Values are looked up as if at the level of the file: each value stands after an `=`.
    outline.levels.start()
    if areAll {
      keepMatches()
      judge(&finder)
    } else {
      findUses(inGroupsOf: groupSize, judge: judge)
    }
  }

  /// Passes the file. Collects what it declares, and finds what may be a use up to a limit.
  /// - Returns: whether all possible uses were found.
  private mutating func passFile(keeping limit: Int) -> Bool {
    while let index = outline.passToken() {
      guard tokens[index].isWord else { continue }
      if finder.found.matches.count < limit { match(at: index) }
      noteAliasUse(at: index)
    }
    return finder.found.matches.count < limit
  }

  /// Goes back to the start of the file. The types that aliases stand for stay known.
  private mutating func startAgain() {
    var again = NamedUses(file)
    again.outline.aliasedTypes = outline.aliasedTypes
    (again.aliasNames, again.aliasedHeads) = (aliasNames, aliasedHeads)
    (again.classNames, again.classes) = (classNames, classes)
    self = again
  }

  private mutating func forgetMatches() {
    finder.found.removeAll()
    dependentMatches.removeAll(keepingCapacity: true)
    placedMatches.removeAll(keepingCapacity: true)
  }

  /// Passes the file once more, now that its declarations are known.
  private mutating func findUses(inGroupsOf groupSize: Int, judge: (inout UseFinder) -> Void) {
    var pass = self
    pass.startAgain()
    // Names must have the same numbers in both passes.
    pass.declarations.table = declarations.table
    while let index = pass.outline.passToken() {
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
    if classNames != nil { matchMemberOfSubclass(at: index) }
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
    if !tables.asksForConstants.isEmpty { noteArguments(since: count) }
  }

  /// Takes the possible uses that another pass has found. Keeps those that are uses, given all
  /// declarations of the file.
  private mutating func takeUses(of pass: inout NamedUses) {
    forgetMatches()
    swap(&finder.found, &pass.finder.found)
    swap(&dependentMatches, &pass.dependentMatches)
    swap(&placedMatches, &pass.placedMatches)
    keepMatches()
  }
}

/// A match that depends on the meaning of a name.
private struct DependentMatch {
  /// By index in `FoundMatches.matches`.
  let match: Int
  let reference: NameReference
  let kind: Kind

  enum Kind {
    /// The match is a use unless the file declares the name.
    case root
    /// The match is a use unless the file declares the bare member.
    case bare
    /// The match is a use if the name is a constant that stands for this part.
    case bound(BoundPart)
    /// The match is a use if the name is that of the class with its name at this token.
    case subclass(Int)
  }
}

/// A match of an implicit member. It is a use if the file declares a place with the pattern's type.
private struct PlacedMatch {
  /// By index in `FoundMatches.matches`.
  let match: Int
  let places: [PlaceReference]
  /// The tokens of the variables and members among the places, whatever they are members of.
  let variables: [Int]
  /// Whether the match is a use if the file declares none of the places.
  let isTold: Bool
}

/// A use of a name that an alias has. It is looked up as any name and as the name of a type.
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
      switch root.kind {
      case .name, .type: outline.reference(toNameAt: root.number, isType: root.kind == .type)
      case .unwritten: outline.reference(to: root.number, isType: true)
      }
    dependentMatches.append(DependentMatch(match: number, reference: reference, kind: .root))
  }

  /// Notes that a match depends on what the file declares at the places of the implicit member.
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

  /// Adds the matches at a name that may stand for a banned type or for the first part of a banned
  /// path.
  @inline(__always)
  private mutating func matchBoundName(at index: Int) {
    if !aliasedHeads.isEmpty { matchAlias(at: index) }
    let parts = file.boundParts(goingOnAfter: index)
    if !parts.isEmpty { matchConstant(at: index, parts) }
    if index < argumentsEnd, file.mayBeWholeConstant(at: index) {
      matchConstant(at: index, tables.wholeParts[...])
    }
  }

  /// Notes the arguments of matches in which constants matter.
  private mutating func noteArguments(since count: Int) {
    for match in finder.found.matches[count...] where tables.asksForConstants[match.pattern] {
      let open = file.argumentList(of: match, in: finder.found)
      argumentsEnd = max(argumentsEnd, open.flatMap(pairs.partner(of:)) ?? -1)
    }
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
      dependentMatches.append(DependentMatch(match: count, reference: known, kind: .bound(part)))
    }
  }

  mutating func reference(toConstantAt index: Int, head: Int) -> NameReference {
    head == index
      ? outline.reference(toNameAt: index)
      : outline.reference(toMemberAt: index, of: head)
  }

  /// Looks up the names that matches depend on, and keeps the matches that are uses.
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
      isKept[number] =
        isUse || !declarations.isDeclared[finder.found.nameTokens[match.names.lowerBound]]
    }
    finder.found.matches = zip(finder.found.matches, isKept).lazy.filter(\.1).map(\.0)
  }

  private mutating func keep(_ dependent: DependentMatch) -> Bool {
    let number = dependent.match
    switch dependent.kind {
    case .root:
      let match = finder.found.matches[number]
      let (pattern, place): (CompiledPattern?, Int) = (
        tables.patterns[match.pattern], match.tokenOfRoot
      )
      guard let found = find(dependent.reference, at: place, use: pattern) else { return true }
      // The alias has matches of its own.
      if !isOther(found.meaning, than: pattern) { return false }
      finder.found.matches[number].shadow = found.token
      return true
    case .bare:
      return find(dependent.reference, at: finder.found.matches[number].start) == nil
    case .subclass(let token):
      return find(dependent.reference, at: finder.found.matches[number].start)?.token == token
    case .bound(let part):
      guard
        let found = find(dependent.reference, at: finder.found.matches[number].start),
        case .value(let value) = found.meaning, value.parts.contains(part)
      else { return false }
      finder.found.matches[number].constant = found.token
      finder.found.matches[number].isQualified = value.isQualified
      return true
    }
  }

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
    // The name may be a member of something that the file declares.
    return placed.isTold && !placed.variables.contains { isOtherwiseDeclared($0, than: pattern) }
  }

  // MARK: - Aliases

  private mutating func findAliasesAndClasses() {
    let tokens = tokens
    var (aliases, classes) = ([Int](), [Int]())
    for index in tokens.indices.dropLast() {
      switch tokens[index].keyword {
      case .typealias where file.isIdentifier(index + 1):
        aliases.append(index + 1)
      case .class where file.isIdentifier(index + 1) && tokens[index + 2].kind == .colon:
        classes.append(index + 1)
      default:
        break
      }
    }
    aliasNames = aliases.isEmpty ? nil : tokens.table(of: aliases)
    noteClasses(classes)
  }

  // MARK: - Subclasses

  private mutating func noteClasses(_ names: [Int]) {
    if names.isEmpty { return }
    var table = NameTable()
    for name in names where table.insert(tokens.text(at: name)) == classes.count {
      classes.append(name)
    }
    classNames = table
  }

  /// At a member of a class that the file declares and that has a pattern's type as its superclass.
  private mutating func matchMemberOfSubclass(at index: Int) {
    guard 1 < index, tokens.isMember(index), file.isIdentifier(index - 2),
      !file.isQualified(index - 2),
      let number = classNames?.number(of: tokens.text(at: index - 2)),
      let type = file.type(from: classes[number] + 2), let path = file.nominalPath(of: type)
    else { return }
    let count = finder.found.matches.count
    finder.matchMember(at: index, ofSubclassOf: outline.typePath(path))
    let subclass = outline.reference(toNameAt: index - 2)
    let member = outline.reference(toMemberAt: index, of: index - 2)
    for match in count..<finder.found.matches.count {
      dependentMatches.append(
        DependentMatch(match: match, reference: subclass, kind: .subclass(classes[number])))
      dependentMatches.append(DependentMatch(match: match, reference: member, kind: .bare))
    }
  }

  private mutating func matchAlias(at index: Int) {
    guard let type = aliasedHeads[index] else { return }
    for number in tables.patternsByAnchor[type.names[0]!] {
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

  /// Finds the types that aliases stand for where they are used.
  /// - Returns: whether an alias stands for a banned type.
  private mutating func expandAliases() -> Bool {
    outline.levels.start()
    for use in aliasUses where !file.isQualified(use.token) {
      if case .type(let type) = find(use.type, at: use.token)?.meaning {
        outline.aliasedTypes[use.token] = type
      }
      if case .type(let type) = find(use.name, at: use.token)?.meaning {
        aliasedHeads[use.token] = type
      }
    }
    return !outline.aliasedTypes.isEmpty || !aliasedHeads.isEmpty
  }

  // MARK: - Local constants

  /// What a local constant stands for. The meanings of all local constants before it are found
  /// first: its value can only be one of these, a hoisted name, or a value that the constant gets
  /// later.
  /// - Parameter index: by index in `LocalNames.all`.
  mutating func meaning(ofLocal index: Int) -> NameMeaning {
    while localMeanings.count <= index {
      let next = localMeanings.count
      let local = declarations.locals.all[next]
      // A constant whose value depends on itself stands for nothing.
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

/// The declaration that a name means in some place.
struct FoundName {
  /// The token of the name in the declaration.
  let token: Int
  let meaning: NameMeaning
  /// The declaration, by index in `Declarations.hoisted`; `nil` for a local name.
  var declaration: Int?
  /// Whether no other declaration that counts there has the name.
  var isAlone = true
}

extension NamedUses {
  /// The declaration that a name means; `nil` if the file has none that counts.
  /// - Parameters:
  ///   - place: the token of the name where it is used, or one beside it.
  ///   - use: the pattern that matches. A function that cannot be called as the pattern says is
  ///     skipped.
  mutating func find(
    _ reference: NameReference, at place: Int, use: CompiledPattern? = nil
  ) -> FoundName? {
    switch reference {
    case .name(let name):
      return find(name, at: place, use: use)
    case .member(let name, let region):
      return declarations.regions[region].type.flatMap {
        member(bothSlots(name), of: declarations.regions[$0].node, at: place)
      }
    case .memberOfType(let name, let type, let region):
      return declarations.typeNode(type, around: region).flatMap {
        member(bothSlots(name), of: $0, at: place)
      }
    }
  }

  private mutating func find(
    _ name: VisibleName, at place: Int, use: CompiledPattern?
  ) -> FoundName? {
    let slots = name.isType ? [NameSlot(name.number, isType: true)] : bothSlots(name.number)
    let found = name.local.flatMap { self.local($0, at: place, use: use) }
    let local = found.map { declarations.locals.all[$0] }
    var region = name.region
    var budget = Limits.declarations
    // A declaration that is farther in than the local name shadows the local name.
    while declarations.isHoisted(name.number), local.map({ $0.region < region }) ?? true {
      let (node, brace) = (declarations.regions[region].node, declarations.regions[region].open)
      if let member = member(slots, of: node, at: place, in: brace, use: use) { return member }
      if region == 0 { break }
      budget -= 1
      region = 0 < budget ? declarations.regions[region].parent : 0
    }
    return found.map { FoundName(token: local!.token, meaning: meaning(ofLocal: $0)) }
  }

  /// The local declaration that counts at a place, by index in `LocalNames.all`; `nil` if there is
  /// none.
  /// - Parameter local: the innermost one that is visible there.
  private mutating func local(_ local: Int, at place: Int, use: CompiledPattern?) -> Int? {
    if pairs.directives.isEmpty { return local }
    let found = declarations.locals.alternatives(of: local)
    let names = found.map { index in
      ConditionalName(
        token: declarations.locals.all[index].token,
        isOther: isOther(meaning(ofLocal: index), than: use))
    }
    let brace = declarations.regions[declarations.locals.all[local].region].open
    // What a test puts in place of a constant is not local.
    let counted = counted(names, at: place, in: brace).first ?? names.firstIndex { !$0.isOther }
    return counted.map { found[$0] }
  }

  /// The declarations that a name means in a hoisted declaration, without that declaration itself.
  /// - Parameter declaration: the declaration whose value or type has the name, by index in
  ///   `Declarations.hoisted`.
  func declarations(of name: Int, isType: Bool, for declaration: Int) -> [Int] {
    let slots = isType ? [NameSlot(name, isType: true)] : bothSlots(name)
    let region = declarations.hoisted[declaration].region
    return declarations.hoisted(slots, around: region, but: declaration)
  }

  func bothSlots(_ name: Int) -> [NameSlot] {
    [NameSlot(name, isType: false), NameSlot(name, isType: true)]
  }

  private mutating func member(
    _ slots: [NameSlot], of node: Int, at place: Int, in brace: Int? = nil,
    use: CompiledPattern? = nil
  ) -> FoundName? {
    for slot in slots {
      var found: [Int] = []
      for declaration in declarations.hoisted(slot, in: node)
      where isCandidate(declaration, for: use) {
        found.append(declaration)
      }
      if found.isEmpty { continue }
      for declaration in found { findMeaning(of: declaration) }
      found = counted(found, at: place, in: brace, use: use)
      guard let last = found.last else { continue }
      let token = declarations.hoisted[last].token
      return FoundName(
        token: token, meaning: meaning(ofAll: found), declaration: last,
        isAlone: found.count == 1)
    }
    return nil
  }

  /// Whether the declaration shadows the banned API. A function shadows it only if the function may
  /// be called with the labels of the pattern.
  private mutating func isCandidate(_ declaration: Int, for use: CompiledPattern?) -> Bool {
    guard declarations.hoisted[declaration].kind == .function, let use,
      let range = use.components[0].labels
    else { return true }
    let labels = Array(use.labels(range))
    let call = FunctionCall(declaration: declaration, labels: labels)
    if let isPossible = callsKnown[call] { return isPossible }
    let isPossible = takesArguments(
      labels, functionNamedAt: declarations.hoisted[declaration].token)
    callsKnown[call] = isPossible
    return isPossible
  }

  /// Whether a function may be called with the labels; true in doubt.
  private mutating func takesArguments(_ labels: [Int], functionNamedAt name: Int) -> Bool {
    let first = file.genericParameters(at: name + 1).end
    guard file.isArgumentList(at: first), let close = pairs.partner(of: first) else { return true }
    var rest = labels[...]
    for parameter in file.entries(of: first + 1..<close) {
      if rest.first == tables.label(tokens, at: parameter.lowerBound) {
        rest.removeFirst()
      } else if file.firstToken(.equal, in: parameter) == nil,
        file.firstToken(.postfixOperator, in: parameter) == nil
      {
        // The parameter has no default, and it takes exactly one value.
        return false
      }
    }
    return rest.isEmpty || file.firstToken(.postfixOperator, in: first + 1..<close) != nil
  }
}
