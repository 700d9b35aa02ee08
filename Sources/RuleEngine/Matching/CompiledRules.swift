import Diagnostics
import Rules
import SwiftLexer

/// Rules prepared for matching; made once for a run. It is a class since each file's matcher has
/// it, and copying a structure would count references to all of its arrays, on all threads.
package final class CompiledRules: Sendable {
  package let rules: [Rule]
  /// By rule: what a report says of it.
  let references: [RuleReference]
  /// In rule order.
  let patterns: [CompiledPattern]
  /// By index of a pattern: what replaces its uses.
  let templates: [Int: ReplacementTemplate]
  let names: NameTable
  /// By the number of a pattern's first name: the patterns that start with it, in rule order.
  let patternsByAnchor: IndexLists
  /// How the patterns start, those with the same first name one after the other, in rule order.
  let heads: [PatternHead]
  /// The names that a match may start at: the first ones of patterns, those of their types, and
  /// the ones that follow these.
  let starts: WordTable
  /// The same, and `Self`.
  let soughtWords: SoughtWords
  /// By the number of a name.
  let roles: [NameRole]
  /// By the number of the name that follows a pattern's type: the patterns, in rule order. It may
  /// stand alone where the type is known otherwise.
  let patternsByMember: IndexLists
  /// By index of a pattern: what must follow that name.
  let nextOfMember: [PatternHead.Next]
  /// The patterns of initializers, in rule order.
  let initializers: [Int]
  /// By the number of a name: whether it is a module that may qualify.
  let isModule: [Bool]
  /// Own types of the project that are named as a pattern's type.
  let ownTypes: [OwnType]
  /// By rule: whether it is for some files alone.
  private let hasFiles: [Bool]
  /// Whether diagnostics have keys, and what is excused is told too.
  let describesFindings: Bool
  /// What comments can allow; nil if they are not read.
  let suppressible: SuppressibleIDs?
  let scopes: CompiledScopes
  let prefilter: Prefilter

  /// - Parameters:
  ///   - modules: what the configuration adds to the modules a name may be qualified with.
  ///   - ownTypes: those of the configuration.
  ///   - knownIDs: of rules that are not in force too; a comment may name them.
  ///   - readsSuppressions: whether comments in the source count.
  ///   - describesFindings: whether diagnostics have a key, and findings hold what is excused; a
  ///     file that has any takes a pass more.
  package init(
    _ rules: [Rule], modules: [String] = [], ownTypes: [Configuration.OwnType] = [],
    knownIDs: [String] = [], readsSuppressions: Bool = true, describesFindings: Bool = false
  ) {
    let patternCount = rules.indices.reduce(0) { $0 + rules[$1].ban.count }
    var names = NameTable(count: patternCount)
    var patterns: [CompiledPattern] = []
    patterns.reserveCapacity(patternCount)
    var templates: [Int: ReplacementTemplate] = [:]
    // By index, as copying a rule counts references to all that it has.
    for index in rules.indices where rules[index].severity != .off {
      for pattern in rules[index].ban {
        if !rules[index].replacements.isEmpty {
          let replacement = rules[index].replacements.last { $0.pattern == pattern }
          if let replacement { templates[patterns.count] = replacement.template }
        }
        patterns.append(CompiledPattern(pattern, rule: index, names: &names))
      }
    }
    let moduleNumbers = (knownModules + modules).map { names.insert($0) }
    var isModule = Array(repeating: false, count: names.count)
    for number in moduleNumbers { isModule[number] = true }

    self.rules = rules
    self.describesFindings = describesFindings
    references = rules.indices.map {
      RuleReference(id: rules[$0].id, category: rules[$0].category, url: rules[$0].url)
    }
    hasFiles = rules.indices.map { !rules[$0].files.isEmpty }
    scopes = CompiledScopes(rules, modules: knownModules + modules)
    self.isModule = isModule
    let nameCount = names.count
    let patternsByAnchor = Self.index(patterns, by: { $0.anchor }, nameCount: nameCount)
    var heads: [PatternHead] = []
    heads.reserveCapacity(patterns.count)
    let patternsByMember = Self.index(patterns, by: { $0.member }, nameCount: nameCount)
    roles = (0..<nameCount).map { name in
      let start = heads.count
      for number in patternsByAnchor[name] {
        heads.append(PatternHead(patterns[number], number: number))
      }
      return NameRole(
        heads: start..<heads.count, of: heads, patterns, isMember: !patternsByMember.isEmpty(name))
    }
    self.heads = heads
    self.patternsByAnchor = patternsByAnchor
    self.patternsByMember = patternsByMember
    nextOfMember = patterns.map { PatternHead.Next(of: $0, after: $0.typeLength) }
    initializers = patterns.indices.filter { patterns[$0].isInitializer }
    let starts = Self.starts(of: patterns, nameCount: nameCount)
    self.starts = WordTable(starts.lazy.map { [names] in (names[$0], $0) })
    var soughtWords = SoughtWords([Array("Self".utf8)[...]])
    names.bytes.withUnsafeBufferPointer { bytes in
      for name in starts {
        soughtWords.insert(UnsafeBufferPointer(rebasing: bytes[names.range(of: name)]))
      }
    }
    self.soughtWords = soughtWords
    suppressible = readsSuppressions ? SuppressibleIDs(rules, known: knownIDs) : nil
    let suppressions = "\(suppressionWord)"
    prefilter = Prefilter(
      patterns, names, otherWords: readsSuppressions ? [suppressions] : [],
      commentWords: readsSuppressions ? [suppressions, "swiftlint"] : [])
    self.ownTypes = ownTypes.compactMap { OwnType($0, names) }
    self.patterns = patterns
    self.templates = templates
    self.names = names
  }

  /// The rules for holding fixtures against them: every rule runs, whatever its severity, and in
  /// every file, though only inside the declarations that it names.
  package convenience init(verifying rules: [Rule], modules: [String] = []) {
    let everywhere = rules.map { rule in
      var rule = rule
      rule.severity = rule.severity == .off ? .error : rule.severity
      rule.files = []
      rule.allow = []
      return rule
    }
    self.init(everywhere, modules: modules)
  }

  /// Whether the bytes hold a name without which no rule can match, or the word of a suppression;
  /// false spares lexing the file.
  package func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    prefilter.mayMatch(bytes)
  }

  /// The same for one of many files.
  /// - Returns: what `lint` need not search for again.
  package func search(
    _ bytes: UnsafeBufferPointer<UInt8>, using memory: inout SearchMemory
  ) -> Occurrences? {
    prefilter.mayMatch(bytes, using: &memory) ? memory.occurrences : nil
  }

  /// Whether the token is the name of a module that may qualify.
  func isModule(_ tokens: SourceTokens, at index: Int) -> Bool {
    guard tokens[index].kind == .identifier || tokens[index].kind == .rawIdentifier else {
      return false
    }
    return names.number(of: tokens.text(at: index)).map { isModule[$0] } ?? false
  }

  /// Whether the bytes spell the name of that number.
  func isName(_ number: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    names.spells(number, text)
  }

  /// The number of a label in the patterns' names.
  func label(_ tokens: SourceTokens, at index: Int) -> Int {
    if tokens.isWord("_", at: index) { return CompiledComponent.noLabel }
    return names.number(of: tokens.text(at: index)) ?? CompiledComponent.unknownLabel
  }

  /// Whether it counts in which declarations a match of the pattern is.
  func dependsOnScope(_ pattern: Int) -> Bool {
    let rule = patterns[pattern].rule
    return !scopes.inside[rule].isEmpty || !scopes.allowInside[rule].isEmpty
      || templates[pattern] != nil
  }

  /// - Parameter rule: its index.
  func isInForce(_ rule: Int, in relativePath: FilePath) -> Bool {
    !hasFiles[rule] || rules[rule].isInForce(in: relativePath)
  }

  private static func index(
    _ patterns: [CompiledPattern], by name: (CompiledPattern) -> Int?, nameCount: Int
  ) -> IndexLists {
    var pairs: [IndexPair] = []
    pairs.reserveCapacity(patterns.count)
    for number in patterns.indices {
      if let name = name(patterns[number]) { pairs.append(IndexPair(list: name, index: number)) }
    }
    return IndexLists(pairs, count: nameCount)
  }

  /// The names that a match may start with.
  private static func starts(of patterns: [CompiledPattern], nameCount: Int) -> [Int] {
    var isStart = Array(repeating: false, count: nameCount)
    for index in patterns.indices {
      for component in patterns[index].components[...patterns[index].typeLength] {
        isStart[component.name] = true
      }
    }
    return isStart.indices.filter { isStart[$0] }
  }
}

