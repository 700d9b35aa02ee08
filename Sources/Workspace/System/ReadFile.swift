import CLibrary
import Diagnostics

/// The longest file that is read, in bytes. Linting takes a multiple of the file's size.
package let longestFile = 16 << 20

/// The bytes of a regular file, of `longestFile` at most. Never waits for a pipe or a device.
/// - Parameter followsLink: whether the path may be a symbolic link; links above it are followed.
package func readFile(
  _ path: FilePath, followingLink followsLink: Bool = true
) throws(FileError) -> [UInt8] {
  let noFollow = followsLink ? 0 : O_NOFOLLOW
  let descriptor = try openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | noFollow)
  defer { close(descriptor) }
  return try readRegularFile(descriptor, after: UnsafeBufferPointer(start: nil, count: 0))
}

/// The bytes of a regular file.
/// - Parameter start: the bytes of it that have been read.
func readRegularFile(
  _ descriptor: Int32, after start: UnsafeBufferPointer<UInt8>
) throws(FileError) -> [UInt8] {
  var status = stat()
  _ = try systemCall { fstat(descriptor, &status) }.get()
  guard status.st_mode & S_IFMT != S_IFDIR else { throw .system(EISDIR) }
  guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
  guard status.st_size <= longestFile else { throw .tooLong }
  // A file that the system generates while it is read reports size 0.
  return try 0 < status.st_size
    ? readUpTo(of: descriptor, size: Int(status.st_size), after: start)
    : Array(start) + readStream(descriptor)
}

/// That many bytes of a file, or fewer if it was shortened in between.
private func readUpTo(
  of descriptor: Int32, size: Int, after start: UnsafeBufferPointer<UInt8>
) throws(FileError) -> [UInt8] {
  var failure: FileError?
  let bytes = [UInt8](unsafeUninitializedCapacity: max(size, start.count)) { memory, count in
    count = memory.initialize(fromContentsOf: start)
    do throws(FileError) {
      while count < size {
        let added = try systemCall { read(descriptor, memory.baseAddress! + count, size - count) }
          .get()
        guard 0 < added else { break }
        count += added
      }
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

/// The bytes of whatever a path leads to, a pipe too, to their end; `longestFile` at most.
package func readStream(at path: FilePath) throws(FileError) -> [UInt8] {
  let descriptor = try openFile(path, O_RDONLY | O_NOCTTY)
  defer { close(descriptor) }
  return try readStream(descriptor)
}

/// The bytes of a stream such as standard input, to its end; `longestFile` at most.
package func readStream(_ descriptor: Int32) throws(FileError) -> [UInt8] {
  var status = stat()
  let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  guard !isRegular || status.st_size <= longestFile else { throw .tooLong }
  var bytes: [UInt8] = []
  let chunkSize = 64 * 1024
  while true {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: chunkSize))
    let count = try bytes.withUnsafeMutableBytes { buffer in
      streamCall(descriptor, POLLIN) { read(descriptor, buffer.baseAddress! + start, chunkSize) }
    }.get()
    bytes.removeLast(chunkSize - count)
    guard bytes.count <= longestFile else { throw .tooLong }
    guard 0 < count else { return bytes }
  }
}

/// The bytes that a stream has by now, at most 64 KiB; waits for the first byte. They are empty at
/// its end.
package func readAvailable(_ descriptor: Int32) throws(FileError) -> [UInt8] {
  let chunkSize = 64 * 1024
  var failure: FileError?
  let bytes = [UInt8](unsafeUninitializedCapacity: chunkSize) { memory, count in
    switch streamCall(descriptor, POLLIN, { read(descriptor, memory.baseAddress!, chunkSize) }) {
    case .success(let added): count = added
    case .failure(let error): failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

/// Memory that files are read into, one after the other. Most files have no findings and need no
/// memory of their own.
package final class FileBuffer {
  private let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 128 * 1024)

  package init() {}

  deinit {
    memory.deallocate()
  }

  /// The bytes of a file that was regular when its folder was read; nil if they are not needed.
  /// Never waits if something else, such as a pipe, has replaced it meanwhile.
  package func readFile(
    _ path: FilePath, where areWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(FileError) -> [UInt8]? {
    try readFile(closing: openFile(path, Self.flags), named: path, where: areWanted)
  }

  static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY

  /// - Parameter name: its path, or at least the last part of that.
  func readFile(
    closing descriptor: Int32, named name: @autoclosure () -> FilePath,
    where areWanted: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(FileError) -> [UInt8]? {
    defer { close(descriptor) }
    var count = 0
    while count < memory.count {
      // Unlike read(2), it takes no lock if other threads work.
      let result = systemCall {
        pread(descriptor, memory.baseAddress! + count, memory.count - count, off_t(count))
      }
      if case .failure(.system(ESPIPE)) = result { throw .notARegularFile }
      let added = try result.get()
      count += added
      // Asking for the size costs less than an empty read at the end. But only reading finds the
      // end of a file that grows or that the system generates.
      if added == 0 || lseek(descriptor, 0, SEEK_END) == off_t(count) {
        let bytes = UnsafeBufferPointer(rebasing: memory[..<count])
        try bytes.rejectUnreadableText(named: name())
        return areWanted(bytes) ? Array(bytes) : nil
      }
    }
    lseek(descriptor, off_t(count), SEEK_SET)
    let bytes = try readRegularFile(descriptor, after: UnsafeBufferPointer(memory))
    try bytes.rejectUnreadableText(named: name())
    return bytes.withUnsafeBufferPointer(areWanted) ? bytes : nil
  }
}

extension Collection<UInt8> {
  /// Throws where nothing would be found whatever the source is: in UTF-16, as a byte order mark
  /// says, and in the text that Git LFS writes in place of a file. Without an extension it is
  /// mostly one for a program.
  package func rejectUnreadableText(named name: @autoclosure () -> FilePath) throws(FileError) {
    if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) { throw .utf16 }
    // Its specification says how such a file begins and that it is shorter. The names are the
    // versions of Git LFS, and of what it was called before its release.
    if first == UInt8(ascii: "v"), count < 1024,
      [
        "https://git-lfs.github.com/spec/", "https://hawser.github.com/spec/",
        "http://git-media.io/v/",
      ]
      .contains(where: { starts(with: "version \($0)".utf8) }),
      name().lastComponent.contains(UInt8(ascii: "."))
    {
      throw .lfsPointer
    }
  }
}
