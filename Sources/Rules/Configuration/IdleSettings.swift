import Diagnostics

extension Configuration {
  /// Warnings about settings of rules that the configuration does not put in force, so that they do
  /// nothing; of those in the file itself, in report order.
  /// - Parameter standing: of a rule, no override considered; nil for one that is not known.
  package func idleSettings(_ standing: (_ id: String) -> RuleStanding?) -> [Diagnostic] {
    let inOverrides = Set(
      overrides.flatMap(\.severity).lazy.filter { $0.value != .off }.map(\.id.value))
    var idle: [Diagnostic] = []
    func check(_ id: Located<String>, turnsOff: Bool = false) {
      guard id.file == 0, !inOverrides.contains(id.value), let standing = standing(id.value),
        let reason = reason(for: standing, of: id.value, turnsOff: turnsOff)
      else { return }
      idle.append(
        Diagnostic(.warning, at: id.range, reason, rule: RuleReference(id: "unused-setting")))
    }
    for setting in severity { check(setting.id, turnsOff: setting.value == .off) }
    for id in allow.map(\.id) + allowInside.map(\.id) + replace.map(\.id) { check(id) }
    for id in defaultArguments.map(\.id) { check(id) }
    for override in overrides {
      for setting in override.severity where setting.value == .off { check(setting.id) }
      for id in override.allowInside.map(\.id) + override.replace.map(\.id) { check(id) }
      for id in override.defaultArguments.map(\.id) { check(id) }
    }
    return inReportOrder(idle)
  }

  private func reason(
    for standing: RuleStanding, of id: String, turnsOff: Bool
  ) -> String? {
    switch standing {
    case .ownRule, .defaultPack, .packInConfiguration, .packInArguments, .enabled, .inOverride,
      .onlyRule, .disabled, .notAmongOnlyRules:
      nil
    case .packNotOn:
      "'\(id)' is not in force, as its pack is not on; 'enable: [\(id)]' puts it in force"
    case .off:
      turnsOff ? nil : "'\(id)' is not in force; 'enable: [\(id)]' puts it in force"
    case .offInConfiguration:
      turnsOff ? nil : "'\(id)' is turned off, so that this does nothing"
    }
  }
}
