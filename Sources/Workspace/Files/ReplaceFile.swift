#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileEntry {
  /// Puts new bytes in place of the file's: whoever opens it sees the old ones or the new ones.
  /// Mode, extended attributes and access control lists stay, and the owner where this process may
  /// keep it. A hard link to the file keeps the old bytes.
  ///
  /// Whoever else saves or removes the file meanwhile wins. Where the system cannot exchange two
  /// names at one blow, a system call lies between the last look at the name and the replacement.
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

  /// Nil where nothing has the name.
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
