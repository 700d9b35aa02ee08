import Diagnostics

/// The number of findings that a baseline had, by rule, over the commits that changed it.
package struct FindingHistory: Sendable {
  package struct Row: Sendable {
    /// The day, e.g. `2026-03-02`; `uncommitted` for the working tree.
    package let day: String
    /// The commit; `-` for the working tree.
    package let commit: String
    /// The counts of a row; nil for one that has no baseline that can be read.
    package let counts: Counts?
    /// The reason why there are no counts, in a word.
    package let absence: String

    package init(day: String, commit: String, counts: Counts?, absence: String = "") {
      (self.day, self.commit, self.counts, self.absence) = (day, commit, counts, absence)
    }
  }

  package struct Counts: Sendable {
    let total: Int
    let byRule: [String: Int]
    /// Beside the row before; nil where that is not known.
    let change: (added: Int, gone: Int)?

    /// - Parameter rules: the rules of the findings, one for each.
    package init(rules: some Sequence<String>, change: (added: Int, gone: Int)?) {
      byRule = rules.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      total = byRule.values.reduce(0, +)
      self.change = change
    }
  }

  /// The oldest first.
  package let rows: [Row]
  /// Notes that must be known to read it, e.g. that older commits were not seen.
  package let notes: [String]
  /// The rules, those with the most findings in any row first.
  let rules: [String]
  /// The first row that has findings of a rule, by index.
  private let starts: [String: Int]

  package init(rows: [Row], notes: [String]) {
    (self.rows, self.notes) = (rows, notes)
    var (most, starts): ([String: Int], [String: Int]) = ([:], [:])
    for (index, row) in rows.enumerated() {
      for (rule, count) in row.counts?.byRule ?? [:] {
        most[rule] = max(most[rule] ?? 0, count)
        if starts[rule] == nil { starts[rule] = index }
      }
    }
    self.starts = starts
    rules = most.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// The cells of a table: a row for each commit after that of the heads.
  /// - Parameter shown: rules that have a column; the others share one.
  func cells(_ shown: some Collection<String>) -> [[String]] {
    let others = rules.count - shown.count
    let heads = ["DATE", "COMMIT", "TOTAL", "ADDED", "GONE"] + shown
    let rows = rows.enumerated().map { index, row -> [String] in
      func cell(_ count: Int?) -> String { count.map(String.init) ?? "-" }
      let (counts, change) = (row.counts, row.counts?.change)
      // Perhaps nobody looked for a rule yet before it is first in the baseline.
      let ofRules = shown.map { rule in
        index < starts[rule] ?? 0 ? nil : counts.map { $0.byRule[rule] ?? 0 }
      }
      let rest = counts.map { counts in
        shown.reduce(counts.total) { $0 - (counts.byRule[$1] ?? 0) }
      }
      return [row.day, row.commit, counts.map { String($0.total) } ?? row.absence]
        + ([change?.added, change?.gone] + ofRules + (others == 0 ? [] : [rest])).map(cell)
    }
    return [heads + (others == 0 ? [] : ["\(counted(others, "other").uppercased())"])] + rows
  }
}

/// A table with a row for each commit, the oldest first, so that the newest stands where a terminal
/// ends. Each rule with many findings has a column as far as the lines have room.
/// - Parameter width: the width of a line in columns.
package func historyTable(_ history: FindingHistory, width: Int) -> [UInt8] {
  let fixed = history.cells([]).map { $0.prefix(5) }
  let widths = fixed[0].indices.map { column in fixed.map { $0[column].count }.max() ?? 0 }
  var rest = width - widths.reduce(0) { $0 + $1 + 2 } + 2
  let othersWidth = 2 + "\(history.rules.count) others".count
  var shown = 0
  for rule in history.rules {
    // Ids are longer than the numbers below them, but for one of a few letters.
    rest -= 2 + max(4, rule.count)
    guard (shown + 1 == history.rules.count ? 0 : othersWidth) <= rest else { break }
    shown += 1
  }
  return table(history.cells(history.rules.prefix(shown)))
}
