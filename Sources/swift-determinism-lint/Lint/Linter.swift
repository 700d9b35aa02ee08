import Comparison
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// Lints one file after another; any thread may ask it to.
struct Linter: Sendable {
  let ruleSets: RuleSets
  private let styles: [ReportStyle]
  /// Whether findings are held against those of an old text.
  let comparesSides: Bool
  /// Whether new comments in the source are told of.
  let showsSilencing: Bool
  private let includesSuppressed: Bool
  let baseline: ProjectBaseline?

  init(
    _ ruleSets: RuleSets, _ options: LintOptions, styles: [ReportStyle],
    _ baseline: ProjectBaseline?
  ) {
    self.ruleSets = ruleSets
    self.baseline = baseline
    self.styles = styles
    comparesSides = options.comparesSides
    showsSilencing = options.showsSilencing && options.readsSuppressions
    includesSuppressed = options.includesSuppressed
  }

  /// Lints files that follow each other.
  func lint(_ files: LintFiles, using memory: LintMemory) -> BatchOutcome {
    var batch = BatchOutcome(styles)
    // To ask for each file would take longer than to turn most of them away.
    let common = files.configuration.flatMap { commonRules(of: $0) }
    for index in files.indices {
      guard let rules = common ?? rules(of: files, at: index, using: memory) else {
        batch.unlinted.append(index)
        continue
      }
      do {
        let bytes = try memory.buffer.readFile(at: index, of: files, where: rules.mayMatch)
        if let bytes { lint(bytes, of: files[index], at: index, using: memory, to: &batch) }
      } catch {
        batch.unread.append((index, error))
      }
    }
    return batch
  }

  /// Lints a file whose bytes are there, as a run of its own.
  func lint(_ bytes: [UInt8], of file: LintFile) -> BatchOutcome {
    var batch = BatchOutcome(styles)
    let memory = LintMemory()
    if mayFind(in: bytes, of: file, using: memory) {
      lint(bytes, of: file, at: 0, using: memory, to: &batch)
    }
    return batch
  }

  /// - Parameter index: of the file in the batch.
  private func lint(
    _ bytes: [UInt8], of file: LintFile, at index: Int, using memory: LintMemory,
    to batch: inout BatchOutcome
  ) {
    let source = SourceFile(path: file.path, bytes: bytes)
    let findings = findings(in: source, of: file, using: memory, &batch.accepted)
    add(findings, in: source, at: index, using: memory, &batch)
  }

  /// What the rules say of the file and the baseline does not hold; nothing where its configuration
  /// has a mistake.
  /// - Parameter accepted: gets what the baseline holds.
  func findings(
    in source: SourceFile, of file: LintFile, using memory: LintMemory,
    _ accepted: inout [AcceptedFindings]
  ) -> FileFindings {
    guard let rules = rules(for: file, using: memory) else { return FileFindings() }
    var findings = RuleEngine.lint(
      source, relativePath: file.relativePath, with: rules, reusing: &memory.scratch)
    if let baseline {
      let known = baseline.accept(findings.diagnostics, in: source)
      accepted.append(known)
      findings.diagnostics = known.left
      if includesSuppressed { findings.excused.add(inBaseline: known.known) }
    }
    return findings
  }

  /// Whether it may pay to ask what the rules say.
  func mayFind(in bytes: [UInt8], of file: LintFile, using memory: LintMemory) -> Bool {
    guard let rules = rules(for: file, using: memory) else { return false }
    return bytes.withUnsafeBufferPointer(rules.mayMatch)
  }

  /// Nil where the configuration has a mistake.
  func rules(for file: LintFile, using memory: LintMemory) -> CompiledRules? {
    rules(of: file.configuration, file.relativePath, using: memory)
  }

  /// What holds for all files of a configuration; nil where they differ, or it has a mistake.
  private func commonRules(of configuration: Int) -> CompiledRules? {
    let set = ruleSets.ruleSet(of: configuration)
    return set?.hasOverrides == true ? nil : set?.rules
  }

  private func rules(of files: LintFiles, at index: Int, using memory: LintMemory) -> CompiledRules?
  {
    rules(of: files.configuration(at: index), files[index].relativePath, using: memory)
  }

  /// Most files have the rules of the one before.
  private func rules(
    of configuration: Int, _ relativePath: @autoclosure () -> FilePath, using memory: LintMemory
  ) -> CompiledRules? {
    if memory.configuration != configuration {
      memory.configuration = configuration
      memory.ruleSet = ruleSets.ruleSet(of: configuration)
      memory.overrides = []
      memory.rules = memory.ruleSet?.rules
    }
    guard let set = memory.ruleSet, set.hasOverrides else { return memory.rules }
    let overrides = set.project.configuration.overrides(for: relativePath())
    if overrides != memory.overrides {
      memory.overrides = overrides
      memory.rules = overrides.isEmpty ? set.rules : ruleSets.rules(of: set, in: overrides)
    }
    return memory.rules
  }

  /// What came of no file.
  var emptyBatch: BatchOutcome { BatchOutcome(styles) }

