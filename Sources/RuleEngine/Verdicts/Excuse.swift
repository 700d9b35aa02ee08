import Diagnostics
import Rules

extension Judgement {
  /// Why the finding is not reported. `nil` if it is reported, and if the match is no finding.
  func excuse(
    in source: SourceFile, _ suppressions: Suppressions, _ rules: [Rule]
  ) -> FindingVerdict? {
    switch outcome {
    case .suppressed(let comment):
      let reason = suppressions.reason(ofCommentAt: comment)
      return .allowedInSource(reason: String(decoding: source.bytes[reason], as: UTF8.self))
    case .allowedByPath(let glob):
      return .allowedBySettings(reason: "allow: \(rules[rule].allow[glob].text)")
    case .allowedInside(let scope):
      return .allowedBySettings(reason: "allow-inside: \(rules[rule].allowInside[scope].text)")
    case .defaultArgument:
      return .allowedBySettings(reason: "default-arguments: allow")
    case .reported, .outOfFiles, .outOfScope, .unmet, .shadowed, .ownType, .outdone,
      .memberOfReported, .harmless, .covered:
      return nil
    }
  }
}
