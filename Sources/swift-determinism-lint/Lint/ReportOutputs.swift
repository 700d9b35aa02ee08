import Commands
import Diagnostics
import Pipeline
import Reporters
import Rules
import Workspace

/// The reports of a run, each written as it grows: to a terminal as soon as something is known,
/// elsewhere in larger pieces, since each takes a system call and wakes the reader.
struct ReportOutputs {
  private var outputs: [ReportOutput] = []
  /// Whether standard output takes a diff in place of a report.
  private var isDiffOpen = false
  private let console: Console
  private let place: Place
  /// The line that a long run shows between its reports.
  var progress: Progress
  private let root: ReportRoot
  /// The groups that tables count by; nil for rules and folders.
  private let counting: Counting?
  /// The facts that pages have of files; nil if there is no page.
  private let facts: FileFacts?
  /// Whether SARIF has findings that are excused.
  private let includesSuppressed: Bool

  private init(
    _ options: LintOptions, _ place: Place, _ counting: Counting?, _ facts: FileFacts?,
    _ console: Console, start: Double = 0
  ) {
    (self.console, self.place, self.counting, self.facts) = (console, place, counting, facts)
    progress = Progress(console: console, isQuiet: options.isQuiet, start: start)
    root = options.reportRoot(in: place)
    includesSuppressed = options.includesSuppressed
  }

  init(
    _ options: LintOptions, in place: Place, counting: Counting?, facts: FileFacts?,
    _ console: Console, start: Double
  ) {
    self.init(options, place, counting, facts, console, start: start)
    if options.showsDiff {
      isDiffOpen = true
      // A patch in a file is for git.
      if console.output.isRegularFile { console.output.guardsLog = false }
    } else {
      addOnOutput(options.format)
    }
    if options.format.traits.showsSome { addOnErrors(.text) }
    for (format, path) in options.outputs { add(format, to: path) }
    if options.showsStatistics { addStatistics(below: options.format) }
    guard options.writesSummary else { return }
    if let summaryPath {
      addSummary(to: summaryPath)
    } else {
      console.printWarning(
        "GITHUB_STEP_SUMMARY is not set; '--summary' writes to the file that it names")
    }
  }

  /// The reports of a run that could not begin: those that say why.
  init(ofFailed options: LintOptions, in place: Place, _ console: Console) {
    self.init(options, place, nil, nil, console)
    if !options.showsDiff, options.format.traits.tellsFailures { addOnOutput(options.format) }
    for (format, path) in options.outputs where format.traits.tellsFailures {
      add(format, to: path)
    }
    if options.writesSummary, let summaryPath { addSummary(to: summaryPath) }
  }

  private func style(_ format: ReportFormat, isColored: Bool) -> ReportStyle {
    // On a terminal, a long run ends with counts of its folders.
    let isOverview = format.traits.isForPeople && console.errors.isTerminal
    return ReportStyle(
      format, isColored: isColored, root: root,
      counting: counting ?? (isOverview ? Counting(.folder) : nil), facts: facts,
      hasExcused: includesSuppressed || format.traits.isPage)
  }

  private mutating func addOnOutput(_ format: ReportFormat) {
    if !format.traits.isLogText { console.output.guardsLog = false }
    add(style(format, isColored: console.isOutputColored), to: console.output, "standard output")
  }

  private mutating func add(_ format: ReportFormat, to path: FilePath) {
    add(style(format, isColored: console.isColored ?? false), to: path) {
      target throws(FileError) in
      let file = try OutputFile(creating: target)
      file.guardsLog = isReadByCI && format.traits.isLogText
      return file
    }
  }

  private mutating func add(
    _ style: ReportStyle, to path: FilePath,
    _ open: (WritableFile) throws(FileError) -> OutputFile
  ) {
    do {
      add(style, to: try open(place.writable(path)), "'\(path.string)'")
    } catch {
      console.printError("cannot write to '\(path.string)' (\(error.text))")
    }
  }

  private mutating func add(_ style: ReportStyle, to file: OutputFile, _ name: String) {
    outputs.append(ReportOutput(style, to: file, name, console))
  }

  private mutating func addOnErrors(_ format: ReportFormat, counting: Counting? = nil) {
    add(
      ReportStyle(format, isColored: console.areErrorsColored, counting: counting),
      to: console.errors, "standard error")
    outputs.last?.isBelow = format != .text
  }

  /// If a program reads the report, tables are not part of it.
  private mutating func addStatistics(below format: ReportFormat) {
    if format == .statistics { return }
    guard format.traits.isForPeople else { return addOnErrors(.statistics, counting: counting) }
    add(ReportStyle(.statistics, counting: counting), to: console.output, "standard output")
    outputs.last?.isBelow = true
  }

  private mutating func addSummary(to path: FilePath) {
    add(ReportStyle(.summary, root: root), to: path) { target throws(FileError) in
      try OutputFile(appendingTo: target)
    }
  }

  private var styles: [ReportStyle] { outputs.map { $0.report.style } }

  /// Whether anybody still reads a report.
  var isAnyOpen: Bool { isDiffOpen || outputs.contains(where: \.isOpen) }

  /// The ids of the rules with errors on standard output, the most frequent one first.
  var errorIDs: [String] { isDiffOpen ? [] : outputs.first?.report.errorIDs ?? [] }

  /// Counts of the findings on standard output, if somebody reads more of them than can be seen.
  var overview: [UInt8]? {
    guard !isDiffOpen, let report = outputs.first?.report, report.style.format.traits.isForPeople
    else { return nil }
    return report.overview
  }

