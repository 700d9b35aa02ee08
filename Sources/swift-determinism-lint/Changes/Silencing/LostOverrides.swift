import Reporters
import Rules

extension SettingsDifference {
  /// What older overrides demand of files, and newer settings do not.
  var lostOverrideNotices: [Notice] {
    let severities = changes(of: \.severity) { new.rule($0)?.severity ?? .off }
    let arguments = changes(of: \.defaultArguments) { new.rule($0)?.defaultArguments ?? .report }
    return severities.compactMap { change in
      severityNotice(change, in: "'\(change.glob)' now, and was \(change.old.words)")
    }
      + arguments.filter { $0.new.rank < $0.old.rank }.map { change in
        notice(
          "allowance-added", about: change.id,
          "'\(change.id)' is allowed in default arguments in '\(change.glob)' now")
      }
  }

  private func severityNotice(
    _ change: OverrideChange<RuleSeverity>, in files: String
  ) -> Notice? {
    guard change.new.rank < change.old.rank else { return nil }
    return notice(
      change.new == .off ? "rule-off" : "severity-lowered", about: change.id,
      "'\(change.id)' is \(change.new.words) in \(files)", at: change.place)
  }

  /// What becomes of the settings of the older overrides.
  /// - Parameter value: that a rule has without overrides.
  private func changes<Value: Strictness>(
    of settings: OverrideSettings<Value>, without value: (String) -> Value
  ) -> [OverrideChange<Value>] {
    let newer = new.overriding(settings)
    return old.overriding(settings).flatMap { id, older -> [OverrideChange<Value>] in
      let (kinds, last) = (Set(older.map(\.kind)), (newer[id] ?? []).lastByGlob())
      return older.lastByGlob().values.compactMap { older -> OverrideChange<Value>? in
        let newer = last[older.glob]
        // What only newer overrides say is told of them.
        if let newer, !kinds.contains(newer.kind) { return nil }
        return OverrideChange(
          id: id, glob: older.glob.text, old: older.value, new: newer?.value ?? value(id))
      }
    }
  }
}

// MARK: - Order

extension SettingsDifference {
  /// Overrides that come after stricter ones now, and came before them: the last one holds.
  var overtakenOverrideNotices: [Notice] {
    overtaken(of: \.severity).compactMap { change, glob in
      severityNotice(
        change, in: "'\(change.glob)' now, also where '\(glob)' had it \(change.old.words)")
    }
      + overtaken(of: \.defaultArguments).map { change, glob in
        notice(
          "allowance-added", about: change.id,
          "'\(change.id)' is allowed in default arguments in '\(change.glob)' now, also where "
            + "'\(glob)' had them reported", at: change.place)
      }
  }

  /// - Returns: each with the glob of one that it overtakes.
  private func overtaken<Value: Strictness>(
    of settings: OverrideSettings<Value>
  ) -> [(OverrideChange<Value>, glob: String)] {
    let newer = new.overriding(settings)
    return old.overriding(settings).flatMap { id, older in
      overtaken(in: newer[id] ?? [], since: older).map { lax, strict in
        let change = OverrideChange(
          id: id, glob: lax.glob.text, old: strict.value, new: lax.value, place: lax.place)
        return (change, strict.glob.text)
      }
    }
  }

  private func overtaken<Value: Strictness>(
    in newer: [OverrideEntry<Value>], since older: [OverrideEntry<Value>]
  ) -> [(lax: OverrideEntry<Value>, strict: OverrideEntry<Value>)] {
    let positions = Dictionary(
      newer.enumerated().map { ($1.kind, $0) }, uniquingKeysWith: { $1 })
    let last = newer.lastByGlob()
    var overtaken: [(lax: OverrideEntry<Value>, strict: OverrideEntry<Value>)] = []
    var seen: Set<OverrideKind<Value>> = []
    var seenGlobs: Set<PlacedGlob> = []
    // By rank: of what comes later in the older ones, what is first in the newer ones.
    var first: [(entry: OverrideEntry<Value>, position: Int)?] = [nil, nil, nil]
    for entry in older.reversed() where seen.insert(entry.kind).inserted {
      let rank = entry.value.rank
      if let position = positions[entry.kind],
        let strict = first[(rank + 1)...].reversed().lazy.compactMap({ $0 })
          .first(where: { $0.position < position })
      {
        overtaken.append((newer[position], strict.entry))
      }
      guard seenGlobs.insert(entry.glob).inserted, let now = last[entry.glob],
        rank <= now.value.rank, let position = positions[now.kind]
      else { continue }
      if position < first[rank]?.position ?? .max { first[rank] = (entry, position) }
    }
    return overtaken
  }
}

// MARK: - What overrides set

private typealias OverrideSettings<Value: Sendable> = KeyPath<
  Configuration.Override, [Configuration.Setting<Value>]
>

/// What an override can set a rule to, by how much that demands.
private protocol Strictness: Hashable, Sendable {
  /// From 0 to 2.
  var rank: Int { get }
}

extension RuleSeverity: Strictness {
  fileprivate var rank: Int {
    switch self {
    case .off: 0
    case .warning: 1
    case .error: 2
    }
  }

  fileprivate var words: String {
    switch self {
    case .off: "off"
    case .warning: "a warning"
    case .error: "an error"
    }
  }
}

extension DefaultArguments: Strictness {
  fileprivate var rank: Int { self == .allow ? 0 : 1 }
}

private struct OverrideChange<Value> {
  let id: String
  /// As written.
  let glob: String
  let old: Value
  let new: Value
  /// Of the new one; nil where nothing says it.
  var place: SettingPlace?
}

/// What an override sets for files of a glob.
private struct OverrideKind<Value: Hashable>: Hashable {
  let glob: PlacedGlob
  let value: Value
}

private struct OverrideEntry<Value: Hashable> {
  let kind: OverrideKind<Value>
  let place: SettingPlace

  var glob: PlacedGlob { kind.glob }
  var value: Value { kind.value }
}

extension Array {
  /// The one that holds, for each glob.
  fileprivate func lastByGlob<Value>() -> [PlacedGlob: Element]
  where Element == OverrideEntry<Value> {
    Dictionary(map { ($0.glob, $0) }, uniquingKeysWith: { $1 })
  }
}

extension Project {
  /// A rule in force.
  fileprivate func rule(_ id: String) -> Rule? { selection.rules.first { $0.id == id } }

  /// What overrides set, by rule; of two that hold for a file, the later one wins.
  fileprivate func overriding<Value: Strictness>(
    _ settings: OverrideSettings<Value>
  ) -> [String: [OverrideEntry<Value>]] {
    var entries: [String: [OverrideEntry<Value>]] = [:]
    for override in configuration.overrides {
      let globs = placed(override.files)
      for setting in override[keyPath: settings] {
        entries[setting.id.value, default: []] += globs.map { glob in
          OverrideEntry(
            kind: OverrideKind(glob: glob, value: setting.value), place: setting.id.place)
        }
      }
    }
    return entries
  }
}
