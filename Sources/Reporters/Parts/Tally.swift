import Diagnostics

/// The number of findings: of each rule, and in each folder or other group of files.
struct Tally: Sendable {
  struct Rule: Sendable {
    /// The rule's id; nil for findings of no rule.
    let id: String?
    /// All that have the id, each once: configurations may differ in what they say of it.
    var references: [RuleReference] = []
    var errors = 0
    var warnings = 0
    var excused = 0
    var files = 0
    /// The last one that it has findings in.
    fileprivate var lastFile: Int?

    var count: Int { errors + warnings + excused }
    var name: String { id ?? "-" }
  }

  /// The rules in the order in which they came.
  private(set) var rules: [Rule] = []
  /// The rule of the last finding, as most findings are of the same rule as the one before.
  private var last: (rule: RuleReference?, number: Int)?
  /// The counts by group of files, only in formats that have such groups.
  private(set) var groups: [FilePath: GroupCount] = [:]
  /// The counts by path as printed; only in formats that count by file.
  private(set) var files: [FilePath: FileCounts] = [:]
  private(set) var fileCount = 0

  var isEmpty: Bool { rules.isEmpty }
  var count: Int { rules.reduce(0) { $0 + $1.count } }
  var errors: Int { rules.reduce(0) { $0 + $1.errors } }

  /// The most frequent one first.
  var rulesByCount: [Rule] {
    rules.sorted { precede(($0.count, $0.name), ($1.count, $1.name)) }
  }

  /// - Parameters:
  ///   - findings: all findings of one file, at least one.
  ///   - group: the group that the file is in; nil if groups are of no interest.
  mutating func add(_ findings: [Diagnostic], in group: FilePath?) {
    var start = 0
    while start < findings.count {
      // Equal ones are counted together, as one rule may have found all of them.
      let first = findings[start]
      let end =
        findings[start...].firstIndex {
          !$0.isLike(first) || $0.isReported != first.isReported
        } ?? findings.count
      let number = number(of: first.rule)
      if rules[number].lastFile != fileCount { rules[number].files += 1 }
      rules[number].lastFile = fileCount
      switch Standing(first) {
      case .error: rules[number].errors += end - start
      case .warning: rules[number].warnings += end - start
      case .excused: rules[number].excused += end - start
      }
      start = end
    }
    if let group {
      groups[group, default: GroupCount()] += GroupCount(findings: findings.count, files: 1)
    }
    fileCount += 1
  }

  mutating func add(_ counts: FileCounts, of file: FilePath) {
    if files[file] == nil { files[file] = counts } else { files[file]?.add(counts) }
  }

  /// The index of a rule, which is added where it is new.
  private mutating func number(of rule: RuleReference?) -> Int {
    if let last, last.rule === rule { return last.number }
    let number = number(ofID: rule?.id)
    if let rule, !rules[number].references.contains(rule) { rules[number].references.append(rule) }
    last = (rule, number)
    return number
  }

  private mutating func number(ofID id: String?) -> Int {
    // There are few different ones, so that looking through them beats a dictionary.
    if let number = rules.firstIndex(where: { $0.id == id }) { return number }
    rules.append(Rule(id: id))
    return rules.count - 1
  }
}

/// Whether one row of a table is above the other: the greater count, then the lesser name.
func precede(_ left: (count: Int, name: String), _ right: (count: Int, name: String)) -> Bool {
  left.count != right.count
    ? left.count > right.count : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
}
