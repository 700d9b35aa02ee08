import Diagnostics

extension PageSums {
  // MARK: - Head

  /// Appends what is seen first: the sum, and what was checked.
  func appendHead(of run: RunDescription, to text: inout TextBuffer) {
    text.append("<header>\n")
    if let name = run.root.name {
      text.append("<p class=quiet>")
      text.append(html: name)
      text.append("</p>\n")
    }
    text.append("<h1>")
    text.append(html: title(of: run))
    text.append("</h1>\n")
    if let receipt = run.receipt {
      text.append("<p class=quiet>")
      text.append(html: receipt)
      text.append("</p>\n")
    }
    if !total.isEmpty {
      text.append("<nav class=screen aria-label=\"Parts of this page\">")
      text.append("<a href=\"#rules\">Rules</a> <a href=\"#folders\">Folders</a> ")
      if !owners.isEmpty { text.append("<a href=\"#owners\">Owners</a> ") }
      text.append("<a href=\"#findings\">Findings</a> ")
      text.append("<a href=\"#about\">About the rules</a></nav>\n")
    }
    // For paper.
    if !total.isEmpty { text.append("<p id=printed></p>\n") }
    text.append("</header>\n")
  }

  /// Appends why not all was done, and what a change silences.
  func appendNotices(of run: RunDescription, to text: inout TextBuffer) {
    text.append(notice: "Not everything was checked", run.failures, run.root)
    text.append(
      notice: "This change silences", run.notices.map { ($0.path, $0.location, $0.message) },
      run.root)
  }

  /// Appends where to begin, in a few numbers.
  func appendGlance(to text: inout TextBuffer) {
    if total.isEmpty { return }
    let isInProduct = 0 < total[.product]
    func share(_ count: FindingCount) -> String {
      isInProduct
        ? "\(count[.product]) of \(total[.product]) in product code"
        : "\(count.reported) of \(total.reported)"
    }
    var boxes: [(term: StaticString, value: String, rest: String)] = []
    if 0 < total[.error], 0 < total[.warning] {
      boxes.append(
        ("Severity", counted(total[.error], "error"), counted(total[.warning], "warning")))
    }
    let kinds = CodeKind.allCases.filter { 0 < total[$0] }.map { "\(total[$0]) in \($0.words)" }
    if let first = kinds.first {
      boxes.append(("Code", first, kinds.dropFirst().joined(separator: ", ")))
    }
    if let worstRule { boxes.append(("Rule with most", worstRule.name, share(worstRule.count))) }
    if let worstFolder {
      let rest = share(worstFolder.count) + ", without its folders"
      boxes.append(("Folder with most", worstFolder.name.string, rest))
    }
    if let worstOwner {
      boxes.append(("Owner with most", worstOwner.name.string, share(worstOwner.count)))
    }
    if 0 < total.fixable {
      boxes.append(
        ("With a fix-it", "\(total.fixable) of \(total.reported)", "the option --fix writes them"))
    }
    if 0 < total.excused { boxes.append(("Not reported", "\(total.excused)", total.excusedWords)) }
    text.append("<dl class=glance>\n")
    for (term, value, rest) in boxes {
      text.append("<div><dt>")
      text.append(term)
      text.append("</dt><dd><b>")
      text.append(html: value)
      text.append("</b> ")
      text.append(html: rest)
      text.append("</dd></div>\n")
    }
    text.append("</dl>\n")
  }

  // MARK: - Tables

