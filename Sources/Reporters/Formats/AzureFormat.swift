import Diagnostics

/// Commands that an agent of Azure Pipelines turns into issues of a job.
enum AzureFormat {
  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    let path = file.root.path(of: file.source.path).string
    var columns = UTF16Columns(file.source)
    file.renderFindings(&text, take) { finding, text in
      let start = file.lines.location(of: finding.range.lowerBound)
      let place = [
        ("sourcepath", path), ("linenumber", String(start.line)),
        ("columnnumber", String(columns.column(of: start))), ("code", finding.rule?.id ?? "-"),
      ]
      append(finding.severity, place, finding.message, to: &text)
    }
  }

  private static func append(
    _ severity: Severity, _ place: [(String, String)], _ message: String, to text: inout TextBuffer
  ) {
    let properties = [("type", severity.rawValue)] + place
    let list = properties.map { "\($0)=\(escaped($1, percent: percent, alsoIn: ";]"))" }.joined(
      separator: ";")
    text.append(printable: "##vso[task.logissue \(list)]\(escaped(message, percent: percent))")
    text.append(character: "\n")
  }

  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    let (errors, warnings) = (kept.tally.errors, kept.tally.count - kept.tally.errors)
    appendIssues(.error, run.failures.count + errors, kept, run, to: write)
    appendIssues(.warning, warnings, kept, run, to: write)
  }

  /// Ten issues, with the failures of the run before the errors. The agent keeps no more of a kind
  /// for a step, so that the last one says how many are left out.
  private static func appendIssues(
    _ severity: Severity, _ count: Int, _ kept: KeptTexts, _ run: RunDescription,
    to write: WriteBytes
  ) {
    let shown = count <= shownCount ? count : shownCount - 1
    let failures = severity == .error ? run.failures.first.prefix(shown) : []
    var text = TextBuffer()
    for failure in failures {
      let path = failure.path.map { ("sourcepath", run.root.path(of: $0).string) }
      let line = failure.location.map { ("linenumber", String($0.line)) }
      let column = failure.utf16Column.map { ("columnnumber", String($0)) }
      append(severity, [path, line, column].compactMap { $0 }, failure.message, to: &text)
    }
    _ = text.withUnsafeBufferPointer(write)
    kept.write(shown - failures.count, of: severity == .error ? .error : .warning, to: write)
    guard shown < count else { return }
    let nouns = "\(severity.rawValue)\(count - shown == 1 ? "" : "s")"
    text.removeAll()
    append(severity, [], "\(count - shown) more \(nouns); see the log", to: &text)
    _ = text.withUnsafeBufferPointer(write)
  }
}

private let shownCount = 10
/// What an agent reads as `%`.
private let percent = "%AZP25"
