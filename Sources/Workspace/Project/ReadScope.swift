import Diagnostics

/// The part of the disk that may be read: the repository that a run takes place in, without git's
/// own files, or a folder. Otherwise a configuration could print any file of the machine, as the
/// excerpt of an error, into a log that others read.
package struct ReadScope: Sendable {
  /// The folders without links, and as written where that counts; nil for everything.
  private var roots: [FilePath]?
  /// Whether they are repositories.
  private let isRepository: Bool
  /// The commit whose links are followed, and not those of the disk; nil for the disk.
  private var commit: CommittedFiles?
  /// The folder that relative paths start from.
  private let workingFolder: FilePath
  /// The place of each folder after links are followed. Many paths are in few folders.
  private var destinations: [FilePath: FilePath] = [:]
  /// The folders that are in scope.
  private var inside: Set<FilePath> = []

  /// The scope of the files that a configuration names.
  /// - Parameters:
  ///   - repository: the root of the repository that it lies in; nil if there is none.
  ///   - folder: the scope if there is no repository.
  init(repository: FilePath?, else folder: FilePath, in place: Place) {
    roots = repository.map(Self.workTrees) ?? [folder.withoutLinks ?? folder, folder]
    isRepository = repository != nil
    commit = place.settings.commit
    workingFolder = place.workingFolder
  }

  /// Joins two scopes.
  init(_ one: ReadScope, and other: ReadScope) {
    roots = (one.roots ?? []) + (other.roots ?? [])
    isRepository = one.isRepository || other.isRepository
    commit = one.commit ?? other.commit
    workingFolder = one.workingFolder
  }

  /// The scope of the files that the command line names: the repository, or the working folder if
  /// there is none. In the root folder that would be everything, and it is nothing.
  fileprivate init(for place: Place) {
    let repository = repositoryRoot(around: place.workingFolder)
    self.init(repository: repository, else: place.workingFolder, in: place)
    if !isRepository, workingFolder == FilePath("/") { (roots, commit) = ([], nil) }
  }

  /// The scope of files in a list: the repository on the disk, or everything if there is none.
  fileprivate init(ofFilesIn place: Place) {
    let repository = repositoryRoot(around: place.workingFolder)
    roots = repository.map(Self.workTrees)
    isRepository = repository != nil
    commit = nil
    workingFolder = place.workingFolder
  }

  /// The root of a repository without links, and where its '.git' is: a build engine links all that
  /// the root holds.
  private static func workTrees(of repository: FilePath) -> [FilePath] {
    let root = repository.withoutLinks ?? repository
    let git = repository.appending(".git").withoutLinks
    return [root, git?.isGitName == true ? git!.parent : root]
  }

  /// Whether a path leads into the scope after all links are followed. It need not exist. Where
  /// there is no repository, nobody's commits put links into the folder, and they may lead out of
  /// it: a build engine hands over each file as one.
  /// - Parameter path: an absolute path.
  package func contains(_ path: FilePath) -> Bool {
    if let commit, let inside = commit.path(inside: path) {
      // A path that cannot be decided here is reported when the file is read.
      return (try? commit.symlinkEscapes(inside)) != true
    }
    let real = path.withoutLinks ?? path.destination
    return contains(real: real) || !isRepository && contains(real: path) && !real.isInGitFolder
  }

  /// Whether lines of a settings file may be printed, as those of an error. A file that has another
  /// name, lies elsewhere, or is known to the disk alone may be full of secrets.
  /// - Parameters:
  ///   - path: an absolute path.
  ///   - named: the files and folders that the command line names; absolute.
  package func mayShow(_ path: FilePath, named: [FilePath] = []) -> Bool {
    if let commit, let inside = commit.path(inside: path) { return inside.isNameOfSettings }
    guard let real = path.withoutLinks, contains(path), real.isNameOfSettings else { return false }
    // Nobody keeps anything else in the tool's own files.
    if real.isNameOfOwnFile { return true }
    guard let root = repositoryRoot(around: real.parent), let inside = real.relative(to: root)
    else { return contains(real: real) }
    // A link comes from the repository, whoever names it.
    let written = repositoryRoot(around: path.parent).flatMap { path.relative(to: $0) }
    let isNamed = written == inside && named.contains { path.relative(to: $0) != nil }
    return isNamed || isTracked(inside, in: root)
  }

  private func contains(real path: FilePath) -> Bool {
    roots?.contains { path.relative(to: $0) != nil && !path.isInGitFolder } ?? true
  }

  /// Whether a path leads out of the scope, as written or by a link.
  package mutating func escapes(_ argument: FilePath) -> Bool {
    guard roots != nil else { return false }
    let path = argument.resolved(from: workingFolder)
    let folder = destinations[path.parent] ?? path.parent.destination
    destinations[path.parent] = folder
    let real = folder.appending(path.lastComponent).destination(in: folder)
    if inside.contains(real.parent), !real.isGitName { return false }
    guard contains(real: real) else { return true }
    if contains(real: real.parent) { inside.insert(real.parent) }
    return false
  }

  /// Whether a path is in the repository as written, and a link is on the way to it from there. A
  /// stranger may have put it there in place of a file that somebody names. Above the repository
  /// there may be links: '/tmp' is one on macOS.
  package func leadsThroughLink(_ argument: FilePath) -> Bool {
    let path = argument.resolved(from: workingFolder)
    for folder in path.parent.foldersUpward where isRepository {
      guard let real = folder.withoutLinks, roots?.contains(real) == true else { continue }
      return path.destination != real.appending(path.bytes.dropFirst(folder.bytes.count + 1))
    }
    return false
  }

  /// The reason why a file is not read, e.g. `'../x' is outside of the repository; it is not read`.
  package func refusal(of path: FilePath) -> String {
    let place = isRepository ? "the repository" : "the folder of the outermost configuration"
    return "'\(path.string)' is outside of \(place); it is not read"
  }
}

