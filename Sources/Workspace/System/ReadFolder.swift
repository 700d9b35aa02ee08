import CLibrary
import Diagnostics

/// Calls the body with every name in a folder except `.` and `..`, in no order.
/// - Parameters:
///   - folder: empty for the working folder.
///   - open: opens a folder whose path is too long for the system.
func readFolder(
  _ folder: FilePath, opening open: (FilePath) throws(FileError) -> Int32 = openFolder,
  _ body: (_ name: UnsafeRawBufferPointer, _ kind: EntryKind) -> Void
) throws(FileError) {
  let path = folder.orFolder
  // opendir(3) needs fewer system calls than fdopendir(3), but does not accept every path.
  let isLong = longestPath <= path.bytes.count
  let opened = isLong ? try open(path) : -1
  guard let stream = isLong ? fdopendir(opened) : path.bytes.withCString(openStream) else {
    defer { if isLong { close(opened) } }
    throw .last
  }
  defer { closedir(stream) }
  let descriptor = dirfd(stream)
  while let entry = nextEntry(stream) {
    // An entry ends with its name, which may be shorter than its type says, or longer: it is never
    // read as a whole, as `pointee` would without optimisation.
    let entry = UnsafePointer(entry)
    let start = entry.pointer(to: \.d_name.0)!
    let type = entry.pointer(to: \.d_type)!.pointee
    let name = UnsafeRawBufferPointer(start: start, count: strlen(start))
    if !isFolderOrParent(name) {
      body(name, EntryKind(type, name, in: descriptor))
    }
  }
  guard errno == 0 else { throw .last }
}

/// opendir(3), repeated as long as a signal interrupts it.
private func openStream(_ path: UnsafePointer<CChar>) -> FolderStream? {
  while true {
    if let stream = opendir(path) { return stream }
    guard errno == EINTR else { return nil }
  }
}

/// readdir(3), repeated as long as a signal interrupts it; `errno` is 0 at the end of the folder.
private func nextEntry(_ stream: FolderStream) -> UnsafeMutablePointer<dirent>? {
  repeat {
    errno = 0
    if let entry = readdir(stream) { return entry }
  } while errno == EINTR
  return nil
}

/// Opens a folder by a path of any length; the caller closes the descriptor.
func openFolder(_ path: FilePath) throws(FileError) -> Int32 {
  try openFile(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK)
}

/// Whether a path leads to a folder whose names this user may read.
/// - Parameter followsLink: whether the path may be a symbolic link.
func canReadFolder(_ path: FilePath, followingLink followsLink: Bool) -> Bool {
  let noFollow = followsLink ? 0 : O_NOFOLLOW
  guard let descriptor = try? openFile(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | noFollow) else {
    return false
  }
  close(descriptor)
  return true
}

private func isFolderOrParent(_ name: UnsafeRawBufferPointer) -> Bool {
  name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
}

enum EntryKind {
  case file, folder, linkToFile, linkToFolder, other

  fileprivate init(_ type: UInt8, _ name: UnsafeRawBufferPointer, in folder: Int32) {
    switch Int32(type) {
    case Int32(DT_REG): self = .file
    case Int32(DT_DIR): self = .folder
    case Int32(DT_LNK): self.init(following: name, in: folder)
    case Int32(DT_UNKNOWN): self.init(asking: name, in: folder)
    default: self = .other
    }
  }

  /// Some file systems do not report the kind with the name.
  private init(asking name: UnsafeRawBufferPointer, in folder: Int32) {
    switch kind(of: name, in: folder, AT_SYMLINK_NOFOLLOW) {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self.init(following: name, in: folder)
    default: self = .other
    }
  }

  private init(following link: UnsafeRawBufferPointer, in folder: Int32) {
    switch kind(of: link, in: folder, 0) {
    case S_IFREG: self = .linkToFile
    case S_IFDIR: self = .linkToFolder
    default: self = .other
    }
  }
}

/// The kind of a file as in `st_mode`; nil if there is nothing.
private func kind(
  of name: UnsafeRawBufferPointer, in folder: Int32, _ flags: Int32
) -> mode_t? {
  var status = stat()
  let result = name.withCString { fstatat(folder, $0, &status, flags) }
  return result == 0 ? status.st_mode & S_IFMT : nil
}

/// The folders that a walk entered last, if their paths are longer than the system accepts. Opening
/// each folder from its root would take time in the square of the depth. A few are kept open.
final class FolderTrail: @unchecked Sendable {
  /// The outermost first.
  private var opened: [(path: FilePath, descriptor: Int32)] = []
  private let limit = 8

  deinit {
    for folder in opened { close(folder.descriptor) }
  }

  /// Opens a folder through the folder that it is in, if that is open, or else by its path. The
  /// caller closes the descriptor.
  func open(_ folder: FilePath) throws(FileError) -> Int32 {
    guard let slash = folder.bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return try openFolder(folder)
    }
    while let last = opened.last, !isPath(last.path, of: folder.bytes[..<slash]) {
      opened.removeLast()
      close(last.descriptor)
    }
    let descriptor: Int32
    if let parent = opened.last {
      descriptor = try openFile(
        folder.bytes[(slash + 1)...], in: parent.descriptor,
        O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOFOLLOW)
    } else {
      descriptor = try openFolder(folder)
    }
    let kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard 0 <= kept else { return descriptor }
    if opened.count == limit { close(opened.removeFirst().descriptor) }
    opened.append((folder, kept))
    return descriptor
  }

  private func isPath(_ path: FilePath, of bytes: ArraySlice<UInt8>) -> Bool {
    guard path.bytes.count == bytes.count else { return false }
    return path.bytes.withUnsafeBytes { left in
      bytes.withUnsafeBytes { memcmp(left.baseAddress!, $0.baseAddress!, left.count) == 0 }
    }
  }
}
