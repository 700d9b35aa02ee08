import Commands
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import SwiftLexer
import Workspace

/// Holds fixtures against their `// expect:` comments. Every rule runs on every fixture as its file
/// has it; the settings of the project do not count.
/// - Parameter paths: empty for the folder where fixtures usually are.
package func verify(
  _ paths: [FilePath], by rules: RuleOptions, isQuiet: Bool, _ console: Console
) throws -> ExitStatus {
  let project = try Projects(rules).current()
  let usual = project.place.printedPath(
    of: project.folder.root.appending("Fixtures/Rules"), namedAs: FilePath("Fixtures/Rules"))
  let paths = paths.isEmpty ? [usual] : paths
  let everywhere = ConfigurationTree(in: project.place, root: project.folder.root)
  let found = FileSearch(named: paths, in: project.place, Selection(everywhere)).all()
  var verification = Verification(project, console)
  for trouble in found.troubles { verification.add(trouble) }
  for file in found.files { verification.verify(file) }
  if found.files.isEmpty, found.troubles.isEmpty { verification.reportNoFixture(in: paths) }
  // Who names single fixtures wants to hear of these alone.
  let isComplete = paths.contains { $0.lastComponent.elementsEqual("Rules".utf8) }
  if isComplete { verification.reportRulesWithoutFixture() }
  return verification.end(isQuiet: isQuiet)
}

/// Fixtures that are checked against their comments one after the other.
private struct Verification {
  private let console: Console
  private let files: [RuleFile]
  private let ownFileCount: Int
  private let rules: CompiledRules
  private let project: Project
  private var report: Report
  private var fixtureCount = 0
  private var mismatchCount = 0
  private var status = ExitStatus.clean
  /// The ids of rules that a fixture is named after.
  private var shownIDs: Set<String> = []

  init(_ project: Project, _ console: Console) {
    self.console = console
    files = project.ownFiles + project.bundledFiles
    ownFileCount = project.ownFiles.count
    rules = CompiledRules(verifying: files.flatMap { $0.rules.map(\.value) })
    self.project = project
    report = Report(ReportStyle(.text, isColored: console.isOutputColored))
  }

  mutating func add(_ trouble: Trouble) {
    console.printError(trouble.message)
    status = .incomplete
  }

  /// A check of nothing must not look like a success.
  mutating func reportNoFixture(in paths: [FilePath]) {
    console.printError("no fixture in '\(paths[0].orFolder.string)'")
    status = .incomplete
  }

  mutating func verify(_ file: LintFile) {
    do {
      let source = SourceFile(path: file.path, bytes: try readFile(file.path))
      fixtureCount += 1
      let traced = RuleTraceResults(project, rules, inFixture: source).uses(in: source.path)
      let check = Check(source, at: source.path, rules)
      let mismatches = check.mismatches(tracing: traced) + mistakesInName(of: check, traced)
      print(inReportOrder(mismatches), in: source)
    } catch {
      add(Trouble(file.path, error))
    }
  }

  /// A fixture in a folder `Rules` is named after the rule that it shows.
  private mutating func mistakesInName(of check: Check, _ traced: TracedUses) -> [Diagnostic] {
    let components = check.source.path.components
    guard components.dropLast().last?.elementsEqual("Rules".utf8) ?? false else { return [] }
    let id = String(decoding: components.last!.dropLast(".swift".utf8.count), as: UTF8.self)
    let ids = rules.rules.map(\.id)
    guard ids.contains(id) else {
      return [Diagnostic(.error, at: 0..<0, unknown("rule", id, among: ids).message)]
    }
    shownIDs.insert(id)
    let reported = check.findings(tracing: traced, using: LintWorkerState()).reported
    guard !reported.contains(where: { $0.rule?.id == id }) else { return [] }
    return [Diagnostic(.error, at: 0..<0, "'\(id)' reports nothing in this fixture")]
  }

  /// The project's own rules have a fixture each; those of a bundled pack, where the folder holds
  /// fixtures of that pack.
  mutating func reportRulesWithoutFixture() {
    for (index, file) in files.enumerated() {
      let isShown = index < ownFileCount || file.rules.contains { shownIDs.contains($0.value.id) }
      guard isShown else { continue }
      let missing = file.rules.filter { !shownIDs.contains($0.value.id) }
      print(
        missing.map { Diagnostic(.error, at: $0.range, "rule '\($0.value.id)' has no fixture") },
        in: file.source)
    }
  }

  private mutating func print(_ mismatches: [Diagnostic], in source: SourceFile) {
    mismatchCount += mismatches.count
    write(report.text(adding: mismatches, of: source))
  }

  private mutating func write(_ text: [UInt8]) {
    if console.print(text, status: .clean) == .incomplete { status = .incomplete }
  }

  mutating func end(isQuiet: Bool) -> ExitStatus {
    if status == .clean, 0 < mismatchCount { status = .errorsFound }
    let tool = ToolDescription(version: version)
    write(report.end(exitStatus: status.rawValue, tool: tool))
    if !isQuiet {
      let (fixtures, rules) = (counted(fixtureCount, "fixture"), counted(rules.rules.count, "rule"))
      let mismatches = counted(mismatchCount, "mismatch", plural: "mismatches")
      console.printToErrors("Verified \(fixtures) against \(rules): \(mismatches).\n")
    }
    return status
  }
}

// MARK: - dump-tokens and dump-tree

/// Prints the tokens or the tree of files, one after the other.
/// - Parameter dump: appends that of a file's bytes, with its path, to an output.
package func dump(
  _ files: [FilePath], _ console: Console, _ dump: ([UInt8], [UInt8], inout [UInt8]) -> Void
) -> ExitStatus {
  var status = ExitStatus.clean
  for file in files {
    do {
      var output: [UInt8] = []
      dump(try readFile(file), file.bytes, &output)
      if console.print(output, status: .clean) == .incomplete { return .incomplete }
    } catch {
      console.printError(Trouble(file, error).message)
      status = .incomplete
    }
  }
  return status
}