extension Place {
  /// Refuses a path from which a link leads into git's folder: a stranger may have put it there.
  package func requireNoLinkIntoGit(at argument: FilePath) throws(FileError) {
    let path = argument.resolved(from: workingFolder)
    let real = path.destination
    if real != path, real.isInGitFolder { throw .refused("It is in git's folder") }
  }

  /// The scope in which files that the command line names may be shown.
  package var readScope: ReadScope { ReadScope(for: self) }

  /// The files that a list may name: those in the repository.
  package var fileScope: ReadScope { ReadScope(ofFilesIn: self) }
}

/// - Parameter path: the path from the root of the repository.
private func isTracked(_ path: FilePath, in root: FilePath) -> Bool {
  let answer = try? runGit(
    ["--literal-pathspecs", "ls-files", "-z", "--", GitArgument(path)], in: root, .ofFolder)
  return answer?.status == 0 && answer?.output.isEmpty == false
}

/// The folders in which the configuration of a folder is searched for: from the folder itself up.
///
/// In a repository they end with its root. Without one they end with the home folder, and folders
/// of other owners are skipped: in a shared folder such as `/tmp` anybody could leave a
/// configuration.
/// - Parameters:
///   - folder: an absolute path.
///   - home: the home folder of the person who runs the tool.
/// - Returns: the root of the repository, too; nil if there is none.
func configurationFolders(
  above folder: FilePath, home: FilePath?
) -> (folders: [FilePath], repository: FilePath?) {
  var folders: [FilePath] = []
  for folder in folder.foldersUpward {
    folders.append(folder)
    if GitRepository.exists(at: folder) { return (folders, folder) }
  }
  let owner = folders.lazy.compactMap { FileVersion(at: $0)?.owner }.first
  // A file that is linted from standard input may be in a folder that does not exist yet.
  let own = folders.prefix { FileVersion(at: $0).map { $0.owner == owner } ?? true }
  let end = own.firstIndex { $0 == home } ?? own.endIndex - 1
  return (Array(own[...end]), nil)
}

/// The folder that a project's first configuration belongs in: the root of its repository; without
/// one the nearest folder upward with a package, project or workspace; else the folder itself.
/// - Parameters:
///   - folder: an absolute path.
///   - home: the home folder of the person who runs the tool.
package func findProjectRoot(from folder: FilePath, home: FilePath?) -> FilePath {
  let (folders, repository) = configurationFolders(above: folder, home: home?.withoutLinks)
  return repository ?? folders.first(where: holdsProject) ?? folder
}

private func holdsProject(_ folder: FilePath) -> Bool {
  var holdsProject = isNameVisible(folder.appending("Package.swift"))
  // A folder that cannot be read holds nothing that could be linted.
  try? readFolder(folder) { name, _ in
    if name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace") { holdsProject = true }
  }
  return holdsProject
}
