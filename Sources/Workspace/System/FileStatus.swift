import CLibrary
import Diagnostics

/// The state of a file at one moment, without its bytes. It identifies the file and shows whether
/// the file has changed since.
package struct FileVersion: Equatable {
  private let device: dev_t
  private let inode: ino_t
  private let mode: mode_t
  let owner: uid_t
  let group: gid_t
  private let size: off_t
  private let modification: Moment
  /// The time when anything about the file was last changed, including its names.
  private let change: Moment

  /// The file or folder that a path leads to; nil if there is none.
  package init?(at path: FilePath) {
    var status = stat()
    guard path.bytes.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  init(of descriptor: Int32) throws(FileError) {
    var status = stat()
    _ = try systemCall { fstat(descriptor, &status) }.get()
    self.init(status)
  }

  /// A symbolic link is not followed.
  init(of name: some Collection<UInt8>, in folder: Int32) throws(FileError) {
    var status = stat()
    _ = try name.withCString { name in
      systemCall { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
    }.get()
    self.init(status)
  }

  private init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
    mode = status.st_mode
    owner = status.st_uid
    group = status.st_gid
    size = status.st_size
    modification = Moment(status.modificationTime)
    change = Moment(status.changeTime)
  }

  package var isRegularFile: Bool { mode & S_IFMT == S_IFREG }

  /// The permissions of chmod(2).
  var permissions: mode_t { mode & 0o7777 }
}

private struct Moment: Equatable {
  let seconds: Int
  let nanoseconds: Int

  init(_ time: timespec) {
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }
}

/// Whether a regular file, not a link, has that name.
package func isPlainFile(_ path: FilePath) -> Bool {
  var status = stat()
  return path.bytes.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
}

func isLink(_ path: FilePath) -> Bool {
  var status = stat()
  return path.bytes.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
}

package enum FileKind {
  case file, folder
}

/// Follows symbolic links, as is right for a path that somebody named.
package func kindOfFile(at path: FilePath) throws(FileError) -> FileKind {
  var status = stat()
  _ = try path.bytes.withCString { path in systemCall { stat(path, &status) } }.get()
  switch status.st_mode & S_IFMT {
  case S_IFREG: return .file
  case S_IFDIR: return .folder
  default: throw .notARegularFile
  }
}

/// Whether anything has that name, even a symbolic link to nowhere. It is true also if the disk
/// cannot say: reading it then reports why.
package func isNameTaken(_ path: FilePath) -> Bool {
  !isName(path, refusedAs: [ENOENT, ENOTDIR])
}

/// The same for a name that is searched for in many folders. A folder that may not be entered
/// counts as empty.
func isNameVisible(_ path: FilePath) -> Bool {
  !isName(path, refusedAs: [ENOENT, ENOTDIR, EACCES, ENAMETOOLONG])
}

private func isName(_ path: FilePath, refusedAs errors: [Int32]) -> Bool {
  var status = stat()
  return path.bytes.withCString { lstat($0, &status) } != 0 && errors.contains(errno)
}

/// Whether this user may run it.
package func isExecutable(_ path: FilePath) -> Bool {
  path.bytes.withCString { access($0, X_OK) == 0 }
}
