/// The bytes of one file, with the path that diagnostics print for it.
package struct SourceFile: Sendable {
  /// As printed: relative to the working directory, or absolute.
  package let path: FilePath
  package let bytes: [UInt8]

  package init(path: FilePath, bytes: [UInt8]) {
    (self.path, self.bytes) = (path, bytes)
  }
}
