import Diagnostics

/// Where a run takes place.
package struct Place: Sendable {
  /// The folder that relative paths start from; absolute, without symbolic links.
  package let workingFolder: FilePath
  /// Whether files are printed with absolute paths.
  package let printsAbsolutePaths: Bool
  /// Where the settings of the run are read from.
  package let settings: SettingsFiles

  package init(
    workingFolder: FilePath, printsAbsolutePaths: Bool = false,
    settings: SettingsFiles = SettingsFiles()
  ) {
    self.workingFolder = workingFolder
    self.printsAbsolutePaths = printsAbsolutePaths
    self.settings = settings
  }

  /// The absolute path, without `.` and `..`, of what an argument names. If a symbolic link leads
  /// into the working folder, as `/tmp` may on macOS, it is the path in that folder.
  package func absolutePath(of argument: FilePath) -> FilePath {
    let path = argument.resolved(from: workingFolder)
    let real = realPath(of: path)
    return real.relative(to: workingFolder) == nil ? path : real
  }

  /// Where something is. In the working folder its name is kept. Outside, links are followed,
  /// except a link to a file.
  /// - Parameter path: absolute, without `.` and `..`.
  func realPath(of path: FilePath) -> FilePath {
    guard path.relative(to: workingFolder) == nil, let folder = path.parent.withoutLinks else {
      return path
    }
    let real = folder.appending(path.lastComponent)
    let isLinkToFolder = (try? kindOfFile(at: real)) == .folder
    return isLinkToFolder ? real.withoutLinks ?? real : real
  }

  /// The path that is printed and opened: relative to the working folder if it is inside (empty for
  /// the folder itself), with `..` if it is outside and was named so.
  /// - Parameters:
  ///   - path: absolute, without `.` and `..`.
  ///   - argument: how the path was named.
  package func printedPath(of path: FilePath, namedAs argument: FilePath) -> FilePath {
    if printsAbsolutePaths { return path }
    if let inside = path.relative(to: workingFolder) { return inside }
    return argument.isAbsolute ? path : relativePathOutside(path)
  }

  /// Whether a walk from there reaches the working folder. Paths below that are printed
  /// differently.
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
