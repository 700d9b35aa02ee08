import CLibrary
import Diagnostics
import Rules

/// The Swift files that a repository tracks, and its submodules, as its index has them.
struct GitIndex: Sendable {
  private var bytes: [UInt8] = []
  /// The same as git has them.
  private var writtenBytes: [UInt8] = []
  /// The ranges of the paths, as offsets from 0 into `bytes`, in byte order. The path of a
  /// submodule ends with a slash.
  private var paths: [Range<Int>] = []
  /// The same for files that git takes from the index without looking at the disk, whatever their
  /// names, and for folders that a sparse checkout leaves out.
  private var unwatchedPaths: [Range<Int>] = []
  private var hasFolders = false
  /// Whether case is ignored; then the bytes are in lower case.
  private let ignoresCase: Bool

  /// An index without entries.
  init() {
    ignoresCase = false
  }

  /// Reads the index of a repository. If the index has a form that only git knows, git lists the
  /// entries.
  /// - Parameter ignoringCase: whether names that differ only in the case of ASCII letters are the
  ///   same.
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
    // No entry takes fewer bytes, and the path is a small part of most entries.
    paths.reserveCapacity(content.count / 64)
    bytes.reserveCapacity(content.count / 2)
    if !content.withUnsafeBytes({ format.visitEntries(of: $0) { add($0, $1) } }) {
      (bytes, paths, unwatchedPaths) = ([], [], [])
      try visitEntriesAsGitLists(in: root) { add($0, $1) }
    }
    putInOrder()
  }

  private mutating func add(_ path: UnsafeRawBufferPointer, _ kind: GitEntryKind) {
    let isSwift = path.hasSuffix(".swift")
    guard kind != .file || isSwift else { return }
    let start = bytes.count
    bytes.append(contentsOf: path)
    if kind == .submodule || kind == .folder {
      hasFolders = true
      if path.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
    }
    if kind != .unwatchedFile || isSwift { paths.append(start..<bytes.count) }
    if kind == .unwatchedFile || kind == .folder { unwatchedPaths.append(start..<bytes.count) }
  }

  /// Git's order is byte order, except for case and for the slashes after submodules.
  private mutating func putInOrder() {
    writtenBytes = bytes
    guard ignoresCase || hasFolders else { return }
    if ignoresCase {
      for index in bytes.indices { bytes[index] = bytes[index].lowercasedASCII }
    }
    bytes.withUnsafeBytes { bytes in
      func isBefore(_ path: Range<Int>, _ other: Range<Int>) -> Bool {
        isOrdered(.init(rebasing: bytes[path]), .init(rebasing: bytes[other]))
      }
      paths.sort(by: isBefore)
      unwatchedPaths.sort(by: isBefore)
    }
  }

  /// Whether the file is tracked, or a Swift file below the folder.
  /// - Parameter path: the path from the repository's root; that of a folder ends with a slash.
  func tracks(_ path: UnsafeRawBufferPointer) -> Bool {
    guard !ignoresCase else {
      return path.map(\.lowercasedASCII).withUnsafeBytes { holds($0, among: paths) }
    }
    return holds(path, among: paths)
  }

  /// Whether git takes a file from the index without looking at the disk, or may do so: the files
  /// in a folder that a sparse index leaves out are not known.
  /// - Parameter path: the path from the repository's root.
  func isUnwatched(_ path: FilePath) -> Bool {
    let path = ignoresCase ? path.bytes.map(\.lowercasedASCII) : path.bytes
    return path.withUnsafeBytes { path in
      path.indices.contains { index in
        path[index] == UInt8(ascii: "/")
          && holds(.init(rebasing: path[...index]), among: unwatchedPaths, isWhole: true)
      } || holds(path, among: unwatchedPaths)
    }
  }

  /// - Parameter isWhole: whether a folder must be one of the paths, rather than hold one.
  private func holds(
    _ path: UnsafeRawBufferPointer, among paths: [Range<Int>], isWhole: Bool = false
  ) -> Bool {
    let first = firstIndex(notBefore: path, among: paths)
    guard first < paths.count, begins(paths[first], with: path) else { return false }
    let isFolder = path.last == UInt8(ascii: "/") && !isWhole
    return isFolder || paths[first].count == path.count
  }

  /// The paths of the Swift files below a folder, from there.
  /// - Parameter folder: the path from the repository's root, with a slash at its end.
  func files(below folder: UnsafeRawBufferPointer) -> [FilePath] {
    let folder = ignoresCase ? folder.map(\.lowercasedASCII) : Array(folder)
    return folder.withUnsafeBytes { folder in
      let first = firstIndex(notBefore: folder, among: paths)
      let end = paths[first...].firstIndex { !begins($0, with: folder) } ?? paths.count
      return paths[first..<end].map { FilePath(bytes: writtenBytes[$0.dropFirst(folder.count)]) }
        .filter { $0.bytes.last != UInt8(ascii: "/") }
    }
  }

  private func firstIndex(
    notBefore path: UnsafeRawBufferPointer, among paths: [Range<Int>]
  ) -> Int {
    bytes.withUnsafeBytes { bytes in
      paths.partitioningIndex { !isOrdered(.init(rebasing: bytes[$0]), path) }
    }
  }

  private func begins(_ own: Range<Int>, with path: UnsafeRawBufferPointer) -> Bool {
    guard path.count <= own.count else { return false }
    guard let start = path.baseAddress else { return true }
    return bytes.withUnsafeBytes {
      memcmp($0.baseAddress! + own.lowerBound, start, path.count) == 0
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
/// - Parameter root: the root of the repository.
private func visitEntriesAsGitLists(
  in root: FilePath, _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
) throws(FileError) {
  let list: GitAnswer
  do throws(GitError) {
    let command: [GitArgument] = ["ls-files", "--stage", "-v", "-z"]
    // Git does not read folders that a sparse checkout leaves out. Git before 2.36 does not know
    // the option, and exits with this status.
    let answer = try runGit(command + ["--sparse"], in: root, .ofFolder)
    list = answer.status == 129 ? try runGit(command, in: root, .ofFolder) : answer
    guard list.status == 0 else { throw list.error }
  } catch {
    throw .git(error)
  }
  guard visitEntries(ofList: list.output, body) else { throw .git(damagedIndex) }
}

/// Calls the body with the path and kind of each entry in a list.
/// - Parameter output: the output of `git ls-files --stage -v -z`; each entry is `TAG MODE ID
///   STAGE`, a tab and the path.
/// - Returns: false if an entry has no mode or path.
func visitEntries(
  ofList output: [UInt8], _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
) -> Bool {
  for entry in output.split(separator: 0) {
    guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
    let mode = String(
      decoding: entry.dropFirst(2).prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    let path = entry[(tab + 1)...]
    guard
      let kind = GitEntryKind(
        mode: UInt32(mode, radix: 8) ?? 0, isUnwatched: isUnwatched(tag: entry.first!)),
      !path.elementsEqual(missingPath)
    else { return false }
    path.withUnsafeBytes { body($0, kind) }
  }
  return true
}

/// The text that `git ls-files` prints for the path of an entry that has none.
let missingPath = "./".utf8

/// Whether a tag of `git ls-files -v` says that git does not look for the entry on the disk: `S` is
/// skip-worktree, as outside of a sparse checkout, a small letter assume-unchanged.
func isUnwatched(tag: UInt8) -> Bool {
  tag == UInt8(ascii: "S") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= tag
}

enum GitEntryKind {
  case file, submodule
  /// A file that git does not look for on the disk.
  case unwatchedFile
  /// A folder that a sparse checkout leaves out.
  case folder

  /// Fails if no entry can have that mode.
  init?(mode: UInt32, isUnwatched: Bool) {
    switch mode & 0o170000 {
    case 0o160000: self = .submodule
    case 0o040000: self = .folder
    case 0o100000, 0o120000: self = isUnwatched ? .unwatchedFile : .file
    default: return nil
    }
  }
}

/// The format in which a repository writes its index (gitformat-index(5)).
struct GitIndexFormat: Sendable {
  /// The length of an object's name in bytes: 20 with SHA-1, 32 with SHA-256.
  let idLength: Int

  /// Calls the body with the path and kind of each entry.
  /// - Returns: false unless the bytes are an index of version 2, 3 or 4 in one file.
  func visitEntries(
    of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
  ) -> Bool {
    // A checksum ends the file.
    let end = bytes.count - idLength
    guard 12 <= end, bytes.starts(with: "DIRC".utf8) else { return false }
    let (version, count) = (bytes.number(at: 4), bytes.number(at: 8))
    var reader = EntryReader(
      bytes: UnsafeRawBufferPointer(rebasing: bytes[..<end]), idLength: idLength,
      version: version)
    guard 2...4 ~= version else { return false }
    for _ in 0..<count {
      guard reader.readEntry(body) else { return false }
    }
    return reader.readExtensions()
  }
}

private struct EntryReader {
  let bytes: UnsafeRawBufferPointer
  let idLength: Int
  let version: UInt32
  /// The offset from 0; at first after the header.
  var position = 12
  /// The path of the previous entry. In version 4 the path of the next entry is made from it.
  private var path = PathBytes()

  init(bytes: UnsafeRawBufferPointer, idLength: Int, version: UInt32) {
    (self.bytes, self.idLength, self.version) = (bytes, idLength, version)
  }

  mutating func readEntry(_ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void) -> Bool {
    // Times, device, inode, mode, owner and size, then the object's name and the flags.
    let flagsStart = position + 40 + idLength
    guard flagsStart + 4 <= bytes.count else { return false }
    let flags = Int(bytes[flagsStart]) << 8 | Int(bytes[flagsStart + 1])
    let isExtended = flags & 0x4000 != 0
    guard !isExtended || 3 <= version else { return false }
    // Assume-unchanged, and skip-worktree.
    let isUnwatched = flags & 0x8000 != 0 || isExtended && bytes[flagsStart + 2] & 0x40 != 0
    let mode = bytes.number(at: position + 24)
    guard let kind = GitEntryKind(mode: mode, isUnwatched: isUnwatched) else { return false }
    let start = flagsStart + (isExtended ? 4 : 2)
    guard start < bytes.count else { return false }
    return version == 4
      ? readChangedPath(from: start, kind, body)
      : readWholePath(from: start, length: flags & 0xFFF, kind, body)
  }

  /// Reads a path, then at least one NUL, until the length of the entry is a multiple of eight
  /// bytes.
  /// - Parameter length: the length of the path, unless the path is longer than the field can hold.
  private mutating func readWholePath(
    from start: Int, length: Int, _ kind: GitEntryKind,
    _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
  ) -> Bool {
    guard let end = length < 0xFFF ? start + length : bytes.firstNUL(from: start),
      end < bytes.count, bytes[end] == 0
    else { return false }
    body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), kind)
    position += (end - position + 8) & ~7
    return position <= bytes.count
  }

  /// Reads how many bytes to remove from the end of the previous path, and what to append instead.
  private mutating func readChangedPath(
    from start: Int, _ kind: GitEntryKind, _ body: (UnsafeRawBufferPointer, GitEntryKind) -> Void
  ) -> Bool {
    var start = start
    guard let lost = readVariableLength(&start), lost <= path.count,
      let end = bytes.firstNUL(from: start)
    else { return false }
    path.shorten(to: path.count - lost)
    path.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    path.withUnsafeBufferPointer { body(UnsafeRawBufferPointer($0), kind) }
    position = end + 1
    return true
  }

  /// A number in the encoding of pack offsets; nil if it cannot be the length of a path.
  private func readVariableLength(_ position: inout Int) -> Int? {
    var value = 0
    while position < bytes.count, value < 1 << 24 {
      let byte = bytes[position]
      position += 1
      value += Int(byte & 0x7F)
      if byte < 0x80 { return value }
      value = (value + 1) << 7
    }
    return nil
  }

  /// Reads the extensions that may follow the entries. If the name of an extension does not begin
  /// with a capital letter, the entries are not the whole index: `link` of a split index, `sdir` of
  /// a sparse one.
  mutating func readExtensions() -> Bool {
    while position < bytes.count {
      guard position + 8 <= bytes.count, bytes[position] != bytes[position].lowercasedASCII else {
        return false
      }
      position += 8 + Int(bytes.number(at: position + 4))
    }
    return position == bytes.count
  }
}

extension UnsafeRawBufferPointer {
  /// The number in four bytes, the highest first. The bytes must exist.
  fileprivate func number(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The offset of the first NUL; nil if none follows.
  fileprivate func firstNUL(from offset: Int) -> Int? {
    guard offset < count, let found = memchr(baseAddress! + offset, 0, count - offset) else {
      return nil
    }
    return UnsafeRawPointer(found) - baseAddress!
  }
}

/// Git reads zeros behind the end of an index that was cut off.
let damagedIndex = GitError("the index of the repository is damaged: an entry has no mode or path")
