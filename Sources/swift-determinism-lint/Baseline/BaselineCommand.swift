import BundledRules
import Commands
import Comparison
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import Trace
import Workspace

/// Writes the project's baseline, or tells what is in it.
func changeBaseline(_ options: BaselineCommandOptions, _ console: Console) throws -> ExitStatus {
  let projects = try Projects(options.lint.rules, knowsAllRules: false)
  let input = try InputSource(options.lint, projects)
  let starts = try projects.all(of: input.folders(in: projects))
  let project = starts[0]
  let places = starts.map { BaselinePlace(options.lint.baseline.named, in: $0) }
  let place = places[0]
  if let other = places.first(where: { $0.path != place.path }) {
    throw UsageError(
      "'\(place.printedPath.printable)' and '\(other.printedPath.printable)' are two "
        + "baselines; name the files of one project, or a baseline for all with '--baseline'")
  }
  switch options.task {
  case .report(let history?):
    return try printHistory(history, of: place, console)
  case .report(nil):
    guard let file = try place.read() else { throw place.missing }
    let (counting, owners) = try Owners.counting(by: options.lint.grouping ?? .rule, starts) {
      place.absolutePath(of: $0)
    }
    let table = baselineTable(file.entries, counting)
    owners?.printWarnings(on: console)
    return console.print(table, status: owners?.haveFailed == true ? .incomplete : .clean)
  case .prune:
    guard let file = try place.read() else { throw place.missing }
    if case .change(let change) = input {
      return try prune(file, at: place, of: change, options.lint, projects, console)
    }
    var survey = BaselineSurvey(file, at: place, options.lint, input, projects)
    guard survey.isComplete(console) else { return .incomplete }
    survey.takeOutExcluded(options.lint, console)
    return try survey.write(adding: [], console)
  case .write(let accepting):
    let accepted = try accepting.map { try acceptedGrowth($0, project) }
    let existing = try place.readIfThere()
    let survey = BaselineSurvey(existing, at: place, options.lint, input, projects)
    guard survey.isComplete(console) else { return .incomplete }
    if let new = survey.newBaseline {
      return try new.write(console, isQuiet: options.lint.isQuiet)
    }
    let added = survey.newEntries.filter { entry in
      let path = place.absolutePath(of: entry.path)
      return accepted.contains { $0?.contains(entry.rule) ?? (path.relative(to: $1) != nil) }
    }
    if added.isEmpty, !survey.newEntries.isEmpty {
      console.printError(survey.refusal)
      return .errorsFound
    }
    return try survey.write(adding: added, console)
  }
}

