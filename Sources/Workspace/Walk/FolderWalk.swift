import Diagnostics
import RuleEngine

/// A walk through a folder and the folders in it, in the byte order of the paths. Pending work is
/// a list and one folder at a time is open, so that no depth of folders exhausts the stack or the
/// descriptors.
struct FolderWalk {
  /// What was found before, and in the walk.
  private(set) var found: FoundFiles
  private let place: Place
  private let selection: FileSelection
  private var ignoreRules: IgnoreRules?
  private var pending: [Step] = []
  /// Nil for all files; otherwise the one that is looked for, as an absolute path.
  private let target: FilePath?

  private enum Step {
    case file(LintFile)
    case folder(Folder)
  }

  private struct Folder {
    /// Absolute.
    let path: FilePath
    let printedPath: FilePath
    /// What globs are matched against.
    let relativePath: FilePath
    /// The ignore files of the folders above it.
    let chain: IgnoreRules.Chain
  }

  init(
    _ place: Place, _ selection: FileSelection, after found: FoundFiles = FoundFiles(),
    towards target: FilePath? = nil
  ) {
    self.found = found
    self.place = place
    self.selection = selection
    self.target = target
    ignoreRules = selection.gitSettings.map { IgnoreRules(user: $0) }
  }

  /// - Parameters:
  ///   - path: absolute, without `.` and `..`.
  ///   - progress: is told before each folder how many files have been found.
  mutating func walk(
    _ path: FilePath, printedAs printedPath: FilePath, progress: (Int) -> Void
  ) {
    let folder = Folder(
      path: path, printedPath: printedPath, relativePath: place.relativePath(of: path),
      chain: chain(above: path))
    pending = [.folder(folder)]
    while let step = pending.popLast() {
      switch step {
      case .file(let file): found.files.append(file)
      case .folder(let folder):
        progress(found.files.count)
        list(folder)
      }
    }
  }

  /// The ignore files of the folders above a named folder, from the repository's root on; without
  /// a repository, from the run's root on.
  private mutating func chain(above path: FilePath) -> IgnoreRules.Chain {
    guard ignoreRules != nil else { return nil }
    var above: [FilePath] = []
    var top = path
    while !GitRepository.exists(at: top), top != top.parent {
      top = top.parent
      above.append(top)
    }
    let isInRepository = GitRepository.exists(at: top)
    var chain: IgnoreRules.Chain = nil
    for folder in above.reversed() where isInRepository || folder.relative(to: place.root) != nil {
      chain = self.chain(
        in: folder, on: chain, isRepository: isInRepository && folder == top, hasIgnoreFile: true)
    }
    return chain
  }

  private mutating func list(_ folder: Folder) {
    do {
      let listing = try FolderListing(of: folder.printedPath)
      let chain = chain(
        in: folder.path, on: folder.chain, isRepository: listing.isRepository,
        hasIgnoreFile: listing.hasIgnoreFile)
      push(listing, of: folder, chain: chain)
    } catch {
      found.troubles.append(Trouble(folder.printedPath.orFolder, error))
    }
  }

  private mutating func chain(
    in folder: FilePath, on chain: IgnoreRules.Chain, isRepository: Bool, hasIgnoreFile: Bool
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

  /// Puts what the folder holds on the list of pending work, the last first.
  private mutating func push(
    _ listing: FolderListing, of folder: Folder, chain: IgnoreRules.Chain
  ) {
    var path = folder.path.bytes
    if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    let folderLength = path.count
    let sharesPaths = folder.printedPath == folder.relativePath
    for entry in listing.entries.reversed() {
      let name = listing.names[entry.name]
      path.replaceSubrange(folderLength..., with: name)
      if let target, target.relative(to: FilePath(bytes: path)) == nil { continue }
      let isIgnored = path.withUnsafeBufferPointer { path in
        ignoreRules?.ignores(
          path, nameLength: name.count, isFolder: entry.isFolder, chain: chain) ?? false
      }
      guard !isIgnored else { continue }
      let relativePath = folder.relativePath.appending(name)
      guard !selection.excludes(relativePath: relativePath) else { continue }
      let printedPath = sharesPaths ? relativePath : folder.printedPath.appending(name)
      if entry.isFolder {
        let path = FilePath(bytes: path)
        pending.append(
          .folder(
            Folder(
              path: path, printedPath: place.printedPath(of: path, or: printedPath),
              relativePath: relativePath, chain: chain)))
      } else {
        pending.append(.file(LintFile(path: printedPath, relativePath: relativePath)))
      }
    }
  }
}
