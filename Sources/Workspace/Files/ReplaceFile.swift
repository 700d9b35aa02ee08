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
  private let folder: Int32
  private let name: ArraySlice<UInt8>

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

  /// Puts new bytes in place of the file's: whoever opens it sees the old ones or the new ones.
  /// The mode stays, and the owner where this process may keep it. A hard link to the file keeps
  /// the old bytes.
  /// - Parameter old: what the file must hold; between the last look at it and the replacement
  ///   lies one system call.
  package func replaceBytes(_ old: [UInt8], with new: [UInt8]) throws(FileError) {
    // Renaming asks for the folder's permission alone; a file nobody may write is left alone.
    let original = try openFile(name, in: folder, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    defer { close(original) }
    var status = stat()
    _ = try systemCall { fstat(original, &status) }.get()
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
    let (temporaryName, temporary) = try createTemporaryFile()
    defer { close(temporary) }
    do throws(FileError) {
      try fill(temporary, with: new, like: status)
      guard try holds(original, old) else { throw .changed }
      try rename(temporaryName[...])
    } catch {
      temporaryName.withCString { _ = unlinkat(folder, $0, 0) }
      throw error
    }
  }

  /// A hidden file beside the other, which no lint run sees.
  private func createTemporaryFile() throws(FileError) -> (name: [UInt8], descriptor: Int32) {
    var number = 0
    while true {
      let name = Array(".swift-determinism-lint-\(getpid())-\(number)".utf8)
      do {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NOCTTY
        return (name, try openFile(name[...], in: folder, flags, mode: 0o600))
      } catch {
        guard error == .system(EEXIST) else { throw error }
        number += 1
      }
    }
  }

  private func fill(
    _ descriptor: Int32, with bytes: [UInt8], like status: stat
  ) throws(FileError) {
    try writeAll(bytes, to: descriptor)
    // Only root may give a file away; anybody may keep a group of their own.
    if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      _ = fchown(descriptor, uid_t.max, status.st_gid)
    }
    // After the owner, since a change of that takes set-user-ID away.
    _ = try systemCall { fchmod(descriptor, status.st_mode & 0o7777) }.get()
    // A name must not lead to bytes that a crash of the machine would lose.
    _ = try systemCall { fsync(descriptor) }.get()
  }

  /// Whether the file holds these bytes and no others.
  private func holds(_ descriptor: Int32, _ bytes: [UInt8]) throws(FileError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
    defer { buffer.deallocate() }
    var count = 0
    while count < buffer.count {
      let added = try systemCall {
        read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      }.get()
      guard 0 < added else { break }
      count += added
    }
    return count == bytes.count && memcmp(buffer.baseAddress!, bytes, count) == 0
  }

  private func rename(_ temporary: ArraySlice<UInt8>) throws(FileError) {
    _ = try temporary.withCString { temporary in
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
  fileprivate var folderPart: FilePath {
    let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return FilePath(bytes: bytes[..<end]).orFolder
  }

  /// The last component.
  fileprivate var namePart: ArraySlice<UInt8> {
    let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return bytes[end...]
  }
}

/// What a symbolic link says; nil for anything else.
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
  case .failure(.system(EINVAL)): return nil
  case .failure(let error): throw error
  }
}
