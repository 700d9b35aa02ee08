import Diagnostics

/// What a report that stands alone says of the tool that wrote it.
package struct ToolDescription: Sendable {
  /// As semver.org has it.
  package let version: String
  /// By id: the rules that may have reported something.
  package let rules: [String: RuleDescription]

  package init(version: String, rules: [String: RuleDescription] = [:]) {
    self.version = version
    self.rules = rules
  }
}

/// What a report says of a rule beside what stands in its findings.
package struct RuleDescription: Sendable {
  package let severity: Severity
  package let message: String
  /// Why, and what to write instead; several lines.
  package let note: String?

  package init(_ severity: Severity, _ message: String, note: String? = nil) {
    self.severity = severity
    self.message = message
    self.note = note
  }
}
