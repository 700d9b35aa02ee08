import Diagnostics

/// The contents of many objects from one process, `git cat-file --batch`, which answers while it is
/// still being asked.
package struct ObjectReader: Sendable {
  private let process: GitProcess
  private var answers = ObjectAnswers()

  /// What git has under a name.
  package enum Object: Equatable {
    case blob([UInt8])
    /// A folder, as git stores it.
    case tree([UInt8])
    /// A path on which links are not followed to an object.
    case unfollowed(LinkEnd)
    /// Nothing, or no file.
    case missing
    /// A file of more than `longestFile` bytes.
    case tooLong
    /// Git ended before it came to it, as it does where a partial clone lacks an object.
    case unanswered
  }

  /// Why links are not followed; as git says it.
  package enum LinkEnd: String {
    /// They lead out of the commit.
    case outside = "symlink"
    case nothing = "dangling"
    case circle = "loop"
    /// A file stands where they want a folder.
    case file = "notdir"
  }

  /// - Parameters:
  ///   - names: e.g. `8c7e5a667f1b…` or `:Sources/Brew.swift`; without line breaks.
  ///   - followsLinks: whether links in a commit are followed, where names are paths in one.
  ///   - folder: where git runs; nil for the working folder.
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

  /// What is there under the next name.
  package mutating func next() throws(GitError) -> Object {
    try answers.next { (bytes) throws(GitError) in
      do throws(FileError) {
        return try process.read(into: &bytes)
      } catch {
        throw GitError("cannot read what 'git cat-file' prints (\(error.text))")
      }
    }
  }

  /// What git says of its early end.
  package func endError() -> GitError {
    let status = (try? process.end()) ?? 128
    return GitAnswer(status: status, output: [], errors: process.errorText).error
  }
}

/// Takes apart what `git cat-file --batch` prints.
struct ObjectAnswers: Sendable {
  /// What was read and not handed out.
  private var bytes: [UInt8] = []
  private var start = 0

  /// - Parameter readMore: adds what comes next; false at the end.
  mutating func next(
    _ readMore: (inout [UInt8]) throws(GitError) -> Bool
  ) throws(GitError) -> ObjectReader.Object {
    dropUsedBytes()
    guard let header = try readLine(readMore) else { return .unanswered }
    // `OBJECT blob SIZE`, `symlink SIZE` or `NAME missing`
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

  /// Passes over an object of that size.
  /// - Returns: false where the process has ended before.
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

  /// Without the LF; nil where the process has ended before.
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

  /// Not each time, since what is left must be moved.
  private mutating func dropUsedBytes() {
    guard 1 << 20 < start else { return }
    bytes.removeFirst(start)
    start = 0
  }
}

/// Whether what is missing here is kept elsewhere on purpose.
package func isPartialClone() throws(GitError) -> Bool {
  let pattern = #"^(remote\..*\.promisor|extensions\.partialclone)$"#
  return try runGit(["config", "--get-regexp", GitArgument(FilePath(pattern))]).status == 0
}