  /// Appends a table of packs and their rules.
  func appendRules(to text: inout TextBuffer) {
    if total.isEmpty { return }
    text.append("<section id=rules>\n<h2 id=rules-title>Rules</h2>\n<p class=key>")
    for kind in CodeKind.allCases {
      text.append("<svg viewBox=\"0 0 10 10\" aria-hidden=true><rect class=")
      text.append(kind.name)
      text.append(" width=10 height=10 /></svg> ")
      text.append(kind.words)
      text.append(" ")
    }
    text.append("</p>\n")
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
    guard let first = owners.first else { return }
    text.append("<section id=owners>\n<h2 id=owners-title>Owners</h2>\n")
    appendTableStart("Owner, by CODEOWNERS", of: "owners", to: &text)
    text.append("<tbody>\n")
    for owner in owners {
      text.append("<tr><th scope=row>")
      text.append(html: owner.name.string)
      text.append("</th>")
      appendCells(
        owner.count, of: first.count.reported, filter: ("owner", owner.name.string), to: &text)
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

  /// What the columns after the share count, and what shows that alone; those that would be empty
  /// are left out.
  private var columns: [Column] {
    let all = [
      Column("Product", "product") { $0[.product] }, Column("Tests", "tests") { $0[.tests] },
      Column("Previews, samples", "previews and samples") { $0[.samples] },
      Column("Files", "files", isOfFolders: false) { $0.files },
      Column("With a fix-it", "with a fix-it", filter: ("fixable", "on")) { $0.fixable },
      Column("Not reported", "not reported", filter: ("state", "excused")) { $0.excused },
    ]
    return all.filter { 0 < $0.count(total) }
  }

  /// In a tree, files are no number of interest.
  private var folderColumns: [Column] { columns.filter { $0.isOfFolders } }

  private struct Column {
    let head, words: StaticString
    let filter: Filter?
    let isOfFolders: Bool
    let count: (FindingCount) -> Int

    init(
      _ head: StaticString, _ words: StaticString, filter: Filter? = nil,
      isOfFolders: Bool = true, _ count: @escaping (FindingCount) -> Int
    ) {
      (self.head, self.words, self.filter) = (head, words, filter)
      (self.isOfFolders, self.count) = (isOfFolders, count)
    }
  }

  /// The control of the form that shows some findings, and its value.
  private typealias Filter = (name: StaticString, value: String)

  /// Appends what follows the head of a row.
  /// - Parameters:
  ///   - widest: the count of the longest bar; nil for no bar.
  ///   - filter: what shows these findings; nil for no links.
  private func appendCells(
    _ count: FindingCount, of widest: Int?, filter: Filter?, to text: inout TextBuffer
  ) {
    text.append("<td class=bar>")
    if let widest { appendBar(count, of: widest, to: &text) }
    text.append("</td><td class=number>")
    append(count.reported, filter.map { [$0] } ?? [], to: &text)
    text.append("</td><td class=number>")
    if 0 < total.reported { text.append(string: share(count.reported, of: total.reported)) }
    text.append("</td>")
    for column in columns {
      text.append("<td class=number>")
      let cell = column.count(count)
      let filters = [filter, column.filter].compactMap { $0 }
      if cell != 0 { append(cell, filters.count == 2 ? filters : [], to: &text) }
      text.append("</td>")
    }
    text.append("</tr>\n")
  }

  /// Appends a number that shows what it counts, if there are filters for that.
  private func append(_ count: Int, _ filters: [Filter], to text: inout TextBuffer) {
    guard !filters.isEmpty, 0 < count else { return text.append(decimal: count) }
    text.append("<a href=\"#findings\"")
    for (name, value) in filters {
      text.append(" data-")
      text.append(name)
      text.append("=\"")
      text.append(html: value)
      text.append("\"")
    }
    text.append(">")
    text.append(decimal: count)
    text.append("</a>")
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
    if total.isEmpty { return }
    text.append("<section id=folders>\n<h2>Folders</h2>\n<div class=tree>\n")
    text.append("<div class=\"leaf head\" aria-hidden=true><span>Folder</span><span></span>")
    text.append("<span class=number>Findings</span><span class=parts>")
    for column in folderColumns {
      text.append("<span>")
      text.append(column.head)
      text.append("</span>")
    }
    text.append(owners.isEmpty ? "</span></div>\n" : "</span><span>Owner</span></div>\n")
    appendFolders(in: folders, path: [], depth: 0, to: &text)
    text.append("</div>\n</section>\n")
  }

  private func appendFolders(
    in outer: FolderTree<Folder>, path: [UInt8], depth: Int, to text: inout TextBuffer
  ) {
    let inner = outer.inner.sorted {
      $0.count.count.precedes($1.count.count, $0.name, $1.name)
    }
    if !inner.isEmpty, depth != 0, !outer.own.count.isEmpty {
      text.append("<div class=leaf>")
      append("(its own files)", nil, outer.own, to: &text)
      text.append("</div>\n")
    }
    for folder in inner {
      let (name, folder) = folder.collapsed
      let inside = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
      let isLeaf = folder.inner.isEmpty
      // What holds much is open, so that one sees where most is.
      let isOpen = depth == 0 || total.reported <= 10 * folder.count.count.reported
      text.append(
        isLeaf ? "<div class=leaf>" : isOpen ? "<details open><summary>" : "<details><summary>")
      append(FilePath(bytes: name).string, FilePath(bytes: inside), folder.count, to: &text)
      text.append(isLeaf ? "</div>\n" : "</summary>\n")
      appendFolders(in: folder, path: inside, depth: depth + 1, to: &text)
      if !isLeaf { text.append("</details>\n") }
    }
  }

  /// - Parameter path: what shows its findings; nil for nothing.
  private func append(
    _ name: String, _ path: FilePath?, _ folder: Folder, to text: inout TextBuffer
  ) {
    text.append("<span class=name>")
    text.append(html: name)
    text.append("</span><span class=bar>")
    appendBar(folder.count, of: total.reported, to: &text)
    text.append("</span><span class=number>")
    var filters: [Filter] = []
    // The slashes say that it is a whole path, and not a part of one.
    if let path { filters.append(("folder", "/\(path.string)/")) }
    append(folder.count.reported, filters, to: &text)
    text.append("</span><span class=parts>")
    for column in folderColumns {
      let cell = column.count(folder.count)
      text.append("<span>")
      if cell != 0 {
        let all = filters + [column.filter].compactMap { $0 }
        append(cell, all.count == 2 ? all : [], to: &text)
        text.append(" <small>")
        text.append(column.words)
        text.append("</small>")
      }
      text.append("</span>")
    }
    text.append("</span>")
    if !owners.isEmpty {
      text.append("<span class=owner>")
      let names = folder.owners.sorted().map(\.string)
      text.append(html: names.count == 1 ? names[0] : "\(names.count) owners")
      text.append("</span>")
    }
  }
}
