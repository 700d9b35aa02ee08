import Diagnostics

/// A revision and the commit that it stands for. Git is asked once, so that it stands for the same
/// commit during the whole run.
package struct Revision: Sendable {
  /// The name that the user gave.
  package let name: FilePath
  /// The hexadecimal name.
  package let commit: FilePath

  /// - Parameter commit: its hexadecimal name.
  package init(_ name: FilePath, commit: FilePath) {
    (self.name, self.commit) = (name, commit)
  }

  /// Throws if there is no such commit, or if the name may stand for more than one.
  package init(_ name: FilePath) throws(GitError) {
    let answer = try askForCommit(name)
    guard answer.status == 0 else {
      // With '-q', the status tells an unknown name from other failures.
      throw try askForCommit(name, ["-q"]).status == 1 ? unknownRevision(name) : answer.error
    }
    self.init(name, commit: FilePath(bytes: answer.output.prefix { $0 != UInt8(ascii: "\n") }))
    if let part = ambiguousPart(in: answer.errors), !isExact(part) { throw try ambiguity(of: part) }
    // If 'refs/heads/main' does not exist, git takes 'refs/tags/refs/heads/main'.
    let reference = name.bytes.reference
    if reference.starts(with: "refs/".utf8), !(try exists(reference)) {
      throw try unknownRevision(name)
    }
  }

  /// Whether a name stands for one commit, whatever git warns of. Otherwise anybody who can push a
  /// branch or a tag could block everybody.
  private func isExact(_ name: ArraySlice<UInt8>) -> Bool {
    name.elementsEqual("HEAD".utf8) || name.elementsEqual("@".utf8)
      || name.starts(with: "refs/".utf8)
      // Git never takes a branch or a tag for a whole hash.
      || name.count == commit.bytes.count && isObjectName(name)
  }
}

private func askForCommit(
  _ revision: FilePath, _ options: [GitArgument] = []
) throws(GitError) -> GitAnswer {
  // A search, ':/text', goes on to the end, and finds nothing but commits.
  let suffix = revision.bytes.starts(with: ":/".utf8) ? "" : "^{commit}"
  let name = FilePath(bytes: revision.bytes + Array(suffix.utf8))
  return try runGit(
    ["-c", "core.warnAmbiguousRefs=true", "rev-parse"] + options
      + ["--verify", "--end-of-options", GitArgument(name)])
}

private func unknownRevision(_ name: FilePath) throws(GitError) -> GitError {
  GitError("unknown revision '\(name.string)'" + (try shallowCloneHint()))
}

/// The part of a revision of which git warns that it may stand for several things.
private func ambiguousPart(in warnings: [UInt8]) -> ArraySlice<UInt8>? {
  let (beginning, end) = ("warning: refname '".utf8, "' is ambiguous.".utf8)
  for line in warnings.split(separator: UInt8(ascii: "\n")) {
    guard line.starts(with: beginning) else { continue }
    let rest = line.dropFirst(beginning.count)
    if rest.suffix(end.count).elementsEqual(end) { return rest.dropLast(end.count) }
  }
  return nil
}

/// An error that says what to write in place of an ambiguous name.
private func ambiguity(of name: ArraySlice<UInt8>) throws(GitError) -> GitError {
  // Git looks for a name in these places (gitrevisions(7)).
  let places = [("refs/", ""), ("refs/tags/", ""), ("refs/heads/", ""), ("refs/remotes/", "")]
  let possible = (places + [("refs/remotes/", "/HEAD")]).map { start, end in
    FilePath(bytes: Array(start.utf8) + name + Array(end.utf8))
  }
  let output = try gitOutput(
    ["for-each-ref", "--format=%(refname)"] + possible.map { GitArgument($0) })
  // Git also names the references in a folder of the name.
  var words = output.split(separator: UInt8(ascii: "\n")).map { FilePath(bytes: $0) }
    .filter(possible.contains).map { "'\($0.string)'" }
  if words.count < 2 { words.append("the whole hash of a commit") }
  let last = words.removeLast()
  let others = words.isEmpty ? "" : words.joined(separator: ", ") + " or "
  return GitError("'\(FilePath(bytes: name).string)' is ambiguous; write \(others)\(last)")
}

/// Whether there is a reference with this whole name.
private func exists(_ reference: ArraySlice<UInt8>) throws(GitError) -> Bool {
  try runGit(["show-ref", "--verify", "-q", GitArgument(FilePath(bytes: reference))]).status == 0
}

extension [UInt8] {
  /// The name without a way from a reference to another commit, as in `main~2` and `main@{1}`.
  fileprivate var reference: ArraySlice<UInt8> {
    let end = indices.first { index in
      "~^:".utf8.contains(self[index]) || self[index...].starts(with: "@{".utf8)
    }
    return self[..<(end ?? endIndex)]
  }
}

extension FilePath {
  /// The beginning of a hexadecimal name.
  package var abbreviated: String { String(decoding: bytes.prefix(7), as: UTF8.self) }
}

/// The merge bases of a revision and another one: there are several where each was merged into the
/// other.
/// - Parameter other: the other revision; nil for `HEAD`.
/// - Returns: their hexadecimal names, at least one and not more than 16.
func mergeBases(
  of revision: Revision, and other: Revision? = nil
) throws(GitError) -> [FilePath] {
  let answer = try runGit([
    "merge-base", "--all", GitArgument(revision.commit),
    other.map { GitArgument($0.commit) } ?? "HEAD",
  ])
  switch answer.status {
  case 0:
    return answer.output.split(separator: UInt8(ascii: "\n")).prefix(16).map(FilePath.init(bytes:))
  case 1:
    let names = "'\(revision.name.string)' and '\(other?.name.string ?? "HEAD")'"
    throw GitError("\(names) have no common commit" + (try shallowCloneHint()))
  default:
    if other == nil, try askForCommit(FilePath("HEAD")).status != 0 {
      throw GitError("'HEAD' has no commit yet")
    }
    throw answer.error
  }
}

private func shallowCloneHint() throws(GitError) -> String {
  let answer = try gitOutput(["rev-parse", "--is-shallow-repository"])
  return answer.starts(with: "true".utf8)
    ? " in this shallow clone; fetch more history ('fetch-depth: 0' in actions/checkout)" : ""
}

/// The files of a commit that are linted in place of those on the disk.
package struct CommitTree: Sendable {
  package let revision: Revision
  /// The top of the work tree; absolute.
  private let top: FilePath

  package init(of revision: Revision, in workTree: WorkTree) {
    (self.revision, top) = (revision, workTree.top)
  }

  /// The paths among these at which the commit has a file or folder. A path outside of the work
  /// tree is looked for on the disk.
  /// - Parameter paths: absolute paths.
  package func present(among paths: Set<FilePath>) throws(GitError) -> Set<FilePath> {
    let committed = try filePaths(in: revision.commit, "-t").lazy.map { top.appending($0) }
    return Set(committed.filter(paths.contains)).union(
      paths.filter { $0 == top || $0.relative(to: top) == nil && isNameTaken($0) })
  }
}

/// The paths of the files of a commit, relative to the top of the work tree.
package func filePaths(
  in commit: FilePath, _ options: GitArgument...
) throws(GitError) -> [ArraySlice<UInt8>] {
  let answer = try runGit(
    ["ls-tree", "-r", "-z", "--name-only", "--full-tree"] + options + [GitArgument(commit)])
  guard answer.status == 0 else { throw try errorOfMissingPart(answer) }
  return answer.output.split(separator: 0)
}
