import Diagnostics

/// The commits that changed a file, along the first parents: the states of the branch after each
/// commit and each merge. Commits on merged branches are in the merge. A file that had another name
/// before is followed.
package struct FileHistory {
  package struct Commit: Sendable {
    /// The hexadecimal name.
    package let name: FilePath
    /// The day of the commit in the committer's calendar, e.g. `2026-03-02`.
    package let day: String
    /// The path of the file in the commit, from the top of the repository.
    fileprivate let path: FilePath
  }

  /// The content that a commit has at the path.
  package enum Content {
    case file([UInt8])
    case nothing
    /// No file, or a file that is too long, in words.
    case unreadable(String)
    /// The clone is partial, and lacks what the commit has.
    case lacking
  }

  /// The oldest first.
  package let commits: [Commit]
  /// Whether older commits may be missing.
  package let isShallow: Bool
  /// The top of the repository's work tree.
  private let folder: FilePath

  /// - Parameters:
  ///   - path: an absolute path, whose folder must be there.
  ///   - revision: the hexadecimal name of the last commit; nil for `HEAD`.
  ///   - limit: the number of commits that are wanted.
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
      (commits, isShallow) = ([], false)
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
    let shallow = try runGit(["rev-parse", "--is-shallow-repository"], in: folder, .ofFolder)
    isShallow = shallow.output.starts(with: "true".utf8)
  }

  /// Calls the body with each commit's content, the oldest first. Mostly one git process reads all.
  package func read(_ body: (Commit, Content) -> Void) throws(GitError) {
    // These are names such as `8c7e5a667f1b…:Sources/NAME`.
    let names = commits.map {
      FilePath(bytes: $0.name.bytes + [UInt8(ascii: ":")] + $0.path.bytes)
    }
    var reader = try ObjectReader(names, in: folder, .ofFolder)
    for (index, name) in names.enumerated() {
      let content: Content
      switch try reader.next() {
      case .blob(let bytes): content = .file(bytes)
      case .tree, .unfollowed: content = .unreadable("it is not a regular file")
      case .tooLong: content = .unreadable("it has more than \(longestFile >> 20) MiB")
      case .missing:
        let answer = try runGit(
          ["rev-parse", "-q", "--verify", GitArgument(name)], in: folder, .ofFolder)
        // A repository that has lost an object can still say what it has.
        let why = "the repository lacks it; 'git fsck' says what is missing"
        let isLacking = try isPartialClone(in: folder, .ofFolder)
        content = answer.status != 0 ? .nothing : isLacking ? .lacking : .unreadable(why)
      case .unanswered:
        // Git ends at the first object that a partial clone lacks, and may have the next.
        guard try isPartialClone(in: folder, .ofFolder) else { throw reader.endError() }
        reader = try ObjectReader(Array(names[(index + 1)...]), in: folder, .ofFolder)
        content = .lacking
      }
      body(commits[index], content)
    }
  }

  /// The path from which a commit moved the file; nil if it did not.
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
    // The words are `R100`, the old name, the new one.
    let words = answer.output.split(separator: 0)
    let new = words.indices.first { $0 % 3 == 2 && words[$0].elementsEqual(commit.path.bytes) }
    return answer.status == 0 ? new.map { FilePath(bytes: words[$0 - 1]) } : nil
  }

  /// The commits, the newest first.
  /// - Parameters:
  ///   - arguments: the arguments of `git rev-list`, which knows none of the settings that change
  ///     what `git log` prints, or have it check signatures with a program.
  ///   - path: the path from the top.
  private static func commits(
    in folder: FilePath, _ arguments: [GitArgument], changing path: FilePath
  ) throws(GitError) -> [Commit] {
    let answer = try runGit(
      ["--literal-pathspecs", "rev-list", "--first-parent", "--format=%H %cs"] + arguments
        + ["--", GitArgument(path)],
      in: folder, .ofFolder)
    guard answer.status == 0 else { throw answer.error }
    // A line `commit NAME` is followed by `NAME DAY`.
    let lines = answer.output.split(separator: UInt8(ascii: "\n"))
    return try stride(from: 1, to: lines.count, by: 2).map { (line) throws(GitError) in
      let parts = lines[line].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      guard parts.count == 2, isObjectName(parts[0]) else {
        throw GitError("cannot read what 'git rev-list' prints")
      }
      return Commit(
        name: FilePath(bytes: parts[0]), day: String(decoding: parts[1], as: UTF8.self),
        path: path)
    }
  }
}

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
