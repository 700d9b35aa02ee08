/// A path as the file system knows it: bytes without a NUL, not always valid UTF-8.
package struct FilePath: Hashable, Comparable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  package init(_ string: String) {
    self.init(bytes: string.utf8)
  }

  /// The path for people; bytes that are not UTF-8 become U+FFFD, so this may not name the file.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Byte order, the order in which files are walked and reported.
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
