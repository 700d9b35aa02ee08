import Diagnostics

/// Rows of Markdown tables for the summary of a GitHub job.
struct SummaryPage: EntryPage {
  private let source: SourceFile
  private let lines: LineTable
  private let path: String
  private let link: String?

  init(_ source: SourceFile, _ lines: LineTable, _ root: ReportRoot) {
    (self.source, self.lines) = (source, lines)
    path = root.path(of: source.path).string
    link = root.page.map { "\($0)/\(root.reference(to: source.path))" }
  }

  mutating func entry(_ diagnostic: Diagnostic) -> ReportEntry {
    let line = lines.location(of: diagnostic.range.lowerBound).line
    let place = markdown("\(path):\(line)")
    let cell = link.map { "[\(place)](\($0)#L\(line))" } ?? place
    let row = "| \(cell) | \(markdown(diagnostic.message)) |"
    return ReportEntry(diagnostic, in: source, printable(row) + newline)
  }
}

/// A table for each rule, the most frequent one first; as many rows as GitHub takes.
func renderSummary(
  _ entries: SpilledEntries, _ notices: [Notice], _ root: ReportRoot
) -> [UInt8] {
  var text = TextBuffer()
  text.append(Array("## swift-determinism-lint: \(counts(of: entries))\n".utf8))
  if !notices.isEmpty { text.append(Array("\n### This change silences\n\n".utf8)) }
  for notice in notices {
    let place = root.path(of: notice.path).string + (notice.location.map { ":\($0.line)" } ?? "")
    let line = "- \(markdown(place)): \(markdown(notice.message))"
    guard text.count + line.utf8.count < largestSummary / 2 else { break }
    text.append(printable(line) + newline)
  }
  var restCount = entries.count()
  for table in tables(of: entries) {
    let rowCount = appendRows(of: table, in: entries, to: &text)
    restCount -= rowCount
    if rowCount == 0 { break }
  }
  if 0 < restCount { text.append(Array("\n\(restCount) more; see the log\n".utf8)) }
  return text.bytes
}

/// Those that fit, below their heading.
/// - Returns: how many.
private func appendRows(
  of table: RuleRows, in entries: SpilledEntries, to text: inout TextBuffer
) -> Int {
  var start = Array(
    """

    ### \(markdown(table.id)): \(counts(of: entries) { $0.rule == table.rule })

    | Place | Message |
    | --- | --- |

    """.utf8)
  var (seenCount, shownCount) = (0, 0)
  _ = entries.read { rule, row in
    guard rule == table.rule else { return true }
    seenCount += 1
    if text.count + start.count + row.count < largestSummary {
      text.append(start + row)
      start = []
      shownCount += 1
    }
    return seenCount < table.count
  }
  return shownCount
}

private struct RuleRows {
  /// As in `SpilledEntries.Kind`.
  let rule: Int?
  let id: String
  let count: Int
}

private func tables(of entries: SpilledEntries) -> [RuleRows] {
  let rules = [(nil, "-")] + entries.rules.enumerated().map { ($0, $1.id) }
  return rules.map { rule, id in
    RuleRows(rule: rule, id: id, count: entries.count { $0.rule == rule })
  }.filter { 0 < $0.count }.sorted { left, right in
    left.count != right.count
      ? left.count > right.count : left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
  }
}

/// e.g. `3 errors, 1 warning`
private func counts(
  of entries: SpilledEntries, where isCounted: (SpilledEntries.Kind) -> Bool = { _ in true }
) -> String {
  let errorCount = entries.count { $0.standing == .error && isCounted($0) }
  let count = entries.count(where: isCounted)
  return counted(errorCount, "error") + ", " + counted(count - errorCount, "warning")
}

private func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// In bytes; GitHub refuses more than a mebibyte of one step.
private let largestSummary = 1_000_000
private let newline = [UInt8(ascii: "\n")]
