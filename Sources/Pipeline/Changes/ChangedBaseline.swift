import Commands
import Comparison
import Diagnostics
import Workspace

/// The baseline before a change and after it.
private struct BaselineSides {
  let place: BaselinePlace
  let old: BaselineFile
  let new: BaselineFile

  /// The entries of the new baseline that the old one does not have, by index.
  var added: [Int] { grownEntries(of: new, since: old, areMovesIncluded: true) }
  /// The entries of the old baseline that the new one does not have, by index.
  var removed: [Int] { grownEntries(of: old, since: new, areMovesIncluded: true) }
}

extension Change {
  /// The lines of the baseline for which a run over the whole project fails once the change is
  /// merged, or warns: lines that the change adds and no finding uses, findings that stay while
  /// their lines go, and lines that it makes stale. The baseline of the new side is judged, also if
  /// the settings are from elsewhere.
  /// - Parameter known: the baselines of the run.
  /// - Returns: nil if all is well.
  package func mistakesInBaseline(
    _ options: LintOptions, _ known: Baselines, in projects: Projects
  ) throws(GitError) -> LintedFile? {
    guard let sides = try baselineSides(options, known, in: projects) else { return nil }
    let (added, removed) = (sides.added, sides.removed)
    let listed =
      Set(added.map { sides.new.entries[$0].path } + removed.map { sides.old.entries[$0].path })
    let known = Set(sides.new.entries.map(\.path))
    // A finding may have moved to any of them.
    let touched = paths.filter(\.isSwiftFile)
    let isConcerned = touched.contains { known.contains(sides.place.entryPath(ofAbsolute: $0)) }
    let files = Set(listed.map(sides.place.absolutePath) + (isConcerned ? touched : []))
      .filter { $0.relative(to: top) != nil }.sorted()
    if files.isEmpty { return nil }
    func check(
      _ paths: [FilePath], before: Bool = false, with baseline: BaselineFile
    ) throws(GitError) -> WholeRun {
      let inputs = try self.inputs(of: paths, before: before, in: projects)
      return try wholeRun(over: inputs, options, projects, baseline, sides.place)
    }
    let run = try check(files, with: sides.new)
    var mistakes: [Diagnostic] = []
    if !removed.isEmpty {
      let accepted = try check(files, with: sides.old).errors
      mistakes = findings(run.errors.filter { !accepted.keys.contains($0.key) })
    }
    let unused = Set(run.stale).intersection(added)
    mistakes += unused.sorted().map { entry in
      Diagnostic(
        .error, at: sides.new.ranges[entry],
        "the change adds a line that no finding uses; take it out",
        rule: RuleReference(id: "baseline-unused"))
    }
    let left = Set(run.stale).subtracting(added)
    if !left.isEmpty {
      let wasStale = try check(touched, before: true, with: sides.new).stale
      let paths = Set(touched.map { sides.place.entryPath(ofAbsolute: $0) })
      let stale = left.subtracting(wasStale).filter { paths.contains(sides.new.entries[$0].path) }
      mistakes += BaselineUse(Baseline(sides.new)).diagnostics(
        of: stale.sorted(), options.baseline.isStrict ? .error : .warning)
    }
    if mistakes.isEmpty { return nil }
    return LintedFile(source: sides.new.source, findings: inReportOrder(mistakes))
  }

  /// Errors at the start of the baseline, one for each finding.
  private func findings(_ lost: [WholeRun.Place: Diagnostic]) -> [Diagnostic] {
    let sorted = lost.sorted { ($0.key.path, $0.key.offset) < ($1.key.path, $1.key.offset) }
    return sorted.map { place, finding in
      let (id, key) = (finding.rule?.id ?? "", finding.key)
      let scope = key.map { $0.scope == "-" ? "" : " in '\($0.scope)'" } ?? ""
      return Diagnostic(
        .error, at: 0..<0,
        "the change takes a line of '\(place.path.string)' out, but '\(id)' still finds "
          + "'\(key?.tokens ?? "")'\(scope); fix it, or put the line back",
        rule: RuleReference(id: "baseline-shrunk"))
    }
  }

  // MARK: - Texts

