import Diagnostics
import Rules

/// Why a finding is not reported.
typealias Excuse = (kind: SuppressedFinding.Kind, reason: String)

extension SuppressedFinding {
  init(diagnostic: Diagnostic, _ excuse: Excuse) {
    self.init(diagnostic, excuse.kind, reason: excuse.reason)
  }
}

extension Judgement {
  /// Why the finding is not reported. `nil` if it is reported, and if the match is no finding.
  func excuse(in source: SourceFile, _ suppressions: Suppressions, _ rules: [Rule]) -> Excuse? {
    switch outcome {
    case .suppressed(let comment):
      let reason = suppressions.reason(ofCommentAt: comment)
      return (.inSource, String(decoding: source.bytes[reason], as: UTF8.self))
    case .allowedByPath(let glob):
      return (.external, "allow: \(rules[rule].allow[glob].text)")
    case .allowedInside(let scope):
      return (.external, "allow-inside: \(rules[rule].allowInside[scope].text)")
    case .defaultArgument:
      return (.external, "default-arguments: allow")
    case .reported, .outOfFiles, .outOfScope, .shadowed, .ownType, .outdone, .memberOfReported,
      .harmless, .covered:
      return nil
    }
  }
}