/// A pattern whose names are numbers in a `NameTable`.
struct CompiledPattern: Sendable {
  /// Index of its rule.
  let rule: Int
  let root: PatternRoot
  let components: [CompiledComponent]
  /// How many of the components, from the first on, are names of types.
  let typeCount: Int
  /// The same; 0 for what is not a type's member.
  let typeLength: Int

  init(_ pattern: Pattern, rule: Int, names: inout NameTable) {
    self.rule = rule
    root = pattern.root
    var components: [CompiledComponent] = []
    components.reserveCapacity(3)
    pattern.bytes.withUnsafeBufferPointer { text in
      var labels: [Int] = []
      let isPlain = pattern.readPlainPath(
        label: { labels.append(CompiledComponent.label($0, in: text, &names)) },
        component: { components.append(CompiledComponent($0, labels, in: text, &names)) })
      if isPlain { return }
      // Another text; names that were read of it before do no harm where they are in no pattern.
      let path = pattern.path
      labels = path.labels.map { CompiledComponent.label($0, in: text, &names) }
      components = path.components.map { CompiledComponent($0, labels, in: text, &names) }
    }
    self.components = components
    typeCount = components.prefix { $0.isType && $0.labels == nil }.count
    typeLength = root == .name && typeCount < components.count ? typeCount : 0
  }