  /// Nil if no baseline is used, or one cannot be read: then the run itself says so.
  private func baselineSides(
    _ options: LintOptions, _ known: Baselines, in projects: Projects
  ) throws(GitError) -> BaselineSides? {
    if options.baseline.isIgnored { return nil }
    let folder = projects.configurations.folder(from: top)
    let place = BaselinePlace(options.baseline.named, of: folder, in: projects.place)
    guard let index = paths.firstIndex(of: place.path) else {
      return known.all.first { $0.place.path == place.path }.map {
        BaselineSides(place: place, old: $0.baseline.file, new: $0.baseline.file)
      }
    }
    let named = LintFile(
      path: place.printedPath, relativePath: place.printedPath, configuration: 0)
    let input = Input(named, changed[index], isReported: false)
    guard let read = try texts(of: [input]).inputs.first(where: { _ in true })?.inputs.first
    else { return nil }
    let (old, new) = (read.old.first?.bytes, try? read.newBytes())
    func file(_ bytes: [UInt8]?) -> BaselineFile {
      bytes.map { BaselineFile(parsing: SourceFile(path: place.printedPath, bytes: $0)) }
        ?? BaselineFile(emptyAt: place.printedPath)
    }
    let sides = BaselineSides(place: place, old: file(old), new: file(new))
    return sides.old.mistakes.isEmpty && sides.new.mistakes.isEmpty ? sides : nil
  }

  /// The texts that the old side has at absolute paths; nil where it has none.
  private func committedTexts(of paths: [FilePath]) throws(GitError) -> [[UInt8]?] {
    let name = Array("\(base?.string ?? "HEAD"):".utf8)
    let inside = paths.map { path in
      (path.withoutLinks ?? path).relative(to: top).flatMap {
        $0.bytes.contains(UInt8(ascii: "\n")) ? nil : FilePath(bytes: name + $0.bytes)
      }
    }
    if inside.allSatisfy({ $0 == nil }) { return paths.map { _ in nil } }
    var reader = try ObjectReader(inside.compactMap { $0 })
    return try inside.map { (name) throws(GitError) -> [UInt8]? in
      guard name != nil, case .blob(let bytes) = try reader.next() else { return nil }
      return bytes
    }
  }

  /// The files at absolute paths that are linted, with their texts on one side of the change.
  private func inputs(
    of paths: [FilePath], before: Bool, in projects: Projects
  ) throws(GitError) -> [Input] {
    let selection = Selection(projects.configurations)
    let named = paths.map { projects.configurations.file(at: $0) }
    let changes = paths.map { before ? nil : self.paths.firstIndex(of: $0) }
    let untouched = paths.indices.filter { changes[$0] == nil }
    let committed = Dictionary(
      zip(untouched, try committedTexts(of: untouched.map { paths[$0] })),
      uniquingKeysWith: { first, _ in first })
    return paths.indices.compactMap { index in
      // Entries of a file that is gone are judged by the rules in force there.
      _ = projects.compiledProject(named[index].file.configuration)
      guard selection.decide(named[index], from: top, toldBy: .git) == .lint else { return nil }
      let old = (committed[index] ?? nil).map { FileText.bytes($0) }
      let text = changes[index].map { changed[$0].new } ?? old ?? .nothing
      if text.isNothing { return nil }
      return Input(file: named[index].file, isReported: true, new: text)
    }
  }

  /// Lints files as a run over the whole project does.
  private func wholeRun(
    over inputs: [Input], _ options: LintOptions, _ projects: Projects, _ file: BaselineFile,
    _ place: BaselinePlace
  ) throws(GitError) -> WholeRun {
    let baseline = ProjectBaseline(file, at: place, tree)
    let baselines = Baselines(baseline)
    var (use, files, failure) = (KnownUse(baselines), [LintedFile](), GitError?.none)
    var linted: [LintFile] = []
    Linter(projects, options, baselines).lint(try texts(of: inputs).inputs) { batch in
      failure = batch.inputs.error
      linted += batch.checkedFiles
      files += use.add(batch)
      return failure == nil
    }
    if let failure { throw failure }
    files += use.end()
    var run = WholeRun()
    for file in files {
      for finding in file.findings where finding.isReported && finding.severity == .error {
        let place = WholeRun.Place(
          path: file.source.path, offset: finding.range.lowerBound, rule: finding.rule?.id)
        run.errors[place] = finding
      }
    }
    run.stale = baseline.staleEntries(
      of: use.use(of: baseline), linted: linted, walked: [top],
      rules: projects.rulesInForce(with: baseline, of: baselines, isTraced: false),
      isOff: projects.isOff)
    return run
  }
}

/// The part of a run over a whole project that concerns the files of a baseline.
private struct WholeRun {
  struct Place: Hashable {
    let path: FilePath
    let offset: Int
    let rule: String?
  }

  var errors: [Place: Diagnostic] = [:]
  /// The entries of the baseline whose findings are gone, by index.
  var stale: [Int] = []
}
