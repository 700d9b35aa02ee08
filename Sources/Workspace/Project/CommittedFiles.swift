import CLibrary
import Diagnostics

/// The files of a commit, from which a run reads its settings. Git follows links inside the commit
/// only, whatever is on the disk.
package struct CommittedFiles: Sendable {
  package let revision: Revision
  /// The top of the work tree; absolute.
  package let top: FilePath
  /// The names of configurations, by folder; paths from the top.
  private let configurations: [FilePath: Set<String>]
  /// The Swift files, links aside, and the objects that they are.
  private let sources: [(path: FilePath, object: FilePath)]
  private let objects: CommittedObjects

  package init(of revision: Revision, around workingFolder: FilePath) throws(GitError) {
    self.revision = revision
    top = try WorkTree(around: workingFolder).top
    (configurations, sources) = try Self.files(in: revision.commit)
    objects = CommittedObjects(of: revision.commit)
    for (folder, names) in configurations { expect(names.map { folder.appending($0) }) }
  }

  private static func files(
    in commit: FilePath
  ) throws(GitError) -> ([FilePath: Set<String>], [(path: FilePath, object: FilePath)]) {
    let process = try startGit(["ls-tree", "-r", "-z", "--full-tree", GitArgument(commit)])
    var configurations: [FilePath: Set<String>] = [:]
    var sources: [(path: FilePath, object: FilePath)] = []
    var output: [UInt8] = []
    while try process.readMore(into: &output) {
      guard let end = output.lastIndex(of: 0) else { continue }
      for line in output[..<end].split(separator: 0) {
        // A line is `MODE TYPE OBJECT`, a tab and the path.
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")), line.first == UInt8(ascii: "1")
        else { throw GitError("cannot read what 'git ls-tree' prints") }
        let path = line[(tab + 1)...]
        if path.suffix(6).elementsEqual(".swift".utf8), line.starts(with: "100".utf8) {
          let object = line[..<tab].split(separator: UInt8(ascii: " "))[2]
          sources.append((FilePath(bytes: path), FilePath(bytes: object)))
        }
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
        guard isConfigurationName(path[start...]) else { continue }
        let folder = FilePath(bytes: path[..<max(start - 1, path.startIndex)])
        configurations[folder, default: []].insert(String(decoding: path[start...], as: UTF8.self))
      }
      output.removeFirst(end + 1)
    }
    let answer = try process.answer()
    guard answer.status == 0 else { throw try errorOfMissingPart(answer) }
    guard output.isEmpty else { throw GitError("cannot read what 'git ls-tree' prints") }
    return (configurations, sources)
  }

  /// The Swift files by their absolute paths, and the objects that they are, in no order.
  package var swiftFiles: [(path: FilePath, object: FilePath)] {
    sources.map { (top.appending($0.path.bytes), $0.object) }
  }

  /// The folders with a configuration; absolute, in no order.
  package var configuredFolders: [FilePath] {
    configurations.keys.map { $0.bytes.isEmpty ? top : top.appending($0.bytes) }
  }

  /// The path from the top; nil for a path outside the work tree, about which a commit says
  /// nothing.
  /// - Parameter path: an absolute path.
  func path(inside path: FilePath) -> FilePath? {
    if let inside = path.relative(to: top) { return inside }
    // A link above the top, such as `/tmp` on macOS, is the same for every commit.
    var (folder, rest) = (path, [ArraySlice<UInt8>]())
    while folder != folder.parent {
      rest.insert(folder.lastComponent, at: 0)
      folder = folder.parent
      guard let real = folder.withoutLinks, real != folder else { continue }
      return rest.reduce(real) { $0.appending($1) }.relative(to: top)
    }
    return nil
  }

  /// Records paths that will be read, so that git is asked for all of them at once.
  /// - Parameter paths: the paths from the top.
  func expect(_ paths: [FilePath]) {
    objects.expect(paths)
  }

  /// Whether a path leads out of the repository.
  /// - Parameter path: the path from the top.
  func symlinkEscapes(_ path: FilePath) throws(FileError) -> Bool {
    try objects.object(at: path) == .unfollowed(.outside)
  }

  /// The bytes of a file.
  /// - Parameter path: the path from the top.
  func read(_ path: FilePath) throws(FileError) -> [UInt8] {
    switch try objects.object(at: path) {
    case .blob(let bytes): return bytes
    case .tree: throw .system(EISDIR)
    case .tooLong: throw .tooLong
    case .unfollowed(.outside): throw .notARegularFile
    case .unfollowed(.circle): throw .system(ELOOP)
    case .unfollowed(.file): throw .system(ENOTDIR)
    case .unfollowed(.nothing): throw .system(ENOENT)
    case .missing, .unanswered: throw try objects.errorOfMissing(path)
    }
  }

  /// The names in a folder that a configuration may have.
  /// - Parameter folder: the path from the top.
  func configurationNames(in folder: FilePath) -> [String] {
    guard let names = configurations[folder] else { return [] }
    return possibleConfigurationNames.filter(names.contains)
  }

  /// The names of the entries in a folder that are not folders; nil if the path leads to none.
  /// - Parameter path: the path from the top.
  func names(in path: FilePath) throws(FileError) -> [[UInt8]]? {
    guard case .tree(let bytes) = try objects.object(at: path) else { return nil }
    return try namesOfFiles(inTree: bytes, idLength: revision.commit.bytes.count / 2)
  }
}

