import Diagnostics

/// The sums of all findings of a page: how many there are, of which rules, in which folders.
struct PageSums {
  struct Folder: Summable {
    var count = FindingCount()
    var owners: Set<FilePath> = []

    static func += (left: inout Folder, right: Folder) {
      left.count += right.count
      left.owners.formUnion(right.owners)
    }
  }

  private let total: FindingCount
  /// The rules, those with the most findings first; nil for findings of no rule.
  private let rules: [(id: String?, url: String?, count: FindingCount)]
  private let folders: FolderTree<Folder>
  /// The findings by owner; empty if nobody owns a file with findings.
  private let owners: [FilePath: FindingCount]
  private let run: RunDescription

  init(_ tally: Tally, _ run: RunDescription) {
    var rules: [String?: (url: String?, count: FindingCount)] = [:]
    var folders: [FilePath: Folder] = [:]
    var owners: [FilePath: FindingCount] = [:]
    for file in tally.files.values {
      let total = file.total
      folders[file.path.folder, default: Folder()] +=
        Folder(count: total, owners: file.owners.map { [$0] } ?? [])
      if let name = file.owners { owners[name, default: FindingCount()] += total }
      for (rule, count) in file.rules {
        // Configurations may differ in what they say of a rule.
        let url = [rules[rule?.id]?.url, rule?.url].compactMap { $0 }.min()
        rules[rule?.id, default: (nil, FindingCount())].count += count
        rules[rule?.id]?.url = url
      }
    }
    self.run = run
    total = folders.values.reduce(into: FindingCount()) { $0 += $1.count }
    self.rules = rules.map { ($0.key, $0.value.url, $0.value.count) }
      .sorted { $0.count.precedes($1.count, $0.id ?? "", $1.id ?? "") }
    self.folders = FolderTree(folders)
    self.owners = owners.keys.contains { $0 != FileFacts.noOwner } ? owners : [:]
  }

  /// The title, e.g. `481 findings`, or what is to be known before that.
  var title: String {
    if run.receipt == nil, !run.failures.isEmpty { return "Nothing was checked" }
    let known = total[.inBaseline]
    let count =
      total.reported != 0
      ? counted(total.reported, "finding")
      : known == 0 ? "No findings" : "No new findings, \(known) in the baseline"
    return run.failures.isEmpty ? count : "\(count); not everything was checked"
  }

  /// Appends the heading, the parts that must be seen, and a few numbers.
  func appendHead(to text: inout TextBuffer) {
    func paragraph(_ words: String?) -> String {
      words.map { "<p class=quiet>\(xmlEscaped($0))</p>\n" } ?? ""
    }
    text.append(string: "<header>\n\(paragraph(run.root.name))<h1>\(xmlEscaped(title))</h1>\n")
    text.append(string: "\(paragraph(run.receipt))</header>\n<main>\n")
    text.appendNotices(of: run, incomplete: "Not everything was checked")
    if rules.isEmpty { return }
    text.append("<dl class=sums>\n")
    for trait in FindingTrait.allCases where 0 < total[trait] {
      text.append(
        string: "<div class=\(trait.name)><dt>\(trait.text(for: total[trait]))</dt>"
          + "<dd>\(grouped(total[trait]))</dd></div>\n")
    }
    text.append("</dl>\n")
  }

  // MARK: - Rules and folders

  /// Appends a list of rules, each with its texts.
  func appendRules(to text: inout TextBuffer) {
    if rules.isEmpty { return }
    text.append("<section id=rules>\n<h2>Rules</h2>\n<div class=tree>\n")
    for (id, url, count) in rules {
      let name = id ?? "no rule"
      text.append(string: "<details id=\"rule:\(xmlEscaped(name))\"><summary>")
      append(name, count, filter: id.map { ("rule", $0) }, to: &text)
      text.append("</summary>\n<div class=note>\n")
      text.append(textOf: name, run.tool.rules[name], url: url)
      text.append("</div></details>\n")
    }
    text.append("</div>\n</section>\n")
  }

  /// Appends a tree of folders, each with the sum of all that it holds, and its owners.
  func appendFolders(to text: inout TextBuffer) {
    if rules.isEmpty { return }
    text.append("<section id=folders>\n<h2>Folders</h2>\n<div class=tree>\n")
    appendFolders(in: folders, path: "", to: &text)
    text.append("</div>\n</section>\n")
  }

