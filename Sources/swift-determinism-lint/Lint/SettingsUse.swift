import Diagnostics
import RuleEngine
import Rules
import Workspace

/// Which settings of the configurations of a run are used. This is only known after a run that
/// checks all files of a configuration's folder against all rules.
struct SettingsUse {
  private let ruleSets: RuleSets
  private let place: Place
  /// The folders that are walked; absolute.
  private let walked: [FilePath]
  /// By the number of the configuration.
  private var entries: [Int: SettingEntries] = [:]
  /// The patterns that matched; the same.
  private var matched: [Int: Set<RulePattern>] = [:]
  /// What traced rules name and no file declares.
  private var missingHeaders: Set<ScopeHeader> = []

  /// Nil if a run cannot know it.
  init?(_ options: LintOptions, _ place: Place, _ ruleSets: RuleSets) {
    guard case .paths(let paths, nil) = options.input, options.rules.onlyRules.isEmpty,
      options.rules.disabledRules.isEmpty
    else { return nil }
    self.ruleSets = ruleSets
    self.place = place
    walked = paths.map { place.absolutePath(of: $0) }
  }

  private mutating func change(_ folder: ConfiguredFolder, _ body: (inout SettingEntries) -> Void) {
    guard folder.configuration.source != nil else { return }
    body(&entries[folder.number, default: SettingEntries(folder.configuration)])
  }

  /// Records files that were linted.
  mutating func add(linted files: LintFiles) {
    if let number = files.configuration { return add(linted: files, ofConfiguration: number) }
    for number in Set(files.indices.map { files.configuration(at: $0) }) {
      add(linted: files, ofConfiguration: number)
    }
  }

  private mutating func add(linted files: LintFiles, ofConfiguration number: Int) {
    var folder: ConfiguredFolder? = ruleSets.folders[number]
    while let configured = folder {
      change(configured) { entries in
        guard entries.lacksFiles else { return }
        for index in files.indices where files.configuration(at: index) == number {
          entries.add(linted: files[index].relativePath, isOwn: configured.number == number)
        }
      }
      folder = configured.outer
    }
  }

  /// Records files that the configurations exclude.
  mutating func add(excluded files: LintFiles) {
    for number in Set(files.indices.map { files.configuration(at: $0) }) {
      var folder: ConfiguredFolder? = ruleSets.folders[number]
      while let configured = folder {
        change(configured) { entries in
          for index in files.indices where files.configuration(at: index) == number {
            guard entries.lacksExcludedFiles else { return }
            entries.add(excluded: files[index].relativePath)
          }
        }
        folder = configured.outer
      }
    }
  }

  /// Records what a file that was linted has used.
  mutating func add(_ settings: Set<UsedSetting>, in file: LintFile) {
    change(ruleSets.folders[file.configuration]) { $0.add(settings, in: file.relativePath) }
  }

  /// - Parameters:
  ///   - patterns: `FileFindings.matchedPatterns` of a file.
  ///   - configuration: its number.
  mutating func add(matched patterns: Set<RulePattern>, in configuration: Int) {
    matched[configuration, default: []].formUnion(patterns)
  }

  /// Records what was traced.
  mutating func add(_ traced: TracedFiles) { missingHeaders = traced.missingHeaders }

  /// The warnings about each configuration whose whole folder was linted, with the file as printed.
  /// - Parameter files: all files that were linted.
  mutating func warnings(after files: LintFiles) -> [FileDiagnostics] {
    let whole = ruleSets.folders.filter { isWhole($0) }
    if whole.allSatisfy({ $0.configuration.source == nil }) { return patternWarnings(after: files) }
    addOwnQueues(in: files)
    let used = Set(entries.values.flatMap(\.used))
    return whole.compactMap { settingWarnings(of: $0, used) } + patternWarnings(after: files)
  }

  /// A rule file that several configurations name gets one warning: a match in any of them counts.
  private func patternWarnings(after files: LintFiles) -> [FileDiagnostics] {
    let sets = ruleSets.all.filter { isWhole($0.project.folder) }
    if sets.allSatisfy({ $0.project.ownFiles.isEmpty }) { return [] }
    let matched = matched.values.reduce(into: Set()) { $0.formUnion($1) }
    var seen: Set<FilePath> = []
    return sets.flatMap { set in
      let ownFiles = Set(set.project.ownFiles.map(\.source.path))
      let sharing = sets.filter { other in
        other.project.ownFiles.contains { ownFiles.contains($0.source.path) }
      }
      return UnmatchedPatterns(of: set, matched: matched)
        .warnings(after: files, of: Set(sharing.map(\.project.folder.number)), in: walked)
        .filter { seen.insert($0.source.path).inserted }
    }
  }

