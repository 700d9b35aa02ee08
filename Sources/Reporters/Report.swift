import Diagnostics

/// What files that follow each other add to a report, rendered, so that most of them need not be
/// kept themselves.
package struct RenderedFiles: Sendable {
  fileprivate let style: ReportStyle
  /// In order: for each file one of each function of the format.
  fileprivate private(set) var files: [RenderedFile] = []
  fileprivate private(set) var tally = Tally()
  /// In bytes, of what is kept until it is written.
  package private(set) var size = 0

  package init(_ style: ReportStyle) {
    self.style = style
  }

  package var isEmpty: Bool { tally.isEmpty }

  fileprivate mutating func append(
    _ findings: [Diagnostic], of source: SourceFile, _ lines: LineTable,
    reusing memory: inout TextBuffer
  ) {
    if findings.isEmpty { return }
    let traits = style.format.traits
    let hasGroups = traits.hasGroups || traits.isForPeople && style.counting != nil
    tally.add(findings, in: hasGroups ? style.group(of: source.path) : nil)
    let file = ReportedFile(
      source: source, lines: lines, findings: findings, isColored: style.isColored,
      root: style.root, facts: style.facts)
    if traits.isPage { tally.add(FileCounts(file), of: source.path) }
    for render in traits.files {
      let rendered = RenderedFile(file, render, reusing: &memory)
      size += rendered.size
      files.append(rendered)
    }
  }
}

/// Renders the findings of files for each of a run's outputs; any thread may have its own.
///
/// Unlike the compiler's, reports do not follow `#sourceLocation`: fix-its, globs and hooks are
/// about the file that was read, and so are its name and lines.
package struct Renderer: ~Copyable {
  private var memory = TextBuffer()

  package init() {}

  /// - Parameters:
  ///   - findings: of one file, in report order (`inReportOrder`). Those that are excused may
  ///     stand among the others or after them; few formats have them.
  ///   - reports: what files before it add, one for each output.
  package mutating func append(
    _ findings: [Diagnostic], of source: SourceFile, to reports: inout [RenderedFiles]
  ) {
    if findings.isEmpty { return }
    let lines = LineTable(source.bytes)
    // There may be many, so that they are copied only where they are to be parted.
    var (reported, excused) = (findings, [Diagnostic]())
    if !findings.allSatisfy(\.isReported) {
      reported = findings.filter(\.isReported)
      excused = findings.filter { !$0.isReported }
    }
    for index in reports.indices {
      let hasExcused = !excused.isEmpty && reports[index].style.hasExcused
      reports[index].append(
        hasExcused ? reported + excused : reported, of: source, lines, reusing: &memory)
    }
  }
}

/// Renders the findings of one file.
package func renderFile(
  _ findings: [Diagnostic], of source: SourceFile, styles: [ReportStyle]
) -> [RenderedFiles] {
  var renderer = Renderer()
  var reports = styles.map { RenderedFiles($0) }
  renderer.append(findings, of: source, to: &reports)
  return reports
}

/// Joins what files add to the report of a run, puts it in order, and keeps what can be written
/// only at the end. What its functions write belongs together in that order; nothing else may stand
/// in between.
package struct Report: Sendable {
  package let style: ReportStyle
  private let traits: FormatTraits
  private var kept: KeptFiles

  package init(_ style: ReportStyle) {
    self.style = style
    traits = style.format.traits
    kept = KeptFiles(streams: traits.files.map { _ in [] })
  }

  /// Whether it says why a run could not do its whole job.
  package var tellsFailures: Bool { traits.tellsFailures }

  /// How many findings it has.
  package var findingCount: Int { kept.tally.count }

  /// The ids of the rules that it has errors of, the most frequent one first.
  package var errorIDs: [String] {
    kept.tally.rules.filter { 0 < $0.errors }
      .sorted { precede(($0.errors, $0.name), ($1.errors, $1.name)) }.compactMap(\.id)
  }

  /// Counts by rule and by top folder; nil where there are so few findings that all can be seen.
  package var overview: [UInt8]? {
    findingCount <= 60 ? nil : StatisticsFormat.overview(of: kept.tally)
  }

  /// Records the next file that was linted, with diagnostics or not.
  package mutating func add(linted path: FilePath) {
    if traits.namesLinted { kept.linted.append(path) }
  }

  /// Adds the next files, in the order of paths, and writes what can be written by now.
  package mutating func append(_ added: RenderedFiles, to write: @escaping WriteBytes) {
    var output = ReportText(write)
    for (index, file) in added.files.enumerated() {
      if traits.order != .asTheyCome {
        kept.streams[index % traits.files.count].append(file)
      } else {
        if 0 < index || !kept.tally.isEmpty { output.text.append(traits.separator) }
        file.write(to: &output)
      }
    }
    output.end()
    kept.tally.add(added.tally)
  }

  /// Writes what closes the report. To be called once, after the last file.
  /// - Parameters:
  ///   - exitStatus: what the run will exit with.
  ///   - tool: what wrote the report.
  ///   - receipt: what a page says was done; nil for nothing.
  ///   - notices: what the formats tell that have a place for it: SARIF, the summary and the page.
  ///   - failures: why not all was done.
  package mutating func end(
    exitStatus: Int32, tool: ToolDescription, receipt: String? = nil, _ notices: [Notice],
    _ failures: Failures, to write: @escaping WriteBytes
  ) {
    let run = RunDescription(
      exitStatus: exitStatus, tool: tool, receipt: receipt, notices: notices, failures: failures,
      root: style.root, counting: style.counting)
    // What was found late comes after the rest of its file.
    if traits.order == .byPath {
      for index in kept.streams.indices { kept.streams[index].sort { $0.path < $1.path } }
    }
    var output = ReportText(write)
    traits.end(kept, run, &output)
    output.end()
  }
}

extension Report {
  /// Adds the next files, and returns what can be written by now, where that is not long.
  package mutating func text(adding added: RenderedFiles) -> [UInt8] {
    var text: [UInt8] = []
    append(added) { bytes in
      text += bytes
      return true
    }
    return text
  }

  /// What closes the report, where that is not long.
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
