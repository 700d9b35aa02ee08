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

  /// In no order.
  var notices: [Notice] {
    let rules = Dictionary(
      new.selection.rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var notices: [Notice] = []
    let outer = old.folder.outer?.excludes ?? []
    var older = old.flatSettings + outer.map { old.flatSetting(excluding: $0) }
    var newer = new.flatSettings
    for rule in old.selection.rules where rule.severity != .off {
      let id = rule.id
      guard let now = rules[id], now.severity != .off else {
        notices.append(noticeOfLost(id))
        continue
      }
      // Equal globs may start from different folders.
      if rule == now, old.folder.root == new.folder.root { continue }
      older += old.flatSettings(of: rule)
      newer += new.flatSettings(of: now)
      if now.unless != nil, now.unless != rule.unless {
        notices.append(notice("rule-narrowed", about: id, "'\(id)' \(harmlessWords)"))
      }
      if now.when != nil, now.when != rule.when {
        notices.append(
          notice("rule-narrowed", about: id, "'\(id)' reports fewer uses ('when')"))
      }
    }
    let lost = older.filter(\.isDemand).without(newer)
    let added = newer.filter { !$0.isDemand }.without(older)
    return notices + (lost + added).map(notice) + overrideNotices
  }

  // MARK: - Places

  private var configurationPath: FilePath {
    let source = new.configuration.source ?? old.configuration.source
    return source?.path ?? FilePath(configurationFileName)
  }

  /// About a rule that is not in force any more.
  private func noticeOfLost(_ id: String) -> Notice {
    guard new.ruleIDs.contains(id) else {
      return notice("rule-removed", about: id, "the rule '\(id)' was removed")
    }
    let (name, place) = setting(of: id, to: RuleSeverity.off.rank) ?? (id, nil)
    let subject = name == id ? "the rule '\(id)'" : "'\(name)'"
    return notice("rule-off", about: id, "\(subject) is off now", at: place)
  }

  /// The newer setting that gives a rule a severity of that rank, and what to say that of: the name
  /// for fewer rules of those in the newer and the older settings. Where `{ all: warning }` is left
  /// of `{ all: warning, core: error }`, it is said of `core`.
  private func setting(of id: String, to rank: Int) -> (name: String, place: SettingPlace?)? {
    guard let rule = new.selection.known.first(where: { $0.id == id }),
      let setting = new.configuration.severity.setting(for: rule), setting.value.rank == rank
    else { return nil }
    let names = [setting.id.value, old.configuration.severity.setting(for: rule)?.id.value]
    return ([id, rule.pack].first(where: names.contains) ?? setting.id.value, setting.id.place)
  }

  private func notice(of setting: FlatSetting) -> Notice {
    let key = setting.key
    if setting.kind == loweredKind, let rule = key.rule,
      let lowered = self.setting(of: rule, to: RuleSeverity.warning.rank)
    {
      return notice(
        setting.kind, about: rule, "'\(lowered.name)' \(loweredWords)", at: lowered.place)
    }
    if let rule = key.rule {
      return notice(setting.kind, about: rule, setting.words, at: setting.place)
    }
    let place = key.name == includeName ? new.configuration.include.first?.place : setting.place
    guard let place else { return Notice(setting.kind, in: configurationPath, setting.words) }
    return notice(setting.kind, at: place, setting.words)
  }

  private func notice(_ kind: String, at place: SettingPlace, _ message: String) -> Notice {
    Notice(
      kind, in: new.configuration.files[place.file], at: place.range.lowerBound, message)
  }

  /// - Parameter place: in the configuration; nil for that of the rule.
  private func notice(
    _ kind: String, about id: String, _ message: String, at place: SettingPlace? = nil
  ) -> Notice {
    if let place { return notice(kind, at: place, message) }
    for file in new.ownFiles {
      guard let written = file.rules.first(where: { $0.value.id == id }) else { continue }
      return Notice(kind, in: file.source, at: written.range.lowerBound, message)
    }
    let files = old.ownFiles.filter { $0.rules.contains { $0.value.id == id } }
    return Notice(kind, in: files.first?.source.path ?? configurationPath, message)
  }
}

