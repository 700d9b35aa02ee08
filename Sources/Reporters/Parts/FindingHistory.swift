import Diagnostics

/// How many findings a baseline had, by rule, over the commits that changed it.
package struct FindingHistory: Sendable {
  /// The oldest first.
  package let rows: [Row]
  /// What must be known to read it, e.g. that older commits were not seen.
  package let notes: [String]
  /// Those with the most findings in any row first.
  let rules: [String]

  package struct Row: Sendable {
    package let origin: Origin
    package let content: Content

    package init(_ origin: Origin, _ content: Content) {
      (self.origin, self.content) = (origin, content)
    }
  }

  package enum Origin: Sendable {
    /// - Parameter seconds: since 1970.
    case commit(name: FilePath, seconds: Int)
    /// The working tree, which is not committed.
    case workingTree
  }

  package enum Content: Sendable {
    case counts(Counts)
    case unreadable
  }

  package struct Counts: Sendable {
    package let total: Int
    let byRule: [String: Int]
    /// Beside the row before; nil where that is not known.
    let change: (added: Int, gone: Int)?

    /// - Parameter rules: of the findings, one for each.
    package init(rules: some Sequence<String>, change: (added: Int, gone: Int)?) {
      var byRule: [String: Int] = [:]
      // Mostly several findings of a rule follow each other, so that few ids are hashed.
      var (last, count) = ("", 0)
      for rule in rules {
        if rule != last {
          byRule[last, default: 0] += count
          (last, count) = (rule, 0)
        }
        count += 1
      }
      byRule[last, default: 0] += count
      self.byRule = byRule.filter { 0 < $0.value }
      total = byRule.values.reduce(0, +)
      self.change = change
    }

    func count(of rule: String) -> Int { byRule[rule] ?? 0 }

    /// The findings of all rules but these.
    func count(besides rules: some Sequence<String>) -> Int {
      total - rules.reduce(0) { $0 + count(of: $1) }
    }
  }

  package init(rows: [Row], notes: [String]) {
    (self.rows, self.notes) = (rows, notes)
    var most: [String: Int] = [:]
    for row in rows {
      for (rule, count) in row.counts?.byRule ?? [:] { most[rule] = max(most[rule] ?? 0, count) }
    }
    rules = most.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}

extension FindingHistory.Row {
  /// Nil for a row that cannot be read.
  var counts: FindingHistory.Counts? {
    if case .counts(let counts) = content { counts } else { nil }
  }

  var isCommitted: Bool {
    if case .commit = origin { true } else { false }
  }

  /// The day, or what is said in its place.
  var day: String {
    switch origin {
    case .commit(_, let seconds): Day(ofSeconds: seconds).isoDate
    case .workingTree: "uncommitted"
    }
  }

  /// The commit; `-` for none.
  var commit: String {
    switch origin {
    case .commit(let name, _): shortName(ofCommit: name)
    case .workingTree: "-"
    }
  }

  /// What stands in the columns between the commit and the rules.
  var sums: [String] {
    guard let counts else { return ["unreadable", "-", "-"] }
    let change = counts.change
    return [
      String(counts.total), change.map { String($0.added) } ?? "-",
      change.map { String($0.gone) } ?? "-",
    ]
  }
}

/// The first ten digits: as many in each repository, so that a report is the same in each clone.
package func shortName(ofCommit name: FilePath) -> String {
  String(decoding: name.bytes.prefix(10), as: UTF8.self)
}

/// The day in UTC, e.g. `2026-03-02`.
/// - Parameter seconds: since 1970; not negative.
package func isoDate(ofSeconds seconds: Int) -> String { Day(ofSeconds: seconds).isoDate }

/// A row for each commit, the oldest first, so that the newest stands where a terminal ends. Each
/// rule with many findings has a column as far as the lines stay short.
package func historyTable(_ history: FindingHistory) -> [UInt8] {
  let fixed =
    [["DATE", "COMMIT", "TOTAL", "ADDED", "GONE"]]
    + history.rows.map { [$0.day, $0.commit] + $0.sums }
  let widths = fixed[0].indices.map { column in fixed.map { $0[column].count }.max() ?? 0 }
  let shown = history.rules.prefix(
    fitting: longestLine - widths.reduce(0) { $0 + $1 + 2 } + 2)
  let hasOthers = shown.count < history.rules.count
  let counts = history.rows.map { row in
    let counts = row.counts
    let ofRules = shown.map { rule in counts.map { String($0.count(of: rule)) } ?? "-" }
    let others = counts.map { String($0.count(besides: shown)) } ?? "-"
    return hasOthers ? ofRules + [others] : ofRules
  }
  let heads = [shown + (hasOthers ? [othersName] : [])]
  return table(zip(fixed, heads + counts).map { $0 + $1 })
}

/// The column of the rules that have none of their own.
let othersName = "others"

/// In columns.
private let longestLine = 100

extension [String] {
  /// The first rules whose columns, and one for the others, have room.
  /// - Parameter width: in columns.
  fileprivate func prefix(fitting width: Int) -> [String] {
    var rest = width
    var count = 0
    for rule in self {
      // Ids are longer than the numbers below them, but for one of a few letters.
      rest -= 2 + Swift.max(4, rule.count)
      let isLast = count + 1 == self.count
      guard (isLast ? 0 : 2 + othersName.count) <= rest else { break }
      count += 1
    }
    return Array(self[..<count])
  }
}
