import Diagnostics

/// The commits that changed a file, along the first parents: what the branch held after each commit
/// and each merge. What lies on the branches that were merged is in the merge. A file that had
/// another name before is followed.
package struct FileHistory {
  package struct Commit: Sendable {
    /// The hexadecimal name.
    package let name: FilePath
    /// When it was committed, since 1970 in UTC; from 0 to the end of the year 9999, whatever the
    /// commit claims.
    package let seconds: Int
    /// Where it has the file, from the top of the repository.
    fileprivate let path: FilePath
  }

  /// What a commit has at the path.
  package enum Content {
    case file([UInt8])
    case nothing
    /// Not a file, or a file that is too long, in words.
    case unreadable(String)
    /// The clone is partial, and lacks what the commit has.
    case lacking
  }

  /// The oldest first.
  package let commits: [Commit]
  /// Where a shallow clone begins; nil where nothing is cut off.
  package let start: Commit?
  /// The top of the repository's work tree.
  private let folder: FilePath

  /// - Parameters:
  ///   - path: absolute. The folder must be there.
  ///   - revision: where it ends, by its hexadecimal name; nil for `HEAD`.
  ///   - limit: how many commits are wanted.
  package init(
    of path: FilePath, to revision: FilePath?, limit: Int
  ) throws(GitError) {
    guard !path.bytes.contains(UInt8(ascii: "\n")) else {
      throw GitError("git cannot be asked for a file whose path has a line break")
    }
    let top = try runGit(
      ["rev-parse", "--show-toplevel", "--show-prefix"], in: path.parent, .ofFolder)
    guard top.status == 0 else { throw top.error }
    let lines = top.output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    folder = FilePath(bytes: lines[0])
    guard let end = revision == nil ? try head(in: folder) : revision else {
      (commits, start) = ([], nil)
      return
    }
    var (from, name) = (end, FilePath(bytes: lines[1] + path.lastComponent))
    var found: [Commit] = []
    while true {
      found += try FileHistory.commits(
        in: folder, ["-n", GitArgument(FilePath(String(limit - found.count))), GitArgument(from)],
        changing: name)
      guard found.count < limit, let oldest = found.last, oldest.path == name,
        let old = try FileHistory.name(before: oldest, in: folder)
      else { break }
      (from, name) = (FilePath(bytes: oldest.name.bytes + [UInt8(ascii: "^")]), old)
    }
    commits = found.reversed()
    start = try FileHistory.start(of: end, in: folder)
  }

  /// What each commit has, one after the other, the oldest first.
  package func contents() throws(GitError) -> FileContents {
    try FileContents(commits, in: folder)
  }

  /// From where a commit moved the file; nil if it did not.
  private static func name(
    before commit: Commit, in folder: FilePath
  ) throws(GitError) -> FilePath? {
    let names = [commit.name.bytes + [UInt8(ascii: "^")], commit.name.bytes].map {
      GitArgument(FilePath(bytes: $0))
    }
    // It fails for the first commit, and where a partial clone lacks what it would compare.
    let answer = try runGit(
      ["diff-tree", "-r", "-M", "-z", "--diff-filter=R", "--name-status"] + names, in: folder,
      .ofFolder)
    // `R100`, the old name, the new one.
    let words = answer.output.split(separator: 0)
    let new = words.indices.first { $0 % 3 == 2 && words[$0].elementsEqual(commit.path.bytes) }
    return answer.status == 0 ? new.map { FilePath(bytes: words[$0 - 1]) } : nil
  }

  /// The newest first.
  /// - Parameters:
  ///   - arguments: of `git rev-list`, which knows none of the settings that change what `git log`
  ///     prints, or have it check signatures with a program.
  ///   - path: from the top; nil for all commits.
  private static func commits(
    in folder: FilePath, _ arguments: [GitArgument], changing path: FilePath? = nil
  ) throws(GitError) -> [Commit] {
    let answer = try runGit(
      ["--literal-pathspecs", "rev-list", "--timestamp", "--first-parent"] + arguments + ["--"]
        + (path.map { [GitArgument($0)] } ?? []),
      in: folder, .ofFolder)
    guard answer.status == 0 else { throw answer.error }
    return try answer.output.split(separator: UInt8(ascii: "\n")).map { (line) throws(GitError) in
      // `SECONDS COMMIT`
      let parts = line.split(separator: UInt8(ascii: " "))
      guard parts.count == 2, isObjectName(parts[1]) else {
        throw GitError("cannot read what 'git rev-list' prints")
      }
      let seconds = Int(String(decoding: parts[0], as: UTF8.self)) ?? .max
      return Commit(
        name: FilePath(bytes: parts[1]), seconds: min(max(seconds, 0), latestTime),
        path: path ?? FilePath(""))
    }
  }

  /// The oldest commit on the way along the first parents, if a shallow clone has it without the
  /// parents that it names.
  private static func start(
    of end: FilePath, in folder: FilePath
  ) throws(GitError) -> Commit? {
    let answer = try runGit(["rev-parse", "--is-shallow-repository"], in: folder, .ofFolder)
    guard answer.output.starts(with: "true".utf8) else { return nil }
    guard
      let oldest = try commits(in: folder, ["--max-parents=0", "-n", "1", GitArgument(end)]).first
    else { return nil }
    let commit = try runGit(
      ["cat-file", "commit", GitArgument(oldest.name)], in: folder, .ofFolder)
    guard commit.status == 0 else { throw commit.error }
    // The parents stand in the second line and below it.
    let lines = commit.output.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    return 1 < lines.count && lines[1].starts(with: "parent ".utf8) ? oldest : nil
  }
}

