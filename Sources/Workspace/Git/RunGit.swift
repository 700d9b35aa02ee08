import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a git process left behind.
package struct GitAnswer: Sendable {
  /// The exit status, or 128 and the number of the signal that ended it.
  package let status: Int32
  package let output: [UInt8]
  package let errors: [UInt8]

  /// The first line of what it wrote to standard error.
  package var firstErrorLine: String {
    let line = errors.prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? "git ended with status \(status)" : String(decoding: line, as: UTF8.self)
  }
}

/// Whose repository a git process is about.
package enum GitEnvironment: Sendable {
  /// What a hook says in its environment holds: `GIT_DIR`, `GIT_INDEX_FILE`.
  case inherited
  /// The repository that the folder lies in, whatever the environment says.
  case ofFolder
}

/// Runs git to its end. It runs no program of the repository, asks for no lock that it can do
/// without and fetches nothing.
/// - Parameter folder: where it runs; nil for the working folder.
/// - Throws: what kept it from starting.
package func runGit(
  _ arguments: [[UInt8]], in folder: FilePath? = nil, _ environment: GitEnvironment = .inherited
) throws(FileError) -> GitAnswer {
  let output = try Pipe()
  defer { output.close() }
  let errors = try Pipe()
  defer { errors.close() }
  var command = ["git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]
    .map { Array($0.utf8) }
  if let folder { command += [Array("-C".utf8), folder.bytes] }
  let process = try spawn(command + arguments, environment, output: output, errors: errors)
  output.closeWritingEnd()
  errors.closeWritingEnd()
  let streams = readToEnd([output.readingEnd, errors.readingEnd])
  var status: Int32 = 0
  _ = systemCall { waitpid(process, &status, 0) }
  let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  return GitAnswer(status: code, output: streams[0], errors: streams[1])
}

/// Starts a program that is looked for in `PATH`, with nothing on its standard input.
private func spawn(
  _ command: [[UInt8]], _ environment: GitEnvironment, output: Pipe, errors: Pipe
) throws(FileError) -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, output.writingEnd, STDOUT_FILENO)
  posix_spawn_file_actions_adddup2(&actions, errors.writingEnd, STDERR_FILENO)
  var arguments = command.map(copyAsCString)
  var variables = environment.variables.map(copyAsCString)
  defer { for pointer in arguments + variables { free(pointer) } }
  arguments.append(nil)
  variables.append(nil)
  var process = pid_t()
  let result = posix_spawnp(&process, "git", &actions, nil, arguments, variables)
  guard result == 0 else { throw .system(result) }
  return process
}

extension GitEnvironment {
  /// Those of this process, each as `name=value`, and what git is asked for.
  fileprivate var variables: [[UInt8]] {
    var variables: [[UInt8]] = []
    #if canImport(Darwin)
      var next = _NSGetEnviron().pointee!
    #else
      var next = environ
    #endif
    while let variable = next.pointee {
      variables.append(FilePath(cString: variable).bytes)
      next += 1
    }
    let own = ["LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1"]
    let replaced = own.map { $0.prefix { $0 != "=" } } + (self == .ofFolder ? Self.local : [])
    return variables.filter { variable in
      !replaced.contains { variable.starts(with: $0.utf8 + [UInt8(ascii: "=")]) }
    } + own.map { Array($0.utf8) }
  }

  /// What says which repository is meant and where its parts lie (`git rev-parse
  /// --local-env-vars`).
  private static let local: [Substring] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]
}

/// The caller frees it.
private func copyAsCString(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
  bytes.withCString { strdup($0) }
}

/// What the streams hold, read side by side, so that none that fills up stops the others.
private func readToEnd(_ descriptors: [Int32]) -> [[UInt8]] {
  var streams = descriptors.map { _ in [UInt8]() }
  var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
  defer { chunk.deallocate() }
  while polls.contains(where: { 0 <= $0.fd }) {
    _ = systemCall { poll(&polls, nfds_t(polls.count), -1) }
    for index in polls.indices where 0 <= polls[index].fd && polls[index].revents != 0 {
      let result = systemCall { read(polls[index].fd, chunk.baseAddress, chunk.count) }
      if case .success(let count) = result, 0 < count {
        streams[index] += chunk[..<count]
      } else {
        // A negative descriptor is passed over (poll(2)).
        polls[index].fd = -1
      }
    }
  }
  return streams
}

/// A pipe whose ends no other program inherits.
private final class Pipe {
  let readingEnd: Int32
  private(set) var writingEnd: Int32

  init() throws(FileError) {
    var ends: [Int32] = [-1, -1]
    _ = try systemCall { pipe(&ends) }.get()
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readingEnd, writingEnd) = (ends[0], ends[1])
  }

  func closeWritingEnd() {
    _ = systemClose(writingEnd)
    writingEnd = -1
  }

  func close() {
    if 0 <= writingEnd { closeWritingEnd() }
    _ = systemClose(readingEnd)
  }
}

/// close(2), from where a method has its name.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
