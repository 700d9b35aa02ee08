import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A name in a folder that can be given to another file at one blow.
package final class FileEntry {
  /// A descriptor.
  let folder: Int32
  let name: ArraySlice<UInt8>

  /// What a path leads to; a symbolic link is followed, so that it stays one.
  package init(at path: FilePath) throws(FileError) {
    var path = path
    var folder = try openFile(path.folderPart, O_RDONLY | O_DIRECTORY)
    // As many links as Linux follows (path_resolution(7)).
    for _ in 0..<40 {
      do {
        guard let target = try linkTarget(of: path.namePart, in: folder) else {
          self.folder = folder
          name = path.namePart
          return
        }
        let next = try openFile(target.folderPart.bytes[...], in: folder, O_RDONLY | O_DIRECTORY)
        close(folder)
        folder = next
        path = target
      } catch {
        close(folder)
        throw error
      }
    }
    close(folder)
    throw .system(ELOOP)
  }

  deinit {
    close(folder)
  }

  /// The same for every path that leads to the name, and for no other.
  package func identity() throws(FileError) -> FileIdentity {
    var status = stat()
    _ = try systemCall { fstat(folder, &status) }.get()
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      folder: UInt64(truncatingIfNeeded: status.st_ino), name: Array(name))
  }

  /// Creates a hidden file beside the name, which no lint run sees.
  /// - Returns: its name, and a descriptor that writes to it and that the caller closes.
  func createTemporaryFile(mode: mode_t) throws(FileError) -> (name: [UInt8], descriptor: Int32) {
    var number = 0
    while true {
      let name = temporaryName(number, of: getpid())
      do {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NOCTTY
        return (name, try openFile(name[...], in: folder, flags, mode: mode))
      } catch {
        guard error == .system(EEXIST) else { throw error }
        number += 1
      }
    }
  }

  func remove(_ temporaryName: [UInt8]) {
    temporaryName.withCString { _ = unlinkat(folder, $0, 0) }
  }

  /// Gives the name to a temporary file, whoever has it.
  func rename(_ temporaryName: [UInt8]) throws(FileError) {
    _ = try temporaryName.withCString { temporary in
      name.withCString { name in
        systemCall { renameat(folder, temporary, folder, name) }
      }
    }.get()
  }
}

/// Tells names in folders apart, however they are reached.
package struct FileIdentity: Hashable, Sendable {
  fileprivate let device: UInt64
  fileprivate let folder: UInt64
  fileprivate let name: [UInt8]
}

extension FilePath {
  /// The path of the folder that the last component is in; it ends with a slash or is `.`.
  package var folderPart: FilePath {
    let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return FilePath(bytes: bytes[..<end]).orFolder
  }

  /// The last component.
  fileprivate var namePart: ArraySlice<UInt8> {
    let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return bytes[end...]
  }
}

/// What a symbolic link says; nil for anything else and for nothing.
private func linkTarget(
  of name: ArraySlice<UInt8>, in folder: Int32
) throws(FileError) -> FilePath? {
  // Longer than any link of Darwin or Linux.
  var target = [CChar](repeating: 0, count: 4096)
  let result = name.withCString { name in
    systemCall { readlinkat(folder, name, &target, target.count) }
  }
  switch result {
  case .success(let count): return FilePath(bytes: target[..<count].map(UInt8.init(bitPattern:)))
  case .failure(.system(EINVAL)), .failure(.system(ENOENT)): return nil
  case .failure(let error): throw error
  }
}

/// The name of a file that this tool makes for a moment.
func temporaryName(_ number: Int, of process: pid_t) -> [UInt8] {
  Array(".swift-determinism-lint-\(process)-\(number)".utf8)
}
