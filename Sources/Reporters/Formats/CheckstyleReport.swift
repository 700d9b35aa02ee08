import Diagnostics

/// Lines of a checkstyle report: the errors of the file in one element, its warnings in another.
struct CheckstylePage: EntryPage {
  private let source: SourceFile
  private let lines: LineTable
  /// How many have not come, and the start of the element that the next one is in.
  private var errors: (count: Int, start: String)
  private var warnings: (count: Int, start: String)

  init(_ source: SourceFile, _ lines: LineTable, _ diagnostics: [Diagnostic]) {
    (self.source, self.lines) = (source, lines)
    let errorCount = diagnostics.count { $0.severity == .error }
    let start = "  <file name=\"\(escaped(source.path.string))\">\n"
    errors = (errorCount, start)
    warnings = (diagnostics.count - errorCount, start)
  }

  mutating func entry(_ diagnostic: Diagnostic) -> ReportEntry {
    let location = lines.location(of: diagnostic.range.lowerBound)
    let attributes = [
      ("line", String(location.line)), ("column", String(location.column)),
      ("severity", diagnostic.severity.rawValue), ("message", diagnostic.message),
      ("source", "determinism.\(diagnostic.rule?.id ?? "-")"),
    ]
    let list = attributes.map { #" \#($0)="\#(escaped($1))""# }.joined()
    let text = framed("    <error\(list)/>\n", diagnostic.severity)
    return ReportEntry(diagnostic, in: source, Array(text.utf8))
  }

  private mutating func framed(_ line: String, _ severity: Severity) -> String {
    func frame(_ element: inout (count: Int, start: String)) -> String {
      defer { element = (element.count - 1, "") }
      return element.start + line + (element.count == 1 ? "  </file>\n" : "")
    }
    return severity == .error ? frame(&errors) : frame(&warnings)
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
