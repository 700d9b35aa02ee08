import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes a file that is not there yet; `FileError.isTaken` where anything has its name, be it a
/// symbolic link to nowhere.
package func createFile(
  at path: FilePath, _ bytes: [UInt8], isExecutable: Bool = false
) throws(FileError) {
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY
  let descriptor = try openFile(path, flags, mode: isExecutable ? 0o777 : 0o666)
  defer { close(descriptor) }
  do {
    try writeAll(bytes, to: descriptor)
  } catch {
    // Half a configuration or hook is worse than none.
    path.bytes.withCString { _ = unlink($0) }
    throw error
  }
}

/// Creates a folder in one that is there; does nothing where it is there already.
package func createFolder(at path: FilePath) throws(FileError) {
  do {
    _ = try path.bytes.withCString { path in systemCall { mkdir(path, 0o777) } }.get()
  } catch {
    guard error.isTaken else { throw error }
  }
}

/// Whether anything has that name, be it a symbolic link to nowhere. Also where a disk does not
/// tell: who goes on to read it learns why. In a folder that may not be entered nothing is there.
package func isNameTaken(_ path: FilePath) -> Bool {
  var status = stat()
  return path.bytes.withCString { lstat($0, &status) } == 0
    || ![ENOENT, ENOTDIR, EACCES].contains(errno)
}

/// Whether this user may run it.
package func isExecutable(_ path: FilePath) -> Bool {
  path.bytes.withCString { access($0, X_OK) == 0 }
}
