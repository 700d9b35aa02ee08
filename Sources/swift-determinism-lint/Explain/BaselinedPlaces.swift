import Diagnostics
import RuleEngine
import Rules
import Workspace

/// Where in a file the findings are that the baseline holds.
struct BaselinedPlaces {
  /// The baseline's, as printed.
  let file: FilePath
  /// By rule: offsets from 0 in UTF-8 bytes.
  private var starts: [String: Set<Int>] = [:]

  /// - Parameter rules: those in force, which describe what they find.
  init(_ baseline: ProjectBaseline, _ source: SourceFile, _ file: LintFile, _ rules: CompiledRules)
  {
    self.file = baseline.place.printedPath
    let findings = lint(source, relativePath: file.relativePath, with: rules).diagnostics
    for finding in Known(baseline, keepsAccepted: true).judged(findings, in: source) {
      guard let rule = finding.rule, !finding.isReported else { continue }
      starts[rule.id, default: []].insert(finding.range.lowerBound)
    }
  }

  /// - Parameter match: one that would be reported.
  func holds(_ match: ExplainedMatch) -> Bool {
    starts[match.rule.id]?.contains(match.range.lowerBound) ?? false
  }
}
