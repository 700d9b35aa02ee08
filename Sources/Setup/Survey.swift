import BundledRules
import Commands
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import Workspace

/// The findings of the bundled rules in a project in which nothing is set up yet.
package struct Survey {
  /// The number of files that were read.
  package private(set) var fileCount = 0
  /// The files in which the core pack finds something, in order.
  package private(set) var files: [SurveyedFile] = []
  /// Troubles with what could not be read.
  package private(set) var troubles: [Trouble] = []
  /// The number of findings that each other pack has, with all of them on.
  private(set) var otherPacks: [(pack: String, count: Int)] = []
  /// The globs by which files were told to be of a kind other than product code; those that told
  /// none are left out.
  private(set) var kindGlobs: [(kind: CodeKind, glob: Glob)] = []
  let swiftLint: SwiftLintSettings?
  /// The globs that SwiftLint excludes, each with the number of its files, which were not read.
  package private(set) var excluded: [(glob: Glob, count: Int)] = []
  package private(set) var seams: [Seam] = []
  /// The code that reads the clock through a seam; see `Seam.clock`.
  private(set) var clock: String?
  private(set) var seconds = 0.0

  /// - Parameters:
  ///   - root: absolute.
  ///   - swiftLint: what is excluded there is not read.
  package init(of root: FilePath, _ swiftLint: SwiftLintSettings?) throws {
    let start = monotonicSeconds()
    self.swiftLint = swiftLint
    let exclusions = swiftLint?.excluded ?? []
    let core = try PackRun(of: root, [], excluding: exclusions)
    excluded = Array(zip(exclusions, core.excludedCounts)).filter { 0 < $0.1 }
    troubles = core.found.troubles
    fileCount = core.found.files.count
    try core.lint { file, path in
      let findings = file.findings.filter { $0.rule != nil }
      if !findings.isEmpty { files.append((path, findings)) }
    } failure: {
      troubles.append($0)
      fileCount -= 1
    }
    try countPacks(PackRun(of: root, ["--pack", "all"], excluding: exclusions))
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
      otherPacks.append((file.pack, file.rules.reduce(0) { $0 + (counts[$1.value.id] ?? 0) }))
    }
  }

  package var findingCount: Int { files.reduce(0) { $0 + $1.findings.count } }

  package func findingCount(in kind: CodeKind) -> Int {
    files.reduce(0) { sum, file in
      sum + file.findings.count { CodeKind(of: $0, in: file.path) == kind }
    }
  }

  /// Counts those in files of that kind alone, not in declarations.
  package func findingCount(inFilesOf kind: CodeKind) -> Int {
    files.reduce(0) { $0 + (CodeKind(of: $1.path) == kind ? $1.findings.count : 0) }
  }

  /// The number of those in previews of product code.
  var previewCount: Int { findingCount(in: .samples) - findingCount(inFilesOf: .samples) }

  package func findingCount(ofPack pack: String) -> Int {
    otherPacks.first { $0.pack == pack }?.count ?? 0
  }

  /// The numbers of findings by rule, the most first.
  var countsByRule: [(rule: String, count: Int)] {
    let ids = files.lazy.flatMap { $0.findings.lazy.compactMap(\.rule?.id) }
    return Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
      .map { (rule: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
  }
}

/// A file in which something is found: its path from the project's root, and its findings in the
/// order of the source.
package typealias SurveyedFile = (path: FilePath, findings: [Diagnostic])

/// A run over a project with some options.
private struct PackRun {
  private let projects: Projects
  private let options: LintOptions
  private let root: FilePath
  private(set) var found: FoundFiles
  /// The number of files that each of the globs left out.
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
    var misconfigured = found.misconfigured.map(\.number)
    let linter = Linter(projects, options, Baselines(nil))
    linter.lint(InputBatches(found)) { batch in
      let files = batch.inputs.files
      for (file, error) in batch.unread { failure(Trouble(files[file].path, error)) }
      misconfigured += batch.unlinted.map { files.configuration(at: $0) }
      for file in batch.files { body(file, relativePath(of: file.source.path)) }
      return true
    }
    if let mistakes = misconfigured.lazy.compactMap(projects.mistakes).first { throw mistakes }
  }

  func bundledFiles() throws -> [RuleFile] { try projects.current().bundledFiles }
}
