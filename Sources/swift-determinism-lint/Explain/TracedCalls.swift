import Diagnostics
import RuleEngine
import Rules
import Workspace

/// What rules that are traced find in the calls of one file, with verdicts, for `why`, which links
/// all files of the project for that.
/// - Parameters:
///   - named: the file.
///   - baseline: that of the file.
func tracedCalls(
  in source: SourceFile, _ named: NamedFile, _ project: Project, _ projects: Projects,
  _ options: LintOptions, _ baseline: ProjectBaseline?
) -> [Diagnostic] {
  guard project.tracesRules else { return [] }
  let place = project.place
  let root = TracedRoot(of: project.folder, in: place)
  let selection = Selection(
    projects.configurations, gitSettings: GitSettings(environment: environmentVariable))
  let found = FileSearch(named: [root.argument], in: place, selection).all()
  let path = place.absolutePath(of: source.path)
  guard let file = found.files.first(where: { place.absolutePath(of: $0.path) == path }) else {
    return []
  }
  let known = baseline.map { Known(Baselines($0), keepsAccepted: true) }
  let ruleSets = RuleSets(projects, options, describesFindings: true)
  var linter = Linter(ruleSets, options, Known(Baselines(nil)))
  linter.trace(root, [project], through: found)
  let calls = Set(linter.traced!.uses(in: file.path).calls.map(\.range.lowerBound))
  let memory = LintMemory()
  guard !calls.isEmpty, let rules = linter.rules(for: file, using: memory) else { return [] }
  let traced = SourceFile(path: file.path, bytes: source.bytes)
  let all = linter.findings(in: traced, of: file, rules, memory)
  let reported = all.diagnostics.filter { $0.key != nil && calls.contains($0.range.lowerBound) }
  return inReportOrder(
    (known?.judged(reported, in: source) ?? reported)
      + all.excused.filter { calls.contains($0.range.lowerBound) })
}

extension FindingVerdict {
  /// What became of a call, as a clause.
  /// - Parameter severity: of its rule.
  func words(for severity: Severity) -> String {
    switch self {
    case .reported: severity == .warning ? "reported as a warning" : "reported as an error"
    case .allowedInSource(let reason): "not reported; a comment allows it (\(reason))"
    case .allowedBySettings(let reason): "not reported; the settings allow it (\(reason))"
    case .inBaseline: "not reported; it is in the baseline"
    }
  }
}
