import Diagnostics
import Reporters
import Rules
import Workspace

extension ToolDescription {
  /// What a report that is read elsewhere says of the tool and its rules.
  /// - Parameter rules: those that files were held against; of two with one id the first counts.
  init(_ rules: [Rule]) {
    let own = rules.map { rule in
      let severity: Severity = rule.severity == .warning ? .warning : .error
      return (rule.id, RuleDescription(severity, rule.message, note: rule.note))
    }
    let others = messagesOfReservedIDs.map { ($0, RuleDescription(.warning, $1)) }
    self.init(
      version: swift_determinism_lint.version,
      rules: Dictionary(own + others, uniquingKeysWith: { first, _ in first }))
  }
}

/// What the tool itself reports, by `Rule.reservedIDs`.
let messagesOfReservedIDs = [
  "stale-allow": "an entry under 'allow' excuses nothing",
  "stale-baseline": "the baseline holds a finding that is gone",
  "suppression-without-reason": "a comment that allows a rule gives a reason",
  "unknown-rule": "a comment allows a rule that does not exist",
  "unmatched-pattern": "a pattern matches nothing, but would as that of a member",
  "unused-setting": "a setting is for a rule that is not in force",
  "unused-suppression": "a comment allows what is not there",
]

extension LintOptions {
  /// Paths are as the repository has them; without one, as the working directory has them.
  func reportRoot(in place: Place) -> ReportRoot {
    let folder = place.workingFolder
    let formats = [format] + outputs.map { $0.format } + (writesSummary ? [.summary] : [])
    let isAsked = formats.contains { $0.isReadElsewhere }
    let top = isAsked ? (try? WorkTree(around: folder))?.top : nil
    return ReportRoot(top: top ?? folder, workingFolder: folder, page: isAsked ? gitHubPage : nil)
  }
}

/// Where a job of GitHub Actions finds the files that it checked out.
private var gitHubPage: String? {
  let parts = ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"].map {
    environmentVariable($0)?.string ?? ""
  }
  guard !parts.contains("") else { return nil }
  return "\(parts[0])/\(parts[1])/blob/\(parts[2])"
}
