import Diagnostics

/// The formats of a trace; the raw values are the names on the command line.
package enum TraceFormat: String, CaseIterable, Sendable {
  /// The compiler's default style: each finding with the source around it and around each hop.
  case text
  /// The compiler's `-diagnostic-style llvm`.
  case llvm
  /// A line for each finding, and one for each hop.
  case short
  /// An object, by entry.
  case json
  /// A log of the Static Analysis Results Interchange Format: a result for each entry and cause.
  case sarif
  /// A picture, in the language of Graphviz.
  case dot
  /// A picture, which Markdown of many services shows.
  case mermaid
  /// A page with a tree of the ways to each cause.
  case html

  /// Whether people read it, so that it may have colours.
  package var isForPeople: Bool { self == .text || self == .llvm || self == .short }

  /// Whether it shows source, or counts columns in other units than bytes.
  package var needsSources: Bool {
    self == .text || self == .llvm || self == .sarif || self == .html
  }

  /// Whether it stands alone: it says why a run failed, has paths as the repository has them, and
  /// describes rules.
  package var isReadElsewhere: Bool { self == .sarif || self == .html }
}

/// The style of one output of a trace.
package struct TraceStyle: Sendable {
  package let format: TraceFormat
  /// Whether to write colours and links for a terminal; only where people read it.
  let isColored: Bool
  /// Whether the formats for people list each entry of a cause, and not the nearest alone.
  let listsAll: Bool
  /// The top of the report, for formats that are read elsewhere.
  let root: ReportRoot

  package init(
    _ format: TraceFormat, isColored: Bool = false, listsAll: Bool = false,
    root: ReportRoot = ReportRoot(top: FilePath("/"), workingFolder: FilePath("/"))
  ) {
    self.format = format
    self.isColored = isColored && format.isForPeople
    (self.listsAll, self.root) = (listsAll, root)
  }
}

/// Writes all of a trace.
/// - Parameters:
///   - exitStatus: the status that the run will exit with; SARIF says it.
///   - tool: the tool that wrote the report, for the formats that are read elsewhere.
///   - receipt: a line about what was traced and what was not followed, for the page; nil if
///     nothing was traced.
///   - failures: the reasons why not all was done, for the formats that are read elsewhere.
///   - notices: the notices of what the change silences, for the same formats.
///   - read: returns the bytes of a file as they were traced. It is asked once at most for each
///     file, and only in a format that needs sources; without them a place has no excerpt.
package func writeTrace(
  _ report: TraceReport, _ style: TraceStyle, exitStatus: Int32, tool: ToolDescription,
  receipt: String?, _ failures: Failures = Failures(), _ notices: [Notice] = [],
  sources read: (FilePath) -> [UInt8]?, to write: WriteBytes
) {
  let run = RunDescription(
    exitStatus: exitStatus, tool: tool, receipt: receipt, notices: notices, failures: failures,
    root: style.root, counting: nil)
  withoutActuallyEscaping(read) { read in
    withoutActuallyEscaping(write) { write in
      var sources = TraceSources(isColored: style.isColored, root: style.root, read)
      var output = ReportText(write)
      switch style.format {
      case .text: writeTraceText(report, style, &sources, to: &output)
      case .llvm: writeTraceLLVM(report, style, &sources, to: &output)
      case .short: writeTraceShort(report, style, to: &output)
      case .json: writeTraceJSON(report, to: &output)
      case .sarif: TraceSARIFFormat.write(report, run, &sources, to: &output)
      case .dot, .mermaid: TracePicture(report).write(isDot: style.format == .dot, to: &output)
      case .html: TraceHTMLFormat.write(report, style, run, sources, to: &output)
      }
      output.end()
    }
  }
}

/// The files of a trace, each of which is read when a format first asks for it.
struct TraceSources {
  private let isColored: Bool
  private let root: ReportRoot
  private let read: (FilePath) -> [UInt8]?
  private var files: [FilePath: ReportedFile?] = [:]

  init(isColored: Bool, root: ReportRoot, _ read: @escaping (FilePath) -> [UInt8]?) {
    (self.isColored, self.root, self.read) = (isColored, root, read)
  }

  /// The file at a path; nil for one that nobody has the bytes of.
  mutating func file(_ path: FilePath) -> ReportedFile? {
    if let file = files[path] { return file }
    let file = read(path).map { bytes in
      ReportedFile(
        source: SourceFile(path: path, bytes: bytes), lines: LineTable(bytes), findings: [],
        isColored: isColored, root: root)
    }
    files[path] = .some(file)
    return file
  }
}

extension ReportedFile {
  /// The line and column of a place; nil for one that is not in the file.
  func location(of place: TraceReport.Place) -> SourceLocation? {
    guard 1...lines.lineCount ~= place.line else { return nil }
    let line = lines.range(ofLine: place.line)
    guard 1...line.count + 1 ~= place.column else { return nil }
    return SourceLocation(
      line: place.line, column: place.column, offset: line.lowerBound + place.column - 1)
  }
}
