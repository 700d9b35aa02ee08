import BundledRules
import Commands
import Diagnostics
import RuleEngine
import Rules
import Workspace

/// The rules and settings of one configuration before any of its files is read, and the rules that
/// a run compiles from it.
package final class Project: @unchecked Sendable {
  package let place: Place
  package let folder: ConfiguredFolder
  /// The choices of rules on the command line.
  let choices: RuleChoices
  /// The rules of these files, and those in force; without mistakes.
  package let selection: RuleSelection
  /// The rule files of the bundled packs that were asked for.
  package let bundledFiles: [RuleFile]
  /// The project's own rule files.
  package let ownFiles: [RuleFile]
  /// The names of all rules, in force or not, in the order of the rule files, and of all packs.
  package let names: KnownNames
  /// The rules where no override holds; set under the lock of `Projects` before anybody lints.
  package internal(set) var compiled: CompiledRules!
  /// The rules by the overrides that hold; under the lock of `Projects`.
  var variants: [[Int]: CompiledRules] = [:]
  /// Nil if no rule that was compiled asks for types; under the lock of `Projects`.
  package internal(set) var types: RootTypes?

  package init(
    place: Place, folder: ConfiguredFolder, choices: RuleChoices, selection: RuleSelection,
    bundledFiles: [RuleFile], ownFiles: [RuleFile]
  ) {
    (self.place, self.folder, self.choices) = (place, folder, choices)
    (self.selection, self.bundledFiles, self.ownFiles) = (selection, bundledFiles, ownFiles)
    names = KnownNames(
      ids: bundledRuleFiles.flatMap { $0.ruleIDs }
        + ownFiles.flatMap { $0.rules.map { $0.value.id } },
      packs: bundledRuleFiles.map { $0.pack } + ownFiles.map { $0.pack })
  }

  package var configuration: Configuration { folder.configuration }

  /// Whether neither a configuration nor git says what its root is.
  package var isRootless: Bool { configuration.source == nil && folder.repository == nil }

  package var ruleIDs: [String] { names.ids }

  package var hasOverrides: Bool { !configuration.overrides.isEmpty }

  /// The ids of the rules that are looked for, in whatever files.
  package var rulesInForce: Set<String> {
    var ids = Set(selection.rules.lazy.filter { $0.isMatched }.map { $0.id })
    for override in configuration.overrides.indices {
      for rule in selection.rules(in: [override]) where rule.isMatched { ids.insert(rule.id) }
    }
    return ids
  }

  /// The names that settings have for these rules: their ids, their packs and `all`.
  var namesInForce: Set<String> {
    let ids = rulesInForce
    let packs = selection.known.lazy.filter { ids.contains($0.id) }.map(\.pack)
    return ids.union(packs).union([Rule.nameOfAll])
  }
}

// MARK: - Rules

/// A rule with where it comes from and what the project makes of it.
package struct ProjectRule {
  /// With the settings of the project.
  package let rule: Rule
  /// As its file has it.
  package let written: Located<Rule>
  package let file: RuleFile
  package let isBundled: Bool
  package let standing: RuleStanding
}

extension Project {
  /// Every rule, in force or not, in the order of the rule files.
  package var rules: [ProjectRule] { rules(in: []) }

