import Diagnostics

/// Tells files that are gone from those that a checkout leaves out.
package struct GoneFiles {
  /// That of the last file.
  private var repository: GitRepository?

  package init() {}

  /// Whether neither the disk nor the index has a file. What git looks for on the disk, and does
  /// not find there, is gone. False if the disk or the index cannot say.
  /// - Parameter path: absolute.
  package mutating func contains(_ path: FilePath) -> Bool {
    guard !isNameTaken(path) else { return false }
    guard let root = repositoryRoot(around: path.parent), let inside = path.relative(to: root)
    else { return true }
    if repository?.root != root { repository = GitRepository(root: root, user: GitSettings()) }
    return !repository!.hasUnwatched(inside)
  }
}
