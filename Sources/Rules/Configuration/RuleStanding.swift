/// What puts a rule in force, or keeps it out.
package enum RuleStanding: Equatable, Sendable {
  /// A file of the project's own has it.
  case ownRule
  /// Its pack is on where no configuration says which are.
  case defaultPack
  /// The configuration names its pack.
  case packInConfiguration(SettingPlace)
  /// `--pack`
  case packInArguments
  /// `enable` names it.
  case enabled(SettingPlace)
  /// An override puts it in force for the file; where it gives the severity.
  case inOverride(SettingPlace)
  /// `--only-rule`
  case onlyRule

  /// `--disable`
  case disabled
  /// `--only-rule` names others.
  case notAmongOnlyRules
  case packNotOn
  /// Off in its own file.
  case off
  /// Off in the configuration; where it says so.
  case offInConfiguration(SettingPlace)

  package var isInForce: Bool {
    switch self {
    case .ownRule, .defaultPack, .packInConfiguration, .packInArguments, .enabled, .inOverride,
      .onlyRule:
      true
    case .disabled, .notAmongOnlyRules, .packNotOn, .off, .offInConfiguration: false
    }
  }
}

extension Configuration {
  /// What puts a rule in force or keeps it out; `RuleSelection` has the same rules in force.
  /// - Parameters:
  ///   - rule: as its file has it.
  ///   - overrides: those that hold, by index.
  package func standing(
    of rule: Rule, isBundled: Bool, choices: RuleChoices, in overrides: [Int] = []
  ) -> RuleStanding {
    if choices.disabled.contains(rule.id) { return .disabled }
    if !choices.onlyRules.isEmpty {
      return choices.onlyRules.contains(rule.id) ? .onlyRule : .notAmongOnlyRules
    }
    if let (_, setting) = severity(of: rule.id, in: overrides), setting.value != .off {
      return .inOverride(setting.id.place)
    }
    var source = isBundled ? standing(ofPack: rule.pack, choices: choices) : .ownRule
    let enabling = enable.first { $0.value == rule.id }
    if let enabling, !source.isInForce || rule.severity == .off {
      source = .enabled(enabling.place)
    }
    guard source.isInForce else { return source }
    let setting = severity.last { $0.id.value == rule.id }
    if let setting { return setting.value == .off ? .offInConfiguration(setting.id.place) : source }
    return rule.severity == .off && enabling == nil ? .off : source
  }

  private func standing(ofPack pack: String, choices: RuleChoices) -> RuleStanding {
    if let name = packs?.value.first(where: { $0.value == pack }) {
      return .packInConfiguration(name.place)
    }
    if choices.packs.contains(pack) { return .packInArguments }
    return packNames.contains(pack) ? .defaultPack : .packNotOn
  }
}
