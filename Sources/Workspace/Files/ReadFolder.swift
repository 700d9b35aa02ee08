import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Calls the body with every name in a folder but `.` and `..`, in no order.
/// - Parameter folder: empty for the working folder.
func readFolder(
  _ folder: FilePath, _ body: (_ name: UnsafeRawBufferPointer, _ kind: EntryKind) -> Void
) throws(FileError) {
  let descriptor = try openFile(folder.orFolder, O_RDONLY | O_DIRECTORY | O_NONBLOCK)
  guard let stream = fdopendir(descriptor) else {
    defer { close(descriptor) }
    throw .last
  }
  defer { closedir(stream) }
  errno = 0
  while let entry = readdir(stream) {
    // The name may be longer than its type says, so that its place is asked for.
    let start = UnsafePointer(entry).pointer(to: \.d_name.0)!
    let name = UnsafeRawBufferPointer(start: start, count: strlen(start))
    if !isFolderOrParent(name) {
      body(name, EntryKind(entry.pointee.d_type, name, in: descriptor))
    }
    errno = 0
  }
  guard errno == 0 else { throw .last }
}

private func isFolderOrParent(_ name: UnsafeRawBufferPointer) -> Bool {
  name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
}

enum EntryKind {
  case file, folder, other

  fileprivate init(_ type: UInt8, _ name: UnsafeRawBufferPointer, in folder: Int32) {
    switch Int32(type) {
    case Int32(DT_REG): self = .file
    case Int32(DT_DIR): self = .folder
    case Int32(DT_UNKNOWN): self.init(asking: name, in: folder)
    default: self = .other
    }
  }

  /// Some file systems do not tell the kind with the name.
  private init(asking name: UnsafeRawBufferPointer, in folder: Int32) {
    var status = stat()
    let result = name.withCString { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }
    switch status.st_mode & S_IFMT {
    case S_IFREG where result == 0: self = .file
    case S_IFDIR where result == 0: self = .folder
    default: self = .other
    }
  }
}
