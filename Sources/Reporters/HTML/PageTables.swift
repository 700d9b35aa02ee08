import Diagnostics

extension PageSums {
  // MARK: - Head

  /// Appends what is seen first: the sum, what was checked, and where to begin.
  func appendHead(of run: RunDescription, to text: inout TextBuffer) {
    text.append("<header>\n<h1>")
    text.append(html: title(of: run))
    text.append("</h1>\n")
    if let receipt = run.receipt {
      text.append("<p class=quiet>")
      text.append(html: receipt)
      text.append("</p>\n")
    }
    appendLinks(to: &text)
    text.append("</header>\n<main>\n")
    appendList(
      "Not everything was checked", run.failures.shown.map { ($0.path, $0.location, $0.message) },
      run.root, to: &text)
    appendList(
      "This change silences", run.notices.map { ($0.path, $0.location, $0.message) }, run.root,
      to: &text)
    appendGlance(to: &text)
  }

  private func appendLinks(to text: inout TextBuffer) {
    if total.reported + total.excused == 0 { return }
    text.append("<nav class=screen aria-label=\"Parts of this page\"><a href=\"#rules\">Rules</a> ")
    text.append("<a href=\"#folders\">Folders</a> ")
    if owners != nil { text.append("<a href=\"#owners\">Owners</a> ") }
    text.append("<a href=\"#findings\">Findings</a> <a href=\"#about\">About the rules</a></nav>\n")
  }

  private func appendList(
    _ title: StaticString, _ items: [(path: FilePath?, location: SourceLocation?, message: String)],
    _ root: ReportRoot, to text: inout TextBuffer
  ) {
    if items.isEmpty { return }
    text.append("<section class=notice>\n<h2>")
    text.append(title)
    text.append("</h2>\n<ul>\n")
    for (path, location, message) in items {
      text.append("<li>")
      if let path {
        let line = location.map { ":\($0.line)" } ?? ""
        text.append(html: "\(root.path(of: path).string)\(line): ")
      }
      text.append(htmlWithCode: message)
      text.append("</li>\n")
    }
    text.append("</ul>\n</section>\n")
  }

  /// Where to begin, in a few numbers.
  private func appendGlance(to text: inout TextBuffer) {
    if total.reported + total.excused == 0 { return }
    text.append("<dl class=glance>\n")
    func append(_ term: StaticString, _ value: String, _ rest: String) {
      text.append("<div><dt>")
      text.append(term)
      text.append("</dt><dd><b>")
      text.append(html: value)
      text.append("</b> ")
      text.append(html: rest)
      text.append("</dd></div>\n")
    }
    if total[.error] * total[.warning] != 0 {
      append("Severity", counted(total[.error], "error"), counted(total[.warning], "warning"))
    }
    if 0 < total.reported {
      append("Code", kindWords.first ?? "", kindWords.dropFirst().joined(separator: ", "))
    }
    func share(_ count: FindingCount) -> String {
      "\(count.reported) of \(total.reported) in \(counted(count.files, "file"))"
    }
    if let worstRule { append("Most frequent rule", worstRule.name, share(worstRule.count)) }
    if let worstFolder {
      append("Folder with most", worstFolder.path.string, share(worstFolder.count))
    }
    if let owner = owners?.first(where: { 0 < $0.count.reported }) {
      append("Owner with most", owner.name.string, share(owner.count))
    }
    if 0 < total.fixable {
      append("Fix-its", "\(total.fixable)", "of \(total.reported); --fix writes them")
    }
    if 0 < total.excused { append("Not reported", "\(total.excused)", total.excusedWords) }
    text.append("</dl>\n")
  }

  /// e.g. `400 in product code`, `60 in tests`
  private var kindWords: [String] {
    let words = [
      (CodeKind.product, "in product code"), (.tests, "in tests"),
      (.samples, "in previews and samples"),
    ]
    return words.filter { 0 < total[$0.0] }.map { "\(total[$0.0]) \($0.1)" }
  }

  // MARK: - Tables