  /// - Parameter index: of the file in the batch.
  func add(
    _ findings: FileFindings, in source: SourceFile, at index: Int, using memory: LintMemory,
    _ batch: inout BatchOutcome
  ) {
    if baseline == nil { batch.counts.add(findings.diagnostics) }
    batch.counts.add(findings)
    if !findings.rulesAllowedByPath.isEmpty {
      batch.rulesAllowedByPath.append((index, findings.rulesAllowedByPath))
    }
    if !findings.matchedPatterns.isEmpty {
      batch.matchedPatterns.append((index, findings.matchedPatterns))
    }
    let excused = includesSuppressed ? findings.excused : []
    guard baseline == nil else {
      if findings.diagnostics.isEmpty, excused.isEmpty { return }
      return batch.held.append(
        HeldFile(source: source, diagnostics: findings.diagnostics, excused: excused))
    }
    // Nothing is copied where nothing is excused, as there may be many.
    let all = excused.isEmpty ? findings.diagnostics : findings.diagnostics + excused
    memory.renderer.append(all, of: source, to: &batch.reports)
  }

  /// What fixing a file comes to, without touching it; nil where it cannot be read, which linting
  /// it will tell.
  func fix(_ file: LintFile, using memory: LintMemory) -> FixOutcome? {
    guard let rules = rules(for: file, using: memory) else { return nil }
    let bytes = try? memory.buffer.readFile(file.path, where: rules.mayMatch)
    guard let bytes else { return nil }
    let source = SourceFile(path: file.path, bytes: bytes)
    let fixes = RuleEngine.fix(
      source, relativePath: file.relativePath, with: rules, reusing: &memory.scratch
    ) { source, diagnostics in
      baseline?.newFindings(among: diagnostics, in: source) ?? diagnostics
    }
    guard 0 < fixes.found else { return nil }
    return FixOutcome(original: fixes.bytes == nil ? [] : bytes, fixes: fixes)
  }
}

extension [Diagnostic] {
  /// Adds what the baseline holds, and keeps the order of the source.
  mutating func add(inBaseline known: [Diagnostic]) {
    for var finding in known {
      finding.verdict = .inBaseline
      append(finding)
    }
    sort(by: Diagnostic.precedes)
  }
}

/// What fixing came to for one file that has findings.
struct FixOutcome: Sendable {
  /// What was read; empty where the file is to stay as it is.
  let original: [UInt8]
  let fixes: FileFixes

  /// In bytes, of what waits to be written.
  var size: Int { original.count + (fixes.bytes?.count ?? 0) }
}

/// Memory that is used again from file to file; one for each thread.
final class LintMemory {
  fileprivate let buffer = FileBuffer()
  fileprivate var scratch = LintScratch()
  fileprivate var renderer = Renderer()
  /// The number of the configuration of the last file; nil before the first one.
  fileprivate var configuration: Int?
  fileprivate var ruleSet: RuleSet?
  /// Those that hold for the last file.
  fileprivate var overrides: [Int] = []
  fileprivate var rules: CompiledRules?

  /// All that the rules say of a text, before any baseline.
  func findings(
    in source: SourceFile, relativePath: FilePath, with rules: CompiledRules
  ) -> [Diagnostic] {
    guard source.bytes.withUnsafeBufferPointer(rules.mayMatch) else { return [] }
    return lint(
      source, relativePath: relativePath, with: rules, reusing: &scratch
    ).diagnostics
  }

  /// - Parameter bytes: nil where there is no file.
  func allowingComments(in bytes: [UInt8]?, of path: FilePath) -> [AllowingComment] {
    guard let bytes else { return [] }
    return RuleEngine.allowingComments(
      in: SourceFile(path: path, bytes: bytes), reusing: &scratch)
  }

  func declaredScopes(of source: SourceFile) -> Set<String> {
    RuleEngine.declaredScopes(of: source, reusing: &scratch)
  }
}

/// What came of files that follow each other.
struct BatchOutcome: Sendable {
  /// One for each style.
  fileprivate(set) var reports: [RenderedFiles]
  var counts = FindingCounts()
  /// By the file's index, in order.
  var unread: [(file: Int, error: FileError)] = []
  /// The indices of files whose configuration has a mistake, in order.
  var unlinted: [Int] = []
  /// By the file's index, in order: the ids of the rules that its path excused.
  fileprivate(set) var rulesAllowedByPath: [(file: Int, rules: Set<String>)] = []
  /// By the file's index, in order: see `FileFindings.matchedPatterns`.
  fileprivate(set) var matchedPatterns: [(file: Int, patterns: Set<RulePattern>)] = []
  /// What the baseline makes of the files.
  var accepted: [AcceptedFindings] = []
  /// What is not rendered yet, in order; with a baseline, all that is to be reported.
  fileprivate(set) var held: [HeldFile] = []

  fileprivate init(_ styles: [ReportStyle]) {
    reports = styles.map { RenderedFiles($0) }
  }

  /// In bytes, of what waits to be written.
  var size: Int {
    reports.reduce(0) { $0 + $1.size } + held.reduce(0) { $0 + $1.source.bytes.count }
  }
}
