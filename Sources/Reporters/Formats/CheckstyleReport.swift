import Diagnostics

/// Elements of a checkstyle report: one for the errors of the file, one for its warnings.
func checkstyleEntries(
  of diagnostics: [Diagnostic], in source: SourceFile, _ lines: LineTable
) -> [ReportEntry] {
  [Severity.error, .warning].compactMap { severity in
    let diagnostics = diagnostics.filter { $0.severity == severity }
    if diagnostics.isEmpty { return nil }
    let elements = diagnostics.map { diagnostic in
      let location = lines.location(of: diagnostic.range.lowerBound)
      let attributes = [
        ("line", String(location.line)), ("column", String(location.column)),
        ("severity", severity.rawValue), ("message", diagnostic.message),
        ("source", "determinism.\(diagnostic.rule?.id ?? "-")"),
      ]
      return "    <error"
        + attributes.map { #" \#($0)="\#(escaped($1))""# }.joined() + "/>\n"
    }
    let file = """
        <file name="\(escaped(source.path.string))">
      \(elements.joined())  </file>

      """
    return ReportEntry(
      standing: ReportEntry.Standing(severity), path: source.path, rule: nil,
      text: Array(file.utf8))
  }
}

func renderCheckstyle(_ entries: SpilledEntries) -> ReportPieces {
  var pieces = ReportPieces(
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <checkstyle version="4.3">

      """.utf8))
  pieces.append(ReportPieces(EntryPieces(entries: entries, areElements: false)))
  pieces.append("</checkstyle>\n")
  return pieces
}

/// The value of an attribute (XML 1.0 §2.2, §3.3.3); U+FFFD stands for what it cannot hold.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    // As they stand, they would be read as blanks.
    case "\t": result += "&#9;"
    case "\n": result += "&#10;"
    case "\r": result += "&#13;"
    case "\u{FFFE}", "\u{FFFF}", "\u{0C}": result += "\u{FFFD}"
    case _ where isTerminalControl(scalar): result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
