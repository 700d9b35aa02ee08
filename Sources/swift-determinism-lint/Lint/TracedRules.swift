import CallGraph
import Diagnostics
import RuleEngine
import Rules
import Workspace

/// The rules with `trace: true`, ready to be traced through files that somebody else reads.
struct TracedRules: Sendable {
  let groups: [TracedGroup]
  private let finder: ScopeFinder
  /// By index of a header of the finder: the group.
  private let groupsOfHeaders: [Int]
  /// Finds what the rules look into, and nothing else.
  private let inside: ScopeFinder

  /// - Parameter modules: from the configuration.
  init(_ groups: [TracedGroup], modules: [String]) {
    self.groups = groups
    finder = ScopeFinder(groups.flatMap(\.headers), modules: modules)
    groupsOfHeaders = groups.indices.flatMap { group in groups[group].roles.map { _ in group } }
    inside = ScopeFinder(groups.flatMap { $0.rules[0].inside }, modules: modules)
  }

  /// Whether a file may hold a declaration that the rules look into.
  func mayLookInto(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { inside.mayFind(in: bytes) }

  /// What a trace finds where no file holds such a declaration.
  var nothing: TracedFiles {
    TracedFiles([:], ruleCount: ruleCount, entryCount: 0, missingHeaders: [])
  }

  var ruleCount: Int { Set(groups.flatMap { $0.rules.map(\.id) }).count }

  /// - Parameter rules: all that hold for the file; nil if its configuration has a mistake.
  func read(
    _ source: SourceFile, _ file: LintFile, _ rules: CompiledRules?,
    reusing scratch: inout LintScratch
  ) -> TraceableFile {
    var uses = TracedUses()
    var causes = groups.map { bannedUses(by: $0, in: source, file, &scratch, &uses) }
    // Another rule may report a use, and be allowed there.
    if let rules, causes.contains(where: { $0.contains(where: \.isReported) }) {
      let others = lint(
        source, relativePath: file.relativePath, with: rules.describing, reusing: &scratch
      ).excused.sorted { $0.range.lowerBound < $1.range.lowerBound }
      let ranges = OverlapSearch(others.map(\.range))
      for group in causes.indices {
        for index in causes[group].indices where causes[group][index].isReported {
          guard let other = ranges.first(overlapping: causes[group][index].range) else { continue }
          causes[group][index].verdict = others[other].verdict
        }
      }
    }
    return TraceableFile(
      file: file, source: source, summary: FileSummary(of: source.bytes, reusing: &scratch),
      places: finder.places(in: source, reusing: &scratch), causes: causes, uses: uses)
  }

  /// What the rules of a group ban in a file; those uses that are allowed have a verdict.
  /// - Parameter uses: takes what allows them.
  private func bannedUses(
    by group: TracedGroup, in source: SourceFile, _ file: LintFile,
    _ scratch: inout LintScratch, _ uses: inout TracedUses
  ) -> [Diagnostic] {
    guard source.bytes.withUnsafeBufferPointer(group.everywhere.mayMatch) else { return [] }
    let found = lint(
      source, relativePath: file.relativePath, with: group.everywhere, reusing: &scratch)
    // What has no key is about a comment.
    let causes = (found.diagnostics + found.excused).filter { $0.key != nil }
    guard !causes.isEmpty else { return [] }
    uses.usedSettings.formUnion(found.usedSettings)
    for cause in causes {
      if case .allowedInSource = cause.verdict, let rule = cause.rule {
        uses.allowed.append((rule.id, cause.range))
      }
    }
    return causes
  }

  /// The headers that fit no declaration.
  func missingHeaders(in files: [TraceableFile]) -> Set<ScopeHeader> {
    let headers = groups.flatMap(\.headers)
    var missing = Set(headers)
    for file in files { missing.subtract(file.places.map { headers[$0.header] }) }
    return missing
  }

  /// Traces all groups.
  /// - Parameter program: the files, linked, in their order.
  /// - Returns: by file what was found, and how many functions and the like were traced.
  func trace(_ files: [TraceableFile], _ program: Program) -> ([TracedUses], entryCount: Int) {
    var entryCount = 0
    var uses = files.map(\.uses)
    for group in groups.indices {
      var trace = GroupTrace(groups[group], places(in: files, of: group), files, program, group)
      entryCount += trace.entryCount
      trace.add(to: &uses)
    }
    return (uses, entryCount)
  }

  /// The places of a group's headers, by file; their headers are indices in those of the group.
  private func places(in files: [TraceableFile], of group: Int) -> [[(Int, Range<Int>)]] {
    let first = groupsOfHeaders.firstIndex(of: group) ?? 0
    return files.map { file in
      file.places.filter { groupsOfHeaders[$0.header] == group }.map {
        ($0.header - first, $0.range)
      }
    }
  }
}

/// Rules of one configuration that look into the same declarations, and are traced alike.
final class TracedGroup: Sendable {
  /// By index in `ConfigurationTree.folders`.
  let configuration: Int
  let rules: [Rule]
  /// The same rules, which look everywhere.
  fileprivate let everywhere: CompiledRules
  /// What the headers are for, in their order.
  let roles: [Role]

  enum Role { case inside, through, seam, allowed }

  var trace: Rule.Trace { rules[0].trace }

  var headers: [ScopeHeader] {
    rules[0].inside + trace.through + trace.seams + rules[0].allowInside
  }

  /// - Parameter rules: not empty.
  private init(_ rules: [Rule], of project: Project, readsSuppressions: Bool) {
    configuration = project.folder.number
    self.rules = rules
    let first = rules[0]
    roles =
      first.inside.map { _ in .inside } + first.trace.through.map { _ in .through }
      + first.trace.seams.map { _ in .seam } + first.allowInside.map { _ in .allowed }
    let everywhere = rules.map { rule in
      var rule = rule
      (rule.inside, rule.files) = ([], [])
      return rule
    }
    let configuration = project.configuration
    self.everywhere = CompiledRules(
      everywhere, modules: configuration.modules.map(\.value), ownTypes: configuration.ownTypes,
      known: project.names, readsSuppressions: readsSuppressions, describesFindings: true)
  }

  /// All groups of some rules.
  static func groups(
    of rules: [Rule], in project: Project, readsSuppressions: Bool
  ) -> [TracedGroup] {
    var groups: [[Rule]] = []
    for rule in rules where rule.isTraced {
      let like = groups.firstIndex {
        $0[0].inside == rule.inside && $0[0].trace == rule.trace
          && $0[0].allowInside == rule.allowInside
      }
      if let like { groups[like].append(rule) } else { groups.append([rule]) }
    }
    return groups.map { TracedGroup($0, of: project, readsSuppressions: readsSuppressions) }
  }
}

/// What is known of a file before all are linked.
struct TraceableFile: Sendable {
  let file: LintFile
  let source: SourceFile
  let summary: FileSummary
  /// What the headers of all groups name.
  fileprivate let places: [ScopeFinder.Place]
  /// By group.
  let causes: [[Diagnostic]]
  fileprivate var uses: TracedUses
}
