/// What the command line says about rules.
package struct RuleChoices: Sendable {
  /// `--pack`: bundled packs that are on besides those of the configuration.
  package var packs: [String] = []
  /// `--only-rule`: if not empty, these rules and no others, whether their packs are on or not.
  package var onlyRules: [String] = []
  /// `--disable`
  package var disabled: [String] = []

  package init() {}

  /// Whether the command line can be why no rule is left.
  var narrows: Bool { !onlyRules.isEmpty || !disabled.isEmpty }

  /// Whether the command line keeps the rule in.
  package func keep(_ id: String) -> Bool {
    !disabled.contains(id) && (onlyRules.isEmpty || onlyRules.contains(id))
  }

  /// Names that no pack and no rule has.
  func mistakes(packs knownPacks: [String], ids: [String]) -> [String] {
    packs.filter { !knownPacks.contains($0) }.map { unknownName("pack", $0, among: knownPacks) }
      + (onlyRules + disabled).filter { !ids.contains($0) }
      .map { unknownName("rule", $0, among: ids) }
  }

  /// The severity with which a rule is in force; nil if it is not.
  /// - Parameters:
  ///   - severity: with the settings of the configuration.
  ///   - written: without them.
  ///   - isOn: whether a pack that is on has the rule.
  func severity(
    of id: String, _ severity: RuleSeverity, asWritten written: RuleSeverity, isOn: Bool
  ) -> RuleSeverity? {
    guard keep(id) else { return nil }
    guard !onlyRules.isEmpty else { return isOn && severity != .off ? severity : nil }
    return [severity, written].first { $0 != .off } ?? .warning
  }
}

/// - Parameter kind: `rule` or `pack`.
func unknownName(_ kind: String, _ name: String, among known: [String]) -> String {
  "unknown \(kind) '\(name)'" + didYouMean(closestMatch(to: name, in: known))
}
