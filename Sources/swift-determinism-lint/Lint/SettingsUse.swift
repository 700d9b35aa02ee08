import Diagnostics
import RuleEngine
import Rules
import Workspace

/// Which settings of the configurations of a run are of use. Only a run that holds all files of a
/// configuration's folder against all rules can tell.
struct SettingsUse {
  private let ruleSets: RuleSets
  /// The folders that are walked; absolute.
  private let walked: [FilePath]
  /// By the number of the configuration.
  private var entries: [Int: AllowEntries] = [:]
  /// By the number of the configuration.
  private var matched: [Int: Set<RulePattern>] = [:]

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

  /// - Parameters:
  ///   - patterns: what `FileFindings.matchedPatterns` says of a file.
  ///   - configuration: its number.
  mutating func add(matched patterns: Set<RulePattern>, in configuration: Int) {
    matched[configuration, default: []].formUnion(patterns)
  }

  /// What to say of each configuration whose whole folder was linted, with the file as printed.
  /// - Parameter files: all that were linted.
  func warnings(after files: LintFiles) -> [FileDiagnostics] {
    let whole = ruleSets.all.filter { isWhole($0.project.folder) }
    return settingWarnings(of: whole, after: files) + patternWarnings(of: whole, after: files)
  }

  /// A rule file that several configurations name is told of once: what any of them finds counts.
  private func patternWarnings(
    of sets: [RuleSet], after files: LintFiles
  ) -> [FileDiagnostics] {
    let matched = self.matched.values.reduce(into: Set()) { $0.formUnion($1) }
    var seen: Set<FilePath> = []
    return sets.flatMap { set in
      let ownFiles = Set(set.project.ownFiles.map(\.source.path))
      let sharing = sets.filter { other in
        other.project.ownFiles.contains { ownFiles.contains($0.source.path) }
      }
      return UnmatchedPatterns(of: set, matched: matched)
        .warnings(after: files, of: Set(sharing.map(\.project.folder.number)), in: walked)
        .filter { seen.insert($0.source.path).inserted }
    }
  }

  private func settingWarnings(
    of whole: [RuleSet], after files: LintFiles
  ) -> [FileDiagnostics] {
    let sets = whole.filter { !$0.project.configuration.namedRules.isEmpty }
    if sets.isEmpty { return [] }
    let used = Set(entries.values.flatMap(\.used))
    let paths = relativePaths(
      in: files, of: sets.filter { !$0.project.configuration.allow.isEmpty })
    return sets.compactMap { set in
      let project = set.project
      guard let source = project.printedConfiguration else { return nil }
      let stale = AllowEntries(project.configuration).staleEntries(
        among: paths[project.folder.number] ?? [], used: used, rulesInForce: set.rulesInForce)
      let warnings = inReportOrder(stale + project.idleSettings)
      return warnings.isEmpty ? nil : FileDiagnostics(source: source, diagnostics: warnings)
    }
  }

  /// By the number of the configuration, of those that are asked for.
  private func relativePaths(in files: LintFiles, of sets: [RuleSet]) -> [Int: [FilePath]] {
    var paths = Dictionary(
      sets.map { ($0.project.folder.number, [FilePath]()) }, uniquingKeysWith: { first, _ in first }
    )
    if paths.isEmpty { return paths }
    for index in files.indices where paths[files.configuration(at: index)] != nil {
      paths[files.configuration(at: index)]!.append(files[index].relativePath)
    }
    return paths
  }

  private func isWhole(_ folder: ConfiguredFolder) -> Bool {
    walked.contains { folder.path.relative(to: $0) != nil }
  }
}

extension Project {
  /// Warnings about settings of rules that are not in force.
  fileprivate var idleSettings: [Diagnostic] {
    configuration.idleSettings { id in
      let bundled = bundledFiles.lazy.flatMap(\.rules).first { $0.value.id == id }
      let rule = bundled ?? ownFiles.lazy.flatMap(\.rules).first { $0.value.id == id }
      return rule.map {
        configuration.standing(of: $0.value, isBundled: bundled != nil, choices: choices)
      }
    }
  }
}
