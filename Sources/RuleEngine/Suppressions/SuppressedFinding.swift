import Diagnostics

/// What a rule finds and does not report, for somebody has said why.
package struct SuppressedFinding: Sendable {
  package let diagnostic: Diagnostic
  package let kind: Kind
  /// The reason that a comment gives, or the entry that allows it, e.g. `allow: Date+current.swift`.
  package let reason: String

  /// The values are those of SARIF.
  package enum Kind: String, Sendable {
    /// A comment.
    case inSource
    /// The rule or the configuration.
    case external
  }

  init(diagnostic: Diagnostic, _ excuse: Excuse) {
    self.diagnostic = diagnostic
    kind = excuse.kind
    reason = excuse.reason
  }

  typealias Excuse = (kind: Kind, reason: String)
}

extension Judgement {
  /// Nil for what is reported, and for what is no finding.
  func excuse(
    in source: SourceFile, _ suppressions: Suppressions, _ rules: [Rule]
  ) -> SuppressedFinding.Excuse? {
    switch outcome {
    case .suppressed(let comment):
      let reason = suppressions.reason(ofCommentAt: comment)
      return (.inSource, String(decoding: source.bytes[reason], as: UTF8.self))
    case .allowedByPath(let glob):
      return (.external, "allow: \(rules[rule].allow[glob].text)")
    case .allowedInside(let scope):
      return (.external, "allow-inside: \(rules[rule].allowInside[scope].text)")
    case .reported, .outOfFiles, .outOfScope, .shadowed, .ownType, .outdone, .memberOfReported:
      return nil
    }
  }
}
