import Diagnostics

/// The place of a run.
package struct Place: Sendable {
  /// The folder that relative paths start from; absolute, without symbolic links.
  package let workingFolder: FilePath
  /// Whether files are printed with absolute paths.
  package let printsAbsolutePaths: Bool
  /// The files that the settings of the run are read from.
  package let settings: SettingsFiles

  package init(
    workingFolder: FilePath, printsAbsolutePaths: Bool = false,
    settings: SettingsFiles = SettingsFiles()
  ) {
    (self.workingFolder, self.printsAbsolutePaths) = (workingFolder, printsAbsolutePaths)
    self.settings = settings
  }

  /// The absolute path, without `.` and `..`, of an argument, as it is written. A folder that the
  /// working folder is in, or is, has its name without links: `/tmp` is one on macOS.
  package func absolutePath(of argument: FilePath) -> FilePath {
    let path = argument.resolved(from: workingFolder)
    guard path.relative(to: workingFolder) == nil else { return path }
    for folder in path.foldersUpward {
      guard let real = folder.withoutLinks, workingFolder.relative(to: real) != nil,
        let rest = path.relative(to: folder)
      else { continue }
      return rest.bytes.isEmpty ? real : real.appending(rest.bytes)
    }
    return path
  }

  /// The path that is printed and opened: relative to the working folder if it is inside (empty for
  /// the folder itself), with `..` if it is outside and was named so.
  /// - Parameters:
  ///   - path: an absolute path, without `.` and `..`.
  ///   - argument: the path as it was named.
  package func printedPath(of path: FilePath, namedAs argument: FilePath) -> FilePath {
    if printsAbsolutePaths { return path }
    if let inside = path.relative(to: workingFolder) { return inside }
    return argument.isAbsolute
      ? path : FilePath(from: workingFolder.components, to: path.components)
  }

  /// Whether a walk from there reaches the working folder. Paths below that are printed
  /// differently.
  func workingFolderIsBelow(_ argument: FilePath) -> Bool {
    let path = absolutePath(of: argument)
    return path != workingFolder && workingFolder.relative(to: path) != nil
  }
}
