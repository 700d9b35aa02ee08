import CLibrary
import Diagnostics

/// A name in a folder that can be given to another file atomically.
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

  /// Creates a hidden file in the same folder, which no lint run sees.
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

  /// Gives the name to a temporary file, whichever file has the name.
  func rename(_ temporaryName: [UInt8]) throws(FileError) {
    _ = try temporaryName.withCString { temporary in
      name.withCString { name in
        systemCall { renameat(folder, temporary, folder, name) }
      }
    }.get()
  }
}

/// Identifies a name in a folder, by whichever path it is reached.
package struct FileIdentity: Hashable, Sendable {
  fileprivate let device: UInt64
  fileprivate let folder: UInt64
  fileprivate let name: [UInt8]
}

/// The target of a symbolic link; nil if there is no symbolic link.
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

/// The name of a temporary file of this tool.
func temporaryName(_ number: Int, of process: pid_t) -> [UInt8] {
  Array(".swift-determinism-lint-\(process)-\(number)".utf8)
}

extension FileEntry {
  /// Puts new bytes in place of the file's: whoever opens it sees the old ones or the new ones.
  /// Mode, extended attributes and access control lists stay, and the owner where this process may
  /// keep it. A hard link to the file keeps the old bytes.
  ///
  /// If somebody else saves or removes the file meanwhile, that change is kept. If the system
  /// cannot exchange two names atomically, there is one system call between the last check of the
  /// name and the replacement.
  /// - Parameter old: what the file must hold.
  /// - Returns: what could not be kept.
  package func replaceBytes(
    _ old: [UInt8], with new: [UInt8]
  ) throws(FileError) -> LostAttribute? {
    // Renaming only needs permission for the folder, but a read-only file must not be replaced.
    let original = try openFile(name, in: folder, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    defer { close(original) }
    let version = try FileVersion(of: original)
    guard version.isRegularFile else { throw .notARegularFile }
    let (temporaryName, temporary) = try createTemporaryFile(mode: 0o600)
    defer { close(temporary) }
    let lost: LostAttribute?
    do throws(FileError) {
      try writeAll(new, to: temporary)
      lost = try copyAttributes(of: original, version, to: temporary)
      // The name must not lead to bytes that would be lost if the machine crashed.
      _ = try systemCall { fsync(temporary) }.get()
      guard try self.version(of: name) == version, try holds(original, old) else { throw .changed }
    } catch {
      remove(temporaryName)
      throw error
    }
    // The clock may be too coarse to distinguish two versions.
    try giveName(to: temporaryName, insteadOf: version) { (try? holds(original, old)) == true }
    return lost
  }

  /// Gives the name to a temporary file, if the file that has the name is unchanged. Otherwise the
  /// temporary file is removed. Whether it is unchanged is checked after the two have exchanged
  /// their names.
  /// - Parameter isUnchanged: asked about the bytes.
  func giveName(
    to temporaryName: [UInt8], insteadOf version: FileVersion, isUnchanged: () -> Bool
  ) throws(FileError) {
    guard var new = try self.version(orRemoving: temporaryName) else { throw .changed }
    var (expected, isPutBack) = (version, false)
    while true {
      switch tryToExchange(temporaryName, name, in: folder) {
      case .success:
        break
      case .failure(let error) where error.isMissing:
        // The name was removed meanwhile, and stays removed.
        remove(temporaryName)
        throw .changed
      case .failure(let error) where isPutBack:
        // The temporary name now has what somebody else saved.
        throw error
      case .failure:
        return try rename(orRemoving: temporaryName)
      }
      guard let old = try self.version(of: temporaryName) else { throw .changed }
      if old.isSame(as: expected), isPutBack || isUnchanged() {
        remove(temporaryName)
        if isPutBack { throw .changed }
        return
      }
      // The file that came out was saved later than the expected one, so it keeps the name.
      (expected, new, isPutBack) = (new, old, true)
    }
  }

  private func version(orRemoving temporaryName: [UInt8]) throws(FileError) -> FileVersion? {
    do {
      return try version(of: temporaryName)
    } catch {
      remove(temporaryName)
      throw error
    }
  }

  private func rename(orRemoving temporaryName: [UInt8]) throws(FileError) {
    do {
      try rename(temporaryName)
    } catch {
      remove(temporaryName)
      throw error
    }
  }

  /// Nil if nothing has the name.
  func version(of name: some Collection<UInt8>) throws(FileError) -> FileVersion? {
    do {
      return try FileVersion(of: name, in: folder)
    } catch  where error.isMissing {
      return nil
    }
  }
}

/// Whether the file holds these bytes and no others.
private func holds(_ descriptor: Int32, _ bytes: [UInt8]) throws(FileError) -> Bool {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
  defer { buffer.deallocate() }
  var count = 0
  while count < buffer.count {
    let added = try systemCall {
      pread(descriptor, buffer.baseAddress! + count, buffer.count - count, off_t(count))
    }.get()
    guard 0 < added else { break }
    count += added
  }
  return count == bytes.count && memcmp(buffer.baseAddress!, bytes, count) == 0
}

/// Gives the owner, the mode and the attributes of a file to another one.
func copyAttributes(
  of original: Int32, _ version: FileVersion, to copy: Int32
) throws(FileError) -> LostAttribute? {
  // Only root may change the owner; anybody may set one of their own groups.
  if fchown(copy, version.owner, version.group) != 0 {
    _ = fchown(copy, uid_t.max, version.group)
  }
  let lost = copyExtendedAttributes(of: original, to: copy)
  // After the owner, since changing the owner clears set-user-ID, and after the attributes, since
  // setting them needs write permission.
  _ = try systemCall { fchmod(copy, version.permissions) }.get()
  return lost
}

/// A property of a file that its replacement does not have.
package struct LostAttribute: Equatable, Sendable {
  /// As it stands in a message, e.g. `'security.capability'`.
  package let name: String
  package let error: FileError
}

#if canImport(Darwin)
  /// Gives a file the extended attributes and the access control list of another one.
  /// - Returns: what could not be set.
  func copyExtendedAttributes(of original: Int32, to copy: Int32) -> LostAttribute? {
    guard fcopyfile(original, copy, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)) != 0
    else { return nil }
    return LostAttribute(name: "extended attributes", error: .last)
  }