  /// Appends a table of packs and their rules.
  func appendRules(to text: inout TextBuffer) {
    if packs.isEmpty { return }
    text.append("<section id=rules>\n<h2 id=rules-title>Rules</h2>\n")
    appendLegend(to: &text)
    appendTableStart("Rule", of: "rules", to: &text)
    let widest = packs.flatMap(\.rules).map(\.count.reported).max() ?? 0
    for pack in packs {
      text.append("<tbody>\n<tr class=pack><th scope=rowgroup>")
      text.append(html: pack.name.map { "Pack \($0)" } ?? "The tool itself")
      text.append("</th>")
      appendCells(pack.count, of: nil, filter: nil, to: &text)
      for rule in pack.rules {
        text.append("<tr><th scope=row>")
        if let id = rule.id { text.append(linkToRule: id) } else { text.append("no rule") }
        text.append("</th>")
        appendCells(rule.count, of: widest, filter: rule.id.map { ("rule", $0) }, to: &text)
      }
      text.append("</tbody>\n")
    }
    text.append("</table></div>\n</section>\n")
  }

  /// Appends a table of owners, where somebody says who they are.
  func appendOwners(to text: inout TextBuffer) {
    guard let owners, !owners.isEmpty else { return }
    text.append("<section id=owners>\n<h2 id=owners-title>Owners</h2>\n")
    appendTableStart("Owner, by CODEOWNERS", of: "owners", to: &text)
    text.append("<tbody>\n")
    for owner in owners {
      text.append("<tr><th scope=row>")
      text.append(html: owner.name.string)
      text.append("</th>")
      appendCells(
        owner.count, of: owners[0].count.reported, filter: ("owner", owner.name.string), to: &text)
    }
    text.append("</tbody>\n</table></div>\n</section>\n")
  }

  /// - Parameter section: its id.
  private func appendTableStart(
    _ head: StaticString, of section: StaticString, to text: inout TextBuffer
  ) {
    text.append(
      string: "<div class=wide role=region aria-labelledby=\(section)-title tabindex=0>"
        + "<table aria-labelledby=\(section)-title>\n<thead><tr><th scope=col>")
    text.append(head)
    text.append("</th><td></td>")
    for head in ["Findings", "Share"] + columns.map(\.head) {
      text.append("<th scope=col class=number>")
      text.append(head)
      text.append("</th>")
    }
    text.append("</tr></thead>\n")
  }

  /// Appends what follows the head of a row.
  /// - Parameters:
  ///   - widest: the count of the longest bar; nil for no bar.
  ///   - filter: what shows these findings.
  private func appendCells(
    _ count: FindingCount, of widest: Int?, filter: (name: StaticString, value: String)?,
    to text: inout TextBuffer
  ) {
    text.append("<td class=bar>")
    if let widest { appendBar(count, of: widest, to: &text) }
    text.append("</td><td class=number>")
    appendCount(count.reported, filter, to: &text)
    text.append("</td>")
    let share = total.reported == 0 ? "" : share(count.reported, of: total.reported)
    let counts = columns.map { $0.count(count) }
    for cell in [share] + counts.map({ $0 == 0 ? "" : String($0) }) {
      text.append("<td class=number>")
      text.append(string: cell)
      text.append("</td>")
    }
    text.append("</tr>\n")
  }

  /// What the columns after the share count; those that would be empty are left out.
  private var columns: [(head: StaticString, count: (FindingCount) -> Int)] {
    let all: [(head: StaticString, count: (FindingCount) -> Int)] = [
      ("Product", { $0[.product] }), ("Tests", { $0[.tests] }), ("Samples", { $0[.samples] }),
      ("Files", \.files), ("Fix-its", \.fixable), ("Not reported", \.excused),
    ]
    return all.filter { 0 < $0.count(total) }
  }

