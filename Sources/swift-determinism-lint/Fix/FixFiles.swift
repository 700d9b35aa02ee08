import Commands
import Diagnostics
import Pipeline
import RuleEngine
import Workspace

/// Writes the fix-its of what is reported in the files into them. They are linted afterwards, as if
/// a person had made the changes, so that what is reported is what remains.
func fix(_ found: FoundFiles, in place: Place, with linter: Linter, _ run: inout LintRun) {
  var named: [FilePath] = []
  if case .paths(let paths, _) = linter.options.input {
    named = paths.compactMap { $0.followingLinks(from: place.workingFolder) }
      .filter { (try? kindOfFile(at: $0)) == .folder }
  }
  var writer = FixWriter(place, within: named, linter)
  var count = 0
  forEachFix(in: found, with: linter) { file, outcome in
    if let outcome { writer.write(outcome, to: file, &run) }
    count += 1
    run.show(progress: "Fixed \(count) of \(counted(found.files.count, "file"))")
    return true
  }
  run.receipt.fixes = writer.counts
}

/// Prints as a patch what `fix` would write.
func showFixes(
  of found: FoundFiles, in place: Place, with linter: Linter, _ run: inout LintRun
) {
  var counts = FixCounts(isDone: false)
  var shown: Set<FilePath> = []
  forEachFix(in: found, with: linter) { file, outcome in
    guard let outcome else { return true }
    let path = file.path
    let name = path.nameInPatch(from: place.workingFolder)
    // Several paths may lead to one file.
    guard shown.insert(name).inserted else { return true }
    counts.found += outcome.fixes.found
    run.addObstacle(to: outcome.fixes, of: path)
    guard let bytes = outcome.fixes.bytes else { return true }
    counts.addFixed(outcome.fixes)
    return run.addDiff(of: name, from: outcome.original, to: bytes, keeping: outcome.fixes.kept)
  }
  run.receipt.fixes = counts
}

/// - Parameter deliver: takes, in order, what fixing a file comes to; false ends the work.
private func forEachFix(
  in found: FoundFiles, with linter: Linter, deliver: (LintFile, FixOutcome?) -> Bool
) {
  forEachBatch(
    of: InputBatches(found), jobs: linter.options.jobs,
    work: { memory, inputs in inputs.files.map { linter.fix($0, using: memory) } },
    size: { $0.reduce(0) { $0 + ($1?.size ?? 0) } },
    deliver: { inputs, outcomes in zip(inputs.files, outcomes).allSatisfy(deliver) })
}

/// Replaces files one after the other.
private struct FixWriter {
  private let place: Place
  /// The folders that the command line names.
  private let named: [FilePath]
  private let linter: Linter
  private let memory = LintWorkerState()
  private var written: Set<FilePath> = []
  private(set) var counts = FixCounts(isDone: true)

  init(_ place: Place, within named: [FilePath], _ linter: Linter) {
    (self.place, self.named, self.linter) = (place, named, linter)
  }

  mutating func write(_ outcome: FixOutcome, to file: LintFile, _ run: inout LintRun) {
    do {
      let target = try place.writable(file.path, within: named)
      var outcome = outcome
      if written.contains(target.path) {
        // By another path the file has been fixed meanwhile.
        guard let again = linter.fix(file, using: memory) else { return }
        outcome = again
      }
      counts.found += outcome.fixes.found
      run.addObstacle(to: outcome.fixes, of: file.path)
      guard let bytes = outcome.fixes.bytes else { return }
      try replaceFile(target, holding: outcome.original, with: bytes)
      written.insert(target.path)
      let count = "\(outcome.fixes.fixed) of \(counted(outcome.fixes.found, "finding"))"
      run.note("Fixed \(file.path.printable): \(count)\n")
      counts.addFixed(outcome.fixes)
    } catch {
      run.addUnfixed(file.path, error.text)
    }
  }
}

extension LintRun {
  /// Tells why findings that could be fixed are left, if any are.
  fileprivate mutating func addObstacle(to fixes: FileFixes, of path: FilePath) {
    if fixes.isEndless { addUnfixed(path, "one replacement leads to the next without end") }
    if fixes.isUnfinished {
      tell(.warning, "'\(path.string)' has more to fix; run the command again")
    }
  }
}
