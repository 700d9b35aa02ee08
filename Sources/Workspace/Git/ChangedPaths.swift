import Diagnostics

/// Git's name of an object, in hexadecimal digits.
package typealias ObjectID = FilePath

/// A path that a change touches.
package struct ChangedPath: Sendable {
  /// Relative to the top of the work tree.
  package let path: FilePath
  /// The new text, without its bytes.
  package let new: FileText
  /// The blob that each old tree has at the path; nil if the tree has no file there. It is empty if
  /// the old sides are not needed.
  package let old: [ObjectID?]

  package init(path: FilePath, new: FileText, old: [ObjectID?]) {
    (self.path, self.new, self.old) = (path, new, old)
  }
}

/// A text of a file, or where it is.
package enum FileText: Sendable {
  /// There is no file.
  case nothing
  /// The text on the disk.
  case disk
  /// The text that git has under that name.
  case blob(ObjectID)
  case bytes([UInt8])
  /// This text or an old one cannot be read.
  case unreadable(FileError)

  /// The bytes; nil if there are none yet, or no file.
  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  package var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }
}

/// The paths that differ between the index and `HEAD`. In a merge, they must differ from every
/// other parent too: what equals a parent was not changed by the merge.
/// - Parameter withOldSides: whether to return the old blobs, and with them deleted files.
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
  let paths = changedInAll(entries)
  return withOldSides ? paths : paths.map { ChangedPath(path: $0.path, new: $0.new, old: []) }
}

/// The paths that differ between the index and each merge base of `HEAD` and a revision.
/// - Returns: the hexadecimal names of these commits, too.
package func stagedPaths(
  since revision: Revision
) throws(GitError) -> (bases: [ObjectID], paths: [ChangedPath]) {
  let bases = try mergeBases(of: revision)
  return (
    bases,
    changedInAll(
      try bases.map { base throws(GitError) in
        try answeredEntries(startIndexDiff(from: base, "--diff-filter=AMDT").answer())
      })
  )
}

private func answeredEntries(_ answer: GitAnswer) throws(GitError) -> [ChangedEntry] {
  guard answer.status == 0 else { throw try errorOfMissingPart(answer) }
  return try changedEntries(in: answer.output)
}

private func stagedPaths(
  since tree: ObjectID, _ filter: GitArgument
) throws(GitError) -> [ChangedPath] {
  changedInAll([try answeredEntries(startIndexDiff(from: tree, filter).answer())])
}

/// The paths that differ between a commit and each of its merge bases with a revision.
/// - Returns: the hexadecimal names of the merge bases, too.
package func committedPaths(
  since revision: Revision, to commit: Revision
) throws(GitError) -> (bases: [ObjectID], paths: [ChangedPath]) {
  let bases = try mergeBases(of: revision, and: commit)
  let entries = try bases.map { base throws(GitError) in
    try answeredEntries(
      runGit([
        "diff-tree", "-r", "--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff",
        "--no-textconv", "--diff-filter=AMDT", GitArgument(base), GitArgument(commit.commit), "--",
      ]))
  }
  return (bases, changedInAll(entries))
}

/// The reason why git could not read an old tree. A partial clone may lack its folders, too.
func errorOfMissingPart(_ answer: GitAnswer) throws(GitError) -> GitError {
  try isPartialClone()
    ? GitError(
      "a part of the old tree is not in this partial clone; fetch it or clone without '--filter'")
    : answer.error
}

/// A renamed file counts as a deleted one and an added one. To detect a rename, git would read more
/// than the change.
private func startIndexDiff(
  from tree: ObjectID, _ filter: GitArgument
) throws(GitError) -> GitProcess {
  try startGit([
    "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff",
    "--no-textconv", "--ita-invisible-in-index", filter, GitArgument(tree), "--",
  ])
}

/// Whether `HEAD` names a branch without a commit.
private func hasNoCommit() throws(GitError) -> Bool {
  try runGit(["rev-parse", "-q", "--verify", "HEAD"]).status == 1
}

/// The tree that the first commit is compared with. Its name depends on the repository's hash
/// function.
private func emptyTree() throws(GitError) -> ObjectID {
  ObjectID(bytes: try gitOutput(["hash-object", "-t", "tree", "/dev/null"]).dropLast())
}

