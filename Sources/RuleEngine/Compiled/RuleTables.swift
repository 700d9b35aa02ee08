import Diagnostics
import Rules
import SwiftLexer

/// The rules, ready for questions by the numbers of names, patterns and rules. Made once for a run.
///
/// It is a class, since everything that looks at a file holds it. Copying a structure would count
/// references to all of its arrays, on all threads.
final class RuleTables: Sendable {
  let rules: [Rule]
  /// The words of each rule's reports.
  let words: [DiagnosticWords]
  /// Whether each rule is only for some files.
  private let hasFiles: [Bool]
  /// All patterns in rule order.
  let patterns: CompiledPatterns
  /// The texts of mentions that are patterns. These patterns come after those of all rules.
  let mentions: NameTable
  /// Whether it matters for each pattern what constants its arguments name; empty if that matters
  /// for no pattern.
  let asksForConstants: [Bool]
  /// The replacements for uses, by index of the pattern.
  let replacements: [Int: CompiledReplacements]
  /// Whether a rule asks for the type of its base.
  let asksForTypes: Bool
  let names: NameTable
  /// Whether each name is that of a module that may stand before other names, by its number.
  private let isModule: [Bool]
  /// The project's own types that are named like the type of a pattern.
  let ownTypes: [OwnType]
  let scopes: CompiledScopes
  /// The indices of the rules that cover each rule.
  let coveringRules: [[Int]]
  /// Whether each rule covers another rule.
  let coversOthers: [Bool]
  /// The later patterns that are written like each pattern, and so match where it does.
  let copies: IndexLists
  /// The ids that comments can name; `nil` if such comments are not read.
  let suppressible: SuppressibleIDs?

  // MARK: Starts of patterns

  /// The patterns that start with each name, by its number, in rule order.
  let patternsByAnchor: IndexLists
  /// The heads of all patterns. Heads with the same first name follow one another, in rule order.
  let heads: [PatternHead]
  /// The roles of the names, by number.
  let roles: [NameRole]
  /// Whether a match may start at each name, by its number. These are the first names of patterns,
  /// the names of their types, the names after these, and `CompiledScopes.wordsOfTypes`.
  private let isStart: [Bool]
  /// The words of these names, and `Self`.
  let soughtWords: SoughtWords

  // MARK: Names that may stand without a pattern's type

  /// The patterns in which each name, by its number, follows the type, in rule order. The name may
  /// stand alone where the type is known otherwise.
  let patternsByMember: IndexLists
  /// The names that tell the types of patterns where the members stand alone.
  let beside: [CompiledBeside]
  /// The patterns in which each name, by its number, is a member of the type's single instance.
  let patternsBySingletonMember: IndexLists
  /// The part of each pattern after its type.
  let memberHeads: [MemberHead]
  /// The patterns of initializers, in rule order.
  let initializers: [Int]
  /// The first parts of patterns that a constant may stand for.
  let boundParts: [BoundPart]
  /// The indices of the elements of `boundParts` that a name follows.
  let allBoundParts: [Int]
  /// The parts that each name, by its number, follows; indices in `boundParts`.
  let partsByNextName: IndexLists
  /// The parts that are all of a mention, by index in `boundParts`.
  let wholeParts: [Int]

