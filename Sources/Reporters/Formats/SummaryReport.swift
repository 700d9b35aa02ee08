import Diagnostics

/// Rows of Markdown tables for the summary of a GitHub job.
func summaryEntries(
  of diagnostics: [Diagnostic], in source: SourceFile, _ lines: LineTable, _ root: ReportRoot
) -> [ReportEntry] {
  let path = root.path(of: source.path).string
  let link = root.page.map { "\($0)/\(root.reference(to: source.path))" }
  return diagnostics.map { diagnostic in
    let line = lines.location(of: diagnostic.range.lowerBound).line
    let place = markdown("\(path):\(line)")
    let cell = link.map { "[\(place)](\($0)#L\(line))" } ?? place
    let row = "| \(cell) | \(markdown(diagnostic.message)) |"
    return ReportEntry(diagnostic, in: source, printable(row) + newline)
  }
}

/// A table for each rule, the most frequent one first; as many rows as GitHub takes.
func renderSummary(
  _ entries: [ReportEntry], _ notices: [Notice], _ root: ReportRoot
) -> [UInt8] {
  var text = TextBuffer()
  text.append(Array("## swift-determinism-lint: \(counts(of: entries))\n".utf8))
  var restCount = entries.count
  if !notices.isEmpty { text.append(Array("\n### This change silences\n\n".utf8)) }
  for notice in notices {
    let place = root.path(of: notice.path).string + (notice.location.map { ":\($0.line)" } ?? "")
    let line = "- \(markdown(place)): \(markdown(notice.message))"
    guard text.count + line.utf8.count < largestSummary / 2 else { break }
    text.append(printable(line) + newline)
  }
  for (id, rows) in tables(of: entries) {
    let heading = """

      ### \(markdown(id)): \(counts(of: rows))

      | Place | Message |
      | --- | --- |

      """
    guard text.count + heading.utf8.count + rows[0].text.count < largestSummary else { break }
    text.append(Array(heading.utf8))
    for row in rows where text.count + row.text.count < largestSummary {
      text.append(row.text)
      restCount -= 1
    }
  }
  if 0 < restCount { text.append(Array("\n\(restCount) more; see the log\n".utf8)) }
  return text.bytes
}

private func tables(of entries: [ReportEntry]) -> [(id: String, rows: [ReportEntry])] {
  let tables = Dictionary(grouping: entries) { $0.rule?.id ?? "-" }
  return tables.map { (id: $0.key, rows: $0.value.inOrder) }.sorted { left, right in
    left.rows.count != right.rows.count
      ? left.rows.count > right.rows.count
      : left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
  }
}

/// e.g. `3 errors, 1 warning`
private func counts(of entries: [ReportEntry]) -> String {
  let errorCount = entries.count { $0.standing == .error }
  return counted(errorCount, "error") + ", " + counted(entries.count - errorCount, "warning")
}

private func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// In bytes; GitHub refuses more than a mebibyte of one step.
private let largestSummary = 1_000_000
private let newline = [UInt8(ascii: "\n")]