  private func appendFolders(
    in outer: FolderTree<Folder>, path: String, to text: inout TextBuffer
  ) {
    let inner = outer.inner.sorted { $0.count.count.precedes($1.count.count, $0.name, $1.name) }
    if !inner.isEmpty, outer.hasFiles {
      text.append("<div class=leaf>")
      append("(its own files)", outer.own.count, to: &text)
      text.append("</div>\n")
    }
    for folder in inner {
      let (bytes, folder) = folder.collapsed
      let name = FilePath(bytes: bytes).string
      let isLeaf = folder.inner.isEmpty
      // A folder with a large part is open, so that one sees where most findings are.
      let isOpen = path.isEmpty || total.reported <= 10 * folder.count.count.reported
      let summary: StaticString = isOpen ? "<details open><summary>" : "<details><summary>"
      text.append(isLeaf ? "<div class=leaf>" : summary)
      // The slashes say that it is a whole path, and not a part of one.
      let inside = "\(path)/\(name)"
      append(
        name, folder.count.count, filter: ("folder", "\(inside)/"), folder.count.owners, to: &text)
      text.append(isLeaf ? "</div>\n" : "</summary>\n")
      appendFolders(in: folder, path: inside, to: &text)
      if !isLeaf { text.append("</details>\n") }
    }
  }

  /// Appends a name, how many findings it has, a bar as long as its share, and where they are.
  /// - Parameter filter: the control of the form that shows them, and its value; nil for none.
  private func append(
    _ name: String, _ count: FindingCount, filter: (name: String, value: String)? = nil,
    _ owners: Set<FilePath> = [], to text: inout TextBuffer
  ) {
    let data = filter.map { " data-\($0.name)=\"\(xmlEscaped($0.value))\"" } ?? ""
    let owner = owners.count == 1 ? owners.first?.string ?? "" : "\(owners.count) owners"
    let small = self.owners.isEmpty || owners.isEmpty ? "" : " <small>\(xmlEscaped(owner))</small>"
    let width = count.reported * 1000 / max(total.reported, 1)
    let kinds = FindingTrait.kinds.filter { 0 < count[$0] }
      .map { "\(grouped(count[$0])) \($0.name)" }
    let rest = count.excused == 0 ? [] : ["\(grouped(count.excused)) not reported"]
    text.append(
      string: """
        <span class=name>\(xmlEscaped(name))\(small)</span>\
        <b class=number\(data)>\(grouped(count.reported))</b>\
        <svg viewBox="0 0 1000 1" preserveAspectRatio=none aria-hidden=true>\
        <rect width=\(width) height=1 /></svg>\
        <small>\((kinds + rest).joined(separator: ", "))</small>
        """)
  }

  // MARK: - Filters

  /// Appends the lists by which a script filters findings.
  func appendFilters(to text: inout TextBuffer) {
    if rules.isEmpty { return text.append("<p>None.</p>\n") }
    text.append(
      """
      <form id=filters class=screen hidden autocomplete=off aria-label="Show only">
      <label>Words <input type=search name=words></label>

      """)
    let ids = rules.compactMap(\.id).sorted()
    append(choice: "Rule", ids.map { (value: $0, words: $0) }, to: &text)
    text.append("<label>Folder <input type=search name=folder></label>\n")
    let owners = owners.sorted { $0.value.precedes($1.value, $0.key, $1.key) }
    append(
      choice: "Owner",
      owners.map { ($0.key.string, "\($0.key.string) (\(grouped($0.value.reported)))") }, to: &text)
    let traits = FindingTrait.allCases.filter { 0 < total[$0] }
    append(
      choice: "Show", of: "what is reported",
      traits.map { (value: "\($0.name)", words: total.text([$0])) }
        + [(value: "all", words: "everything")], to: &text)
    text.append(
      """
      <button type=reset>Clear</button>
      </form>
      <p><output form=filters name=shown></output></p>

      """)
  }

  /// Appends a list to choose from; nothing for no choices.
  private func append(
    choice label: String, of all: String = "all", _ choices: [(value: String, words: String)],
    to text: inout TextBuffer
  ) {
    if choices.isEmpty { return }
    text.append(string: "<label>\(label) <select name=\(label.lowercased())>")
    text.append(string: "<option value=\"\">\(all)</option>")
    for (value, words) in choices {
      text.append(string: "<option value=\"\(xmlEscaped(value))\">\(xmlEscaped(words))</option>")
    }
    text.append("</select></label>\n")
  }
}
