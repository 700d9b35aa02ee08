import BundledRules
import Diagnostics
import Reporters
import RuleEngine
import Workspace

/// What holds before any source is read: where the run takes place, its configuration and rules.
struct Project {
  let place: Place
  /// As printed; nil where there is no configuration.
  let configurationPath: FilePath?
  let configuration: Configuration
  /// What the command line says about rules.
  let choices: RuleChoices
  /// The rules of these files, and those in force; without mistakes.
  let selection: RuleSelection
  /// One for each bundled pack that was asked for.
  let bundledFiles: [RuleFile]
  /// The project's own rule files.
  let ownFiles: [RuleFile]

  /// Reads the configuration and the rule files.
  /// - Parameter knowsAllRules: whether bundled rules that are not in force are wanted, too.
  init(
    _ options: RuleOptions, printsAbsolutePaths: Bool = false, knowsAllRules: Bool = true
  ) throws {
    var reader = ProjectReader()
    let workingFolder = try reader.workingFolder()
    let (path, source) = try reader.configuration(options.configuration, from: workingFolder)
    place = Place(
      workingFolder: workingFolder,
      root: options.configuration == nil ? path?.parent ?? workingFolder : workingFolder,
      printsAbsolutePaths: printsAbsolutePaths)
    configurationPath = source?.path
    configuration = source.map { Configuration(parsing: $0) } ?? Configuration()
    ownFiles = reader.ruleFiles(
      of: configuration, in: path?.parent ?? workingFolder, and: options.rulePaths, place)
    choices = options.choices
    let bundled =
      knowsAllRules
      ? bundledRuleFiles : neededRuleFiles(configuration, choices, ownFiles: ownFiles)
    bundledFiles = bundled.map { file in
      RuleFile(
        parsing: SourceFile(path: FilePath("Rules/" + file.name), bytes: file.bytes),
        isChecked: true)
    }
    selection = RuleSelection(
      bundled: bundledFiles, project: ownFiles, configuration: configuration, choices: choices,
      isWhole: reader.isWhole)
    reader.add(selection.fileMistakes)
    if let error = reader.error { throw error }
    if let mistake = selection.usageMistakes.first { throw UsageError(message: mistake) }
  }

  /// The ids of all rules, in force or not, in the order of the rule files.
  var ruleIDs: [String] {
    bundledRuleFiles.flatMap(\.ruleIDs) + ownFiles.flatMap { $0.rules.map(\.value.id) }
  }

  /// The configuration and the project's own rule files.
  var settingsFiles: [SourceFile] {
    (configuration.source.map { [$0] } ?? []) + ownFiles.map(\.source)
  }

  /// The configuration with the path that a report has for it; nil where there is none.
  var printedConfiguration: SourceFile? {
    configuration.source.map { source in
      let path = place.printsAbsolutePaths ? place.file(namedAs: source.path).path : source.path
      return SourceFile(path: path, bytes: source.bytes)
    }
  }
}

/// Mistakes in configuration and rule files, and what could not be read of them; they stop a run
/// before it lints with fewer rules than were meant.
struct ProjectError: Error {
  var messages: [String] = []
  /// Each file once.
  var files: [FileDiagnostics] = []

  func print(on console: Console) {
    for message in messages { console.printError(message) }
    var report = Report(ReportStyle(.text, isColored: console.areErrorsColored))
    for file in files {
      let rendered = renderFile(file.diagnostics, of: file.source, styles: [report.style])
      console.printToErrors(report.append(rendered[0]).bytes)
    }
  }
}

extension RuleOptions {
  fileprivate var choices: RuleChoices {
    var choices = RuleChoices()
    choices.packs = packs.flatMap { $0 == "all" ? bundledRuleFiles.map(\.pack) : [$0] }
    choices.onlyRules = onlyRules
    choices.disabled = disabledRules
    return choices
  }
}

/// Reads what a project consists of, and collects what is wrong with it.
private struct ProjectReader {
  private var failure = ProjectError()
  /// Paths in the configuration that cannot be read, at their places there.
  private var pathMistakes: [Diagnostic] = []
  private var configurationSource: SourceFile?

  var error: ProjectError? {
    failure.messages.isEmpty && failure.files.isEmpty ? nil : failure
  }

  /// Whether every rule file that was named was read.
  var isWhole: Bool { failure.messages.isEmpty && pathMistakes.isEmpty }

  func workingFolder() throws(ProjectError) -> FilePath {
    do {
      return try currentFolder()
    } catch {
      throw ProjectError(messages: ["cannot tell the working directory (\(error.text))"])
    }
  }

  /// - Parameter named: by `--config`; otherwise the configuration is looked for.
  /// - Returns: the absolute path, and the file with the path that is printed.
  mutating func configuration(
    _ named: FilePath?, from workingFolder: FilePath
  ) throws(ProjectError) -> (path: FilePath?, source: SourceFile?) {
    do {
      if let named {
        configurationSource = SourceFile(path: named, bytes: try readFile(named))
        return (named.resolved(from: workingFolder), configurationSource)
      }
      guard let found = try findConfiguration(from: workingFolder) else { return (nil, nil) }
      let place = Place(workingFolder: workingFolder, root: workingFolder)
      let printed = place.printedPath(of: found.path, namedAs: FilePath(""))
      configurationSource = SourceFile(path: printed, bytes: found.bytes)
      return (found.path, configurationSource)
    } catch {
      let path = named ?? FilePath(configurationFileName)
      throw ProjectError(messages: [Trouble(path, error).message])
    }
  }

  /// The project's rule files: those that the configuration names, relative to its folder, then
  /// those of `--rules`, relative to the working directory; each file once.
  mutating func ruleFiles(
    of configuration: Configuration, in folder: FilePath, and named: [FilePath], _ place: Place
  ) -> [RuleFile] {
    var files: [RuleFile] = []
    var seen: [FilePath] = []
    for entry in configuration.rules {
      let path = entry.value.resolved(from: folder)
      read(path, namedAs: entry.value, place, unlessIn: &seen, into: &files) { message in
        pathMistakes.append(Diagnostic(.error, at: entry.range, message))
      }
    }
    for path in named {
      read(
        path.resolved(from: place.workingFolder), namedAs: path, place, unlessIn: &seen,
        into: &files
      ) { message in failure.messages.append(message) }
    }
    return files
  }

  private func read(
    _ path: FilePath, namedAs argument: FilePath, _ place: Place,
    unlessIn seen: inout [FilePath], into files: inout [RuleFile], report: (String) -> Void
  ) {
    do {
      let paths = try ruleFilePaths(at: path)
      if paths.isEmpty { report("no rule file (*.yml) in '\(argument.string)'") }
      for path in paths where !seen.contains(path) {
        seen.append(path)
        let printed = place.printedPath(of: path, namedAs: argument)
        files.append(RuleFile(parsing: SourceFile(path: printed, bytes: try readFile(path))))
      }
    } catch {
      report(Trouble(argument, error).message)
    }
  }

  /// Joins the mistakes of the files with those of the paths in the configuration.
  mutating func add(_ mistakes: [FileDiagnostics]) {
    guard let source = configurationSource, !pathMistakes.isEmpty else {
      failure.files = mistakes
      return
    }
    let isConfiguration = mistakes.first?.source.path == source.path
    let known = isConfiguration ? mistakes[0].diagnostics : []
    let joined = FileDiagnostics(
      source: source, diagnostics: inReportOrder(known + pathMistakes))
    failure.files = [joined] + mistakes.dropFirst(isConfiguration ? 1 : 0)
  }
}
