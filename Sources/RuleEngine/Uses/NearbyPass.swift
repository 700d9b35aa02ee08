import Rules
import SwiftLexer

/// The first pass: it looks at the names of patterns and the tokens beside them, and at nothing
/// around them. That is enough for most files, and costs a fraction of a pass with `Surroundings`.
///
/// It is sound since `Nearby` counts what it assumes, and members whose type it does not know are
/// kept until the types are known that the file mentions. Where it does not suffice, it says so.
///
/// For speed alone: `Surroundings` knows all that is assumed here.
struct NearbyPass {
  var finder: UseFinder<Nearby>
  var types = MentionedTypes()
  var noticed = NoticedNames()
  var scopes = NoticedScopes()
  /// Where something was found, or could not be told, in order; nothing is to be found elsewhere.
  var activeTokens: [Int] = []

  private var tokens: SourceTokens {
    @inline(__always) get { finder.context.tokens }
  }
  var tables: RuleTables {
    @inline(__always) get { finder.tables }
  }

  init(_ nearby: consuming Nearby) {
    finder = UseFinder(nearby)
  }

  /// - Parameter places: offsets in the names that count, in order; nil for all names.
  /// - Returns: if what was found is not all there is, it counts for nothing.
  mutating func find(at places: [Int]?) -> Answer {
    if let places { look(at: places) } else { lookEverywhere() }
    // Where text was left out, headers of scopes are not looked for.
    if places != nil { scopes.noteAll() }
    // Where text was left out, a constant may be used in it.
    let mayUseConstant =
      !noticed.constants.isEmpty
      && (places != nil || noticed.constants.mayBeUsed(in: finder.context))
    noticePlacedMembers()
    // Where text was left out, a member may stand alone in it.
    if places != nil, noticed.extendsType { return .needsWholeFile }
    if noticed.hasAlias || mayUseConstant || noticed.declaresPlace || noticed.usesBareMember {
      return .needsNames
    }
    let mayCount = scopes.mayCount(for: finder.found.matches, in: finder.context)
    if 0 < finder.context.unknownCount || mayCount || mayMatchUncertainMember() {
      return .needsContext
    }
    return noticed.answer(knowing: finder.found.matches, tables)
  }

  private mutating func look(at places: [Int]) {
    var index = 0
    for place in places {
      index = tokens.firstIndex(endingAfter: place, from: index)
      // A place in a comment or in the text of a string is none in the token that follows.
      guard index < tokens.count, tokens[index].start <= place else { continue }
      let directive = finder.pairs.directive(before: index, from: finder.context.directive)
      finder.context.directive = directive
      if let directive, index < finder.pairs.directives[directive].body { continue }
      if tokens[index].isMarked { look(atMarked: index) }
      index += 1
    }
  }

  private mutating func lookEverywhere() {
    var index = 0
    while true {
      // The end of the file is marked too.
      while !tokens[index].isMarked { index &+= 1 }
      switch tokens[index].kind {
      case .endOfFile:
        return
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        // A condition is no code.
        let directive = Int(finder.pairs.partners[index])
        finder.context.directive = directive
        index = finder.pairs.directives[directive].body
      default:
        look(atMarked: index)
        index &+= 1
      }
    }
  }

  @inline(__always)
  mutating func look(atMarked index: Int) {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier:
      look(atName: index)
    case .keyword:
      look(atName: index)
      if tokens[index].keyword == .Self, finder.context.isArgumentList(at: index + 1) {
        types.hasUncertainInitializer = true
        activeTokens.append(index)
      }
    default:
      break
    }
  }

  @inline(__always)
  private mutating func look(atName index: Int) {
    guard let name = tables.starts.number(of: tokens.text(at: index)) else { return }
    let before = outcomeCount
    types.mention(name, of: tables.names.count)
    let role = tables.roles[name]
    if !role.scopes.isEmpty {
      scopes.note(role.scopes)
      // The type may be one whose extensions count.
      if !role.scopes.isDisjoint(with: tables.scopes.inheritedSet) { activeTokens.append(index) }
    }
    if !role.heads.isEmpty {
      let (count, unknownCount) = (finder.found.matches.count, finder.context.unknownCount)
      finder.matchHeads(of: role, at: index)
      let isMatched =
        count < finder.found.matches.count && unknownCount == finder.context.unknownCount
      noticed.note(name, role, at: index, isMatched: isMatched, in: &finder.context)
    }
    if role.isMember, noticed.extendsType, finder.context.mayStandAlone(index) {
      noticed.noteBareMember(name, tables)
    }
    if role.isMember, let member = uncertainMember(at: index) {
      types.uncertainMembers.append(member)
    }
    if role.isToldBeside, mayBeTold(memberAt: index, name) { finder.context.unknownCount += 1 }
    if before < outcomeCount { activeTokens.append(index) }
  }

  @inline(__always)
  private var outcomeCount: Int {
    finder.context.unknownCount + finder.found.matches.count + types.uncertainMembers.count
  }
}

