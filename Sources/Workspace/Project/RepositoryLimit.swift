import Diagnostics

/// Tells what leads out of the repository that a run takes place in; without a repository, nothing
/// does. It is asked by one thread at a time.
package final class RepositoryLimit {
  private let workingFolder: FilePath
  /// Nil where there is no repository. Most runs never ask.
  private lazy var root = repositoryRoot(around: workingFolder)
  /// By folder: where it lies once links are followed. Many paths lie in few folders.
  private var destinations: [FilePath: FilePath] = [:]

  package init(of place: Place) {
    workingFolder = place.workingFolder
  }

  /// Whether a path leads out of the repository, by its words or by a link.
  package func isLeft(by argument: FilePath) -> Bool {
    guard let root else { return false }
    let path = argument.resolved(from: workingFolder)
    let folder = destinations[path.parent] ?? path.parent.destination
    destinations[path.parent] = folder
    return folder.appending(path.lastComponent).destination(in: folder).relative(to: root) == nil
  }

  /// Whether a path lies in the repository by its words, and leads out of it by a link. Who names a
  /// file may mean one elsewhere; who put the link there is the repository.
  package func isLeft(byLinkAt argument: FilePath) -> Bool {
    guard let root, argument.resolved(from: workingFolder).relative(to: root) != nil else {
      return false
    }
    return isLeft(by: argument)
  }

  /// Asked before a file is written.
  package func requireNoLinkOut(at argument: FilePath) throws(FileError) {
    if isLeft(byLinkAt: argument) { throw .outsideRepository }
  }
}

extension Place {
  /// Asked before a file is written that somebody names.
  package func requireNoLinkOut(at argument: FilePath) throws(FileError) {
    try RepositoryLimit(of: self).requireNoLinkOut(at: argument)
  }
}
