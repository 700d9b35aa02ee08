import Diagnostics

/// The files of a commit that are linted in place of those on the disk.
package struct CommitTree: Sendable {
  package let revision: Revision
  /// The top of the work tree; absolute.
  private let top: FilePath

  package init(of revision: Revision, in workTree: WorkTree) {
    (self.revision, top) = (revision, workTree.top)
  }

  /// The paths among these at which the commit has a file or folder. A path outside of the work
  /// tree is looked for on the disk.
  /// - Parameter paths: absolute.
  package func present(among paths: Set<FilePath>) throws(GitError) -> Set<FilePath> {
    let answer = try runGit([
      "ls-tree", "-r", "-t", "-z", "--name-only", "--full-tree", GitArgument(revision.commit),
    ])
    guard answer.status == 0 else { throw try errorOfMissingPart(answer) }
    let committed = answer.output.split(separator: 0).lazy.map { top.appending($0) }
    return Set(committed.filter(paths.contains)).union(
      paths.filter { $0 == top || $0.relative(to: top) == nil && isNameTaken($0) })
  }
}
