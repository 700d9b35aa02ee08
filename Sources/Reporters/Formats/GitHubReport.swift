import Diagnostics

/// Commands that a runner of GitHub Actions turns into annotations.
struct GitHubPage: EntryPage {
  private let source: SourceFile
  private let lines: LineTable
  private let path: String
  private var columns: UTF16Columns

  init(_ source: SourceFile, _ lines: LineTable, _ root: ReportRoot) {
    (self.source, self.lines) = (source, lines)
    path = root.path(of: source.path).string
    columns = UTF16Columns(source)
  }

  mutating func entry(_ diagnostic: Diagnostic) -> ReportEntry {
    let start = lines.location(of: diagnostic.range.lowerBound)
    let end = lines.location(of: diagnostic.range.upperBound)
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
    let line = printable("::\(command) \(list)::\(escaped(diagnostic.message))")
    return ReportEntry(diagnostic, in: source, line + newline)
  }
}

/// The first ten errors and the first ten warnings, which is how many the runner shows of a step
/// without a word about the others.
func renderGitHub(_ entries: SpilledEntries) -> ReportPieces {
  var pieces = ReportPieces()
  for (standing, noun) in [(ReportEntry.Standing.error, "error"), (.warning, "warning")] {
    let count = entries.count { $0.standing == standing }
    var shown = 0
    entries.read(standing) { text in
      pieces.append(Array(text))
      shown += 1
      return shown < shownCount
    }
    let rest = count - shownCount
    guard 0 < rest else { continue }
    let nouns = rest == 1 ? noun : noun + "s"
    pieces.append(Array("::notice::\(rest) more \(nouns); see the log\n".utf8))
  }
  return pieces
}

private let shownCount = 10
private let newline = [UInt8(ascii: "\n")]

/// - Parameter others: what is escaped beside the sign for it and line breaks.
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