// MARK: - Members of a type that is known from somewhere else, if at all

extension NearbyPass {
  /// Whether a member may be one of a pattern's type: then the file mentions the type.
  private mutating func mayMatchUncertainMember() -> Bool {
    if types.hasUncertainInitializer {
      for number in tables.initializers where types.mentionsType(of: tables.patterns[number]) {
        return true
      }
    }
    // Most members are called `init`, and most types of the patterns are not mentioned.
    var (name, patterns) = (Int?.none, [Int]())
    for member in types.uncertainMembers {
      let index = member.index
      let number = tables.names.number(of: tokens.text(at: index))
      if name != number {
        name = number
        patterns = number.map { patternsOfMentionedTypes(member: $0) } ?? []
      }
      guard !patterns.isEmpty else { continue }
      let next = finder.next(after: index, isType: false)
      // What is not called may be a reference.
      for number in patterns where !next.isCall || tables.nextOfMember[number].mayBe(next) {
        let pattern = tables.patterns[number]
        guard finder.isName(pattern.components[pattern.typeLength], at: index),
          member.type.map({ mentionsType(of: pattern, in: $0) }) ?? true
        else { continue }
        finder.addMatch(
          of: number, from: index, component: pattern.typeLength, start: member.start)
        if 0 < finder.context.unknownCount { return true }
      }
    }
    return false
  }

  func patternsOfMentionedTypes(member name: Int) -> [Int] {
    tables.patternsByMember[name].filter { types.mentionsType(of: tables.patterns[$0]) }
  }

  /// See `UseFinder.matchMember`.
  private mutating func uncertainMember(at index: Int) -> UncertainMember? {
    guard let head = finder.context.skipModuleSelector(before: index) else { return nil }
    guard tokens.isMember(head) else {
      guard finder.context.isArgumentList(at: index + 1), tokens[index].keyword != .`init` else {
        return nil
      }
      return UncertainMember(index: index, from: head)
    }
    if let head = finder.context.selfReceiver(ofMember: head) {
      return UncertainMember(index: index, from: head)
    }
    guard finder.context.isImplicitMember(head) else { return nil }
    if hasNoWrittenType(at: head) {
      types.placedMembers.append(PlacedMember(index: index, place: head - 3))
      return nil
    }
    if 1 < head, tokens[head - 2].kind == .equal { noticed.constants.noteImplicitValue() }
    let type = writtenType(ofAssignedMember: head)
    if let type, !type.contains(where: isAnchor) {
      if let name = finder.context.variable(before: head - 2) {
        types.placedMembers.append(PlacedMember(index: index, place: name))
      }
      return nil
    }
    return UncertainMember(index: index, from: head - 1, type: type)
  }

  /// Whether the implicit member is an argument with a label, where no type is written but for one
  /// after `as`.
  private mutating func hasNoWrittenType(at head: Int) -> Bool {
    let colon = head - 2
    guard 1 < colon, tokens[colon].kind == .colon, tokens[colon - 1].isWord else { return false }
    switch tokens[colon - 2].kind {
    case .leftParen:
      break
    case .comma:
      guard let open = finder.context.opening(around: colon)?.token,
        tokens[open].kind == .leftParen
      else { return false }
    default:
      return false
    }
    return !finder.context.isConverted(at: head)
  }

  /// What the type of the implicit member is written in, if at all, where it is assigned, as in
  /// `let names: [String] = .init()`; nil where that cannot be told.
  private mutating func writtenType(ofAssignedMember head: Int) -> Range<Int>? {
    let equal = head - 2
    guard 0 < equal, tokens[equal].kind == .equal,
      let start = finder.context.declaration(before: equal), !finder.context.isConverted(at: head)
    else { return nil }
    return start..<equal
  }

  /// Whether the last name of the pattern's type is among the tokens.
  private func mentionsType(of pattern: CompiledPattern, in range: Range<Int>) -> Bool {
    let name = pattern.components[pattern.typeLength - 1].name
    return range.contains { tables.isName(name, tokens.text(at: $0)) }
  }

  private func isAnchor(_ index: Int) -> Bool {
    tables.starts.number(of: tokens.text(at: index)).map { !tables.roles[$0].heads.isEmpty }
      ?? false
  }
}
