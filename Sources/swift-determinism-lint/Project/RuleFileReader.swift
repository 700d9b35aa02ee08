import Diagnostics
import RuleEngine
import Workspace

/// Reads the rule files of a project, and collects what is wrong with them.
struct RuleFileReader {
  private let folder: ConfiguredFolder
  private let place: Place
  private var failure = ProjectError()
  /// Paths in the configuration that cannot be read, at their places there.
  private var pathMistakes: [Diagnostic] = []

  init(of folder: ConfiguredFolder, in place: Place) {
    self.folder = folder
    self.place = place
  }

  var error: ProjectError? { failure.isEmpty ? nil : failure }

  /// Whether every rule file that was named was read.
  var isWhole: Bool { failure.messages.isEmpty && pathMistakes.isEmpty }

  /// The project's rule files: those that the configuration names, relative to its folder, then
  /// those of `--rules`, relative to the working directory; each file once.
  mutating func ruleFiles(and named: [FilePath]) -> [RuleFile] {
    var files: [RuleFile] = []
    var seen: [FilePath] = []
    for entry in folder.configuration.rules {
      let path = entry.value.resolved(from: folder.file!.parent)
      read(path, namedAs: entry.value, unlessIn: &seen, into: &files) { message in
        pathMistakes.append(Diagnostic(.error, at: entry.range, message))
      }
    }
    for path in named {
      read(
        path.resolved(from: place.workingFolder), namedAs: path, unlessIn: &seen, into: &files
      ) { message in failure.messages.append(message) }
    }
    return files
  }

  private func read(
    _ path: FilePath, namedAs argument: FilePath, unlessIn seen: inout [FilePath],
    into files: inout [RuleFile], report: (String) -> Void
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
    guard let source = folder.configuration.source, !pathMistakes.isEmpty else {
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