/// The end of the year 9999, in seconds since 1970.
private let latestTime = 253_402_300_799

/// The commit that is checked out; nil where there is none yet.
private func head(in folder: FilePath) throws(GitError) -> FilePath? {
  let answer = try runGit(
    ["rev-parse", "-q", "--verify", "HEAD^{commit}"], in: folder, .ofFolder)
  switch answer.status {
  case 0: return FilePath(bytes: answer.output.prefix { $0 != UInt8(ascii: "\n") })
  case 1: return nil
  default: throw answer.error
  }
}

/// What each commit of a history has, mostly read from one git process.
package struct FileContents {
  /// What git is asked for, e.g. `8c7e5a667f1b…:Sources/NAME`.
  private var names: ArraySlice<FilePath>
  private var reader: ObjectReader
  private let folder: FilePath

  fileprivate init(
    _ commits: [FileHistory.Commit], in folder: FilePath
  ) throws(GitError) {
    names =
      commits.map { FilePath(bytes: $0.name.bytes + [UInt8(ascii: ":")] + $0.path.bytes) }[...]
    self.folder = folder
    reader = try ObjectReader(Array(names), in: folder, .ofFolder)
  }

  /// What the next commit has; nil after the last.
  package mutating func next() throws(GitError) -> FileHistory.Content? {
    guard let name = names.popFirst() else { return nil }
    switch try reader.next() {
    case .blob(let bytes): return .file(bytes)
    case .tree, .unfollowed: return .unreadable("it is not a regular file")
    case .tooLong: return .unreadable("it has more than \(longestFile >> 20) MiB")
    case .missing:
      guard try hasObject(name) else { return .nothing }
      // A repository that has lost an object can still say what it has.
      return try isPartialClone(in: folder, .ofFolder)
        ? .lacking : .unreadable("the repository lacks it; 'git fsck' says what is missing")
    case .unanswered:
      // Git ends at the first object that a partial clone lacks, and may have the next.
      guard try isPartialClone(in: folder, .ofFolder) else { throw reader.endError() }
      reader = try ObjectReader(Array(names), in: folder, .ofFolder)
      return .lacking
    }
  }

  /// Whether the commit has something at the path, which git may lack.
  private func hasObject(_ name: FilePath) throws(GitError) -> Bool {
    let answer = try runGit(
      ["rev-parse", "-q", "--verify", GitArgument(name)], in: folder, .ofFolder)
    return answer.status == 0
  }
}
