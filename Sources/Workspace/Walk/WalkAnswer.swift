import Diagnostics

/// Whether a run that names no file lints a certain one.
package enum WalkAnswer: Sendable {
  case found
  /// Git ignores it, and does not track it.
  case ignored
  /// A folder above it is hidden or always skipped, it is no Swift file, or a link leads to it.
  case skipped
  /// It lies outside the folder that is walked.
  case outside
}

/// Asks whether a walk through the root comes upon a file; `exclude` does not count.
/// - Parameter root: where the walk begins; absolute.
package func walkAnswer(
  for file: NamedFile, from root: FilePath, in place: Place, _ gitSettings: GitSettings
) -> WalkAnswer {
  guard let path = file.path.relative(to: root) else { return .outside }
  guard path.isInReachOfWalks else { return .skipped }
  let configurations = ConfigurationTree(in: place, root: root)
  func isFound(_ settings: GitSettings?) -> Bool {
    var walk = FolderWalk(
      through: configurations.folder(namedAs: root), in: place,
      FileSelection(configurations, gitSettings: settings), towards: file.path)
    var found = FoundFiles()
    while found.files.isEmpty, walk.advance(&found, untilFileCount: 1) {}
    return !found.files.isEmpty
  }
  if isFound(gitSettings) { return .found }
  return isFound(nil) ? .ignored : .skipped
}
