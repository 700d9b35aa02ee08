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
    return command(diagnostic.severity, properties, diagnostic.message)
  }

  private static func command(_ failure: Failure, _ root: ReportRoot) -> String {
    let path = failure.path.map { ("file", root.path(of: $0).string) }
    let line = failure.location.map { ("line", String($0.line)) }
    let column = failure.utf16Column.map { ("col", String($0)) }
    return command(.error, [path, line, column].compactMap { $0 }, failure.message)
  }

  private static func command(
    _ severity: Severity, _ properties: [(String, String)], _ message: String
  ) -> String {
    let list = properties.map { "\($0)=\(escaped($1, alsoIn: ":,"))" }.joined(separator: ",")
    return "::\(severity.rawValue)\(list.isEmpty ? "" : " ")\(list)::\(escaped(message))"
  }

  /// The first ten errors, the failures of the run before them, and the first ten warnings. The
  /// runner shows no more for a step, and does not mention the others.
  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    let failures = run.failures.first.prefix(shownCount)
    var text = TextBuffer()
    for failure in failures {
      text.append(printable: command(failure, run.root))
      text.append(character: "\n")
    }
    _ = text.withUnsafeBufferPointer(write)
    let errors = run.failures.count + kept.tally.errors
    let warnings = kept.tally.count - kept.tally.errors
    for (standing, noun, written, count) in [
      (KeptTexts.Standing.error, "error", failures.count, errors),
      (.warning, "warning", 0, warnings),
    ] {
      kept.write(shownCount - written, of: standing, to: write)
      let rest = count - shownCount
      guard 0 < rest else { continue }
      let nouns = rest == 1 ? noun : noun + "s"
      let line = "::notice::\(rest) more \(nouns); see the log\n"
      _ = Array(line.utf8).withUnsafeBufferPointer(write)
    }
  }
}

private let shownCount = 10

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
