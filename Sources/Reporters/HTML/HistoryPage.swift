/// Writes a page of a baseline's history: a sentence, a line of steps, and a table of numbers.
/// - Parameter version: of the tool.
package func writeHistoryPage(
  _ history: FindingHistory, version: String, to write: WriteBytes
) {
  var text = TextBuffer()
  text.append(string: HTMLPage.start(title: "Findings in the baseline"))
  text.append("<main>\n<h1>Findings in the baseline</h1>\n<p>")
  text.append(html: history.summary)
  text.append("</p>\n<p class=quiet>New findings and allowed ones are not counted.</p>\n")
  for note in history.notes {
    text.append(string: "<p class=quiet>Note: \(xmlEscaped(note)).</p>\n")
  }
  appendSteps(of: history, to: &text)
  text.append("<div class=wide tabindex=0 role=region aria-label=Commits>\n<table>\n")
  var isHead = true
  // So many columns have room on a sheet of paper.
  for row in history.cells(history.rules.prefix(12)) {
    text.append(isHead ? "<thead><tr>" : "<tr>")
    for (column, cell) in row.enumerated() {
      let isName = isHead || column == 0
      text.append(isHead ? "<th scope=col>" : isName ? "<th scope=row>" : "<td>")
      text.append(html: cell)
      text.append(isName ? "</th>" : "</td>")
    }
    text.append(isHead ? "</tr></thead>\n" : "</tr>\n")
    isHead = false
    guard pieceSize <= text.count else { continue }
    guard text.withUnsafeBufferPointer(write) else { return }
    text.removeAll()
  }
  text.append("</table>\n</div>\n</main>\n")
  text.append(string: HTMLPage.end(version: version))
  _ = text.withUnsafeBufferPointer(write)
}

/// Appends a line of the totals between the first and the last, a step for each commit; nothing for
/// fewer than two totals. Where there is none, the line has a gap.
private func appendSteps(of history: FindingHistory, to text: inout TextBuffer) {
  let totals = history.rows.map { $0.counts?.total }
  let known = totals.compactMap { $0 }
  guard 1 < known.count, let most = known.max() else { return }
  var path = ""
  for (index, total) in totals.enumerated() {
    guard let total else { continue }
    let isMove = index == 0 || totals[index - 1] == nil
    let height = 100 - 100 * total / max(most, 1)
    path += "\(isMove ? "M\(index) " : "V")\(height)H\(index + 1)"
  }
  text.append(
    string: """
      <p class=steps aria-hidden=true><b>\(known[0])</b>\
      <svg viewBox="0 -4 \(totals.count) 108" preserveAspectRatio=none><path d="\(path)" /></svg>\
      <b>\(known[known.count - 1])</b></p>

      """)
}

extension FindingHistory {
  /// e.g. `From 481 to 312 findings in 23 commits since 2026-03-02.`
  var summary: String {
    let commits = rows.filter { $0.commit != "-" }
    let draft = rows.last.flatMap { $0.commit == "-" ? $0 : nil }
    let totals = commits.compactMap { $0.counts?.total }
    guard let first = totals.first, let last = totals.last else {
      let total = draft?.counts.map { counted($0.total, "finding") }
      return total.map { "\($0) in a baseline that is not committed." }
        ?? "No commit has a baseline that can be read."
    }
    let count = counted(last, "finding")
    var words = totals.count == 1 ? count : "From \(grouped(first)) to \(count)"
    words += " in \(counted(commits.count, "commit")) \(commits.count == 1 ? "of" : "since") "
    words += commits[0].day
    if let row = commits.last, row.counts == nil { words += "; in the newest it is \(row.absence)" }
    if let draft {
      words += "; \(draft.counts.map { grouped($0.total) } ?? draft.absence) in the working tree, "
      words += "which is not committed"
    }
    return words + "."
  }
}
