/// A path as the file system knows it: bytes without a NUL, not always valid UTF-8.
package struct FilePath: Hashable, Comparable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  // Not generic, which would cost the start of a run a search for conformances.
  package init(bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
  }

  package init(_ string: String) {
    bytes = Array(string.utf8)
  }

  /// The path that leads from a folder to another path, with `..` for each folder that it leaves.
  /// Both are the components of absolute paths without `.` and `..`.
  package init(from folder: [ArraySlice<UInt8>], to path: [ArraySlice<UInt8>]) {
    let common = zip(folder, path).prefix { $0 == $1 }.count
    let steps = repeatElement(ArraySlice("..".utf8), count: folder.count - common)
    bytes = Array((steps + path[common...]).joined(separator: [UInt8(ascii: "/")]))
  }

  // The one that the compiler makes takes the bytes one by one.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The names between the slashes.
  package var components: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

  /// The path for people; bytes that are not UTF-8 become U+FFFD, so this may not name the file.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Byte order, the order in which files are walked and reported.
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
