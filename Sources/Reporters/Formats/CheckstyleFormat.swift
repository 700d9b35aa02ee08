import Diagnostics

/// Lines of a checkstyle report: the errors of a file in one element, its warnings in another.
enum CheckstyleFormat {
  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    let start = "  <file name=\"\(xmlEscaped(file.source.path.string))\">\n"
    let errorCount = file.findings.count { $0.severity == .error }
    // How many have not come, and whether the next one is the first in its element.
    var errors = (count: errorCount, isFirst: true)
    var warnings = (count: file.findings.count - errorCount, isFirst: true)
    func append(
      _ line: String, _ element: inout (count: Int, isFirst: Bool), _ text: inout TextBuffer
    ) {
      if element.isFirst { text.append(string: start) }
      text.append(string: line)
      if element.count == 1 { text.append("  </file>\n") }
      element = (element.count - 1, false)
    }
    file.renderFindings(&text, take) { finding, text in
      let line = line(of: finding, file.lines)
      if finding.severity == .error {
        append(line, &errors, &text)
      } else {
        append(line, &warnings, &text)
      }
    }
  }

  private static func line(of finding: Diagnostic, _ lines: LineTable) -> String {
    let location = lines.location(of: finding.range.lowerBound)
    let attributes = [
      ("line", String(location.line)), ("column", String(location.column)),
      ("severity", finding.severity.rawValue), ("message", finding.message),
      ("source", "determinism.\(finding.rule?.id ?? "-")"),
    ]
    let list = attributes.map { #" \#($0)="\#(xmlEscaped($1))""# }.joined()
    return "    <error\(list)/>\n"
  }

  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    let head: StaticString = """
      <?xml version="1.0" encoding="UTF-8"?>
      <checkstyle version="4.3">

      """
    _ = write(head.buffer)
    kept.writeFindings(areElements: false, to: write)
    _ = write(StaticString("</checkstyle>\n").buffer)
  }
}
