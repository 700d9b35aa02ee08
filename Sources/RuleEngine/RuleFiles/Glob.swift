import Diagnostics

/// A path pattern of `files`, `allow` and `exclude`, e.g. `**/*Tests.swift`.
package struct Glob: Sendable {
  /// As written in the file.
  package let text: String

  package init(parsing text: String) throws(PatternError) {
    self.text = text
  }

  /// Whether the glob matches the path, or a folder above it. Linear in the path's length.
  /// - Parameter path: relative to the root, `/` between components.
  package func matches(_ path: FilePath) -> Bool { false }
}
