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

extension FileEntry {
  /// Puts new bytes in place of the file's: whoever opens it sees the old ones or the new ones.
  /// Mode, extended attributes and access control lists stay, and the owner where this process may
  /// keep it. A hard link to the file keeps the old bytes.
  ///
  /// Whoever else saves or removes the file meanwhile wins. Where the system cannot exchange two
  /// names atomically, a system call lies between the last look at the name and the replacement.
  /// - Parameter old: what the file must hold.
  /// - Returns: what could not be kept.
  package func replaceBytes(
    _ old: [UInt8], with new: [UInt8]
  ) throws(FileError) -> LostAttribute? {
    // Renaming asks for the folder's permission alone; a file nobody may write is left alone.
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
      // A name must not lead to bytes that a crash of the machine would lose.
      _ = try systemCall { fsync(temporary) }.get()
      guard try self.version(of: name) == version, try holds(original, old) else { throw .changed }
    } catch {
      remove(temporaryName)
      throw error
    }
    // The clock may be too coarse to tell two versions from each other.
    try giveName(to: temporaryName, insteadOf: version) { (try? holds(original, old)) == true }
    return lost
  }

  /// Gives the name to a temporary file, if the one that has it still is what it was; otherwise the
  /// temporary file is removed. Which one that is shows when the two have exchanged their names.
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
        // The name was removed meanwhile, and stays so.
        remove(temporaryName)
        throw .changed
      case .failure(let error) where isPutBack:
        // The temporary name has what somebody saved.
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
      // What came out was saved later than what is expected there, so that the name is its own.
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
  // Only root may give a file away; anybody may keep a group of their own.
  if fchown(copy, version.owner, version.group) != 0 {
    _ = fchown(copy, uid_t.max, version.group)
  }
  let lost = copyExtendedAttributes(of: original, to: copy)
  // After the owner, since a change of that takes set-user-ID away, and after the attributes, since
  // only who may write to a file can set them.
  _ = try systemCall { fchmod(copy, version.permissions) }.get()
  return lost
}

/// Something of a file that its replacement does not have.
package struct LostAttribute: Equatable, Sendable {
  /// As it stands in a message, e.g. `'security.capability'`.
  package let name: String
  package let error: FileError
}

#if canImport(Darwin)
  /// Gives a file the extended attributes and the access control list of another one.
  /// - Returns: what it could not be given.
  func copyExtendedAttributes(of original: Int32, to copy: Int32) -> LostAttribute? {
    guard fcopyfile(original, copy, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)) != 0
    else { return nil }
    return LostAttribute(name: "extended attributes", error: .last)
  }
#elseif os(Linux)
  /// Gives a file the extended attributes of another one; access control lists are some of them
  /// (acl(5)). It loses what it has from its folder (a default list, say) and the other has not.
  /// - Returns: the first that it could not be given.
  func copyExtendedAttributes(of original: Int32, to copy: Int32) -> LostAttribute? {
    var lost: LostAttribute?
    let names = attributeNames(of: original)
    for name in names {
      do throws(FileError) {
        let value = try attribute(name, of: original)
        // What the system sets by itself, it may let nobody set.
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

  /// In bytes: what Linux takes at most, of the list of names and of a value (xattr(7)).
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

/// Gives each of two names in a folder to the file that has the other one, atomically. Not every
/// system and file system can. What fails is part of the result.
func tryToExchange(
  _ first: some Collection<UInt8>, _ second: some Collection<UInt8>, in folder: Int32
) -> Result<Int32, FileError> {
  first.withCString { first in
    second.withCString { second in
      systemCall { exchangeNames(first, second, in: folder) }
    }
  }
}
