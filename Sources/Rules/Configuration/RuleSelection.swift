import Diagnostics

/// The rules of a run: what the bundled and the project's rule files have, the configuration adds
/// and the command line chooses.
///
/// Rules keep the order of the files and of the rules in them. The rules of bundled packs are in
/// force if their pack is on, those of the project's rule files always, and neither if they are
/// `off`. `--only-rule` asks what a rule finds, so it also runs a rule that is `off`: with the
/// severity of its own file if the configuration turned it off, else as a warning.
package struct RuleSelection: Sendable {
  /// The rules in force; empty if a file has a mistake or is missing, or the command line names no
  /// rule of these, else not empty.
  package private(set) var rules: [Rule] = []
  /// Every bundled and given rule, in force or not, with the project's settings.
  package private(set) var known: [Rule]
  /// With what is found wrong in it.
  private var configuration: Configuration
  private let choices: RuleChoices
  /// The severity in the rule's own file, by index in `known`.
  private let written: [RuleSeverity]
  /// The number of bundled rules in `known`; they are the first.
  private let bundledCount: Int
  /// The files that have mistakes: the configuration, then rule files in the order they were given.
  package private(set) var fileMistakes: [FileDiagnostics] = []
  /// The mistakes of the command line, e.g. `unknown rule 'x'; did you mean 'y'?`, unless it is
  /// about rules of another configuration.
  package private(set) var usageMistakes: [String] = []

  /// - Parameters:
  ///   - bundled: one file per pack.
  ///   - project: the rule files of the configuration and of `--rules`, none of them twice.
  ///   - isWhole: false if a rule file could not be read; then no name is called unknown.
  package init(
    bundled: [RuleFile], project: [RuleFile], configuration: Configuration,
    choices: RuleChoices = RuleChoices(), isWhole: Bool = true
  ) {
    let files = bundled + project
    var rules: [Rule] = []
    rules.reserveCapacity(files.reduce(0) { $0 + $1.rules.count })
    // By index here and below, as copying a rule counts references to all that it has.
    for file in files {
      for index in file.rules.indices { rules.append(file.rules[index].value) }
    }
    written = rules.indices.map { rules[$0].severity }
    known = rules
    (self.configuration, self.choices) = (configuration, choices)
    bundledCount = bundled.reduce(0) { $0 + $1.rules.count }
    var inFiles = files.map { $0.diagnostics }
    // Names are looked up only if no rule is missing because of a mistake in its file.
    if isWhole, inFiles.allSatisfy({ $0.isEmpty }) {
      let names = KnownNames(
        ids: known.indices.map { known[$0].id }, packs: files.map { $0.pack })
      inFiles = takenNames(in: files, bundledCount: bundled.count)
      for (index, mistakes) in unknownCovers(in: project, among: rules).enumerated() {
        inFiles[bundled.count + index] += mistakes
      }
      self.configuration.check(names)
      self.configuration.apply(to: &known)
      usageMistakes = choices.mistakes(names)
    }
    if isWhole, self.configuration.isUsable, inFiles.allSatisfy({ $0.isEmpty }) {
      self.rules = self.rules(in: [])
      let message = "no rule is on"
      if !self.rules.isEmpty || overridesAddRules {
      } else if choices.narrows || configuration.source == nil {
        if usageMistakes.isEmpty { usageMistakes = [message] }
      } else {
        self.configuration.add(
          message + "; name packs under 'packs', or single rules under 'enable'",
          at: placeOfNoRule)
      }
    }
    fileMistakes = self.configuration.fileMistakes
    for (file, mistakes) in zip(files, inFiles) where !mistakes.isEmpty {
      let sorted = mistakes.inOrder(within: file.source.bytes.count)
      fileMistakes.append(FileDiagnostics(source: file.source, diagnostics: sorted))
    }
  }

}

extension RuleSelection {
  /// The rules in force where some overrides hold.
  /// - Parameter overrides: by index in `Configuration.overrides`, in order.
  package func rules(in overrides: [Int]) -> [Rule] {
    let packs = configuration.packNames + choices.packs
    let enabled = Set(configuration.enable.map(\.value))
    var rules: [Rule] = []
    rules.reserveCapacity(known.count)
    for index in known.indices {
      // By index, as copying a rule counts references to all that it has.
      var isOn =
        bundledCount <= index || packs.contains(known[index].pack)
        || enabled.contains(known[index].id)
      rules.append(known[index])
      let last = rules.count - 1
      if !overrides.isEmpty {
        isOn =
          configuration.apply(overrides, to: &rules[last], asWritten: written[index], choices)
          || isOn
      }
      let severity = choices.severity(
        of: known[index].id, rules[last].severity, asWritten: written[index], isOn: isOn)
      if let severity { rules[last].severity = severity } else { rules.removeLast() }
    }
    return rules
  }

