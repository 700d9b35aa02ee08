import BundledRules
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// What the bundled rules find in a project in which nothing is set up yet.
struct Survey {
  private(set) var fileCount = 0
  /// Those in which the core pack finds something, in order.
  private(set) var files: [SurveyedFile] = []
  /// What could not be read.
  private(set) var troubles: [Trouble] = []
  /// How many findings each other pack would add. For a pack whose rules only look into some
  /// declarations, it counts the pack's own findings, if there are any; some of these may take the
  /// place of findings of core.
  private(set) var otherPacks: [(pack: String, count: Int, replacedCount: Int)]
  /// The modules that a pack is for, each with the number of files that import it; those of one
  /// pack follow each other.
  private(set) var imports: [(module: String, pack: String, count: Int)]
  /// The globs by which files were told to be of a kind other than product code; those that told
  /// none are left out.
  private(set) var kindGlobs: [(kind: CodeKind, glob: Glob)]
  let swiftLint: SwiftLintSettings?
  /// The globs that SwiftLint excludes, each with the number of its files. They were not read.
  private(set) var excluded: [(glob: Glob, count: Int)]
  let seconds: Double

  /// - Parameters:
  ///   - root: absolute.
  ///   - swiftLint: what is excluded there is not read, unless it is tests.
  init(of root: FilePath, _ swiftLint: SwiftLintSettings?) {
    let start = monotonicSeconds()
    let exclusions = swiftLint?.excluded.filter { !$0.namesTests } ?? []
    let rules = SurveyRules(excluded: exclusions.map(\.glob))
    let place = Place(workingFolder: root, printsAbsolutePaths: true)
    let selection = Selection(
      ConfigurationTree(in: place, root: root),
      gitSettings: GitSettings(environment: environmentVariable))
    var found = FoundCounts(for: rules)
    var search = FileSearch(named: [root], in: place, selection)
    forEachBatch(
      of: InputBatches { search.next().map { InputBatch(found: $0) } }, jobs: nil,
      work: { memory, inputs in rules.survey(inputs.found, using: memory) },
      size: \.size,
      deliver: { _, counts in
        found.add(counts)
        return true
      })
    fileCount = found.fileCount
    files = found.files
    troubles = found.troubles
    self.swiftLint = swiftLint
    excluded = zip(rules.excluded, found.excluded).filter { 0 < $0.1 }.map { ($0, $1) }
    otherPacks = rules.otherPacks.enumerated().compactMap { index, pack in
      // A pack that only looks into some declarations, e.g. workflows, is for projects that have
      // them.
      guard !pack.isForSomeScopes || 0 < found.ofPack[index] else { return nil }
      // If a rule of another pack says more about a use, it reports the use in place of core's
      // rule.
      let added = max(0, found.withPack[index] - found.withCore)
      guard pack.isForSomeScopes else { return (pack.name, added, 0) }
      return (pack.name, found.ofPack[index], max(0, found.ofPack[index] - added))
    }
    imports = zip(modulesWithPack, found.imports).filter { 0 < $0.1 }.map { row, count in
      (row.module, row.pack, count)
    }
    kindGlobs = zip(CodeKind.globs, found.ofGlob).filter { 0 < $0.1 }.map(\.0)
    seconds = monotonicSeconds() - start
  }

  var findingCount: Int { files.reduce(0) { $0 + $1.findings.count } }

  func findingCount(in kind: CodeKind) -> Int {
    files.reduce(0) { $0 + $1.findings.count { $0.kind == kind } }
  }

  /// Counts those in files of that kind alone, not in declarations.
  func findingCount(inFilesOf kind: CodeKind) -> Int {
    files.reduce(0) { $0 + ($1.kind == kind ? $1.findings.count : 0) }
  }

