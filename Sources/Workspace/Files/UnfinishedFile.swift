import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written aside until it is whole, and then takes the place of another one, or of
/// none. A signal that ends the process before removes it.
struct UnfinishedFile {
  let descriptor: Int32
  private let entry: FileEntry
  private let name: [UInt8]

  /// Nil where bytes must go to what the path leads to: to a pipe, a device, a stream of this
  /// process, and to a file in a folder where there can be no other.
  init?(at path: FilePath) throws(FileError) {
    var status = stat()
    let exists = path.bytes.withCString { stat($0, &status) } == 0
    if exists, status.st_mode & S_IFMT != S_IFREG || isStandardStream(status) { return nil }
    entry = try FileEntry(at: path)
    if exists {
      // Renaming asks for the folder's permission alone; a file nobody may write is left alone.
      let original = try openFile(path, O_WRONLY | O_NOCTTY)
      defer { close(original) }
      guard let created = try? entry.createTemporaryFile(mode: 0o600) else { return nil }
      (name, descriptor) = created
      // What cannot be kept is not worth the loss of what is to be written.
      _ = try? copyAttributes(of: original, FileVersion(of: original), to: descriptor)
    } else {
      (name, descriptor) = try entry.createTemporaryFile(mode: 0o666)
    }
    removeWhenInterrupted(name, in: entry.folder)
  }

  /// Gives the file its name.
  func takeName() throws(FileError) {
    do {
      try entry.rename(name)
    } catch {
      remove()
      throw error
    }
  }

  func remove() {
    entry.remove(name)
  }
}

/// Whether it is what standard output or standard error is written to: `/dev/stdout`, say.
private func isStandardStream(_ status: stat) -> Bool {
  [STDOUT_FILENO, STDERR_FILENO].contains { descriptor in
    var stream = stat()
    return fstat(descriptor, &stream) == 0
      && (stream.st_dev, stream.st_ino) == (status.st_dev, status.st_ino)
  }
}

/// A list, since a signal handler can do little more than read what is in memory. A name stays in
/// it: nobody else uses it.
private struct UnfinishedName {
  let folder: Int32
  let name: UnsafeMutablePointer<CChar>?
  let next: UnsafeMutablePointer<UnfinishedName>?
}

private nonisolated(unsafe) var unfinishedNames: UnsafeMutablePointer<UnfinishedName>?

/// - Parameter folder: a descriptor that stays open as long as there is such a file.
private func removeWhenInterrupted(_ name: [UInt8], in folder: Int32) {
  let entry = UnsafeMutablePointer<UnfinishedName>.allocate(capacity: 1)
  entry.initialize(
    to: UnfinishedName(folder: folder, name: name.withCString { strdup($0) }, next: unfinishedNames)
  )
  unfinishedNames = entry
  guard entry.pointee.next == nil else { return }
  for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
    let before = signal(number) { number in
      var entry = unfinishedNames
      while let unfinished = entry?.pointee {
        if let name = unfinished.name { unlinkat(unfinished.folder, name, 0) }
        entry = unfinished.next
      }
      signal(number, SIG_DFL)
      raise(number)
    }
    // As `nohup` wants it.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
    }
  }
}
