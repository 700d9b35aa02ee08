import Diagnostics

/// Where a run takes place.
package struct Place: Sendable {
  /// What relative paths start from; absolute, without symbolic links.
  package let workingFolder: FilePath
  /// What globs are relative to; absolute.
  package let root: FilePath
  /// Whether files are printed with absolute paths.
  package let printsAbsolutePaths: Bool

  package init(workingFolder: FilePath, root: FilePath, printsAbsolutePaths: Bool = false) {
    self.workingFolder = workingFolder
    self.root = root
    self.printsAbsolutePaths = printsAbsolutePaths
  }

  /// The absolute path, without `.` and `..`, of what an argument names. Where a symbolic link
  /// leads into the root, as `/tmp` does on macOS, it is the path in the root: globs hold for it.
  package func absolutePath(of argument: FilePath) -> FilePath {
    let path = argument.resolved(from: workingFolder)
    guard path.relative(to: root) == nil, let folder = path.parent.withoutLinks else { return path }
    let real = folder.appending(path.lastComponent)
    let isLinkToFolder = (try? kindOfFile(at: real)) == .folder
    let candidate = isLinkToFolder ? real.withoutLinks ?? real : real
    return candidate.relative(to: root) == nil ? path : candidate
  }

  /// The file or folder that an argument names.
  package func file(namedAs argument: FilePath) -> LintFile {
    let path = absolutePath(of: argument)
    return LintFile(
      path: printedPath(of: path, namedAs: argument), relativePath: relativePath(of: path))
  }

  /// The path that globs see: relative to the root, or, for a file outside it, the absolute path
  /// without its first slash.
  package func relativePath(of path: FilePath) -> FilePath {
    path.relative(to: root) ?? FilePath(bytes: path.bytes.dropFirst())
  }

  /// The path that is printed and opened: relative to the working folder where it lies inside
  /// (empty for the folder itself), with `..` where it lies outside and was named so.
  /// - Parameters:
  ///   - path: absolute, without `.` and `..`.
  ///   - argument: how the path was named.
  package func printedPath(of path: FilePath, namedAs argument: FilePath) -> FilePath {
    if printsAbsolutePaths { return path }
    if let inside = path.relative(to: workingFolder) { return inside }
    return argument.isAbsolute ? path : relativePathOutside(path)
  }

  /// Whether a walk from there comes upon the working folder, below which paths look different.
  func workingFolderIsBelow(_ argument: FilePath) -> Bool {
    let path = absolutePath(of: argument)
    return path != workingFolder && workingFolder.relative(to: path) != nil
  }

  private func relativePathOutside(_ path: FilePath) -> FilePath {
    var folder = workingFolder
    var steps = FilePath(bytes: [])
    while true {
      folder = folder.parent
      steps = steps.appending("..")
      if let rest = path.relative(to: folder) {
        return rest.bytes.isEmpty ? steps : steps.appending(rest.bytes)
      }
    }
  }
}
