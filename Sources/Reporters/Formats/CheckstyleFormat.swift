import Diagnostics

/// Lines of a checkstyle report: the errors of a file in one element, its warnings in another.
enum CheckstyleFormat {
  @Sendable static func file(_ file: ReportedFile) -> AppendFinding {
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

  @Sendable static func end(
    _ kept: KeptFiles, _ run: RunDescription, to output: inout ReportText
  ) {
    output.text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n")
    for standing in Standing.allCases {
      var open: FilePath?
      kept.read([standing]) { _, text, path in
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
}
