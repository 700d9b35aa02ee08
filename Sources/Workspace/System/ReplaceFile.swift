import CLibrary
import Diagnostics

/// Puts new bytes in place of a file's: a reader sees the old ones or the new ones. The mode stays,
/// and the owner where this process may keep it; extended attributes and access control lists do
/// not. A hard link to the file keeps the old bytes.
///
/// If somebody else saves or removes the file meanwhile, that change is kept: there is one system
/// call between the last look at the file and its replacement.
/// - Parameter old: the bytes that the file must hold.
package func replaceFile(
  _ file: WritableFile, holding old: [UInt8], with new: [UInt8]
) throws(FileError) {
  // No signal leaves a file half replaced.
  try holdingTermination { () throws(FileError) in
    let unfinished = try UnfinishedFile(at: file)
    guard let version = unfinished.replaced else {
      unfinished.remove()
      throw .missing
    }
    do throws(FileError) {
      guard version.isRegularFile else { throw .notARegularFile }
      try writeAll(new, to: unfinished.descriptor)
      // The name must not lead to bytes that would be lost if the machine crashed.
      _ = try systemCall { fsync(unfinished.descriptor) }.get()
      // The clock may be too coarse to distinguish two versions.
      guard (try? readFile(file.path, followingLink: false)) == old,
        (try? unfinished.versionOfName()) == version
      else { throw .changed }
    } catch {
      unfinished.remove()
      throw error
    }
    try unfinished.takeName()
  }
}

/// A hidden file that is written until it is complete, and then gets its name, whether another file
/// has the name or not. No lint run sees it.
final class UnfinishedFile {
  let descriptor: Int32
  /// A descriptor.
  let folder: Int32
  private let name: ArraySlice<UInt8>
  let temporaryName: [UInt8]
  /// The file that has the name, whose mode and owner it has; nil if there is none.
  let replaced: FileVersion?

  init(at file: WritableFile) throws(FileError) {
    name = file.path.namePart
    folder = try openFile(file.path.folderPart, O_RDONLY | O_DIRECTORY)
    do {
      // Renaming asks for the folder's permission alone; a file that nobody may write is left
      // alone.
      replaced = try Self.version(of: name, in: folder)
      (temporaryName, descriptor) = try Self.create(
        in: folder, mode: replaced == nil ? 0o666 : 0o600)
    } catch {
      close(folder)
      throw error
    }
    guard let replaced else { return }
    // Only root may change the owner; anybody may set one of their own groups.
    if fchown(descriptor, replaced.owner, replaced.group) != 0 {
      _ = fchown(descriptor, uid_t.max, replaced.group)
    }
    // This comes after the owner, since changing the owner clears set-user-ID.
    fchmod(descriptor, replaced.permissions)
  }

  deinit {
    close(descriptor)
    close(folder)
  }

  /// The version of a file that may be written; nil if there is none.
  private static func version(
    of name: ArraySlice<UInt8>, in folder: Int32
  ) throws(FileError) -> FileVersion? {
    do {
      let file = try openFile(name, in: folder, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      defer { close(file) }
      return try FileVersion(of: file)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  private static func create(
    in folder: Int32, mode: mode_t
  ) throws(FileError) -> (name: [UInt8], descriptor: Int32) {
    var number = 0
    while true {
      let name = Array(".swift-determinism-lint-\(getpid())-\(number)".utf8)
      do {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NOCTTY
        return (name, try openFile(name[...], in: folder, flags, mode: mode))
      } catch {
        guard error == .taken else { throw error }
        number += 1
      }
    }
  }

  /// The version of the file that has the name now.
  func versionOfName() throws(FileError) -> FileVersion { try FileVersion(of: name, in: folder) }

  /// Gives the file its name.
  func takeName() throws(FileError) {
    do {
      _ = try temporaryName.withCString { temporary in
        name.withCString { name in
          systemCall { renameat(folder, temporary, folder, name) }
        }
      }.get()
    } catch {
      remove()
      throw error
    }
  }

  func remove() {
    temporaryName.withCString { _ = unlinkat(folder, $0, 0) }
  }
}
