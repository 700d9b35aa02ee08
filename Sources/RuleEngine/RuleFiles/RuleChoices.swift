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

  /// Names that no pack and no rule has.
  func mistakes(packs knownPacks: [String], ids: [String]) -> [String] {
    packs.filter { !knownPacks.contains($0) }.map { unknownName("pack", $0, among: knownPacks) }
      + (onlyRules + disabled).filter { !ids.contains($0) }
      .map { unknownName("rule", $0, among: ids) }
  }

  /// The rule as it is in force; nil if it is not.
  /// - Parameters:
  ///   - rule: with the settings of the configuration.
  ///   - asWritten: without them.
  ///   - isOn: whether a pack that is on has it.
  func choose(_ rule: Rule, asWritten: Rule, isOn: Bool) -> Rule? {
    guard !disabled.contains(rule.id) else { return nil }
    guard !onlyRules.isEmpty else { return isOn && rule.severity != .off ? rule : nil }
    guard onlyRules.contains(rule.id) else { return nil }
    var chosen = rule
    if chosen.severity == .off { chosen.severity = asWritten.severity }
    if chosen.severity == .off { chosen.severity = .warning }
    return chosen
  }
}

/// - Parameter kind: `rule` or `pack`.
func unknownName(_ kind: String, _ name: String, among known: [String]) -> String {
  "unknown \(kind) '\(name)'" + didYouMean(closestMatch(to: name, in: known))
}
