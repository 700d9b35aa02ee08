import Diagnostics
import Reporters
import Rules
import Workspace

/// The reports of a run, each written as it grows: to a terminal as soon as something is known,
/// elsewhere in larger pieces, since each takes a system call and wakes the reader.
struct ReportOutputs {
  private struct Output {
    var report: Report
    let file: OutputFile
    /// For messages, e.g. `'lint.json'`.
    let name: String
    /// Whether another report stands above it, so that there is an empty line between them.
    var isBelow = false
    /// Whether it only says again what another one says.
    var isRemark = false
    var isOpen = true
    /// What is not written yet.
    var pending: [UInt8] = []
    let spills = Spills()

    /// Whether somebody waits for each line.
    let isTerminal: Bool

    init(_ style: ReportStyle, to file: OutputFile, _ name: String) {
      report = Report(style) { [spills] in spills.make() }
      self.file = file
      self.name = name
      isTerminal = file.isTerminal
    }
  }

  private var outputs: [Output] = []
  /// Whether standard output takes a diff in place of a report.
  private var isDiffOpen = false
  private let console: Console
  /// Whether a report could not be written, other than for a reader that has gone.
  private(set) var hasFailed = false

  init(_ options: LintOptions, in place: Place, _ console: Console) {
    self.console = console
    let root = options.reportRoot(in: place)
    if options.showsDiff {
      isDiffOpen = true
      // A patch in a file is for git.
      if console.output.isRegularFile { console.output.guardsLog = false }
    } else {
      if !options.format.isLogText { console.output.guardsLog = false }
      outputs.append(
        Output(
          ReportStyle(options.format, isColored: console.isOutputColored, root: root),
          to: console.output, "standard output"))
    }
    // GitHub shows twenty annotations at most.
    if options.format == .github { addOnErrors(.text) }
    for (format, path) in options.outputs {
      let style = ReportStyle(format, isColored: console.isColored ?? false, root: root)
      add(style, to: path) { path throws(FileError) in
        try place.requireNoLinkOut(at: path)
        let file = try OutputFile(creating: path)
        file.guardsLog = isReadByCI && format.isLogText
        return file
      }
    }
    if options.showsStatistics {
      addStatistics(below: options.format)
    } else if !options.isQuiet, options.format != .statistics, console.errors.isTerminal {
      addOnErrors(.counts)
      outputs[outputs.count - 1].isRemark = true
    }
    if options.writesSummary { addSummary(root) }
  }

  private mutating func add(
    _ style: ReportStyle, to path: FilePath,
    _ open: (FilePath) throws(FileError) -> OutputFile
  ) {
    do {
      outputs.append(Output(style, to: try open(path), "'\(path.string)'"))
    } catch {
      hasFailed = true
      console.printError("cannot write to '\(path.string)' (\(error.text))")
    }
  }

  private mutating func addOnErrors(_ format: ReportFormat) {
    outputs.append(
      Output(
        ReportStyle(format, isColored: console.areErrorsColored), to: console.errors,
        "standard error"))
    outputs[outputs.count - 1].isBelow = format != .text
  }

  /// Where a program reads the report, tables are none of it.
  private mutating func addStatistics(below format: ReportFormat) {
    if format == .statistics { return }
    guard format.isForPeople else { return addOnErrors(.statistics) }
    outputs.append(Output(ReportStyle(.statistics), to: console.output, "standard output"))
    outputs[outputs.count - 1].isBelow = true
  }

  /// Adds to the file that a step of GitHub Actions has for its summary.
  private mutating func addSummary(_ root: ReportRoot) {
    guard let path = environmentVariable("GITHUB_STEP_SUMMARY"), !path.bytes.isEmpty else {
      return console.printWarning(
        "'--summary' writes to the file that GITHUB_STEP_SUMMARY names, and it names none")
    }
    add(ReportStyle(.summary, root: root), to: path) { path throws(FileError) in
      try OutputFile(appendingTo: path)
    }
  }

  var styles: [ReportStyle] { outputs.map { $0.report.style } }

  /// Whether anybody still reads a report.
  var isAnyOpen: Bool { isDiffOpen || outputs.contains { $0.isOpen && !$0.isRemark } }