  /// The same where some overrides hold.
  /// - Parameter overrides: by index, in order.
  package func rules(in overrides: [Int]) -> [ProjectRule] {
    let files = bundledFiles.map { ($0, true) } + ownFiles.map { ($0, false) }
    let written = files.flatMap { file, isBundled in file.rules.map { ($0, file, isBundled) } }
    let inForce = Dictionary(
      selection.rules(in: overrides).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return zip(selection.known, written).map { known, origin in
      let (written, file, isBundled) = origin
      let standing = configuration.standing(
        of: written.value, isBundled: isBundled, choices: choices, in: overrides)
      return ProjectRule(
        rule: inForce[known.id] ?? known, written: written, file: file, isBundled: isBundled,
        standing: standing)
    }
  }

  /// To see what each reports in its fixture: they decide together.
  package var rulesForFixtures: CompiledRules {
    CompiledRules(
      verifying: rules.map(\.written.value), modules: configuration.modules.map(\.value))
  }

  package func rule(_ id: String) -> ProjectRule? { rules.first { $0.rule.id == id } }

  /// e.g. `.swift-determinism-lint.yml:7:15`
  package func placeText(of place: SettingPlace) -> String {
    configuration.sources[place.file].place(of: place.range.lowerBound)
  }

  /// Where a setting of a rule stands, and under which name if that is not its id, e.g.
  /// `'core', .swift-determinism-lint.yml:7:15`.
  /// - Parameter place: of its value, if that is what is shown.
  package func placeText(of name: Located<String>, of rule: Rule, at place: SettingPlace? = nil)
    -> String
  {
    let place = placeText(of: place ?? name.place)
    return name.value == rule.id ? place : "'\(name.value)', \(place)"
  }

  /// A note on packs that the configuration leaves out, though the next one above has them on, and
  /// that it does not turn off; nil if there are none.
  package var noteOnLeftOutPacks: String? {
    guard let packs = configuration.packs, !packs.value.isEmpty, choices.onlyRules.isEmpty,
      let outer = folder.outer, let above = outer.configuration.source,
      !folder.files.contains(outer.files[0])
    else { return nil }
    let leftOut = outer.configuration.packNames.filter { pack in
      !(configuration.packNames + choices.packs).contains(pack)
        && !configuration.turnsOff(pack: pack)
    }
    if leftOut.isEmpty { return nil }
    let path = Place(workingFolder: folder.files[0].parent).printedPath(
      of: outer.files[0], namedAs: FilePath(""))
    let names = list(leftOut)
    let settings = leftOut.map { "\($0): off" }.joined(separator: ", ")
    let remedies =
      "write 'extends: \(path.string)' to keep \(leftOut.count == 1 ? "it" : "them"), "
      + "or 'severity: { \(settings) }' to hide this note"
    let note =
      "\(placeText(of: packs.place)): note: 'packs' leaves out \(names), which "
      + "'\(above.path.string)' turns on; \(remedies)"
    return "\(FilePath(note).printable)\n"
  }

  /// A clause on what puts the rule in force, or keeps it out.
  package func reason(for rule: ProjectRule) -> String {
    let pack = rule.rule.pack
    return switch rule.standing {
    case .ownRule: "it is the project's own (\(rule.place))"
    case .defaultPack: "the pack '\(pack)' is on by default"
    case .packInConfiguration(let place): "the pack '\(pack)' is on (\(placeText(of: place)))"
    case .enabled(let place): "'enable' names it (\(placeText(of: place)))"
    case .inOverride(let name):
      "an override gives it a severity (\(placeText(of: name, of: rule.rule)))"
    case .packInArguments: "'--pack' turns on the pack '\(pack)'"
    case .onlyRule: "'--only-rule' names it"
    case .disabled: "'--disable' names it"
    case .notAmongOnlyRules: "'--only-rule' names others"
    case .packNotOn where rule.rule.severity == .off:
      "the pack '\(pack)' is off, and the rule is off by default; '--only-rule \(rule.rule.id)' "
        + "turns it on"
    case .packNotOn: "the pack '\(pack)' is off; '--pack \(pack)' turns it on"
    case .off: "it is off by default; 'enable: [\(rule.rule.id)]' turns it on"
    case .offInConfiguration(let name):
      "the configuration turns it off (\(placeText(of: name, of: rule.rule)))"
    }
  }

  /// Where an `allow` glob of a rule comes from.
  package func origin(of glob: Glob, in rule: ProjectRule) -> String {
    if rule.written.value.allow.contains(glob) { return ownText }
    let overridden = configuration.overrides.compactMap { override in
      override.severity.setting(for: rule.rule).flatMap { setting in
        setting.value == .off
          ? Configuration.Setting(id: setting.id, value: override.files) : nil
      }
    }
    let entry = (configuration.allow + overridden).entry(for: rule.rule) { $0 == glob }
    return entry.map { placeText(of: $0.name, of: rule.rule, at: $0.place) } ?? ownText
  }

  /// Where an `allow-inside` header of a rule comes from.
  package func origin(of scope: ScopeHeader, in rule: ProjectRule) -> String {
    if rule.written.value.allowInside.contains(where: { $0.text == scope.text }) { return ownText }
    let settings = configuration.allowInside + configuration.overrides.flatMap(\.allowInside)
    let entry = settings.entry(for: rule.rule) { $0.text == scope.text }
    return entry.map { placeText(of: $0.name, of: rule.rule, at: $0.place) } ?? ownText
  }

  /// The place that says that a rule allows default arguments.
  package func originOfDefaultArguments(of rule: ProjectRule) -> String {
    if rule.written.value.defaultArguments == .allow { return ownText }
    let settings =
      [configuration.defaultArguments] + configuration.overrides.map(\.defaultArguments)
    let allowing = settings.compactMap { $0.setting(for: rule.rule) }.last { $0.value == .allow }
    return allowing.map { placeText(of: $0.id, of: rule.rule) } ?? ownText
  }

  /// The place that gives a rule its severity where some overrides hold; nil if it is the rule's
  /// own.
  /// - Parameter overrides: by index, in order.
  package func originOfSeverity(of rule: ProjectRule, in overrides: [Int]) -> String? {
    let written = rule.written.value.severity
    let setting = configuration.severity(of: rule.rule, asWritten: written, in: overrides)
    // '--only-rule' runs a rule that is off.
    guard let setting, setting.value == rule.rule.severity else { return nil }
    return placeText(of: setting.id, of: rule.rule)
  }

  /// The fixture of a rule: embedded, or where `verify` looks for those of the project.
  package func fixture(of rule: ProjectRule) -> SourceFile? {
    let name = FilePath("Fixtures/Rules/\(rule.rule.id).swift")
    if rule.isBundled {
      return bundledFixture(of: rule.rule.id).map { SourceFile(path: name, bytes: Array($0.utf8)) }
    }
    let path = folder.root.appending(name.bytes)
    // Its lines are printed.
    if folder.readScope?.contains(path) == false { return nil }
    return (try? readFile(path, followingLink: false)).map { SourceFile(path: path, bytes: $0) }
  }
}

/// Where the rule's file says it.
private let ownText = "the rule's own"

extension ProjectRule {
  /// Where the rule's file has it.
  package var place: String { file.source.place(of: written.range.lowerBound) }
}

extension ConfiguredFolder {
  /// The glob that excludes a file, in words: its own configuration's, or that of one above.
  package func excludingGlob(of relativePath: FilePath) -> String? {
    let glob = configuration.exclude.first { $0.value.matches(relativePath) }
    guard let glob else { return outer?.excludingGlob(of: relativePath) }
    let place = configuration.sources[glob.file].place(of: glob.range.lowerBound)
    return "'\(glob.value.text)' (\(place))"
  }
}

extension SourceFile {
  /// e.g. `Rules/core.yml:4:9`
  package func place(of offset: Int) -> String {
    let location = LineTable(bytes).location(of: offset)
    return "\(path.string):\(location.line):\(location.column)"
  }
}
