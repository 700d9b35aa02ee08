import Diagnostics

/// Commands that a runner of GitHub Actions turns into annotations.
enum GitHubFormat {
  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    let path = file.root.path(of: file.source.path).string
    var columns = UTF16Columns(file.source)
    file.renderFindings(&text, take) { finding, text in
      text.append(printable: command(finding, in: file, path, &columns))
      text.append(character: "\n")
    }
  }

  private static func command(
    _ diagnostic: Diagnostic, in file: ReportedFile, _ path: String, _ columns: inout UTF16Columns
  ) -> String {
    let start = file.lines.location(of: diagnostic.range.lowerBound)
    let end = file.lines.location(of: diagnostic.range.upperBound)
    var properties = [
      ("file", path), ("line", String(start.line)), ("endLine", String(end.line)),
    ]
    // The runner drops columns on different lines, with a remark in its log.
    if start.line == end.line {
      properties.append(("col", String(columns.column(of: start))))
      properties.append(("endColumn", String(columns.column(of: end))))
    }
    if let rule = diagnostic.rule { properties.append(("title", rule.id)) }
    let list = properties.map { "\($0)=\(escaped($1, alsoIn: ":,"))" }.joined(separator: ",")
    let command = diagnostic.severity.rawValue
    return "::\(command) \(list)::\(escaped(diagnostic.message))"
  }

  /// The first ten errors and the first ten warnings. The runner shows no more for a step, and does
  /// not mention the others.
  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    let counts = (errors: kept.tally.errors, warnings: kept.tally.count - kept.tally.errors)
    for (standing, noun, count) in [
      (KeptTexts.Standing.error, "error", counts.errors), (.warning, "warning", counts.warnings),
    ] {
      var shown = 0
      kept.read(standing) { text in
        shown += 1
        return text.withUnsafeBufferPointer(write) && shown < shownCount
      }
      let rest = count - shownCount
      guard 0 < rest else { continue }
      let nouns = rest == 1 ? noun : noun + "s"
      let line = "::notice::\(rest) more \(nouns); see the log\n"
      _ = Array(line.utf8).withUnsafeBufferPointer(write)
    }
  }
}

private let shownCount = 10

/// - Parameter others: what is escaped apart from `%` and line breaks.
private func escaped(_ text: String, alsoIn others: String = "") -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%", "\r", "\n": result += percentEncoded(scalar)
    case _ where others.unicodeScalars.contains(scalar): result += percentEncoded(scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// - Parameter scalar: ASCII.
private func percentEncoded(_ scalar: Unicode.Scalar) -> String {
  (scalar.value < 16 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
}
