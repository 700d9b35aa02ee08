import Diagnostics

/// How many findings a baseline had, by rule, over the commits that changed it.
package struct FindingHistory: Sendable {
  /// The oldest first.
  package let rows: [Row]
  /// What must be known to read it, e.g. that older commits were not seen.
  package let notes: [String]
  /// Those with the most findings in any row first.
  let rules: [String]
  /// The first row that has findings of a rule, by index.
  private let starts: [String: Int]

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
    /// The commit, or the working tree, has no baseline any more.
    case deleted
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

  /// What a row says of a rule; nil where it says nothing, as it does before the rule is first in
  /// the baseline: perhaps nobody looked for it yet.
  /// - Parameter row: by index.
  func count(of rule: String, in row: Int) -> Int? {
    row < starts[rule] ?? 0 ? nil : rows[row].counts?.count(of: rule)
  }

  /// What the rules are called that share a column or an area, e.g. `22 others`: no id has a blank.
  /// Nil if there are none.
  /// - Parameter shown: those that have their own.
  func othersName(besides shown: some Collection<String>) -> String? {
    let count = rules.count - shown.count
    return 0 < count ? "\(count) other\(count == 1 ? "" : "s")" : nil
  }
}

extension FindingHistory.Row {
  /// Nil for a row that has no baseline that can be read.
  var counts: FindingHistory.Counts? {
    if case .counts(let counts) = content { counts } else { nil }
  }

  var isCommitted: Bool {
    if case .commit = origin { true } else { false }
  }

  /// When it was committed, since 1970; nil for the working tree.
  var seconds: Int? {
    if case .commit(_, let seconds) = origin { seconds } else { nil }
  }

  /// Why there are no counts, in a word.
  var absence: String {
    if case .deleted = content { "deleted" } else { "unreadable" }
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
    guard let counts else { return [absence, "-", "-"] }
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

/// A row for each commit, the oldest first, so that the newest stands where a terminal ends. Each
/// rule with many findings has a column as far as the lines have room.
/// - Parameter width: in columns.
package func historyTable(_ history: FindingHistory, width: Int) -> [UInt8] {
  let fixed =
    [["DATE", "COMMIT", "TOTAL", "ADDED", "GONE"]]
    + history.rows.map { [$0.day, $0.commit] + $0.sums }
  let widths = fixed[0].indices.map { column in fixed.map { $0[column].count }.max() ?? 0 }
  let shown = history.rules.prefix(fitting: width - widths.reduce(0) { $0 + $1 + 2 } + 2)
  let others = history.othersName(besides: shown)
  let counts = history.rows.indices.map { index in
    let ofRules = shown.map { history.count(of: $0, in: index).map(String.init) ?? "-" }
    guard others != nil else { return ofRules }
    return ofRules + [history.rows[index].counts.map { String($0.count(besides: shown)) } ?? "-"]
  }
  let heads = [shown + (others.map { [$0.uppercased()] } ?? [])]
  return table(zip(fixed, heads + counts).map { $0 + $1 })
}

extension [String] {
  /// The first rules whose columns, and one for the others, have room.
  /// - Parameter width: in columns.
  fileprivate func prefix(fitting width: Int) -> [String] {
    let othersWidth = 2 + "\(count) others".count
    var rest = width
    var fitting = 0
    for rule in self {
      // Ids are longer than the numbers below them, but for one of a few letters.
      rest -= 2 + Swift.max(4, rule.count)
      guard (fitting + 1 == count ? 0 : othersWidth) <= rest else { break }
      fitting += 1
    }
    return Array(self[..<fitting])
  }
}