  /// The tests that SwiftLint excludes, with the number of findings there, where there are any.
  var excludedTests: [(glob: Glob, count: Int)] {
    let tests = swiftLint?.excluded.filter(\.namesTests) ?? []
    return tests.map { exclusion in
      let files = files.filter { exclusion.glob.matches($0.path) }
      return (exclusion.glob, files.reduce(0) { $0 + $1.findings.count })
    }.filter { 0 < $0.count }
  }

  /// By rule, the most first.
  var countsByRule: [(rule: String, count: Int)] {
    let ids = files.lazy.flatMap { $0.findings.lazy.map(\.rule) }
    return Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
      .map { (rule: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
  }
}

/// A file in which something is found.
struct SurveyedFile: Sendable {
  /// Relative to the project's root.
  let path: FilePath
  let kind: CodeKind
  /// In the order of the source.
  let findings: [Finding]

  struct Finding: Sendable {
    /// Its id.
    let rule: String
    /// The declarations around it, as `FindingKey.scope` has them.
    let scope: String
    /// That of the file, or `samples` where the pack `samples` reports it in place of core.
    let kind: CodeKind
  }
}

/// Modules whose users a pack is for.
private let modulesWithPack: [(module: String, pack: String)] = [
  ("Combine", "combine"), ("OpenCombine", "combine"), ("ReactiveSwift", "combine"),
  ("RxSwift", "combine"), ("ComposableArchitecture", "reducers"), ("Temporal", "temporal"),
]

/// The core pack alone, and together with each of the others.
private struct SurveyRules: Sendable {
  let core: CompiledRules
  /// Of the core pack, and those under which the tool itself reports, whatever packs are on.
  let coreIDs: Set<String>
  let otherPacks: [Pack]
  let withPack: [CompiledRules]
  /// A rule for each of `modulesWithPack`.
  let imports: CompiledRules
  /// What is not read.
  let excluded: [Glob]

  struct Pack {
    let name: String
    /// Whether each of its rules has an `inside`.
    let isForSomeScopes: Bool
  }

  init(excluded: [Glob]) {
    let files = bundledRules
    let core = files.filter { $0.pack == Configuration().packNames.first }
    let others = files.filter { $0.pack != core.first?.pack }
    let known = KnownNames(
      ids: bundledRuleFiles.flatMap(\.ruleIDs), packs: bundledRuleFiles.map(\.pack))
    func compiled(_ files: [RuleFile], describesFindings: Bool = false) -> CompiledRules {
      var choices = RuleChoices()
      choices.packs = files.map(\.pack)
      let selection = RuleSelection(
        bundled: files, project: [], configuration: Configuration(), choices: choices)
      return CompiledRules(selection.rules, known: known, describesFindings: describesFindings)
    }
    self.core = compiled(core, describesFindings: true)
    coreIDs = Set(core.flatMap { $0.rules.map(\.value.id) } + Rule.reservedIDs)
    otherPacks = others.map { file in
      Pack(
        name: file.pack, isForSomeScopes: file.rules.allSatisfy { !$0.value.inside.isEmpty })
    }
    withPack = others.map { compiled(core + [$0]) }
    imports = CompiledRules(finding: modulesWithPack.map { importPattern($0.module) }, modules: [])
    self.excluded = excluded
  }
}

/// The files of all bundled packs.
var bundledRules: [RuleFile] {
  bundledRuleFiles.map { file in
    RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes), isChecked: true)
  }
}

private func importPattern(_ module: String) -> String { "import \(module)" }

/// What was found in files that follow each other.
private struct FoundCounts: Sendable {
  var fileCount = 0
  var files: [SurveyedFile] = []
  var troubles: [Trouble] = []
  /// Findings of the core pack.
  var withCore = 0
  /// By pack: findings of it and the core pack together.
  var withPack: [Int]
  /// By pack: findings of it.
  var ofPack: [Int]
  /// By module of `modulesWithPack`: files that import it.
  var imports: [Int]
  /// By glob of `CodeKind.globs`: files that it told the kind of.
  var ofGlob: [Int]
  /// By glob that is excluded: files that it left out.
  var excluded: [Int]

