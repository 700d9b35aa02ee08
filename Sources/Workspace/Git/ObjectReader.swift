import Diagnostics

/// Reads the contents of many objects from one process, `git cat-file --batch`, which answers while
/// names are still being written to it.
package struct ObjectReader: Sendable {
  private let process: GitProcess
  private var answers = ObjectAnswers()

  /// The object that git has under a name.
  package enum Object: Equatable {
    case blob([UInt8])
    /// A folder, as git stores it.
    case tree([UInt8])
    /// A path whose links do not lead to an object.
    case unfollowed(LinkEnd)
    /// Nothing, or no file.
    case missing
    /// A file of more than `longestFile` bytes.
    case tooLong
    /// Git ended before it reached the object, as it does if a partial clone lacks an object.
    case unanswered
  }

  /// The reason why links are not followed, in git's words.
  package enum LinkEnd: String {
    /// They lead out of the commit.
    case outside = "symlink"
    case nothing = "dangling"
    case circle = "loop"
    /// They need a folder where there is a file.
    case file = "notdir"
  }

  /// - Parameters:
  ///   - names: names such as `8c7e5a667f1b…` or `:Sources/Brew.swift`, without line breaks.
  ///   - followsLinks: whether links in a commit are followed, if the names are paths in a commit.
  ///   - folder: the folder where git runs; nil for the working folder.
  package init(
    _ names: [FilePath], in folder: FilePath? = nil, _ environment: GitEnvironment = .inherited,
    followingLinks followsLinks: Bool = false
  ) throws(GitError) {
    var input: [UInt8] = []
    input.reserveCapacity(names.reduce(0) { $0 + $1.bytes.count + 1 })
    for name in names { input += name.bytes + [UInt8(ascii: "\n")] }
    let links: [GitArgument] = followsLinks ? ["--follow-symlinks"] : []
    process = try startGit(
      ["cat-file", "--batch", "--buffer"] + links, in: folder, environment, input: input)
  }

  /// The object with the next name.
  package mutating func next() throws(GitError) -> Object {
    try answers.next(process.readMore)
  }

  /// The reason why git ended early.
  package func endError() -> GitError {
    let status = (try? process.end()) ?? 128
    return GitAnswer(status: status, output: [], errors: process.errorText).error
  }
}

/// Parses what `git cat-file --batch` prints.
struct ObjectAnswers: Sendable {
  /// The bytes that were read and not returned yet.
  private var bytes: [UInt8] = []
  private var start = 0

  /// The next object.
  /// - Parameter readMore: adds the bytes that come next; false at the end.
  mutating func next(
    _ readMore: (inout [UInt8]) throws(GitError) -> Bool
  ) throws(GitError) -> ObjectReader.Object {
    dropUsedBytes()
    guard let header = try readLine(readMore) else { return .unanswered }
    // The header is `OBJECT blob SIZE`, `symlink SIZE` or `NAME missing`.
    let fields = header.split(separator: UInt8(ascii: " "))
    let linkEnd =
      fields.count == 2
      ? ObjectReader.LinkEnd(rawValue: String(decoding: fields[0], as: UTF8.self)) : nil
    guard fields.count == 3 || linkEnd != nil,
      let size = Int(String(decoding: fields[fields.count - 1], as: UTF8.self))
    else { return .missing }
    guard 0 <= size else { throw GitError("cannot read what 'git cat-file' prints") }
    guard size <= longestFile else {
      return try skip(size, readMore) ? .tooLong : .unanswered
    }
    while bytes.count - start <= size {
      guard try readMore(&bytes) else { return .unanswered }
    }
    // A LF follows the content.
    defer { start += size + 1 }
    if let linkEnd { return .unfollowed(linkEnd) }
    let content = bytes[start..<start + size]
    if fields[1].elementsEqual("blob".utf8) { return .blob(Array(content)) }
    return fields[1].elementsEqual("tree".utf8) ? .tree(Array(content)) : .missing
  }

  /// Skips an object of that size.
  /// - Returns: false if the process has ended before.
  private mutating func skip(
    _ size: Int, _ readMore: (inout [UInt8]) throws(GitError) -> Bool
  ) throws(GitError) -> Bool {
    // A LF follows the content.
    var rest = size
    while bytes.count - start <= rest {
      rest -= bytes.count - start
      start = bytes.count
      dropUsedBytes()
      guard try readMore(&bytes) else { return false }
    }
    start += rest + 1
    return true
  }

  /// Reads a line without the LF; nil if the process has ended before.
  private mutating func readLine(
    _ readMore: (inout [UInt8]) throws(GitError) -> Bool
  ) throws(GitError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return bytes[start..<end]
      }
      searched = bytes.count
      guard try readMore(&bytes) else { return nil }
    }
  }

  /// This is not done each time, since the bytes that are left must be moved.
  private mutating func dropUsedBytes() {
    guard 1 << 20 < start else { return }
    bytes.removeFirst(start)
    start = 0
  }
}

/// Whether the repository is a partial clone, so that missing objects are kept elsewhere on
/// purpose.
/// - Parameter folder: see `runGit`.
package func isPartialClone(
  in folder: FilePath? = nil, _ environment: GitEnvironment = .inherited
) throws(GitError) -> Bool {
  let pattern = #"^(remote\..*\.promisor|extensions\.partialclone)$"#
  let answer = try runGit(
    ["config", "--get-regexp", GitArgument(FilePath(pattern))], in: folder, environment)
  return answer.status == 0
}
