import Diagnostics
import RuleEngine
import Workspace

/// Which settings of the configurations of a run are of use. Only a run that holds all files of a
/// configuration's folder against all rules can tell.
struct SettingsUse {
  private let ruleSets: RuleSets
  /// The folders that are walked; absolute.
  private let walked: [FilePath]
  /// By the number of the configuration.
  private var entries: [Int: AllowEntries] = [:]

  /// Nil where a run cannot tell.
  init?(_ options: LintOptions, _ place: Place, _ ruleSets: RuleSets) {
    guard case .paths(let paths, nil) = options.input, options.rules.onlyRules.isEmpty,
      options.rules.disabledRules.isEmpty
    else { return nil }
    self.ruleSets = ruleSets
    walked = paths.map { place.absolutePath(of: $0) }
  }

  /// Takes note of a file that was linted.
  /// - Parameter rules: what `FileFindings.rulesAllowedByPath` says of it.
  mutating func add(rulesAllowed rules: Set<String>, in file: LintFile) {
    if entries[file.configuration] == nil, let set = ruleSets.ruleSet(of: file.configuration) {
      entries[file.configuration] = AllowEntries(set.project.configuration)
    }
    entries[file.configuration]?.add(rulesAllowed: rules, in: file.relativePath)
  }

  /// What to say of each configuration whose whole folder was linted, with the file as printed.
  /// - Parameter files: all that were linted.
  func warnings(after files: LintFiles) -> [(source: SourceFile, diagnostics: [Diagnostic])] {
    ruleSets.all.compactMap { set in
      let (project, folder) = (set.project, set.project.folder)
      guard let source = project.printedConfiguration, isWhole(folder),
        !project.configuration.namedRules.isEmpty
      else { return nil }
      let own = files.lazy.filter { $0.configuration == folder.number }.map(\.relativePath)
      let stale = AllowEntries(project.configuration).staleEntries(
        among: Array(own), used: Set(entries.values.flatMap(\.used)),
        rulesInForce: set.rulesInForce)
      let standings = Dictionary(
        project.rules.lazy.map { ($0.rule.id, $0.standing) },
        uniquingKeysWith: { first, _ in first })
      let idle = project.configuration.idleSettings { standings[$0] }
      return stale.isEmpty && idle.isEmpty ? nil : (source, inReportOrder(stale + idle))
    }
  }

  private func isWhole(_ folder: ConfiguredFolder) -> Bool {
    walked.contains { folder.path.relative(to: $0) != nil }
  }
}
