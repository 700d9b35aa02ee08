import Diagnostics

/// The issues of GitLab's Code Quality, as Code Climate has them.
func writeGitLab(
  _ reported: ReportedFiles, _ run: RunDescription, to output: inout ReportText
) {
  output.text.append("[")
  reported.writeElements(to: &output) { file in
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
  output.text.append("\n]\n")
}
