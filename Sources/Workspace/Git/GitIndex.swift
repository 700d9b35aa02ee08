import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The Swift files that a repository tracks, and its submodules, as its index has them.
struct GitIndex: Sendable {
  private var bytes: [UInt8] = []
  /// Of the paths, as offsets from 0 into `bytes`, in byte order. That of a submodule ends with a
  /// slash.
  private var paths: [Range<Int>] = []
  private var hasFolders = false
  /// The bytes are then in lower case.
  private let ignoresCase: Bool

  /// An index without entries.
  init() {
    ignoresCase = false
  }

  /// Reads the index of a repository; what has a form that only git knows is asked of git.
  /// - Parameter ignoringCase: whether names that differ in the case of ASCII letters are one.
  init(_ file: FilePath, _ format: GitIndexFormat, in root: FilePath, ignoringCase: Bool)
    throws(FileError)
  {
    ignoresCase = ignoringCase
    let content: [UInt8]
    do {
      content = try readFile(file)
    } catch {
      if error.isMissing { return }
      throw error
    }
    // No entry takes fewer bytes, and little of most is their path.
    paths.reserveCapacity(content.count / 64)
    bytes.reserveCapacity(content.count / 2)
    if !content.withUnsafeBytes({ format.visitEntries(of: $0) { add($0, $1) } }) {
      (bytes, paths) = ([], [])
      try visitEntriesAsGitLists(in: root) { add($0, $1) }
    }
    putInOrder()
  }

  private mutating func add(_ path: UnsafeRawBufferPointer, _ kind: GitEntryKind) {
    guard kind != .file || path.hasSuffix(".swift") else { return }
    let start = bytes.count
    bytes.append(contentsOf: path)
    if kind != .file {
      hasFolders = true
      if path.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
    }
    paths.append(start..<bytes.count)
  }

  /// Git's order is that of the bytes, but for case and the slashes after submodules.
  private mutating func putInOrder() {
    guard ignoresCase || hasFolders else { return }
    if ignoresCase {
      for index in bytes.indices { bytes[index] = bytes[index].lowercasedASCII }
    }
    bytes.withUnsafeBytes { bytes in
      paths.sort { isOrdered(.init(rebasing: bytes[$0]), .init(rebasing: bytes[$1])) }
    }
  }

  /// Whether the file is tracked; of a folder, whether a Swift file below it is.
  /// - Parameter path: from the repository's root; that of a folder ends with a slash.
  func tracks(_ path: UnsafeRawBufferPointer) -> Bool {
    guard !ignoresCase else {
      return path.map(\.lowercasedASCII).withUnsafeBytes { holds($0) }
    }
    return holds(path)
  }

  private func holds(_ path: UnsafeRawBufferPointer) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var (start, end) = (0, paths.count)
      while start < end {
        let middle = (start + end) / 2
        let isBefore = isOrdered(.init(rebasing: bytes[paths[middle]]), path)
        (start, end) = isBefore ? (middle + 1, end) : (start, middle)
      }
      guard start < paths.count, path.count <= paths[start].count else { return false }
      let isFolder = path.last == UInt8(ascii: "/")
      guard isFolder || paths[start].count == path.count else { return false }
      return path.isEmpty
        || memcmp(bytes.baseAddress! + paths[start].lowerBound, path.baseAddress!, path.count) == 0
    }
  }
}

/// Whether one text comes before another in byte order.
private func isOrdered(_ text: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
  guard let first = text.baseAddress, let second = other.baseAddress else {
    return text.count < other.count
  }
  let order = memcmp(first, second, min(text.count, other.count))
  return order == 0 ? text.count < other.count : order < 0
}

/// Calls the body with the path and kind of each entry that git lists.
/// - Parameter root: of the repository.
private func visitEntriesAsGitLists(
  in root: FilePath, _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
) throws(FileError) {
  let list: GitAnswer
  do throws(GitError) {
    let command: [GitArgument] = ["ls-files", "--stage", "-z"]
    // Folders that a sparse checkout leaves out stay unread. Git before 2.36 does not know the
    // option, and says so with this status.
    let answer = try runGit(command + ["--sparse"], in: root, .ofFolder)
    list = answer.status == 129 ? try runGit(command, in: root, .ofFolder) : answer
    guard list.status == 0 else { throw list.error }
  } catch {
    throw .git(error)
  }
  visitEntries(ofList: list.output, body)
}

/// - Parameter output: of `git ls-files --stage -z`; each entry is `MODE ID STAGE`, a tab and the
///   path.
func visitEntries(
  ofList output: [UInt8], _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
) {
  for entry in output.split(separator: 0) {
    guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
    let mode = String(decoding: entry.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    let kind = GitEntryKind(mode: UInt32(mode, radix: 8) ?? 0)
    entry[(tab + 1)...].withUnsafeBytes { body($0, kind) }
  }
}
