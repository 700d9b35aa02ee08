import Diagnostics

/// The issues of GitLab's Code Quality, as Code Climate has them.
enum GitLabFormat {
  @Sendable static func file(_ file: ReportedFile, _ text: inout TextBuffer, _ take: TakeText) {
    let path = file.root.path(of: file.source.path)
    // Findings with equal fingerprints are shown as one, whatever their files.
    var fingerprints = Fingerprints(path: path)
    file.renderFindings(&text, take) { finding, text in
      let line = file.lines.location(of: finding.range.lowerBound).line
      text.append(
        compact: .object([
          ("type", "issue"), ("categories", ["Bug Risk"]),
          ("description", .string(finding.message)),
          ("check_name", .string(finding.rule?.id ?? "-")),
          ("fingerprint", .string(fingerprints.next(finding, in: file.source))),
          ("severity", .string(finding.severity == .error ? "major" : "minor")),
          (
            "location",
            .object([
              ("path", .string(path.string)), ("lines", .object([("begin", .integer(line))])),
            ])
          ),
        ]))
    }
  }

  @Sendable static func end(_ kept: KeptTexts, _ run: RunDescription, to write: WriteBytes) {
    _ = write(StaticString("[").buffer)
    kept.writeFindings(areElements: true, to: write)
    _ = write(StaticString("\n]\n").buffer)
  }
}
