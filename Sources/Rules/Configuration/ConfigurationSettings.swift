import Diagnostics

// What a configuration does to the rules.

extension Configuration {
  /// The ids of the rules that it has settings for, whether there are such rules or not.
  package var namedRules: [String] {
    var ids = enable
    // One statement for each: as one expression, compiling them takes six seconds.
    ids += severity.map { $0.id }
    ids += allow.map { $0.id }
    ids += allowInside.map { $0.id }
    ids += replace.map { $0.id }
    ids += defaultArguments.map { $0.id }
    return ids.map { $0.value } + overrides.flatMap { $0.namedRules }
  }

  /// The packs that are on.
  package var packNames: [String] {
    packs.map { $0.value.map(\.value) } ?? ["core"]
  }

  /// Whether it says that it leaves out a pack on purpose.
  package func turnsOff(pack: String) -> Bool {
    severity.contains { $0.id.value == pack && $0.value == .off }
  }

  /// The overrides that hold for a file, by index.
  /// - Parameter relativePath: relative to the root.
  package func overrides(for relativePath: FilePath) -> [Int] {
    overrides.indices.filter { index in
      overrides[index].files.contains { $0.value.matches(relativePath) }
    }
  }

  /// Whether any override puts a rule in force.
  var overridesAddRules: Bool {
    overrides.contains { $0.severity.contains { $0.value != .off } }
  }

  /// Where to report that the packs leave no rule.
  var placeOfPacks: SettingPlace {
    packs?.place ?? severity.first?.id.place ?? SettingPlace(range: 0..<1)
  }

  /// Adds packs that are not known to the mistakes.
  mutating func checkPacks(known: [String]) {
    for name in packs?.value ?? [] where !known.contains(name.value) {
      let message =
        name.value == "all"
        ? "unknown pack 'all', which only '--pack' takes; name the packs"
        : unknownName("pack", name.value, among: known)
      add(message, at: name.place)
    }
  }

  /// Adds the settings to the rules they name. Lists grow; a severity, and the text that replaces a
  /// pattern, take the place of the rule's own. The settings of unknown rules, and those that do
  /// not fit their rule, become mistakes.
  /// - Parameter packs: those that are bundled. A setting that turns off one that is not on only
  ///   says that this is meant.
  mutating func apply(to rules: inout [Rule], packs: [String]) {
    addOwnQueues(to: &rules)
    guard !namedRules.isEmpty else { return }
    let ids = rules.map(\.id)
    let indices = Dictionary(zip(ids, rules.indices)) { first, _ in first }
    func apply<Value>(
      _ settings: [Setting<Value>], _ change: (inout Configuration, Int, Value) -> Void
    ) {
      for setting in settings {
        if let index = indices[setting.id.value] {
          change(&self, index, setting.value)
        } else if mistakes[setting.id.file].count < YAMLMistake.limit {
          add(unknownName("rule", setting.id.value, among: ids), at: setting.id.place)
        }
      }
    }
    apply(enable.map { Setting(id: $0, value: ()) }) { _, index, _ in
      if rules[index].severity == .off { rules[index].severity = .warning }
    }
    let isOnPurpose = { [packNames] (setting: Setting<RuleSeverity>) in
      setting.value == .off && packs.contains(setting.id.value) && indices[setting.id.value] == nil
        && (setting.id.file != 0 || !packNames.contains(setting.id.value))
    }
    apply(severity.filter { !isOnPurpose($0) }) { rules[$1].severity = $2 }
    apply(allow) { rules[$1].allow += $2.map(\.value) }
    apply(allowInside) { rules[$1].allowInside += $2.map(\.value) }
    apply(defaultArguments) { rules[$1].defaultArguments = $2 }
    func report(_ mistakes: [(message: String, place: SettingPlace)], to configuration: inout Self)
    {
      for mistake in mistakes { configuration.add(mistake.message, at: mistake.place) }
    }
    apply(replace) { report(rules[$1].add(replacements: $2), to: &$0) }
    for override in overrides {
      apply(override.severity) { _, _, _ in }
      apply(override.allowInside) { _, _, _ in }
      apply(override.defaultArguments) { _, _, _ in }
      apply(override.replace) {
        var rule = rules[$1]
        report(rule.add(replacements: $2), to: &$0)
      }
    }
  }

  /// A rule as it is where some overrides hold, the later ones before the earlier.
  /// - Parameters:
  ///   - rule: with the other settings of the configuration.
  ///   - overrides: by index, in order.
  /// - Returns: whether they put it in force.
  func apply(_ overrides: [Int], to rule: inout Rule, _ choices: RuleChoices) -> Bool {
    var isOn = false
    for override in overrides.map({ self.overrides[$0] }) {
      for setting in override.allowInside where setting.id.value == rule.id {
        rule.allowInside += setting.value.map(\.value)
      }
      for setting in override.defaultArguments where setting.id.value == rule.id {
        rule.defaultArguments = setting.value
      }
      for setting in override.replace where setting.id.value == rule.id {
        _ = rule.add(replacements: setting.value)
      }
    }
    guard let (override, severity) = severity(of: rule.id, in: overrides) else { return false }
    if severity.value != .off {
      rule.severity = severity.value
      isOn = true
    } else if !choices.onlyRules.contains(rule.id) {
      // As an entry of `allow`: what the rule finds silences others, and is counted.
      rule.allow += self.overrides[override].files.map(\.value)
    }
    return isOn
  }

  /// The severity that a rule has by some overrides, and by which.
  func severity(
    of id: String, in overrides: [Int]
  ) -> (override: Int, setting: Setting<RuleSeverity>)? {
    for index in overrides.reversed() {
      let setting = self.overrides[index].severity.last { $0.id.value == id }
      if let setting { return (index, setting) }
    }
    return nil
  }
}

extension Configuration.Override {
  /// The ids of the rules that it has settings for.
  package var namedRules: [String] {
    var ids = severity.map { $0.id }
    ids += allowInside.map { $0.id }
    ids += replace.map { $0.id }
    ids += defaultArguments.map { $0.id }
    return ids.map { $0.value }
  }
}

extension Rule {
  /// Adds what replaces patterns of the rule, in place of what replaced them before, and what they
  /// cover.
  /// - Returns: why some cannot be used.
  fileprivate mutating func add(
    replacements texts: [Configuration.ReplacementText]
  ) -> [(message: String, place: SettingPlace)] {
    let banned = BannedPatterns(ban)
    var added: [Replacement] = []
    var mistakes: [(message: String, place: SettingPlace)] = []
    for (pattern, text) in texts where mistakes.count < YAMLMistake.limit {
      do throws(ReplacementMistake) {
        added.append(try banned.replacement(of: pattern, by: text))
      } catch {
        let place = SettingPlace(file: pattern.file, range: error.range)
        mistakes.append((error.message, place))
      }
    }
    let uses = Set(added.lazy.map(\.pattern.uses))
    replacements.removeAll { uses.cover($0.pattern) }
    replacements += added
    return mistakes
  }
}

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
