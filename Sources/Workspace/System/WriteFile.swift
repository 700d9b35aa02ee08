import CLibrary
import Diagnostics

/// A file that a run may write. Whatever writes a file takes one, and `Place.writable` alone makes
/// them: a branch that somebody else made must not turn a report into a setting of git, or a fix
/// into a change of another project.
package struct WritableFile: Sendable {
  /// The path as it was named.
  let argument: FilePath
  /// The destination of its bytes: absolute, and without links.
  package let path: FilePath
}

/// A file, pipe or terminal that bytes are written to.
package final class OutputFile {
  private let descriptor: Int32
  /// Whether to close it.
  private let isOwned: Bool
  private var unfinished: UnfinishedFile?
  /// The guard that hides commands of a CI; nil if bytes are written directly.
  private var logGuard: LogGuard?

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
  }

  package static var standardOutput: OutputFile { OutputFile(descriptor: STDOUT_FILENO) }
  package static var standardError: OutputFile { OutputFile(descriptor: STDERR_FILENO) }

  /// A file that gets its name once all is written, in place of the file that has the name now. For
  /// a pipe or a device, or if no temporary file can be made, bytes are written directly.
  package init(creating file: WritableFile) throws(FileError) {
    // No signal may come between creating the file and recording that it must be removed.
    unfinished = holdingTermination {
      guard !file.isStream, let unfinished = try? UnfinishedFile(at: file) else { return nil }
      removeWhenInterrupted(unfinished.temporaryName, in: unfinished.folder)
      return unfinished
    }
    isOwned = unfinished == nil
    if let unfinished {
      descriptor = unfinished.descriptor
    } else {
      descriptor = try openFile(
        file.opened, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, mode: 0o666)
    }
  }

  /// Opens the file to append to it; creates it if there is none.
  package init(appendingTo file: WritableFile) throws(FileError) {
    descriptor = try openFile(
      file.opened, O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY, mode: 0o666)
    isOwned = true
  }

  deinit {
    unfinished?.remove()
    if isOwned { close(descriptor) }
  }

  /// Ends the file.
  /// - Parameter isWhole: whether all was written; otherwise the name stays with the file that has
  ///   it.
  package func finish(isWhole: Bool) throws(FileError) {
    defer { unfinished = nil }
    if isWhole { try unfinished?.takeName() } else { unfinished?.remove() }
  }

  /// Whether it gets its name once all is written.
  package var isUnfinished: Bool { unfinished != nil }

  /// Whether a CI that reads the output for commands must find none. A blank is added to disable
  /// them, so this is not for output that programs read.
  package var guardsLog: Bool {
    get { logGuard != nil }
    set { logGuard = newValue ? logGuard ?? LogGuard() : nil }
  }

  /// Whether the output was changed for that.
  package var hasGuardedLog: Bool { logGuard?.hasGuarded ?? false }

  /// Whether it is a file on a disk rather than a log.
  package var isRegularFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a person may be watching the output.
  package private(set) lazy var isTerminal = isatty(descriptor) == 1

  /// The number of columns of the terminal; nil if it is not a terminal.
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

/// Keeps a CI that reads its log for commands from running text of files, paths and rules as
/// commands: a line that starts with `::` (GitHub), and `##[…]`, `##vso[…]` (Azure) and
/// `##teamcity[…]` wherever they are found. A blank disables them and keeps them readable.
///
/// Text may come in any pieces.
struct LogGuard {
  /// Whether the line has only blanks so far. A character beyond ASCII may be a blank, too.
  private var isAtStart = true
  private var startsWithColon = false
  private var signCount = 0
  /// Whether two signs and letters alone have come before.
  private var isInName = false
  /// Whether a blank was added.
  private(set) var hasGuarded = false

  init() {}

  mutating func guarding(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var guarded: [UInt8] = []
    guarded.reserveCapacity(text.count)
    for byte in text {
      if isCommand(endingWith: byte) {
        guarded.append(UInt8(ascii: " "))
        hasGuarded = true
      }
      guarded.append(byte)
      pass(byte)
    }
    return guarded
  }

  private func isCommand(endingWith byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"): startsWithColon
    case UInt8(ascii: "["): isInName
    default: false
    }
  }

  private mutating func pass(_ byte: UInt8) {
    startsWithColon = isAtStart && byte == UInt8(ascii: ":")
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isAtStart = true
    case UInt8(ascii: "!")...UInt8(ascii: "~"): isAtStart = false
    default: break
    }
    let isSign = byte == UInt8(ascii: "#")
    signCount = isSign ? signCount + 1 : 0
    let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    isInName = 2 <= signCount || isInName && isLetter
  }
}