// MARK: - Settings one by one

/// A single setting. A notice is given for what older settings demand and newer ones do not, and
/// for what newer ones allow and older ones did not.
private struct FlatSetting {
  let key: Key
  let isDemand: Bool
  let kind: String
  let words: String
  /// Nil to look for the setting that says it.
  var place: SettingPlace?

  struct Key: Hashable {
    let name: String
    /// The id of its rule; nil for a setting that is not about a rule.
    var rule: String?
    var value = Value.all

    /// What an empty list stands for applies to everything that might be in it.
    var ofAll: Key { Key(name: name, rule: rule) }
  }

  enum Value: Hashable {
    case all
    case text(String)
    case files([PlacedGlob])
  }
}

extension [FlatSetting] {
  /// The settings that the others do not have.
  fileprivate func without(_ others: [FlatSetting]) -> [FlatSetting] {
    let keys = Set(others.map(\.key))
    return filter { !keys.contains($0.key) && !keys.contains($0.key.ofAll) }
  }
}

extension [FlatSetting.Value] {
  fileprivate var orAll: Self { isEmpty ? [.all] : self }
}

/// A glob with the folder that it starts from: in another folder the same glob means other files.
private struct PlacedGlob: Hashable {
  let text: String
  /// Absolute.
  let folder: FilePath
}

private let loweredKind = "severity-lowered"
private let loweredWords = "is a warning now; it was an error"
private let harmlessWords = "reports fewer uses ('unless', 'covered-by')"
private let includeName = "include"

extension Project {
  private func placed(_ globs: [Located<Glob>]) -> [PlacedGlob] { globs.map { placed($0.value) } }

  private func placed(_ glob: Glob) -> PlacedGlob {
    PlacedGlob(text: glob.text, folder: glob.base?.folder(from: folder.root) ?? folder.root)
  }

  /// The settings of one rule, as the configuration has them.
  fileprivate func flatSettings(of rule: Rule) -> [FlatSetting] {
    var settings: [FlatSetting] = []
    func demand(
      _ name: String, _ values: [FlatSetting.Value], _ words: String,
      as kind: String = "rule-narrowed"
    ) {
      settings += values.map {
        FlatSetting(
          key: FlatSetting.Key(name: name, rule: rule.id, value: $0), isDemand: true, kind: kind,
          words: "'\(rule.id)' \(words)")
      }
    }
    func allow(
      _ name: String, _ value: FlatSetting.Value, _ words: String,
      as kind: String = "allowance-added", by setting: Located<String>? = nil,
      at place: SettingPlace? = nil
    ) {
      settings.append(
        FlatSetting(
          key: FlatSetting.Key(name: name, rule: rule.id, value: value), isDemand: false,
          kind: kind, words: "'\(setting?.value ?? rule.id)' \(words)", place: place))
    }
    if rule.severity == .error { demand("severity", [.all], loweredWords, as: loweredKind) }
    for pattern in rule.ban.map(\.text) {
      demand("ban", [.text(pattern)], "does not ban '\(pattern)' any more")
    }
    for glob in rule.allow {
      let setting = configuration.allow.entry(for: rule) { $0 == glob }
      allow(
        "allow", .files([placed(glob)]), "is allowed in '\(glob.text)'", by: setting?.name,
        at: setting?.place)
    }
    for scope in rule.allowInside.map(\.text) {
      let setting = configuration.allowInside.entry(for: rule) { $0.text == scope }
      allow(
        "allow-inside", .text(scope), "is allowed inside '\(scope)'", by: setting?.name,
        at: setting?.place)
    }
    if rule.defaultArguments == .allow {
      let name = configuration.defaultArguments.setting(for: rule)?.id
      allow(
        "default-arguments", .all, "is allowed in default arguments", by: name, at: name?.place)
    }
    demand(
      "files", rule.files.map { .files([placed($0)]) }.orAll, "looks at fewer files ('files')")
    demand(
      "inside", rule.inside.map { .text($0.text) }.orAll, "looks at fewer declarations ('inside')")
    for id in rule.coveredBy { allow("covered-by", .text(id), harmlessWords, as: "rule-narrowed") }
    let beside = "finds fewer implicit members ('beside')"
    demand("labels", rule.beside.labels.map { .text($0) }, beside)
    demand("members", rule.beside.members.map { .text($0) }, beside)
    demand("functions", rule.beside.functions.map { .text($0.text) }, beside)
    return settings + traceSettings(of: rule)
  }

