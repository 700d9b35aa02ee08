/// Writes a page of a baseline's history: a sentence, a plot, the rules, and a table of numbers.
/// - Parameter version: of the tool.
package func writeHistoryPage(
  _ history: FindingHistory, version: String, to write: WriteBytes
) {
  var text = TextBuffer()
  let title = "Findings in the baseline"
  HTMLPage.appendStart(title: title, to: &text)
  let summary = history.summary
  text.append("<main class=\"trend\">\n<h1>")
  text.append(html: title)
  text.append("</h1>\n<p>")
  text.append(html: summary)
  text.append("</p>\n<p class=\"quiet\">New findings and allowed ones are not counted.</p>\n")
  for note in history.notes {
    text.append("<p class=\"quiet\">Note: ")
    text.append(html: note)
    text.append(".</p>\n")
  }
  if let plot = TrendPlot(history) {
    plot.append(title: title + " by rule", description: summary, to: &text)
  }
  appendRules(of: history, to: &text)
  guard appendCommits(of: history, to: &text, write) else { return }
  text.append("</main>\n<footer class=\"quiet\">swift-determinism-lint ")
  text.append(html: version)
  text.append("</footer>\n")
  HTMLPage.appendEnd(isScripted: false, to: &text)
  _ = text.withUnsafeBufferPointer(write)
}

extension FindingHistory {
  /// e.g. `From 481 to 312 findings, 7 of them of rules that were new on the way, in 23 commits
  /// since 2026-03-02.`
  var summary: String {
    let commits = rows.filter(\.isCommitted)
    let counts = commits.compactMap(\.counts)
    let draft = rows.first { !$0.isCommitted }
    guard let first = counts.first, let last = counts.last else {
      guard let draft = draft?.counts?.total else {
        return "No commit has a baseline that can be read."
      }
      return counted(draft, "finding") + " in a baseline that is not committed."
    }
    var words =
      counts.count == 1
      ? counted(last.total, "finding")
      : "From \(first.total) to \(counted(last.total, "finding"))"
    let new = rules.reduce(0) { $0 + (first.count(of: $1) == 0 ? last.count(of: $1) : 0) }
    if 0 < first.total, 0 < new {
      words += ", \(new) of them of rules that were new on the way,"
    }
    words += " in \(counted(commits.count, "commit")) \(commits.count == 1 ? "of" : "since") "
    words += commits[0].day
    if commits[commits.count - 1].counts == nil {
      words += "; in the newest the baseline is \(commits[commits.count - 1].absence)"
    }
    if let draft {
      words += "; \(draft.counts.map { String($0.total) } ?? draft.absence) in the working tree, "
      words += "which is not committed"
    }
    return words + "."
  }
}

/// A table of the first and the last count of each rule, those with the most findings now first.
private func appendRules(of history: FindingHistory, to text: inout TextBuffer) {
  let indices = history.rows.indices.filter { history.rows[$0].counts != nil }
  guard 1 < indices.count, let first = indices.first, let last = indices.last else { return }
  // The newest commit has a column even if the working tree has another baseline.
  let newest = indices.last { history.rows[$0].isCommitted }
  let shownRows = indices.filter { [first, newest, last].contains($0) }
  let shown = history.rules.prefix(mostRows)
  func counts(_ count: (Int) -> Int?) -> [Int?] { shownRows.map(count) }
  var lines = shown.map { rule in (rule, counts { history.count(of: rule, in: $0) }) }
  lines.sort { left, right in
    (right.1.last!!, right.1[0] ?? 0, left.0) < (left.1.last!!, left.1[0] ?? 0, right.0)
  }
  if let others = history.othersName(besides: shown) {
    lines.append((others, counts { history.rows[$0].counts?.count(besides: shown) }))
  }
  lines.append((totalName, counts { history.rows[$0].counts?.total }))
  text.append("<h2>Rules</h2>\n")
  appendTableStart(
    of: "Rules", ["Rule"] + shownRows.map { history.rows[$0].day } + ["Change"], to: &text)
  for (name, counts) in lines {
    text.append(rowHead: name)
    for count in counts { text.append(cell: count.map(String.init) ?? "–") }
    text.append(cell: counts[0].map { signed(counts.last!! - $0) } ?? "new")
    text.append("</tr>\n")
  }
  text.append("</tbody>\n</table>\n</div>\n")
}

/// A table with the numbers of each commit, the oldest first, as the plot has them from the left.
/// Returns whether all could be written.
private func appendCommits(
  of history: FindingHistory, to text: inout TextBuffer, _ write: WriteBytes
) -> Bool {
  let shown = Array(history.rules.prefix(mostColumns))
  let others = history.othersName(besides: shown)
  text.append("<h2>Commits</h2>\n")
  if let others {
    text.append("<p class=\"quiet\">The rules with the most findings have columns; ")
    text.append(string: others)
    text.append(" share the last one.</p>\n")
  }
  appendTableStart(
    of: "Commits", ["Date", "Commit", "Total", "Added", "Gone"],
    rules: shown + (others.map { [$0] } ?? []), to: &text)
  for (index, row) in history.rows.enumerated() {
    text.append(rowHead: row.day)
    text.append("<td><code>")
    text.append(html: row.commit)
    text.append("</code></td>")
    if let counts = row.counts {
      for cell in row.sums { text.append(cell: cell) }
      for rule in shown {
        text.append(cell: history.count(of: rule, in: index).map(String.init) ?? "–")
      }
      if others != nil { text.append(cell: String(counts.count(besides: shown))) }
    } else {
      let count = row.sums.count + shown.count + (others == nil ? 0 : 1)
      text.append(string: "<td colspan=\"\(count)\"><b class=\"w\">\(row.absence)</b></td>")
    }
    text.append("</tr>\n")
    guard pieceSize <= text.count else { continue }
    guard text.withUnsafeBufferPointer(write) else { return false }
    text.removeAll()
  }
  text.append("</tbody>\n</table>\n</div>\n")
  return true
}

/// Rules with the most findings have rows or columns of their own; the rest share one. So many
/// columns have room on a sheet of paper.
private let (mostRows, mostColumns) = (100, 16)
/// The heads of more columns than these stand upright.
private let mostLevelHeads = 6

private func appendTableStart(
  of name: String, _ heads: [String], rules: [String] = [], to text: inout TextBuffer
) {
  text.append("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"")
  text.append(html: name)
  text.append("\">\n<table>\n<thead><tr>")
  for head in heads {
    text.append("<th scope=\"col\">")
    text.append(html: head)
    text.append("</th>")
  }
  for rule in rules {
    text.append("<th scope=\"col\"><span")
    if mostLevelHeads < rules.count { text.append(" class=\"upright\"") }
    text.append(">")
    text.append(html: rule)
    text.append("</span></th>")
  }
  text.append("</tr></thead>\n<tbody>\n")
}

/// What the sum of all rules is called; no id begins with a capital.
let totalName = "Total"

/// e.g. `+3`, and with a minus sign for less.
private func signed(_ change: Int) -> String {
  change < 0 ? "−\(-change)" : change == 0 ? "0" : "+\(change)"
}

extension TextBuffer {
  fileprivate mutating func append(rowHead name: String) {
    append("<tr><th scope=\"row\">")
    append(html: name)
    append("</th>")
  }

  fileprivate mutating func append(cell: String) {
    append("<td>")
    append(html: cell)
    append("</td>")
  }
}
