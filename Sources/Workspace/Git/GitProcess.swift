import CLibrary
import Diagnostics

/// The status and the output of a git process that has ended.
package struct GitAnswer: Sendable {
  /// The exit status, or 128 and the number of the signal that ended it.
  package let status: Int32
  package let output: [UInt8]
  /// The beginning of its text on standard error.
  package let errors: [UInt8]

  /// The error, in git's own words.
  package var error: GitError {
    guard let message = firstMessage(in: errors) else {
      return GitError("git ended with status \(status)")
    }
    if message.hasSuffix("(safe.bareRepository is 'explicit')") {
      return GitError("this operation must be run in a work tree")
    }
    let refusal = "detected dubious ownership in repository at "
    guard message.hasPrefix(refusal) else { return GitError(message) }
    return GitError(
      "\(message), which belongs to another user; if you trust it, run "
        + "git config --global --add safe.directory \(message.dropFirst(refusal.count))")
  }
}

/// A word of a command, or a path or revision in it.
package struct GitArgument: ExpressibleByStringLiteral {
  let bytes: [UInt8]

  package init(_ path: FilePath) {
    bytes = path.bytes
  }

  package init(stringLiteral word: String) {
    bytes = Array(word.utf8)
  }
}

/// Runs git to its end, whatever its status. Git runs no program of the repository, takes no
/// optional lock and fetches nothing.
/// - Parameters:
///   - arguments: the arguments after `git`, e.g. `["rev-parse", "HEAD"]`.
///   - folder: the folder where it runs; nil for the working folder.
///   - seesHooks: whether git may see where the hooks are; only for a command that runs no hook.
package func runGit(
  _ arguments: [GitArgument], in folder: FilePath? = nil,
  _ environment: GitEnvironment = .inherited, seesHooks: Bool = false
) throws(GitError) -> GitAnswer {
  try startGit(arguments, in: folder, environment, seesHooks: seesHooks).answer()
}

/// Runs git and returns its output; a status other than 0 is an error.
package func gitOutput(_ arguments: [GitArgument]) throws(GitError) -> [UInt8] {
  let answer = try runGit(arguments)
  guard answer.status == 0 else { throw answer.error }
  return answer.output
}

/// Starts git without waiting, so that other processes run at the same time.
/// - Parameter input: the bytes for its standard input.
func startGit(
  _ arguments: [GitArgument], in folder: FilePath? = nil,
  _ environment: GitEnvironment = .inherited, seesHooks: Bool = false, input: [UInt8] = []
) throws(GitError) -> GitProcess {
  // These settings keep git from starting programs by itself. A folder that looks like a repository
  // without a work tree has settings that nobody asked for.
  let settings: [GitArgument] = [
    "--no-pager", "-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit",
  ]
  let hooks: [GitArgument] = seesHooks ? [] : ["-c", "core.hooksPath=/dev/null"]
  let place: [GitArgument] = folder.map { ["-C", GitArgument($0)] } ?? []
  do {
    return try GitProcess(
      (["git"] + settings + hooks + place + arguments).map { FilePath(bytes: $0.bytes) },
      environment: environment.variables, input: input)
  } catch {
    throw GitError("cannot run 'git' (\(error.text))")
  }
}

extension GitProcess {
  /// Adds a part of its output.
  /// - Returns: false if it has printed all.
  func readMore(into output: inout [UInt8]) throws(GitError) -> Bool {
    do {
      return try read(into: &output)
    } catch {
      throw GitError("cannot read what 'git' prints (\(error.text))")
    }
  }

  /// Everything that it prints from now on, once it has ended.
  func answer() throws(GitError) -> GitAnswer {
    do {
      var output: [UInt8] = []
      while try read(into: &output) {}
      return GitAnswer(status: try end(), output: output, errors: errorText)
    } catch {
      throw GitError("cannot read what 'git' prints (\(error.text))")
    }
  }
}

/// The first line that says why git failed, without `fatal: `; else the first line.
private func firstMessage(in text: [UInt8]) -> String? {
  let lines = text.split(separator: UInt8(ascii: "\n"))
  for line in lines {
    for beginning in ["fatal: ", "error: "] where line.starts(with: beginning.utf8) {
      return String(decoding: line.dropFirst(beginning.utf8.count), as: UTF8.self)
    }
  }
  return lines.first.map { String(decoding: $0, as: UTF8.self) }
}