  /// Whether overrides turn a rule off.
  /// - Parameter overrides: by index in `Configuration.overrides`, in order.
  package func isOff(_ id: String, in overrides: [Int]) -> Bool {
    guard !overrides.isEmpty, !choices.onlyRules.contains(id),
      let index = known.firstIndex(where: { $0.id == id })
    else { return false }
    let setting = configuration.severity(
      of: known[index], asWritten: written[index], in: overrides)
    return setting?.override != nil && setting?.value == .off
  }

  /// Where to report that no rule is in force: what turns off the first rule that is on but for
  /// that, else the packs.
  private var placeOfNoRule: SettingPlace {
    for index in known.indices {
      var rule = known[index]
      rule.severity = written[index]
      let standing = configuration.standing(
        of: rule, isBundled: index < bundledCount, choices: choices)
      if case .offInConfiguration(let name) = standing { return name.place }
    }
    return configuration.placeOfPacks
  }

  /// Whether any override puts a rule in force.
  private var overridesAddRules: Bool {
    configuration.overrides.indices.contains { !rules(in: [$0]).isEmpty }
  }

  /// The number of rules in force that are looked for.
  package var matchedCount: Int { rules.indices.count { rules[$0].severity != .off } }
}

/// Ids under `covered-by` that no rule has, as the mistakes of each file.
private func unknownCovers(in files: [RuleFile], among rules: [Rule]) -> [[Diagnostic]] {
  files.map { file in
    file.rules.flatMap { rule in
      rule.value.coveredBy.filter { id in !rules.contains { $0.id == id } }.map {
        let mistake = unknownName("rule", $0, among: rules.map(\.id))
        return Diagnostic(.error, at: rule.range, "under 'covered-by': \(mistake)")
      }
    }
  }
}

/// The choices of rules on the command line.
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
  func mistakes(_ names: KnownNames) -> [String] {
    packs.filter { !names.packs.contains($0) }.map { unknownName("pack", $0, among: names.packs) }
      + onlyRules.compactMap {
        names.mistake(ofRule: $0) { "name its rules, or add all of them with '--pack \($0)'" }
      }
      + disabled.compactMap {
        names.mistake(ofRule: $0) {
          "name its rules, or write 'severity: { \($0): off }' in the configuration"
        }
      }
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

/// A reason that puts a rule in force, or keeps it out.
package enum RuleStanding: Equatable, Sendable {
  /// A file of the project's own has it.
  case ownRule
  /// Its pack is on by default, as no configuration says which packs are on.
  case defaultPack
  /// The configuration names its pack.
  case packInConfiguration(SettingPlace)
  /// `--pack`
  case packInArguments
  /// `enable` names it.
  case enabled(SettingPlace)
  /// An override puts it in force for the file; where it gives the severity.
  case inOverride(Located<String>)
  /// `--only-rule`
  case onlyRule

  /// `--disable`
  case disabled
  /// `--only-rule` names others.
  case notAmongOnlyRules
  case packNotOn
  /// Off in its own file.
  case off
  /// Off in the configuration; the name that it is turned off by.
  case offInConfiguration(Located<String>)

  package var isInForce: Bool {
    switch self {
    case .disabled, .notAmongOnlyRules, .packNotOn, .off, .offInConfiguration: false
    default: true
    }
  }
}

extension Configuration {
  /// The reason that puts a rule in force or keeps it out; `RuleSelection` has the same rules in
  /// force.
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
    var setting = severity(of: rule, asWritten: rule.severity, in: overrides)
    if let setting, setting.value != .off, isPutInForce(rule.id, in: overrides) {
      return .inOverride(setting.id)
    }
    var source = isBundled ? standing(ofPack: rule.pack, choices: choices) : .ownRule
    let enabling = enable.first { $0.value == rule.id }
    if let enabling, !source.isInForce || rule.severity == .off {
      source = .enabled(enabling.place)
    }
    guard source.isInForce else { return source }
    // What an override turns off takes part, as what `allow` lists does.
    if setting?.value == .off { setting = severity(of: rule, asWritten: rule.severity) }
    if let setting { return setting.value == .off ? .offInConfiguration(setting.id) : source }
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
