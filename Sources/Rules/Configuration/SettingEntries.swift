import Diagnostics

/// A setting by which a match in a file is not reported.
package enum UsedSetting: Hashable, Sendable {
  case allow(rule: String, pack: String)
  case allowInside(rule: String, pack: String, header: String)
  case ownType(String)
}

extension UsedSetting {
  /// - Parameters:
  ///   - name: of a rule or a pack, or `all`.
  ///   - header: nil for what allows a rule in a whole file.
  fileprivate func isAllowance(for name: String, inside header: String? = nil) -> Bool {
    switch self {
    case .allow(let rule, let pack): header == nil && isName(name, of: rule, in: pack)
    case .allowInside(let rule, let pack, let text):
      header == text && isName(name, of: rule, in: pack)
    case .ownType: false
    }
  }
}

/// The entries of a configuration that name something in the project, and which of them are of use
/// there.
package struct SettingEntries: Sendable {
  package enum Kind: Sendable {
    case include, exclude
    /// - Parameter name: of a rule or a pack, or `all`.
    case allow(name: String)
    /// Of an override, by index.
    case files(override: Int)
    /// - Parameter override: nil for what holds in all files.
    case allowInside(name: String, override: Int?)
    case ownType
  }

  package struct Entry: Sendable {
    package let kind: Kind
    package let text: String
    /// The glob of the entry; nil where no files are named.
    package let glob: Glob?
    fileprivate let place: SettingPlace
    package fileprivate(set) var matchesFile = false
    fileprivate var isUsed = false

    package var range: Range<Int> { place.range }

    fileprivate var isForExcluded: Bool { if case .exclude = kind { true } else { false } }
  }

  /// An entry wherever it is read: a configuration may extend the one of another folder.
  package struct Place: Hashable, Sendable {
    let file: FilePath
    let range: Range<Int>
  }

  private let configuration: Configuration
  private var entries: [Entry] = []

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    add(configuration.include, as: .include)
    add(configuration.exclude, as: .exclude)
    for setting in configuration.allow { add(setting.value, as: .allow(name: setting.id.value)) }
    add(configuration.allowInside, ofOverride: nil)
    for (index, override) in configuration.overrides.enumerated() {
      add(override.files, as: .files(override: index))
      add(override.allowInside, ofOverride: index)
    }
    for type in configuration.ownTypes { add(type.name, as: .ownType) }
  }

  private mutating func add(_ globs: [Located<Glob>], as kind: Kind) {
    entries += globs.map {
      Entry(kind: kind, text: $0.value.text, glob: $0.value, place: $0.place)
    }
  }

  private mutating func add(_ name: Located<String>, as kind: Kind) {
    entries.append(Entry(kind: kind, text: name.value, glob: nil, place: name.place))
  }

  private mutating func add(
    _ settings: [Configuration.Setting<[Located<ScopeHeader>]>], ofOverride override: Int?
  ) {
    for setting in settings {
      let kind = Kind.allowInside(name: setting.id.value, override: override)
      for header in setting.value { add(header.map { $0.text }, as: kind) }
    }
  }

  // MARK: - What a run finds

  /// Whether some entry for such files matches none yet.
  package func lacksFiles(excluded: Bool) -> Bool {
    entries.contains { $0.glob != nil && !$0.matchesFile && $0.isForExcluded == excluded }
  }

  /// Records a file that was linted or excluded.
  /// - Parameter isOwn: whether this is the configuration that applies to it, not one above.
  package mutating func add(_ relativePath: FilePath, isExcluded: Bool, isOwn: Bool) {
    for (index, entry) in entries.enumerated()
    where entry.glob != nil && !entry.matchesFile && entry.isForExcluded == isExcluded {
      switch entry.kind {
      case .allow, .files: if !isOwn { continue }
      default: break
      }
      entries[index].matchesFile = entry.glob!.matches(relativePath)
    }
  }

  /// Records settings that a file has used.
  package mutating func add(_ used: Set<UsedSetting>, in relativePath: FilePath) {
    for (index, entry) in entries.enumerated() where !entry.isUsed {
      switch entry.kind {
      case .allow(let name):
        entries[index].isUsed =
          used.contains { $0.isAllowance(for: name) } && entry.glob!.matches(relativePath)
      case .allowInside(let name, let override):
        entries[index].isUsed =
          used.contains { $0.isAllowance(for: name, inside: entry.text) }
          && override.map(configuration.overrides(for: relativePath).contains) ?? true
      case .ownType: entries[index].isUsed = used.contains(.ownType(entry.text))
      case .include, .exclude, .files: continue
      }
    }
  }

  /// The entries of use, including those that the configuration extends.
  package var used: [Place] {
    entries.filter { entry in
      switch entry.kind {
      case .include, .exclude, .files: entry.matchesFile
      case .allow, .allowInside, .ownType: entry.isUsed
      }
    }.map { place(of: $0) }
  }

  /// The configuration's own entries that are of no use.
  /// - Parameter used: those that are, by any configuration.
  package func unused(besides used: Set<Place>) -> [Entry] {
    entries.filter { $0.place.file == 0 && !used.contains(place(of: $0)) }
  }

  private func place(of entry: Entry) -> Place {
    Place(file: configuration.sources[entry.place.file].path, range: entry.place.range)
  }
}
