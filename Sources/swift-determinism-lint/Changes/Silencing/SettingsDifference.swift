import Diagnostics
import Reporters
import Rules
import Workspace

/// What newer settings of a folder let through that older ones did not.
struct SettingsDifference {
  let old: Project
  let new: Project

  init(from old: Project, to new: Project) {
    (self.old, self.new) = (old, new)
  }

  var notices: [Notice] {
    ruleNotices + overrideNotices + lostOverrideNotices + overtakenOverrideNotices
      + excludeNotices + includeNotices + ownTypeNotices + moduleNotices
  }

  // MARK: - Rules

  private var ruleNotices: [Notice] {
    let rules = Dictionary(
      new.selection.rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return old.selection.rules.filter { $0.severity != .off }.flatMap { rule -> [Notice] in
      guard let newer = rules[rule.id], newer.severity != .off else {
        guard new.ruleIDs.contains(rule.id) else {
          return [notice("rule-removed", about: rule.id, "the rule '\(rule.id)' is gone")]
        }
        return [notice("rule-off", about: rule.id, "the rule '\(rule.id)' is off now")]
      }
      // Equal globs may start from elsewhere.
      let isSame = rule == newer && old.folder.root == new.folder.root
      return isSame ? [] : notices(of: rule, newer)
    }
  }

  private func notices(of rule: Rule, _ newer: Rule) -> [Notice] {
    let name = "'\(rule.id)'"
    var notices: [Notice] = []
    func add(_ kind: String, _ words: String, at place: SettingPlace? = nil) {
      notices.append(notice(kind, about: newer.id, "\(name) \(words)", at: place))
    }
    if rule.severity == .error, newer.severity == .warning {
      add("severity-lowered", "is a warning now, and was an error")
    }
    for pattern in rule.ban.map(\.text) where !newer.ban.contains(where: { $0.text == pattern }) {
      add("rule-narrowed", "does not ban '\(pattern)' any more")
    }
    let allowed = Set(rule.allow.map(old.placed))
    for glob in newer.allow where !allowed.contains(new.placed(glob)) {
      let entries = new.configuration.allow.filter { $0.id.value == rule.id }.flatMap(\.value)
      let entry = entries.first { $0.value == glob }
      add("allowance-added", "is allowed in '\(glob.text)'", at: entry?.place)
    }
    for scope in newer.allowInside
    where !rule.allowInside.contains(where: { $0.text == scope.text }) {
      let entries = new.configuration.allowInside.filter { $0.id.value == rule.id }
        .flatMap(\.value)
      let entry = entries.first { $0.value.text == scope.text }
      add("allowance-added", "is allowed inside '\(scope.text)'", at: entry?.place)
    }
    if rule.defaultArguments == .report, newer.defaultArguments == .allow {
      add("allowance-added", "is allowed in default arguments")
    }
    if isNarrowed(rule.files.map(old.placed), newer.files.map(new.placed)) {
      add("rule-narrowed", "holds for fewer 'files'")
    }
    if isNarrowed(rule.inside.map(\.text), newer.inside.map(\.text)) {
      add("rule-narrowed", "holds 'inside' fewer declarations")
    }
    let isUnlessNew = newer.unless != nil && newer.unless != rule.unless
    if isUnlessNew || !Set(newer.coveredBy).isSubset(of: rule.coveredBy) {
      add("rule-narrowed", "takes more uses for harmless ('unless', 'covered-by')")
    }
    if !newer.beside.covers(rule.beside) {
      add("rule-narrowed", "knows fewer implicit members by what stands 'beside' them")
    }
    return notices
  }

  /// - Parameters: lists of which an empty one stands for everything.
  private func isNarrowed<Entry: Hashable>(_ old: [Entry], _ new: [Entry]) -> Bool {
    !new.isEmpty && (old.isEmpty || !Set(old).isSubset(of: new))
  }

  // MARK: - What holds for some files

  private var overrideNotices: [Notice] {
    let known = Set(old.configuration.overrides.flatMap { effects(of: $0, in: old) }.map(\.effect))
    return new.configuration.overrides.flatMap { effects(of: $0, in: new) }
      .filter { !known.contains($0.effect) }
      .map { notice($0.effect.kind, at: $0.place, $0.effect.words) }
  }

  private func effects(
    of override: Configuration.Override, in project: Project
  ) -> [(effect: OverrideEffect, place: SettingPlace)] {
    let globs = project.placed(override.files)
    let files = globs.map { "'\($0.text)'" }.joined(separator: ", ")
    func effect(_ kind: String, _ words: String) -> OverrideEffect {
      OverrideEffect(kind: kind, words: "\(words) in \(files)", files: globs)
    }
    let severities = override.severity.compactMap { setting in
      let id = setting.id.value
      return switch setting.value {
      case .off: (effect("rule-off", "'\(id)' is off"), setting.id.place)
      case .warning: (effect("severity-lowered", "'\(id)' is a warning"), setting.id.place)
      case .error: nil
      }
    }
    let scopes = override.allowInside.flatMap { setting in
      setting.value.map { scope in
        let words = "'\(setting.id.value)' is allowed inside '\(scope.value.text)'"
        return (effect("allowance-added", words), scope.place)
      }
    }
    let arguments = override.defaultArguments.filter { $0.value == .allow }.map { setting in
      let words = "'\(setting.id.value)' is allowed in default arguments"
      return (effect("allowance-added", words), setting.id.place)
    }
    return severities + scopes + arguments
  }

  private var excludeNotices: [Notice] {
    let known = Set(old.folder.excludes.map(old.placed))
    return new.configuration.exclude.filter { !known.contains(new.placed($0.value)) }.map {
      notice("path-excluded", at: $0.place, "'\($0.value.text)' is not linted any more")
    }
  }

  private var includeNotices: [Notice] {
    let older = old.placed(old.configuration.include)
    let newer = new.placed(new.configuration.include)
    guard isNarrowed(older, newer), let first = new.configuration.include.first else { return [] }
    return [
      notice("path-excluded", at: first.place, "a run over everything reads less ('include')")
    ]
  }

  private var ownTypeNotices: [Notice] {
    let known = Dictionary(
      old.configuration.ownTypes.map { ($0.name.value, old.placed($0.files)) },
      uniquingKeysWith: { $0.isEmpty || $1.isEmpty ? [] : $0 + $1 })
    return new.configuration.ownTypes.compactMap { type in
      let globs = new.placed(type.files)
      if let known = known[type.name.value], !isNarrowed(globs, known) { return nil }
      let files = globs.map { "'\($0.text)'" }.joined(separator: ", ")
      return notice(
        "allowance-added", at: type.name.place,
        "'\(type.name.value)' is said to be an own type" + (files.isEmpty ? "" : " in \(files)"))
    }
  }

  private var moduleNotices: [Notice] {
    let known = knownModules + new.configuration.modules.map(\.value)
    return old.configuration.modules.map(\.value).filter { !known.contains($0) }.map {
      Notice("rule-narrowed", in: configurationPath, "'\($0)' is not among 'modules' any more")
    }
  }

  // MARK: - Places

  private var configurationPath: FilePath {
    let source = new.configuration.source ?? old.configuration.source
    return source?.path ?? FilePath(configurationFileName)
  }

  private func notice(_ kind: String, at place: SettingPlace, _ message: String) -> Notice {
    Notice(
      kind, in: new.configuration.files[place.file], at: place.range.lowerBound, message)
  }

  /// - Parameter place: in the configuration; nil to look for what says it.
  func notice(
    _ kind: String, about id: String, _ message: String, at place: SettingPlace? = nil
  ) -> Notice {
    let setting = new.configuration.severity.last { $0.id.value == id }?.id.place
    if let place = place ?? (kind == "rule-off" || kind == "severity-lowered" ? setting : nil) {
      return notice(kind, at: place, message)
    }
    for file in new.ownFiles {
      guard let written = file.rules.first(where: { $0.value.id == id }) else { continue }
      return Notice(kind, in: file.source, at: written.range.lowerBound, message)
    }
    let files = old.ownFiles.filter { $0.rules.contains { $0.value.id == id } }
    if let file = files.first { return Notice(kind, in: file.source.path, message) }
    return Notice(kind, in: configurationPath, message)
  }
}

/// What an override lets through.
private struct OverrideEffect: Hashable {
  let kind: String
  let words: String
  let files: [PlacedGlob]
}

extension Beside {
  /// Whether it tells all that the other one tells.
  fileprivate func covers(_ other: Beside) -> Bool {
    Set(labels).isSuperset(of: other.labels) && Set(members).isSuperset(of: other.members)
      && other.functions.allSatisfy(functions.contains)
  }
}
