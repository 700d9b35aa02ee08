import Diagnostics
import RuleEngine
import Rules
import Workspace

/// Patterns of a project's own rules that a run found nothing with, though members of their name
/// are used. What a fixture shows to match is as its author wants it.
struct UnmatchedPatterns {
  private let set: RuleSet
  private let patterns: MemberPatterns

  /// - Parameter matched: what was found with, in all files of the configuration.
  init(of set: RuleSet, matched: Set<RulePattern>) {
    self.set = set
    patterns = set.project.memberPatterns(besides: matched)
  }

  /// The rule files, each with the warnings about it in report order.
  /// - Parameters:
  ///   - files: all that were linted.
  ///   - configurations: the numbers of those whose files count.
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
      // What other folders than those that were linted share may match there.
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
  /// Those of its own rules that have patterns for which others may be meant.
  var idsWithMemberPatterns: Set<String> {
    if ownFiles.isEmpty { return [] }
    let rules = ownFiles.lazy.flatMap(\.rules).map(\.value)
    return Set(rules.filter { $0.ban.contains { $0.asMember != nil } }.map(\.id))
  }

  /// Of the rules of its own that are in force.
  func memberPatterns(besides matched: Set<RulePattern> = []) -> MemberPatterns {
    let ids = Set(ownFiles.flatMap { $0.rules.map(\.value.id) })
    return MemberPatterns(
      of: ids.isEmpty ? [] : selection.rules.filter { ids.contains($0.id) },
      modules: configuration.modules.map(\.value), besides: matched)
  }

  /// By index: those that match in the fixture of their rule.
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
  /// By index of the entry: the place of the first use of its member, for those that have any.
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
  /// What the code says of patterns that leave members alone, a line for each that would match some
  /// on any receiver; of the project's own rules.
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
