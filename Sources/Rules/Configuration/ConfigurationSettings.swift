import Diagnostics

// What a configuration does to the rules.

extension Configuration {
  /// The names that it has settings for, of rules and packs, whether there are such or not.
  package var namedRules: [String] {
    if source == nil { return [] }
    return (enable + replacingNames + settingNames).map { $0.value }
  }

  /// The names in settings that say what to write instead.
  private var replacingNames: [Located<String>] {
    (replace + overrides.flatMap { $0.replace }).map { $0.id }
  }

  /// The names in settings that may be a pack's, or `all`.
  private var settingNames: [Located<String>] {
    // One statement for each: as one expression, compiling them takes six seconds.
    var names = severity.map { $0.id }
    names += allow.map { $0.id }
    names += allowInside.map { $0.id }
    names += defaultArguments.map { $0.id }
    names += through.map { $0.id }
    names += seams.map { $0.id }
    names += throughAllowed.map { $0.id }
    return names + overrides.flatMap { $0.settingNames }
  }

  /// The packs that are on.
  package var packNames: [String] {
    packs.map { $0.value.map(\.value) } ?? Self.defaultPacks
  }

  /// The packs that are on where no configuration says which ones.
  package static var defaultPacks: [String] { ["core"] }

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

  /// Where to report that the packs leave no rule.
  var placeOfPacks: SettingPlace { packs?.place ?? SettingPlace(range: 0..<1) }

  /// Adds names that are not known, or that stand for no single rule where one is wanted, to the
  /// mistakes.
  mutating func check(_ names: KnownNames) {
    if source == nil { return }
    func add(_ mistake: String?, at name: Located<String>) {
      guard let mistake, mistakes[name.file].count < YAMLMistake.limit else { return }
      self.add(mistake, at: name.place)
    }
    for name in packs?.value ?? [] where !names.packs.contains(name.value) {
      let mistake =
        name.value == Rule.nameOfAll
        ? "unknown pack 'all'; only the option '--pack' takes it, so name each pack"
        : unknownName("pack", name.value, among: names.packs)
      add(mistake, at: name)
    }
    for id in enable {
      let mistake = names.mistake(ofRule: id.value) { _ in
        "write packs under 'packs', and single rules here"
      }
      add(mistake, at: id)
    }
    for id in replacingNames {
      let mistake = names.mistake(ofRule: id.value) { _ in "name the rule that bans the patterns" }
      add(mistake, at: id)
    }
    for name in settingNames { add(names.mistake(inSettings: name.value), at: name) }
  }

  /// Adds the settings to the rules they name. Lists grow; a severity, and the text that replaces a
  /// pattern, take the place of the rule's own. Settings that do not fit their rule become
  /// mistakes.
  mutating func apply(to rules: inout [Rule]) {
    addOwnQueues(to: &rules)
    for index in rules.indices where rules[index].order != nil {
      rules[index].order!.textSinks = textSinks
    }
    guard !namedRules.isEmpty else { return }
    for index in rules.indices {
      if let setting = severity(of: rules[index], asWritten: rules[index].severity) {
        rules[index].severity = setting.value
      } else if rules[index].severity == .off, isEnabled(rules[index].id) {
        rules[index].severity = .warning
      }
      rules[index].allow += allow.entries(for: rules[index]).map(\.value)
      rules[index].allowInside += allowInside.entries(for: rules[index]).map(\.value)
      if let setting = defaultArguments.setting(for: rules[index]) {
        rules[index].defaultArguments = setting.value
      }
      rules[index].trace.through += through.entries(for: rules[index]).map(\.value)
      rules[index].trace.seams += seams.entries(for: rules[index]).map(\.value)
      if let setting = throughAllowed.setting(for: rules[index]) {
        rules[index].trace.goesThroughAllowed = setting.value
      }
      for mistake in rules[index].add(replacementsOf: replace) {
        add(mistake.message, at: mistake.place)
      }
      for override in overrides where !override.replace.isEmpty {
        var rule = rules[index]
        for mistake in rule.add(replacementsOf: override.replace) {
          add(mistake.message, at: mistake.place)
        }
      }
    }
  }

  /// A rule as it is where some overrides hold, the later ones before the earlier.
  /// - Parameters:
  ///   - rule: with the other settings of the configuration.
  ///   - written: its severity in its own file.
  ///   - overrides: by index, in order.
  /// - Returns: whether they put it in force.
  func apply(
    _ overrides: [Int], to rule: inout Rule, asWritten written: RuleSeverity, _ choices: RuleChoices
  ) -> Bool {
    for override in overrides.map({ self.overrides[$0] }) {
      rule.allowInside += override.allowInside.entries(for: rule).map(\.value)
      if let setting = override.defaultArguments.setting(for: rule) {
        rule.defaultArguments = setting.value
      }
      _ = rule.add(replacementsOf: override.replace)
    }
    guard let setting = severity(of: rule, asWritten: written, in: overrides),
      let override = setting.override
    else { return false }
    if setting.value != .off {
      rule.severity = setting.value
      return isPutInForce(rule.id, in: overrides)
    }
    if !choices.onlyRules.contains(rule.id) {
      // As an entry of `allow`: what the rule finds silences others, and is counted.
      rule.allow += self.overrides[override].files.map(\.value)
    }
    return false
  }
}

// MARK: - Severities