#elseif os(Linux)
  /// Gives a file the extended attributes of another one; access control lists are some of them
  /// (acl(5)). Attributes that it got from its folder (a default list, say) and the other does not
  /// have are removed.
  /// - Returns: the first attribute that could not be set.
  func copyExtendedAttributes(of original: Int32, to copy: Int32) -> LostAttribute? {
    var lost: LostAttribute?
    let names = attributeNames(of: original)
    for name in names {
      do throws(FileError) {
        let value = try attribute(name, of: original)
        // The system may let nobody set attributes that it sets by itself.
        if (try? attribute(name, of: copy)) == value { continue }
        try setAttribute(name, of: copy, to: value)
      } catch {
        lost = lost ?? LostAttribute(name, error)
      }
    }
    for name in attributeNames(of: copy) where !names.contains(name) {
      if name.withCString({ fremovexattr(copy, $0) }) != 0 {
        lost = lost ?? LostAttribute(name, .last)
      }
    }
    return lost
  }

  extension LostAttribute {
    fileprivate init(_ name: ArraySlice<UInt8>, _ error: FileError) {
      self.init(name: "'\(FilePath(bytes: name).string)'", error: error)
    }
  }

  /// In bytes: the maximum on Linux for the list of names and for a value (xattr(7)).
  private let longestAttribute = 65_536

  /// None if the file system has no attributes.
  private func attributeNames(of descriptor: Int32) -> [ArraySlice<UInt8>] {
    var list = [UInt8](repeating: 0, count: longestAttribute)
    let count = flistxattr(descriptor, &list, list.count)
    return list.prefix(max(count, 0)).split(separator: 0)
  }

  private func attribute(
    _ name: ArraySlice<UInt8>, of descriptor: Int32
  ) throws(FileError) -> ArraySlice<UInt8> {
    var value = [UInt8](repeating: 0, count: longestAttribute)
    let count = try name.withCString { name in
      systemCall { fgetxattr(descriptor, name, &value, value.count) }
    }.get()
    return value.prefix(count)
  }

  private func setAttribute(
    _ name: ArraySlice<UInt8>, of descriptor: Int32, to value: ArraySlice<UInt8>
  ) throws(FileError) {
    _ = try name.withCString { name in
      value.withUnsafeBytes { value in
        systemCall { fsetxattr(descriptor, name, value.baseAddress, value.count, 0) }
      }
    }.get()
  }
#else
  func copyExtendedAttributes(of original: Int32, to copy: Int32) -> LostAttribute? { nil }
#endif

/// Atomically exchanges the files of two names in a folder. Not every system and file system
/// supports this. An error is part of the result.
func tryToExchange(
  _ first: some Collection<UInt8>, _ second: some Collection<UInt8>, in folder: Int32
) -> Result<Int32, FileError> {
  first.withCString { first in
    second.withCString { second in
      systemCall { exchangeNames(first, second, in: folder) }
    }
  }
}