  /// Appends a number that shows what it counts.
  private func appendCount(
    _ count: Int, _ filter: (name: StaticString, value: String)?, to text: inout TextBuffer
  ) {
    guard let filter, 0 < count else { return text.append(decimal: count) }
    text.append("<a href=\"#findings\" data-")
    text.append(filter.name)
    text.append("=\"")
    text.append(html: filter.value)
    text.append("\">")
    text.append(decimal: count)
    text.append("</a>")
  }

  private func appendLegend(to text: inout TextBuffer) {
    text.append("<p class=legend>")
    for (kind, words) in [
      (CodeKind.product, "product code"), (.tests, "tests"), (.samples, "previews and samples"),
    ] {
      text.append("<svg class=key viewBox=\"0 0 10 10\" aria-hidden=true><rect class=")
      text.append(kind.name)
      text.append(" width=10 height=10 /></svg> ")
      text.append(string: "\(words) ")
    }
    text.append("</p>\n")
  }

  /// Appends a bar of three parts: product code, tests, and previews and samples.
  /// - Parameter widest: the count of the longest bar; not negative.
  private func appendBar(_ count: FindingCount, of widest: Int, to text: inout TextBuffer) {
    guard 0 < count.reported else { return }
    text.append("<svg viewBox=\"0 0 1000 10\" preserveAspectRatio=none aria-hidden=true>")
    var start = 0
    var sum = 0
    for kind in CodeKind.allCases where 0 < count[kind] {
      sum += count[kind]
      let end = max(start + 4, sum * 1000 / max(widest, 1))
      text.append("<rect class=")
      text.append(kind.name)
      text.append(string: " x=\(start) width=\(end - start) height=10 />")
      start = end
    }
    text.append("</svg>")
  }

  // MARK: - Folders

  /// Appends a tree of folders, each with the sum of all that it holds.
  func appendFolders(to text: inout TextBuffer) {
    if packs.isEmpty { return }
    text.append("<section id=folders>\n<h2>Folders</h2>\n<div class=tree>\n")
    appendFolders(in: folders, path: [], depth: 0, to: &text)
    text.append("</div>\n</section>\n")
  }

  private func appendFolders(
    in folder: FolderTree<FindingCount>, path: [UInt8], depth: Int, to text: inout TextBuffer
  ) {
    let inner = folder.inner.sorted { $0.count.precedes($1.count, $0.name.string, $1.name.string) }
    for folder in inner {
      let (name, folder) = folder.collapsed
      let inside = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
      let isLeaf = folder.inner.isEmpty
      // What holds much is open, so that one sees where most is.
      let isOpen = depth == 0 || total.reported <= 10 * folder.count.reported
      text.append(
        isLeaf ? "<div class=leaf>" : isOpen ? "<details open><summary>" : "<details><summary>")
      appendFolder(name, inside, folder.count, to: &text)
      text.append(isLeaf ? "</div>\n" : "</summary>\n")
      appendFolders(in: folder, path: inside, depth: depth + 1, to: &text)
      if !isLeaf { text.append("</details>\n") }
    }
  }

  private func appendFolder(
    _ name: [UInt8], _ path: [UInt8], _ count: FindingCount, to text: inout TextBuffer
  ) {
    text.append("<span class=name>")
    text.append(html: FilePath(bytes: name).string)
    text.append("</span><span class=bar>")
    appendBar(count, of: total.reported, to: &text)
    text.append("</span><span class=number>")
    appendCount(count.reported, ("folder", FilePath(bytes: path).string), to: &text)
    text.append("</span><span class=parts>")
    let parts = [
      count[.tests] == 0 ? nil : "\(count[.tests]) in tests",
      count[.samples] == 0 ? nil : "\(count[.samples]) in samples",
      count.excused == 0 ? nil : "\(count.excused) not reported",
    ]
    text.append(string: parts.compactMap { $0 }.joined(separator: ", "))
    text.append("</span>")
  }

  // MARK: - Findings and rules

