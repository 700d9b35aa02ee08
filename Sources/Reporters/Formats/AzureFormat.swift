import Diagnostics

/// Commands that an agent of Azure Pipelines turns into issues of a job.
enum AzureFormat {
  @Sendable static func file(_ file: ReportedFile) -> AppendFinding {
    let path = file.path
    var columns = UTF16Columns(file.source)
    return { finding, text in
      let start = file.start(of: finding)
      let place = [
        ("sourcepath", path), ("linenumber", String(start.line)),
        ("columnnumber", String(columns.column(of: start))), ("code", finding.rule?.id ?? "-"),
      ]
      text.append(line: command(finding.severity, place, finding.message))
    }
  }

  private static func command(
    _ severity: Severity, _ place: [(String, String?)], _ message: String
  ) -> String {
    let properties = list([("type", severity.rawValue)] + place, separator: ";") {
      escaped($0, percent: percent, alsoIn: ";]")
    }
    return "##vso[task.logissue \(properties)]\(escaped(message, percent: percent))"
  }

  /// Ten issues, with the failures of the run before the errors. The agent keeps no more of a kind
  /// for a step, so that the last one says how many are left out.
  @Sendable static func end(
    _ kept: KeptFiles, _ run: RunDescription, to output: inout ReportText
  ) {
    func line(_ failure: Failure) -> String {
      let place = [
        ("sourcepath", failure.path.map { run.root.path(of: $0).string }),
        ("linenumber", failure.location.map { String($0.line) }),
        ("columnnumber", failure.utf16Column.map { String($0) }),
      ]
      return command(.error, place, failure.message)
    }
    kept.writeFirst(
      run, { $0 <= 10 ? $0 : 9 }, line, remark: { command($0, [], $1) }, to: &output)
  }
}

/// What an agent reads as `%`.
private let percent = "%AZP25"
