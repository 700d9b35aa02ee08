import CLibrary
import Diagnostics

extension Place {
  /// Decides where a run may write. Git's own folders are out of bounds, and so is the target of
  /// any link in a repository. Where there is no repository, no link in the working directory, or
  /// in a folder that the command line names, leads out of them.
  /// - Parameters:
  ///   - argument: the path as it was named.
  ///   - folders: the folders that the command line names, beside the working directory.
  ///   - isHook: whether git itself names it, as the place of a hook.
  package func writable(
    _ argument: FilePath, within folders: [FilePath] = [], isHook: Bool = false
  ) throws(FileError) -> WritableFile {
    guard argument.bytes.last != UInt8(ascii: "/") else { throw .system(EISDIR) }
    var links: [FilePath] = []
    guard let path = argument.followingLinks(from: workingFolder, { links.append($0) })
    else { throw .system(ELOOP) }
    if isHook {
      links.removeAll(where: \.isInGitFolder)
    } else if path.isInGitFolder {
      throw .refused("It is in git's folder")
    }
    for link in links {
      let repository = repositoryRoot(around: link.parent)
      let roots = repository.map { [$0] } ?? [workingFolder] + folders
      guard roots.contains(where: { link.parent.relative(to: $0) != nil }) else { continue }
      guard roots.contains(where: { path.relative(to: $0) != nil }) else {
        throw repository == nil ? .refused("A link leads out of the folder") : .outsideRepository
      }
      if repository != nil { throw .refused("A link in the repository leads to it") }
    }
    return WritableFile(argument: argument, path: path)
  }
}
