import Diagnostics

/// A path that a change touches.
package struct ChangedPath: Sendable {
  /// Relative to the top of the work tree.
  package let path: FilePath
  package let new: NewSide
  /// The blob that each of the old trees has there; nil where it has no file.
  package let old: [FilePath?]

  package enum NewSide: Sendable {
    /// No file.
    case nothing
    /// The blob of that name.
    case blob(FilePath)
    /// The file on the disk.
    /// - Parameter isInIndex: whether its content is the one of the index; then it may be missing
    ///   for being outside of a sparse checkout.
    case disk(isInIndex: Bool)
  }
}

/// What differs between the index and `HEAD`, and in a merge every other parent too: what all
/// parents have alike, the merge has from them.
/// - Parameter withOldSides: whether the old blobs are of interest, and deleted files with them.
package func stagedPaths(
  in workTree: WorkTree, withOldSides: Bool
) throws(GitError) -> [ChangedPath] {
  let filter: GitArgument = withOldSides ? "--diff-filter=AMDT" : "--diff-filter=AMT"
  let parents = [FilePath("HEAD")] + workTree.otherParents()
  var processes: [GitProcess] = []
  for parent in parents { processes.append(try startIndexDiff(from: parent, filter)) }
  var entries: [[ChangedEntry]] = []
  for process in processes {
    let answer = try process.answer()
    if answer.status == 128, entries.isEmpty, try hasNoCommit() {
      return try stagedPaths(since: try emptyTree(), filter)
    }
    guard answer.status == 0 else { throw answer.error }
    entries.append(try changedEntries(in: answer.output))
  }
  return changedInAll(entries)
}

/// What differs between the index and a tree.
package func stagedPaths(since tree: FilePath) throws(GitError) -> [ChangedPath] {
  try stagedPaths(since: tree, "--diff-filter=AMDT")
}

private func stagedPaths(
  since tree: FilePath, _ filter: GitArgument
) throws(GitError) -> [ChangedPath] {
  let answer = try startIndexDiff(from: tree, filter).answer()
  guard answer.status == 0 else { throw answer.error }
  return changedInAll([try changedEntries(in: answer.output)])
}

/// A renamed file is a deleted one and an added one: to tell that it is the same, git would read
/// more than the change.
private func startIndexDiff(
  from tree: FilePath, _ filter: GitArgument
) throws(GitError) -> GitProcess {
  try startGit([
    "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev",
    "--ita-invisible-in-index", filter, GitArgument(tree), "--",
  ])
}

/// Whether `HEAD` names a branch without a commit.
private func hasNoCommit() throws(GitError) -> Bool {
  try runGit(["rev-parse", "-q", "--verify", "HEAD"]).status == 1
}

/// What the first commit is held against; its name depends on the repository's hash function.
private func emptyTree() throws(GitError) -> FilePath {
  FilePath(bytes: try gitOutput(["hash-object", "-t", "tree", "/dev/null"]).dropLast())
}

/// - Parameter entries: by the byte order of their paths, one list for each old tree.
private func changedInAll(_ entries: [[ChangedEntry]]) -> [ChangedPath] {
  let others = entries.dropFirst().map { list in
    Dictionary(list.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }
  return (entries.first ?? []).compactMap { entry in
    let inOthers = others.compactMap { $0[entry.path] }
    guard inOthers.count == others.count else { return nil }
    return ChangedPath(
      path: entry.path, new: entry.new.blob.map { .blob($0) } ?? .nothing,
      old: ([entry] + inOthers).map(\.old.blob))
  }
}

extension ChangedEntry.Side {
  fileprivate var blob: FilePath? { isFile ? object : nil }
}

/// What differs between the working tree and a tree, untracked files included.
/// - Parameter withIgnoredFiles: whether what git ignores counts.
package func changedPaths(
  since tree: FilePath, withIgnoredFiles: Bool
) throws(GitError) -> [ChangedPath] {
  let diff = try startGit([
    "diff-index", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=all",
    "--diff-filter=AMDT", GitArgument(tree), "--",
  ])
  let ignored: [GitArgument] = withIgnoredFiles ? [] : ["--exclude-standard"]
  let untracked = try startGit(["ls-files", "-o", "-z"] + ignored + ["--full-name", "--", ":/"])
  let (diffAnswer, untrackedAnswer) = (try diff.answer(), try untracked.answer())
  for answer in [diffAnswer, untrackedAnswer] where answer.status != 0 { throw answer.error }
  let changed = try changedEntries(in: diffAnswer.output).map { entry in
    ChangedPath(
      path: entry.path,
      new: entry.new.isFile ? .disk(isInIndex: entry.new.object != nil) : .nothing,
      old: [entry.old.blob])
  }
  let added = untrackedAnswer.output.split(separator: 0).map { path in
    ChangedPath(path: FilePath(bytes: path), new: .disk(isInIndex: false), old: [nil])
  }
  // A file that was taken out of the index alone is deleted there and untracked here.
  return joined(changed, added)
}

private func joined(_ changed: [ChangedPath], _ added: [ChangedPath]) -> [ChangedPath] {
  let isAdded = Set(added.map(\.path))
  let old = Dictionary(changed.map { ($0.path, $0.old) }, uniquingKeysWith: { first, _ in first })
  let paths =
    changed.filter { !isAdded.contains($0.path) }
    + added.map { ChangedPath(path: $0.path, new: $0.new, old: old[$0.path] ?? $0.old) }
  return paths.sorted { $0.path < $1.path }
}
