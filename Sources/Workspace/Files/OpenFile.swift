import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Opens a path of any length and returns its descriptor, which the caller closes.
/// - Parameters:
///   - flags: those of open(2); `O_CLOEXEC` is added.
///   - mode: of a file that is created.
func openFile(
  _ path: FilePath, _ flags: Int32, mode: mode_t = 0
) throws(FileError) -> Int32 {
  var folder = AT_FDCWD
  defer { if folder != AT_FDCWD { close(folder) } }
  // Paths are longer than the system takes at once only in trees that are nested thousands deep.
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

/// `PATH_MAX` of Darwin; Linux takes four times as much.
let longestPath = 1024

/// - Parameters:
///   - path: shorter than the system's limit.
///   - folder: what a relative path starts from; a descriptor.
func openFile(
  _ path: ArraySlice<UInt8>, in folder: Int32, _ flags: Int32, mode: mode_t = 0
) throws(FileError) -> Int32 {
  try path.withCString { tryToOpen($0, in: folder, flags, mode: mode) }.get()
}

/// What fails is part of the result.
/// - Parameters:
///   - path: shorter than the system's limit.
///   - folder: what a relative path starts from; a descriptor.
func tryToOpen(
  _ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0
) -> Result<Int32, FileError> {
  systemCall { openat(folder, path, flags | O_CLOEXEC, mode) }
}

/// What a system call returns or reports; it is repeated for as long as a signal cuts it short.
func systemCall<Value: SignedInteger>(_ call: () -> Value) -> Result<Value, FileError> {
  while true {
    let value = call()
    guard value == -1 else { return .success(value) }
    guard errno == EINTR else { return .failure(.last) }
  }
}

/// A call for a stream, which another process may have set not to block: it is made again when it
/// need not wait.
/// - Parameter event: what it waits for, `POLLIN` or `POLLOUT`.
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
