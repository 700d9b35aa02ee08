import Commands
import Comparison
import Diagnostics
import Workspace

/// The baseline of the project before a change and after it. That of the new side is judged, also
/// if the settings are from elsewhere.
package final class ChangedBaseline {
  /// For each old tree.
  let old: [ProjectBaseline]
  package let new: ProjectBaseline
  let change: Change
  fileprivate(set) var linter: Linter
  /// Why not all files of the project can be judged.
  package private(set) var failure: GitError?
  /// The entries that the new one has, and no old one.
  let added: Set<Int>
  /// The entries of the first old one that the new one does not have.
  let removed: [FindingIdentity]

  /// - Parameter old: for each old tree; nil where it has the new one.
  fileprivate init(
    _ change: Change, _ linter: Linter, old: [Baseline?], new: Baseline,
    _ places: (old: BaselinePlace, new: BaselinePlace)
  ) {
    (self.change, self.linter) = (change, linter)
    self.new = ProjectBaseline(
      new, at: places.new, change.tree, touched: change.presence { !$0.new.isNothing })
    self.old = old.indices.map { tree in
      ProjectBaseline(
        old[tree] ?? new, at: places.old, change.tree,
        touched: change.presence { tree < $0.old.count && $0.old[tree] != nil })
    }
    added = old.reduce(Set(new.entries.indices)) { added, old in
      guard let old, !added.isEmpty else { return [] }
      return added.intersection(grownEntries(of: new.file, since: old.file, areMovesIncluded: true))
    }
    let first = old.first ?? nil
    removed =
      first.map { old in
        grownEntries(of: old.file, since: new.file, areMovesIncluded: true).map { old.entries[$0] }
      } ?? []
  }

  /// The entries that the change adds or removes.
  var names: [FindingIdentity] { added.map { new.baseline.entries[$0] } + removed }

  /// Compares a run over the whole project before the change with one after it.
  /// - Parameters:
  ///   - touched: the files of the change, linted.
  ///   - difference: since the first old tree.
  func judgement(
    of touched: [LintedFile], _ difference: ChangeDifference?
  ) -> BaselineJudgement {
    let listed = Set(names.map { new.place.absolutePath(of: $0.path) })
    let further = listed.subtracting(change.paths)
    var files = touched + lint(further.sorted())
    var judgement = BaselineJudgement(self, files, difference)
    if judgement.dependsOnAllFiles(listed) {
      let known = listed.union(change.paths)
      files += lint(allFiles().filter { !known.contains($0) })
      judgement = BaselineJudgement(self, files, difference)
    }
    return judgement
  }

  private func allFiles() -> [FilePath] {
    do throws(GitError) {
      return try filePaths(in: change.base ?? FilePath("HEAD"))
        .map { change.top.appending($0) }.filter(\.isSwiftFile)
    } catch {
      failure = error
      return []
    }
  }

  /// Files that the change does not touch, linted as those that it touches.
  /// - Parameter paths: absolute.
  private func lint(_ paths: [FilePath]) -> [LintedFile] {
    let inside = paths.filter { $0.relative(to: change.top) != nil }
    if inside.isEmpty { return [] }
    var files: [LintedFile] = []
    do throws(GitError) {
      let inputs = try change.untouchedInputs(of: inside, linter.projects, trees: old.count)
      linter.lint(try change.texts(of: inputs).inputs) { batch in
        failure = failure ?? batch.inputs.error
        files += batch.files
        return failure == nil
      }
    } catch {
      failure = error
    }
    return files
  }
}

extension Change {
  /// What a run reads of git.
  /// - Parameter linter: of the change; from now on it lints each side as runs over the whole
  ///   project do, too.
  /// - Returns: warnings about settings, and the baseline of both sides: nil if none is used, or
  ///   one cannot be read, which the run itself says.
  package func texts(
    for linter: inout Linter
  ) throws(GitError) -> (warnings: [String], inputs: InputBatches, baseline: ChangedBaseline?) {
    let used = settings(of: linter.projects, linter.baselines.all.first, linter.options)
    let texts = try texts(after: used.map(\.name))
    let settings = zip(used, texts.settings).map { (used: $0, text: $1) }
    let warnings = settings.compactMap { warning(about: $0.used, of: $0.text) }
    guard linter.options.comparesSides, !linter.options.baseline.isIgnored else {
      return (warnings, texts.inputs, nil)
    }
    let places = baselinePlaces(linter.options, linter.projects)
    let staged = settings.first { $0.used.path == places.new.printedPath }?.text
    guard let (old, new) = try baselineFiles(places, linter, staged: staged) else {
      return (warnings, texts.inputs, nil)
    }
    let files = old.compactMap { $0 } + [new]
    guard files.allSatisfy(\.file.mistakes.isEmpty), !files.allSatisfy(\.entries.isEmpty) else {
      return (warnings, texts.inputs, nil)
    }
    let baseline = ChangedBaseline(self, linter, old: old, new: new, places)
    linter.sides = (baseline.old + [baseline.new]).map { Baselines($0) }
    baseline.linter = linter
    return (warnings, texts.inputs, baseline)
  }