/// The names of the entries in a tree, as git stores it, that are not folders.
/// - Parameter idLength: the length of an id in bytes.
func namesOfFiles(inTree tree: [UInt8], idLength: Int) throws(FileError) -> [[UInt8]] {
  var names: [[UInt8]] = []
  var rest = tree[...]
  while !rest.isEmpty {
    // An entry is `MODE NAME`, a NUL and the object.
    guard let space = rest.firstIndex(of: UInt8(ascii: " ")), let end = rest.firstIndex(of: 0),
      space < end, end + idLength < rest.endIndex
    else { throw .git(GitError("cannot read what 'git cat-file' prints")) }
    if !rest[..<space].elementsEqual("40000".utf8) { names.append(Array(rest[(space + 1)..<end])) }
    rest = rest[(end + 1 + idLength)...]
  }
  return names
}

/// The objects of a commit, by path from its top. A git process that stays open could be used by
/// one thread only, since other threads may have descriptors of their own. Starting git for each
/// path takes longer than everything git then does. So git is asked at once for every path that is
/// known to be needed.
final class CommittedObjects: @unchecked Sendable {
  private let commit: FilePath
  private let lock = Lock()
  private var known: [FilePath: ObjectReader.Object] = [:]
  /// The paths to ask for together with the next path.
  private var expected: Set<FilePath> = []

  /// - Parameter commit: its hexadecimal name.
  init(of commit: FilePath) {
    self.commit = commit
  }

  func expect(_ paths: [FilePath]) {
    lock.withLock { expected.formUnion(paths) }
  }

  /// The object at the path, after all links are followed.
  func object(at path: FilePath) throws(FileError) -> ObjectReader.Object {
    try lock.withLock { () throws(FileError) in
      if let object = known[path] { return object }
      do throws(GitError) {
        return try ask(for: path)
      } catch {
        throw .git(error)
      }
    }
  }

  private func ask(for path: FilePath) throws(GitError) -> ObjectReader.Object {
    guard path.isLine else { throw GitError("git cannot be asked for a name with a line break") }
    let others = expected.filter { $0.isLine && $0 != path && known[$0] == nil }.sorted()
    expected = []
    var reader = try ObjectReader(([path] + others).map(name), followingLinks: true)
    let object = try reader.next()
    guard object != .unanswered else {
      throw try isPartialClone() ? notCloned : reader.endError()
    }
    known[path] = object
    for other in others {
      let object = try reader.next()
      // It is reported when it is asked for.
      if object == .unanswered { break }
      known[other] = object
    }
    return object
  }

  /// The reason why there is nothing at a path.
  func errorOfMissing(_ path: FilePath) throws(FileError) -> FileError {
    do throws(GitError) {
      let answer = try runGit([
        "rev-parse", "-q", "--verify", "--end-of-options", GitArgument(name(of: path)),
      ])
      switch answer.status {
      case 0:
        return .git(
          try isPartialClone() ? notCloned : GitError("git has no object for '\(path.string)'"))
      case 1: return .system(ENOENT)
      default: throw answer.error
      }
    } catch {
      throw .git(error)
    }
  }

  private func name(of path: FilePath) -> FilePath {
    FilePath(bytes: commit.bytes + [UInt8(ascii: ":")] + path.bytes)
  }
}

private let notCloned = GitError(
  "it is not in this partial clone; fetch it or clone without '--filter'")

extension FilePath {
  /// Whether git reads the path unchanged from a line of its input.
  fileprivate var isLine: Bool {
    !bytes.contains(UInt8(ascii: "\n")) && bytes.last != UInt8(ascii: "\r")
  }
}
