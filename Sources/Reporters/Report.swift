import Diagnostics

/// The report of a run as it grows. Most formats need all findings before they write any; those of
/// the compiler write each file as it comes. What its functions write belongs together in that
/// order; nothing else may stand in between.
///
/// Unlike the compiler's, reports do not follow `#sourceLocation`: fix-its, globs and hooks are
/// about the file that was read, and so are its name and lines.
package struct Report: Sendable {
  package let style: ReportStyle
  private let traits: FormatTraits
  private var reported = ReportedFiles()

  package init(_ style: ReportStyle) {
    self.style = style
    traits = style.format.traits
  }

  /// Whether it says why a run could not do its whole job.
  package var tellsFailures: Bool { traits.tellsFailures }

  /// The number of its findings.
  package var findingCount: Int { reported.tally.count }

  /// The ids of the rules that it has errors of, the most frequent one first.
  package var errorIDs: [String] {
    reported.tally.rules.filter { 0 < $0.errors }
      .sorted { precede(($0.errors, $0.name), ($1.errors, $1.name)) }.compactMap(\.id)
  }

  /// Counts by rule and by top folder; nil where there are so few findings that all can be seen.
  package var overview: [UInt8]? {
    findingCount <= 60 ? nil : countOverview(of: reported.tally)
  }

  /// Records the next file that was linted, with diagnostics or not.
  package mutating func add(linted path: FilePath) {
    if traits.namesLinted { reported.linted.append(path) }
  }

  /// Adds the findings of the next file, in the order of paths, and writes as much as it can by
  /// now.
  /// - Parameter findings: the findings in report order (`inReportOrder`). Those that are excused
  ///   may stand among the others or after them; few formats have them.
  package mutating func append(
    _ findings: [Diagnostic], of source: SourceFile, to write: @escaping WriteBytes
  ) {
    // There may be many, so that they are copied only where they are to be parted.
    var findings = findings
    if !findings.allSatisfy(\.isReported) {
      let excused = style.hasExcused ? findings.filter { !$0.isReported } : []
      findings = findings.filter(\.isReported) + excused
    }
    if findings.isEmpty { return }
    let isFirst = reported.tally.isEmpty
    let hasGroups = traits.hasGroups || traits.isForPeople && style.counting != nil
    reported.tally.add(findings, in: hasGroups ? style.group(of: source.path) : nil)
    let file = ReportedFile(
      source: source, lines: LineTable(source.bytes), findings: findings,
      isColored: style.isColored, root: style.root, facts: style.facts)
    if traits.isPage { reported.tally.add(FileCounts(file), of: source.path) }
    guard let render = traits.file else { return reported.files.append(file) }
    var output = ReportText(write)
    if !isFirst { output.text.append(traits.separator) }
    let append = render(file)
    for finding in findings where output.goesOn {
      append(finding, &output.text)
      output.endPart()
    }
    output.end()
  }

  /// Writes the end of the report. It is called once, after the last file.
  /// - Parameters:
  ///   - exitStatus: the status that the run will exit with.
  ///   - tool: the tool that wrote the report.
  ///   - receipt: the account of what was done, for the page; nil for none.
  ///   - notices: the notices for formats that show them: SARIF, the summary and the page.
  ///   - failures: the reasons why not all was done.
  package mutating func end(
    exitStatus: Int32, tool: ToolDescription, receipt: String? = nil, _ notices: [Notice],
    _ failures: Failures, to write: @escaping WriteBytes
  ) {
    let run = RunDescription(
      exitStatus: exitStatus, tool: tool, receipt: receipt, notices: notices, failures: failures,
      root: style.root, counting: style.counting)
    // A late finding follows the rest of its file; `json` has the order of `text`.
    if !traits.namesLinted { reported.files.sort { $0.source.path < $1.source.path } }
    var output = ReportText(write)
    traits.end(reported, run, &output)
    output.end()
  }
}

extension Report {
  /// Adds the findings of the next file, and returns what can be written by now, where that is not
  /// long.
  package mutating func text(adding findings: [Diagnostic], of source: SourceFile) -> [UInt8] {
    var text: [UInt8] = []
    append(findings, of: source) { bytes in
      text += bytes
      return true
    }
    return text
  }

  /// The text that closes the report, where that is not long.
  package mutating func end(
    exitStatus: Int32, tool: ToolDescription, _ failures: Failures = Failures()
  ) -> [UInt8] {
    var text: [UInt8] = []
    end(exitStatus: exitStatus, tool: tool, [], failures) { bytes in
      text += bytes
      return true
    }
    return text
  }
}

/// A line about something that has no place in a file, as the compiler prints it, e.g.
/// `error: no such file: 'Sources'`.
package func renderMessage(
  _ severity: Severity, _ message: String, isColored: Bool
) -> [UInt8] {
  var text = TextBuffer()
  TextColors(isEnabled: isColored)
    .append(message, label: AnnotationLabel(severity), rule: nil, to: &text)
  text.append(character: "\n")
  return text.bytes
}
