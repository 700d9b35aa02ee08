import Commands
import Diagnostics
import Reporters
import Rules
import Workspace

// What reports say of the tool and of the place where it runs.

extension ToolDescription {
  /// The description of the tool and its rules for a report that is read elsewhere.
  /// - Parameter rules: those that files were checked against; of two with one id the first counts.
  package init(_ rules: [Rule]) {
    let own = rules.map { rule in
      let severity: Severity = rule.severity == .warning ? .warning : .error
      return (
        rule.id,
        RuleDescription(severity, rule.message, note: rule.note, pack: rule.pack)
      )
    }
    let others = messagesOfReservedIDs.map { ($0, RuleDescription(.warning, $1)) }
    self.init(
      version: Commands.version,
      rules: Dictionary(own + others, uniquingKeysWith: { first, _ in first }))
  }
}

/// Messages of the tool itself by `Rule.reservedIDs`.
package let messagesOfReservedIDs = [
  "baseline-shrunk": "a change takes a line out of the baseline and leaves its finding",
  "baseline-unused": "a change adds a line to the baseline that no finding uses",
  "stale-allow": "an entry under 'allow' allows nothing",
  "stale-baseline": "the baseline has an entry whose finding is gone",
  "suppression-without-reason": "a comment that allows a rule must give a reason",
  "unknown-rule": "a comment allows a rule that does not exist",
  "unused-setting": "a setting has no effect",
  "unused-suppression": "a comment allows a finding that does not exist",
]

/// Paths are as the repository has them; without one, as the working directory has them.
/// - Parameter isAsked: whether a report is read elsewhere; git is asked for those alone.
package func reportRoot(in place: Place, isAsked: Bool) -> ReportRoot {
  let folder = place.workingFolder
  guard isAsked else { return ReportRoot(top: folder, workingFolder: folder) }
  let top = (try? WorkTree(around: folder))?.top ?? folder
  let gitHub = gitHubRepository
  let folderName = FilePath(bytes: top.lastComponent).string
  return ReportRoot(
    top: top, workingFolder: folder, page: gitHub?.page,
    name: gitHub?.name ?? (folderName.isEmpty ? nil : folderName))
}

/// The repository that a job of GitHub Actions has checked out, e.g. `owner/name`, and the page on
/// which a browser finds its files; nil elsewhere.
private var gitHubRepository: (name: String, page: String)? {
  let parts = ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"].map {
    environmentVariable($0)?.string ?? ""
  }
  let isWebAddress = ["https://", "http://"].contains { parts[0].hasPrefix($0) }
  guard isWebAddress, !parts.contains("") else { return nil }
  return (parts[1], "\(parts[0])/\(parts[1])/blob/\(parts[2])")
}
