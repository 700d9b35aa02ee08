import BundledRules
import Commands
import Comparison
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import Workspace

/// A run as far as it has come. Each batch of linted files goes to four consumers: the receipt, the
/// use of the settings, the use of the baselines, and the reports.
struct LintRun {
  private let console: Console
  private let options: LintOptions
  var receipt = Receipt()
  /// The use of the settings; nil if the run does not report it.
  private var settingsUse: SettingsUse?
  private var known: KnownFindings
  private var reports: ReportOutputs
  private let projects: Projects
  /// The project of the folder where the run begins.
  private let project: Project
  /// The owners of files; nil if findings are not counted by owner.
  private let owners: Owners?
  /// Whether git ended the run early.
  private var hasFailed = false

  init(
    _ options: LintOptions, _ project: Project, _ projects: Projects, _ baselines: Baselines,
    counting: Counting?, facts: FileFacts?, _ owners: Owners?, _ console: Console, start: Double
  ) {
    (self.console, self.options, self.owners) = (console, options, owners)
    (self.projects, self.project) = (projects, project)
    reports = ReportOutputs(
      options, in: project.place, counting: counting, facts: facts, console, start: start)
    settingsUse = SettingsUse(options, projects)
    let lintsPaths = if case .paths = options.input { true } else { false }
    known = KnownFindings(baselines, judgesEntries: lintsPaths)
  }

  /// - Parameter text: e.g. `Found 12 files`.
  mutating func show(progress text: @autoclosure () -> String) {
    reports.progress.update(text())
  }

  /// Prints something about the run on standard error, below what has been reported so far.
  /// - Parameter path: what an error is about.
  mutating func tell(_ severity: Severity, _ message: String, of path: FilePath? = nil) {
    reports.flush()
    switch severity {
    case .error: console.printError(message, of: path)
    case .warning: console.printWarning(message)
    }
  }

  private mutating func tell(_ error: ProjectError?) {
    guard let error else { return }
    reports.flush()
    error.print(on: console)
  }

  /// Prints what was done, unless the run is quiet.
  mutating func note(_ text: String) {
    guard !options.isQuiet else { return }
    reports.progress.erase()
    console.printToErrors(text)
  }

  /// Records all files that will be linted, if they are known before the end.
  mutating func expect(_ found: FoundFiles) {
    reports.progress.total = found.files.count
    addLeftOut(of: found)
  }

  private mutating func addLeftOut(of found: FoundFiles) {
    for folder in found.misconfigured { tellMistakes(in: folder.number) }
    for trouble in found.troubles { add(trouble) }
    receipt.add(leftOutOf: found)
    if !found.notSwift.isEmpty { note("note: \(noteOnSkipped(notSwift: found.notSwift))\n") }
    settingsUse?.add(found.excluded, areExcluded: true)
  }

  /// Records the change that is linted.
  mutating func begin(_ change: Change) {
    if let warning = change.warning { tell(.warning, warning) }
    receipt.change = change.phrases
    reports.progress.total = change.inputs.count
    addLeftOut(of: change.leftOut)
    if options.isOfCommit, change.paths.isEmpty {
      note("note: nothing is staged; without '\(Option.staged.name)' all files are checked\n")
    }
  }

  /// Reports, once, why nothing more can be checked. What was checked is still reported.
  mutating func fail(_ error: GitError) {
    guard !hasFailed else { return }
    hasFailed = true
    tell(.error, error.message)
  }

  /// - Parameter reason: why the fixes for a file were not written.
  mutating func addUnfixed(_ path: FilePath, _ reason: String) {
    tell(.error, "cannot fix '\(path.string)' (\(reason))", of: path)
    receipt.addUnfixed()
  }

  private mutating func add(_ trouble: Trouble) {
    let mayBeSubcommand = trouble.error.isMissing && trouble.path == options.firstWord
    receipt.addUnread()
    let hint = mayBeSubcommand ? subcommandHint(for: trouble.path) : ""
    tell(.error, trouble.message + hint, of: trouble.path)
  }

  /// Reports what is wrong with a configuration, once.
  /// - Parameter configuration: its number.
  mutating func tellMistakes(in configuration: Int) {
    tell(projects.newMistakes(in: configuration))
  }

