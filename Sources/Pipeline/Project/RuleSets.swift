import Commands
import Diagnostics
import RuleEngine
import Rules
import Workspace

/// The compiled rules of the configurations of a run. Any thread may ask for them; those of a
/// configuration that a walk finds are made when its first file is linted.
package final class RuleSets: @unchecked Sendable {
  private let projects: Projects
  private let options: LintOptions
  /// Whether findings are known by more than their place.
  private let describesFindings: Bool
  private let lock = Lock()
  private var foundFolders: [ConfiguredFolder] = []
  /// The numbers of the configurations whose mistakes were asked for.
  private var misconfigured: Set<Int> = []
  /// All that are different.
  private var compiled: [CompiledSource] = []

  package init(_ projects: Projects, _ options: LintOptions, describesFindings: Bool) {
    self.projects = projects
    self.options = options
    self.describesFindings = describesFindings
    foundFolders = projects.configurations.folders
  }

  /// Notes what a search has found; the thread that searches calls it.
  package func addFolders() {
    let found = projects.configurations.folders
    guard foundFolders.count < found.count else { return }
    lock.withLock { foundFolders = found }
  }

  /// Where the settings are looked for, whether anything is there or not.
  package var settingsPaths: [FilePath] { lock.withLock { projects.settingsPaths(options) } }

  /// The ids of all rules that were looked for in some file that has the baseline.
  /// - Parameter isTraced: false to leave out rules that find more when they are traced.
  package func rulesInForce(
    with baseline: ProjectBaseline, of baselines: Baselines, isTraced: Bool
  ) -> Set<String> {
    let sets = all.filter { baselines.baseline(of: $0.project.folder) === baseline }
    return Set(sets.flatMap(rules).filter { isTraced || !$0.isTraced }.map(\.id))
  }

  /// The ids of the rules that a run over a whole project traces.
  package var tracedIDs: Set<String> {
    var ids: Set<String> = []
    for set in all {
      let rules = set.rules.rules
      for index in rules.indices where rules[index].isTraced { ids.insert(rules[index].id) }
    }
    return ids
  }

  /// Whether overrides turn a rule off in a file.
  package func isOff(_ id: String, in file: LintFile) -> Bool {
    guard let project = ruleSet(of: file.configuration)?.project else { return false }
    let overrides = project.configuration.overrides(for: file.relativePath)
    return project.selection.isOff(id, in: overrides)
  }

  /// Those that were looked for in some file, in the order of the configurations.
  package var rules: [Rule] {
    all.flatMap(rules)
  }

  private func rules(of set: RuleSet) -> [Rule] {
    lock.withLock { set.allRules }.filter(\.isMatched)
  }

  /// What holds for the files of a configuration; nil where it has a mistake.
  package func ruleSet(of configuration: Int) -> RuleSet? {
    lock.withLock {
      guard case .set(let set) = projects.answer(for: foundFolders[configuration]) else {
        return nil
      }
      if set.rules == nil { set.rules = compile(RuleSource(set.project)) }
      return set
    }
  }

  /// The rules where overrides hold.
  /// - Parameter overrides: by index, in order; not empty.
  package func rules(of set: RuleSet, in overrides: [Int]) -> CompiledRules {
    lock.withLock {
      if let known = set.variants[overrides] { return known }
      let rules = compile(RuleSource(set.project, in: overrides))
      set.variants[overrides] = rules
      return rules
    }
  }

  /// What is wrong with the configuration and its rule files; nil where nothing is.
  package func mistakes(in configuration: Int) -> ProjectError? {
    lock.withLock {
      guard case .mistakes(let error) = projects.answer(for: foundFolders[configuration]) else {
        return nil
      }
      return error
    }
  }

  /// The same, once for each configuration.
  package func newMistakes(in configuration: Int) -> ProjectError? {
    guard lock.withLock({ misconfigured.insert(configuration).inserted }) else { return nil }
    return mistakes(in: configuration)
  }

  package var hasMistakes: Bool { lock.withLock { !misconfigured.isEmpty } }

  package var configurations: ConfigurationTree { projects.configurations }

  /// Those that the search has found, by the number of the configuration.
  package var folders: [ConfiguredFolder] {
    // For speed alone the body returns nothing: a type for it would have to be made.
    var folders: [ConfiguredFolder] = []
    lock.withLock { folders = foundFolders }
    return folders
  }

  /// In the order in which their configurations were found.
  package var all: [RuleSet] {
    lock.withLock { projects.sets.filter { $0.rules != nil } }
  }

  private func compile(_ source: RuleSource) -> CompiledRules {
    if let known = compiled.first(where: { $0.source == source }) { return known.rules }
    var rules = source.rules
    if options.isStrict {
      for index in rules.indices where rules[index].severity == .warning {
        rules[index].severity = .error
      }
    }
    let result = CompiledRules(
      rules, modules: source.modules, ownTypes: source.ownTypes,
      known: source.names, readsSuppressions: options.readsSuppressions,
      describesFindings: describesFindings)
    compiled.append(CompiledSource(source: source, rules: result))
    return result
  }
}

/// For speed alone it is no tuple: the type of an array of these takes as long to make as a small
/// file to lint.
private struct CompiledSource {
  let source: RuleSource
  let rules: CompiledRules
}

/// What is known of one configuration without mistakes: its project, and what a run makes of it.
package final class RuleSet: @unchecked Sendable {
  package let project: Project
  /// Where no override holds; set under the lock of `RuleSets` before anybody gets them.
  package fileprivate(set) var rules: CompiledRules!
  /// By the overrides that hold; under the lock of `RuleSets`.
  fileprivate var variants: [[Int]: CompiledRules] = [:]

  package init(_ project: Project) { self.project = project }

  /// Those of all its files.
  fileprivate var allRules: [Rule] {
    let variants = variants.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return rules.rules + variants.flatMap(\.value.rules)
  }

  /// The ids of the rules that are looked for, in whatever files.
  package var rulesInForce: Set<String> {
    var ids = Set(rules.rules.lazy.filter { $0.isMatched }.map { $0.id })
    for override in project.configuration.overrides.indices {
      for rule in project.selection.rules(in: [override]) where rule.isMatched {
        ids.insert(rule.id)
      }
    }
    return ids
  }

  /// What settings name these rules by: their ids, their packs and `all`.
  var namesInForce: Set<String> {
    let ids = rulesInForce
    let packs = project.selection.known.lazy.filter { ids.contains($0.id) }.map(\.pack)
    return ids.union(packs).union([Rule.nameOfAll])
  }

  package var hasOverrides: Bool { !project.configuration.overrides.isEmpty }
}

/// All that rules are compiled from.
private struct RuleSource: Equatable {
  let rules: [Rule]
  let modules: [String]
  let ownTypes: [Configuration.OwnType]
  let names: KnownNames

  init(_ project: Project, in overrides: [Int] = []) {
    rules = overrides.isEmpty ? project.selection.rules : project.selection.rules(in: overrides)
    modules = project.configuration.modules.map { $0.value }
    ownTypes = project.configuration.ownTypes
    names = project.names
  }
}
