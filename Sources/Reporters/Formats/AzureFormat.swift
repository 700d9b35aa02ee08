import Diagnostics

/// Commands that an agent of Azure Pipelines turns into issues of a job: ten of a kind, with the
/// failures of the run before the errors. The agent keeps no more for a step, so that the last one
/// says how many are left out.
func writeAzure(
  _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
) {
  let commands = CICommands(
    names: (file: "sourcepath", line: "linenumber", column: "columnnumber"), command: command,
    shownCount: { $0 <= 10 ? $0 : 9 }, remark: { command($0, [], $1) })
  commands.write(reported, run, to: &output) { file, finding, columns in
    let start = file.start(of: finding)
    return [
      ("sourcepath", file.path), ("linenumber", String(start.line)),
      ("columnnumber", String(columns.column(of: start))), ("code", finding.rule?.id ?? "-"),
    ]
  }
}

private func command(
  _ severity: Severity, _ place: [(String, String?)], _ message: String
) -> String {
  let properties = list([("type", severity.rawValue)] + place, separator: ";") {
    escaped($0, percent: percent, alsoIn: ";]")
  }
  return "##vso[task.logissue \(properties)]\(escaped(message, percent: percent))"
}

/// The text that an agent reads as `%`.
private let percent = "%AZP25"