  /// - Parameter name: what the patch calls the file.
  /// - Returns: whether anybody still reads the output.
  mutating func addDiff(
    of name: FilePath, from old: [UInt8], to new: [UInt8], keeping kept: [KeptText]
  ) -> Bool {
    reports.appendDiff(of: name, from: old, to: new, keeping: kept)
    return reports.isAnyOpen
  }

  /// Lints the inputs and reports what is known so far.
  mutating func lint(_ inputs: InputBatches, with linter: Linter) {
    linter.lint(inputs) { add($0) }
    tell(linter.baselines.failure)
  }

  /// - Returns: whether more results are wanted.
  private mutating func add(_ batch: LintedBatch) -> Bool {
    if let error = batch.inputs.error {
      // What was checked before is still reported.
      fail(error)
      return false
    }
    addLeftOut(of: batch.inputs.found)
    guard reports.isAnyOpen else { return false }
    for index in batch.unlinted { tellMistakes(in: batch.inputs.files.configuration(at: index)) }
    receipt.add(batch)
    settingsUse?.add(batch)
    reports.add(batch)
    for file in known.add(batch) { report(file) }
    reports.progress.update(checked: receipt.fileCount)
    return reports.isAnyOpen
  }

  mutating func report(_ file: LintedFile) {
    guard !file.findings.isEmpty else { return }
    receipt.add(FindingCounts(of: file.findings))
    reports.append(file.findings, of: file.source)
  }

  /// Reports what could not be judged before all files were linted.
  /// - Parameters: see `KnownFindings.end`.
  /// - Returns: the comments that allow rules, if they are of interest.
  @discardableResult
  mutating func reportHeldFiles(
    _ baseline: ChangedBaseline? = nil, scopes: () -> ([DeclaredScopes], GitError?) = { ([], nil) }
  ) -> [ComparedComments] {
    var failure: GitError?
    let files = known.end(baseline) {
      let (scopes, error) = scopes()
      failure = error
      return scopes
    }
    if let failure = failure ?? baseline?.failure { fail(failure) }
    for file in files { report(file) }
    if let report = known.judgement?.report { self.report(report) }
    return files.compactMap(\.comments)
  }

  /// The message if no file was checked, since such a silent run looks clean: an error where
  /// folders were named. A list of files may be empty.
  private func noFilesCheckedMessage(of search: FileSearch) -> (
    severity: Severity, message: String
  )? {
    guard receipt.fileCount + receipt.unreadCount == 0, !projects.hasMistakes, reports.isAnyOpen,
      case .paths(let paths, let source) = options.input
    else { return nil }
    let reasons = reasons(
      of: search.leftOutFiles(links: receipt.links, repositories: receipt.nestedRepositories))
    let isRefused = source == nil && search.walksFolders
    guard isRefused || !reasons.isEmpty else { return nil }
    let place = paths == [FilePath(".")] ? "here" : "in \(list(paths.map(\.printable)))"
    let explanation =
      reasons.isEmpty
      ? "; there are no Swift files \(place); name a folder that has some, "
        + "e.g. '\(toolName) Sources'"
      : ", although there are Swift files; \(reasons.joined(separator: ", "))"
    return (
      isRefused && !options.allowsEmpty ? .error : .warning, "no file was checked" + explanation
    )
  }

