import CallGraph
import Diagnostics
import RuleEngine
import Rules
import Workspace

/// What the rules with `trace: true` find in the calls of their `inside`, by the path of the file
/// as printed.
final class TracedFiles: Sendable {
  private let uses: [FilePath: TracedUses]
  /// How many rules were traced, and from how many functions and the like.
  let ruleCount: Int
  let entryCount: Int
  /// What the rules name and no file declares.
  let missingHeaders: Set<ScopeHeader>

  init(
    _ uses: [FilePath: TracedUses], ruleCount: Int, entryCount: Int,
    missingHeaders: Set<ScopeHeader>
  ) {
    (self.uses, self.ruleCount, self.entryCount) = (uses, ruleCount, entryCount)
    self.missingHeaders = missingHeaders
  }

  func uses(in path: FilePath) -> TracedUses { uses[path] ?? TracedUses() }

  /// Whether a file is to be linted, whatever it holds.
  func names(_ path: FilePath) -> Bool { uses[path] != nil }
}

extension TracedRoot {
  /// The folder that a run must lint as a whole for its rules to be traced; nil if nothing is to be
  /// traced, or if the run lints less than that.
  /// - Parameter starts: the projects that the run begins with.
  init?(ofRun options: LintOptions, _ starts: [Project]) {
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
  var tracesRules: Bool {
    let rules = selection.rules
    return rules.indices.contains { rules[$0].isTraced }
  }
}

extension Rule {
  /// Whether its calls are looked at in a run over a whole project.
  var isTraced: Bool { trace.isOn && isMatched }
}

// MARK: - The trace

/// Traces rules through all files of a run, before these are linted.
struct RuleTrace: Sendable {
  private let root: TracedRoot
  private let linter: Linter
  private let rules: TracedRules
  private let found: FoundFiles

  /// - Parameters:
  ///   - starts: the projects that the run begins with.
  ///   - found: all files of the run.
  init(_ root: TracedRoot, _ starts: [Project], _ linter: Linter, through found: FoundFiles) {
    (self.root, self.linter, self.found) = (root, linter, found)
    let configurations = Set(found.files.indices.map { found.files.configuration(at: $0) })
    let projects = configurations.sorted().compactMap {
      linter.ruleSets.ruleSet(of: $0)?.project
    }
    let groups = projects.flatMap {
      TracedGroup.groups(
        of: $0.selection.rules, in: $0, readsSuppressions: linter.options.readsSuppressions)
    }
    rules = TracedRules(groups, modules: starts[0].configuration.modules.map(\.value))
  }

  func run() -> TracedFiles {
    guard mayFindCode() else { return rules.nothing }
    var files: [TraceableFile] = []
    forEachBatch(
      of: InputBatches(found), jobs: linter.options.jobs,
      work: { memory, batch in
        // What cannot be read is told when it is linted.
        batch.files.indices.compactMap { try? read($0, of: batch.files, using: memory) }
      },
      size: { _ in 0 },
      deliver: { _, read in
        files += read
        return true
      })
    files.sort { $0.file.path < $1.file.path }
    let program = Program(
      files.map { (root.relativePath(of: $0.file.path) ?? $0.file.path, $0.summary) },
      manifests: root.manifests(among: files.lazy.map(\.source), and: found))
    let (uses, entryCount) = rules.trace(files, program)
    let named = zip(files, uses).filter { !$1.isEmpty }.map { ($0.source.path, $1) }
    return TracedFiles(
      Dictionary(uniqueKeysWithValues: named),
      ruleCount: rules.ruleCount, entryCount: entryCount,
      missingHeaders: rules.missingHeaders(in: files))
  }

  /// Whether some file may hold a declaration that the rules look into. If none does, as in a
  /// project without workflows or reducers, nothing more has to be read.
  private func mayFindCode() -> Bool {
    var mayFind = false
    forEachBatch(
      of: InputBatches(found), jobs: linter.options.jobs,
      work: { [rules] memory, batch in
        batch.files.indices.contains { index in
          (try? memory.buffer.readFile(at: index, of: batch.files, where: rules.mayLookInto)) != nil
        }
      },
      size: { _ in 0 },
      deliver: { _, found in
        mayFind = found
        return !found
      })
    return mayFind
  }

  private func read(
    _ index: Int, of files: LintFiles, using memory: LintMemory
  ) throws(FileError) -> TraceableFile {
    let file = files[index]
    let bytes = try memory.buffer.readFile(at: index, of: files) { _ in true } ?? []
    return rules.read(
      SourceFile(path: file.path, bytes: bytes), file, linter.rules(for: file, using: memory),
      reusing: &memory.scratch)
  }
}

// MARK: - A file alone

/// Traces rules through one file, as if there were no other.
struct FixtureTrace {
  private let rules: TracedRules
  private let compiled: CompiledRules

  /// - Parameter compiled: the rules with which fixtures are verified.
  init(_ compiled: CompiledRules, _ project: Project) {
    self.compiled = compiled
    let groups = TracedGroup.groups(of: compiled.rules, in: project, readsSuppressions: true)
    rules = TracedRules(groups, modules: [])
  }

  func uses(in source: SourceFile) -> TracedUses {
    var scratch = LintScratch()
    let number = rules.groups.first?.configuration ?? 0
    let named = LintFile(path: source.path, relativePath: source.path, configuration: number)
    let file = rules.read(source, named, compiled, reusing: &scratch)
    return rules.trace([file], Program([(source.path, file.summary)], manifests: [])).0[0]
  }
}
