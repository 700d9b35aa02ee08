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
    let list = properties.map { "\($0)=\(escaped($1))" }.joined(separator: ";")
    text.append(printable: "##vso[task.logissue \(list)]\(escaped(message))")
    text.append(character: "\n")
  }

  /// Ten errors and ten warnings, the failures of the run before them. The agent keeps no more of a
  /// step, so that the last one says how many are left out.
  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    var failures = TextBuffer()
    for failure in run.failures.first.prefix(shownCount - 1) {
      let path = failure.path.map { ("sourcepath", run.root.path(of: $0).string) }
      let line = failure.location.map { ("linenumber", String($0.line)) }
      append(.error, [path, line].compactMap { $0 }, failure.message, to: &failures)
    }
    _ = failures.withUnsafeBufferPointer(write)
    let failureCount = run.failures.count
    for (standing, severity, written, count) in [
      (
        KeptTexts.Standing.error, Severity.error, min(failureCount, shownCount - 1),
        failureCount + kept.tally.errors
      ),
      (.warning, .warning, 0, kept.tally.count - kept.tally.errors),
    ] {
      let shown = count <= shownCount ? count : shownCount - 1
      kept.write(shown - written, of: standing, to: write)
      guard shown < count else { continue }
      let rest = count - shown
      var text = TextBuffer()
      let nouns = "\(severity.rawValue)\(rest == 1 ? "" : "s")"
      append(severity, [], "\(rest) more \(nouns); see the log", to: &text)
      _ = text.withUnsafeBufferPointer(write)
    }
  }
}

private let shownCount = 10

/// As the agent reads properties and messages. It needs less in a message, and takes this there.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%": result += "%AZP25"
    case "\r", "\n", ";", "]": result += percentEncoded(scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