  /// Closes the reports and prints the receipt.
  /// - Parameter traced: nil if no rule was traced.
  mutating func end(_ source: InputSource, traced: RuleTraceResults?) {
    var message: (severity: Severity, message: String)?
    if case .files(let search) = source {
      receipt.absentCount = search.absentCount(in: receipt.repositories)
      message = noFilesCheckedMessage(of: search)
    }
    reportHeldFiles()
    for trouble in receipt.unread { tell(.error, trouble.message, of: trouble.path) }
    if let traced { settingsUse?.add(traced) }
    reportIdleSettings()
    reportStaleEntries(isTraced: traced != nil)
    if let message {
      tell(message.severity, message.message)
      if message.severity == .error {
        note("note: '\(Option.allowEmpty.name)' lets such a run pass\n")
      }
    }
    addRules(traced)
    for project in projects.compiledProjects where project.folder.outer != nil {
      if let text = project.noteOnLeftOutPacks { note(text) }
    }
    receipt.add(FindingCounts(old: known.oldCount))
    receipt.baseline = known.baselineCounts
    // The exit status says whether it could be written.
    reports.flush()
    owners?.printWarnings(on: console)
    reports.end(status: status, receipt: receipt.line(), receipt.silencing) { [projects] in
      projects.rules
    }
    writeStampIfClean()
    guard !options.isQuiet, reports.isAnyOpen, !isIdle(source) || status != .clean else { return }
    console.printToErrors(receipt.text(isColored: console.areErrorsColored))
    if options.showsStatistics || options.format == .statistics, receipt.isAllKnown {
      console.printNote(
        "all findings are in the baseline; '\(toolName) baseline report' counts them")
    }
    printOverview()
    guard status == .errorsFound, [.text, .llvm].contains(options.format),
      options.readsSuppressions, console.errors.isTerminal || options.isOfCommit
    else { return }
    console.printToErrors(helpLine(for: reports.errorIDs, isKnown: isKnown))
  }

  /// Whether a commit has no Swift file, which is nothing to tell.
  private func isIdle(_ source: InputSource) -> Bool {
    guard case .change(let change) = source else { return false }
    return options.isOfCommit && !options.showsSilencing
      && !change.paths.contains(where: \.isSwiftFile)
  }

  /// Prints what there is most of, on a terminal, and what to do about so many findings.
  private func printOverview() {
    guard console.errors.isTerminal, !options.showsStatistics, let overview = reports.overview
    else { return }
    console.printToErrors("\n".utf8 + overview + "\n".utf8)
    if options.format != .short {
      console.printToErrors("help: '\(toolName) --format short' prints a line for each finding\n")
    }
    if receipt.configurations.isEmpty {
      console.printToErrors("help: '\(toolName) init' writes a first configuration\n")
    }
  }

  /// Whether `rules ID` knows a rule where the run takes place, with no options.
  private func isKnown(_ id: String) -> Bool {
    if bundledRuleFiles.contains(where: { $0.ruleIDs.contains(id) }) { return true }
    let folder = projects.configurations.folder(from: project.place.workingFolder)
    return options.rules.isUsual && project.folder === folder && project.ruleIDs.contains(id)
  }

  /// Writes the stamp, a file that a build system compiles in place of a report. Its text never
  /// changes. Links beside it tell the build system which settings the run depends on: what is not
  /// there would come into the nearest folder that is.
  private func writeStampIfClean() {
    guard let stamp = options.stamp, status == .clean else { return }
    do {
      let file = try project.place.writable(stamp)
      try writeStamp(stampText, at: file)
      var seen: Set<FilePath> = []
      let settings = projects.settingsPaths(options).compactMap { path in
        project.place.absolutePath(of: path).foldersUpward.first { FileVersion(at: $0) != nil }
      }
      try pointLinks(beside: file, to: settings.filter { seen.insert($0).inserted })
    } catch {
      console.printError("cannot write to '\(stamp.string)' (\(error.text))")
    }
  }

  /// Records which rules the files were checked against.
  private mutating func addRules(_ traced: RuleTraceResults?) {
    let compiled = projects.compiledProjects
    let used = compiled.isEmpty ? [project] : compiled
    // No key paths: they take long to make, and each run comes here.
    receipt.configurations = used.compactMap { $0.configuration.source?.path }
    receipt.settingsRevision = project.place.settings.commit?.printedName
    receipt.traced = traced.map { ($0.ruleCount, $0.entryCount) }
    if traced == nil { receipt.untracedCount = projects.tracedIDs.count }
    if options.comparesSides {
      receipt.typed = (projects.typedIDs.count, "by the types of the new side")
    } else if project.isRootless, case .standardInput = options.input {
      receipt.typed = (projects.typedIDs.count, "by the types of this text alone")
    }
    let isUniform = compiled.count <= 1 && !compiled.contains { $0.hasOverrides }
    receipt.ruleCount =
      isUniform
      ? used[0].selection.matchedCount : Set(compiled.lazy.flatMap { $0.rulesInForce }).count
  }

