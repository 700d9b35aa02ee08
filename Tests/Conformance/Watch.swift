#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// A crash or a hang in either lexer ends the program. What was being lexed is kept then.

/// What a signal handler may touch: memory that stays where it is.
nonisolated(unsafe) private var watchedBytes = UnsafeMutableBufferPointer<UInt8>.allocate(
  capacity: 0)
nonisolated(unsafe) private var watchedCount = 0
nonisolated(unsafe) private var crashFile: UnsafeMutablePointer<CChar>?

/// How long lexing one input twice may take before it counts as a hang.
private let secondsBeforeHang: UInt32 = 120

/// Writes what is watched to `path` when the program crashes or hangs.
func keepInputOnCrash(at path: String) {
  crashFile = strdup(path)
  for signalNumber in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGALRM] {
    signal(signalNumber) { number in
      if let crashFile {
        let file = open(crashFile, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        _ = write(file, watchedBytes.baseAddress, watchedCount)
        tell(number == SIGALRM ? "a lexer hangs; the input is " : "a lexer crashes; the input is ")
        _ = write(STDERR_FILENO, crashFile, strlen(crashFile))
        tell("\n")
      }
      _exit(1)
    }
  }
}

private func tell(_ message: StaticString) {
  _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
}

/// Runs the lexers over bytes that are kept should they not come back.
func watching<Result>(_ bytes: [UInt8], _ body: () -> Result) -> Result {
  if watchedBytes.count < bytes.count {
    watchedBytes.deallocate()
    watchedBytes = .allocate(capacity: bytes.count)
  }
  _ = watchedBytes.update(fromContentsOf: bytes)
  watchedCount = bytes.count
  alarm(secondsBeforeHang)
  defer { alarm(0) }
  return body()
}
