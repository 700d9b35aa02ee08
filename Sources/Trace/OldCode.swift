import CallGraph
import Comparison
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Workspace

extension TraceRun {
  /// The code before a change, in which untouched files are those that were read already, and the
  /// comments of the changed files on both sides.
  func oldCode(
    of change: Change, than new: TracedCode
  ) throws(GitError) -> (code: TracedCode, comments: [ComparedComments]) {
    var files = Dictionary(
      new.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var comments: [ComparedComments] = []
    let comparing = LintWorkerState()
    var failure: GitError?
    forEachBatch(
      of: try change.texts().inputs, jobs: options.lint.jobs,
      work: { [root, linter, names] memory, batch in
        batch.inputs.first.flatMap { oldFile($0, below: root, linter, names, using: memory) }
      },
      size: { _ in 0 },
      deliver: { batch, old in
        failure = batch.error
        guard let old, failure == nil else { return failure == nil }
        let known = files[old.path]
        // A deleted file is in the old code alone; others missing from the new code were not read.
        guard known != nil || old.isDeleted else { return true }
        let sources = [known, old.file].map { $0?.source }
        let lists = sources.map { $0.map { $0.allowingComments(using: comparing) } ?? [] }
        comments.append(ComparedComments(path: old.printedPath, new: lists[0], old: lists[1]))
        files[old.path] = old.file
        return true
      })
    if let failure { throw failure }
    let sorted = files.values.sorted { $0.path < $1.path }
    return (
      TracedCode(sorted, manifests: manifests(among: sorted), headers: names.headers), comments
    )
  }

  /// The ways to uses that no entry could reach before, wherever the uses were then.
  /// - Parameter ended: the causes that older settings allowed, or where a trace ended.
  func newWays(
    in trace: Trace, than old: TracedCode, ended: Set<PlacedCause>
  ) -> [ReachedCauses] {
    var before = trace.search
    before.causes = old.causes
    before.entries = old.entries(from: before.origin)
    if before.named != nil, !before.isAboutPlace {
      let names = Set(trace.search.entries.map(\.name))
      before.entries = (old.tests + old.entries(from: .all)).filter { names.contains($0.name) }
    }
    let wasReached = Trace(before, in: old, jobs: options.lint.jobs).reachedByFile
    let isReached = trace.reachedByFile
    let paths = Set(wasReached.keys).union(isReached.keys).sorted()
    let differences = paths.map { path in
      FileDifference(
        from: old.known(wasReached[path] ?? [], of: before.causes),
        to: trace.code.known(isReached[path] ?? [], of: trace.search.causes))
    }
    let introduced = ChangeDifference(in: differences) {
      (old.declaredNames, trace.code.declaredNames)
    }.introduced
    let new = Set(zip(paths, introduced).flatMap { path, new in new.map { isReached[path]![$0] } })
    return trace.found.map { reached in
      var reached = reached
      reached.keepWays { cause, _ in
        new.contains(cause) || ended.contains(trace.code.placed(trace.search.causes[cause]))
      }
      return reached
    }
  }
}

extension TracedCode {
  fileprivate func known(_ numbers: [Int], of causes: [Cause]) -> [FindingIdentity] {
    guard let first = numbers.first else { return [] }
    return FindingIdentity.findings(
      numbers.map { causes[$0].finding }, in: files[causes[first].file].source)
  }

  fileprivate var declaredNames: Set<String> {
    Set(program.nodes.indices.map(program.name(ofNode:)))
  }
}

/// The old text of a file that a change touches, nil if there was none, with the path from the
/// root; nil for a file that is not below the root.
private func oldFile(
  _ input: Input, below root: TracedRoot, _ linter: Linter, _ names: TracedNames,
  using memory: LintWorkerState
) -> (path: FilePath, printedPath: FilePath, file: TracedFile?, isDeleted: Bool)? {
  guard let path = root.relativePath(of: input.file.path) else { return nil }
  let file = input.old.first?.bytes.map {
    TracedFile(input.file, $0, below: root, linter, names, using: memory)
  }
  return (path, input.file.path, file, input.new.isNothing)
}

// MARK: - Other settings

/// A use that a rule bans, by its place, which is the same under two states of the settings.
package struct PlacedCause: Hashable {
  package let path: FilePath
  package let offset: Int
  package let rule: String
}

extension TracedCode {
  func placed(_ cause: Cause) -> PlacedCause {
    PlacedCause(
      path: files[cause.file].path, offset: cause.finding.range.lowerBound, rule: cause.rule.id)
  }
}

extension Trace {
  /// The causes that these settings allow, or where a trace by them ends, that another trace
  /// reaches.
  package func ended(before other: Trace) -> Set<PlacedCause> {
    let reached = Set(reachedByFile.values.joined())
    let others = Dictionary(
      other.search.causes.map { (other.code.placed($0), $0) }, uniquingKeysWith: { $1 })
    let ended = search.causes.indices.filter { !reached.contains($0) }.map { search.causes[$0] }
      .filter { cause in
        let other = others[code.placed(cause)]
        return other.map { cause.isAllowed && !$0.isAllowed || cause.trace != $0.trace } ?? false
      }
    return Set(ended.map(code.placed))
  }
}