  private func isWhole(_ folder: ConfiguredFolder) -> Bool {
    walked.contains { folder.path.relative(to: $0) != nil }
  }
}

// MARK: - Entries

extension SettingsUse {
  /// - Parameter used: the entries of use, by any configuration.
  private func settingWarnings(
    of folder: ConfiguredFolder, _ used: Set<SettingEntries.Place>
  ) -> FileDiagnostics? {
    guard let source = folder.configuration.source else { return nil }
    let set = ruleSets.all.first { $0.project.folder === folder }
    let namesInForce = set?.namesInForce
    var warnings = set?.project.idleSettings(besides: namesInForce ?? []) ?? []
    let missing = folder.configuration.warnings(aboutMissing: missingHeaders)
    if !missing.isEmpty, !isSparseCheckout(around: folder.path) { warnings += missing }
    // One above may leave out what the entries are for.
    if folder.isUsable, folder.outer?.hasIncludes != true,
      !folder.excludes(folder.relativePath(of: folder.path))
    {
      let entries = entries[folder.number] ?? SettingEntries(folder.configuration)
      let unused = entries.unused(besides: used)
      // In a sparse checkout they may be for files that are not on the disk.
      if !unused.isEmpty, !isSparseCheckout(around: folder.path) {
        let elsewhere = globs(of: unused, matchingElsewhereIn: folder)
        warnings += unused.enumerated().compactMap { index, entry in
          elsewhere.contains(index)
            ? nil : warning(about: entry, folder.configuration, namesInForce)
        }
      }
    }
    if warnings.isEmpty { return nil }
    let path = source.path.resolved(from: place.workingFolder)
    return FileDiagnostics(
      source: SourceFile(
        path: place.printsAbsolutePaths ? path : source.path, bytes: source.bytes),
      diagnostics: inReportOrder(warnings))
  }

  /// Nil about rules that are not in force, since it is unknown what they would find.
  /// - Parameter namesInForce: what the rules that were looked for are named by; nil if no file of
  ///   the configuration was linted.
  private func warning(
    about entry: SettingEntries.Entry, _ configuration: Configuration, _ namesInForce: Set<String>?
  ) -> Diagnostic? {
    func isInForce(_ name: String) -> Bool { namesInForce?.contains(name) == true }
    let text = entry.text
    let noFile = "no file that was linted matches '\(text)'"
    var id = "unused-setting"
    let message: String
    switch entry.kind {
    case .include: message = "\(noFile); name its new place, or remove it from 'include'"
    case .exclude: message = "nothing matches '\(text)'; remove it from 'exclude'"
    case .files(let override):
      let rules = configuration.overrides[override].namedRules
      if let namesInForce, namesInForce.isDisjoint(with: rules) { return nil }
      message = "\(noFile); name its new place, or remove it from 'files'"
    case .allow(let name):
      id = "stale-allow"
      guard !entry.matchesFile || isInForce(name) else { return nil }
      message =
        entry.matchesFile
        ? "'\(name)' finds nothing in '\(text)'; remove it from 'allow'"
        : "\(noFile); remove it from 'allow'"
    case .allowInside(let name, _):
      guard isInForce(name) else { return nil }
      message = "'\(text)' allows nothing that '\(name)' finds; remove it from 'allow-inside'"
    case .ownType:
      if namesInForce == nil { return nil }
      message = "no finding is about the type '\(text)'; remove it from 'own-types'"
    case .ownQueue:
      if namesInForce == nil { return nil }
      message = "no file that was linted uses '\(text)'; remove it from 'own-queues'"
    }
    return Diagnostic(.warning, at: entry.range, message, rule: RuleReference(id: id))
  }

  // MARK: - What lies where no run looks