  init(
    _ rules: [Rule], modules: [String], ownTypes: [Configuration.OwnType],
    known: KnownNames, readsSuppressions: Bool
  ) {
    let patternCount = rules.indices.reduce(0) {
      $0 + rules[$1].ban.count + (rules[$1].when?.mentionCount ?? 0)
        + (rules[$1].unless?.mentionCount ?? 0)
    }
    var names = NameTable(count: patternCount)
    let (patterns, mentions, replacements, beside) = Self.compiledPatterns(
      rules, count: patternCount, names: &names)
    self.mentions = mentions
    self.beside = beside
    scopes = CompiledScopes(rules, modules: knownModules + modules, names: &names)
    let moduleNumbers = (knownModules + modules).map { names.insert($0) }
    isModule = Self.marks(on: moduleNumbers, count: names.count)
    self.rules = rules
    asksForTypes = rules.indices.contains { !rules[$0].receiver.isEmpty }
    words = rules.indices.map { index in
      DiagnosticWords(
        rules[index].severity == .warning ? .warning : .error, rules[index].message,
        rule: RuleReference(
          id: rules[index].id, category: rules[index].category, url: rules[index].url,
          pack: rules[index].pack))
    }
    hasFiles = rules.indices.map { !rules[$0].files.isEmpty }
    let ids = SuppressibleIDs(rules, among: known)
    (coveringRules, coversOthers) = Self.covering(rules, ids)
    suppressible = readsSuppressions ? ids : nil
    let nameCount = names.count
    let patternsByAnchor = IndexLists(
      patterns, by: { $0.original == nil ? $0.anchor : nil }, count: nameCount)
    let patternsByMember = IndexLists(
      patterns, by: { $0.original == nil ? $0.member : nil }, count: nameCount)
    copies = IndexLists(patterns, by: { $0.original }, count: patterns.count)
    (heads, roles) = Self.headsAndRoles(
      of: patterns, patternsByAnchor, patternsByMember, Set(scopes.wordsOfTypes),
      nameCount: nameCount)
    self.patternsByAnchor = patternsByAnchor
    self.patternsByMember = patternsByMember
    patternsBySingletonMember = IndexLists(
      patterns, by: { [names] in $0.memberOfSingleton(names) }, count: nameCount)
    memberHeads = patterns.indices.map { MemberHead(patterns[$0]) }
    initializers = patterns.indices.filter {
      patterns[$0].original == nil && patterns[$0].isInitializer
    }
    boundParts = BoundPart.all(of: patterns)
    let isWhole = { [boundParts] in patterns.nextName(after: boundParts[$0]) == nil }
    let all = Array(boundParts.indices)
    wholeParts = mentions.count == 0 ? [] : all.filter(isWhole)
    allBoundParts = wholeParts.isEmpty ? all : all.filter { !isWhole($0) }
    partsByNextName = IndexLists(
      boundParts, by: { patterns.nextName(after: $0) }, count: nameCount)
    asksForConstants = wholeParts.isEmpty ? [] : Self.asksForConstants(patterns, rules)
    let starts = Self.starts(of: patterns, scopes.wordsOfTypes, nameCount: nameCount)
    isStart = Self.marks(on: starts, count: nameCount)
    soughtWords = Self.soughtWords(starts, names)
    self.ownTypes = ownTypes.compactMap { OwnType($0, names) }
    (self.patterns, self.replacements, self.names) = (patterns, replacements, names)
  }

  /// Whether each number up to the count is one of these.
  private static func marks(on numbers: some Sequence<Int>, count: Int) -> [Bool] {
    var marks = Array(repeating: false, count: count)
    for number in numbers { marks[number] = true }
    return marks
  }

  /// The rules that cover the uses of each rule, and whether the rule covers uses of others.
  private static func covering(
    _ rules: [Rule], _ ids: SuppressibleIDs
  ) -> ([[Int]], coversOthers: [Bool]) {
    var coversOthers = Array(repeating: false, count: rules.count)
    let covering = rules.indices.map { rules[$0].coveredBy.compactMap(ids.rule) }
    for rule in covering.joined() { coversOthers[rule] = true }
    return (covering, coversOthers)
  }

  private static func headsAndRoles(
    of patterns: CompiledPatterns, _ byAnchor: IndexLists, _ byMember: IndexLists,
    _ wordsOfTypes: Set<Int>, nameCount: Int
  ) -> ([PatternHead], [NameRole]) {
    var heads: [PatternHead] = []
    heads.reserveCapacity(patterns.count)
    let roles = (0..<nameCount).map { name in
      let start = heads.count
      for number in byAnchor[name] {
        heads.append(PatternHead(patterns[number], number: number))
      }
      return NameRole(
        heads: start..<heads.count, of: heads, patterns, isMember: !byMember.isEmpty(name),
        tellsType: wordsOfTypes.contains(name))
    }
    return (heads, roles)
  }

  /// Whether the rule of each pattern, or that of a copy, asks what its arguments hold.
  private static func asksForConstants(_ patterns: CompiledPatterns, _ rules: [Rule]) -> [Bool] {
    let areAsking = rules.indices.map {
      rules[$0].when?.asksForPaths == true || rules[$0].unless?.asksForPaths == true
    }
    var asks = Array(repeating: false, count: patterns.count)
    for (number, pattern) in patterns.enumerated() where !pattern.isMention {
      if areAsking[pattern.rule] { asks[pattern.original ?? number] = true }
    }
    return asks
  }

