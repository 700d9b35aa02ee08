import CLibrary
import Diagnostics

/// Opens a path of any length and returns its descriptor, which the caller closes.
/// - Parameters:
///   - flags: the flags of open(2); `O_CLOEXEC` is added.
///   - mode: the mode of a file that is created.
func openFile(
  _ path: FilePath, _ flags: Int32, mode: mode_t = 0
) throws(FileError) -> Int32 {
  var folder = AT_FDCWD
  defer { if folder != AT_FDCWD { close(folder) } }
  // Only trees that are nested thousands deep have paths longer than the system accepts.
  var rest = path.bytes[...]
  while longestPath <= rest.count {
    let part = rest.prefix(longestPath - 1)
    guard let slash = part.lastIndex(of: UInt8(ascii: "/")), rest.startIndex < slash else {
      throw .system(ENAMETOOLONG)
    }
    let next = try openFile(rest[..<slash], in: folder, O_RDONLY | O_DIRECTORY, mode: 0)
    if folder != AT_FDCWD { close(folder) }
    folder = next
    rest = rest[(slash + 1)...]
  }
  return try openFile(rest, in: folder, flags, mode: mode)
}

/// The length that no path may reach: `PATH_MAX` of Darwin; on Linux it is four times as much.
let longestPath = 1024

/// - Parameters:
///   - path: a path that is shorter than the system's limit.
///   - folder: the descriptor of the folder that a relative path starts from.
func openFile(
  _ path: ArraySlice<UInt8>, in folder: Int32, _ flags: Int32, mode: mode_t = 0
) throws(FileError) -> Int32 {
  try path.withCString { tryToOpen($0, in: folder, flags, mode: mode) }.get()
}

/// Opens a path; an error is part of the result.
/// - Parameters:
///   - path: a path that is shorter than the system's limit.
///   - folder: the descriptor of the folder that a relative path starts from.
func tryToOpen(
  _ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0
) -> Result<Int32, FileError> {
  systemCall { openat(folder, path, flags | O_CLOEXEC, mode) }
}

/// The result or error of a system call. It is repeated as long as a signal interrupts it.
func systemCall<Value: SignedInteger>(_ call: () -> Value) -> Result<Value, FileError> {
  while true {
    let value = call()
    guard value == -1 else { return .success(value) }
    guard errno == EINTR else { return .failure(.last) }
  }
}

/// Makes a call on a stream that another process may have set to non-blocking. It is repeated when
/// the stream is ready.
/// - Parameter event: the event that it waits for, `POLLIN` or `POLLOUT`.
func streamCall(
  _ descriptor: Int32, _ event: some BinaryInteger, _ call: () -> Int
) -> Result<Int, FileError> {
  while true {
    let result = systemCall(call)
    guard case .failure(.system(EAGAIN)) = result else { return result }
    var stream = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    _ = systemCall { poll(&stream, 1, -1) }
  }
}

extension Collection<UInt8> {
  /// Calls the body with the bytes as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count + 1) { buffer in
      let end = buffer.initialize(fromContentsOf: self)
      buffer.initializeElement(at: end, to: 0)
      return buffer.withMemoryRebound(to: CChar.self) { body(UnsafePointer($0.baseAddress!)) }
    }
  }
}

/// The reason why something could not be read or written.
package enum FileError: Error, Equatable, Sendable {
  /// An error number of the operating system.
  case system(Int32)
  /// A pipe, socket or device, which could block or never end.
  case notARegularFile
  /// It has more bytes than `longestFile`.
  case tooLong
  /// Its content has changed since it was read.
  case changed
  /// A link in the repository leads to it, and it is outside the repository.
  case outsideRepository
  /// It must not be written, for this reason.
  case refused(String)
  /// It begins with the byte order mark of UTF-16, and Swift files are UTF-8.
  case utf16
  /// It says where Git LFS has the file.
  case lfsPointer
  /// Git's message about a file that only git can read.
  case git(GitError)

  /// The error of the last system call of this thread.
  static var last: FileError { .system(errno) }

  /// Nothing has that name.
  package static let missing = FileError.system(ENOENT)
  package var isMissing: Bool { self == .missing }
  /// Something has that name already.
  package static let taken = FileError.system(EEXIST)
  /// Whether it is a symbolic link that was not to be followed.
  package var isLink: Bool { self == .link }
  package static let link = FileError.system(ELOOP)
  /// Whether something else has the name: a folder, a link that was not to be followed, a pipe.
  var isNoRegularFile: Bool {
    self == .notARegularFile || isLink || self == .system(EISDIR) || self == .system(ENXIO)
  }
  /// Whether the reader of a pipe has gone.
  package var isClosedPipe: Bool { self == .system(EPIPE) }

  /// The error in the system's words, e.g. `Permission denied`.
  package var text: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .notARegularFile: "Not a regular file"
    case .tooLong: "It is longer than the limit of \(longestFile >> 20) MiB"
    case .changed: "It was changed since it was read"
    case .outsideRepository: "It leads out of the repository"
    case .refused(let reason): reason
    case .utf16: "It is UTF-16, and Swift source is UTF-8"
    case .lfsPointer: "It is a Git LFS pointer; run 'git lfs pull', or exclude it"
    case .git(let error): error.message
    }
  }
}

/// A path that could not be read; the rest of the run goes on.
package struct Trouble: Error, Sendable {
  /// The path as it is printed.
  package let path: FilePath
  package let error: FileError

  package init(_ path: FilePath, _ error: FileError) {
    (self.path, self.error) = (path, error)
  }

  /// The message in the words of the compiler's driver, without `error: `.
  package var message: String {
    guard error.isMissing else { return "cannot read '\(path.string)' (\(error.text))" }
    let hint = path == FilePath("-") ? "; '--stdin-path FILE' lints standard input" : ""
    return "no such file or directory: '\(path.string)'" + hint
  }
}

/// The reason why git did not do its work.
package struct GitError: Error, Equatable {
  /// A phrase, without `error: `.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}
