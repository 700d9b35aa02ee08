import Diagnostics

/// The `allow` entries of a project's configuration, and which of them excused something.
package struct AllowEntries: Sendable {
  private struct Entry {
    let rule: String
    let glob: Located<Glob>
    var isUsed = false
  }

  private var entries: [Entry]
  /// The ids of the rules that were looked for.
  private let rulesInForce: Set<String>

  package init(_ configuration: Configuration, rulesInForce: [Rule]) {
    entries = configuration.allow.flatMap { setting in
      setting.value.map { Entry(rule: setting.id.value, glob: $0) }
    }
    self.rulesInForce = Set(rulesInForce.filter(\.isMatched).map(\.id))
  }

  /// Takes note of a file that was linted.
  /// - Parameter rules: what `FileFindings.rulesAllowedByPath` says of it.
  package mutating func add(rulesAllowed rules: Set<String>, in relativePath: FilePath) {
    guard !rules.isEmpty else { return }
    for (index, entry) in entries.enumerated() where !entry.isUsed && rules.contains(entry.rule) {
      entries[index].isUsed = entry.glob.value.matches(relativePath)
    }
  }

  /// What to say of the entries that could go: they match no file, or their rule finds nothing in
  /// the files. Of a rule that is not in force nobody knows what it would find.
  /// - Parameter files: all that were linted, relative to the root.
  /// - Returns: warnings about the configuration, in report order.
  package func staleEntries(among files: [FilePath]) -> [Diagnostic] {
    let stale = entries.filter { !$0.isUsed }.compactMap { entry -> Diagnostic? in
      let (rule, glob) = (entry.rule, entry.glob.value)
      let message: String
      if !files.contains(where: glob.matches) {
        message = "no file that was linted matches '\(glob.text)'; remove it from 'allow'"
      } else if rulesInForce.contains(rule) {
        message = "'\(rule)' finds nothing in '\(glob.text)'; remove it from 'allow'"
      } else {
        return nil
      }
      return Diagnostic(
        .warning, at: entry.glob.range, message, rule: RuleReference(id: "stale-allow"))
    }
    return inReportOrder(stale)
  }
}
