import BundledRules
import Diagnostics
import Rules
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
    bundledRuleFiles.flatMap { $0.ruleIDs } + ownFiles.flatMap { $0.rules.map { $0.value.id } }
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
