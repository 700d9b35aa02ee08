import BundledRules
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// What the bundled rules find in a project in which nothing is set up yet.
struct Survey {
  /// Those that were read.
  private(set) var fileCount = 0
  /// Those in which the core pack finds something, in order.
  private(set) var files: [SurveyedFile] = []
  /// What could not be read.
  private(set) var troubles: [Trouble] = []
  /// How many findings each other pack has, with all of them on. Packs that look only into some
  /// declarations are left out if they find nothing: the project may have none of these.
  private(set) var otherPacks: [(pack: String, count: Int)] = []
  /// The packs that are for a module, with the one that most files import, and how many do.
  private(set) var imports: [(pack: String, module: String, count: Int)] = []
  /// The globs by which files were told to be of a kind other than product code; those that told
  /// none are left out.
  private(set) var kindGlobs: [(kind: CodeKind, glob: Glob)] = []
  let swiftLint: SwiftLintSettings?
  /// The globs that SwiftLint excludes, each with the number of its files. They were not read.
  private(set) var excluded: [(glob: Glob, count: Int)] = []
  private(set) var seams: [Seam] = []
  /// What code writes to read the clock through a seam; see `Seam.clock`.
  private(set) var clock: String?
  private(set) var seconds = 0.0

  /// - Parameters:
  ///   - root: absolute.
  ///   - swiftLint: what is excluded there is not read, unless it is tests.
  init(of root: FilePath, _ swiftLint: SwiftLintSettings?) throws {
    let start = monotonicSeconds()
    self.swiftLint = swiftLint
    let exclusions = (swiftLint?.excluded ?? []).filter { !$0.namesTests }.map(\.glob)
    let core = try PackRun(of: root, [], excluding: exclusions)
    excluded = Array(zip(exclusions, core.excludedCounts)).filter { 0 < $0.1 }
    troubles = core.found.troubles
    fileCount = core.found.files.count
    try core.lint { file, path in
      let findings = file.findings.compactMap { SurveyedFile.Finding($0, in: path) }
      if !findings.isEmpty { files.append(SurveyedFile(path: path, findings: findings)) }
    } failure: {
      troubles.append($0)
      fileCount -= 1
    }
    try countPacks(PackRun(of: root, ["--pack", "all"], excluding: exclusions))
    countImports(in: core.found.files)
    let globs = Set(core.found.files.map { CodeKind.glob(of: core.relativePath(of: $0.path)) })
    kindGlobs = CodeKind.globs.indices.filter(globs.contains).map { CodeKind.globs[$0] }
    seams = Seam.seams(in: files)
    clock = seams.lazy.compactMap { $0.clock(in: core.found.files, of: root) }.first
    seconds = monotonicSeconds() - start
  }

  private mutating func countPacks(_ run: PackRun) throws {
    var counts: [String: Int] = [:]
    try run.lint { file, _ in
      for finding in file.findings { counts[finding.rule?.id ?? "", default: 0] += 1 }
    }
    for file in try run.bundledFiles() where !Configuration.defaultPacks.contains(file.pack) {
      let count = file.rules.reduce(0) { $0 + (counts[$1.value.id] ?? 0) }
      let isForSomeScopes = file.rules.allSatisfy { !$0.value.inside.isEmpty }
      if 0 < count || !isForSomeScopes { otherPacks.append((file.pack, count)) }
    }
  }

  private mutating func countImports(in files: LintFiles) {
    let counts = fileCounts(of: packsOfModules.map { "import \($0.module)" }, in: files)
    for (module, pack) in packsOfModules {
      guard let count = counts["import \(module)"] else { continue }
      if let last = imports.firstIndex(where: { $0.pack == pack }) {
        if imports[last].count < count { imports[last] = (pack, module, count) }
      } else {
        imports.append((pack, module, count))
      }
    }
  }

  var findingCount: Int { files.reduce(0) { $0 + $1.findings.count } }

  func findingCount(in kind: CodeKind) -> Int {
    files.reduce(0) { $0 + $1.findings.count { $0.kind == kind } }
  }

  /// Counts those in files of that kind alone, not in declarations.
  func findingCount(inFilesOf kind: CodeKind) -> Int {
    files.reduce(0) { $0 + (CodeKind(of: $1.path) == kind ? $1.findings.count : 0) }
  }

