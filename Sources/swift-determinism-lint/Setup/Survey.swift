import BundledRules
import Diagnostics
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
  /// How many findings every other pack would add; of one that looks into some declarations alone,
  /// how many are its own, if any.
  private(set) var otherPacks: [(pack: String, count: Int)]
  let seconds: Double

  /// - Parameter root: absolute.
  init(of root: FilePath) {
    let start = monotonicSeconds()
    let rules = SurveyRules()
    let place = Place(workingFolder: root, printsAbsolutePaths: true)
    let selection = Selection(
      ConfigurationTree(in: place, root: root),
      gitSettings: GitSettings(environment: environmentVariable))
    var found = FoundCounts(packCount: rules.otherPacks.count)
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
    otherPacks = rules.otherPacks.enumerated().compactMap { index, pack in
      // What looks into some declarations alone, e.g. workflows, is for projects that have them.
      guard !pack.isForSomeScopes || 0 < found.ofPack[index] else { return nil }
      // Where the rule of another pack says more of a use, it reports the use in core's place.
      let count =
        pack.isForSomeScopes ? found.ofPack[index] : found.withPack[index] - found.withCore
      return (pack.name, max(0, count))
    }
    seconds = monotonicSeconds() - start
  }

  var findingCount: Int { files.reduce(0) { $0 + $1.findings.count } }

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
  /// In the order of the source.
  let findings: [Finding]

  struct Finding: Sendable {
    /// Its id.
    let rule: String
    /// The declarations around it, as `FindingKey.scope` has them.
    let scope: String
  }
}

/// The core pack alone, and together with each of the others.
private struct SurveyRules: Sendable {
  let core: CompiledRules
  let coreIDs: Set<String>
  let otherPacks: [Pack]
  let withPack: [CompiledRules]

  struct Pack {
    let name: String
    /// Whether each of its rules has an `inside`.
    let isForSomeScopes: Bool
  }

  init() {
    let files = bundledRuleFiles.map { file in
      RuleFile(
        parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes), isChecked: true)
    }
    let core = files.filter { $0.pack == Configuration().packNames.first }
    let others = files.filter { $0.pack != core.first?.pack }
    let knownIDs = bundledRuleFiles.flatMap(\.ruleIDs)
    func compiled(_ files: [RuleFile], describesFindings: Bool = false) -> CompiledRules {
      var choices = RuleChoices()
      choices.packs = files.map(\.pack)
      let selection = RuleSelection(
        bundled: files, project: [], configuration: Configuration(), choices: choices)
      return CompiledRules(
        selection.rules, knownIDs: knownIDs, describesFindings: describesFindings)
    }
    self.core = compiled(core, describesFindings: true)
    coreIDs = Set(core.flatMap { $0.rules.map(\.value.id) })
    otherPacks = others.map { file in
      Pack(
        name: file.pack, isForSomeScopes: file.rules.allSatisfy { !$0.value.inside.isEmpty })
    }
    withPack = others.map { compiled(core + [$0]) }
  }
}

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

  init(packCount: Int) {
    withPack = Array(repeating: 0, count: packCount)
    ofPack = withPack
  }

  /// In bytes, about, of what waits to be taken.
  var size: Int { files.reduce(0) { $0 + 64 * $1.findings.count } }

  mutating func add(_ other: FoundCounts) {
    fileCount += other.fileCount
    files += other.files
    troubles += other.troubles
    withCore += other.withCore
    for index in withPack.indices {
      withPack[index] += other.withPack[index]
      ofPack[index] += other.ofPack[index]
    }
  }
}

extension SurveyRules {
  fileprivate func survey(_ found: FoundFiles, using memory: LintMemory) -> FoundCounts {
    var counts = FoundCounts(packCount: withPack.count)
    counts.troubles = found.troubles
    for file in found.files {
      do throws(FileError) {
        let bytes = try memory.buffer.readFile(file.path) { bytes in
          withPack.contains { $0.mayMatch(bytes) }
        }
        counts.fileCount += 1
        if let bytes {
          survey(SourceFile(path: file.path, bytes: bytes), file, using: memory, &counts)
        }
      } catch {
        counts.troubles.append(Trouble(file.path, error))
      }
    }
    return counts
  }

  private func survey(
    _ source: SourceFile, _ file: LintFile, using memory: LintMemory, _ counts: inout FoundCounts
  ) {
    func diagnostics(_ rules: CompiledRules) -> [Diagnostic] {
      lint(source, relativePath: file.relativePath, with: rules, reusing: &memory.scratch)
        .diagnostics
    }
    let findings = diagnostics(core).compactMap { diagnostic in
      diagnostic.rule.map {
        SurveyedFile.Finding(rule: $0.id, scope: diagnostic.key?.scope ?? "-")
      }
    }
    if !findings.isEmpty {
      counts.files.append(SurveyedFile(path: file.relativePath, findings: findings))
      counts.withCore += findings.count
    }
    for (index, withPack) in withPack.enumerated() {
      let diagnostics = diagnostics(withPack)
      counts.withPack[index] += diagnostics.count
      counts.ofPack[index] += diagnostics.count { diagnostic in
        diagnostic.rule.map { !coreIDs.contains($0.id) } ?? false
      }
    }
  }
}
