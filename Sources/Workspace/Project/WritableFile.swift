import CLibrary
import Diagnostics

/// A file that a run may write. Whatever writes a file takes one, so that nothing else decides
/// where a run may write: a branch that somebody else made must not turn a report into a setting of
/// git, or a fix into a change of another project.
package struct WritableFile: Sendable {
  /// As it was named.
  let argument: FilePath
  /// Where its bytes go: absolute, and without links.
  package let path: FilePath

  /// - Parameters:
  ///   - folders: where there is no repository, no link in one of them leads out of them.
  ///   - isHook: whether git itself names it, as the place of a hook.
  fileprivate init(
    _ argument: FilePath, from workingFolder: FilePath, within folders: [FilePath], isHook: Bool
  ) throws(FileError) {
    guard argument.bytes.last != UInt8(ascii: "/") else { throw .system(EISDIR) }
    var links: [FilePath] = []
    guard let path = argument.followingLinks(from: workingFolder, { links.append($0) })
    else { throw .system(ELOOP) }
    (self.argument, self.path) = (argument, path)
    if isHook {
      links.removeAll(where: \.isInGitFolder)
    } else if path.isInGitFolder {
      throw .refused("It is in git's folder")
    }
    for link in links {
      let repository = repositoryRoot(around: link.parent)
      let roots = repository.map { [$0] } ?? folders
      guard roots.contains(where: { link.parent.relative(to: $0) != nil }) else { continue }
      guard roots.contains(where: { path.relative(to: $0) != nil }) else {
        throw repository == nil ? .refused("A link leads out of the folder") : .outsideRepository
      }
      if repository != nil { throw .refused("A link in the repository leads to it") }
    }
  }
}

extension Place {
  /// - Parameters:
  ///   - argument: as it was named.
  ///   - folders: those that the command line names, beside the working directory.
  ///   - isHook: whether git itself names it, as the place of a hook.
  package func writable(
    _ argument: FilePath, within folders: [FilePath] = [], isHook: Bool = false
  ) throws(FileError) -> WritableFile {
    try WritableFile(
      argument, from: workingFolder, within: [workingFolder] + folders, isHook: isHook)
  }
}
