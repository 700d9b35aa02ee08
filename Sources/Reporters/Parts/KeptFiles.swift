import Diagnostics

/// What a report keeps until its end.
struct KeptFiles: Sendable {
  /// Of all findings.
  var tally = Tally()
  /// By function of the format: what it made of the files.
  var streams: [[RenderedFile]]
  /// Those that were linted, with findings or not.
  var linted: [FilePath] = []

  /// What there is, in formats that have one function.
  var files: [RenderedFile] { streams.first ?? [] }

  /// Calls the body with each finding until it returns false: errors first, then by path; in each
  /// file as they came.
  func read(
    _ standings: [Standing] = Standing.allCases,
    _ body: (RenderedFinding, _ text: UnsafeBufferPointer<UInt8>, _ file: FilePath) -> Bool
  ) {
    _ = standings.allSatisfy { standing in
      files.allSatisfy { file in
        !file.standings.contains(standing)
          || file.read { $0.standing != standing || body($0, $1, file.path) }
      }
    }
  }

  /// Writes the findings in their order, each as an element of an array, on a line of its own.
  /// - Parameter start: returns what stands in place of the text's first byte.
  func writeElements(
    to output: inout ReportText, start: (RenderedFinding) -> [UInt8] = { _ in [] }
  ) {
    var separator: StaticString = "\n"
    read { finding, text, _ in
      output.text.append(separator)
      separator = ",\n"
      let start = start(finding)
      output.text.append(start)
      output.text.append(UnsafeBufferPointer(rebasing: text[(start.isEmpty ? 0 : 1)...]))
      output.endPart()
      return output.goesOn
    }
  }

  /// Writes the first errors, with the failures of the run before them, and the first warnings, as
  /// commands for a service that shows no more of a kind.
  /// - Parameters:
  ///   - shownCount: returns how many of so many are written.
  ///   - command: returns the line of a failure.
  ///   - remark: returns the line that says how many are left out, from its words.
  func writeFirst(
    _ run: RunDescription, _ shownCount: (_ count: Int) -> Int, _ command: (Failure) -> String,
    remark: (Severity, _ words: String) -> String, to output: inout ReportText
  ) {
    for (standing, severity, failures, count) in [
      (Standing.error, Severity.error, run.failures.first, run.failures.count + tally.errors),
      (.warning, .warning, [], tally.count - tally.errors),
    ] {
      let shownCount = shownCount(count)
      let told = failures.prefix(shownCount)
      for failure in told { output.text.append(line: command(failure)) }
      var restCount = shownCount - told.count
      if 0 < restCount {
        read([standing]) { _, text, _ in
          output.text.append(text)
          restCount -= 1
          return 0 < restCount
        }
      }
      guard shownCount < count else { continue }
      let rest = count - shownCount
      let nouns = severity.rawValue + (rest == 1 ? "" : "s")
      output.text.append(line: remark(severity, "\(rest) more \(nouns); see the log"))
    }
  }
}

/// How many findings there are: of each rule, and in each folder or other group of files.
struct Tally: Sendable {
  struct Rule: Sendable {
    /// Nil for findings of no rule.
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

  /// In the order in which they came.
  private(set) var rules: [Rule] = []
  /// Most findings are of the rule that the one before is of.
  private var last: (rule: RuleReference?, number: Int)?
  /// Only in formats that have groups of files.
  private(set) var groups: [FilePath: GroupCount] = [:]
  /// By path as printed; only in formats that count by file.
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
  ///   - findings: all of one file, not none.
  ///   - group: that the file is in; nil if groups are of no interest.
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

  mutating func add(_ other: Tally) {
    for rule in other.rules {
      var number = number(ofID: rule.id)
      for reference in rule.references { number = self.number(of: reference) }
      rules[number].errors += rule.errors
      rules[number].warnings += rule.warnings
      rules[number].excused += rule.excused
      rules[number].files += rule.files
    }
    for (group, count) in other.groups { groups[group, default: GroupCount()] += count }
    for (file, counts) in other.files { add(counts, of: file) }
    fileCount += other.fileCount
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