  /// How far a rule looks at what the code in its `inside` calls.
  private func traceSettings(of rule: Rule) -> [FlatSetting] {
    guard rule.trace.isOn else { return [] }
    func key(_ name: String, _ value: FlatSetting.Value) -> FlatSetting.Key {
      FlatSetting.Key(name: name, rule: rule.id, value: value)
    }
    func demand(_ key: FlatSetting.Key, _ words: String) -> FlatSetting {
      FlatSetting(
        key: key, isDemand: true, kind: "rule-narrowed", words: "'\(rule.id)' \(words)")
    }
    var settings = [
      demand(key("trace", .all), "does not look at what the code calls any more ('trace')")
    ]
    for scope in rule.trace.through.map(\.text) {
      settings.append(
        demand(
          key("through", .text(scope)), "follows fewer implementations of '\(scope)' ('through')"))
    }
    if rule.trace.goesThroughAllowed {
      settings.append(
        demand(key("through-allowed", .all), "does not look through what is allowed any more"))
    }
    return settings
      + rule.trace.seams.map(\.text).map { scope in
        let setting = configuration.seams.entry(for: rule) { $0.text == scope }
        return FlatSetting(
          key: key("seams", .text(scope)), isDemand: false, kind: "allowance-added",
          words: "'\(setting?.name.value ?? rule.id)' does not look beyond '\(scope)' ('seams')",
          place: setting?.place)
      }
  }

  /// All settings except those of rules.
  fileprivate var flatSettings: [FlatSetting] {
    let include = placed(configuration.include).map { FlatSetting.Value.files([$0]) }.orAll.map {
      FlatSetting(
        key: FlatSetting.Key(name: includeName, value: $0), isDemand: true, kind: "path-excluded",
        words: "a run of the whole project lints fewer files ('include')")
    }
    let modules = (knownModules + configuration.modules.map(\.value)).map {
      FlatSetting(
        key: FlatSetting.Key(name: "modules", value: .text($0)), isDemand: true,
        kind: "rule-narrowed", words: "'\($0)' was removed from 'modules'")
    }
    return include + modules
      + configuration.exclude.map { flatSetting(excluding: $0.value, at: $0.place) }
      + configuration.ownTypes.flatMap(flatSettings)
      + configuration.overrides.indices.flatMap(flatSettings)
  }

  /// - Parameter place: nil for what a configuration above excludes.
  fileprivate func flatSetting(excluding glob: Glob, at place: SettingPlace? = nil) -> FlatSetting {
    FlatSetting(
      key: FlatSetting.Key(name: "exclude", value: .files([placed(glob)])), isDemand: false,
      kind: "path-excluded", words: "'\(glob.text)' is not linted any more", place: place)
  }

  private func flatSettings(of type: Configuration.OwnType) -> [FlatSetting] {
    let files = placed(type.files)
    let name = "'\(type.name.value)' counts as an own type"
    let words = name + (files.isEmpty ? "" : " in \(list(files.map(\.text)))")
    return files.map { FlatSetting.Value.files([$0]) }.orAll.map {
      FlatSetting(
        key: FlatSetting.Key(name: name, value: $0), isDemand: false, kind: "allowance-added",
        words: words, place: type.name.place)
    }
  }

