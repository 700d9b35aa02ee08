import Diagnostics
import RuleEngine
import Workspace

/// Writes the fix-its of what is reported in the files into them. They are linted afterwards, as if
/// a person had made the changes, so that what is reported is what remains.
func fix(_ files: LintFiles, with linter: Linter, jobs: Int?, _ run: inout LintRun) {
  holdingTermination { letPending in
    var writer = FixWriter(linter: linter)
    workInOrder(
      on: files.indices, jobs: jobs,
      makeWorker: { LintMemory() },
      work: { memory, index in linter.fix(files[index], using: memory) },
      size: { $0?.size ?? 0 },
      deliver: { index, outcome in
        if let outcome { writer.write(outcome, to: files[index], &run) }
        run.addFixes(of: index + 1, in: files.count)
        // No file is half replaced here.
        letPending()
        return true
      })
    run.add(writer.counts)
  }
}

/// Replaces files one after the other.
private struct FixWriter {
  private let linter: Linter
  private let memory = LintMemory()
  private var written: Set<FileIdentity> = []
  /// Whether a file could not keep all that it had.
  private var hasLost = false
  private(set) var counts = FixCounts()

  init(linter: Linter) {
    self.linter = linter
  }

  mutating func write(_ outcome: FixOutcome, to file: LintFile, _ run: inout LintRun) {
    do {
      let entry = try FileEntry(at: file.path)
      var outcome = outcome
      if try written.contains(entry.identity()) {
        // By another path the file has been fixed meanwhile.
        guard let anew = linter.fix(file, using: memory) else { return }
        outcome = anew
      }
      counts.found += outcome.fixes.found
      guard !outcome.fixes.isEndless else {
        return run.addUnfixed(file.path, "a replacement leads to another one without end")
      }
      guard let bytes = outcome.fixes.bytes else { return }
      let lost = try entry.replaceBytes(outcome.original, with: bytes)
      try written.insert(entry.identity())
      run.addFixed(file.path, outcome.fixes)
      counts.fixed += outcome.fixes.fixed
      counts.files += 1
      // One stands for all: they are lost for the same reason.
      if let lost, !hasLost { run.addLost(lost, of: file.path) }
      hasLost = hasLost || lost != nil
    } catch {
      run.addUnfixed(file.path, error.text)
    }
  }
}
