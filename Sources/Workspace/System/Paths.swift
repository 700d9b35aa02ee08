import CLibrary
import Diagnostics

extension FilePath {
  /// The bytes up to the NUL.
  package init(cString: UnsafePointer<CChar>) {
    self.init(bytes: Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString))))
  }

  /// Whether the path begins at the root of the file system.
  package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The relative path of a folder to itself is empty; this is `.` for it.
  package var orFolder: FilePath { bytes.isEmpty ? FilePath(".") : self }

  /// The folder of an absolute path without `.`, `..` and doubled slashes.
  package var parent: FilePath {
    let end = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return end == 0 ? FilePath("/") : FilePath(bytes: bytes[..<end])
  }

  /// This folder and those that it lies in, up to the root.
  package var foldersUpward: some Sequence<FilePath> {
    sequence(first: self) { $0 == $0.parent ? nil : $0.parent }
  }

  /// The same, up to and including a folder.
  package func foldersUpward(to top: FilePath) -> [FilePath] {
    foldersUpward.filter { $0.relative(to: top) != nil }
  }

  /// The last component; empty for the root; a trailing slash does not count.
  package var lastComponent: ArraySlice<UInt8> {
    components.last ?? []
  }

  /// The path of something in this folder; the component itself if this path is empty.
  package func appending(_ component: some Collection<UInt8>) -> FilePath {
    var joined = bytes
    joined.reserveCapacity(bytes.count + 1 + component.count)
    if let last = bytes.last, last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    joined += component
    return FilePath(bytes: joined)
  }

  /// The path of something in this folder.
  package func appending(_ component: String) -> FilePath {
    appending(Array(component.utf8))
  }

  /// The path from a folder to a path in it, empty for the folder itself; nil for any other path.
  /// Both are absolute and without `.`, `..` and doubled slashes.
  package func relative(to folder: FilePath) -> FilePath? {
    guard bytes.starts(with: folder.bytes) else { return nil }
    let rest = bytes.dropFirst(folder.bytes.count)
    if rest.isEmpty || folder.bytes.last == UInt8(ascii: "/") { return FilePath(bytes: rest) }
    return rest.first == UInt8(ascii: "/") ? FilePath(bytes: rest.dropFirst()) : nil
  }

  /// The name of the file in a patch that is applied in a folder: its path from there, without
  /// links if they stay in the folder, else as it is written. For a file outside the folder it is
  /// the path from the root of the file system.
  package func nameInPatch(from folder: FilePath) -> FilePath {
    let path = resolved(from: folder, followingLinks: false)
    return withoutLinks?.relative(to: folder) ?? path.relative(to: folder)
      ?? FilePath(bytes: path.bytes.dropFirst())
  }

  /// The absolute path without `.`, `..` and doubled slashes that names the same file.
  /// - Parameters:
  ///   - folder: the start of a relative path; absolute and without such components.
  ///   - followsLinks: whether `link/..` is the folder that the target of the link lies in; else it
  ///     is the folder of the link.
  package func resolved(
    from folder: FilePath, followingLinks followsLinks: Bool = true
  ) -> FilePath {
    var result = isAbsolute ? FilePath("/") : folder
    for component in components {
      switch component {
      case [UInt8(ascii: ".")]: continue
      case [UInt8(ascii: "."), UInt8(ascii: ".")]:
        result = ((followsLinks ? result.withoutLinks : nil) ?? result).parent
      default: result = result.appending(component)
      }
    }
    return result
  }

  /// The destination of a path: absolute, and without links, `.` and `..`. Nothing need be there.
  /// It is nil if links lead in a circle.
  /// - Parameters:
  ///   - folder: the start of a relative path; absolute and without links.
  ///   - pass: takes each link on the way.
  package func followingLinks(
    from folder: FilePath, _ pass: (FilePath) -> Void = { _ in }
  ) -> FilePath? {
    var path = isAbsolute ? FilePath("/") : folder
    var rest = Array(components.reversed())
    var linkCount = 0
    while let component = rest.popLast() {
      switch component {
      case [UInt8(ascii: ".")]: continue
      case [UInt8(ascii: "."), UInt8(ascii: ".")]: path = path.parent
      default:
        path = path.appending(component)
        guard let target = path.linkTarget else { continue }
        linkCount += 1
        // Linux follows as many links (path_resolution(7)).
        guard linkCount <= 40 else { return nil }
        pass(path)
        path = target.isAbsolute ? FilePath("/") : path.parent
        rest += target.components.reversed()
      }
    }
    return path
  }

  /// The same for an absolute path; the path itself in a circle.
  package var destination: FilePath { followingLinks(from: FilePath("/")) ?? self }

  /// The same for a path in a folder that is reached without links.
  func destination(in folder: FilePath) -> FilePath {
    linkTarget.map { $0.followingLinks(from: folder) ?? self } ?? self
  }

  /// The target of a symbolic link; nil if there is no symbolic link.
  private var linkTarget: FilePath? {
    // This is longer than any link of Darwin or Linux.
    var target = [CChar](repeating: 0, count: 4096)
    let count = bytes.withCString { readlink($0, &target, target.count) }
    return count < 0 ? nil : FilePath(bytes: target[..<count].map(UInt8.init(bitPattern:)))
  }

  /// The path with every symbolic link followed; nil if it does not exist.
  package var withoutLinks: FilePath? {
    guard let resolved = bytes.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(cString: resolved)
  }
}

extension ArraySlice<UInt8> {
  /// The text without the spaces, tabs and line ends around it.
  var trimmingBlanks: ArraySlice {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || 9 <= byte && byte <= 13 }
    let rest = drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map { $0 + 1 }
    return rest[..<(end ?? rest.startIndex)]
  }
}

/// The working directory, without symbolic links.
package func currentFolder() throws(FileError) -> FilePath {
  guard let path = getcwd(nil, 0) else { throw .last }
  defer { free(path) }
  return FilePath(cString: path)
}

/// The bytes of paths, to which one name after the other is appended. The additional work of an
/// array for each name takes longer than copying the name.
struct PathBytes: Sendable {
  /// The memory, which may be longer than the path.
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

  /// Whether they are exactly the bytes of the path.
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

extension FilePath {
  /// The path of the folder that the last component is in; it ends with a slash or is `.`.
  package var folderPart: FilePath {
    let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return FilePath(bytes: bytes[..<end]).orFolder
  }

  /// The last component.
  var namePart: ArraySlice<UInt8> {
    let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return bytes[end...]
  }
}

extension UnsafeRawBufferPointer {
  func hasSuffix(_ suffix: StaticString) -> Bool {
    let start = count - suffix.utf8CodeUnitCount
    return 0 <= start
      && memcmp(baseAddress! + start, suffix.utf8Start, suffix.utf8CodeUnitCount) == 0
  }
}
