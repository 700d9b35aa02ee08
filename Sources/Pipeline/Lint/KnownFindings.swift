import Commands
import Comparison
import Diagnostics
import RuleEngine
import Workspace

// Findings that are known from before a run are not reported: those in the baseline, and those in
// the old texts of a change.

extension Baselines {
  var leaveAllFindings: Bool { !comparesSides && isEmpty }

  /// Whether findings of the file may have come from another one. If so, it is not known before the
  /// end which of them to report.
  fileprivate func asksForMoves(to file: LintedFile) -> Bool {
    comparesSides || file.baseline?.goneEntries.isEmpty == false
  }

  /// Accepts the findings of a file that are in the baseline. No old text is compared.
  package func accept(_ file: inout LintedFile) {
    guard file.findings.contains(where: \.isReported),
      let baseline = baseline(of: file.source.path)
    else { return }
    file.baseline = baseline
    let source = file.source
    file.accepted = baseline.baseline.accept(
      &file.findings, in: baseline.place.entryPath(of: source.path)
    ) { source.declaredScopes(using: LintWorkerState()) }
  }

  /// Accepts the findings of a file of a change that are in the baseline as they are.
  /// - Parameters:
  ///   - introduced: the indexes of those that no old text has. The others are not reported in any
  ///     case. They come first, so that each entry holds only one finding of both texts.
  ///   - spent: how often entries accept something else already.
  /// - Returns: how many of the others the baseline does not have.
  func accept(
    _ file: inout LintedFile, introducing introduced: Set<Int>,
    besides spent: [FindingIdentity: Int] = [:]
  ) -> Int {
    let others = file.findings.indices.filter { !introduced.contains($0) }
    var findings = (others + introduced.sorted()).map { file.findings[$0] }
    var accepted: Set<Int> = []
    if !findings.isEmpty, let baseline = baseline(of: file.source.path) {
      file.baseline = baseline
      let path = baseline.place.entryPath(of: file.source.path)
      let pairs = baseline.baseline.entries(of: findings, in: path, besides: spent)
      file.accepted = AcceptedEntries(inPlace: pairs.map(\.entry))
      accepted = Set(pairs.map(\.finding))
      findings.addNotes(
        on: pairs.compactMap { FindingIdentity(path: path, findings[$0.finding]) },
        besides: accepted.union(others.indices))
    }
    file.findings = findings.indices.dropFirst(others.count)
      .filter { !accepted.contains($0) }.map { findings[$0] }
    return others.indices.count { !accepted.contains($0) }
  }

  /// The findings of a file that is linted alone, with their verdicts.
  package func judged(_ findings: [Diagnostic], in source: SourceFile) -> [Diagnostic] {
    var file = LintedFile(source: source, findings: findings)
    accept(&file)
    return settled(file)
  }

  /// The findings of a file that is linted alone, also if some have come from a file that is gone.
  func settled(_ file: LintedFile) -> [Diagnostic] {
    guard file.findings.contains(where: \.isReported), asksForMoves(to: file) else {
      return file.findings
    }
    var use = KnownFindings(self)
    return (use.add([file]) + use.end())[0].findings
  }

  /// Accepts findings of several files that have moved from files that are gone.
  /// - Parameter use: of the baseline.
  fileprivate func acceptMoved(
    in files: inout [LintedFile], _ baseline: ProjectBaseline, _ use: inout BaselineUse
  ) {
    let gone = baseline.goneEntries
    var found: [FindingIdentity] = []
    var places: [(file: Int, index: Int)] = []
    for file in files.indices where files[file].baseline === baseline {
      let path = baseline.place.entryPath(of: files[file].source.path)
      for (index, finding) in files[file].findings.enumerated() where finding.isReported {
        guard let known = FindingIdentity(path: path, finding) else { continue }
        found.append(known)
        places.append((file, index))
      }
    }
    let moved = use.acceptMoved(gone, among: found).map { places[$0] }
    for (file, moved) in Dictionary(grouping: moved, by: \.file) {
      files[file].findings.accept(Set(moved.map(\.index)))
    }
  }
}

