#if canImport(Darwin)
  @preconcurrency import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Glibc
#endif

/// A program with its arguments, and the folder it is run in.
struct Command {
  var program: String
  var arguments: [String] = []
  var folder: String
  /// The statuses it may end with: searches and linters end with 1 where they find something.
  var statuses: Set<Int32> = [0, 1]
}

/// What one run of a command took.
struct Run {
  /// From its start to its end, in seconds.
  let wall: Double
  /// Of the processors, in seconds.
  let user: Double
  let system: Double
  /// The most memory that was resident at any time, in bytes. The kernel counts the process that
  /// started the program too, so this one keeps small and goes without Foundation.
  let peak: Double
  /// What was printed on standard output, in bytes.
  let output: Double

  var cpu: Double { user + system }
}

/// Runs the command once with its output to a pipe, which is read and thrown away. A command that
/// cannot be run, or that does not end as it should, ends this program: a figure of it would be wrong.
func run(_ command: Command) -> Run {
  guard chdir(command.folder) == 0 else { fail("there is no folder '\(command.folder)'") }
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { fail("there is no pipe") }
  let start = now()
  let process = spawn(command, output: ends[1], closing: ends[0])
  close(ends[1])
  let output = byteCount(readingToEndOf: ends[0])
  close(ends[0])
  var status: Int32 = 0
  var usage = rusage()
  while wait4(process, &status, 0, &usage) == -1, errno == EINTR {}
  let wall = now() - start
  let ended = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  guard command.statuses.contains(ended) else {
    let line = ([command.program] + command.arguments).joined(separator: " ")
    fail("status \(ended) of: \(line)")
  }
  return Run(
    wall: wall, user: seconds(usage.ru_utime), system: seconds(usage.ru_stime),
    peak: peak(usage), output: output)
}

private func spawn(_ command: Command, output: Int32, closing other: Int32) -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  posix_spawn_file_actions_addclose(&actions, other)
  var arguments = ([command.program] + command.arguments).map { strdup($0) }
  defer { for argument in arguments { free(argument) } }
  arguments.append(nil)
  var process = pid_t()
  guard posix_spawnp(&process, command.program, &actions, nil, arguments, environ) == 0 else {
    fail("cannot run '\(command.program)'")
  }
  return process
}

private func byteCount(readingToEndOf descriptor: Int32) -> Double {
  withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
    var total = 0
    while true {
      let count = read(descriptor, buffer.baseAddress!, buffer.count)
      if count == -1, errno == EINTR { continue }
      guard 0 < count else { return Double(total) }
      total += count
    }
  }
}

/// The most memory that this process had, in bytes: the least that is measured of another.
func ownPeak() -> Double {
  var usage = rusage()
  getrusage(0, &usage)  // RUSAGE_SELF, which has another type in each library
  return peak(usage)
}

/// Whether `PATH` has the program.
func isInstalled(_ program: String) -> Bool {
  guard let path = getenv("PATH") else { return false }
  return String(cString: path).split(separator: ":").contains {
    access("\($0)/\(program)", X_OK) == 0
  }
}

func fail(_ message: String) -> Never {
  fputs("bench: error: \(message)\n", stderr)
  exit(2)
}

/// In seconds, of a clock that is never set.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

private func seconds(_ time: timeval) -> Double {
  Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
}

private func peak(_ usage: rusage) -> Double {
  #if canImport(Darwin)
    Double(usage.ru_maxrss)
  #else
    Double(usage.ru_maxrss) * 1024
  #endif
}
