import Comparison
import Diagnostics
import Workspace

/// Lints the files of a change; where there is an old side, what it has is not reported.
func lint(
  _ change: Change, _ options: LintOptions, with linter: Linter, _ projects: Projects,
  _ baseline: ProjectBaseline?, _ run: inout LintRun
) {
  run.begin(change)
  var sides: [ComparedSides] = []
  defer {
    if options.showsSilencing {
      run.addSilencing(
        change.silencing(options, comments: sides.compactMap(\.comments), in: projects.place))
    }
  }
  guard !change.files.isEmpty else { return }
  for number in Set(change.files.map(\.file.configuration)).sorted() {
    if linter.ruleSets.ruleSet(of: number) == nil { run.tellMistakes(in: number) }
  }
  let settings = change.stagedSettings(of: projects, baseline)
  let texts: ChangedTexts
  do throws(GitError) {
    texts = try ChangedTexts(of: change, after: settings.map(\.name))
  } catch {
    run.fail(error)
    return
  }
  for (file, staged) in zip(settings, texts.staged) {
    if let staged, !isSameText(staged, file.source.bytes) { run.warn(ofUnstaged: file.source.path) }
  }
  workInOrder(
    on: texts, jobs: options.jobs,
    makeWorker: { LintMemory() },
    work: { memory, text in
      text.map { linter.lint($0, ofStaged: change.isStaged, using: memory) }
    },
    size: { (try? $0.get().size) ?? 0 },
    deliver: { _, outcome in
      switch outcome {
      case .success(let outcome):
        if let compared = outcome.sides { sides.append(compared) }
        return run.add(outcome.batch, of: FoundFiles(files: outcome.files))
      case .failure(let error):
        // What was checked before is reported.
        run.fail(error)
        return false
      }
    })
  let introduced = linter.introduced(in: sides, ofStaged: change.isStaged) {
    declaredScopes(in: change, with: linter, jobs: options.jobs, &run)
  }
  _ = run.add(introduced, of: FoundFiles())
}

/// What the files of a change declare, for each old tree. They are read again: to keep the texts
/// of a large change would take more memory than all else.
private func declaredScopes(
  in change: Change, with linter: Linter, jobs: Int?, _ run: inout LintRun
) -> [DeclaredScopes] {
  let treeCount = change.files.first?.old.count ?? 0
  var scopes = [DeclaredScopes](repeating: DeclaredScopes(), count: treeCount)
  let texts: ChangedTexts
  do throws(GitError) {
    texts = try ChangedTexts(of: change, after: [])
  } catch {
    run.fail(error)
    return scopes
  }
  workInOrder(
    on: texts, jobs: jobs,
    makeWorker: { LintMemory() },
    work: { memory, text in text.map { linter.declaredScopes(in: $0, using: memory) } },
    size: { _ in 0 },
    deliver: { _, outcome in
      switch outcome {
      case .success(let declared):
        for (tree, declared) in (declared ?? []).enumerated() {
          scopes[tree].old.formUnion(declared.old)
          scopes[tree].new.formUnion(declared.new)
        }
        return true
      case .failure(let error):
        run.fail(error)
        return false
      }
    })
  return scopes
}

extension Change {
  /// The configuration, the rule files and the baseline as far as they lie in the work tree, with
  /// what git calls their staged text, where they are read from the working tree.
  fileprivate func stagedSettings(
    of projects: Projects, _ baseline: ProjectBaseline?
  ) -> [(name: FilePath, source: SourceFile)] {
    guard isStaged, projects.place.settings.commit == nil else { return [] }
    let files = projects.settingsFiles + (baseline.map { [$0.source] } ?? [])
    return files.compactMap { source in
      let path = source.path.resolved(from: projects.place.workingFolder)
      guard let inside = (path.withoutLinks ?? path).relative(to: top),
        !inside.bytes.contains(UInt8(ascii: "\n"))
      else { return nil }
      return (FilePath(bytes: [UInt8(ascii: ":")] + inside.bytes), source)
    }
  }
}

/// Whether texts differ in nothing but the line ends that git changes on the way to the disk.
func isSameText(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left == right || left.withPlainLineEnds == right.withPlainLineEnds
}

extension [UInt8] {
  /// Without the CR of each CRLF.
  fileprivate var withPlainLineEnds: [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(count)
    for index in indices {
      let isPair =
        self[index] == UInt8(ascii: "\r") && index + 1 < endIndex
        && self[index + 1] == UInt8(ascii: "\n")
      if !isPair { plain.append(self[index]) }
    }
    return plain
  }
}
