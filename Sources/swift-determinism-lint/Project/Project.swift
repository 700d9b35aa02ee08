import BundledRules
import Diagnostics
import Reporters
import RuleEngine
import Workspace

/// What holds for the files of one configuration before any of them is read.
struct Project {
  let place: Place
  let folder: ConfiguredFolder
  /// What the command line says about rules.
  let choices: RuleChoices
  /// The rules of these files, and those in force; without mistakes.
  let selection: RuleSelection
  /// One for each bundled pack that was asked for.
  let bundledFiles: [RuleFile]
  /// The project's own rule files.
  let ownFiles: [RuleFile]

  var configuration: Configuration { folder.configuration }

  /// The ids of all rules, in force or not, in the order of the rule files.
  var ruleIDs: [String] {
    bundledRuleFiles.flatMap(\.ruleIDs) + ownFiles.flatMap { $0.rules.map(\.value.id) }
  }

  /// The configuration with the path that a report has for it; nil where there is none.
  var printedConfiguration: SourceFile? {
    configuration.source.map { source in
      let path = source.path.resolved(from: place.workingFolder)
      return SourceFile(
        path: place.printsAbsolutePaths ? path : source.path, bytes: source.bytes)
    }
  }
}

/// Mistakes in configuration and rule files, and what could not be read of them; they stop a run
/// before it lints with fewer rules than were meant.
struct ProjectError: Error {
  var messages: [String] = []
  /// Each file once.
  var files: [FileDiagnostics] = []

  init(messages: [String] = [], files: [FileDiagnostics] = []) {
    self.messages = messages
    self.files = files
  }

  init(_ mistakes: ConfigurationMistakes) {
    (messages, files) = (mistakes.messages, mistakes.files)
  }

  var isEmpty: Bool { messages.isEmpty && files.isEmpty }

  func print(on console: Console) {
    for message in messages { console.printError(message) }
    var report = Report(ReportStyle(.text, isColored: console.areErrorsColored))
    for file in files {
      let rendered = renderFile(file.diagnostics, of: file.source, styles: [report.style])
      console.printToErrors(report.append(rendered[0]).bytes)
    }
  }
}
