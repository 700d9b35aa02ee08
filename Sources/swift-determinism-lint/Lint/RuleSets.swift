import Diagnostics
import RuleEngine
import Workspace

/// The compiled rules of each configuration of a run. Any thread may ask for them; those of a
/// configuration that a walk comes upon are made when its first file is linted.
final class RuleSets: @unchecked Sendable {
  private let projects: Projects
  private let options: LintOptions
  /// Whether findings are known by more than their place.
  private let describesFindings: Bool
  private let lock = Lock()
  /// Those that the search has come upon.
  private var folders: [ConfiguredFolder] = []
  /// By the number of the configuration; nil where it has a mistake.
  private var sets: [Int: CompiledRules?] = [:]

  init(_ projects: Projects, _ options: LintOptions, describesFindings: Bool) {
    self.projects = projects
    self.options = options
    self.describesFindings = describesFindings
    folders = projects.configurations.folders
  }

  /// Takes note of what a search has come upon; called by whoever searches.
  func addFolders() {
    let found = projects.configurations.folders
    guard folders.count < found.count else { return }
    lock.withLock { folders = found }
  }

  /// The ids of all rules that were looked for in some file.
  var rulesInForce: Set<String> {
    Set(rules.map(\.id))
  }

  /// Those that were looked for in some file, in the order of the configurations.
  var rules: [Rule] {
    lock.withLock {
      let sets = sets.sorted { $0.key < $1.key }.compactMap(\.value)
      return sets.flatMap(\.rules).filter(\.isMatched)
    }
  }

  /// The rules for the files of a configuration; nil where it has a mistake.
  func rules(of configuration: Int) -> CompiledRules? {
    lock.withLock {
      if let known = sets[configuration] { return known }
      let project = try? projects.project(of: folders[configuration])
      let rules = project.map(compiled)
      sets[configuration] = .some(rules)
      return rules
    }
  }

  /// What is wrong with the configuration and its rule files; nil where nothing is.
  func mistakes(in configuration: Int) -> ProjectError? {
    lock.withLock { () -> ProjectError? in
      do throws(ProjectError) {
        _ = try projects.project(of: folders[configuration])
        return nil
      } catch {
        return error
      }
    }
  }

  private func compiled(_ project: Project) -> CompiledRules {
    var rules = project.selection.rules
    if options.isStrict {
      for index in rules.indices where rules[index].severity == .warning {
        rules[index].severity = .error
      }
    }
    return CompiledRules(
      rules, modules: project.configuration.modules.map(\.value),
      ownTypes: project.configuration.ownTypes,
      knownIDs: project.ruleIDs, readsSuppressions: options.readsSuppressions,
      describesFindings: describesFindings)
  }
}

/// A search that tells which configurations it comes upon.
struct ConfiguredSearch: Sequence, IteratorProtocol, Sendable {
  private var search: FileSearch
  private let ruleSets: RuleSets

  init(_ search: FileSearch, _ ruleSets: RuleSets) {
    self.search = search
    self.ruleSets = ruleSets
  }

  mutating func next() -> FoundFiles? {
    let found = search.next()
    ruleSets.addFolders()
    return found
  }
}
