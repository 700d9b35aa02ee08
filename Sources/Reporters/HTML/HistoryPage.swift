/// Writes a page of a baseline's history: a sentence, a plot, the rules, and all numbers.
package func writeHistoryPage(_ history: FindingHistory, to write: WriteBytes) {
  var text = TextBuffer()
  let title = "Findings in the baseline"
  HTMLPage.appendStart(title: title, to: &text)
  let summary = history.summary
  text.append("<main class=\"trend\">\n<h1>")
  text.append(html: title)
  text.append("</h1>\n<p>")
  text.append(html: summary)
  text.append("</p>\n")
  for note in history.notes {
    text.append("<p class=\"quiet\">Note: ")
    text.append(html: note)
    text.append(".</p>\n")
  }
  if let plot = TrendPlot(history) {
    plot.append(title: title + " by rule", description: summary, to: &text)
  }
  appendRules(of: history, to: &text)
  appendCommits(of: history, to: &text, write)
  text.append("</main>\n")
  HTMLPage.appendEnd(isScripted: false, to: &text)
  _ = text.withUnsafeBufferPointer(write)
}

extension FindingHistory {
  /// e.g. `From 481 to 312 findings in 23 commits since 2026-03-02.`
  var summary: String {
    let commits = rows.filter(\.isCommitted)
    let counts = commits.compactMap(\.counts)
    let draft = rows.first { !$0.isCommitted }?.counts?.total
    guard let first = counts.first?.total, let last = counts.last?.total else {
      guard let draft else { return "No commit has a baseline that can be read." }
      return counted(draft, "finding") + " in a baseline that is not committed."
    }
    let findings =
      counts.count == 1
      ? counted(last, "finding")
      : "From \(first) to \(counted(last, "finding"))"
    let since = commits.count == 1 ? "of" : "since"
    let draftWords = draft.map { "; \($0) in the working tree, which is not committed" } ?? ""
    return "\(findings) in \(counted(commits.count, "commit")) \(since) "
      + "\(commits[0].day)\(draftWords)."
  }
}

/// A table with the first and the last count of each rule, those with the most findings now first.
private func appendRules(of history: FindingHistory, to text: inout TextBuffer) {
  let rows = history.rows.filter { $0.counts != nil }
  guard 1 < rows.count, let first = rows.first?.counts, let last = rows.last?.counts else { return }
  let shown = history.rules.prefix(mostRows)
  var counts = shown.sorted { left, right in
    (last.count(of: right), first.count(of: right), left)
      < (last.count(of: left), first.count(of: left), right)
  }.map { (name: $0, first: first.count(of: $0), last: last.count(of: $0)) }
  if shown.count < history.rules.count {
    counts.append((othersName, first.count(besides: shown), last.count(besides: shown)))
  }
  counts.append((totalName, first.total, last.total))
  text.append("<h2>Rules</h2>\n")
  appendTableStart(
    of: "Rules", ["Rule", rows[0].day, rows[rows.count - 1].day, "Change"], to: &text)
  for (name, first, last) in counts {
    text.append(rowHead: name)
    for cell in [String(first), String(last), signed(last - first)] { text.append(cell: cell) }
    text.append("</tr>\n")
  }
  text.append("</tbody>\n</table>\n</div>\n")
}

/// A table with all numbers, the oldest first, as the plot has them from the left.
private func appendCommits(
  of history: FindingHistory, to text: inout TextBuffer, _ write: WriteBytes
) {
  let shown = history.rules.prefix(mostColumns)
  let others = shown.count < history.rules.count ? [othersName] : []
  text.append("<h2>Commits</h2>\n")
  appendTableStart(
    of: "Commits", ["Date", "Commit", "Total", "Added", "Gone"] + shown + others, to: &text)
  for row in history.rows {
    text.append(rowHead: row.day)
    text.append("<td><code>")
    text.append(html: row.commit)
    text.append("</code></td>")
    if let counts = row.counts {
      for cell in row.sums { text.append(cell: cell) }
      for rule in shown { text.append(cell: String(counts.count(of: rule))) }
      if !others.isEmpty { text.append(cell: String(counts.count(besides: shown))) }
    } else {
      text.append("<td class=\"w\" colspan=\"")
      text.append(decimal: row.sums.count + shown.count + others.count)
      text.append("\">the baseline cannot be read</td>")
    }
    text.append("</tr>\n")
    guard pieceSize <= text.count else { continue }
    guard text.withUnsafeBufferPointer(write) else { return }
    text.removeAll()
  }
  text.append("</tbody>\n</table>\n</div>\n")
}

/// Rules with the most findings have rows or columns of their own; the rest share one.
private let (mostRows, mostColumns) = (100, 24)

private func appendTableStart(of name: String, _ heads: [String], to text: inout TextBuffer) {
  text.append("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"")
  text.append(html: name)
  text.append("\">\n<table>\n<thead><tr>")
  for head in heads {
    text.append("<th scope=\"col\">")
    text.append(html: head)
    text.append("</th>")
  }
  text.append("</tr></thead>\n<tbody>\n")
}

/// What the sum of all rules is called.
let totalName = "total"

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
