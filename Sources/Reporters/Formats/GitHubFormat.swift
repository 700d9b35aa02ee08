import Diagnostics

/// Commands that a runner of GitHub Actions turns into annotations.
enum GitHubFormat {
  @Sendable static func file(_ file: ReportedFile) -> AppendFinding {
    let path = file.path
    var columns = UTF16Columns(file.source)
    return { finding, text in
      let (start, end) = (file.start(of: finding), file.end(of: finding))
      var place: [(String, String?)] = [
        ("file", path), ("line", String(start.line)), ("endLine", String(end.line)),
      ]
      // The runner drops columns on different lines, with a remark in its log.
      if start.line == end.line {
        place.append(("col", String(columns.column(of: start))))
        place.append(("endColumn", String(columns.column(of: end))))
      }
      place.append(("title", finding.rule?.id))
      text.append(line: command(finding.severity, place, finding.message))
    }
  }

  private static func command(
    _ severity: Severity, _ place: [(String, String?)], _ message: String
  ) -> String {
    let properties = list(place, separator: ",") { escaped($0, alsoIn: ":,") }
    return "::\(severity.rawValue)\(properties.isEmpty ? "" : " ")\(properties)::"
      + escaped(message)
  }

  /// The first ten errors, the failures of the run before them, and the first ten warnings. The
  /// runner shows no more for a step, and does not mention the others.
  @Sendable static func end(
    _ kept: KeptFiles, _ run: RunDescription, to output: inout ReportText
  ) {
    func line(_ failure: Failure) -> String {
      let place = [
        ("file", failure.path.map { run.root.path(of: $0).string }),
        ("line", failure.location.map { String($0.line) }),
        ("col", failure.utf16Column.map { String($0) }),
      ]
      return command(.error, place, failure.message)
    }
    kept.writeFirst(run, { min($0, 10) }, line, remark: { "::notice::\($1)" }, to: &output)
  }
}

/// The properties of a command that have a value, e.g. `line=3,col=5`.
func list(
  _ properties: [(String, String?)], separator: String, escaping: (String) -> String
) -> String {
  properties.compactMap { name, value in value.map { "\(name)=\(escaping($0))" } }
    .joined(separator: separator)
}

/// What a command of a CI has for a text.
/// - Parameters:
///   - percent: what stands for `%`.
///   - others: what is escaped apart from that and line breaks.
func escaped(
  _ text: String, percent: String = "%25", alsoIn others: String = ""
) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%": result += percent
    case "\r", "\n": result += percentEncoded(scalar)
    case _ where others.unicodeScalars.contains(scalar): result += percentEncoded(scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// - Parameter scalar: ASCII.
func percentEncoded(_ scalar: Unicode.Scalar) -> String {
  (scalar.value < 16 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
}