extension WritableFile {
  /// The path to open: a stream such as '/dev/stdout' of a pipe has no place among the files.
  fileprivate var opened: FilePath { isStream ? argument : path }

  /// Whether bytes go to a pipe, a device or a stream of this process.
  fileprivate var isStream: Bool {
    var status = stat()
    return argument.bytes.withCString { stat($0, &status) } == 0
      && (status.st_mode & S_IFMT != S_IFREG || isStandardStream(status))
  }
}

/// Whether it is where standard output or standard error goes: `/dev/stdout`, say.
private func isStandardStream(_ status: stat) -> Bool {
  [STDOUT_FILENO, STDERR_FILENO].contains { descriptor in
    var stream = stat()
    return fstat(descriptor, &stream) == 0
      && (stream.st_dev, stream.st_ino) == (status.st_dev, status.st_ino)
  }
}

/// It is a list, since a signal handler can do little more than read memory. A name stays in the
/// list: nobody else uses that name.
private struct UnfinishedName {
  let folder: Int32
  let name: UnsafeMutablePointer<CChar>?
  let next: UnsafeMutablePointer<UnfinishedName>?
}

private nonisolated(unsafe) var unfinishedNames: UnsafeMutablePointer<UnfinishedName>?

/// - Parameter folder: a descriptor that stays open as long as there is such a file.
private func removeWhenInterrupted(_ name: [UInt8], in folder: Int32) {
  let entry = UnsafeMutablePointer<UnfinishedName>.allocate(capacity: 1)
  entry.initialize(
    to: UnfinishedName(folder: folder, name: name.withCString { strdup($0) }, next: unfinishedNames)
  )
  unfinishedNames = entry
  guard entry.pointee.next == nil else { return }
  for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
    let before = signal(number) { number in
      var entry = unfinishedNames
      while let unfinished = entry?.pointee {
        if let name = unfinished.name { unlinkat(unfinished.folder, name, 0) }
        entry = unfinished.next
      }
      signal(number, SIG_DFL)
      raise(number)
    }
    // A signal that `nohup` ignores stays ignored.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
    }
  }
}

/// Writes a file that is not there yet; `FileError.taken` if anything has its name, even a symbolic
/// link to nowhere.
package func createFile(
  _ file: WritableFile, _ bytes: [UInt8], isExecutable: Bool = false
) throws(FileError) {
  if isLink(file.argument) { throw .taken }
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY
  let descriptor = try openFile(file.path, flags, mode: isExecutable ? 0o777 : 0o666)
  defer { close(descriptor) }
  do {
    try writeAll(bytes, to: descriptor)
  } catch {
    // An incomplete configuration or hook is worse than none.
    file.path.bytes.withCString { _ = unlink($0) }
    throw error
  }
}

/// Creates a folder in an existing folder; does nothing if it exists already.
package func createFolder(at path: FilePath) throws(FileError) {
  do {
    _ = try path.bytes.withCString { path in systemCall { mkdir(path, 0o777) } }.get()
  } catch {
    guard error == .taken else { throw error }
  }
}

/// Tells a build system that something was done just now. If a file holds the bytes already, only
/// its modification time is updated, so that nothing that depends on its content is compiled again.
package func writeStamp(_ bytes: [UInt8], at file: WritableFile) throws(FileError) {
  if (try? readFile(file.path)) == bytes {
    let descriptor = try openFile(file.path, O_WRONLY | O_NOCTTY)
    defer { close(descriptor) }
    _ = try systemCall { futimens(descriptor, nil) }.get()
  } else {
    let output = try OutputFile(creating: file)
    try output.write(bytes)
    try output.finish(isWhole: true)
  }
}

/// Points the links that lie beside a stamp, `Settings0.docc` and so on, to these paths. A build
/// system repeats the run when what one leads to has changed or is gone.
package func pointLinks(beside stamp: WritableFile, to paths: [FilePath]) throws(FileError) {
  var links: [FilePath] = []
  while true {
    let link = stamp.path.parent.appending("Settings\(links.count).docc")
    guard isLink(link) else { break }
    links.append(link)
  }
  for (number, link) in links.enumerated() {
    var target = number < paths.count ? paths[number] : stamp.path
    // With too few links, one to nowhere has the run repeated each time.
    if links.count < paths.count, link == links.last { target = FilePath("nowhere") }
    _ = try link.bytes.withCString { link in
      unlink(link)
      return target.bytes.withCString { target in systemCall { symlink(target, link) } }
    }.get()
  }
}
