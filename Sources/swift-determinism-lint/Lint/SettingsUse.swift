import Diagnostics
import RuleEngine
import Rules
import Workspace

/// Which settings of the configurations of a run are used. This is only known after a run that
/// checks all files of a configuration's folder against all rules.
struct SettingsUse {
  private let ruleSets: RuleSets
  /// The folders that are walked; absolute.
  private let walked: [FilePath]

  /// Nil if a run cannot know it.
  init?(_ options: LintOptions, _ place: Place, _ ruleSets: RuleSets) {
    guard case .paths(let paths, nil) = options.input, options.rules.onlyRules.isEmpty,
      options.rules.disabledRules.isEmpty
    else { return nil }
    self.ruleSets = ruleSets
    walked = paths.map { place.absolutePath(of: $0) }
  }

  /// Records a file that was linted.
  /// - Parameter rules: `FileFindings.rulesAllowedByPath` of the file.
  func add(rulesAllowed rules: Set<String>, in file: LintFile) {
    guard let set = ruleSets.ruleSet(of: file.configuration) else { return }
    if set.use.entries == nil { set.use.entries = AllowEntries(set.project.configuration) }
    set.use.entries?.add(rulesAllowed: rules, in: file.relativePath)
  }

  /// - Parameters:
  ///   - patterns: `FileFindings.matchedPatterns` of a file.
  ///   - configuration: its number.
  func add(matched patterns: Set<RulePattern>, in configuration: Int) {
    ruleSets.ruleSet(of: configuration)?.use.matched.formUnion(patterns)
  }

  /// The warnings about each configuration whose whole folder was linted, with the file as printed.
  /// - Parameter files: all files that were linted.
  func warnings(after files: LintFiles) -> [FileDiagnostics] {
    let whole = ruleSets.all.filter { isWhole($0.project.folder) }
    return settingWarnings(of: whole, after: files) + patternWarnings(of: whole, after: files)
  }

  /// A rule file that several configurations name gets one warning: a match in any of them counts.
  private func patternWarnings(
    of sets: [RuleSet], after files: LintFiles
  ) -> [FileDiagnostics] {
    let matched = ruleSets.all.reduce(into: Set()) { $0.formUnion($1.use.matched) }
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

  private func settingWarnings(
    of whole: [RuleSet], after files: LintFiles
  ) -> [FileDiagnostics] {
    let sets = whole.filter { !$0.project.configuration.namedRules.isEmpty }
    if sets.isEmpty { return [] }
    let used = Set(ruleSets.all.flatMap { $0.use.entries?.used ?? [] })
    let paths = relativePaths(
      in: files, of: sets.filter { !$0.project.configuration.allow.isEmpty })
    return sets.compactMap { set in
      let project = set.project
      guard let source = project.printedConfiguration else { return nil }
      let stale = AllowEntries(project.configuration).staleEntries(
        among: paths[project.folder.number] ?? [], used: used, rulesInForce: set.rulesInForce)
      let warnings = inReportOrder(stale + project.idleSettings)
      return warnings.isEmpty ? nil : FileDiagnostics(source: source, diagnostics: warnings)
    }
  }

  /// The relative paths by the number of the configuration, for the given configurations.
  private func relativePaths(in files: LintFiles, of sets: [RuleSet]) -> [Int: [FilePath]] {
    var paths = Dictionary(
      sets.map { ($0.project.folder.number, [FilePath]()) }, uniquingKeysWith: { first, _ in first }
    )
    if paths.isEmpty { return paths }
    for index in files.indices where paths[files.configuration(at: index)] != nil {
      paths[files.configuration(at: index)]!.append(files[index].relativePath)
    }
    return paths
  }

  private func isWhole(_ folder: ConfiguredFolder) -> Bool {
    walked.contains { folder.path.relative(to: $0) != nil }
  }
}

extension Project {
  /// Warnings about settings of rules that are not in force.
  fileprivate var idleSettings: [Diagnostic] {
    configuration.idleSettings { id in
      let bundled = bundledFiles.lazy.flatMap(\.rules).first { $0.value.id == id }
      let rule = bundled ?? ownFiles.lazy.flatMap(\.rules).first { $0.value.id == id }
      return rule.map {
        configuration.standing(of: $0.value, isBundled: bundled != nil, choices: choices)
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
      return "'\(entry.pattern.text)' leaves members alone, as that at \(place); "
        + "'\(entry.member.text)' matches them"
    }
  }
}
