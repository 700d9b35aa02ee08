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
    let new = baseline.newFindings(among: findings, in: source)
    func place(_ finding: Diagnostic) -> Place? {
      finding.rule.map { Place(rule: $0.id, start: finding.range.lowerBound) }
    }
    let newPlaces = Set(new.compactMap(place))
    for place in findings.compactMap(place) where !newPlaces.contains(place) {
      starts[place.rule, default: []].insert(place.start)
    }
  }

  private struct Place: Hashable {
    let rule: String
    let start: Int
  }

  /// - Parameter match: one that would be reported.
  func holds(_ match: ExplainedMatch) -> Bool {
    starts[match.rule.id]?.contains(match.range.lowerBound) ?? false
  }
}
