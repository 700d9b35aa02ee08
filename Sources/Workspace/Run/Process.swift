import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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

/// Keeps the signals that end a process from interrupting the body, on this thread and those that
/// it starts; they are obeyed afterwards.
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

/// Takes the descriptors of standard streams that are closed, so that no file which is opened later
/// gets one, and with it what is printed.
package func occupyClosedStreams() {
  for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
    // A folder can be neither read nor written, as a closed stream cannot.
    _ = open("/", O_RDONLY)
  }
}

/// Lets a write to a pipe without a reader fail instead of ending the process.
package func ignoreClosedPipes() {
  signal(SIGPIPE, SIG_IGN)
}

/// Whether there is a process of that number.
package func isRunning(process: Int) -> Bool {
  guard let id = pid_t(exactly: process), 0 < id else { return false }
  // Another person's process cannot be sent anything, and is there.
  return kill(id, 0) == 0 || errno == EPERM
}

/// Makes an interrupt from the terminal end the process as if it had come to its end.
package func endOnInterrupt() {
  signal(SIGINT) { _ in _exit(0) }
}

/// Waits so long.
package func pause(forMicroseconds microseconds: Int) {
  usleep(UInt32(microseconds))
}

/// Waits so many seconds.
package func pause(forSeconds seconds: UInt32) {
  sleep(seconds)
}
