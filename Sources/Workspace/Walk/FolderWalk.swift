import Diagnostics
import RuleEngine

/// A walk through a folder and the folders in it, in the byte order of the paths. The folders
/// that it is in are a list and none of them stays open, so that no depth of folders exhausts the
/// stack or the descriptors.
struct FolderWalk: Sendable {
  private let place: Place
  private let selection: FileSelection
  private var ignoreRules: IgnoreRules?
  /// Nil for all files; otherwise the one that is looked for, as an absolute path.
  private let target: FilePath?
  /// Nil once the walk has begun.
  private var start: LintFile?
  /// The folders from the first to the one that the walk is in.
  private var visits: [Visit] = []
  /// The absolute path of what was looked at last.
  private var path: [UInt8]

  /// A folder whose entries are gone through.
  private struct Visit {
    let folder: LintFile
    /// Of the folder's absolute path with the slash that follows it.
    let pathLength: Int
    /// The ignore files that hold in the folder.
    let chain: IgnoreRules.Chain
    let listing: FolderListing
    /// An index into the entries of the listing.
    var nextEntry = 0
  }

  /// - Parameter path: of a folder; absolute, without `.` and `..`.
  init(
    through path: FilePath, printedAs printedPath: FilePath, in place: Place,
    _ selection: FileSelection, towards target: FilePath? = nil
  ) {
    self.place = place
    self.selection = selection
    self.target = target
    self.path = path.bytes
    start = LintFile(path: printedPath, relativePath: place.relativePath(of: path))
    ignoreRules = selection.gitSettings.map { IgnoreRules(user: $0) }
  }

  /// Goes on until so many files have been found, but no further than into one folder more.
  /// - Parameters:
  ///   - found: is added what there is.
  ///   - count: more than have been found.
  /// - Returns: false at the end of the walk.
  mutating func advance(_ found: inout FoundFiles, untilFileCount count: Int) -> Bool {
    if let folder = start {
      start = nil
      enter(folder, chain: chainAbove(&found), &found)
    }
    guard var visit = visits.popLast() else { return false }
    while found.files.count < count, visit.nextEntry < visit.listing.entries.count {
      let entry = visit.listing.entries[visit.nextEntry]
      visit.nextEntry += 1
      guard let file = self.file(entry, of: visit) else { continue }
      if entry.isFolder {
        visits.append(visit)
        let printedPath = place.printedPath(of: FilePath(bytes: path), or: file.path)
        enter(
          LintFile(path: printedPath, relativePath: file.relativePath), chain: visit.chain, &found)
        return true
      }
      found.files.append(file)
    }
    if visit.nextEntry < visit.listing.entries.count { visits.append(visit) }
    return !visits.isEmpty
  }

  /// The file or folder, if it is to be linted.
  private mutating func file(_ entry: FolderListing.Entry, of visit: Visit) -> LintFile? {
    let name = visit.listing.names[entry.name]
    path.removeLast(path.count - visit.pathLength)
    path += name
    if let target, target.relative(to: FilePath(bytes: path)) == nil { return nil }
    guard !isIgnored(entry, chain: visit.chain) else { return nil }
    let folder = visit.folder
    let relativePath = folder.relativePath.appending(name)
    guard !selection.excludes(relativePath: relativePath) else { return nil }
    let sharesPaths = folder.path == folder.relativePath
    let path = sharesPaths ? relativePath : folder.path.appending(name)
    return LintFile(path: path, relativePath: relativePath)
  }

  private func isIgnored(_ entry: FolderListing.Entry, chain: IgnoreRules.Chain) -> Bool {
    guard let ignoreRules, chain != nil else { return false }
    return path.withUnsafeBufferPointer { path in
      ignoreRules.ignores(
        path, nameLength: entry.name.count, isFolder: entry.isFolder, chain: chain)
    }
  }

  /// The ignore files of the folders above a named folder, from the repository's root on; without
  /// a repository, from the run's root on.
  private mutating func chainAbove(_ found: inout FoundFiles) -> IgnoreRules.Chain {
    guard ignoreRules != nil else { return nil }
    var above: [FilePath] = []
    var top = FilePath(bytes: path)
    var isInRepository = GitRepository.exists(at: top)
    while !isInRepository, top != top.parent {
      top = top.parent
      above.append(top)
      isInRepository = GitRepository.exists(at: top)
    }
    var chain: IgnoreRules.Chain = nil
    for folder in above.reversed() where isInRepository || folder.relative(to: place.root) != nil {
      chain = self.chain(
        in: folder, on: chain, isRepository: isInRepository && folder == top, hasIgnoreFile: true,
        &found)
    }
    return chain
  }

  /// - Parameter chain: the ignore files of the folders above it.
  private mutating func enter(
    _ folder: LintFile, chain: IgnoreRules.Chain, _ found: inout FoundFiles
  ) {
    do {
      let listing = try FolderListing(of: folder.path)
      let chain = self.chain(
        in: FilePath(bytes: path), on: chain, isRepository: listing.isRepository,
        hasIgnoreFile: listing.hasIgnoreFile, &found)
      if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
      visits.append(
        Visit(folder: folder, pathLength: path.count, chain: chain, listing: listing))
    } catch {
      found.troubles.append(Trouble(folder.path.orFolder, error))
    }
  }

  /// The chain with the ignore files of a folder on top.
  private mutating func chain(
    in folder: FilePath, on chain: IgnoreRules.Chain, isRepository: Bool, hasIgnoreFile: Bool,
    _ found: inout FoundFiles
  ) -> IgnoreRules.Chain {
    guard ignoreRules != nil else { return nil }
    let base = isRepository ? ignoreRules!.chain(forRepositoryAt: folder) : chain
    guard hasIgnoreFile else { return base }
    do {
      return try ignoreRules!.chain(withIgnoreFileIn: folder, on: base)
    } catch {
      let printed = place.printedPath(of: folder, namedAs: folder)
      found.troubles.append(Trouble(printed.appending(".gitignore"), error))
      return base
    }
  }
}