  /// The entries of `exclude` and `files`, by index, that may still be of use: something that no
  /// whole run reaches matches them, e.g. what git ignores.
  private func globs(
    of entries: [SettingEntries.Entry], matchingElsewhereIn folder: ConfiguredFolder
  ) -> Set<Int> {
    let settings = GitSettings(environment: environmentVariable)
    var selection = Selection(ruleSets.configurations, gitSettings: settings)
    // `Pods` may come, with its `Podfile` or without.
    selection.hasFile = { _ in true }
    var (matching, unknown): (Set<Int>, Set<Int>) = ([], [])
    for (index, entry) in entries.enumerated() {
      switch entry.kind {
      case .exclude, .files: break
      case .include, .allow, .allowInside, .ownType, .ownQueue: continue
      }
      let path = entry.text.withoutWildcards.resolved(from: folder.path)
      let file = ruleSets.configurations.file(at: path.appending("x.swift"))
      switch selection.decide(file, from: folder.path, toldBy: .editor) {
      case .ignored, .skipped: matching.insert(index)
      case _ where isNameTaken(path): matching.insert(index)
      // A name alone may be anywhere.
      case _ where entry.text.hasWildcards || !entry.text.contains("/"): unknown.insert(index)
      default: break
      }
    }
    if unknown.isEmpty { return matching }
    let root = place.printedPath(of: folder.path, namedAs: FilePath(""))
    let isWhole = FileSearch(named: [root.orFolder], in: place, selection).visitAll { path in
      let path = folder.relativePath(of: place.absolutePath(of: path))
      let found = unknown.filter { entries[$0].glob!.matches(path) }
      matching.formUnion(found)
      unknown.subtract(found)
      return !unknown.isEmpty
    }
    // Nobody knows what the rest of a huge tree holds.
    return isWhole ? matching : matching.union(unknown)
  }

  // MARK: - Queues

  /// Records which entries of `own-queues` are of use: rules may find nothing with them, if only
  /// the code names them.
  private mutating func addOwnQueues(in files: LintFiles) {
    for set in ruleSets.all where !set.project.configuration.ownQueues.isEmpty {
      let project = set.project
      let number = project.folder.number
      var places: Set<SettingPlace> = []
      for match in matched[number] ?? [] {
        let rule = project.selection.known.first { $0.id == match.rule }
        let queue = rule.flatMap { project.configuration.ownQueue(of: $0.ban[match.number]) }
        if let queue { places.insert(queue.name.place) }
      }
      let rest = project.configuration.ownQueues.map(\.name).filter { !places.contains($0.place) }
      let own = files.indices.lazy.filter { files.configuration(at: $0) == number }
      places.formUnion(names(rest, usedIn: own.map { files[$0] }, project).map(\.place))
      change(project.folder) { $0.add(ownQueues: places) }
    }
  }

  private func names(
    _ names: [Located<String>], usedIn files: some Sequence<LintFile>, _ project: Project
  ) -> [Located<String>] {
    if names.isEmpty { return [] }
    let wanted = Set(names.map(\.value))
    let rules = CompiledRules(
      finding: wanted.sorted(), modules: project.configuration.modules.map(\.value))
    var found: Set<String> = []
    let buffer = FileBuffer()
    for file in files where found.count < wanted.count {
      guard let bytes = try? buffer.readFile(file.path, where: rules.mayMatch) else { continue }
      let source = SourceFile(path: file.path, bytes: bytes)
      let matches = explain(source, relativePath: file.relativePath, with: rules)
      found.formUnion(matches.lazy.map(\.rule.id))
    }
    return names.filter { found.contains($0.value) }
  }
}

extension String {
  fileprivate var hasWildcards: Bool { contains { "*?[{".contains($0) } }

  /// A path that the glob would match, of one without classes and alternatives.
  fileprivate var withoutWildcards: FilePath {
    let components = split(separator: "/").filter { $0 != "**" }
    return FilePath(String(components.joined(separator: "/").map { "*?".contains($0) ? "x" : $0 }))
  }
}

extension Project {
  /// Warnings about settings of rules that are not in force.
  fileprivate func idleSettings(besides namesInForce: Set<String>) -> [Diagnostic] {
    configuration.idleSettings(besides: namesInForce) { name in
      let bundled = bundledFiles.lazy.flatMap(\.rules).first { $0.value.isNamed(by: name) }
      let rule = bundled ?? ownFiles.lazy.flatMap(\.rules).first { $0.value.isNamed(by: name) }
      return rule.map {
        let standing = configuration.standing(
          of: $0.value, isBundled: bundled != nil, choices: choices)
        return (standing, $0.value.pack)
      }
    }
  }
}

// MARK: - Patterns

/// Patterns of a project's own rules that matched nothing in a run, though members of their name
/// are used. A pattern that matches in a fixture is as its author wants it.
struct UnmatchedPatterns {
  private let set: RuleSet
  private let patterns: MemberPatterns

  /// - Parameter matched: the patterns that matched, in all files of the configuration.
  init(of set: RuleSet, matched: Set<RulePattern>) {
    self.set = set
    patterns = set.project.memberPatterns(besides: matched)
  }

