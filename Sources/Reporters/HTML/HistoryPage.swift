/// A page of a baseline's history: a sentence, a line of steps, and a table of numbers.
/// - Parameter version: the version of the tool.
package func historyPage(_ history: FindingHistory, version: String) -> [UInt8] {
  var text = TextBuffer()
  text.append(string: htmlPageStart(title: "Findings in the baseline"))
  text.append("<main>\n<h1>Findings in the baseline</h1>\n<p>")
  text.append(html: history.summary)
  text.append("</p>\n<p class=quiet>New findings and allowed ones are not counted.</p>\n")
  for note in history.notes {
    text.append(string: "<p class=quiet>Note: \(xmlEscaped(note)).</p>\n")
  }
  appendSteps(of: history, to: &text)
  text.append("<div class=wide tabindex=0 role=region aria-label=Commits>\n<table>\n")
  // A sheet of paper has room for so many columns.
  for (line, cells) in history.cells(history.rules.prefix(12)).enumerated() {
    let cells = cells.enumerated().map { column, cell in
      line == 0
        ? "<th scope=col>\(xmlEscaped(cell))</th>"
        : column == 0 ? "<th scope=row>\(xmlEscaped(cell))</th>" : "<td>\(xmlEscaped(cell))</td>"
    }
    let row = "<tr>\(cells.joined())</tr>"
    text.append(string: line == 0 ? "<thead>\(row)</thead>\n" : "\(row)\n")
  }
  text.append("</table>\n</div>\n</main>\n")
  text.append(string: htmlPageEnd(version: version))
  return text.bytes
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
  /// A sentence, e.g. `From 481 to 312 findings since 2026-03-02.`
  var summary: String {
    let known = rows.compactMap { row in row.counts.map { (row.day, $0.total) } }
    guard let (day, first) = known.first, let (_, last) = known.last else {
      return "No commit has a baseline that can be read."
    }
    let count = counted(last, "finding")
    if known.count == 1 { return "\(count), \(day)." }
    return "From \(grouped(first)) to \(count) since \(day)."
  }
}
