import Diagnostics
import Reporters
import RuleEngine
import Workspace

/// Lints files and reports what is found, in the order of their paths.
func lint(_ options: LintOptions, _ console: Console, start: Double) throws -> ExitStatus {
  let project = try Project(
    options.rules, printsAbsolutePaths: options.printsAbsolutePaths, knowsAllRules: false)
  var run = LintRun(options, project, console, start: start)
  let input = try LintInput(options, project) { run.addFound($0) }
  for trouble in input.troubles {
    let mayBeSubcommand = trouble.error.isMissing && trouble.path == options.firstWord
    run.add(trouble, hint: mayBeSubcommand ? subcommandHint(for: trouble.path) : "")
  }
  let linter = Linter(project, options, styles: run.styles)
  switch input.source {
  case .standardInput(let file, let bytes):
    _ = run.add(linter.lint(bytes, of: file), of: [file])
    return run.end([file])
  case .files(let files):
    if options.isFixing { fix(files, with: linter, jobs: options.jobs, &run) }
    lint(files, with: linter, jobs: options.jobs, &run)
    if options.isWhole(in: project.place) { run.addStaleEntries(among: files) }
    return run.end(files)
  }
}

/// Lints the files in batches, since handing a small file from thread to thread costs more than
/// linting it.
private func lint(_ files: [LintFile], with linter: Linter, jobs: Int?, _ run: inout LintRun) {
  // Short lists are split as well as long ones.
  let size = max(1, min(files.count / 64, 16))
  workInOrder(
    count: (files.count + size - 1) / size, jobs: jobs,
    makeWorker: { LintMemory() },
    work: { memory, number in
      linter.lint(files[number * size..<min((number + 1) * size, files.count)], using: memory)
    },
    size: \.size,
    deliver: { _, batch in run.add(batch, of: files) })
}

extension LintOptions {
  /// Whether every file of the project is held against every rule.
  fileprivate func isWhole(in place: Place) -> Bool {
    guard case .paths(let paths, nil) = input else { return false }
    return rules.onlyRules.isEmpty && rules.disabledRules.isEmpty
      && paths.contains { place.file(namedAs: $0).relativePath.bytes.isEmpty }
  }
}

/// `; did you mean 'verify'?` for `verfy`, else nothing.
private func subcommandHint(for path: FilePath) -> String {
  closestMatch(to: path.string, in: Subcommand.allCases.map(\.rawValue))
    .map { "; did you mean '\($0)'?" } ?? ""
}

/// What to lint.
private struct LintInput {
  enum Source {
    case files([LintFile])
    case standardInput(LintFile, [UInt8])
  }

  let source: Source
  let troubles: [Trouble]

  init(
    _ options: LintOptions, _ project: Project, progress: (Int) -> Void
  ) throws(ProjectError) {
    let settings = options.honoursIgnoreFiles ? GitSettings(environment: environmentVariable) : nil
    let selection = FileSelection(
      excludes: project.configuration.exclude.map(\.value), gitSettings: settings)
    switch options.input {
    case .paths(let paths, let list):
      let listed = try list.map(readPathList) ?? []
      let found = findFiles(
        named: paths + listed, in: project.place, selection, progress: progress)
      source = .files(found.files)
      troubles = found.troubles
    case .standardInput(let path):
      let file = project.place.file(namedAs: path)
      let bytes = try readStandardInput()
      source = selection.excludes(file) ? .files([]) : .standardInput(file, bytes)
      troubles = []
    }
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