  func findingCount(ofPack pack: String) -> Int {
    otherPacks.first { $0.pack == pack }?.count ?? 0
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
struct SurveyedFile {
  /// Relative to the project's root.
  let path: FilePath
  /// In the order of the source.
  let findings: [Finding]

  struct Finding {
    /// Its id.
    let rule: String
    /// The declarations around it, as `FindingKey.scope` has them.
    let scope: String
    let kind: CodeKind
    /// Offset from 0 in UTF-8 bytes.
    let start: Int

    /// Nil for what no rule finds.
    /// - Parameter path: of the file, relative to the project's root.
    init?(_ finding: Diagnostic, in path: FilePath) {
      guard let rule = finding.rule else { return nil }
      self.rule = rule.id
      scope = finding.key?.scope ?? "-"
      kind = CodeKind(of: finding, in: path)
      start = finding.range.lowerBound
    }
  }
}

/// Modules whose users a pack is for.
private let packsOfModules: [(module: String, pack: String)] = [
  ("Combine", "combine"), ("OpenCombine", "combine"), ("ReactiveSwift", "combine"),
  ("RxSwift", "combine"), ("ComposableArchitecture", "reducers"), ("Temporal", "temporal"),
]

/// How many of the files use each of the names, which are patterns.
private func fileCounts(of names: [String], in files: LintFiles) -> [String: Int] {
  let rules = CompiledRules(finding: names, modules: [])
  let buffer = FileBuffer()
  var counts: [String: Int] = [:]
  for file in files {
    guard let bytes = try? buffer.readFile(file.path, where: rules.mayMatch) else { continue }
    let source = SourceFile(path: file.path, bytes: bytes)
    let matches = explain(source, relativePath: file.relativePath, with: rules)
    for name in Set(matches.map(\.rule.id)) { counts[name, default: 0] += 1 }
  }
  return counts
}

/// A run over a project with some options.
private struct PackRun {
  private let projects: Projects
  private let options: LintOptions
  private let root: FilePath
  private(set) var found: FoundFiles
  /// How many files each of the globs left out.
  private(set) var excludedCounts: [Int]

  init(of root: FilePath, _ arguments: [String], excluding globs: [Glob]) throws {
    let arguments = try Arguments(parsing: arguments.map { FilePath($0) }[...], of: .lint)
    options = try LintOptions(arguments, isSubcommandNamed: true)
    projects = try Projects(options.rules, workingFolder: root, printsAbsolutePaths: true)
    self.root = root
    let settings = GitSettings(environment: environmentVariable)
    let selection = Selection(projects.configurations, gitSettings: settings)
    found = FileSearch(named: [root], in: projects.place, selection).all()
    excludedCounts = globs.map { _ in 0 }
    let files = found.files
    found.files = LintFiles(capacity: files.count)
    for file in files {
      let path = relativePath(of: file.path)
      if let glob = globs.firstIndex(where: { $0.matches(path) }) {
        excludedCounts[glob] += 1
      } else {
        found.files.append(file)
      }
    }
  }

  /// - Parameter path: as printed.
  func relativePath(of path: FilePath) -> FilePath { path.relative(to: root) ?? path }

  /// - Parameters:
  ///   - body: takes each file in which something is looked for, with its relative path.
  ///   - failure: takes what cannot be read.
  func lint(
    body: (LintedFile, FilePath) -> Void, failure: (Trouble) -> Void = { _ in }
  ) throws {
    let ruleSets = RuleSets(projects, options, describesFindings: true)
    var misconfigured = found.misconfigured.map(\.number)
    let linter = Linter(ruleSets, options, styles: [], Known(Baselines(nil)))
    linter.lint(InputBatches(found)) { inputs, batch in
      for (file, error) in batch.unread { failure(Trouble(inputs.files[file].path, error)) }
      misconfigured += batch.unlinted.map { inputs.files.configuration(at: $0) }
      for file in batch.files { body(file, relativePath(of: file.source.path)) }
      return true
    }
    if let mistakes = misconfigured.lazy.compactMap(ruleSets.mistakes).first { throw mistakes }
  }

  func bundledFiles() throws -> [RuleFile] { try projects.current().bundledFiles }
}
