import Comparison
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// A run as far as it has come.
struct LintRun {
  private let console: Console
  private let isQuiet: Bool
  private let includesSuppressed: Bool
  private let stamp: FilePath?
  private var outputs: ReportOutputs
  private var progress: Progress
  private(set) var receipt: Receipt
  /// How many files there are; nil where nobody knows.
  private var expectedCount: Int?
  /// Files, which are told at the end, after the folders that the search could not read.
  private var unread: [Trouble] = []
  /// As printed; they are not followed.
  private var links: [FilePath] = []
  /// Empty where nothing at the end needs them, since a large tree has many.
  private var files = LintFiles()
  private var keepsFiles: Bool
  /// Nil where the run does not show it.
  private var settingsUse: SettingsUse?
  private var baseline: BaselineRecord?
  private let staleBaseline: StaleBaseline?
  /// What is rendered at the end, in order.
  private var held: [HeldFile] = []
  private let ruleSets: RuleSets
  /// Whether something ended the search for findings before its time.
  private var hasFailed = false
  /// By number: the configurations whose mistakes have been told.
  private var misconfigured: Set<Int> = []
  /// That of the folder where the run begins.
  private let project: Project
  /// What may have been meant as a subcommand.
  private let firstWord: FilePath?

  init(
    _ options: LintOptions, _ project: Project, _ ruleSets: RuleSets, _ baseline: ProjectBaseline?,
    _ console: Console,
    start: Double
  ) {
    self.console = console
    isQuiet = options.isQuiet
    includesSuppressed = options.includesSuppressed
    stamp = options.stamp
    outputs = ReportOutputs(options, in: project.place, console)
    progress = Progress(console: console, isQuiet: options.isQuiet, start: start)
    receipt = Receipt()
    self.ruleSets = ruleSets
    self.project = project
    settingsUse = SettingsUse(options, project.place, ruleSets)
    self.baseline = baseline.map(BaselineRecord.init)
    staleBaseline = baseline == nil ? nil : StaleBaseline(options, project.place)
    keepsFiles =
      settingsUse != nil
      && (!project.configuration.allow.isEmpty || !project.idsWithMemberPatterns.isEmpty)
      || staleBaseline != nil
    firstWord = options.firstWord
  }

  var styles: [ReportStyle] { outputs.styles }

  /// While files are looked for.
  mutating func addFound(_ count: Int) {
    progress.update("Found \(counted(count, "file"))")
  }

  /// Takes note of all that will be linted, where that is known before its end.
  mutating func expect(_ found: FoundFiles) {
    expectedCount = found.files.count
    addLeftOut(of: found)
  }

  private mutating func addLeftOut(of found: FoundFiles) {
    for folder in found.misconfigured { tellMistakes(in: folder.number) }
    for trouble in found.troubles { add(trouble) }
    receipt.add(excluded: found.excluded.count, links: found.links.count)
    links += found.links
  }

  /// Takes note of the change that is linted.
  mutating func begin(_ change: Change) {
    receipt.change = change.words
    expectedCount = change.files.count
    for trouble in change.troubles { add(trouble) }
    receipt.add(excluded: change.excluded.count, links: 0)
  }

  /// - Parameter path: of a configuration or rule file, as printed.
  mutating func warn(ofUnstaged path: FilePath) {
    console.printWarning(
      "'\(path.string)' has changes that are not staged; the working copy was used")
  }

  /// - Parameter notices: what a change silences.
  mutating func addSilencing(_ notices: [Notice]) {
    receipt.silencing = notices
  }

  /// Tells why nothing more can be checked, once; what was checked is reported.
  mutating func fail(_ error: GitError) {
    guard !hasFailed else { return }
    hasFailed = true
    progress.erase()
    outputs.flush()
    console.printError(error.message)
  }

  private mutating func add(_ trouble: Trouble) {
    let mayBeSubcommand = trouble.error.isMissing && trouble.path == firstWord
    receipt.addUnread()
    tell(trouble, hint: mayBeSubcommand ? subcommandHint(for: trouble.path) : "")
  }

  /// - Parameter hint: closes the message.
  private mutating func tell(_ trouble: Trouble, hint: String = "") {
    progress.erase()
    outputs.flush()
    console.printError(trouble.message + hint)
  }

  /// Tells what is wrong with a configuration, once.
  /// - Parameter configuration: its number.
  mutating func tellMistakes(in configuration: Int) {
    guard misconfigured.insert(configuration).inserted else { return }
    progress.erase()
    outputs.flush()
    ruleSets.mistakes(in: configuration)?.print(on: console)
  }

  /// - Parameter total: how many files are gone through for fixes.
  mutating func addFixes(of count: Int, in total: Int) {
    progress.update("Fixed \(count) of \(counted(total, "file"))")
  }

