import Commands
import Comparison
import Diagnostics
import Workspace

/// What a change makes of its baseline: whether a run over the whole project has more errors after
/// it than before, and why.
package struct BaselineJudgement {
  private let changed: ChangedBaseline
  /// Since the first old tree.
  private let difference: ChangeDifference?
  private let old: ArraySlice<WholeRun>
  private let new: WholeRun
  /// How often entries hold a finding that has moved before, and that is there still.
  private(set) var spent: [FindingIdentity: Int] = [:]
  /// The entries of the new baseline that have another place after the change, by index.
  private var moved: [Int: FindingIdentity] = [:]
  /// The entries of the new baseline that the change makes stale, by index.
  private var stale: [Int] = []
  private var mistakes: [Diagnostic] = []

  /// - Parameter files: those that matter, in the byte order of their paths.
  init(_ changed: ChangedBaseline, _ files: [LintedFile], _ difference: ChangeDifference?) {
    (self.changed, self.difference) = (changed, difference)
    let files = files.sorted { $0.source.path < $1.source.path }
    let runs = (changed.old + [changed.new]).enumerated().map { index, side in
      WholeRun(side, files.map { $0.sides[index] }, changed)
    }
    (old, new) = (runs.dropLast(), runs.last!)
    var gone = [FindingIdentity: Int](counting: (difference?.removed ?? []).map(entry))
    for entry in old.first?.use.movedEntries ?? [] where !gone.take(entry.new) {
      spent[entry.old, default: 0] += 1
    }
  }

  /// The finding as an entry of the new baseline would have it.
  private func entry(_ finding: FindingIdentity) -> FindingIdentity {
    FindingIdentity(
      path: changed.new.place.entryPath(of: finding.path), rule: finding.rule, key: finding.key)
  }

  /// Whether a finding in any file may be that of an entry whose file is gone before the change.
  /// - Parameter listed: the absolute paths of the entries that the change adds or removes.
  func dependsOnAllFiles(_ listed: Set<FilePath>) -> Bool {
    guard let before = changed.old.first else { return false }
    let known = Set(before.baseline.paths.map(before.place.absolutePath))
    let (old, new) = (before.touched, changed.new.touched)
    let isBack = new.contains { path, isThere in
      isThere && old[path] == false && known.contains(path)
    }
    if isBack { return true }
    let wereGone = before.goneFiles(among: listed)
    if !known.isDisjoint(with: wereGone) || !changed.new.goneFiles(among: wereGone).isEmpty {
      return true
    }
    let moves = [self.old[0].use, self.new.use].flatMap(\.movedEntries)
      .filter { $0.old.path != $0.new.path }
    let origins = moves.map { before.place.absolutePath(of: $0.old.path) }
    return !before.goneFiles(among: origins).isEmpty
  }

  /// Tells the errors of the run after the change that are neither in that before it nor reported.
  /// - Parameter files: of the change, with what is reported.
  mutating func end(reporting files: [LintedFile]) {
    guard let before = old.first else { return }
    let (file, removed) = (changed.new.baseline.file, changed.removed)
    var reported = [FindingIdentity: Int](
      counting: files.flatMap { file in
        file.findings.compactMap { FindingIdentity(path: file.source.path, $0).map(entry) }
      })
    var known = [FindingIdentity: Int](counting: before.errors.map(entry))
    lazy var free = Dictionary(grouping: new.use.missingEntries) { file.entries[$0] }
    let origins = Dictionary(grouping: difference?.moved ?? []) { entry($0.new) }
    let entries = Dictionary(before.use.movedEntries.map { ($0.new, $0.old) }) { first, _ in first }
    let left = new.errors.map(entry).filter { !reported.take($0) && !known.take($0) }
    for error in left {
      let origins = (origins[error] ?? []).map { entry($0.old) } + [error]
      if origins.contains(where: { known.take($0) }) { continue }
      let lost = origins.map { entries[$0] ?? $0 }
      if let entry = lost.first(where: { free[$0]?.isEmpty == false }) {
        moved[free[entry]!.removeLast()] = error
      } else if old.count == 1, !lost.contains(where: { reported.take($0) }) {
        // What is reported has taken the line of another finding.
        mistakes.append(shrunk(error, lost[0], removed.contains(lost[0])))
      }
    }
    judgeEntries()
  }

  private mutating func judgeEntries() {
    let (file, options) = (changed.new.baseline.file, changed.linter.options)
    guard case .change(let change) = options.input else { return }
    let named = change.paths.map { changed.linter.projects.place.absolutePath(of: $0) }
    let place = changed.new.place
    let missing = new.stale.filter { entry in
      let path = place.absolutePath(of: file.entries[entry].path)
      return moved[entry] == nil
        && (named.isEmpty || named.contains { path.relative(to: $0) != nil })
    }
    mistakes += missing.filter(changed.added.contains).map { entry in
      Diagnostic(
        .error, at: file.ranges[entry],
        "the change adds a line that no finding uses; 'baseline prune' takes it out",
        rule: RuleReference(id: "baseline-unused"))
    }
    guard old.count == 1 else { return }
    let before = old[0]
    var wasStale = [FindingIdentity: Int](
      counting: before.stale.map { before.baseline.entries[$0] })
    stale = missing.filter { entry in
      !changed.added.contains(entry) && !wasStale.take(file.entries[entry])
        && changed.new.touched[changed.new.place.absolutePath(of: file.entries[entry].path)] != nil
    }
    let severity: Severity = options.baseline.isStrict ? .error : .warning
    mistakes += BaselineUse(changed.new.baseline).diagnostics(of: stale, severity)
    if let first = moved.keys.min() {
      var arguments = Option.staged.name
      if case .mergeBase(let revision) = change.oldSide {
        arguments = "\(Option.since.name) \(revision.printable)"
      }
      let command = "'baseline prune \(arguments)'"
      let words =
        moved.count == 1
        ? "a finding to another place; \(command) moves its line"
        : "\(moved.count) findings to other places; \(command) moves their lines"
      mistakes.append(
        Diagnostic(
          severity, at: file.ranges[first], "the change moves \(words)",
          rule: RuleReference(id: "stale-baseline")))
    }
  }

  /// - Parameters:
  ///   - entry: that the finding had before.
  ///   - isRemoved: whether the change takes it out.
  private func shrunk(
    _ finding: FindingIdentity, _ entry: FindingIdentity, _ isRemoved: Bool
  ) -> Diagnostic {
    let file = changed.new.baseline.file
    let next = file.entries.firstIndex { !($0.path < entry.path) } ?? file.entries.indices.last
    let scope = finding.key.scope == "-" ? "" : " in '\(finding.key.scope)'"
    let found = "'\(finding.rule)' still finds '\(finding.key.tokens)'\(scope)"
    let place = finding.path.string
    return Diagnostic(
      .error, at: next.map { file.ranges[$0] } ?? 0..<0,
      isRemoved
        ? "the change takes a line of '\(entry.path.string)' out, but \(found); fix it, or put the "
          + "line back"
        : "the baseline has no line left for '\(place)', but \(found); fix it, or add the line",
      rule: RuleReference(id: "baseline-shrunk"))
  }

  /// What to tell of the baseline; nil if all is well.
  package var report: LintedFile? {
    mistakes.isEmpty
      ? nil
      : LintedFile(source: changed.new.source, findings: inReportOrder(mistakes))
  }

  /// The entries that the new baseline should have, and how many are stale and moved.
  package var pruned: (entries: [FindingIdentity], gone: Int, moved: Int) {
    let gone = stale + new.stale.filter { moved[$0] == nil && changed.added.contains($0) }
    var use = new.use
    use.add(AcceptedEntries(moved: moved.map { (number: $0, finding: $1) }))
    return (use.entries(without: gone), gone.count, use.movedCount)
  }
}

