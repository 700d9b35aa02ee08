/// Rules prepared for matching; made once for a run.
package struct CompiledRules: Sendable {
  package let rules: [Rule]
  /// In rule order.
  let patterns: [CompiledPattern]
  let names: NameTable
  /// By the number of a pattern's first name: the patterns that start with it, in rule order.
  let patternsByAnchor: [[Int]]
  /// By first byte: the lengths that anchors have, as bits; see `lengthBit`. It turns away nearly
  /// every token before its bytes are hashed.
  let anchorLengths: [UInt64]
  /// By the number of a name: whether it is a module that may qualify.
  let isModule: [Bool]
  private let prefilter: Prefilter

  /// - Parameter modules: what the configuration adds to the modules a name may be qualified with.
  package init(_ rules: [Rule], modules: [String] = []) {
    var names = NameTable()
    var patterns: [CompiledPattern] = []
    for (index, rule) in rules.enumerated() where rule.isMatched {
      patterns += rule.ban.map { CompiledPattern($0, rule: index, names: &names) }
    }
    let moduleNumbers = (knownModules + modules).map { names.insert($0) }
    var isModule = Array(repeating: false, count: names.names.count)
    for number in moduleNumbers { isModule[number] = true }

    self.rules = rules
    self.isModule = isModule
    patternsByAnchor = Self.indexByAnchor(patterns, nameCount: names.names.count)
    anchorLengths = Self.lengthsByFirstByte(patterns.map { names.names[$0.anchor] })
    prefilter = Prefilter(rules.filter(\.isMatched).flatMap(\.ban))
    self.patterns = patterns
    self.names = names
  }

  /// The rules for holding fixtures against them: every rule runs, whatever its severity, and in
  /// every file.
  package init(verifying rules: [Rule], modules: [String] = []) {
    let everywhere = rules.map { rule in
      var rule = rule
      rule.severity = rule.severity == .off ? .error : rule.severity
      rule.files = []
      rule.allow = []
      return rule
    }
    self.init(everywhere, modules: modules)
  }

  /// Whether the bytes hold a name without which no rule can match; false spares lexing the file.
  package func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    prefilter.mayMatch(bytes)
  }

  private static func indexByAnchor(_ patterns: [CompiledPattern], nameCount: Int) -> [[Int]] {
    var index: [[Int]] = Array(repeating: [], count: nameCount)
    for (number, pattern) in patterns.enumerated() { index[pattern.anchor].append(number) }
    return index
  }

  private static func lengthsByFirstByte(_ anchors: [[UInt8]]) -> [UInt64] {
    var lengths = Array(repeating: UInt64(0), count: 256)
    for name in anchors { lengths[Int(name[0])] |= lengthBit(name.count) }
    return lengths
  }

  /// One bit for each length, the highest for all lengths from 63.
  @inline(__always)
  static func lengthBit(_ length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }
}

/// A pattern whose names are numbers in a `NameTable`.
struct CompiledPattern: Sendable {
  /// Index of its rule.
  let rule: Int
  let root: PatternRoot
  let components: [CompiledComponent]

  init(_ pattern: Pattern, rule: Int, names: inout NameTable) {
    self.rule = rule
    root = pattern.root
    components = pattern.components.map { CompiledComponent($0, names: &names) }
  }

  /// The number of the name that matching starts at.
  var anchor: Int { components[0].name }

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

  init(_ component: PatternComponent, names: inout NameTable) {
    name = names.insert(component.name)
    isInitializer = component.isInitializer
    isType = component.isType
    labels = component.labels?.map { $0 == "_" ? Self.noLabel : names.insert($0) }
  }
}
