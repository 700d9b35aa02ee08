import Diagnostics

/// What files that follow each other add to a report, rendered, so that the files themselves need
/// not be kept.
package struct RenderedFiles: Sendable {
  fileprivate let style: ReportStyle
  /// The diagnostics for people; in `json` they become the `output` of the closing message, and
  /// are escaped.
  private(set) var text = ReportPieces()
  /// In `json`, the diagnostics as data: the elements of an array.
  private(set) var objects = ReportPieces()
  /// The rules of the diagnostics, each once, in the formats that close with a list of their links.
  private(set) var rules: [RuleReference] = []
  /// In formats that are put in order at the end, what is put so.
  private(set) var entries: [FileEntries] = []
  /// In `statistics`, all there is.
  private(set) var tally = FindingTally()

  package init(_ style: ReportStyle) {
    self.style = style
  }

  package var isEmpty: Bool { text.isEmpty && entries.isEmpty && tally.isEmpty }

  /// In bytes, of what is kept until it is written.
  package var size: Int {
    entries.reduce(text.size + objects.size) { $0 + $1.size }
  }

  fileprivate mutating func append(
    _ diagnostics: [Diagnostic], of source: SourceFile, _ lines: LineTable,
    reusing memory: inout TextBuffer
  ) {
    if diagnostics.isEmpty { return }
    separate()
    let root = style.root
    func addEntries(_ page: some EntryPage) {
      entries.append(FileEntries(page, of: source, diagnostics))
    }
    switch style.format {
    case .text:
      let page = TextPage(source, lines, isColored: style.isColored)
      text.append(page, diagnostics, of: source, reusing: &memory)
    case .llvm:
      let page = LLVMPage(source, lines, isColored: style.isColored)
      text.append(page, diagnostics, of: source, reusing: &memory)
    case .json:
      let page = EscapedTextPage(TextPage(source, lines, isColored: false))
      text.append(page, diagnostics, of: source, reusing: &memory)
      objects.append(ObjectPage(source, lines), diagnostics, of: source, reusing: &memory)
    case .short:
      let page = ShortPage(source, lines, isColored: style.isColored)
      text.append(page, diagnostics, of: source, reusing: &memory)
    case .xcode:
      let page = XcodePage(source, lines, root)
      text.append(page, diagnostics, of: source, reusing: &memory)
    case .sarif: addEntries(SARIFPage(source, lines, root))
    case .github: addEntries(GitHubPage(source, lines, root))
    case .gitlab: addEntries(GitLabPage(source, lines, root))
    case .checkstyle: addEntries(CheckstylePage(source, lines, diagnostics))
    case .summary: addEntries(SummaryPage(source, lines, root))
    case .statistics, .counts: tally.add(diagnostics, in: source.path)
    }
    if style.format == .text || style.format == .json {
      for diagnostic in diagnostics {
        if let rule = diagnostic.rule { add(rule) }
      }
    }
  }

  /// Writes what stands between two files.
  private mutating func separate() {
    if text.isEmpty { return }
    text.append(style.format.separator)
    if style.format == .json { objects.append(",\n") }
  }

  /// There are few different ones, so that looking through them beats a set.
  private mutating func add(_ rule: RuleReference) {
    if !rules.contains(rule) { rules.append(rule) }
  }
}

extension ReportFormat {
  /// What stands between two files in the text for people.
  fileprivate var separator: StaticString {
    switch self {
    case .text: "\n"
    case .json: #"\n"#
    default: ""
    }
  }
}