/// The part of a run over a whole project that concerns some files.
private struct WholeRun {
  let baseline: Baseline
  let use: BaselineUse
  /// In report order, with their printed paths.
  let errors: [FindingIdentity]
  /// The entries whose findings are gone, by index.
  let stale: [Int]

  init(
    _ side: ProjectBaseline, _ files: [(linted: LintedFile, file: LintFile)],
    _ changed: ChangedBaseline
  ) {
    let (baselines, projects) = (Baselines(side), changed.linter.projects)
    var known = KnownFindings(baselines)
    let ended = known.add(files.map(\.linted)) + known.end()
    (baseline, use) = (side.baseline, known.use(of: side))
    errors = ended.flatMap { file in
      file.findings.filter { $0.isReported && $0.severity == .error }
        .compactMap { FindingIdentity(path: file.source.path, $0) }
    }
    let paths = Set(changed.change.paths.map(side.place.entryPath(ofAbsolute:)))
      .union(changed.names.map(\.path))
    stale = side.staleEntries(
      of: use, among: use.missing(among: paths.flatMap(side.baseline.entries(of:))).sorted(),
      linted: files.map(\.file), walked: [changed.change.top],
      rules: projects.rulesInForce(with: side, of: baselines, isTraced: false),
      isOff: projects.isOff)
  }
}
