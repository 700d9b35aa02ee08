import Diagnostics

/// Commands that a runner of GitHub Actions turns into annotations: the first ten errors, the
/// failures of the run before them, and the first ten warnings. The runner shows no more for a
/// step, and does not mention the others.
func writeGitHub(
  _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
) {
  let commands = CICommands(
    names: (file: "file", line: "line", column: "col"), command: command,
    shownCount: { min($0, 10) }, remark: { "::notice::\($1)" })
  commands.write(reported, run, to: &output) { file, finding, columns in
    let (start, end) = (file.start(of: finding), file.end(of: finding))
    var place: [(String, String?)] = [
      ("file", file.path), ("line", String(start.line)), ("endLine", String(end.line)),
    ]
    // The runner drops columns on different lines, with a remark in its log.
    if start.line == end.line {
      place.append(("col", String(columns.column(of: start))))
      place.append(("endColumn", String(columns.column(of: end))))
    }
    return place + [("title", finding.rule?.id)]
  }
}

private func command(
  _ severity: Severity, _ place: [(String, String?)], _ message: String
) -> String {
  let properties = list(place, separator: ",") { escaped($0, alsoIn: ":,") }
  return "::\(severity.rawValue)\(properties.isEmpty ? "" : " ")\(properties)::"
    + escaped(message)
}