  /// - Parameter override: by index.
  private func flatSettings(ofOverride override: Int) -> [FlatSetting] {
    let globs = placed(configuration.overrides[override].files)
    func setting(
      _ rule: String, _ name: Located<String>, _ words: String,
      as kind: String = "allowance-added", at place: SettingPlace? = nil
    ) -> FlatSetting {
      FlatSetting(
        key: FlatSetting.Key(name: "'\(rule)' is \(words)", value: .files(globs)),
        isDemand: false, kind: kind,
        words: "'\(name.value)' is \(words) in \(list(globs.map(\.text)))",
        place: place ?? name.place)
    }
    return overridden(\.severity, override).filter { $0.value != .error }.map {
      setting($0, $1, severityWords[$2.rank], as: kind(ofLowered: $2.rank))
    }
      + overridden(\.allowInside, override, isList: true).flatMap { rule, name, scopes in
        scopes.map { setting(rule, name, "allowed inside '\($0.value.text)'", at: $0.place) }
      }
      + overridden(\.defaultArguments, override).filter { $0.value == .allow }.map {
        setting($0.rule, $0.name, "allowed in default arguments")
      }
  }

  /// What an override sets, rule by rule. A pack's name and `all` stand for the rules in force.
  /// - Parameters:
  ///   - override: by index.
  ///   - isList: whether settings of one rule add up.
  private func overridden<Value>(
    _ settings: (Configuration.Override) -> [Configuration.Setting<Value>], _ override: Int,
    isList: Bool = false
  ) -> [(rule: String, name: Located<String>, value: Value)] {
    let settings = settings(configuration.overrides[override])
    let ids = Set(ruleIDs)
    let single = settings.filter { ids.contains($0.id.value) }.map {
      ($0.id.value, $0.id, $0.value)
    }
    if single.count == settings.count { return single }
    return single
      + selection.rules(in: [override]).flatMap { rule in
        (isList ? settings.settings(for: rule) : [settings.setting(for: rule)].compactMap { $0 })
          .filter { $0.id.value != rule.id }.map { (rule.id, $0.id, $0.value) }
      }
  }
}

