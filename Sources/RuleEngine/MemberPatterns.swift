import Diagnostics
import Rules

/// Patterns that match no members, each with the pattern that does: `sink` and `_.sink`. The author
/// of the first may mean the second. The code shows that if it has uses of the second only.
package struct MemberPatterns: Sendable {
  package struct Entry: Sendable {
    /// The id of the rule.
    package let rule: String
    /// The index of the pattern in the rule's `ban`.
    package let number: Int
    package let pattern: Pattern
    /// The pattern that matches members.
    package let member: Pattern
  }

  package let entries: [Entry]
  /// A rule for each entry, which bans the members.
  private let rules: CompiledRules

  /// - Parameter matched: the patterns to leave out.
  package init(of rules: [Rule], modules: [String] = [], besides matched: Set<RulePattern> = []) {
    var entries: [Entry] = []
    var banned: [Rule] = []
    for rule in rules where rule.isMatched {
      let members = Set(rule.ban.lazy.filter { $0.root == .anyReceiver })
      for (number, pattern) in rule.ban.enumerated() {
        let isMatched = matched.contains(RulePattern(rule: rule.id, number: number))
        guard !isMatched, let member = pattern.asMember, !members.contains(member) else {
          continue
        }
        var ban = rule
        ban.id = "\(entries.count)"
        (ban.ban, ban.replacements) = ([member], [])
        banned.append(ban)
        entries.append(Entry(rule: rule.id, number: number, pattern: pattern, member: member))
      }
    }
    self.entries = entries
    self.rules = CompiledRules(banned, modules: modules, readsSuppressions: false)
  }

  /// Whether the bytes may hold a use of a member.
  package func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { rules.mayMatch(bytes) }

  /// The uses of members in a file, in source order: the index of the entry, and the range of the
  /// use in UTF-8 bytes.
  /// - Parameter relativePath: as for `lint`.
  package func uses(
    in source: SourceFile, relativePath: FilePath
  ) -> [(entry: Int, range: Range<Int>)] {
    lint(source, relativePath: relativePath, with: rules).diagnostics.compactMap { diagnostic in
      diagnostic.rule.flatMap { Int($0.id) }.map { ($0, diagnostic.range) }
    }
  }
}

/// One pattern of a rule.
package struct RulePattern: Hashable, Sendable {
  /// The id of the rule.
  package let rule: String
  /// The index of the pattern in the rule's `ban`.
  package let number: Int
}
