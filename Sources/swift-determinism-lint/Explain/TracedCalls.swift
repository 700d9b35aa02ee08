import Diagnostics
import RuleEngine
import Rules
import Workspace

/// What rules that are traced find in the calls of one file, for `why`, which links all files of
/// the project for that.
struct TracedCalls {
  /// With their verdicts, in report order.
  private(set) var findings: [Diagnostic] = []

  /// - Parameters:
  ///   - named: the file.
  ///   - baseline: that of the file.
  init(
    in source: SourceFile, _ named: NamedFile, _ project: Project, _ projects: Projects,
    _ options: LintOptions, _ baseline: ProjectBaseline?
  ) {
    guard project.tracesRules else { return }
    let place = project.place
    let root = TracedRoot(of: project.folder, in: place)
    let selection = Selection(
      projects.configurations, gitSettings: GitSettings(environment: environmentVariable))
    let found = FileSearch(named: [root.argument], in: place, selection).all()
    let path = place.absolutePath(of: source.path)
    guard let file = found.files.first(where: { place.absolutePath(of: $0.path) == path }) else {
      return
    }
    let ruleSets = RuleSets(projects, options, describesFindings: true)
    let linter = Linter(ruleSets, options, styles: [], Known(Baselines(nil)))
    let uses = RuleTrace(root, [project], linter, through: found).run().uses(in: file.path)
    let memory = LintMemory()
    guard let rules = linter.rules(for: file, using: memory), !uses.calls.isEmpty else { return }
    let all = lint(
      source, relativePath: named.file.relativePath, with: rules.describing, tracing: uses,
      reusing: &memory.scratch)
    let calls = Set(uses.calls.map { $0.range.lowerBound })
    let reported = all.diagnostics.filter {
      $0.key != nil && calls.contains($0.range.lowerBound)
    }
    let judged = baseline.map {
      Known(Baselines($0), keepsAccepted: true).judged(reported, in: source)
    }
    let excused = all.excused.filter { calls.contains($0.range.lowerBound) }
    findings = inReportOrder((judged ?? reported) + excused)
  }
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
