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

  /// What a folder has.
  struct Folder: Summable {
    var count = FindingCount()
    var owners: Set<FilePath> = []

    static func += (left: inout Folder, right: Folder) {
      left.count += right.count
      left.owners.formUnion(right.owners)
    }
  }

  let total: FindingCount
  /// By pack, those with the most findings first, as the rules of a pack.
  let packs: [(name: String?, count: FindingCount, rules: [Rule])]
  let folders: FolderTree<Folder>
  /// The folder whose own files have the most findings in product code; nil if there are none.
  let worstFolder: (name: FilePath, count: FindingCount)?
  /// Those with the most findings first; empty if nobody owns a file with findings.
  let owners: [(name: FilePath, count: FindingCount)]

  init(_ tally: Tally, _ tool: ToolDescription) {
    var rules: [String?: (url: String?, count: FindingCount)] = [:]
    var packs: [String?: FindingCount] = [:]
    var folders: [FilePath: Folder] = [:]
    var owners: [FilePath: FindingCount] = [:]
    var total = FindingCount()
    func pack(of id: String?) -> String? { id.flatMap { tool.rules[$0]?.pack } }
    for file in tally.files.values {
      let count = file.total
      total += count
      folders[file.path.folder, default: Folder()] +=
        Folder(count: count, owners: file.owners.map { [$0] } ?? [])
      if let name = file.owners { owners[name, default: FindingCount()] += count }
      var packsOfFile: [String?: FindingCount] = [:]
      for (rule, count) in file.rules {
        var row = rules[rule?.id] ?? (nil, FindingCount())
        row.count += count
        // Configurations may differ in what they say of a rule.
        row.url = [row.url, rule?.url].compactMap { $0 }.min()
        rules[rule?.id] = row
        packsOfFile[pack(of: rule?.id), default: FindingCount()].add(inSameFile: count)
      }
      for (pack, count) in packsOfFile { packs[pack, default: FindingCount()] += count }
    }
    self.total = total
    let rows = rules.map { id, row in
      Rule(id: id, url: row.url, pack: pack(of: id), count: row.count)
    }.sorted { $0.count.precedes($1.count, $0.name, $1.name) }
    self.packs = packs.map { name, sum in (name, sum, rows.filter { $0.pack == name }) }
      .sorted { $0.1.precedes($1.1, $0.0 ?? "", $1.0 ?? "") }
    self.folders = FolderTree(folders)
    worstFolder = mostInProduct(folders.map { ($0.key, $0.value.count) })
    let isOwned = owners.keys.contains { $0 != FileFacts.noOwner }
    self.owners =
      isOwned
      ? owners.sorted { $0.value.precedes($1.value, $0.key, $1.key) }.map { ($0.key, $0.value) }
      : []
  }

  /// In the order of their ids.
  var rules: [Rule] { packs.flatMap(\.rules).sorted { $0.name < $1.name } }

  /// The rule with the most findings in product code; nil if there are none.
  var worstRule: (name: String, count: FindingCount)? {
    mostInProduct(rules.map { ($0.name, $0.count) })
  }

  /// The owner with the most; nil if there is none.
  var worstOwner: (name: FilePath, count: FindingCount)? {
    mostInProduct(owners.filter { $0.name != FileFacts.noOwner })
  }

  /// e.g. `481 findings`, or what is to be known before that.
  func title(of run: RunDescription) -> String {
    if run.receipt == nil, !run.failures.isEmpty { return "Nothing was checked" }
    let known = total[.inBaseline]
    let count =
      total.reported != 0
      ? counted(total.reported, "finding")
      : known == 0 ? "No findings" : "No new findings, \(known) in the baseline"
    return run.failures.isEmpty ? count : "\(count); not everything was checked"
  }
}

/// The row with the most findings in product code, which matter most; if there is no product code,
/// with the most of all; nil if nothing is reported.
private func mostInProduct<Name: Comparable>(
  _ rows: [(name: Name, count: FindingCount)]
) -> (name: Name, count: FindingCount)? {
  let isInProduct = rows.contains { 0 < $0.count[.product] }
  func count(_ count: FindingCount) -> Int { isInProduct ? count[.product] : count.reported }
  return rows.filter { 0 < count($0.count) }
    .min { (count($1.count), $0.name) < (count($0.count), $1.name) }
}

extension PageSums.Rule {
  var name: String { id ?? "-" }
}

extension FindingCount {
  /// Whether it stands above another one in a table: more is reported, or more is not reported, or
  /// else its name comes first.
  func precedes<Name: Comparable>(
    _ other: FindingCount, _ name: Name, _ otherName: Name
  ) -> Bool {
    (other.reported, other.excused, name) < (reported, excused, otherName)
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
    FindingOutcome.excused.filter { 0 < self[$0] }.map { "\(self[$0]) \($0.words)" }
      .joined(separator: ", ")
  }
}