/// - Parameter entries: the entries in the byte order of their paths, one list for each old tree.
private func changedInAll(_ entries: [[ChangedEntry]]) -> [ChangedPath] {
  let others = entries.dropFirst().map { list in
    Dictionary(list.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }
  return (entries.first ?? []).compactMap { entry in
    let inOthers = others.compactMap { $0[entry.path] }
    guard inOthers.count == others.count else { return nil }
    return ChangedPath(
      path: entry.path,
      new: entry.new.blob.map { .blob($0) } ?? (entry.new.isFile ? .disk : .nothing),
      old: ([entry] + inOthers).map(\.old.blob))
  }
}

extension ChangedEntry.Side {
  fileprivate var blob: ObjectID? { isFile ? object : nil }
}

/// The paths that differ between the working tree and each merge base of `HEAD` and a revision,
/// including untracked files. If git takes a file from the index without looking at the disk, so
/// does the change: a file outside of a sparse checkout, or one that `git update-index` marks.
/// - Parameter withIgnoredFiles: whether files that git ignores are included.
/// - Returns: the hexadecimal names of these commits, too.
package func changedPaths(
  since revision: Revision, withIgnoredFiles: Bool
) throws(GitError) -> (bases: [ObjectID], paths: [ChangedPath]) {
  let filters = try startFilterQuery()
  let ignored: [GitArgument] = withIgnoredFiles ? [] : ["--exclude-standard"]
  let files = try startGit(
    ["ls-files", "-o", "-c", "-v", "-z"] + ignored + ["--full-name", "--", ":/"])
  let bases = try mergeBases(of: revision)
  let settings = try settingsWithoutFilters(names(ofFilters: filters))
  let diffs = try bases.map { base throws(GitError) in
    try runGit(
      settings + [
        "diff-index", "--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff",
        "--no-textconv", "--ignore-submodules=all", "--diff-filter=AMDT", GitArgument(base), "--",
      ])
  }
  let list = try files.answer()
  let entries = changedInAll(try diffs.map(answeredEntries))
  guard list.status == 0 else { throw list.error }
  let (added, unwatched) = try untrackedAndUnwatched(
    in: list.output, among: Set(entries.lazy.filter { !$0.new.isNothing }.map(\.path)))
  let changed = entries.map { entry in
    let isOnDisk = !entry.new.isNothing && !unwatched.contains(entry.path)
    return ChangedPath(path: entry.path, new: isOnDisk ? .disk : entry.new, old: entry.old)
  }
  return (bases, joined(changed, added, bases.count))
}

/// The Swift files that the working tree has otherwise than the index, or than a commit.
/// - Returns: their paths, relative to the top of the work tree, and the blobs there; nil where the
///   working tree alone has a file.
package func workingTreeDifferences(
  from commit: ObjectID?
) throws(GitError) -> [FilePath: ObjectID?] {
  let filters = try startFilterQuery()
  let swiftFiles: [GitArgument] = ["--", ":/*.swift"]
  let untracked = try startGit(["ls-files", "-o", "-z", "--full-name"] + swiftFiles)
  let format: [GitArgument] = [
    "--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff", "--no-textconv",
    "--ignore-submodules=all", "--diff-filter=AMDT",
  ]
  let command =
    commit.map { ["diff-index"] + format + [GitArgument($0)] } ?? ["diff-files"] + format
  let entries = try answeredEntries(
    runGit(settingsWithoutFilters(names(ofFilters: filters)) + command + swiftFiles))
  let list = try untracked.answer()
  guard list.status == 0 else { throw list.error }
  var blobs = Dictionary(
    entries.map { ($0.path, $0.old.blob) }, uniquingKeysWith: { first, _ in first })
  for path in list.output.split(separator: 0) where blobs[FilePath(bytes: path)] == nil {
    blobs[FilePath(bytes: path)] = .some(nil)
  }
  return blobs
}

/// Reads the tags and paths that `git ls-files -v -z` prints.
/// - Parameter inIndex: the tracked files that are of interest.
/// - Returns: the untracked files, and the tracked ones that git takes from the index without
///   looking at the disk.
func untrackedAndUnwatched(
  in list: [UInt8], among inIndex: Set<FilePath>
) throws(GitError) -> (untracked: [FilePath], unwatched: Set<FilePath>) {
  var untracked: [FilePath] = []
  var unwatched: Set<FilePath> = []
  for entry in list.split(separator: 0) {
    let (tag, path) = (entry.first!, entry.dropFirst(2))
    guard !path.elementsEqual(missingPath) else { throw damagedIndex }
    if tag == UInt8(ascii: "?") {
      untracked.append(FilePath(bytes: path))
    } else if isUnwatched(tag: tag) {
      let path = FilePath(bytes: path)
      if inIndex.contains(path) { unwatched.insert(path) }
    }
  }
  return (untracked, unwatched)
}

/// Asks for the filters that are set up. If a file was changed in the second in which it was
/// staged, git reads its content and would run the filters.
private func startFilterQuery() throws(GitError) -> GitProcess {
  let pattern = FilePath(#"^filter\..*\.(clean|process|required)$"#)
  return try startGit(["config", "-z", "--name-only", "--get-regexp", GitArgument(pattern)])
}

/// - Returns: the names of the filters' settings, each ended by NUL.
private func names(ofFilters query: GitProcess) throws(GitError) -> [UInt8] {
  let answer = try query.answer()
  // Status 1 means that there are none.
  guard answer.status == 0 || answer.status == 1 else { throw answer.error }
  return answer.output
}

/// The arguments that turn off git's filters.
/// - Parameter names: the names of settings, each ended by NUL.
func settingsWithoutFilters(_ names: [UInt8]) throws(GitError) -> [GitArgument] {
  var settings: [GitArgument] = []
  for name in Set(names.split(separator: 0)).map({ FilePath(bytes: $0) }).sorted() {
    guard !name.bytes.contains(UInt8(ascii: "=")) else {
      throw GitError("cannot turn off the filter of '\(name.string)' in git's settings")
    }
    let isRequired = name.bytes.suffix(9).elementsEqual(".required".utf8)
    let value = isRequired ? "=false" : "="
    settings += ["-c", GitArgument(FilePath(bytes: name.bytes + Array(value.utf8)))]
  }
  return settings
}

/// - Parameter added: the untracked files. A file that was removed from the index alone is deleted
///   in `changed` and untracked here.
private func joined(
  _ changed: [ChangedPath], _ added: [FilePath], _ baseCount: Int
) -> [ChangedPath] {
  let nothing = [ObjectID?](repeating: nil, count: baseCount)
  let isAdded = Set(added)
  let old = Dictionary(changed.map { ($0.path, $0.old) }, uniquingKeysWith: { first, _ in first })
  let paths =
    changed.filter { !isAdded.contains($0.path) }
    + added.map { ChangedPath(path: $0, new: .disk, old: old[$0] ?? nothing) }
  return paths.sorted { $0.path < $1.path }
}

/// A path whose content or kind differs between a commit and the index or the working tree, as `git
/// diff-index --raw -z` prints it.
package struct ChangedEntry: Equatable, Sendable {
  /// Relative to the top of the work tree.
  package let path: FilePath
  package let old: Side
  package let new: Side

  package struct Side: Equatable, Sendable {
    /// The mode, e.g. `0o100644`; 0 if there is nothing.
    let mode: UInt32
    /// The hexadecimal name; nil if there is nothing, or if git has not read the file.
    package let object: ObjectID?

    /// Whether it is a file, rather than a symbolic link, a submodule or nothing.
    package var isFile: Bool { mode == 0o100644 || mode == 0o100755 }
  }
}

/// Reads the entries `:100644 100755 OBJECT OBJECT M`, NUL, path, NUL.
func changedEntries(in output: [UInt8]) throws(GitError) -> [ChangedEntry] {
  let parts = output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
  guard parts.count % 2 == 0, output.last ?? 0 == 0 else { throw unreadable }
  var entries: [ChangedEntry] = []
  entries.reserveCapacity(parts.count / 2)
  for index in stride(from: 0, to: parts.count, by: 2) {
    let fields = parts[index].split(separator: UInt8(ascii: " "))
    guard fields.count == 5, fields[0].first == UInt8(ascii: ":"),
      let oldMode = mode(fields[0].dropFirst()), let newMode = mode(fields[1])
    else { throw unreadable }
    guard oldMode != 0 || newMode != 0, !parts[index + 1].isEmpty else { throw damagedIndex }
    entries.append(
      ChangedEntry(
        path: FilePath(bytes: parts[index + 1]),
        old: ChangedEntry.Side(mode: oldMode, object: object(fields[2])),
        new: ChangedEntry.Side(mode: newMode, object: object(fields[3]))))
  }
  return entries
}

private let unreadable = GitError("cannot read what 'git diff-index' prints")

/// Six octal digits.
private func mode(_ digits: ArraySlice<UInt8>) -> UInt32? {
  guard digits.count == 6 else { return nil }
  var mode: UInt32 = 0
  for digit in digits {
    guard UInt8(ascii: "0")...UInt8(ascii: "7") ~= digit else { return nil }
    mode = mode * 8 + UInt32(digit - UInt8(ascii: "0"))
  }
  return mode
}

private func object(_ name: ArraySlice<UInt8>) -> ObjectID? {
  name.allSatisfy { $0 == UInt8(ascii: "0") } ? nil : ObjectID(bytes: name)
}
