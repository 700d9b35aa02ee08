import Diagnostics
import Pipeline
import RuleEngine
import Rules
import Trace
import Workspace

/// Lints a file for `why`. If rules are traced, all files of the project are linked for that.
/// - Returns: what a run over the project finds in it, with verdicts, and what of that rules that
///   are traced find in calls.
package func findings(
  in explained: FileExplanation, _ linter: Linter, _ projects: Projects
) -> (all: [Diagnostic], calls: [Diagnostic]) {
  let (source, project) = (explained.source, explained.project)
  var (linter, file) = (linter, explained.named.file)
  if project.tracesRules {
    let place = project.place
    let root = TracedRoot(of: project.folder, in: place)
    let selection = Selection(
      projects.configurations, gitSettings: GitSettings(environment: environmentVariable))
    let found = FileSearch(named: [root.argument], in: place, selection).all()
    projects.addFolders()
    let path = place.absolutePath(of: source.path)
    if let named = found.files.first(where: { place.absolutePath(of: $0.path) == path }) {
      file = named
      linter.traced = RuleTraceResults(root, [project], linter, through: found)
    }
  }
  let calls = Set((linter.traced?.uses(in: file.path).calls ?? []).map(\.range.lowerBound))
  // The trace knows the file by the path that the search has for it.
  let traced = SourceFile(path: file.path, bytes: source.bytes)
  let found = linter.makeCheck(traced, as: file, explained.check.rules)
    .findings(tracing: linter.traced?.uses(in: file.path), using: LintWorkerState())
  let all = linter.baselines.judged(found.all.filter { $0.key != nil }, in: source)
  return (all, all.filter { calls.contains($0.range.lowerBound) })
}

extension FindingVerdict {
  /// A clause on what became of a call.
  /// - Parameter severity: of its rule.
  package func outcome(_ severity: Severity) -> String {
    switch self {
    case .reported: severity == .warning ? "reported as a warning" : "reported as an error"
    case .allowedInSource(let reason): "not reported; a comment allows it (\(reason))"
    case .allowedBySettings(let reason): "not reported; the settings allow it (\(reason))"
    case .inBaseline: "not reported; it is in the baseline"
    }
  }
}
