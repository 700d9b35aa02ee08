import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes a file that is not there yet; `FileError.taken` where anything has its name, be it a
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
    guard error == .taken else { throw error }
  }
}

/// Whether anything has that name, be it a symbolic link to nowhere. Also where a disk does not
/// tell: who goes on to read it learns why.
package func isNameTaken(_ path: FilePath) -> Bool {
  !isName(path, refusedAs: [ENOENT, ENOTDIR])
}

/// The same for what is looked for in many folders: one that may not be entered holds nothing.
func isNameVisible(_ path: FilePath) -> Bool {
  !isName(path, refusedAs: [ENOENT, ENOTDIR, EACCES])
}

private func isName(_ path: FilePath, refusedAs errors: [Int32]) -> Bool {
  var status = stat()
  return path.bytes.withCString { lstat($0, &status) } != 0 && errors.contains(errno)
}

/// Whether this user may run it.
package func isExecutable(_ path: FilePath) -> Bool {
  path.bytes.withCString { access($0, X_OK) == 0 }
}
