import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why something could not be read or written.
package enum FileError: Error, Equatable, Sendable {
  /// An error number of the operating system.
  case system(Int32)
  /// A pipe, socket or device, which could block or never end.
  case notARegularFile
  /// It has more bytes than `longestFile`.
  case tooLong
  /// It does not hold any more what was read from it.
  case changed
  /// A link in the repository leads to it, and it lies elsewhere.
  case outsideRepository
  /// It begins with the byte order mark of UTF-16, and Swift is UTF-8.
  case utf16
  /// What git says of a file that only git can read.
  case git(GitError)

  /// What the last system call of this thread reported.
  static var last: FileError { .system(errno) }

  /// Whether nothing has that name.
  package var isMissing: Bool { self == .system(ENOENT) }
  /// Something has that name already.
  package static let taken = FileError.system(EEXIST)
  /// Whether it is a symbolic link that was not to be followed.
  package var isLink: Bool { self == .system(ELOOP) }
  /// Whether something else has the name: a folder, a link that was not to be followed, a pipe.
  var isNoRegularFile: Bool {
    self == .notARegularFile || isLink || self == .system(EISDIR) || self == .system(ENXIO)
  }
  /// Whether the reader of a pipe has gone.
  package var isClosedPipe: Bool { self == .system(EPIPE) }

  /// In the system's words, e.g. `Permission denied`.
  package var text: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .notARegularFile: "Not a regular file"
    case .tooLong: "It is longer than the limit of \(longestFile >> 20) MiB"
    case .changed: "It was changed since it was read"
    case .outsideRepository: "It leads out of the repository"
    case .utf16: "It is UTF-16, and Swift source is UTF-8"
    case .git(let error): error.message
    }
  }
}

/// A path that could not be read; the rest of the run goes on.
package struct Trouble: Error, Sendable {
  /// As printed.
  package let path: FilePath
  package let error: FileError

  package init(_ path: FilePath, _ error: FileError) {
    self.path = path
    self.error = error
  }

  /// In the words of the compiler's driver, without `error: `.
  package var message: String {
    error.isMissing
      ? "no such file or directory: '\(path.string)'"
      : "cannot read '\(path.string)' (\(error.text))"
  }
}
