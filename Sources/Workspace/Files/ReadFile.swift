import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What to do where the last component of a path is a symbolic link; those before it are followed.
package enum LinkPolicy: Sendable {
  case followingLinks
  /// A link is an error.
  case refusingLinks
}

/// The bytes of a regular file.
package func readFile(
  _ path: FilePath, _ links: LinkPolicy = .followingLinks
) throws(FileError) -> [UInt8] {
  let buffer = FileBuffer()
  let contents = try buffer.contents(of: path, links)
  return withExtendedLifetime(buffer) { Array(contents) }
}

/// The bytes of whatever a path leads to, a pipe too, to their end.
package func readStream(at path: FilePath) throws(FileError) -> [UInt8] {
  let descriptor = try openFile(path, O_RDONLY | O_NOCTTY)
  defer { close(descriptor) }
  return try readStream(descriptor)
}

/// The bytes of a stream such as standard input, to its end.
package func readStream(_ descriptor: Int32) throws(FileError) -> [UInt8] {
  var bytes: [UInt8] = []
  let chunkSize = 64 * 1024
  while true {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: chunkSize))
    let count = try bytes.withUnsafeMutableBytes { buffer in
      systemCall { read(descriptor, buffer.baseAddress! + start, chunkSize) }
    }.get()
    bytes.removeLast(chunkSize - count)
    guard 0 < count else { return bytes }
  }
}

/// Memory that one file after another is read into.
package final class FileBuffer {
  private var memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

  package init() {}

  deinit {
    memory.deallocate()
  }

  /// The bytes of a regular file, valid until the next call and as long as this buffer. Never waits
  /// for a pipe or a device.
  package func contents(
    of path: FilePath, _ links: LinkPolicy = .followingLinks
  ) throws(FileError) -> UnsafeBufferPointer<UInt8> {
    let noFollow = links == .refusingLinks ? O_NOFOLLOW : 0
    let descriptor = try openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | noFollow)
    defer { close(descriptor) }
    var status = stat()
    _ = try systemCall { fstat(descriptor, &status) }.get()
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .system(EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
    // Offsets of tokens are 32 bits wide.
    guard status.st_size < Int(UInt32.max) else { throw .system(EFBIG) }
    // A file that the system makes up while it is read says that it is empty.
    return try 0 < status.st_size
      ? readSized(descriptor, size: Int(status.st_size)) : readUnsized(descriptor)
  }

  private func readSized(
    _ descriptor: Int32, size: Int
  ) throws(FileError) -> UnsafeBufferPointer<UInt8> {
    reserve(size, keeping: 0)
    var count = 0
    while count < size {
      let added = try readOnce(descriptor, at: count, atMost: size - count)
      // The file was shortened in between.
      guard 0 < added else { break }
      count += added
    }
    return UnsafeBufferPointer(rebasing: memory[..<count])
  }

  private func readUnsized(_ descriptor: Int32) throws(FileError) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while true {
      if count == memory.count { reserve(max(2 * count, 4096), keeping: count) }
      let added = try readOnce(descriptor, at: count, atMost: memory.count - count)
      guard 0 < added else { return UnsafeBufferPointer(rebasing: memory[..<count]) }
      count += added
    }
  }

  private func readOnce(
    _ descriptor: Int32, at start: Int, atMost limit: Int
  ) throws(FileError) -> Int {
    try systemCall { read(descriptor, memory.baseAddress! + start, limit) }.get()
  }

  private func reserve(_ capacity: Int, keeping count: Int) {
    guard memory.count < capacity else { return }
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
    _ = larger.initialize(from: memory[..<count])
    memory.deallocate()
    memory = larger
  }
}
