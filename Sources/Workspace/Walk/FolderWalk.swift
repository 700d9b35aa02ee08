import Diagnostics

/// A walk through a folder and the folders in it, in the byte order of the paths. The folders
/// that it is in are a list and none of them stays open, so that no depth of folders exhausts the
/// stack or the descriptors.
struct FolderWalk: Sendable {
  private let place: Place
  private let selection: FileSelection
  private(set) var ignoreRules: IgnoreRules?
  /// Nil for all files; otherwise the one that is looked for, as an absolute path.
  private let target: FilePath?
  /// Absolute.
  let startPath: FilePath
  /// Nil once the walk has begun.
  private var start: NamedFile?
  /// The folders from the first to the one that the walk is in.
  private var visits: [Visit] = []
  /// What the walk has yet to come to.
  private var entries: FolderEntries
  /// The absolute path of what was looked at last.
  private var path: PathBytes

  /// A folder whose entries are gone through.
  private struct Visit {
    /// What the paths of its entries begin with.
    let beginning: LintFile
    /// The configuration that holds for them.
    let settings: ConfiguredFolder
    /// Whether it may leave some of them out.
    let isSelective: Bool
    /// Of the folder's absolute path with the slash that follows it.
    let pathLength: Int
    /// The ignore files that hold in the folder.
    let chain: IgnoreRules.Chain
    /// Where its entries begin.
    let start: FolderEntries.Depth
  }

  /// - Parameter ignoreRules: those of a walk before, so that nothing of git's is read twice.
  init(
    through folder: NamedFile, in place: Place, _ selection: FileSelection,
    towards target: FilePath? = nil, reusing ignoreRules: IgnoreRules? = nil
  ) {
    self.place = place
    self.selection = selection
    self.target = target
    path = PathBytes(folder.path)
    startPath = folder.path
    start = folder
    entries = FolderEntries(skipsFolders: selection.skipsFolders)
    self.ignoreRules = ignoreRules ?? selection.gitSettings().map { IgnoreRules(user: $0) }
  }

  /// Goes on until so many files have been found, but no further than into one folder more.
  /// - Parameters:
  ///   - found: is added what there is.
  ///   - count: more than have been found.
  /// - Returns: false at the end of the walk.
  mutating func advance(_ found: inout FoundFiles, untilFileCount count: Int) -> Bool {
    if let named = start {
      start = nil
      enter(named.file, named.folder, chain: chainAbove(named.folder.root, &found), &found)
    }
    guard let visit = visits.last else { return false }
    while found.files.count < count, let entry = entries.next(from: visit.start) {
      var chain = visit.chain
      guard isWanted(entry, in: visit, &chain, &found) else { continue }
      if entry.isFolder {
        enter(folder(entry, in: visit), visit.settings, chain: chain, &found)
        return true
      }
      found.files.append(entry.name, of: entries.names, in: visit.beginning)
    }
    if entries.isEmpty(from: visit.start) {
      entries.remove(to: visit.start)
      visits.removeLast()
    }
    return !visits.isEmpty
  }

  /// The working folder itself is printed as such wherever the walk began.
  private func folder(_ entry: FolderEntries.Entry, in visit: Visit) -> LintFile {
    let folder = visit.beginning.appending(entries.names[entry.name])
    return path == place.workingFolder && !place.printsAbsolutePaths
      ? LintFile(
        path: FilePath(""), relativePath: folder.relativePath, configuration: folder.configuration)
      : folder
  }

  /// Whether a file is to be linted, or a folder to be entered.
  /// - Parameter chain: the ignore files that hold above it; becomes those that hold in it.
  private mutating func isWanted(
    _ entry: FolderEntries.Entry, in visit: Visit, _ chain: inout IgnoreRules.Chain,
    _ found: inout FoundFiles
  ) -> Bool {
    path.shorten(to: visit.pathLength)
    path.append(entry.name, of: entries.names)
    if let target, target.relative(to: path.path) == nil { return false }
    if !chain.isEmpty, isIgnored(entry, chain: chain) {
      guard isTracked(entry, chain: chain, &found) else { return false }
      chain = ignoreRules!.chain(ignoringAllBelow: chain)
    }
    guard visit.isSelective || entry.kind == .link else { return true }
    return !isLeftOut(entry, &found) && (!visit.isSelective || isIncluded(entry, in: visit))
  }

  private func isIncluded(_ entry: FolderEntries.Entry, in visit: Visit) -> Bool {
    if entry.isFolder { return true }
    let path = visit.beginning.relativePath.appending(entries.names[entry.name])
    return visit.settings.includes(path, inWalkFrom: startPath)
  }