  mutating func appendDiff(of path: FilePath, from old: [UInt8], to new: [UInt8]) {
    guard isDiffOpen else { return }
    let isColored = console.isOutputColored
    let isForPeople = isColored || console.output.isTerminal
    let reader: DiffReader = isForPeople ? .terminal(isColored: isColored) : .program
    do {
      try console.output.write(unifiedDiff(of: path, from: old, to: new, for: reader))
    } catch {
      isDiffOpen = false
      tell(error, of: "standard output")
    }
  }

  /// - Parameter reports: one for each style.
  mutating func append(_ reports: [RenderedFiles]) {
    for index in outputs.indices {
      add(outputs[index].report.append(reports[index]), to: index)
    }
  }

  /// Writes what is known by now.
  mutating func flush() {
    for index in outputs.indices { flush(index) }
  }

  /// Whether a report names each file that was linted, with findings or not.
  var namesLinted: Bool { outputs.contains { $0.report.style.format == .json } }

  mutating func add(linted path: FilePath) {
    for index in outputs.indices where outputs[index].report.style.format == .json {
      outputs[index].report.add(linted: path)
    }
  }

  /// - Parameters:
  ///   - notices: what a change silences.
  ///   - rules: called for those that files were held against.
  mutating func end(status: ExitStatus, _ notices: [Notice], rules: () -> [Rule]) {
    if isDiffOpen, console.output.hasGuardedLog {
      console.printWarning(
        "blanks keep commands for the CI out of this patch, which may not apply; "
          + "write it to a file: '--fix --diff > FILE'")
    }
    // Only one format has the rules; there may be many.
    let tool =
      styles.contains { $0.format == .sarif }
      ? ToolDescription(rules()) : ToolDescription(version: version)
    for index in outputs.indices {
      var pieces = outputs[index].report.end(
        exitStatus: status.rawValue, tool: tool, notices)
      if outputs[index].isBelow, !pieces.isEmpty { pieces = ReportPieces("\n", before: pieces) }
      add(pieces, to: index)
      flush(index)
      if let error = outputs[index].spills.failure { addFailure(error, of: index) }
      finish(index)
      warnOfLimits(outputs[index])
    }
  }

  private mutating func finish(_ index: Int) {
    do {
      try outputs[index].file.finish(isWhole: outputs[index].isOpen)
    } catch {
      addFailure(error, of: index)
    }
  }

  /// Says what GitHub will not show of a report for it.
  private func warnOfLimits(_ output: Output) {
    guard output.report.style.format == .sarif, output.isOpen else { return }
    let count = output.report.entryCount
    if 25_000 < count {
      console.printWarning(
        "\(output.name) has \(count) results; GitHub refuses a file with more than 25000")
    } else if 5_000 < count {
      console.printWarning("\(output.name) has \(count) results; GitHub keeps 5000 of them")
    }
  }

  private mutating func add(_ pieces: ReportPieces, to index: Int) {
    // A long report is rendered as it is written, if anybody reads it.
    guard outputs[index].isOpen else { return }
    pieces.forEachPiece { bytes in
      add(bytes, to: index)
      return outputs[index].isOpen
    }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, to index: Int) {
    if !outputs[index].isTerminal, outputs[index].pending.count + bytes.count < pieceSize {
      outputs[index].pending.append(contentsOf: bytes)
    } else {
      flush(index)
      write(bytes, to: index)
    }
  }

  private mutating func flush(_ index: Int) {
    let bytes = outputs[index].pending
    outputs[index].pending = []
    bytes.withUnsafeBufferPointer { write($0, to: index) }
  }

  private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to index: Int) {
    guard outputs[index].isOpen, !bytes.isEmpty else { return }
    do {
      try outputs[index].file.write(bytes)
    } catch {
      addFailure(error, of: index)
    }
  }

  private mutating func addFailure(_ error: FileError, of index: Int) {
    outputs[index].isOpen = false
    tell(error, of: outputs[index].name)
  }

  private mutating func tell(_ error: FileError, of name: String) {
    guard !error.isClosedPipe else { return }
    hasFailed = true
    console.printError("cannot write to \(name) (\(error.text))")
  }
}

/// In bytes: half of what a pipe of Linux holds, so that its reader can work meanwhile.
private let pieceSize = 32 * 1024
