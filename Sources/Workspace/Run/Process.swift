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
  (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
    CommandLine.unsafeArgv[index].map { FilePath(cString: $0) }
  }
}

/// Nil where the variable is not set.
package func environmentVariable(_ name: String) -> FilePath? {
  getenv(name).map { FilePath(cString: $0) }
}

/// Ends the process.
package func exitProcess(_ status: Int32) -> Never {
  exit(status)
}

/// Lets a write to a pipe without a reader fail instead of ending the process.
package func ignoreClosedPipes() {
  signal(SIGPIPE, SIG_IGN)
}
