import Diagnostics
import RuleEngine
import Workspace

/// Writes the fix-its of what is reported in the files into them. They are linted afterwards, as if
/// a person had made the changes, so that what is reported is what remains.
func fix(
  _ files: LintFiles, in place: Place, with linter: Linter, jobs: Int?, _ run: inout LintRun
) {
  var scope = place.fileScope
  let folders = Set(files.map(\.path).filter { !scope.symlinkEscapes($0) }.map(\.folderPart))
  run.addLeftovers(folders.reduce(0) { $0 + removeLeftovers(in: $1) })
  var writer = FixWriter(within: scope, linter)
  forEachFix(in: files, with: linter, jobs: jobs) { index, outcome in
    if let outcome { writer.write(outcome, to: files[index], &run) }
    run.addFixes(of: index + 1, in: files.count)
    return true
  }
  run.add(writer.counts)
}

/// Prints as a patch what `fix` would write.
func showFixes(
  of files: LintFiles, in place: Place, with linter: Linter, jobs: Int?, _ run: inout LintRun
) {
  var counts = FixCounts(isDone: false)
  var shown: Set<FilePath> = []
  forEachFix(in: files, with: linter, jobs: jobs) { index, outcome in
    let path = files[index].path
    guard let outcome else { return true }
    let name = path.nameInPatch(from: place.workingFolder)
    // Several paths may lead to one file.
    guard shown.insert(name).inserted else { return true }
    counts.found += outcome.fixes.found
    run.addObstacle(to: outcome.fixes, of: path)
    guard let bytes = outcome.fixes.bytes else { return true }
    counts.addFixed(outcome.fixes)
    return run.addDiff(of: name, from: outcome.original, to: bytes)
  }
  run.add(counts)
}

/// - Parameter deliver: takes, in order, what fixing a file comes to; false ends the work.
private func forEachFix(
  in files: LintFiles, with linter: Linter, jobs: Int?, deliver: (Int, FixOutcome?) -> Bool
) {
  workInOrder(
    on: files.indices, jobs: jobs,
    makeWorker: { LintMemory() },
    work: { memory, index in linter.fix(files[index], using: memory) },
    size: { $0?.size ?? 0 },
    deliver: deliver)
}

/// Replaces files one after the other.
private struct FixWriter {
  private var scope: ReadScope
  private let linter: Linter
  private let memory = LintMemory()
  private var written: Set<FileIdentity> = []
  /// Whether a file could not keep all that it had.
  private var hasLost = false
  private(set) var counts = FixCounts(isDone: true)

  init(within scope: ReadScope, _ linter: Linter) {
    (self.scope, self.linter) = (scope, linter)
  }

  mutating func write(_ outcome: FixOutcome, to file: LintFile, _ run: inout LintRun) {
    do {
      try scope.requireNoLinkOut(at: file.path)
      let entry = try FileEntry(at: file.path)
      var outcome = outcome
      if try written.contains(entry.identity()) {
        // By another path the file has been fixed meanwhile.
        guard let anew = linter.fix(file, using: memory) else { return }
        outcome = anew
      }
      counts.found += outcome.fixes.found
      run.addObstacle(to: outcome.fixes, of: file.path)
      guard let bytes = outcome.fixes.bytes else { return }
      // No signal leaves a file half replaced.
      let lost = try holdingTermination { () throws(FileError) in
        try entry.replaceBytes(outcome.original, with: bytes)
      }
      try written.insert(entry.identity())
      run.addFixed(file.path, outcome.fixes)
      counts.addFixed(outcome.fixes)
      // One stands for all: they are lost for the same reason.
      if let lost, !hasLost { run.addLost(lost, of: file.path) }
      hasLost = hasLost || lost != nil
    } catch {
      run.addUnfixed(file.path, error.text)
    }
  }
}
