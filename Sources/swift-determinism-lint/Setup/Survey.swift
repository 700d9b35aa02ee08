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
  /// How many findings each other pack would add. For a pack whose rules only look into some
  /// declarations, it counts the pack's own findings, if there are any.
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
      // A pack that only looks into some declarations, e.g. workflows, is for projects that have
      // them.
      guard !pack.isForSomeScopes || 0 < found.ofPack[index] else { return nil }
      // If a rule of another pack says more about a use, it reports the use in place of core's
      // rule.
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

  /// In bytes, roughly: the size of the results that wait to be taken.
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

// MARK: - Seams

/// A place where a project may read the clock for all its other code. The configuration would allow
/// it.
struct Seam {
  enum Place: Hashable {
    /// All of a file, relative to the project's root.
    case file(FilePath)
    /// The bodies of a type and its extensions.
    case type(String)
  }

  let place: Place
  /// The findings there, by rule.
  private(set) var counts: [String: Int] = [:]

  var count: Int { counts.values.reduce(0, +) }

  /// The name that people use for it.
  var name: String {
    switch place {
    case .file(let path): path.string
    case .type(let name): name
    }
  }
}

extension Seam {
  /// Places that look like a seam by their name, and files that declare `Date.current`. Those with
  /// the fewest findings come first: a seam reads the clock once or twice.
  static func seams(in files: [SurveyedFile]) -> [Seam] {
    var seams: [Place: Seam] = [:]
    for file in files {
      let declaresCurrentDate = file.findings.contains { $0.scope == "Date.current" }
      let isSeam = declaresCurrentDate || isNamedAsSeam(file.path.stem)
      for finding in file.findings {
        let type = typeNames(in: finding.scope).first(where: isNamedAsSeam)
        guard let place = isSeam ? .file(file.path) : type.map(Place.type) else { continue }
        seams[place, default: Seam(place: place)].counts[finding.rule, default: 0] += 1
      }
    }
    return seams.values.sorted { ($0.count, $0.name) < ($1.count, $1.name) }
  }

  /// The types and extensions among the declarations of a scope, from outside in.
  private static func typeNames(in scope: String) -> [String] {
    scope.split(separator: ".").map(String.init).filter { name in
      name.first?.isUppercase == true && !name.contains("(")
    }
  }
}

/// Whether a name has the words of a seam and no words of code that uses one: `SystemClock` and
/// `Date+current`, but neither `ClockViewController` nor `Snowfall`.
private func isNamedAsSeam(_ name: String) -> Bool {
  let words = words(in: name)
  let pairs = zip(words, words.dropFirst()).map { $0 + $1 }
  return (words + pairs).contains { seamWords.contains($0) }
    && !words.contains { otherWords.contains($0) }
}

private let seamWords: Set = [
  "Clock", "DateProvider", "DateSource", "Now", "Scheduler", "Dispatcher", "Dispatching",
  "Environment", "World", "Live",
]

private let otherWords: Set = [
  "Activity", "Button", "Cell", "Controller", "Coordinator", "Icon", "Model", "Notification",
  "Presenter", "Screen", "Task", "Test", "Tests", "View", "Widget",
]

/// `["Live", "Environment"]` for `LiveEnvironment`, `["UI", "Clock"]` for `UIClock`.
private func words(in name: String) -> [String] {
  var words: [String] = []
  var previous: Character?
  let characters = Array(name)
  for (index, character) in characters.enumerated() {
    guard character.isLetter || character.isNumber else {
      previous = nil
      continue
    }
    let next = index + 1 < characters.count ? characters[index + 1] : nil
    let startsWord =
      previous.map { previous in
        character.isUppercase && (!previous.isUppercase || next?.isLowercase == true)
      } ?? true
    if startsWord { words.append("") }
    words[words.count - 1].append(character)
    previous = character
  }
  return words
}

extension FilePath {
  /// The name of a file without `.swift`.
  fileprivate var stem: String {
    let name = FilePath(bytes: lastComponent).string
    return name.hasSuffix(".swift") ? String(name.dropLast(".swift".count)) : name
  }
}