extension Configuration {
  /// The setting that decides a rule's severity: that of the last override that has one, else that
  /// under `severity`. A pack's name and `all` are not for a rule that its own file or its id has
  /// off. Under `severity` they spare the rules that `enable` names; in an override they do not.
  /// - Parameters:
  ///   - written: the severity in the rule's own file.
  ///   - overrides: those that hold, by index, in order.
  /// - Returns: also the override that has it, by index; nil for what holds in all files.
  package func severity(
    of rule: Rule, asWritten written: RuleSeverity, in overrides: [Int] = []
  ) -> (id: Located<String>, value: RuleSeverity, override: Int?)? {
    let isOff = isOff(rule.id, asWritten: written, in: overrides)
    for index in overrides.reversed() {
      let setting = self.overrides[index].severity.setting(for: rule)
      if let setting, !isOff || setting.id.value == rule.id {
        return (setting.id, setting.value, index)
      }
    }
    guard let setting = severity.setting(for: rule) else { return nil }
    if setting.id.value != rule.id, isOff || setting.value == .off && isEnabled(rule.id) {
      return nil
    }
    return (setting.id, setting.value, nil)
  }

  /// Whether nothing but its id turns a rule on.
  private func isOff(_ id: String, asWritten written: RuleSeverity, in overrides: [Int]) -> Bool {
    if isPutInForce(id, in: overrides) { return false }
    if let setting = severity.last(where: { $0.id.value == id }) { return setting.value == .off }
    return written == .off && !isEnabled(id)
  }

  private func isEnabled(_ id: String) -> Bool { enable.contains { $0.value == id } }

  /// Whether an override puts the rule of that id in force.
  /// - Parameter overrides: by index.
  func isPutInForce(_ id: String, in overrides: [Int]) -> Bool {
    overrides.contains { index in
      self.overrides[index].severity.contains { $0.id.value == id && $0.value != .off }
    }
  }
}

extension Configuration.Override {
  /// The names that it has settings for, of rules and packs.
  package var namedRules: [String] { (settingNames + replace.map(\.id)).map(\.value) }

  fileprivate var settingNames: [Located<String>] {
    var names = severity.map { $0.id }
    names += allowInside.map { $0.id }
    names += defaultArguments.map { $0.id }
    return names
  }
}

extension Rule {
  /// Adds what settings say of the rule with their id.
  /// - Returns: why some cannot be used.
  fileprivate mutating func add(
    replacementsOf settings: [Configuration.Setting<[Configuration.ReplacementText]>]
  ) -> [(message: String, place: SettingPlace)] {
    settings.filter { $0.id.value == id }.flatMap { add(replacements: $0.value) }
  }

  /// Adds what replaces patterns of the rule, in place of what replaced them before, and what they
  /// cover.
  /// - Returns: why some cannot be used.
  private mutating func add(
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
  /// Warnings about settings of rules that are not in force, so that they do nothing; of those in
  /// the file itself, in report order.
  /// - Parameters:
  ///   - namesInForce: the ids of the rules that are in force for some file, their packs and `all`.
  ///   - standing: of a rule or, for a pack, of its first rule, no override considered; nil for one
  ///     that is not known.
  package func idleSettings(
    besides namesInForce: Set<String>, _ standing: (_ name: String) -> (RuleStanding, pack: String)?
  ) -> [Diagnostic] {
    // It says that the rule or pack is left out on purpose.
    let off = (severity + overrides.flatMap { $0.severity }).filter { $0.value == .off }
    let offNames = Set(off.lazy.map(\.id).filter { $0.file == 0 }.map(\.range))
    let idle = (settingNames + replacingNames).compactMap { name -> Diagnostic? in
      guard name.file == 0, !namesInForce.contains(name.value), !offNames.contains(name.range),
        let (standing, pack) = standing(name.value),
        let reason = reason(for: standing, of: name.value, in: pack)
      else { return nil }
      return Diagnostic(
        .warning, at: name.range, reason, rule: RuleReference(id: "unused-setting"))
    }
    return inReportOrder(idle)
  }

  /// Warnings about the declarations in `through` and `seams`, in the file itself, that a trace has
  /// looked for in vain.
  package func warnings(aboutMissing headers: Set<ScopeHeader>) -> [Diagnostic] {
    [("through", through), ("seams", seams)].flatMap { key, settings in
      settings.flatMap(\.value).filter { $0.file == 0 && headers.contains($0.value) }.map {
        Diagnostic(
          .warning, at: $0.range,
          "no declaration fits '\($0.value.text)'; correct it, or remove it from '\(key)'",
          rule: RuleReference(id: "unused-setting"))
      }
    }
  }

  private func reason(for standing: RuleStanding, of name: String, in pack: String) -> String? {
    switch standing {
    case .ownRule, .defaultPack, .packInConfiguration, .packInArguments, .enabled, .inOverride,
      .onlyRule, .disabled, .notAmongOnlyRules:
      return nil
    case .packNotOn where name == pack:
      let packs = (packNames + [name]).joined(separator: ", ")
      return "the pack '\(name)' is off; 'packs: [\(packs)]' turns it on"
    case .packNotOn:
      return
        "'\(name)' is off, because its pack is off; 'enable: [\(name)]' turns it on"
    case .off, .offInConfiguration:
      if name == pack { return "all rules of '\(name)' are off, so this setting does nothing" }
      return standing == .off
        ? "'\(name)' is off; 'enable: [\(name)]' turns it on"
        : "'\(name)' is turned off, so this setting does nothing"
    }
  }
}
