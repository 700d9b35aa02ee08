import Diagnostics

/// What a report keeps until its end.
struct KeptTexts: Sendable {
  /// Of all findings.
  var tally = Tally()
  /// In formats that put their findings in order: the texts of these, by standing.
  private var lists: [SpilledTexts]
  /// In formats that write all at the end: what there is of the files, one for each function, and
  /// one for the names of the files.
  var streams: [SpilledBytes]

  init(_ makeSpill: @escaping MakeSpill) {
    lists = Standing.allCases.map { _ in SpilledTexts(makeSpill) }
    streams = (0..<3).map { _ in SpilledBytes(makeSpill) }
  }

  /// Services show only so many findings, so that errors come first.
  enum Standing: Int, CaseIterable {
    case error, warning, excused

    init(_ finding: Diagnostic) {
      self = !finding.isReported ? .excused : finding.severity == .error ? .error : .warning
    }
  }

  /// Adds findings that are put in order.
  mutating func append(_ file: RenderedFile) {
    let path = file.path
    _ = file.read { finding, text in
      guard let finding else { return true }
      let mark = tally.number(of: finding.rule)
      lists[Standing(finding).rawValue].append(text, of: path, mark: mark)
      return true
    }
  }

  /// Adds findings whose order is that of their files alone.
  mutating func append(byPath file: RenderedFile) {
    let path = file.path
    _ = file.read { finding, text in
      lists[0].append(text, of: path, mark: finding?.isReported == false ? 1 : 0)
      return true
    }
  }

  /// Calls the body with the file and the text of each finding, if they were added by path, until
  /// it returns false.
  func readByPath(
    _ body: (_ file: FilePath, _ isExcused: Bool, _ text: ArraySlice<UInt8>) -> Bool
  ) {
    _ = lists[0].read { path, mark, text in body(path, mark == 1, text) }
  }

  /// Calls the body with the number of the rule in the tally and the text of each finding until it
  /// returns false: errors first, then by path; in each file as they came.
  func read(_ body: (_ rule: Int, _ text: ArraySlice<UInt8>) -> Bool) -> Bool {
    lists.allSatisfy { $0.read { _, rule, text in body(rule, text) } }
  }

  /// Those of one standing.
  func read(_ standing: Standing, _ body: (ArraySlice<UInt8>) -> Bool) {
    _ = lists[standing.rawValue].read { _, _, text in body(text) }
  }

  /// Writes the first of one standing, for services that show only so many of a kind.
  func write(_ count: Int, of standing: Standing, to write: WriteBytes) {
    var written = 0
    guard 0 < count else { return }
    read(standing) { text in
      written += 1
      return text.withUnsafeBufferPointer(write) && written < count
    }
  }

  /// Writes the findings in their order.
  /// - Parameters:
  ///   - areElements: whether each is an element of an array, on a line of its own.
  ///   - starts: by the number of a rule: what stands in place of the text's first byte.
  func writeFindings(areElements: Bool, starts: [[UInt8]] = [], to write: WriteBytes) {
    var text = TextBuffer(capacity: 2 * pieceSize)
    var isFirst = true
    let isWhole = read { rule, finding in
      if areElements { text.append(isFirst ? "\n" : ",\n") }
      isFirst = false
      if rule < starts.count, !starts[rule].isEmpty {
        text.append(starts[rule])
        finding.dropFirst().withUnsafeBufferPointer { text.append($0) }
      } else {
        finding.withUnsafeBufferPointer { text.append($0) }
      }
      guard pieceSize <= text.count else { return true }
      defer { text.removeAll() }
      return text.withUnsafeBufferPointer(write)
    }
    if isWhole, 0 < text.count { _ = text.withUnsafeBufferPointer(write) }
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

  /// The indices of the rules, the most frequent one first.
  var rulesByCount: [Int] {
    rules.indices.sorted {
      precede((rules[$0].count, rules[$0].name), (rules[$1].count, rules[$1].name))
    }
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
      switch KeptTexts.Standing(first) {
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
  mutating func number(of rule: RuleReference?) -> Int {
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