  init(for rules: SurveyRules) {
    withPack = Array(repeating: 0, count: rules.otherPacks.count)
    ofPack = withPack
    imports = Array(repeating: 0, count: modulesWithPack.count)
    ofGlob = Array(repeating: 0, count: CodeKind.globs.count)
    excluded = Array(repeating: 0, count: rules.excluded.count)
  }

  /// In bytes, roughly: the size of the results that wait to be taken.
  var size: Int { files.reduce(0) { $0 + 64 * $1.findings.count } }

  mutating func add(_ other: FoundCounts) {
    fileCount += other.fileCount
    files += other.files
    troubles += other.troubles
    withCore += other.withCore
    func add(_ added: [Int], to counts: inout [Int]) {
      for index in counts.indices { counts[index] += added[index] }
    }
    add(other.withPack, to: &withPack)
    add(other.ofPack, to: &ofPack)
    add(other.imports, to: &imports)
    add(other.ofGlob, to: &ofGlob)
    add(other.excluded, to: &excluded)
  }
}

extension SurveyRules {
  fileprivate func survey(_ found: FoundFiles, using memory: LintMemory) -> FoundCounts {
    var counts = FoundCounts(for: self)
    counts.troubles = found.troubles
    for file in found.files {
      if let glob = excluded.firstIndex(where: { $0.matches(file.relativePath) }) {
        counts.excluded[glob] += 1
        continue
      }
      let glob = CodeKind.globs.firstIndex { $0.glob.matches(file.relativePath) }
      if let glob { counts.ofGlob[glob] += 1 }
      do throws(FileError) {
        let bytes = try memory.buffer.readFile(file.path) { bytes in
          withPack.contains { $0.mayMatch(bytes) } || imports.mayMatch(bytes)
        }
        counts.fileCount += 1
        if let bytes {
          let source = SourceFile(path: file.path, bytes: bytes)
          let kind = glob.map { CodeKind.globs[$0].kind } ?? .product
          survey(source, file, of: kind, using: memory, &counts)
        }
      } catch {
        counts.troubles.append(Trouble(file.path, error))
      }
    }
    return counts
  }

  private func survey(
    _ source: SourceFile, _ file: LintFile, of kind: CodeKind, using memory: LintMemory,
    _ counts: inout FoundCounts
  ) {
    func diagnostics(_ rules: CompiledRules) -> [Diagnostic] {
      lint(source, relativePath: file.relativePath, with: rules, reusing: &memory.scratch)
        .diagnostics
    }
    var samples: Set<Int> = []
    for (index, withPack) in withPack.enumerated() {
      let diagnostics = diagnostics(withPack)
      let ofPack = diagnostics.filter { $0.rule.map { !coreIDs.contains($0.id) } ?? false }
      counts.withPack[index] += diagnostics.count
      counts.ofPack[index] += ofPack.count
      if otherPacks[index].name == samplesPack {
        samples = Set(ofPack.map(\.range.lowerBound))
      }
    }
    let findings = diagnostics(core).compactMap { diagnostic in
      diagnostic.rule.map { rule in
        let isInSample = kind == .product && samples.contains(diagnostic.range.lowerBound)
        return SurveyedFile.Finding(
          rule: rule.id, scope: diagnostic.key?.scope ?? "-", kind: isInSample ? .samples : kind)
      }
    }
    if !findings.isEmpty {
      counts.files.append(
        SurveyedFile(path: file.relativePath, kind: kind, findings: findings))
      counts.withCore += findings.count
    }
    let imported = Set(diagnostics(imports).compactMap { $0.rule?.id })
    for (index, row) in modulesWithPack.enumerated()
    where imported.contains(importPattern(row.module)) {
      counts.imports[index] += 1
    }
  }
}
