import Diagnostics
import Reporters
import RuleEngine
import Workspace

/// A run as far as it has come.
struct LintRun {
  private let console: Console
  private let isQuiet: Bool
  private var outputs: ReportOutputs
  private var progress: Progress
  private var receipt: Receipt
  /// Indices of the files that could not be read.
  private var unread: Set<Int> = []
  private var allowEntries: AllowEntries
  /// As printed; nil where there is none.
  private let configuration: SourceFile?

  init(_ options: LintOptions, _ project: Project, _ console: Console, start: Double) {
    self.console = console
    isQuiet = options.isQuiet
    outputs = ReportOutputs(options, console)
    progress = Progress(console: console, isQuiet: options.isQuiet, start: start)
    receipt = Receipt(
      ruleCount: project.selection.rules.count(where: \.isMatched),
      configuration: project.configurationPath)
    allowEntries = AllowEntries(project.configuration, rulesInForce: project.selection.rules)
    configuration = project.printedConfiguration
  }

  var styles: [ReportStyle] { outputs.styles }

  /// While files are looked for.
  mutating func addFound(_ count: Int) {
    progress.update("Found \(counted(count, "file"))")
  }

  /// - Parameter hint: closes the message.
  mutating func add(_ trouble: Trouble, hint: String = "") {
    progress.erase()
    outputs.flush()
    console.printError(trouble.message + hint)
    receipt.addUnread()
  }

  /// - Parameter total: how many files are gone through for fixes.
  mutating func addFixes(of count: Int, in total: Int) {
    progress.update("Fixed \(count) of \(counted(total, "file"))")
  }

  mutating func add(_ fixes: FixCounts) {
    receipt.fixes = fixes
  }

  /// - Parameter reason: why the fixes for a file were not written.
  mutating func addUnfixed(_ path: FilePath, _ reason: String) {
    progress.erase()
    outputs.flush()
    console.printError("cannot fix '\(path.string)' (\(reason))")
    receipt.addUnfixed()
  }

  /// - Parameter files: all of the run.
  /// - Returns: whether anybody is interested in more.
  mutating func add(_ batch: BatchOutcome, of files: [LintFile]) -> Bool {
    receipt.add(cleanFiles: batch.emptyCount)
    for (index, outcome) in batch.outcomes {
      guard outputs.isAnyOpen else { return false }
      add(outcome, ofFileAt: index, in: files)
    }
    progress.update("Checked \(receipt.fileCount) of \(counted(files.count, "file"))")
    return outputs.isAnyOpen
  }

  private mutating func add(_ outcome: LintOutcome, ofFileAt index: Int, in files: [LintFile]) {
    switch outcome {
    case .unread(let error):
      unread.insert(index)
      add(Trouble(files[index].path, error))
    case .linted(let reports, let counts):
      receipt.add(counts)
      allowEntries.add(rulesAllowed: counts.rulesAllowedByPath, in: files[index].relativePath)
      if !reports.isEmpty {
        progress.erase()
        outputs.append(reports)
      }
    }
  }

  /// Reports what the configuration allows without need, after a run over the whole project.
  mutating func addStaleEntries(among files: [LintFile]) {
    // What could not be read, or was left out since nobody reads on, may need its entry.
    guard let configuration, receipt.unreadCount == 0, outputs.isAnyOpen else { return }
    let stale = allowEntries.staleEntries(among: files.map(\.relativePath))
    guard !stale.isEmpty else { return }
    progress.erase()
    receipt.add(warnings: stale.count)
    outputs.append(renderFile(stale, of: configuration, styles: styles))
  }

  /// Closes the reports and prints the receipt.
  /// - Parameter files: all of the run.
  mutating func end(_ files: [LintFile]) -> ExitStatus {
    progress.erase()
    // The status tells whether it could be written.
    outputs.flush()
    outputs.end(status: status) { [unread] in
      files.indices.filter { !unread.contains($0) }.map { files[$0].path }
    }
    if !isQuiet, outputs.isAnyOpen { console.printToErrors(receipt.text) }
    return status
  }

  /// A run that nobody reads to its end has errors, or does not know.
  private var status: ExitStatus {
    if 0 < receipt.unreadCount + receipt.unfixedCount || outputs.hasFailed { return .incomplete }
    if 0 < receipt.errorCount { return .errorsFound }
    return outputs.isAnyOpen ? .clean : .incomplete
  }
}
