import Diagnostics

/// Entries of a report in the order in which it has them: errors first, then by path; in each file
/// as they came.
struct SpilledEntries: Sendable {
  private var lists: [SpilledTexts]
  /// By the numbers that the lists have for them.
  private(set) var rules: [RuleReference] = []
  private var numbers: [String: Int] = [:]
  private var counts: [Kind: Int] = [:]

  /// What entries are counted by.
  struct Kind: Hashable {
    let standing: ReportEntry.Standing
    /// By index in `rules`; nil for a finding of no rule.
    let rule: Int?
  }

  init(_ makeSpill: @escaping MakeSpill) {
    lists = ReportEntry.Standing.allCases.map { _ in SpilledTexts(makeSpill) }
  }

  var isEmpty: Bool { counts.isEmpty }

  func count(where isCounted: (Kind) -> Bool = { _ in true }) -> Int {
    counts.reduce(0) { isCounted($1.key) ? $0 + $1.value : $0 }
  }

  mutating func append(_ entry: ReportEntry) {
    let rule = entry.rule.map { number(of: $0) }
    counts[Kind(standing: entry.standing, rule: rule), default: 0] += 1
    lists[entry.standing.rawValue].append(entry.text, of: entry.path, mark: rule)
  }

  private mutating func number(of rule: RuleReference) -> Int {
    if let number = numbers[rule.id] { return number }
    numbers[rule.id] = rules.count
    rules.append(rule)
    return rules.count - 1
  }

  /// Calls the body with the number of the rule and the text of each entry, until it returns false,
  /// and returns the last answer.
  func read(_ body: (_ rule: Int?, _ text: ArraySlice<UInt8>) -> Bool) -> Bool {
    lists.allSatisfy { $0.read(body) }
  }

  /// Those of one standing.
  func read(_ standing: ReportEntry.Standing, _ body: (ArraySlice<UInt8>) -> Bool) {
    _ = lists[standing.rawValue].read { _, text in body(text) }
  }
}
