import Diagnostics

/// The issues of GitLab's Code Quality, as Code Climate has them.
enum GitLabFormat {
  @Sendable static func file(_ file: ReportedFile) -> AppendFinding {
    let path = file.root.path(of: file.source.path)
    // Findings with equal fingerprints are shown as one, whatever their files.
    var fingerprints = Fingerprints(path: path)
    return { finding, text in
      let lines: JSON = ["begin": .integer(file.start(of: finding).line)]
      text.append(
        compact: [
          "type": "issue", "categories": ["Bug Risk"], "description": .string(finding.message),
          "check_name": .string(finding.rule?.id ?? "-"),
          "fingerprint": .string(fingerprints.next(finding, in: file.source)),
          "severity": finding.severity == .error ? "major" : "minor",
          "location": ["path": .string(path.string), "lines": lines],
        ])
    }
  }

  @Sendable static func end(
    _ kept: KeptFiles, _ run: RunDescription, to output: inout ReportText
  ) {
    output.text.append("[")
    kept.writeElements(to: &output)
    output.text.append("\n]\n")
  }
}
