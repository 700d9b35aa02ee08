import CLibrary
import Diagnostics

/// A file without a name for what does not fit in memory. It is removed with the value that holds
/// it, and with the process.
package final class TemporaryFile: @unchecked Sendable {
  private let descriptor: Int32
  /// In bytes.
  package private(set) var count = 0
  /// Why something could not be read back.
  package private(set) var failure: FileError?

  /// Nil if it can be made in no folder for temporary files. It is made in `TMPDIR` or on a disk,
  /// as `/tmp` may be in memory.
  package init?() {
    let named = [environmentVariable("TMPDIR")].compactMap(\.self).filter(\.isAbsolute)
    let folders = named + [FilePath("/var/tmp"), FilePath("/tmp")]
    let descriptors = folders.lazy.map(makeTemporaryFile)
    guard let descriptor = descriptors.first(where: { 0 <= $0 }) else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// - Returns: false if the bytes could not be added, as on a full disk.
  package func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while start < bytes.count {
      let result = systemCall {
        pwrite(
          descriptor, bytes.baseAddress! + start, bytes.count - start, off_t(count + start))
      }
      guard case .success(let written) = result, 0 < written else { return false }
      start += written
    }
    count += bytes.count
    return true
  }

  /// Calls the body with one piece of the range after the other until it returns false, and returns
  /// the last answer; false if a piece could not be read.
  package func forEachPiece(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
    defer { memory.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let size = min(memory.count, range.upperBound - offset)
      let result = systemCall { pread(descriptor, memory.baseAddress!, size, off_t(offset)) }
      switch result {
      case .success(let count) where 0 < count:
        guard body(UnsafeBufferPointer(rebasing: memory[..<count])) else { return false }
        offset += count
      case .success:
        failure = .changed
        return false
      case .failure(let error):
        failure = error
        return false
      }
    }
    return true
  }
}

/// - Returns: its descriptor; -1 if none can be made.
private func makeTemporaryFile(in folder: FilePath) -> Int32 {
  // A file with a name would stay if the process is killed.
  if let flags = namelessFileFlags, let descriptor = try? openFile(folder, flags, mode: 0o600) {
    return descriptor
  }
  let ending = String(repeating: "X", count: 6)
  var template = folder.appending("swift-determinism-lint-" + ending).bytes + [0]
  return template.withUnsafeMutableBytes { template in
    let path = template.baseAddress!.assumingMemoryBound(to: CChar.self)
    let descriptor = mkstemp(path)
    guard 0 <= descriptor else { return -1 }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