/// Renders the diagnostics of files for each of a run's outputs; any thread may have its own.
///
/// Unlike the compiler's, reports do not follow `#sourceLocation`: fix-its, globs and hooks are
/// about the file that was read, and so are its name and lines.
package struct Renderer: ~Copyable {
  private var memory = TextBuffer()

  package init() {}

  /// - Parameters:
  ///   - findings: of one file, in report order (`inReportOrder`). Those that are excused may
  ///     stand among the others or after them; only SARIF has them.
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
      excused = findings.filter { !$0.isReported && $0.verdict != .notNew }
    }
    for index in reports.indices {
      let hasExcused = !excused.isEmpty && reports[index].style.format == .sarif
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

/// Joins what files add to the report of a run. What its functions return is written in that
/// order; nothing else belongs in between.
package struct Report: Sendable {
  package let style: ReportStyle
  private var hasText = false
  /// Of the formats that end with links.
  private var rules: Set<RuleReference> = []
  /// What can be written only at the end: in `statistics`, and in `json`.
  private var tally = FindingTally()
  private var text: SpilledPieces
  private var objects: SpilledPieces
  private var inputs: SpilledPieces
  /// In formats that are put in order.
  private var entries: SpilledEntries

  /// - Parameter makeSpill: for what can be written only at the end.
  package init(_ style: ReportStyle, spillingTo makeSpill: @escaping MakeSpill = { nil }) {
    self.style = style
    text = SpilledPieces(makeSpill)
    objects = SpilledPieces(makeSpill)
    inputs = SpilledPieces(makeSpill)
    entries = SpilledEntries(makeSpill)
  }

  /// How many findings wait to be put in order.
  package var entryCount: Int { entries.count() }

  /// Takes note of the next file that was linted, with diagnostics or not; only `json` names them.
  package mutating func add(linted path: FilePath) {
    inputs.append(ReportPieces(renderInput(path, isFirst: inputs.isEmpty)))
  }

  /// Adds the next files, in the order of paths, and returns what can be written by now.
  package mutating func append(_ added: RenderedFiles) -> ReportPieces {
    if added.isEmpty { return ReportPieces() }
    switch style.format {
    case .text, .llvm, .short, .xcode:
      if style.format == .text { rules.formUnion(added.rules) }
      defer { hasText = true }
      return hasText ? ReportPieces(style.format.separator, before: added.text) : added.text
    case .json:
      rules.formUnion(added.rules)
      if hasText {
        text.append(ReportPieces(style.format.separator, before: ReportPieces()))
        objects.append(ReportPieces(Array(",\n".utf8)))
      }
      hasText = true
      text.append(added.text)
      objects.append(added.objects)
      return ReportPieces()
    case .sarif, .github, .gitlab, .checkstyle, .summary:
      for file in added.entries { file.render { entries.append($0) } }
      return ReportPieces()
    case .statistics, .counts:
      tally.add(added.tally)
      return ReportPieces()
    }
  }

  /// Returns what closes the report. To be called once, after the last file.
  /// - Parameters:
  ///   - exitStatus: what the run will exit with.
  ///   - tool: what wrote the report.
  ///   - notices: what the formats tell that have a place for it, SARIF and the summary.
  package func end(
    exitStatus: Int32, tool: ToolDescription, _ notices: [Notice] = []
  ) -> ReportPieces {
    switch style.format {
    case .text: ReportPieces(renderLinks(of: rules))
    case .llvm, .short, .xcode: ReportPieces()
    case .json: renderJSON(exitStatus: exitStatus)
    case .sarif: renderSARIF(entries, exitStatus: exitStatus, tool, notices, style.root)
    case .github: renderGitHub(entries)
    case .gitlab: renderGitLab(entries)
    case .checkstyle: renderCheckstyle(entries)
    case .summary: ReportPieces(renderSummary(entries, notices, style.root))
    case .statistics: ReportPieces(renderStatistics(tally))
    case .counts: ReportPieces(renderCounts(tally))
    }
  }

  private func renderJSON(exitStatus: Int32) -> ReportPieces {
    var links = TextBuffer()
    renderLinks(of: rules).withUnsafeBufferPointer { links.append(escaping: $0) }
    var output = text.pieces
    output.append(links.bytes)
    var messages = renderBegan(inputs: inputs.pieces)
    messages.append(
      renderFinished(output: output, objects: objects.pieces, exitStatus: exitStatus))
    return messages
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