  /// The patterns of the rules that are on and then of their mentions, the mentions, the
  /// replacements by index of a pattern, and the names that tell the types of patterns.
  private static func compiledPatterns(
    _ rules: [Rule], count: Int, names: inout NameTable
  ) -> (CompiledPatterns, mentions: NameTable, [Int: CompiledReplacements], [CompiledBeside]) {
    var patterns = PatternCompiler(count: count)
    var replacements: [Int: CompiledReplacements] = [:]
    var told: [CompiledBeside] = []
    let haveScopes = rules.indices.contains { !rules[$0].inside.isEmpty }
    var texts = NameTable(count: haveScopes ? count : 0)
    /// The first pattern with each text, by the number of the text.
    var originals: [Int] = []
    // Rules are read by index: a copy would count references to everything that a rule has.
    for index in rules.indices where rules[index].severity != .off {
      let byUses = CompiledReplacements.byUses(rules[index].replacements)
      let ban = rules[index].ban
      let besides = told.add(rules[index].beside, for: ban, names: &names)
      for number in ban.indices {
        if !byUses.isEmpty {
          replacements[patterns.count] = CompiledReplacements(
            of: ban[number], among: byUses, names: &names)
        }
        let beside = besides.isEmpty ? nil : besides[number]
        if haveScopes {
          let text = ban[number].bytes.withUnsafeBufferPointer { texts.insert($0) }
          if text == originals.count {
            originals.append(patterns.count)
          } else if beside == patterns.beside(of: originals[text]) {
            patterns.append(copyOf: originals[text], rule: index)
            continue
          }
        }
        patterns.append(ban[number], rule: index, beside: beside, names: &names)
      }
    }
    var mentions = NameTable(count: 0)
    func add(_ conditions: UseConditions?) {
      for mention in conditions?.patterns ?? [] {
        let count = mentions.count
        guard mentions.insert(mention.text) == count else { continue }
        patterns.append(mention, rule: PatternCompiler.noRule, names: &names)
      }
    }
    for index in rules.indices where rules[index].severity != .off {
      add(rules[index].when)
      add(rules[index].unless)
    }
    return (patterns.patterns, mentions, replacements, told)
  }

  /// The names that a match may start with, and the words of types that scopes ask for.
  private static func starts(
    of patterns: CompiledPatterns, _ wordsOfTypes: [Int], nameCount: Int
  ) -> [Int] {
    var isStart = Array(repeating: false, count: nameCount)
    for name in wordsOfTypes { isStart[name] = true }
    for pattern in patterns where pattern.original == nil {
      for index in 0...pattern.typeLength { isStart[pattern.components[index].name] = true }
    }
    return isStart.indices.filter { isStart[$0] }
  }

  private static func soughtWords(_ starts: [Int], _ names: NameTable) -> SoughtWords {
    var words = SoughtWords([Array("Self".utf8)[...]])
    names.bytes.withUnsafeBufferPointer { bytes in
      for name in starts {
        words.insert(UnsafeBufferPointer(rebasing: bytes[names.range(of: name)]))
      }
    }
    return words
  }
}

extension RuleTables {
  /// The number of a name that a match may start at; nil for any other word.
  @inline(__always)
  func start(_ tokens: SourceTokens, at index: Int) -> Int? {
    guard let name = names.number(of: tokens.text(at: index)), isStart[name] else { return nil }
    return name
  }

  /// Whether a type that starts with the name has a single instance whose members are banned.
  func hasSingleton(ofType name: Int) -> Bool {
    patternsByAnchor[name].contains { patterns[$0].memberOfSingleton(names) != nil }
  }

  /// Whether the token is the name of a module that may stand before other names.
  func isModule(_ tokens: SourceTokens, at index: Int) -> Bool {
    guard tokens[index].kind == .identifier || tokens[index].kind == .rawIdentifier else {
      return false
    }
    return names.number(of: tokens.text(at: index)).map { isModule[$0] } ?? false
  }

  /// Whether the label is that of a value. If a call has no other label, a trailing closure does
  /// not stand for such a label: `debounce { }` is not `debounce(for:)`.
  func isLabelOfValue(_ label: Int) -> Bool {
    labelsOfValues.contains { names[label].elementsEqual($0.utf8) }
  }

  /// The number of a label in the patterns' names.
  func label(_ tokens: SourceTokens, at index: Int) -> Int {
    if tokens.isWord("_", at: index) { return CompiledComponent.noLabel }
    return names.number(of: tokens.text(at: index)) ?? CompiledComponent.unknownLabel
  }

  /// - Parameter rule: the index of the rule.
  func isInForce(_ rule: Int, in relativePath: FilePath) -> Bool {
    !hasFiles[rule] || rules[rule].isInForce(in: relativePath)
  }
}

