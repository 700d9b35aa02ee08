import Diagnostics

/// Markdown tables for the summary of a GitHub job: one for each rule, the most frequent one first;
/// as many rows as GitHub takes.
func writeSummary(
  _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
) {
  let tally = reported.tally
  output.text.append(
    string: "## swift-determinism-lint: \(counts(tally.errors, of: tally.count))\n")
  appendList("Not everything was checked", run.failures.shown, run.root, to: &output.text)
  appendList("This change silences", run.notices, run.root, to: &output.text)
  var restCount = tally.count
  for rule in tally.rulesByCount {
    let rowCount = appendRows(of: rule, reported.files, to: &output.text)
    restCount -= rowCount
    if rowCount == 0 { break }
  }
  if 0 < restCount { output.text.append(string: "\n\(restCount) more; see the log\n") }
}

/// The items that fit, below their heading.
private func appendList(
  _ title: StaticString, _ items: [Notice], _ root: ReportRoot, to text: inout TextBuffer
) {
  if items.isEmpty { return }
  text.append("\n### ")
  text.append(title)
  text.append("\n\n")
  for notice in items {
    let line = notice.location.map { ":\($0.line)" } ?? ""
    let place =
      notice.path.map { markdown(root.path(of: $0).string + line, hasLinks: false) + ": " } ?? ""
    let item = "- \(place)\(markdown(notice.message, hasLinks: false))"
    guard text.count + item.utf8.count < largestSummary / 2 else { break }
    text.append(line: item)
  }
}

/// Adds the rows that fit, below their heading.
/// - Returns: the number of rows.
private func appendRows(
  of rule: Tally.Rule, _ files: [ReportedFile], to text: inout TextBuffer
) -> Int {
  let name = markdown(rule.name, hasLinks: false)
  let title = rule.references.lazy.compactMap(\.url).first.map { "[\(name)](<\($0)>)" } ?? name
  var start = Array(
    """

    ### \(title): \(counts(rule.errors, of: rule.count))

    | Place | Message |
    | --- | --- |

    """.utf8)
  var shownCount = 0
  for standing in Standing.allCases {
    for file in files {
      for finding in file.findings
      where finding.rule?.id == rule.id && Standing(finding) == standing {
        let row = row(of: finding, in: file)
        guard text.count + start.count + row.utf8.count < largestSummary else { continue }
        text.append(start)
        text.append(string: row)
        start = []
        shownCount += 1
      }
    }
  }
  return shownCount
}

private func row(of finding: Diagnostic, in file: ReportedFile) -> String {
  let line = file.start(of: finding).line
  let place = markdown("\(file.path):\(line)", hasLinks: false)
  let cell =
    file.root.page.map { page in
      "[\(place)](\(page)/\(file.root.reference(to: file.source.path))#L\(line))"
    } ?? place
  let message = markdownCell(markdown(finding.message, hasLinks: false))
  return String(decoding: printable("| \(markdownCell(cell)) | \(message) |"), as: UTF8.self)
    + "\n"
}

/// The counts by severity, e.g. `3 errors, 1 warning`.
private func counts(_ errors: Int, of count: Int) -> String {
  counted(errors, "error") + ", " + counted(count - errors, "warning")
}

/// The largest summary in bytes; GitHub refuses more than a mebibyte of one step.
private let largestSummary = 1_000_000