  /// The number of the name that matching starts at.
  var anchor: Int { components[0].name }

  /// The number of the name after the type's; nil for a pattern that is not a type's member.
  var member: Int? { typeLength == 0 ? nil : components[typeLength].name }

  /// Whether a constant may stand for the first part, as in
  /// `let q = DispatchQueue.main; q.async { }`.
  var mayStartWithConstant: Bool { 0 < typeLength && typeLength + 1 < components.count }

  var isInitializer: Bool { 0 < typeLength && components[typeLength].isInitializer }

  /// How many labels are written; parentheses without labels count more than none.
  var labelCount: Int {
    components.reduce(0) { $0 + ($1.labels.map { $0.count + 1 } ?? 0) }
  }

  /// Whether the path starts with a type's name.
  var startsWithType: Bool { root == .name && components[0].isType }
}

/// One name of a compiled pattern's path.
struct CompiledComponent: Sendable {
  let name: Int
  let isInitializer: Bool
  let isType: Bool
  /// As in `PatternComponent`; `noLabel` for `_`.
  let labels: [Int]?

  /// Stands for `_` among labels.
  static let noLabel = -1
  /// Stands for a label in a source file that is in no pattern.
  static let unknownLabel = -2

  /// - Parameters:
  ///   - labels: those of the pattern, up to its own at least.
  ///   - text: of the pattern.
  init(
    _ component: PatternPath.Component, _ labels: [Int], in text: UnsafeBufferPointer<UInt8>,
    _ names: inout NameTable
  ) {
    name =
      component.name.map { names.insert(UnsafeBufferPointer(rebasing: text[$0])) }
      ?? names.insert("init")
    isInitializer = component.isInitializer
    isType = component.isType
    self.labels = component.labels.map { $0.count == labels.count ? labels : Array(labels[$0]) }
  }

  /// The number of a label's name.
  static func label(
    _ label: Range<Int>, in text: UnsafeBufferPointer<UInt8>, _ names: inout NameTable
  ) -> Int {
    label.count == 1 && text[label.lowerBound] == UInt8(ascii: "_")
      ? noLabel : names.insert(UnsafeBufferPointer(rebasing: text[label]))
  }
}
