import Diagnostics
import RuleEngine
import Rules

/// The uses that rules with `trace: true` find in the calls of their `inside`. A trace makes it
/// before the files are linted.
package final class RuleTraceResults: Sendable {
  /// The uses by the path of their file as printed.
  private let uses: [FilePath: TracedUses]
  /// The number of rules that were traced, and of the functions and the like where they start.
  package let ruleCount: Int
  package let entryCount: Int
  /// The declarations that the rules name and no file has.
  package let missingHeaders: Set<ScopeHeader>

  package init(
    _ uses: [FilePath: TracedUses], ruleCount: Int, entryCount: Int,
    missingHeaders: Set<ScopeHeader> = []
  ) {
    (self.uses, self.ruleCount, self.entryCount) = (uses, ruleCount, entryCount)
    self.missingHeaders = missingHeaders
  }

  package func uses(in path: FilePath) -> TracedUses { uses[path] ?? TracedUses() }

  /// Whether a file is to be linted, whatever it holds.
  package func hasUses(in path: FilePath) -> Bool { uses[path] != nil }
}

extension Rule {
  /// Whether its calls are looked at in a run over a whole project.
  package var isTraced: Bool { trace.isOn && isMatched }
}