  /// The rule files, each with the warnings about it in report order.
  /// - Parameters:
  ///   - files: all that were linted.
  ///   - configurations: the numbers of the configurations whose files count.
  ///   - folders: those that were walked; absolute.
  func warnings(
    after files: LintFiles, of configurations: Set<Int>, in folders: [FilePath]
  ) -> [FileDiagnostics] {
    guard !patterns.entries.isEmpty else { return [] }
    let project = set.project
    let shown = project.entriesShownInFixtures(of: patterns)
    let own = files.indices.lazy.filter { configurations.contains(files.configuration(at: $0)) }
    let places = patterns.firstUses(in: own.map { files[$0] }, besides: shown)
    return project.ownFiles.compactMap { file in
      // A rule file that other folders share may match in them, and they were not linted.
      let absolute = file.source.path.resolved(from: project.place.workingFolder)
      guard folders.contains(where: { absolute.relative(to: $0) != nil }) else { return nil }
      let warnings = places.sorted { $0.key < $1.key }.compactMap { index, place in
        warning(about: patterns.entries[index], usedAt: place, in: file)
      }
      guard !warnings.isEmpty else { return nil }
      let path = project.place.printedPath(of: absolute, namedAs: file.source.path)
      return FileDiagnostics(
        source: SourceFile(path: path, bytes: file.source.bytes),
        diagnostics: inReportOrder(warnings))
    }
  }

  private func warning(
    about entry: MemberPatterns.Entry, usedAt place: String, in file: RuleFile
  ) -> Diagnostic? {
    guard file.rules.contains(where: { $0.value.id == entry.rule }),
      let range = file.place(ofPattern: entry.number, of: entry.rule)
    else { return nil }
    return Diagnostic(
      .warning, at: range,
      "'\(entry.pattern.text)' matches nothing; write '\(entry.member.text)' for the member "
        + "that is used at \(place)",
      rule: RuleReference(id: "unmatched-pattern"))
  }
}

extension Project {
  /// The member patterns of the project's own rules that are in force.
  func memberPatterns(besides matched: Set<RulePattern> = []) -> MemberPatterns {
    let ids = Set(ownFiles.flatMap { $0.rules.map(\.value.id) })
    return MemberPatterns(
      of: ids.isEmpty ? [] : selection.rules.filter { ids.contains($0.id) },
      modules: configuration.modules.map(\.value), besides: matched)
  }

  /// The indices of those that match in the fixture of their rule.
  fileprivate func entriesShownInFixtures(of patterns: MemberPatterns) -> Set<Int> {
    var shown: Set<Int> = []
    for (id, entries) in Dictionary(
      grouping: patterns.entries.indices, by: { patterns.entries[$0].rule })
    {
      guard let rule = rule(id), let fixture = fixture(of: rule) else { continue }
      let matches = explain(
        fixture, relativePath: fixture.path,
        with: CompiledRules(
          verifying: [rule.written.value], modules: configuration.modules.map(\.value)))
      let matched = Set(matches.lazy.map(\.pattern))
      shown.formUnion(entries.filter { matched.contains(patterns.entries[$0].pattern) })
    }
    return shown
  }
}

extension MemberPatterns {
  /// By index of the entry: the place of the first use of its member, if there is any.
  /// - Parameter known: indices of entries that are not asked for.
  func firstUses(
    in files: some Sequence<LintFile>, besides known: Set<Int> = []
  ) -> [Int: String] {
    var places: [Int: String] = [:]
    let buffer = FileBuffer()
    for file in files where places.count + known.count < entries.count {
      guard let bytes = try? buffer.readFile(file.path, where: mayMatch) else { continue }
      let source = SourceFile(path: file.path, bytes: bytes)
      for (entry, range) in uses(in: source, relativePath: file.relativePath)
      where !known.contains(entry) && places[entry] == nil {
        places[entry] = source.place(of: range.lowerBound)
      }
    }
    return places
  }
}

extension Projects {
  /// A line for each pattern of the project's own rules that leaves members alone, but would match
  /// some in the code on any receiver.
  func usedMembers(of rule: ProjectRule, in project: Project) -> [String] {
    let patterns = MemberPatterns(
      of: rule.isBundled ? [] : [rule.rule], modules: project.configuration.modules.map(\.value))
    guard !patterns.entries.isEmpty else { return [] }
    let root = place.printedPath(of: project.folder.path, namedAs: FilePath("."))
    let settings = GitSettings(environment: environmentVariable)
    let selection = Selection(configurations, gitSettings: settings)
    let found = FileSearch(named: [root.orFolder], in: place, selection).all().files
    let files = found.lazy.filter { $0.configuration == project.folder.number }
    return patterns.firstUses(in: files).sorted { $0.key < $1.key }.map { index, place in
      let entry = patterns.entries[index]
      return "'\(entry.pattern.text)' does not match members, such as the one at \(place); "
        + "'\(entry.member.text)' does"
    }
  }
}