  fileprivate func presence(_ isThere: (ChangedPath) -> Bool) -> [FilePath: Bool] {
    Dictionary(zip(paths, changed.map(isThere)), uniquingKeysWith: { first, _ in first })
  }

  /// Where each side has its baseline: a change may write another name into the configuration.
  private func baselinePlaces(
    _ options: LintOptions, _ projects: Projects
  ) -> (old: BaselinePlace, new: BaselinePlace) {
    func place(_ projects: Projects) -> BaselinePlace {
      let folder = projects.configurations.folder(from: top)
      return BaselinePlace(options.baseline.named, of: folder, in: projects.place)
    }
    let isSame =
      options.baseline.named != nil || options.rules.configuration != nil
      || !paths.contains { isConfigurationName($0.lastComponent) }
    func projectsOf(_ commit: CommittedFiles?) -> Projects {
      Projects(
        options.rules, settings: SettingsFiles(of: commit), like: projects, heedsVersion: false)
    }
    guard !isSame, let before = try? Revision(base ?? FilePath("HEAD")),
      let old = try? committedFiles(of: before, in: projects.place)
    else { return (place(projects), place(projects)) }
    let commit = try? tree.map { try committedFiles(of: $0.revision, in: projects.place) }
    let isNewUsed = projects.place.settings.commit == nil && tree == nil
    return (place(projectsOf(old)), place(isNewUsed ? projects : projectsOf(commit)))
  }

  /// The baselines of the old trees, nil for one that is as the new one, and the new one; nil if
  /// there is none.
  /// - Parameter staged: what git has where the baseline is not changed.
  private func baselineFiles(
    _ places: (old: BaselinePlace, new: BaselinePlace), _ linter: Linter, staged: [UInt8]??
  ) throws(GitError) -> (old: [Baseline?], new: Baseline)? {
    let isMoved = places.old.path != places.new.path
    let isOnDisk = linter.options.textKind == nil
    func change(at place: BaselinePlace) -> ChangedPath? {
      paths.firstIndex(of: place.path).map { changed[$0] }
    }
    func committed(_ place: BaselinePlace) throws(GitError) -> FileText {
      try committedTexts(of: [place.path])[0].map { .bytes($0) } ?? .nothing
    }
    func file(_ text: FileText) throws(GitError) -> Baseline {
      let path = places.new.printedPath
      var bytes = text.bytes
      if case .disk = text { bytes = try? readFile(places.new.path, followingLink: false) }
      if case .blob(let name) = text {
        var reader = try ObjectReader([name])
        if case .blob(let content) = try reader.next() { bytes = content }
      }
      return Baseline(
        bytes.map { BaselineFile(parsing: SourceFile(path: path, bytes: $0)) }
          ?? BaselineFile(emptyAt: path))
    }
    let trees = changed.first?.old.indices ?? 0..<1
    let newSide = change(at: places.new)
    if newSide == nil, !isMoved, linter.projects.place.settings.commit == nil {
      let new =
        if !isOnDisk, let staged {
          try file(staged.map { .bytes($0) } ?? .nothing)
        } else {
          linter.baselines.all.first { $0.place.path == places.new.path }?.baseline
        }
      return new.map { (trees.map { _ in nil }, $0) }
    }
    let unchanged = isOnDisk || newSide != nil ? .disk : try committed(places.new)
    let new = try file(newSide?.new ?? unchanged)
    if newSide == nil, !isMoved { return (trees.map { _ in nil }, new) }
    let oldSide = change(at: places.old)
    return (
      try trees.map { (tree) throws(GitError) -> Baseline in
        if let oldSide { return try file(oldSide.old[tree].map { .blob($0) } ?? .nothing) }
        return try file(committed(places.old))
      }, new
    )
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

  /// The files at absolute paths that are linted, with the text that each side has.
  fileprivate func untouchedInputs(
    of paths: [FilePath], _ projects: Projects, trees: Int
  ) throws(GitError) -> [Input] {
    let selection = Selection(projects.configurations)
    return zip(paths, try committedTexts(of: paths)).compactMap { path, text in
      let named = projects.configurations.file(at: path)
      // Entries of a file that is gone are judged by the rules in force there.
      _ = projects.compiledProject(named.file.configuration)
      guard let text, selection.decide(named, from: top, toldBy: .git) == .lint else { return nil }
      let bytes = FileText.bytes(text)
      return Input(
        file: named.file, isReported: false, new: bytes,
        old: (0..<trees).map { _ in bytes })
    }
  }
}
