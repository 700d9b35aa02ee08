import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folders that a walk entered last, where their paths are so long that the system does not
/// take them at once: to open each from its root would take the square of the depth. A few are
/// kept open.
final class FolderTrail: @unchecked Sendable {
  /// From outside in.
  private var opened: [(path: FilePath, descriptor: Int32)] = []
  private let limit = 8

  deinit {
    for folder in opened { close(folder.descriptor) }
  }

  /// Opens a folder in the one that it lies in, where that is open, or by its path. The caller
  /// closes the descriptor.
  func open(_ folder: FilePath) throws(FileError) -> Int32 {
    guard let slash = folder.bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return try openFolder(folder)
    }
    while let last = opened.last, !isPath(last.path, of: folder.bytes[..<slash]) {
      opened.removeLast()
      close(last.descriptor)
    }
    let descriptor: Int32
    if let parent = opened.last {
      descriptor = try openFile(
        folder.bytes[(slash + 1)...], in: parent.descriptor,
        O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOFOLLOW)
    } else {
      descriptor = try openFolder(folder)
    }
    let kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard 0 <= kept else { return descriptor }
    if opened.count == limit { close(opened.removeFirst().descriptor) }
    opened.append((folder, kept))
    return descriptor
  }

  private func isPath(_ path: FilePath, of bytes: ArraySlice<UInt8>) -> Bool {
    guard path.bytes.count == bytes.count else { return false }
    return path.bytes.withUnsafeBytes { left in
      bytes.withUnsafeBytes { memcmp(left.baseAddress!, $0.baseAddress!, left.count) == 0 }
    }
  }
}
