import CallGraph
import Commands
import Diagnostics
import Pipeline
import RuleEngine
import Rules
import Workspace

extension RuleTraceResults {
  /// Traces the rules of all files of a run, before these are linted.
  /// - Parameters:
  ///   - starts: the projects that the run begins with.
  ///   - found: all files of the run.
  package convenience init(
    _ root: TracedRoot, _ starts: [Project], _ linter: Linter, through found: FoundFiles
  ) {
    let configurations = Set(found.files.indices.map { found.files.configuration(at: $0) })
    let groups = configurations.sorted().compactMap(linter.projects.compiledProject)
      .flatMap {
        TracedGroup.groups(
          of: $0.selection.rules, in: $0, readsSuppressions: linter.options.readsSuppressions)
      }
    let names = TracedNames(groups, modules: starts[0].configuration.modules.map(\.value))
    guard names.mayFindCode(in: found, linter) else {
      self.init([:], ruleCount: groups.ruleCount, entryCount: 0)
      return
    }
    // Files that cannot be read are reported when they are linted.
    let files = names.read(found, below: root, linter) { _ in }
    let manifests = root.manifests(among: files.lazy.map(\.source), and: found)
    let code = TracedCode(files, manifests: manifests, headers: names.headers)
    let (uses, entryCount) = groups.trace(code)
    self.init(
      uses, ruleCount: groups.ruleCount, entryCount: entryCount,
      missingHeaders: code.missingHeaders)
  }

  /// Traces the rules of a project through one file, as if there were no other.
  /// - Parameter compiled: the rules with which fixtures are verified.
  package convenience init(
    _ project: Project, _ compiled: CompiledRules, inFixture source: SourceFile
  ) {
    let groups = TracedGroup.groups(of: compiled.rules, in: project, readsSuppressions: true)
    let names = TracedNames(groups, modules: [])
    let file = LintFile(
      path: source.path, relativePath: source.path, configuration: project.folder.number)
    let traced = TracedFile(file, at: source.path, source.bytes, compiled, names, LintWorkerState())
    let code = TracedCode([traced], manifests: [], headers: names.headers)
    let (uses, entryCount) = groups.trace(code)
    self.init(uses, ruleCount: groups.ruleCount, entryCount: entryCount)
  }
}

extension TracedRoot {
  /// The folder that a run must lint as a whole for its rules to be traced; nil if nothing is to be
  /// traced, or if the run lints less than that.
  /// - Parameter starts: the projects that the run begins with.
  package init?(ofRun options: LintOptions, _ starts: [Project]) {
    guard let start = starts.first(where: { $0.tracesRules }),
      case .paths(let paths, nil) = options.input, !options.isFixing
    else { return nil }
    self.init(of: start.folder, in: start.place)
    let isWhole = paths.contains { [path] named in
      path.relative(to: start.place.absolutePath(of: named)) != nil
    }
    guard isWhole else { return nil }
  }
}

extension Project {
  package var tracesRules: Bool {
    let rules = selection.rules
    return rules.indices.contains { rules[$0].isTraced }
  }
}

// MARK: - Groups

/// Rules of one configuration that look into the same declarations, and are traced alike.
package final class TracedGroup: Sendable {
  /// The index in `ConfigurationTree.folders` of the configuration.
  package let configuration: Int
  package let rules: [Rule]
  /// The same rules without `inside` and `files`.
  private let everywhere: CompiledRules

  package var trace: Rule.Trace { rules[0].trace }

  /// - Parameter rules: the rules, at least one.
  private init(_ rules: [Rule], of project: Project, readsSuppressions: Bool) {
    self.rules = rules
    configuration = project.folder.number
    let everywhere = rules.map { rule in
      var rule = rule
      (rule.inside, rule.files) = ([], [])
      return rule
    }
    let configuration = project.configuration
    self.everywhere = CompiledRules(
      everywhere, modules: configuration.modules.map(\.value), ownTypes: configuration.ownTypes,
      known: project.names, readsSuppressions: readsSuppressions)
  }

  /// The groups that the traced rules fall into.
  package static func groups(
    of rules: [Rule], in project: Project, readsSuppressions: Bool
  ) -> [TracedGroup] {
    var groups: [[Rule]] = []
    for rule in rules where rule.isTraced {
      let like = groups.firstIndex {
        $0[0].inside == rule.inside && $0[0].trace == rule.trace
          && $0[0].allowInside == rule.allowInside
      }
      if let like { groups[like].append(rule) } else { groups.append([rule]) }
    }
    return groups.map { TracedGroup($0, of: project, readsSuppressions: readsSuppressions) }
  }

  /// The uses that the rules ban in a file; those that are allowed have a verdict.
  package func findings(in source: SourceFile, _ file: LintFile, _ memory: LintWorkerState)
    -> FileFindings
  {
    Check(source, at: file.relativePath, everywhere, makingKeys: true).findingsIfAny(using: memory)
  }
}

extension [TracedGroup] {
  fileprivate var ruleCount: Int { Set(flatMap { $0.rules.map(\.id) }).count }

  /// Traces all groups.
  /// - Returns: the uses by path, and the number of functions and the like that were traced.
  fileprivate func trace(_ code: TracedCode) -> ([FilePath: TracedUses], entryCount: Int) {
    var uses = code.files.map(\.uses)
    var entryCount = 0
    for (number, group) in enumerated() {
      var trace = GroupTrace(group, number, code)
      entryCount += trace.entryCount
      trace.add(to: &uses)
    }
    let named = zip(code.files, uses).filter { !$1.isEmpty }.map { ($0.source.path, $1) }
    return (Dictionary(uniqueKeysWithValues: named), entryCount)
  }
}
