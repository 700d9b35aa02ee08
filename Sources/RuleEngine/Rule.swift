import Diagnostics

/// One rule as its file has it, with what the project's configuration adds.
package struct Rule: Sendable {
  /// Kebab-case; names what is banned.
  package var id: String
  /// The pack of the file it comes from.
  package var pack: String
  package var severity: RuleSeverity
  package var category: String?
  package var message: String
  /// Why, and what to write instead; several lines.
  package var note: String?
  package var url: String?
  /// The patterns under `ban`, in file order.
  package var ban: [Pattern]
  /// The entries of `replace`, in file order.
  package var replacements: [Replacement]
  /// Only in these files, where not empty.
  package var files: [Glob]
  /// Not in these files.
  package var allow: [Glob]
  /// Only inside these declarations, where not empty.
  package var inside: [ScopeHeader]
  /// Not inside these declarations.
  package var allowInside: [ScopeHeader]
}

package enum RuleSeverity: String, CaseIterable, Sendable {
  case error, warning, off
}

/// What to write in place of a banned call, e.g. `Date(): Date.current`.
package struct Replacement: Sendable {
  package var pattern: Pattern
  /// `$1`… stand for the arguments of a pattern with labels.
  package var text: String
}
