import Diagnostics

/// Bytes of paths, which grow by one name after the other. What an array does for each of them
/// besides takes longer than to copy it.
struct PathBytes: Sendable {
  /// Longer than what it holds.
  private var memory: [UInt8] = []
  private(set) var count = 0

  init() {}

  init(_ path: FilePath) {
    append(path)
  }

  /// - Parameter range: offsets from 0.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> { memory[range] }

  /// All of them.
  var path: FilePath { FilePath(bytes: memory[..<count]) }

  /// Whether they are the bytes of the path and no more.
  static func == (bytes: PathBytes, path: FilePath) -> Bool {
    bytes.count == path.bytes.count && bytes.memory.starts(with: path.bytes)
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    let end = count + bytes.count
    if memory.count < end { grow(to: end) }
    memory.withUnsafeMutableBytes {
      ($0.baseAddress! + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count = end
  }

  mutating func append(_ path: FilePath) {
    path.bytes.withUnsafeBytes { append($0) }
  }

  /// - Parameter range: offsets from 0 into the other's bytes.
  mutating func append(_ range: Range<Int>, of other: PathBytes) {
    other.memory.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  mutating func append(_ character: Unicode.Scalar) {
    if memory.count == count { grow(to: count + 1) }
    memory[count] = UInt8(ascii: character)
    count += 1
  }

  @inline(never)
  private mutating func grow(to count: Int) {
    // Enough for the paths of most batches.
    let capacity = max(2 * count, 3000)
    memory = [UInt8](unsafeUninitializedCapacity: capacity) { larger, initializedCount in
      let end = larger.initialize(fromContentsOf: memory)
      larger[end...].initialize(repeating: 0)
      initializedCount = capacity
    }
  }

  /// - Parameter count: no more than there are.
  mutating func shorten(to count: Int) {
    self.count = count
  }

  /// Calls the body with the bytes from an offset to the NUL that follows.
  func withCString<Result>(at offset: Int, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    memory.withUnsafeBytes { body(($0.baseAddress! + offset).assumingMemoryBound(to: CChar.self)) }
  }

  func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try memory.withUnsafeBufferPointer { memory throws(Failure) in
      try body(UnsafeBufferPointer(rebasing: memory[..<count]))
    }
  }
}
