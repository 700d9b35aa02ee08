import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory that files are read into, one after the other, since most of them are of no interest and
/// need none of their own.
package final class FileBuffer {
  private let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 128 * 1024)

  package init() {}

  deinit {
    memory.deallocate()
  }

  /// The bytes of a file that was seen to be a regular one; nil where they are not wanted. Never
  /// waits for what has taken its place meanwhile.
  package func readFile(
    _ path: FilePath, where areWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(FileError) -> [UInt8]? {
    let descriptor = try openFile(path, Self.flags)
    defer { close(descriptor) }
    return try readFile(descriptor, where: areWanted)
  }

  /// The same for one of several files.
  package func readFile(
    at index: Int, of files: LintFiles, where areWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(FileError) -> [UInt8]? {
    let descriptor = try files.open(at: index, Self.flags)
    defer { close(descriptor) }
    return try readFile(descriptor, where: areWanted)
  }

  private static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY

  private func readFile(
    _ descriptor: Int32, where areWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(FileError) -> [UInt8]? {
    var count = 0
    while count < memory.count {
      // Unlike read(2), it takes no lock where other threads work.
      let result = systemCall {
        pread(descriptor, memory.baseAddress! + count, memory.count - count, off_t(count))
      }
      if case .failure(.system(ESPIPE)) = result { throw .notARegularFile }
      let added = try result.get()
      count += added
      // To ask where the end is costs less than to read nothing there, but only reading tells the
      // end of a file that grows, or that the system makes up.
      if added == 0 || lseek(descriptor, 0, SEEK_END) == off_t(count) {
        let bytes = UnsafeBufferPointer(rebasing: memory[..<count])
        guard !bytes.beginsAsUTF16 else { throw .utf16 }
        return areWanted(bytes) ? Array(bytes) : nil
      }
    }
    lseek(descriptor, off_t(count), SEEK_SET)
    let bytes = try readRegularFile(descriptor, after: UnsafeBufferPointer(memory))
    guard !bytes.beginsAsUTF16 else { throw .utf16 }
    return bytes.withUnsafeBufferPointer(areWanted) ? bytes : nil
  }
}

extension Collection<UInt8> {
  /// Whether a byte order mark says that nothing in it would be found.
  package var beginsAsUTF16: Bool {
    starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF])
  }
}
