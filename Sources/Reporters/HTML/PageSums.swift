import Diagnostics

/// What a page counts: all findings, those of each rule and pack, folder and owner.
struct PageSums {
  struct Rule {
    /// Nil for findings of no rule.
    let id: String?
    let url: String?
    /// Nil for what the tool itself reports.
    let pack: String?
    let count: FindingCount
  }

  let total: FindingCount
  /// By pack, those with the most findings first, as the rules of a pack.
  let packs: [(name: String?, count: FindingCount, rules: [Rule])]
  let folders: FolderTree<FindingCount>
  /// The folder whose own files have the most reported findings; nil if there are none.
  let worstFolder: (path: FilePath, count: FindingCount)?
  /// Those with the most findings first; nil if nobody says who owns files.
  let owners: [(name: FilePath, count: FindingCount)]?

  init(_ tally: Tally, _ tool: ToolDescription) {
    var rules: [String?: (url: String?, count: FindingCount)] = [:]
    var folders: [FilePath: FindingCount] = [:]
    var owners: [FilePath: FindingCount] = [:]
    var total = FindingCount()
    for file in tally.files.values {
      let count = file.total
      total += count
      folders[file.path.folder, default: FindingCount()] += count
      if let name = file.owners { owners[name, default: FindingCount()] += count }
      for (rule, count) in file.rules {
        let known = rules[rule?.id]
        var sum = known?.count ?? FindingCount()
        sum += count
        let url = [known?.url, rule?.url].compactMap { $0 }.min {
          $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        rules[rule?.id] = (url, sum)
      }
    }
    self.total = total
    let all = rules.map { id, row in
      Rule(id: id, url: row.url, pack: id.flatMap { tool.rules[$0]?.pack }, count: row.count)
    }
    packs = Dictionary(grouping: all, by: \.pack).map { name, rules in
      let sum = rules.reduce(into: FindingCount()) { $0 += $1.count }
      return (name, sum, rules.sorted { $0.count.precedes($1.count, $0.name, $1.name) })
    }.sorted { $0.1.precedes($1.1, $0.0 ?? "", $1.0 ?? "") }
    self.folders = FolderTree(folders)
    worstFolder = folders.filter { 0 < $0.value.reported }
      .min { $0.value.precedes($1.value, $0.key.string, $1.key.string) }
      .map { ($0.key, $0.value) }
    let hasOwners = tally.files.values.contains { $0.owners != nil }
    self.owners =
      hasOwners
      ? owners.sorted { $0.value.precedes($1.value, $0.key.string, $1.key.string) }
        .map { ($0.key, $0.value) } : nil
  }

  /// The rule with the most reported findings; nil if there are none.
  var worstRule: Rule? {
    packs.flatMap(\.rules).filter { 0 < $0.count.reported }
      .min { $0.count.precedes($1.count, $0.name, $1.name) }
  }

  /// e.g. `481 findings`, or what is to be known before that.
  func title(of run: RunDescription) -> String {
    let count = total.reported == 0 ? "No findings" : counted(total.reported, "finding")
    if run.failures.isEmpty { return count }
    return run.receipt == nil ? "Nothing was checked" : "\(count); not everything was checked"
  }
}

extension PageSums.Rule {
  var name: String { id ?? "-" }
}

extension FindingCount {
  /// Whether it stands above another one in a table: more is reported, or more is not reported, or
  /// else its name comes first.
  func precedes(_ other: FindingCount, _ name: String, _ otherName: String) -> Bool {
    if reported != other.reported { return reported > other.reported }
    return precede((excused, name), (other.excused, otherName))
  }

  /// e.g. `2 errors, 1 warning, 3 not reported`
  var words: String {
    let parts = [
      self[.error] == 0 ? nil : counted(self[.error], "error"),
      self[.warning] == 0 ? nil : counted(self[.warning], "warning"),
      excused == 0 ? nil : "\(excused) not reported",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// e.g. `3 allowed by settings, 12 in the baseline`; empty for none.
  var excusedWords: String {
    let parts = [
      (self[.allowedBySettings], "allowed by settings"),
      (self[.allowedInSource], "allowed by comments"), (self[.inBaseline], "in the baseline"),
    ]
    return parts.filter { 0 < $0.0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