  /// - Parameter fixes: what was written into the file.
  mutating func addFixed(_ path: FilePath, _ fixes: FileFixes) {
    guard !isQuiet else { return }
    progress.erase()
    let count = "\(fixes.fixed) of \(counted(fixes.found, "finding"))"
    console.printToErrors("Fixed \(path.printable): \(count)\n")
  }

  /// Tells why findings that could be fixed are left, if any are.
  mutating func addObstacle(to fixes: FileFixes, of path: FilePath) {
    if fixes.isEndless { addUnfixed(path, "a replacement leads to another one without end") }
    if fixes.isUnfinished {
      progress.erase()
      console.printWarning("'\(path.string)' has more to fix than one run does; run it again")
    }
  }

  /// - Parameter name: what the patch calls the file.
  /// - Returns: whether anybody reads on.
  mutating func addDiff(of name: FilePath, from old: [UInt8], to new: [UInt8]) -> Bool {
    progress.erase()
    outputs.appendDiff(of: name, from: old, to: new)
    return outputs.isAnyOpen
  }

  /// - Parameter count: of files of killed runs that were removed.
  mutating func addLeftovers(_ count: Int) {
    guard 0 < count, !isQuiet else { return }
    progress.erase()
    let files = counted(count, "temporary file")
    console.printToErrors(
      "Removed \(files) of \(count == 1 ? "a run that was" : "runs that were") killed.\n")
  }