/// The growth that an existing baseline may have: the rule, or the absolute path of the file or
/// folder, that an argument names.
private func acceptedGrowth(
  _ argument: FilePath, _ project: Project
) throws(UsageError) -> (rules: [String]?, path: FilePath) {
  let (name, path) = (argument.string, project.place.absolutePath(of: argument))
  if project.ruleIDs.contains(name) { return ([name], path) }
  if isNameTaken(path) { return (nil, path) }
  if let pack = bundledRuleFiles.first(where: { $0.pack == name }) { return (pack.ruleIDs, path) }
  if let pack = project.ownFiles.first(where: { $0.pack == name }) {
    return (pack.rules.map(\.value.id), path)
  }
  let suggestion = closestMatch(to: name, in: project.ruleIDs)
  throw UsageError(
    "'--accept' takes a rule, a pack, a file or a folder, not '\(name)'"
      + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
}

/// Takes out the entries that a change makes stale, and moves those whose findings it moves.
private func prune(
  _ file: BaselineFile, at place: BaselinePlace, of change: Change, _ options: LintOptions,
  _ projects: Projects, _ console: Console
) throws -> ExitStatus {
  let baselines = Baselines(ProjectBaseline(Baseline(file), at: place))
  baselines.comparesSides = true
  var linter = Linter(projects, options, baselines)
  let (_, inputs, baseline) = try change.texts(for: &linter)
  if let text = baseline?.new.source.bytes, text != file.source.bytes {
    console.printError(
      "'\(place.printedPath.printable)' has changes that are not staged, so it was not changed")
    return .incomplete
  }
  var (use, failure) = (KnownFindings(baselines), GitError?.none)
  linter.lint(inputs) { batch in
    failure = batch.inputs.error
    for unread in batch.unread {
      failure = GitError(Trouble(batch.inputs.files[unread.file].path, unread.error).message)
    }
    _ = use.add(batch)
    return failure == nil
  }
  _ = use.end(baseline) { [linter] in
    let (scopes, error) = linter.declaredScopes(in: change)
    failure = failure ?? error
    return scopes
  }
  if let failure = failure ?? baseline?.failure { throw failure }
  let pruned = use.judgement?.pruned ?? (entries: file.entries, gone: 0, moved: 0)
  return try place.write(
    pruned.entries, over: file.source.bytes, [(pruned.gone, "gone"), (pruned.moved, "moved")],
    isQuiet: options.isQuiet, console)
}

extension BaselinePlace {
  /// The content of its file; nil where there is no file, though it is named.
  func readIfThere() throws(ProjectError) -> BaselineFile? {
    isNameTaken(path) ? try read() : nil
  }

  /// Writes the baseline that is there as it is to be, and says so.
  /// - Parameters:
  ///   - old: what it is.
  ///   - changes: how many entries, and what became of them.
  fileprivate func write(
    _ entries: [FindingIdentity], over old: [UInt8], _ changes: [(count: Int, word: String)],
    isQuiet: Bool, _ console: Console
  ) throws -> ExitStatus {
    let text = baselineText(entries)
    let name = printedPath.printable
    let what = entries.isEmpty ? "no findings" : summary(of: entries)
    if text == old {
      return isQuiet ? .clean : console.print("'\(name)' is unchanged: \(what).\n", status: .clean)
    }
    do {
      try replaceFile(writable(), holding: old, with: text)
    } catch {
      throw cannotWrite(error)
    }
    if isQuiet { return .clean }
    let words = changes.filter { 0 < $0.count }.map { "\($0.count) \($0.word)" }
      .joined(separator: ", ")
    let advice = entries.isEmpty ? "The baseline is empty; remove the file.\n" : ""
    return console.print(
      "Wrote \(name): \(what)\(words.isEmpty ? "" : "; \(words)").\n\(advice)", status: .clean)
  }
}

/// A run that compares the findings of a project with its baseline.
struct BaselineSurvey {
  private let baseline: ProjectBaseline
  private var known: KnownFindings
  /// The findings that the baseline does not hold.
  private(set) var newEntries: [FindingIdentity] = []
  /// Takes that instead if there is no baseline yet.
  private(set) var newBaseline: NewBaseline?
  /// Whether folders were searched and no file was found.
  private var isEmpty = false
  private var hasFiles = false
  private var unread: [Trouble] = []
  private var notSwift: [FilePath] = []
  private let projects: Projects
  /// The numbers of configurations that have mistakes.
  private var misconfigured: Set<Int> = []
  /// Entries that are gone, by index.
  private var stale: [Int] = []
  private let isQuiet: Bool
  /// Files whose findings belong in the baseline of another project.
  private var others: [FilePath] = []

  /// - Parameter file: nil if there is none.
  init(
    _ file: BaselineFile?, at place: BaselinePlace, _ options: LintOptions, _ source: InputSource,
    _ projects: Projects
  ) {
    if file == nil { newBaseline = NewBaseline(at: place) }
    baseline = ProjectBaseline(
      Baseline(file ?? BaselineFile(emptyAt: place.printedPath)), at: place)
    let baselines = Baselines(
      baseline, of: place.configuredFolder, projects.configurations)
    known = KnownFindings(baselines, judgesEntries: file != nil)
    (self.projects, isQuiet) = (projects, options.isQuiet)
    guard case .files(let search) = source else { return }
    var linter = Linter(projects, options, baselines, keepsExcused: false)
    let starts = search.startFolders.compactMap { try? projects.project(of: $0) }
    let traceRoot = TracedRoot(ofRun: options, starts)
    if search.isInOrder, traceRoot == nil {
      add(InputBatches(search, projects, baselines), with: linter)
    } else {
      let found = search.all()
      projects.addFolders()
      _ = baselines.add(found.repositories)
      addLeftOut(of: found)
      if let traceRoot {
        linter.traced = RuleTraceResults(traceRoot, starts, linter, through: found)
      }
      add(InputBatches(found), with: linter)
    }
    if case .paths(_, listedIn: nil) = options.input { isEmpty = search.walksFolders && !hasFiles }
    for file in known.end() { addEntries(of: file) }
    stale = known.staleEntries(of: baseline, options, projects, isTraced: linter.traced != nil)
  }

  private mutating func add(_ inputs: InputBatches, with linter: Linter) {
    linter.lint(inputs) { batch in
      let files = batch.inputs.files
      addLeftOut(of: batch.inputs.found)
      unread += batch.unread.map { Trouble(files[$0.file].path, $0.error) }
      misconfigured.formUnion(batch.unlinted.map { files.configuration(at: $0) })
      if !files.isEmpty { hasFiles = true }
      for file in known.add(batch) { addEntries(of: file) }
      return true
    }
  }

  private mutating func addLeftOut(of found: FoundFiles) {
    unread += found.troubles
    notSwift += found.notSwift
    misconfigured.formUnion(found.misconfigured.map(\.number))
  }

  private mutating func addEntries(of file: LintedFile) {
    // One of another repository below.
    let findings = file.findings.filter(\.isReported)
    guard findings.isEmpty || file.baseline === baseline else {
      others.append(file.source.path)
      return
    }
    let path = baseline.place.entryPath(of: file.source.path)
    if newBaseline?.add(findings, of: path) == nil {
      newEntries += findings.compactMap { FindingIdentity(path: path, $0) }
    }
  }

  /// Whether every file could be read; what could not is told.
  func isComplete(_ console: Console) -> Bool {
    if !notSwift.isEmpty { console.printNote(noteOnSkipped(notSwift: notSwift)) }
    for trouble in unread { console.printError(trouble.message) }
    for number in misconfigured.sorted() { projects.mistakes(in: number)?.print(on: console) }
    known.baselines.failure?.print(on: console)
    let isComplete =
      unread.isEmpty && misconfigured.isEmpty && known.baselines.failure == nil
    if isComplete, isEmpty {
      console.printError("no file was checked, so the baseline was not changed")
      return false
    }
    if !isComplete {
      console.printError("the baseline was not changed, because some files were not linted")
    } else if let first = others.first {
      console.printNote(
        "skipped \(counted(others.count, "file")) in other repositories, e.g. "
          + "'\(first.printable)'; each repository has its own baseline")
    }
    return isComplete
  }

  /// Takes out the entries of files that a configuration excludes, which no run judges.
  mutating func takeOutExcluded(_ options: LintOptions, _ console: Console) {
    guard case .paths(let paths, _) = options.input else { return }
    let walked = paths.map { projects.place.absolutePath(of: $0) }
    let entries = baseline.baseline.entries
    let excluded = known.use(of: baseline).missingEntries.filter { entry in
      let path = baseline.place.absolutePath(of: entries[entry].path)
      return walked.contains { path.relative(to: $0) != nil }
        && projects.configurations.file(at: path).isExcluded
    }
    guard let first = excluded.first else { return }
    stale = Set(stale + excluded).sorted()
    let count = counted(excluded.count, "finding")
    let name = entries[first].path.printable
    if !isQuiet { console.printNote("took out \(count) of excluded files, e.g. '\(name)'") }
  }

  /// Why a baseline is not written that would grow.
  var refusal: String {
    let counts = Dictionary(grouping: newEntries, by: \.rule).mapValues(\.count)
    let rules = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let growth = counted(newEntries.count, "finding")
    return "the baseline would grow by \(growth) (\(rules)), so it was not changed; "
      + "'\(toolName)' shows them, '--accept' adds those of a rule, pack, file or folder"
  }

  /// Writes the baseline that is there as it is to be, and says so.
  func write(adding added: [FindingIdentity], _ console: Console) throws -> ExitStatus {
    let use = known.use(of: baseline)
    return try baseline.place.write(
      use.entries(without: stale, adding: added), over: baseline.source.bytes,
      [(added.count, "added"), (stale.count, "gone"), (use.movedCount, "moved")],
      isQuiet: isQuiet, console)
  }
}

/// e.g. `480 findings of 4 rules in 212 files`
func summary(of entries: [FindingIdentity]) -> String {
  summary(
    findings: entries.count, rules: Set(entries.lazy.map(\.rule)).count,
    files: Set(entries.lazy.map(\.path)).count)
}

func summary(findings: Int, rules: Int, files: Int) -> String {
  "\(counted(findings, "finding")) of \(counted(rules, "rule")) in \(counted(files, "file"))"
}

/// The entries are those of a baseline.
private func baselineTable(_ entries: [FindingIdentity], _ counting: Counting) -> [UInt8] {
  if entries.isEmpty { return Array("No findings.\n".utf8) }
  var groups: [FilePath: GroupCount] = [:]
  let files = Dictionary(grouping: entries, by: \.path)
  for (path, entries) in files {
    let group = counting.group(of: path)
    for (group, entries) in Dictionary(grouping: entries, by: { group ?? FilePath($0.rule) }) {
      groups[group, default: GroupCount()] += GroupCount(findings: entries.count, files: 1)
    }
  }
  return countTable(
    groups, by: counting.grouping,
    total: GroupCount(findings: entries.count, files: files.count))
}

/// A baseline where there was none. It may hold millions of findings, so that what it says of a
/// file is rendered as it comes.
struct NewBaseline {
  private let place: BaselinePlace
  private var pieces: [(path: FilePath, text: [UInt8])] = []
  private var findings = 0
  private var files = 0
  private var rules: Set<String> = []

  init(at place: BaselinePlace) {
    self.place = place
  }

  /// - Parameters:
  ///   - diagnostics: all of the file.
  ///   - path: as the baseline has it.
  mutating func add(_ diagnostics: [Diagnostic], of path: FilePath) {
    let entries = diagnostics.lazy.compactMap { FindingIdentity(path: path, $0) }
    var count = 0
    for entry in entries {
      count += 1
      rules.insert(entry.rule)
    }
    guard 0 < count else { return }
    findings += count
    files += 1
    baselineLines(of: path, entries) { pieces.append((path, $0)) }
  }

  /// Writes it, and says so.
  func write(_ console: Console, isQuiet: Bool) throws -> ExitStatus {
    guard 0 < findings else {
      return isQuiet
        ? .clean : console.print("No findings, so no baseline was written.\n", status: .clean)
    }
    do {
      try write(to: place.writable())
    } catch {
      throw place.cannotWrite(error)
    }
    if isQuiet { return .clean }
    let name = place.printedPath.printable
    let what = summary(findings: findings, rules: rules.count, files: files)
    return console.print("Wrote \(name): \(what).\n", status: .clean)
  }

  private func write(to target: WritableFile) throws(FileError) {
    let file = try OutputFile(creating: target)
    try file.write(baselineHead)
    for piece in pieces.sorted(by: { $0.path < $1.path }) { try file.write(piece.text) }
    // Somebody else may have written one in the meantime.
    if isNameTaken(place.path) { throw .taken }
    try file.finish(isWhole: true)
  }
}
