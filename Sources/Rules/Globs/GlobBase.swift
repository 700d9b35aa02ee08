import Diagnostics

/// The folder that the paths of a glob start from, if it is not the root of the run. It is a class
/// to keep globs small.
package final class GlobBase: Hashable, Sendable {
  /// The components from the nearest folder that holds both to the root; empty if the folder is
  /// below the root.
  private let toRoot: [ArraySlice<UInt8>]
  /// The same to the folder.
  private let toFolder: [ArraySlice<UInt8>]

  /// Fails for the root itself.
  /// - Parameters:
  ///   - folder: absolute, without `.` and `..`.
  ///   - root: what the paths of files are relative to; the same.
  package init?(_ folder: FilePath, relativeTo root: FilePath) {
    var (toRoot, toFolder) = (root.components[...], folder.components[...])
    while let first = toRoot.first, first == toFolder.first {
      toRoot.removeFirst()
      toFolder.removeFirst()
    }
    if toRoot.isEmpty, toFolder.isEmpty { return nil }
    self.toRoot = Array(toRoot)
    self.toFolder = Array(toFolder)
  }

  /// The folder itself; absolute.
  /// - Parameter root: what it was made relative to.
  package func folder(from root: FilePath) -> FilePath {
    let components = root.components.dropLast(toRoot.count) + toFolder
    return FilePath(bytes: Array(components.flatMap { [UInt8(ascii: "/")] + $0 }))
  }

  /// The path from this folder, with `..` for what is outside.
  /// - Parameter path: relative to the root.
  func path(of path: FilePath) -> FilePath {
    FilePath(from: toFolder, to: toRoot + path.components)
  }

  package static func == (left: GlobBase, right: GlobBase) -> Bool {
    left.toRoot == right.toRoot && left.toFolder == right.toFolder
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(toRoot)
    hasher.combine(toFolder)
  }
}
