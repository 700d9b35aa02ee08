/// What a rule finds and does not report, for somebody has said why.
package struct SuppressedFinding: Sendable {
  package let diagnostic: Diagnostic
  package let kind: Kind
  /// The reason that a comment gives, or the entry that allows it, as in
  /// `allow: Date+current.swift`; empty for the baseline.
  package let reason: String

  package enum Kind: Sendable {
    /// A comment.
    case inSource
    /// The rule or the configuration.
    case external
    /// The baseline, which holds what was there before.
    case baseline
  }

  package init(_ diagnostic: Diagnostic, _ kind: Kind, reason: String) {
    self.diagnostic = diagnostic
    self.kind = kind
    self.reason = reason
  }
}