/// The state of a run regarding what is known from before.
package struct KnownFindings {
  package let baselines: Baselines
  /// Of the baselines that accepted something.
  private var uses: [BaselineUse] = []
  /// Findings that an old tree has, too.
  package private(set) var oldCount = 0
  /// Files that cannot be judged before the end, in order.
  private var held: [LintedFile] = []
  /// The files that were linted; kept only to judge entries at the end, since a tree has many.
  private var linted = LintFiles()
  private let judgesEntries: Bool
  /// What a change makes of its baseline; nil before the end, and where none is compared.
  package private(set) var judgement: BaselineJudgement?

  /// - Parameter judgesEntries: whether `staleEntries` will be asked for.
  package init(_ baselines: Baselines, judgesEntries: Bool = false) {
    (self.baselines, self.judgesEntries) = (baselines, judgesEntries)
  }

  /// The entries of a baseline that the run has found again.
  package func use(of baseline: ProjectBaseline) -> BaselineUse {
    uses.first { $0.baseline === baseline.baseline } ?? BaselineUse(baseline.baseline)
  }

  /// The number of findings that the baselines hold; nil without a baseline.
  package var baselineCounts: (accepted: Int, moved: Int)? {
    if baselines.isEmpty { return nil }
    return uses.reduce(into: (0, 0)) { counts, use in
      counts.0 += use.acceptedCount
      counts.1 += use.movedCount
    }
  }

  private mutating func change(_ baseline: ProjectBaseline, _ body: (inout BaselineUse) -> Void) {
    let known = uses.firstIndex { $0.baseline === baseline.baseline }
    if known == nil { uses.append(BaselineUse(baseline.baseline)) }
    body(&uses[known ?? uses.count - 1])
  }

  /// - Returns: the files whose findings have their verdicts.
  package mutating func add(_ batch: LintedBatch) -> [LintedFile] {
    if judgesEntries, !baselines.isEmpty { linted.append(contentsOf: batch.checkedFiles) }
    return add(batch.files)
  }

  mutating func add(_ files: [LintedFile]) -> [LintedFile] {
    for file in files { addAccepted(of: file) }
    // Whether files of the baseline are gone costs a question to the disk for each of its paths.
    let files = baselines.comparesSides ? files : files.filter { !$0.findings.isEmpty }
    // Files are reported in order: those that follow wait, too.
    guard !files.isEmpty, !held.isEmpty || files.contains(where: baselines.asksForMoves) else {
      return files
    }
    held += files
    return []
  }

  private mutating func addAccepted(of file: LintedFile) {
    if let baseline = file.baseline { change(baseline) { $0.add(file.accepted) } }
  }

  /// The entries of a baseline whose finding is gone, by index; none in a run that lints a change.
  /// - Parameter isTraced: whether rules that are traced have found all that they can.
  package func staleEntries(
    of baseline: ProjectBaseline, _ options: LintOptions, _ projects: Projects, isTraced: Bool
  ) -> [Int] {
    guard case .paths(let paths, _) = options.input else { return [] }
    return baseline.staleEntries(
      of: use(of: baseline), linted: linted,
      walked: paths.map { projects.place.absolutePath(of: $0) },
      rules: projects.rulesInForce(with: baseline, of: baselines, isTraced: isTraced),
      isOff: projects.isOff)
  }

  /// - Parameters:
  ///   - baseline: that of the change; nil if it has none.
  ///   - scopes: of the change, for each old tree; few changes need them.
  /// - Returns: the files that were held.
  package mutating func end(
    _ baseline: ChangedBaseline? = nil, scopes: () -> [DeclaredScopes] = { [] }
  ) -> [LintedFile] {
    if baselines.comparesSides { dropOldFindings(baseline, scopes) }
    var files = held
    held = []
    // In a change both texts have told what has moved.
    if baselines.comparesSides || files.allSatisfy(\.findings.isEmpty) { return files }
    let baselines = baselines
    for baseline in baselines.all where !baseline.goneEntries.isEmpty {
      change(baseline) { baselines.acceptMoved(in: &files, baseline, &$0) }
    }
    return files
  }

  /// Keeps findings that no old tree has, neither in the same file nor, if code was moved, in
  /// another.
  private mutating func dropOldFindings(
    _ baseline: ChangedBaseline?, _ scopes: () -> [DeclaredScopes]
  ) {
    lazy var knownScopes = scopes()
    var kept = held.map { Set($0.findings.indices) }
    let differences = (held.first?.differences.indices ?? 0..<0).map { tree in
      ChangeDifference(in: held.map { $0.differences[tree] }) { knownScopes[tree] }
    }
    for difference in differences {
      for file in held.indices { kept[file].formIntersection(difference.introduced[file]) }
    }
    var judgement = baseline?.judgement(of: held, differences.first)
    for file in held.indices {
      oldCount += baselines.accept(
        &held[file], introducing: kept[file], besides: judgement?.spent ?? [:])
      addAccepted(of: held[file])
    }
    judgement?.end(reporting: held)
    self.judgement = judgement
  }
}
