import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a commit has under paths from its top. A process that stays open would be of one thread
/// alone, since others may have descriptors of their own; and to start git for each path takes
/// longer than all that it then does. So it is asked at once for whatever is known to be wanted.
final class CommittedObjects: @unchecked Sendable {
  private let commit: FilePath
  private let lock = Lock()
  private var known: [FilePath: ObjectReader.Object] = [:]
  /// What is asked for with the next path.
  private var expected: Set<FilePath> = []

  /// - Parameter commit: its hexadecimal name.
  init(of commit: FilePath) {
    self.commit = commit
  }

  func expect(_ paths: [FilePath]) {
    lock.withLock { expected.formUnion(paths) }
  }

  /// What is there, once all links are followed.
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
      // It is told of when it is asked for.
      if object == .unanswered { break }
      known[other] = object
    }
    return object
  }

  /// Why there is nothing under a path.
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
  /// Whether git takes it for what it is as a line of its input.
  fileprivate var isLine: Bool {
    !bytes.contains(UInt8(ascii: "\n")) && bytes.last != UInt8(ascii: "\r")
  }
}