  /// - Parameter chain: not empty, so that there are rules.
  private func isIgnored(_ entry: FolderEntries.Entry, chain: IgnoreRules.Chain) -> Bool {
    path.withUnsafeBufferPointer { path in
      ignoreRules!.ignores(
        path, nameLength: entry.name.count, isFolder: entry.isFolder, chain: chain)
    }
  }

  /// Whether git tracks what it would ignore otherwise; of a folder, whether it tracks a Swift file
  /// in it.
  @inline(never)
  private mutating func isTracked(
    _ entry: FolderEntries.Entry, chain: IgnoreRules.Chain, _ found: inout FoundFiles
  ) -> Bool {
    let pathLength = path.count
    defer { path.shorten(to: pathLength) }
    if entry.isFolder { path.append("/") }
    do {
      return try path.withUnsafeBufferPointer { path throws(Trouble) in
        try ignoreRules!.tracks(path, chain: chain)
      }
    } catch {
      let printed = place.printedPath(of: error.path, namedAs: error.path)
      found.troubles.append(Trouble(printed, error.error))
      return false
    }
  }

  /// Whether the configuration excludes the entry, or it is a link, either of which is told.
  @inline(never)
  private func isLeftOut(_ entry: FolderEntries.Entry, _ found: inout FoundFiles) -> Bool {
    let visit = visits.last!
    let file = visit.beginning.appending(entries.names[entry.name])
    if visit.isSelective, visit.settings.excludes(file.relativePath) {
      found.excluded.append(file.path)
      return true
    }
    guard entry.kind == .link else { return false }
    if !visit.isSelective || isIncluded(entry, in: visit) { found.links.append(file.path) }
    return true
  }

  /// The ignore files of the folders above a named folder, from the repository's root on; without
  /// a repository, from the root of the globs on.
  private mutating func chainAbove(
    _ root: FilePath, _ found: inout FoundFiles
  ) -> IgnoreRules.Chain {
    guard ignoreRules != nil else { return IgnoreRules.Chain() }
    var above: [FilePath] = []
    var top = path.path
    var isInRepository = GitRepository.exists(at: top)
    while !isInRepository, top != top.parent {
      top = top.parent
      above.append(top)
      isInRepository = GitRepository.exists(at: top)
    }
    var chain = IgnoreRules.Chain()
    for folder in above.reversed() where isInRepository || folder.relative(to: root) != nil {
      let isRepository = isInRepository && folder == top
      let git = FolderEntries.SpecialFiles(hasIgnoreFile: true, isRepository: isRepository)
      chain = self.chain(in: folder, git, on: chain, &found)
    }
    return chain
  }

  /// - Parameters:
  ///   - settings: the configuration that holds above it.
  ///   - chain: the ignore files of the folders above it.
  private mutating func enter(
    _ folder: LintFile, _ settings: ConfiguredFolder, chain: IgnoreRules.Chain,
    _ found: inout FoundFiles
  ) {
    do {
      let start = entries.depth
      let special = try entries.add(entriesOf: folder.path)
      var (folder, settings, chain) = (folder, settings, chain)
      if !special.isEmpty { chain = self.chain(in: path.path, special, on: chain, &found) }
      let configurations = selection.configurations
      if configurations.mayConfigure(folderWithConfiguration: special.hasConfiguration),
        settings.path != path.path
      {
        settings = configurations.folder(path.path, in: settings)
        folder = LintFile(
          path: folder.path, relativePath: folder.relativePath, configuration: settings.number)
      }
      guard settings.isUsable else {
        entries.remove(to: start)
        return found.misconfigured.append(settings)
      }
      // Only the root's path ends with a slash.
      if path.count != 1 { path.append("/") }
      visits.append(
        Visit(
          beginning: folder.beginning, settings: settings,
          isSelective: settings.isSelective && selection.honoursExcludes, pathLength: path.count,
          chain: chain, start: start))
    } catch {
      found.troubles.append(Trouble(folder.path.orFolder, error))
    }
  }

  /// The chain with the ignore files of a folder on top.
  private mutating func chain(
    in folder: FilePath, _ git: FolderEntries.SpecialFiles, on chain: IgnoreRules.Chain,
    _ found: inout FoundFiles
  ) -> IgnoreRules.Chain {
    guard ignoreRules != nil else { return chain }
    let base = git.isRepository ? ignoreRules!.chain(forRepositoryAt: folder) : chain
    guard git.hasIgnoreFile else { return base }
    do {
      return try ignoreRules!.chain(withIgnoreFileIn: folder, on: base)
    } catch {
      let printed = place.printedPath(of: folder, namedAs: folder)
      found.troubles.append(Trouble(printed.appending(".gitignore"), error))
      return base
    }
  }
}