/// The repository that a git process works on.
package enum GitEnvironment: Sendable {
  /// The environment that a hook gets decides: `GIT_DIR`, `GIT_INDEX_FILE`.
  case inherited
  /// The repository that the folder lies in, whatever the environment says.
  case ofFolder

  /// The variables of this process, each as `NAME=value`, and those set for git.
  var variables: [FilePath] {
    let others = self == .ofFolder ? localVariables : []
    let replaced = addedVariables.map(name) + [configFileVariable] + others
    return environmentEntries().filter { !replaced.contains(name($0)) } + addedVariables
  }
}

private func name(_ variable: FilePath) -> FilePath {
  FilePath(bytes: variable.bytes.prefix { $0 != UInt8(ascii: "=") })
}

private let addedVariables = [
  "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=0",
  "GIT_GLOB_PATHSPECS=0", "GIT_NOGLOB_PATHSPECS=0", "GIT_ICASE_PATHSPECS=0",
  // An object that 'git replace' puts in place of another is not what is pushed.
  "GIT_NO_REPLACE_OBJECTS=1",
  // Nor are grafts: git looks for them where no file can be.
  "GIT_GRAFT_FILE=/dev/null/none",
  "GIT_NO_LAZY_FETCH=1",
  // Git before 2.45 does not know the variable above, and fetches what a partial clone lacks. The
  // fetch fails if no protocol is allowed.
  "GIT_ALLOW_PROTOCOL=",
].map { FilePath($0) }

/// It makes 'git config' read settings that no other command uses.
private let configFileVariable = FilePath("GIT_CONFIG")

/// The variables that say which repository is meant and where its parts are (`git rev-parse
/// --local-env-vars`).
private let localVariables = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
  "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
].map { FilePath($0) }

/// A process whose standard input and output are one socket. The socket never blocks and raises no
/// signal. The process may be passed between threads, but only one thread may use it at a time.
final class GitProcess: @unchecked Sendable {
  private let id: pid_t
  private let socket: Int32
  private let errors: Int32
  /// The input that has not been written yet.
  private var input: ArraySlice<UInt8>
  /// The beginning of its text on standard error.
  private(set) var errorText: [UInt8] = []
  private var hasOutput = true
  private var hasErrors = true
  private var status: Int32?

  /// - Parameters:
  ///   - arguments: the program's name, searched for in the folders of `PATH`, and its arguments.
  ///   - environment: each entry as `NAME=value`.
  init(
    _ arguments: [FilePath], environment: [FilePath], input: [UInt8]
  ) throws(FileError) {
    var sockets: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, streamSocket, 0, &sockets) == 0 else { throw .last }
    var pipeEnds: [Int32] = [-1, -1]
    guard pipe(&pipeEnds) == 0 else {
      let error = FileError.last
      for socket in sockets { close(socket) }
      throw error
    }
    defer {
      close(sockets[1])
      close(pipeEnds[1])
    }
    for descriptor in sockets + pipeEnds { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    do {
      id = try spawn(
        arguments, environment: environment, streams: [sockets[1], sockets[1], pipeEnds[1]])
    } catch {
      close(sockets[0])
      close(pipeEnds[0])
      throw error
    }
    socket = sockets[0]
    errors = pipeEnds[0]
    self.input = input[...]
    ignoreSIGPIPE(socket)
    if input.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
  }

  deinit {
    close(socket)
    close(errors)
    // Nobody reads its output any more, and it holds no lock.
    if status == nil {
      kill(id, SIGKILL)
      _ = status(asking: 0)
    }
  }

  /// Adds a part of the process's output, and meanwhile writes as much input as it takes.
  /// - Returns: false if it has printed all.
  func read(into output: inout [UInt8]) throws(FileError) -> Bool {
    while hasOutput {
      let events = try waitForEvents()
      if events & Int16(POLLOUT) != 0 { write() }
      if events & ~Int16(POLLOUT) != 0 {
        let count = try append(to: &output, from: socket)
        if 0 < count { return true }
        hasOutput = false
      }
    }
    return false
  }

  /// Waits for the end of the process, whose output has been read.
  /// - Returns: the exit status, or 128 and the number of the signal that ended it.
  func end() throws(FileError) -> Int32 {
    while hasErrors { _ = try waitForEvents() }
    // It may still run after it has closed its streams, and `poll` does not report its end.
    var (waited, nap) = (0, 50)
    while true {
      if let status = status(asking: WNOHANG) { return status }
      guard waited < Int(timeoutSeconds) * 1_000_000 else { throw killAfterTimeout() }
      pause(forMicroseconds: nap)
      waited += nap
      nap = min(2 * nap, 100_000)
    }
  }

