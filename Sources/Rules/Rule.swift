import Diagnostics

/// One rule as its file has it, with what the project's configuration adds.
package struct Rule: Sendable {
  /// Kebab-case; names what is banned.
  package var id: String
  /// The pack of the file it comes from.
  package var pack: String
  package var severity: RuleSeverity
  /// One of `categories`.
  package var category: String?
  package var message: String
  var writtenNote: UnreadText? = nil
  package var url: String?
  /// The patterns under `ban`, in file order.
  package var ban: [Pattern]
  /// The entries of `replace`, in file order; their patterns are patterns of `ban`.
  package var replacements: [Replacement]
  /// What becomes of uses that are a parameter's default value.
  package var defaultArguments: DefaultArguments
  /// What makes a use harmless; nil where nothing does.
  package internal(set) var unless: HarmlessUses?
  /// The ids of rules: what stands in the arguments of a use of theirs is not reported once more.
  package internal(set) var coveredBy: [String]
  /// What tells the type of an implicit member; empty for a rule that only written types tell.
  package var beside: Beside
  /// Only in these files, where not empty.
  package var files: [Glob]
  /// Not in these files.
  package var allow: [Glob]
  /// Only inside these declarations, where not empty.
  package var inside: [ScopeHeader]
  /// Not inside these declarations.
  package var allowInside: [ScopeHeader]

  package init(
    id: String, pack: String, severity: RuleSeverity = .error, category: String? = nil,
    message: String, url: String? = nil, ban: [Pattern],
    replacements: [Replacement] = [], defaultArguments: DefaultArguments = .report,
    unless: HarmlessUses? = nil, coveredBy: [String] = [], beside: Beside = Beside(),
    files: [Glob] = [],
    allow: [Glob] = [],
    inside: [ScopeHeader] = [], allowInside: [ScopeHeader] = []
  ) {
    self.id = id
    self.pack = pack
    self.severity = severity
    self.category = category
    self.message = message
    self.url = url
    self.ban = ban
    self.replacements = replacements
    self.defaultArguments = defaultArguments
    self.unless = unless
    self.coveredBy = coveredBy
    self.beside = beside
    self.files = files
    self.allow = allow
    self.inside = inside
    self.allowInside = allowInside
  }

  /// Why, and what to write instead; several lines.
  package var note: String? { writtenNote?.text }

  /// Whether it is looked for.
  package var isMatched: Bool { severity != .off }

  /// Whether what it bans is looked for in a file.
  /// - Parameter relativePath: of the file, relative to the root.
  package func isInForce(in relativePath: FilePath) -> Bool {
    isMatched && (files.isEmpty || files.contains { $0.matches(relativePath) })
  }

  /// The first `allow` glob that excuses the rule in a file; nil if none does.
  package func glob(allowing relativePath: FilePath) -> Glob? {
    allow.first { $0.matches(relativePath) }
  }

  /// What a rule's `category` can be.
  package static let categories = [
    "clock", "calendar", "random", "scheduling", "concurrency", "environment", "hashing", "io",
    "tests",
  ]

  /// The ids under which the tool itself reports, which no rule can have.
  package static let reservedIDs = [
    "stale-allow", "stale-baseline", "suppression-without-reason", "unknown-rule",
    "unmatched-pattern", "unused-setting", "unused-suppression",
  ]
}

package enum RuleSeverity: String, CaseIterable, Sendable {
  case error, warning, off

  static let names = allCases.map(\.rawValue)
}