  mutating func appendDiff(
    of path: FilePath, from old: [UInt8], to new: [UInt8], keeping kept: [KeptText]
  ) {
    progress.erase()
    guard isDiffOpen else { return }
    let isColored = console.isPatchColored
    let isForPeople = isColored || console.output.isTerminal
    let reader: DiffReader = isForPeople ? .terminal(isColored: isColored) : .program
    do {
      try console.output.write(
        unifiedDiff(of: path, from: old, to: new, keeping: kept, for: reader))
    } catch {
      isDiffOpen = false
      console.tell(error, of: "standard output")
    }
  }

  mutating func append(_ findings: [Diagnostic], of source: SourceFile) {
    progress.erase()
    for output in outputs { output.append(findings, of: source) }
  }

  /// Writes what is known by now, so that something else may stand below it.
  mutating func flush() {
    progress.erase()
    for output in outputs { output.flush() }
  }

  /// Adds the files that were linted to the reports that name each, with findings or not.
  func add(_ batch: LintedBatch) {
    for output in outputs where output.report.style.format.traits.namesLinted {
      for file in batch.checkedFiles { output.report.add(linted: file.path) }
    }
  }

  /// - Parameters:
  ///   - status: that of the run; a report that cannot be written changes it.
  ///   - receipt: what was done, in a line; nil for nothing.
  ///   - notices: what a change silences.
  ///   - rules: returns those that files were checked against.
  func end(
    status: @autoclosure () -> ExitStatus, receipt: @autoclosure () -> String?,
    _ notices: [Notice], rules: () -> [Rule]
  ) {
    if isDiffOpen, console.output.hasGuardedLog {
      console.printWarning(
        "blanks were added to this patch to keep commands from the CI, so it may not apply; "
          + "write it to a file: '--fix --diff > FILE'")
    }
    // Few formats have the rules; there may be many.
    let tool =
      styles.contains { $0.format.traits.describesRules }
      ? ToolDescription(rules()) : ToolDescription(version: version)
    let receipt = styles.contains { $0.format.traits.isPage } ? receipt() : nil
    for turn in ReportOutput.Turn.allCases {
      for output in outputs where output.turn == turn {
        output.end(status: status(), tool, receipt, notices, console.failures)
      }
    }
  }
}

/// A report, and where it is written.
private final class ReportOutput {
  var report: Report
  private let file: OutputFile
  /// For messages, e.g. `'lint.json'`.
  private let name: String
  private let console: Console
  /// Whether another report stands above it, so that there is an empty line between them.
  var isBelow = false
  private(set) var isOpen = true
  /// The bytes that are not written yet.
  private var pending: [UInt8] = []

  /// When it is closed. Reports that say why a run failed come last, so that they can name the
  /// others; of these, a file that gets its name at its end comes after what may be a full device.
  enum Turn: CaseIterable {
    case silent, direct, inFile
  }
  let turn: Turn

  init(_ style: ReportStyle, to file: OutputFile, _ name: String, _ console: Console) {
    report = Report(style)
    (self.file, self.name, self.console) = (file, name, console)
    turn = !report.tellsFailures ? .silent : file.isUnfinished ? .inFile : .direct
  }

  func append(_ findings: [Diagnostic], of source: SourceFile) {
    guard isOpen else { return }
    report.append(findings, of: source) { [self] in write($0) }
    // Somebody waits for each line.
    if file.isTerminal { flush() }
  }

  func end(
    status: ExitStatus, _ tool: ToolDescription, _ receipt: String?, _ notices: [Notice],
    _ failures: Failures
  ) {
    if isOpen {
      var isFirst = isBelow
      report.end(
        exitStatus: status.rawValue, tool: tool, receipt: receipt, notices, failures
      ) { [self] bytes in
        if isFirst, !bytes.isEmpty {
          isFirst = false
          guard write(StaticString("\n").buffer) else { return false }
        }
        return write(bytes)
      }
    }
    flush()
    do {
      try file.finish(isWhole: isOpen)
    } catch {
      fail(error)
    }
    warnOfLimits()
  }

  /// Says what GitHub will not show of the report.
  private func warnOfLimits() {
    guard report.style.format == .sarif, isOpen else { return }
    let count = report.findingCount
    if 25_000 < count {
      console.printWarning(
        "\(name) has \(count) results; GitHub refuses a file with more than 25000")
    } else if 5_000 < count {
      console.printWarning("\(name) has \(count) results; GitHub keeps 5000 of them")
    }
  }

  /// - Returns: whether anybody reads on.
  private func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if pending.count + bytes.count < pieceSize {
      pending.append(contentsOf: bytes)
    } else {
      flush()
      writeNow(bytes)
    }
    return isOpen
  }

  func flush() {
    let bytes = pending
    pending = []
    bytes.withUnsafeBufferPointer { writeNow($0) }
  }

  private func writeNow(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isOpen, !bytes.isEmpty else { return }
    do {
      try file.write(bytes)
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: FileError) {
    isOpen = false
    console.tell(error, of: name)
  }
}

/// In bytes: half of what a pipe of Linux holds, so that its reader can work meanwhile.
private let pieceSize = 32 * 1024

/// The file that a step of GitHub Actions has for its summary.
private var summaryPath: FilePath? {
  environmentVariable("GITHUB_STEP_SUMMARY").flatMap { $0.bytes.isEmpty ? nil : $0 }
}

extension LintOptions {
  fileprivate func reportRoot(in place: Place) -> ReportRoot {
    let formats = [format] + outputs.map { $0.format } + (writesSummary ? [.summary] : [])
    return Pipeline.reportRoot(
      in: place, isAsked: formats.contains { $0.traits.isReadElsewhere })
  }
}