  /// Waits until the process takes input or prints something, and reads its errors.
  /// - Returns: the events of the socket.
  private func waitForEvents() throws(FileError) -> Int16 {
    let wanted = Int16(POLLIN) | (input.isEmpty ? 0 : Int16(POLLOUT))
    var descriptors = [
      // `poll` ignores negative descriptors.
      pollfd(fd: hasOutput ? socket : -1, events: wanted, revents: 0),
      pollfd(fd: hasErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
    ]
    guard try systemCall({ poll(&descriptors, 2, timeoutSeconds * 1000) }).get() != 0 else {
      throw killAfterTimeout()
    }
    if descriptors[1].revents != 0 { try readErrors() }
    return descriptors[0].revents
  }

  private func killAfterTimeout() -> FileError {
    kill(id, SIGKILL)
    return .git(GitError("it printed nothing for \(timeoutSeconds) seconds and was stopped"))
  }

  private func write() {
    let result = systemCall {
      input.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, quietSendFlags) }
    }
    switch result {
    case .success(let count): input = input.dropFirst(count)
    case .failure(.system(EAGAIN)): return
    // If a process takes no more input, its status says why.
    case .failure: input = []
    }
    if input.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
  }

  private func readErrors() throws(FileError) {
    let count = errorText.count
    hasErrors = 0 < (try append(to: &errorText, from: errors))
    // A trace may be long, and only its beginning is needed.
    if longestErrorText < count { errorText.removeLast(errorText.count - count) }
  }

  private func append(to bytes: inout [UInt8], from descriptor: Int32) throws(FileError) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: chunkSize))
    let result = bytes.withUnsafeMutableBytes { buffer in
      systemCall { CLibrary.read(descriptor, buffer.baseAddress! + start, chunkSize) }
    }
    var count = 0
    switch result {
    case .success(let value): count = value
    // It has ended without taking all of its input.
    case .failure(.system(ECONNRESET)): break
    case .failure(let error):
      bytes.removeLast(chunkSize)
      throw error
    }
    bytes.removeLast(chunkSize - count)
    return count
  }

  /// The status of the process; nil while it runs.
  /// - Parameter options: the options of `waitpid`.
  private func status(asking options: Int32) -> Int32? {
    if let status { return status }
    var word: Int32 = 0
    if case .success(0) = systemCall({ waitpid(id, &word, options) }) { return nil }
    let signal = word & 0x7F
    status = signal == 0 ? word >> 8 & 0xFF : 128 + signal
    return status
  }
}

/// The longest silence in seconds. Without it, a git that waits for a lock, a network disk or a
/// person would block a commit or a job for ever. `DETERMINISM_LINT_GIT_SECONDS` changes it.
private let timeoutSeconds =
  environmentVariable("DETERMINISM_LINT_GIT_SECONDS").flatMap { Int32($0.string) }.flatMap {
    (1...Int32.max / 1000).contains($0) ? $0 : nil
  } ?? 120

/// The number of bytes that are read at a time, and that are kept of the errors.
private let chunkSize = 64 * 1024
private let longestErrorText = 64 * 1024

/// Starts a process.
/// - Parameter streams: the descriptors that become standard input, output and error.
private func spawn(
  _ arguments: [FilePath], environment: [FilePath], streams: [Int32]
) throws(FileError) -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (number, descriptor) in streams.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
  }
  guard let program = program(named: arguments[0]) else { throw .system(ENOENT) }
  // C strings, with the null pointer that ends a list of them.
  let lists = [arguments, environment].map { strings in
    strings.map { $0.bytes.withCString { strdup($0) } } + [nil]
  }
  defer { for string in lists.joined() { free(string) } }
  var id = pid_t()
  let result = program.bytes.withCString { program in
    posix_spawn(&id, program, &actions, nil, lists[0], lists[1])
  }
  guard result == 0 else { throw .system(result) }
  return id
}

/// The first program of that name in `PATH`. Relative folders in `PATH` are skipped: they could
/// lead to a program of the repository.
private func program(named name: FilePath) -> FilePath? {
  let folders = environmentVariable("PATH") ?? FilePath("/usr/bin:/bin")
  return folders.bytes.split(separator: UInt8(ascii: ":")).lazy.map { FilePath(bytes: $0) }
    .filter(\.isAbsolute).map { $0.appending(name.bytes) }
    .first { isExecutable($0) && (try? kindOfFile(at: $0)) == .file }
}
