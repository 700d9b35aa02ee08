/// What puts a rule in force, or keeps it out.
package enum RuleStanding: Equatable, Sendable {
  /// A file of the project's own has it.
  case ownRule
  /// Its pack is on where no configuration says which are.
  case defaultPack
  /// The configuration names its pack; offsets from 0 of the name.
  case packInConfiguration(Range<Int>)
  /// `--pack`
  case packInArguments
  /// `--only-rule`
  case onlyRule

  /// `--disable`
  case disabled
  /// `--only-rule` names others.
  case notAmongOnlyRules
  case packNotOn
  /// Off in its own file.
  case off
  /// Off in the configuration; offsets from 0 of the rule's id there.
  case offInConfiguration(Range<Int>)

  package var isInForce: Bool {
    switch self {
    case .ownRule, .defaultPack, .packInConfiguration, .packInArguments, .onlyRule: true
    case .disabled, .notAmongOnlyRules, .packNotOn, .off, .offInConfiguration: false
    }
  }
}

extension Configuration {
  /// What puts a rule in force or keeps it out; `RuleSelection` has the same rules in force.
  /// - Parameter rule: as its file has it.
  package func standing(
    of rule: Rule, isBundled: Bool, choices: RuleChoices
  ) -> RuleStanding {
    if choices.disabled.contains(rule.id) { return .disabled }
    if !choices.onlyRules.isEmpty {
      return choices.onlyRules.contains(rule.id) ? .onlyRule : .notAmongOnlyRules
    }
    let source = isBundled ? standing(ofPack: rule.pack, choices: choices) : .ownRule
    guard source.isInForce else { return source }
    let setting = severity.last { $0.id.value == rule.id }
    if let setting { return setting.value == .off ? .offInConfiguration(setting.id.range) : source }
    return rule.severity == .off ? .off : source
  }

  private func standing(ofPack pack: String, choices: RuleChoices) -> RuleStanding {
    if let name = packs?.value.first(where: { $0.value == pack }) {
      return .packInConfiguration(name.range)
    }
    if choices.packs.contains(pack) { return .packInArguments }
    return packNames.contains(pack) ? .defaultPack : .packNotOn
  }
}
