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
/// - Parameter argument: as the file is named on the command line.
package func walkAnswer(
  for argument: FilePath, in place: Place, _ gitSettings: GitSettings
) -> WalkAnswer {
  let target = place.absolutePath(of: argument)
  guard let path = target.relative(to: place.root) else { return .outside }
  guard path.isInReachOfWalks else { return .skipped }
  func isFound(_ settings: GitSettings?) -> Bool {
    let root = place.printedPath(of: place.root, namedAs: FilePath(""))
    var walk = FolderWalk(
      through: place.root, printedAs: root, in: place, FileSelection(gitSettings: settings),
      towards: target)
    var found = FoundFiles()
    while found.files.isEmpty, walk.advance(&found, untilFileCount: 1) {}
    return !found.files.isEmpty
  }
  if isFound(gitSettings) { return .found }
  return isFound(nil) ? .ignored : .skipped
}
