import Diagnostics

/// The objects of a Code Quality report.
struct GitLabPage: EntryPage {
  private let source: SourceFile
  private let lines: LineTable
  private let path: FilePath
  /// Findings with equal fingerprints are shown as one, whatever their files.
  private var fingerprints: Fingerprints

  init(_ source: SourceFile, _ lines: LineTable, _ root: ReportRoot) {
    (self.source, self.lines) = (source, lines)
    path = root.path(of: source.path)
    fingerprints = Fingerprints(path: path)
  }

  mutating func entry(_ diagnostic: Diagnostic) -> ReportEntry {
    let line = lines.location(of: diagnostic.range.lowerBound).line
    return ReportEntry(
      diagnostic, in: source,
      .object([
        ("description", .string(diagnostic.message)),
        ("check_name", .string(diagnostic.rule?.id ?? "-")),
        ("fingerprint", .string(fingerprints.next(diagnostic, in: source))),
        ("severity", .string(diagnostic.severity == .error ? "major" : "minor")),
        (
          "location",
          .object([
            ("path", .string(path.string)), ("lines", .object([("begin", .integer(line))])),
          ])
        ),
      ]))
  }
}

func renderGitLab(_ entries: SpilledEntries) -> ReportPieces {
  var pieces = ReportPieces(Array("[".utf8))
  pieces.append(ReportPieces(EntryPieces(entries: entries, areElements: true)))
  pieces.append("\n]\n")
  return pieces
}
