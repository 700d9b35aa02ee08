import CLibrary
import Diagnostics

/// The descriptor of standard input.
package let standardInputDescriptor: Int32 = STDIN_FILENO

/// The arguments of the process as bytes, without its name.
package func commandLineArguments() -> [FilePath] {
  (1..<max(Int(CommandLine.argc), 1)).map { FilePath(cString: CommandLine.unsafeArgv[$0]!) }
}

/// Ends the process.
package func exitProcess(_ status: Int32) -> Never {
  exit(status)
}

/// Blocks the signals that end a process while the body runs, on this thread and those that it
/// starts. The signals take effect afterwards.
package func holdingTermination<Result, Failure>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var signals = sigset_t()
  sigemptyset(&signals)
  for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&signals, signal) }
  var before = sigset_t()
  pthread_sigmask(SIG_BLOCK, &signals, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}

/// Occupies the descriptors of closed standard streams. Otherwise a file that is opened later could
/// get one, and with it what is printed.
package func occupyClosedStreams() {
  for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
    // A folder can be neither read nor written, as a closed stream cannot.
    _ = open("/", O_RDONLY)
  }
}

/// Lets a write fail instead of ending the process, to a pipe without a reader or beyond the limit
/// for the size of a file.
package func letWritesFail() {
  signal(SIGPIPE, SIG_IGN)
  // A signal with a handler has its default again in a process that is started.
  signal(SIGXFSZ) { _ in }
}

/// Whether there is a process of that number.
package func isRunning(process: Int) -> Bool {
  guard let id = pid_t(exactly: process), 0 < id else { return false }
  // EPERM means that the process exists but belongs to another user.
  return kill(id, 0) == 0 || errno == EPERM
}

/// Makes an interrupt from the terminal end the process as if it had come to its end.
package func endOnInterrupt() {
  signal(SIGINT) { _ in _exit(0) }
}

/// Waits that long.
package func pause(forMicroseconds microseconds: Int) {
  usleep(UInt32(microseconds))
}

/// Waits so many seconds.
package func pause(forSeconds seconds: UInt32) {
  sleep(seconds)
}

/// The value of a variable; nil if it is not set.
package func environmentVariable(_ name: String) -> FilePath? {
  getenv(name).map { FilePath(cString: $0) }
}

/// Every variable of the process as `NAME=value`.
func environmentEntries() -> [FilePath] {
  var next = environmentPointer()
  var entries: [FilePath] = []
  while let pointer = next, let entry = pointer.pointee {
    entries.append(FilePath(cString: entry))
    next = pointer + 1
  }
  return entries
}

/// The number of processors that this process may use, at least 1.
package func availableProcessorCount() -> Int {
  let online = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  return max(1, allowedProcessorCount() ?? online)
}

/// The number of processors that `taskset` or a container leaves to the process; nil if the system
/// does not say. It is read from /proc (proc_pid_status(5)), since Swift does not see
/// `sched_getaffinity`.
private func allowedProcessorCount() -> Int? {
  guard let status = try? readFile(FilePath("/proc/self/status")) else { return nil }
  let name = "Cpus_allowed:"
  let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
  let digits = line?.dropFirst(name.utf8.count).compactMap {
    Character(Unicode.Scalar($0)).hexDigitValue
  }
  return digits?.reduce(0) { $0 + $1.nonzeroBitCount }
}

/// Seconds since some moment before the start of the process; never runs backwards.
package func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// A mutex with a condition that threads wait for.
package final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs the body while no other thread runs one under this lock.
  package func withLock<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Waits until the condition holds. The caller must hold the lock; it is released while waiting.
  package func wait(until holds: () -> Bool) {
    while !holds() { pthread_cond_wait(condition, mutex) }
  }

  /// Makes all waiting threads check their condition again.
  package func wakeAll() {
    pthread_cond_broadcast(condition)
  }
}

/// A thread of the operating system; it must be joined.
package struct Thread {
  private let id: pthread_t?

  /// If the system refuses a thread, the others do its work.
  package init(_ body: @escaping @Sendable () -> Void) {
    // Only the first thread gets the signals that end the process, since it knows when to block
    // them.
    id = holdingTermination { startThread(body) }
  }

  package func join() {
    if let id { pthread_join(id, nil) }
  }
}
