import Commands
import Diagnostics
import Pipeline
import Reporters
import Trace
import Workspace

/// Lints files and reports what is found, in the order of their paths.
/// - Returns: the run, which keeps the memory of the rules: to give that back, piece by piece,
///   takes longer than to lint a small file.
func lint(_ options: LintOptions, _ console: Console, start: Double) throws -> LintRun {
  let projects = try Projects(
    options.rules, printsAbsolutePaths: options.printsAbsolutePaths, knowsAllRules: false)
  let source = try InputSource(options, projects)
  let starts = try projects.all(of: source.folders(in: projects))
  try options.requireUnwritten(projects.settingsPaths(options))
  let project = starts[0]
  let baselines = try Baselines(
    options.baseline, starts, projects.configurations, source.tree)
  baselines.comparesSides = options.comparesSides
  let table = try options.grouping.map {
    let place = project.place
    return try Owners.counting(by: $0, starts) { place.absolutePath(of: $0) }
  }
  let owners = table?.owners ?? (options.writesPage ? Owners.ifAny(in: starts) : nil)
  var run = LintRun(
    options, project, projects, baselines, counting: table?.counting,
    facts: options.writesPage ? FileFacts(in: project.place, owners) : nil, owners, console,
    start: start)
  var linter = Linter(
    projects, options, baselines,
    makingKeys: options.needsKeys, keepsTexts: true, keepsExcused: options.keepsExcused)
  let traceRoot = TracedRoot(ofRun: options, starts)
  switch source {
  case .standardInput(let file, _) where file.isExcluded:
    run.expect(FoundFiles(excluded: LintFiles(file.file)))
  case .standardInput(let file, let bytes):
    let input = Input(file: file.file, isReported: true, new: .bytes(bytes))
    run.lint(InputBatches([InputBatch(input)]), with: linter)
  case .files(let search)
  where search.isInOrder && !options.isFixing && traceRoot == nil:
    run.lint(InputBatches(search, projects, baselines), with: linter)
  case .files(let search):
    let found = search.all { run.show(progress: "Found \(counted($0, "file"))") }
    projects.addFolders()
    if !baselines.add(found.repositories), let failure = baselines.failure { throw failure }
    run.expect(found)
    if options.showsDiff {
      showFixes(of: found, in: project.place, with: linter, &run)
    } else if options.isFixing {
      fix(found, in: project.place, with: linter, &run)
    }
    if let traceRoot {
      linter.traced = RuleTraceResults(traceRoot, starts, linter, through: found)
    }
    run.lint(InputBatches(found), with: linter)
  case .change(let change):
    try lint(change, options, with: linter, projects, &run)
  }
  run.end(source, traced: linter.traced)
  return run
}

/// Writes the reports of a run that could not begin, where their formats say why. What an earlier
/// run wrote would pass for that of this one.
func reportFailures(_ options: LintOptions, _ status: ExitStatus, _ console: Console) {
  guard let folder = try? currentFolder() else { return }
  ReportOutputs(ofFailed: options, in: Place(workingFolder: folder), console)
    .end(status: status, receipt: nil, []) { [] }
}

/// Lints the files of a change; what an old side has is not reported.
private func lint(
  _ change: Change, _ options: LintOptions, with linter: Linter, _ projects: Projects,
  _ run: inout LintRun
) throws {
  run.begin(change)
  var comments: [ComparedComments] = []
  // Settings may leave out every file of a change.
  if !change.inputs.isEmpty || change.paths.contains(where: \.isSwiftFile)
    || options.comparesSides && !change.paths.isEmpty
  {
    do throws(GitError) {
      comments = try lintInputs(of: change, with: linter, projects, &run)
    } catch {
      run.fail(error)
    }
  }
  guard options.showsSilencing else { return }
  run.receipt.silencing = change.silencing(options, comments: comments, in: projects).notices
}

/// - Returns: the comments that allow rules, if they are of interest.
private func lintInputs(
  of change: Change, with linter: Linter, _ projects: Projects, _ run: inout LintRun
) throws(GitError) -> [ComparedComments] {
  for number in Set(change.inputs.map(\.file.configuration)).sorted() {
    if projects.compiledProject(number) == nil { run.tellMistakes(in: number) }
  }
  var linter = linter
  let texts = try change.texts(for: &linter)
  for warning in texts.warnings { run.tell(.warning, warning) }
  run.lint(texts.inputs, with: linter)
  return run.reportHeldFiles(texts.baseline) { [linter] in linter.declaredScopes(in: change) }
}