  /// Appends the head of the list of findings, with what a script filters it by.
  func appendFilters(to text: inout TextBuffer) {
    text.append("<section id=findings>\n<h2>Findings</h2>\n")
    if total.reported + total.excused == 0 { return text.append("<p>None.</p>\n") }
    text.append(
      """
      <form id=filters class=screen hidden aria-label="Show only">
      <label>Words <input type=search name=words></label>
      <label>Rule <select name=rule><option value="">all</option>
      """)
    for rule in packs.flatMap(\.rules).compactMap(\.id).sorted() { appendChoice(rule, to: &text) }
    text.append("</select></label>\n<label>Folder <input type=search name=folder></label>\n")
    if let owners {
      text.append("<label>Owner <select name=owner><option value=\"\">all</option>")
      for owner in owners { appendChoice(owner.name.string, to: &text) }
      text.append("</select></label>\n")
    }
    appendChecks(
      [("e", "errors", total[.error]), ("w", "warnings", total[.warning])], "severity", to: &text)
    let kinds = CodeKind.allCases.map { ($0.name, $0.name, total[$0]) }
    appendChecks(kinds, "code", to: &text)
    appendChecks(
      [
        ("set", "allowed by settings", total[.allowedBySettings]),
        ("src", "allowed by comments", total[.allowedInSource]),
        ("old", "in the baseline", total[.inBaseline]),
      ], "excused", to: &text)
    text.append("<p><output name=shown>")
    text.append(string: counted(total.reported, "finding"))
    text.append("</output> <button type=reset>Show all</button></p>\n</form>\n")
  }

  private func appendChoice(_ value: String, to text: inout TextBuffer) {
    text.append("<option value=\"")
    text.append(html: value)
    text.append("\">")
    text.append(html: value)
    text.append("</option>")
  }

  /// Appends a box for each choice, if there is a choice.
  private func appendChecks(
    _ choices: [(value: StaticString, words: StaticString, count: Int)], _ name: StaticString,
    to text: inout TextBuffer
  ) {
    let choices = choices.filter { 0 < $0.count }
    let isOn = name.description != "excused"
    guard !choices.isEmpty, !isOn || 1 < choices.count else { return }
    text.append("<fieldset>")
    for (value, words, count) in choices {
      text.append("<label><input type=checkbox name=")
      text.append(name)
      text.append(" value=")
      text.append(value)
      text.append(isOn ? " checked> " : "> ")
      text.append(words)
      text.append(string: " (\(count))</label> ")
    }
    text.append("</fieldset>\n")
  }

  /// Appends what each rule says, to which findings link, and ends the page's content.
  func appendNotes(of tool: ToolDescription, to text: inout TextBuffer) {
    text.append("</section>\n")
    let rules = packs.flatMap(\.rules).filter { $0.id != nil }
    if !rules.isEmpty { text.append("<section id=about>\n<h2>About the rules</h2>\n") }
    for rule in rules.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      append(rule, tool.rules[rule.name], to: &text)
    }
    if !rules.isEmpty { text.append("</section>\n") }
    text.append("</main>\n<footer class=quiet>swift-determinism-lint ")
    text.append(html: tool.version)
    text.append("</footer>\n")
  }

  private func append(
    _ rule: Rule, _ description: RuleDescription?, to text: inout TextBuffer
  ) {
    text.append("<section class=rule id=\"rule:")
    text.append(html: rule.name)
    text.append("\">\n<h3>")
    text.append(html: rule.name)
    text.append("</h3>\n")
    if let description {
      text.append("<p>")
      text.append(htmlWithCode: description.message)
      text.append("</p>\n")
    }
    for paragraph in paragraphs(of: description?.note ?? "") {
      text.append("<p>")
      text.append(htmlWithCode: paragraph)
      text.append("</p>\n")
    }
    if let url = rule.url {
      text.append("<p><a href=\"")
      text.append(html: url)
      text.append("\">More about ")
      text.append(html: rule.name)
      text.append("</a></p>\n")
    }
    text.append("</section>\n")
  }
}

/// Those of a note: an empty line stands between two.
private func paragraphs(of note: String) -> [String] {
  let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
  return lines.split(whereSeparator: \.isEmpty).map { $0.joined(separator: "\n") }
}
