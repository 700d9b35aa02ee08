import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file, pipe or terminal that bytes are written to.
package final class OutputFile {
  private let descriptor: Int32
  private let isOwned: Bool
  /// What is written aside until it is whole.
  private var unfinished: UnfinishedFile?
  /// Nil where bytes are written as they come.
  private var logGuard: LogGuard?

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
  }

  package static var standardOutput: OutputFile { OutputFile(descriptor: STDOUT_FILENO) }
  package static var standardError: OutputFile { OutputFile(descriptor: STDERR_FILENO) }

  /// A file that has its name, or the other one's that has it now, once all is written. Into a pipe
  /// or a device, or where nothing can be written aside, bytes go at once.
  package init(creating path: FilePath) throws(FileError) {
    isOwned = true
    // No signal comes between a file and the note that one is to remove it.
    unfinished = try holdingTermination { () throws(FileError) in try UnfinishedFile(at: path) }
    if let unfinished {
      descriptor = unfinished.descriptor
    } else {
      descriptor = try openFile(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, mode: 0o666)
    }
  }

  /// Opens the file to write below what it holds; creates it where there is none.
  package init(appendingTo path: FilePath) throws(FileError) {
    descriptor = try openFile(path, O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY, mode: 0o666)
    isOwned = true
  }

  deinit {
    unfinished?.remove()
    if isOwned { _ = closeDescriptor(descriptor) }
  }

  /// Ends the file.
  /// - Parameter isWhole: whether all was written; otherwise the name stays with who has it.
  package func finish(isWhole: Bool) throws(FileError) {
    defer { unfinished = nil }
    if isWhole { try unfinished?.takeName() } else { unfinished?.remove() }
  }

  /// Whether a CI that reads what is written for commands must find none. They are kept from it
  /// by a blank, so that this is not for what programs read.
  package var guardsLog: Bool {
    get { logGuard != nil }
    set { logGuard = newValue ? logGuard ?? LogGuard() : nil }
  }

  /// Whether it differs for that from what was to be written.
  package var hasGuardedLog: Bool { logGuard?.hasGuarded ?? false }

  /// Whether it is a file on a disk, which is no log.
  package var isRegularFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether somebody may be looking.
  package private(set) lazy var isTerminal = isatty(descriptor) == 1

  /// How many columns the terminal has; nil for what is no terminal.
  package var columnCount: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, 0 < size.ws_col else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes, or says why it could not.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in try write(bytes) }
  }

  /// Writes all bytes, or says why it could not.
  package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
    if let guarded = logGuard?.guarding(bytes) {
      try writeAll(guarded, to: descriptor)
    } else {
      try writeAll(bytes, to: descriptor)
    }
  }
}

/// Writes all bytes, or says why it could not.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
  try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
    try writeAll(bytes, to: descriptor)
  }
}

private func writeAll(
  _ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32
) throws(FileError) {
  var start = 0
  while start < bytes.count {
    start += try streamCall(descriptor, POLLOUT) {
      write(descriptor, bytes.baseAddress! + start, bytes.count - start)
    }.get()
  }
}

// Inside the class the name of the system call means its method.
private func closeDescriptor(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}