extension RuleSeverity {
  /// How much it demands.
  fileprivate var rank: Int {
    switch self {
    case .off: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// By rank.
private let severityWords = ["off", "a warning", "an error"]

private func kind(ofLowered rank: Int) -> String { rank == 0 ? "rule-off" : "severity-lowered" }

// MARK: - Overrides

/// The setting of a rule that an override changes.
private struct OverrideSubject: Hashable {
  let rule: String
  /// Otherwise it is how default arguments are treated.
  let isSeverity: Bool
}

/// The value that an override sets in the files of a glob.
private struct OverrideEntry {
  let kind: Kind
  /// What the override names the rule by.
  let name: Located<String>

  struct Kind: Hashable {
    let glob: PlacedGlob
    /// How much the value demands, from 0 to 2.
    let rank: Int
  }

  var glob: PlacedGlob { kind.glob }
  var rank: Int { kind.rank }
}

extension [OverrideEntry] {
  /// The entry that applies, for each glob.
  fileprivate var lastByGlob: [PlacedGlob: OverrideEntry] {
    Dictionary(map { ($0.glob, $0) }, uniquingKeysWith: { $1 })
  }
}

extension Project {
  /// If two apply to a file, the later one wins.
  fileprivate var overrideEntries: [OverrideSubject: [OverrideEntry]] {
    var entries: [OverrideSubject: [OverrideEntry]] = [:]
    for (index, override) in configuration.overrides.enumerated() {
      let globs = placed(override.files)
      func add(_ rank: Int, of rule: String, _ name: Located<String>, isSeverity: Bool) {
        entries[OverrideSubject(rule: rule, isSeverity: isSeverity), default: []] += globs.map {
          OverrideEntry(kind: OverrideEntry.Kind(glob: $0, rank: rank), name: name)
        }
      }
      for (rule, name, value) in overridden(\.severity, index) {
        add(value.rank, of: rule, name, isSeverity: true)
      }
      for (rule, name, value) in overridden(\.defaultArguments, index) {
        add(value == .allow ? 0 : 1, of: rule, name, isSeverity: false)
      }
    }
    return entries
  }

  /// How much is demanded without overrides.
  fileprivate func rank(of subject: OverrideSubject) -> Int {
    let rule = selection.rules.first { $0.id == subject.rule }
    guard subject.isSeverity else { return rule?.defaultArguments == .allow ? 0 : 1 }
    return rule?.severity.rank ?? 0
  }
}

extension SettingsDifference {
  /// What older overrides demand of files, and newer settings do not. The order of overrides
  /// matters, since the last one applies.
  fileprivate var overrideNotices: [Notice] {
    let newer = new.overrideEntries
    return old.overrideEntries.flatMap { subject, older -> [Notice] in
      let now = newer[subject] ?? []
      return lost(of: subject, from: older, to: now)
        + overtaken(in: now, since: older).map { lax, strict in
          notice(about: subject, from: strict, to: lax.rank, in: lax.glob, by: lax.name)
        }
    }
  }

  private func lost(
    of subject: OverrideSubject, from older: [OverrideEntry], to newer: [OverrideEntry]
  ) -> [Notice] {
    let (kinds, last) = (Set(older.map(\.kind)), newer.lastByGlob)
    return older.lastByGlob.values.compactMap { older in
      let newer = last[older.glob]
      // What only newer overrides say is told of them.
      if let newer, !kinds.contains(newer.kind) { return nil }
      let rank = newer?.rank ?? new.rank(of: subject)
      guard rank < older.rank else { return nil }
      return notice(about: subject, from: older, to: rank, in: older.glob)
    }
  }

  /// - Parameters:
  ///   - old: for the same glob, or for one that the newer setting now comes after.
  ///   - name: that of the newer setting, if that now comes after.
  private func notice(
    about subject: OverrideSubject, from old: OverrideEntry, to rank: Int, in glob: PlacedGlob,
    by name: Located<String>? = nil
  ) -> Notice {
    let also = name.map { _ in ", also where '\(old.glob.text)' had" }
    var words = "'\((name ?? old.name).value)' is "
    if subject.isSeverity {
      words += "\(severityWords[rank]) in '\(glob.text)' now"
      words += also.map { "\($0) it" } ?? ", and was"
      words += " \(severityWords[old.rank])"
    } else {
      words += "allowed in default arguments in '\(glob.text)' now"
      words += also.map { "\($0) them reported" } ?? ""
    }
    return notice(
      subject.isSeverity ? kind(ofLowered: rank) : "allowance-added", about: subject.rule, words,
      at: name?.place ?? (subject.isSeverity ? setting(of: subject.rule, to: rank)?.place : nil))
  }

  /// Entries that now come after stricter ones, and came before them.
  private func overtaken(
    in newer: [OverrideEntry], since older: [OverrideEntry]
  ) -> [(lax: OverrideEntry, strict: OverrideEntry)] {
    let positions = Dictionary(
      newer.enumerated().map { ($1.kind, $0) }, uniquingKeysWith: { $1 })
    let last = newer.lastByGlob
    var overtaken: [(lax: OverrideEntry, strict: OverrideEntry)] = []
    var seen: Set<OverrideEntry.Kind> = []
    var seenGlobs: Set<PlacedGlob> = []
    // By rank: of the entries that come later in the older settings, the first in the newer ones.
    var first: [(entry: OverrideEntry, position: Int)?] = [nil, nil, nil]
    for entry in older.reversed() where seen.insert(entry.kind).inserted {
      let rank = entry.rank
      if let position = positions[entry.kind],
        let strict = first[(rank + 1)...].reversed().lazy.compactMap({ $0 })
          .first(where: { $0.position < position })
      {
        overtaken.append((newer[position], strict.entry))
      }
      guard seenGlobs.insert(entry.glob).inserted, let now = last[entry.glob],
        rank <= now.rank, let position = positions[now.kind]
      else { continue }
      if position < first[rank]?.position ?? .max { first[rank] = (entry, position) }
    }
    return overtaken
  }
}