/// The first part of a pattern's path that a constant may stand for: the type and more, of a
/// mention maybe all.
struct BoundPart: Equatable, Sendable {
  /// The pattern, by index in `RuleTables.patterns`.
  let pattern: Int
  /// The index of the last component that belongs to the part.
  let component: Int

  static func all(of patterns: CompiledPatterns) -> [BoundPart] {
    var parts: [BoundPart] = []
    for (number, pattern) in patterns.enumerated()
    where pattern.original == nil && pattern.mayStartWithConstant {
      for component in pattern.typeLength..<pattern.components.count
      where pattern.isMention || component + 1 < pattern.components.count {
        parts.append(BoundPart(pattern: number, component: component))
      }
    }
    return parts
  }
}

extension CompiledPatterns {
  /// The number of the name that follows the part; `nil` if the part is all of the pattern.
  func nextName(after part: BoundPart) -> Int? {
    let components = self[part.pattern].components
    return part.component + 1 < components.count ? components[part.component + 1].name : nil
  }
}

private let labelsOfValues = [
  "at", "before", "every", "for", "from", "in", "into", "of", "on", "since", "timeout", "to",
  "until",
]

/// A type of the project that is named like the type of a pattern, and is declared in a file that
/// is not linted.
struct OwnType: Sendable {
  /// The number of its name.
  let name: Int
  /// The files in which the name means this type; if empty, all files.
  let files: [Glob]

  /// Fails if no pattern has the name.
  init?(_ type: Configuration.OwnType, _ names: NameTable) {
    let number = Array(type.name.value.utf8).withUnsafeBufferPointer { names.number(of: $0) }
    guard let number else { return nil }
    name = number
    files = type.files.map(\.value)
  }

  func isDeclared(in relativePath: FilePath) -> Bool {
    files.isEmpty || files.contains { $0.matches(relativePath) }
  }
}

/// The ids that a comment can name.
struct SuppressibleIDs: Sendable {
  private let ids: NameTable
  /// The index in `RuleTables.rules` of the rule with each id, by its number; `nil` if that rule is
  /// not used.
  private let rules: [Int?]
  /// All that there are; the packs it cannot name.
  let names: KnownNames

  /// - Parameter names: the names of all rules, with or without the ids of `rules`.
  init(_ rules: [Rule], among names: KnownNames) {
    self.names = names
    var ids = NameTable(count: names.ids.count)
    for id in names.ids { ids.insert(id) }
    let numbers = rules.indices.map { ids.insert(rules[$0].id) }
    var indices: [Int?] = Array(repeating: nil, count: ids.count)
    for (index, number) in numbers.enumerated() { indices[number] = index }
    self.ids = ids
    self.rules = indices
  }

  /// All known ids, in the order in which they are suggested.
  var known: [String] { ids.texts }

  func isKnown(_ id: String) -> Bool { ids.number(of: id) != nil }

  /// The rule, by index in `RuleTables.rules`; `nil` if the rule is not used.
  func rule(of id: String) -> Int? { ids.number(of: id).flatMap { rules[$0] } }
}

/// Lists of indices in one array, one list after the other. A list has no memory of its own, and
/// reading a list counts no references.
struct IndexLists: Sendable {
  private var indices: [Int]
  /// The start of each list in `indices`, and the end of the last list.
  private var starts: [UInt32]

  /// Makes lists of the indices of some elements, each list in their order.
  /// - Parameters:
  ///   - list: tells the list of an element; `nil` for no list.
  ///   - count: the number of lists.
  init<Elements: RandomAccessCollection>(
    _ elements: Elements, by list: (Elements.Element) -> Int?, count: Int
  ) where Elements.Index == Int {
    let lists = elements.map(list)
    // First `starts` counts the indices of each list, then it tells where the next one goes.
    starts = Array(repeating: 0, count: count + 1)
    for case let list? in lists where list + 2 <= count { starts[list + 2] += 1 }
    for list in 0..<count { starts[list + 1] += starts[list] }
    indices = Array(repeating: 0, count: lists.count { $0 != nil })
    for (index, list) in lists.enumerated() {
      guard let list else { continue }
      indices[Int(starts[list + 1])] = index
      starts[list + 1] += 1
    }
  }

  subscript(list: Int) -> ArraySlice<Int> {
    indices[Int(starts[list])..<Int(starts[list + 1])]
  }

  @inline(__always)
  func isEmpty(_ list: Int) -> Bool { starts[list] == starts[list + 1] }
}
