import Diagnostics
import Workspace

/// Lints files and reports what is found, in the order of their paths.
/// - Returns: the run, which keeps the memory of the rules: to give that back, piece by piece,
///   takes longer than to lint a small file.
func lint(_ options: LintOptions, _ console: Console, start: Double) throws -> LintRun {
  let projects = try Projects(
    options.rules, printsAbsolutePaths: options.printsAbsolutePaths, knowsAllRules: false)
  let input = try LintInput(options, projects)
  let project = try projects.first(of: input.folders(in: projects))
  let baseline = try ProjectBaseline(options.baseline, project)
  let ruleSets = RuleSets(
    projects, options, describesFindings: baseline != nil || options.describesFindings)
  var run = LintRun(options, project, ruleSets, baseline, console, start: start)
  let linter = Linter(ruleSets, options, styles: run.styles, baseline)
  switch input {
  case .standardInput(let file, let bytes):
    _ = run.add(linter.lint(bytes, of: file.file), of: FoundFiles(files: LintFiles(file.file)))
  case .excluded(let file):
    run.expect(FoundFiles(excluded: [file.file.path]))
  case .files(let search) where search.isInOrder && !options.isFixing:
    lint(ConfiguredSearch(search, ruleSets), with: linter, jobs: options.jobs, &run)
    run.explainNoFiles(of: search)
  case .files(let search):
    let found = search.all { run.addFound($0) }
    ruleSets.addFolders()
    run.expect(found)
    if options.showsDiff {
      showFixes(of: found.files, in: project.place, with: linter, jobs: options.jobs, &run)
    } else if options.isFixing {
      fix(found.files, in: project.place, with: linter, jobs: options.jobs, &run)
    }
    lint(found.batches, with: linter, jobs: options.jobs, &run)
    run.explainNoFiles(of: search)
  case .change(let change):
    lint(change, options, with: linter, projects, baseline, &run)
  }
  run.end()
  return run
}

private func lint(
  _ batches: some Sequence<FoundFiles> & Sendable, with linter: Linter, jobs: Int?,
  _ run: inout LintRun
) {
  workInOrder(
    on: batches, jobs: jobs,
    makeWorker: { LintMemory() },
    work: { memory, found in linter.lint(found.files, using: memory) },
    size: { $0.size },
    deliver: { found, batch in run.add(batch, of: found) })
}

/// What to lint.
enum LintInput {
  case files(FileSearch)
  case change(Change)
  case standardInput(NamedFile, [UInt8])
  /// What standard input stands for is not to be linted.
  case excluded(NamedFile)

  init(_ options: LintOptions, _ projects: Projects) throws {
    let honoursIgnoreFiles = options.honoursIgnoreFiles
    let selection = Selection(
      projects.configurations,
      gitSettings: honoursIgnoreFiles ? GitSettings(environment: environmentVariable) : nil)
    switch options.input {
    case .paths(let paths, let list):
      let listed = try list.map(readPathList) ?? []
      var scope = listed.isEmpty ? nil : projects.place.fileScope
      let named = listed.isEmpty ? [] : Set(paths)
      self = .files(
        FileSearch(named: paths + listed, in: projects.place, selection) { path in
          !named.contains(path) && scope?.escapes(path) == true
        })
    case .standardInput(let path):
      let file = projects.configurations.file(namedAs: path)
      let bytes = try readStandardInput()
      guard file.isExcluded || !bytes.beginsAsUTF16 else {
        throw ProjectError(messages: [Trouble(path, .utf16).message])
      }
      self = file.isExcluded ? .excluded(file) : .standardInput(file, bytes)
    case .change(let change):
      self = .change(
        try Change(
          change, projects.configurations, honoursIgnoreFiles: options.honoursIgnoreFiles))
    }
  }

  /// What holds where the run begins: in the working directory if nothing is to be linted.
  func folders(in projects: Projects) -> [ConfiguredFolder] {
    let folders =
      switch self {
      case .files(let search): search.startFolders
      case .change(let change): [projects.configurations.folder(from: change.top)]
      case .standardInput(let file, _), .excluded(let file): [file.folder]
      }
    return folders.isEmpty
      ? [projects.configurations.folder(from: projects.place.workingFolder)] : folders
  }
}

/// The paths of `--files-from`: ended by NUL if there is one, else by newlines.
private func readPathList(_ path: FilePath) throws(ProjectError) -> [FilePath] {
  let bytes = try path == FilePath("-") ? readStandardInput() : readList(path)
  let separator = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
  return bytes.split(separator: separator).map { FilePath(bytes: $0) }
}

private func readList(_ path: FilePath) throws(ProjectError) -> [UInt8] {
  do {
    // The list may come from a pipe: `--files-from <(git ls-files -z)`.
    return try readStream(at: path)
  } catch {
    throw ProjectError(messages: [Trouble(path, error).message])
  }
}

private func readStandardInput() throws(ProjectError) -> [UInt8] {
  do {
    return try readStream(standardInputDescriptor)
  } catch {
    throw ProjectError(messages: ["cannot read standard input (\(error.text))"])
  }
}