  /// Reports needless settings of the configurations, after a run over whole folders.
  private mutating func reportIdleSettings() {
    // A file that could not be read, or that was left out since nobody reads on, may need its
    // entry.
    guard let settingsUse, console.failures.isEmpty, reports.isAnyOpen else { return }
    for file in settingsUse.warnings {
      report(LintedFile(source: file.source, findings: file.diagnostics))
    }
  }

  /// Reports baseline entries whose finding is gone.
  private mutating func reportStaleEntries(isTraced: Bool) {
    guard reports.isAnyOpen else { return }
    for baseline in known.baselines.all {
      let stale = known.staleEntries(of: baseline, options, projects, isTraced: isTraced)
      if stale.isEmpty { continue }
      let severity: Severity = options.baseline.isStrict ? .error : .warning
      let findings = known.use(of: baseline).diagnostics(of: stale, severity)
      report(LintedFile(source: baseline.source, findings: findings))
    }
  }

  /// A run whose output nobody reads to the end has errors, or cannot know.
  var status: ExitStatus {
    if !console.failures.isEmpty { return .incomplete }
    if 0 < receipt.counts.errors, !options.exitsZero { return .errorsFound }
    return reports.isAnyOpen ? .clean : .incomplete
  }
}

/// Each reason as a clause, with one file that it applies to.
private func reasons(of leftOut: [Selection.Decision: FilePath]) -> [String] {
  Selection.Decision.allCases.compactMap { reason in
    guard let file = leftOut[reason]?.string else { return nil }
    return switch reason {
    case .ignored: "git ignores '\(file)'"
    case .excluded: "'exclude' leaves out '\(file)'"
    case .notIncluded: "'include' leaves out '\(file)'"
    case .link: "'\(file)' is a symbolic link"
    case .skipped: "'\(file)' is in a folder that is always skipped"
    case .nested: "'\(file)' is a nested repository"
    case .lint, .outside: nil
    }
  }
}

/// The note on files that were named and are not linted, whatever they hold; it names a few.
func noteOnSkipped(notSwift files: [FilePath]) -> String {
  let names = files.prefix(3).map { "'\($0.printable)'" } + (files.count <= 3 ? [] : ["…"])
  let count = files.count == 1 ? "a file that is" : "\(files.count) files that are"
  return "skipped \(count) not Swift: \(names.joined(separator: ", "))"
}

/// `; did you mean 'verify'?` for `verfy`, else nothing.
private func subcommandHint(for path: FilePath) -> String {
  if Subcommand(rawValue: path.string) != nil { return "; write a subcommand before its options" }
  if path == FilePath("explain") {
    return "; '\(toolName) rules ID' explains a rule, and 'why FILE:LINE' a place"
  }
  // Words that the language server protocol is known by.
  let meant =
    path == FilePath("lsp")
    ? Subcommand.languageServer.rawValue
    : closestMatch(to: path.string, in: Subcommand.allCases.map(\.rawValue))
  return meant.map { "; did you mean '\($0)'?" } ?? ""
}

/// A line on what a person may do who has read errors, e.g. `help: 'swift-determinism-lint rules
/// date-init' explains the rule; '// determinism:allow date-init: <reason>' above a line allows the
/// use`.
/// - Parameters:
///   - ids: of the errors, the most frequent one first.
///   - isKnown: whether `rules ID` explains it.
/// - Returns: a line; empty if the errors are of no rule.
func helpLine(for ids: [String], isKnown: (String) -> Bool) -> String {
  let ids = ids.filter { messagesOfReservedIDs[$0] == nil }.prefix(3)
  let known = ids.filter(isKnown)
  guard let first = known.first ?? ids.first else { return "" }
  let others = known.dropFirst().joined(separator: ", ")
  let more = others.isEmpty ? "" : " (other rules: \(others))"
  let explanation =
    known.isEmpty ? "" : "'\(toolName) rules \(first)' explains the rule\(more); "
  return "help: \(explanation)'\(suppression(of: [first]))' above a line allows the use\n"
}
