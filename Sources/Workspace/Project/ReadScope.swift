import Diagnostics

/// The folder that everything which configurations name must lie in: else a configuration could
/// have any file of the machine printed, as the excerpt of an error, into a log that others read.
package struct Territory: Sendable {
  /// Without links.
  private let folders: [FilePath]
  /// Whether they are repositories.
  private let isRepository: Bool
  /// Has links of its own.
  private let commit: CommittedFiles?

  /// - Parameters:
  ///   - repository: the root of the repository that a run takes place in; nil where there is none.
  ///   - folder: what counts then.
  init(repository: FilePath?, else folder: FilePath, _ settings: SettingsFiles) {
    folders = [(repository ?? folder).orWithoutLinks]
    isRepository = repository != nil
    commit = settings.commit
  }

  /// Nothing at all.
  init() {
    folders = []
    isRepository = false
    commit = nil
  }

  /// - Parameter other: what counts as well.
  init(_ one: Territory, and other: Territory) {
    folders = one.folders + other.folders
    isRepository = one.isRepository || other.isRepository
    commit = one.commit ?? other.commit
  }

  /// Whether a path leads elsewhere, once all links are followed, to something or to nothing.
  /// - Parameter path: absolute.
  package func isLeft(by path: FilePath) -> Bool {
    if let commit, let inside = commit.path(inside: path) {
      // What cannot be told is told when the file is read.
      return (try? commit.isLeft(by: inside)) ?? false
    }
    let real = path.withoutLinks ?? path.destination
    return !folders.contains { real.relative(to: $0) != nil }
  }

  /// Why something is not read, e.g. `'../x' lies outside the repository`.
  package func message(of path: FilePath) -> String {
    let place = isRepository ? "the repository" : "the folder of the outermost configuration"
    return "'\(path.string)' lies outside \(place), and is not read"
  }
}

extension FilePath {
  fileprivate var orWithoutLinks: FilePath { withoutLinks ?? self }
}

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

/// How far up a configuration is looked for.
///
/// In a repository that is its root. Without one it is the home folder, and a folder of another
/// owner is no part of it: in a shared folder such as `/tmp` anybody could leave a configuration.
struct ConfigurationLimit {
  /// The folders from the first one up to the last that counts.
  let folders: [FilePath]
  /// Nil where the folders are in none.
  let repository: FilePath?

  /// - Parameters:
  ///   - folder: absolute.
  ///   - home: of the person who runs the tool.
  init(above folder: FilePath, home: FilePath?) {
    var folders = [folder]
    while !GitRepository.exists(at: folders.last!) {
      let parent = folders.last!.parent
      guard parent != folders.last else {
        self.folders = Self.withoutRepository(folders, home: home)
        repository = nil
        return
      }
      folders.append(parent)
    }
    self.folders = folders
    repository = folders.last
  }

  /// Those of a work tree, whatever else lies in it.
  /// - Parameters:
  ///   - folder: in the work tree; absolute.
  ///   - top: of the work tree.
  init(above folder: FilePath, upTo top: FilePath) {
    folders = sequence(first: folder) { $0 == top ? nil : $0.parent }.map { $0 }
    repository = top
  }

  private static func withoutRepository(_ folders: [FilePath], home: FilePath?) -> [FilePath] {
    let ownOwner = folders.lazy.compactMap { FileVersion(at: $0)?.owner }.first
    let own = folders.prefix { folder in
      // A file that is linted from standard input may lie in a folder that is yet to be made.
      guard let folderOwner = FileVersion(at: folder)?.owner else { return true }
      return folderOwner == ownOwner
    }
    let end = own.firstIndex { $0 == home } ?? own.endIndex - 1
    return Array(own[...end])
  }
}

/// The folder that a project's first configuration belongs in: the root of its repository; without
/// one the nearest folder upward with a package, project or workspace; else the folder itself.
/// - Parameters:
///   - folder: absolute.
///   - home: of the person who runs the tool.
package func findProjectRoot(from folder: FilePath, home: FilePath?) -> FilePath {
  let limit = ConfigurationLimit(above: folder, home: home?.withoutLinks)
  return limit.repository ?? limit.folders.first(where: holdsProject) ?? folder
}

private func holdsProject(_ folder: FilePath) -> Bool {
  var holdsProject = isNameVisible(folder.appending("Package.swift"))
  // A folder that cannot be read holds nothing that could be linted.
  try? readFolder(folder) { name, _ in
    if name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace") { holdsProject = true }
  }
  return holdsProject
}