  /// - Parameter lost: what the fixed file has not kept.
  mutating func addLost(_ lost: LostAttribute, of path: FilePath) {
    progress.erase()
    console.printWarning("cannot keep \(lost.name) of '\(path.string)' (\(lost.error.text))")
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

  /// - Parameters:
  ///   - batch: what came of the files.
  ///   - found: the files, and what was in the way of finding them.
  /// - Returns: whether anybody is interested in more.
  mutating func add(_ batch: BatchOutcome, of found: FoundFiles) -> Bool {
    addLeftOut(of: found)
    guard outputs.isAnyOpen else { return false }
    for index in batch.unlinted { tellMistakes(in: found.files.configuration(at: index)) }
    if settingsUse != nil, !keepsFiles {
      keepsFiles = !found.files.isEmpty && found.files.configuration != project.folder.number
    }
    if keepsFiles { files.append(contentsOf: found.files) }
    receipt.add(
      batch.counts, ofFiles: found.files.count - batch.unread.count - batch.unlinted.count)
    for (index, error) in batch.unread {
      receipt.addUnread()
      unread.append(Trouble(found.files[index].path, error))
    }
    for (index, rules) in batch.rulesAllowedByPath {
      settingsUse?.add(rulesAllowed: rules, in: found.files[index])
    }
    for (index, patterns) in batch.matchedPatterns {
      settingsUse?.add(matched: patterns, in: found.files.configuration(at: index))
    }
    if outputs.namesLinted { addLinted(batch, of: found.files) }
    append(batch.reports)
    baseline?.add(batch.accepted)
    add(batch.held)
    let (count, total) = (receipt.fileCount, expectedCount)
    progress.update(
      "Checked \(total == nil ? "" : "\(count) of ")\(counted(total ?? count, "file"))")
    return outputs.isAnyOpen
  }

  private mutating func addLinted(_ batch: BatchOutcome, of files: LintFiles) {
    let left = Set(batch.unread.lazy.map { $0.file }).union(batch.unlinted)
    for index in files.indices where !left.contains(index) {
      outputs.add(linted: files[index].path)
    }
  }

  private mutating func add(_ files: [HeldFile]) {
    guard !files.isEmpty else { return }
    if baseline?.mayAcceptMoved == true {
      held += files
    } else {
      for file in files { report(file) }
    }
  }

  private mutating func report(_ file: HeldFile) {
    receipt.add(file.diagnostics)
    append(
      renderFile(file.diagnostics, suppressed: file.suppressed, of: file.source, styles: styles))
  }

  /// Reports what was held, but for what has only moved.
  private mutating func reportHeld() {
    baseline?.acceptMoved(from: &held, keepsMoved: includesSuppressed)
    for file in held { report(file) }
    held = []
  }

  private mutating func append(_ reports: [RenderedFiles]) {
    guard reports.contains(where: { !$0.isEmpty }) else { return }
    progress.erase()
    outputs.append(reports)
  }

  /// Warns where no file was checked although there are some, since a run so silent looks clean.
  /// - Parameter search: that the files came from.
  mutating func explainNoFiles(of search: FileSearch) {
    guard receipt.fileCount + receipt.unreadCount == 0, misconfigured.isEmpty, outputs.isAnyOpen
    else { return }
    let reasons = reasons(of: search.leftOutFiles(links: links))
    guard !reasons.isEmpty else { return }
    progress.erase()
    outputs.flush()
    console.printWarning(
      "no file was checked, though there are Swift files; \(reasons.joined(separator: ", "))")
  }

  /// Closes the reports and prints the receipt.
  mutating func end() {
    reportHeld()
    for trouble in unread { tell(trouble) }
    addIdleSettings()
    addStaleBaseline()
    addRules()
    receipt.baseline = baseline.map { ($0.use.acceptedCount, $0.use.movedCount) }
    progress.erase()
    // The status tells whether it could be written.
    outputs.flush()
    outputs.end(status: status, receipt.silencing) { [ruleSets] in ruleSets.rules }
    writeStampIfClean()
    if !isQuiet, outputs.isAnyOpen { console.printToErrors(receipt.text) }
  }

  /// Writes what a build system compiles in place of a report; what it holds never changes.
  private mutating func writeStampIfClean() {
    guard let stamp, status == .clean else { return }
    do {
      try project.place.requireNoLinkOut(at: stamp)
      try writeStamp(Array("// Linted.\n".utf8), at: stamp)
    } catch {
      hasFailed = true
      console.printError("cannot write to '\(stamp.string)' (\(error.text))")
    }
  }

  /// Takes note of what the files were held against.
  private mutating func addRules() {
    let sets = ruleSets.all
    // No key paths, which take long to make, as each run comes here.
    let projects = sets.isEmpty ? [project] : sets.map { $0.project }
    receipt.configurations = projects.compactMap { $0.configuration.source?.path }
    receipt.settingsRevision = project.place.settings.commit?.words
    let isUniform = sets.count <= 1 && !sets.contains { $0.hasOverrides }
    receipt.ruleCount =
      isUniform
      ? (sets.first?.project ?? project).selection.matchedCount
      : Set(sets.lazy.flatMap { $0.rulesInForce }).count
  }

  /// Reports what the configurations say without need, after a run over whole folders.
  private mutating func addIdleSettings() {
    // What could not be read, or was left out since nobody reads on, may need its entry.
    guard let settingsUse, receipt.unreadCount == 0, misconfigured.isEmpty, !hasFailed,
      outputs.isAnyOpen
    else { return }
    for file in settingsUse.warnings(after: files) {
      receipt.add(file.diagnostics)
      append(renderFile(file.diagnostics, of: file.source, styles: styles))
    }
  }

  /// Reports what the baseline holds and is gone.
  private mutating func addStaleBaseline() {
    guard let baseline, let staleBaseline, outputs.isAnyOpen else { return }
    let stale = staleBaseline.diagnostics(
      of: baseline, linted: files.paths(without: unread, misconfigured),
      rules: ruleSets.rulesInForce)
    guard !stale.isEmpty else { return }
    receipt.add(stale)
    append(renderFile(stale, of: baseline.project.source, styles: styles))
  }

  /// A run that nobody reads to its end has errors, or does not know.
  var status: ExitStatus {
    let isPartial =
      0 < receipt.unreadCount + receipt.unfixedCount || !misconfigured.isEmpty || hasFailed
    if isPartial || outputs.hasFailed { return .incomplete }
    if 0 < receipt.errorCount { return .errorsFound }
    return outputs.isAnyOpen ? .clean : .incomplete
  }
}

extension LintFiles {
  /// The paths of those that were linted, as printed.
  /// - Parameters:
  ///   - unread: files that could not be read.
  ///   - misconfigured: the numbers of configurations that have mistakes.
  fileprivate func paths(without unread: [Trouble], _ misconfigured: Set<Int>) -> [FilePath] {
    let unread = Set(unread.map { $0.path })
    return indices.lazy.filter { !misconfigured.contains(configuration(at: $0)) }
      .map { self[$0].path }.filter { !unread.contains($0) }
  }
}

/// Each as a clause, with a file that it holds for.
private func reasons(of leftOut: [Selection.Decision: FilePath]) -> [String] {
  Selection.Decision.allCases.compactMap { reason in
    guard let file = leftOut[reason]?.string else { return nil }
    return switch reason {
    case .ignored: "git ignores '\(file)'"
    case .excluded: "'exclude' leaves out '\(file)'"
    case .notIncluded: "'include' leaves out '\(file)'"
    case .link: "'\(file)' is a symbolic link"
    case .skipped: "'\(file)' is in a folder that is always skipped"
    case .lint, .outside: nil
    }
  }
}

/// `; did you mean 'verify'?` for `verfy`, else nothing.
private func subcommandHint(for path: FilePath) -> String {
  if Subcommand(rawValue: path.string) != nil { return "; a subcommand stands before its options" }
  // What the protocol is known by.
  let meant =
    path == FilePath("lsp")
    ? Subcommand.languageServer.rawValue
    : closestMatch(to: path.string, in: Subcommand.allCases.map(\.rawValue))
  return meant.map { "; did you mean '\($0)'?" } ?? ""
}
