import Diagnostics

/// A checkstyle report: the errors of a file in one element, its warnings in another.
func writeCheckstyle(
  _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
) {
  output.text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n")
  for standing in Standing.allCases {
    var open: FilePath?
    reported.read(element, of: [standing]) { _, text, file in
      let path = file.source.path
      if path != open {
        if open != nil { output.text.append("  </file>\n") }
        output.text.append(string: "  <file name=\"\(xmlEscaped(path.string))\">\n")
        open = path
      }
      output.text.append(text)
      output.endPart()
      return output.goesOn
    }
    if open != nil { output.text.append("  </file>\n") }
  }
  output.text.append("</checkstyle>\n")
}

private func element(of file: ReportedFile) -> AppendFinding {
  { finding, text in
    let location = file.start(of: finding)
    let attributes = xmlAttributes([
      ("line", String(location.line)), ("column", String(location.column)),
      ("severity", finding.severity.rawValue), ("message", finding.message),
      ("source", "determinism.\(finding.rule?.id ?? "-")"),
    ])
    text.append(string: "    <error\(attributes)/>\n")
  }
}
