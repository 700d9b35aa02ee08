import Diagnostics

/// A walk through a folder and the folders in it, in the byte order of the paths. The folders that
/// it is in are a list, and none of them stays open. So deeply nested folders exhaust neither the
/// stack nor the descriptors.
struct FolderWalk: Sendable {
  private let place: Place
  private let selection: Selection
  private(set) var ignoreRules: IgnoreRules?
  /// Absolute.
  let startPath: FilePath
  /// Nil once the walk has begun.
  private var start: NamedFile?
  /// The folders from the first to the one that the walk is in.
  private var visits: [Visit] = []
  /// What the walk has not reached yet.
  private var entries: FolderEntries
  /// The absolute path of what was looked at last.
  private var path: PathBytes

  /// A folder whose entries the walk goes through.
  private struct Visit {
    /// What the paths of its entries begin with.
    let beginning: LintFile
    /// The configuration that applies to them.
    let settings: ConfiguredFolder
    /// Whether the configuration may exclude some of them.
    let isSelective: Bool
    /// The length of the folder's absolute path with the slash that follows it.
    let pathLength: Int
    /// The ignore files that apply in the folder.
    let chain: IgnoreRules.Chain
    /// Where its entries begin.
    let start: FolderEntries.Depth
  }

  /// - Parameter ignoreRules: those of the previous walk, so that no file of git is read twice.
  init(
    through folder: NamedFile, in place: Place, _ selection: Selection,
    reusing ignoreRules: IgnoreRules? = nil
  ) {
    self.place = place
    self.selection = selection
    path = PathBytes(folder.path)
    startPath = folder.path
    start = folder
    entries = FolderEntries(skipsFolders: selection.skipsFolders)
    self.ignoreRules = ignoreRules ?? selection.gitSettings().map { IgnoreRules(user: $0) }
  }

  /// Continues until that many files have been found, but enters at most one more folder.
  /// - Parameters:
  ///   - found: the files that are found are added to it.
  ///   - count: more than have been found.
  /// - Returns: false at the end of the walk.
  mutating func advance(_ found: inout FoundFiles, untilFileCount count: Int) -> Bool {
    if let named = start {
      start = nil
      let chain = ignoreRules?.chain(above: named.path, from: named.folder.root) { [place] in
        found.troubles.append(place.printed($0))
      }
      enter(named.file, named.folder, chain: chain ?? IgnoreRules.Chain(), &found)
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

  /// The working folder itself is printed in the same way wherever the walk began.
  private func folder(_ entry: FolderEntries.Entry, in visit: Visit) -> LintFile {
    let folder = visit.beginning.appending(entries.names[entry.name])
    return path == place.workingFolder && !place.printsAbsolutePaths
      ? LintFile(
        path: FilePath(""), relativePath: folder.relativePath, configuration: folder.configuration)
      : folder
  }

  /// Whether a file is to be linted, or a folder to be entered.
  /// - Parameter chain: the ignore files that apply above it; becomes those that apply in it.
  private mutating func isWanted(
    _ entry: FolderEntries.Entry, in visit: Visit, _ chain: inout IgnoreRules.Chain,
    _ found: inout FoundFiles
  ) -> Bool {
    path.shorten(to: visit.pathLength)
    path.append(entry.name, of: entries.names)
    if !chain.isEmpty, isIgnored(entry, &chain, &found) { return false }
    guard visit.isSelective || entry.kind == .link else { return true }
    return isSelected(entry, in: visit, &found)
  }

  /// - Parameter chain: not empty, so that there are rules.
  private mutating func isIgnored(
    _ entry: FolderEntries.Entry, _ chain: inout IgnoreRules.Chain, _ found: inout FoundFiles
  ) -> Bool {
    do {
      return try ignoreRules!.leavesOut(
        &path, nameLength: entry.name.count, isFolder: entry.isFolder, &chain)
    } catch {
      found.troubles.append(place.printed(error))
      return true
    }
  }

  /// Whether the configuration includes the entry, and it is not a link. Excluded entries, and
  /// links that would be included, are recorded.
  @inline(never)
  private func isSelected(
    _ entry: FolderEntries.Entry, in visit: Visit, _ found: inout FoundFiles
  ) -> Bool {
    let file = visit.beginning.appending(entries.names[entry.name])
    if visit.isSelective {
      if visit.settings.excludes(file.relativePath) {
        found.excluded.append(file.path)
        return false
      }
      guard entry.isFolder || visit.settings.includes(file.relativePath, inWalkFrom: startPath)
      else { return false }
    }
    guard entry.kind == .link else { return true }
    found.links.append(file.path)
    return false
  }

  /// - Parameters:
  ///   - settings: the configuration that applies above it.
  ///   - chain: the ignore files of the folders above it.
  private mutating func enter(
    _ folder: LintFile, _ settings: ConfiguredFolder, chain: IgnoreRules.Chain,
    _ found: inout FoundFiles
  ) {
    do {
      let start = entries.depth
      let special = try entries.add(entriesOf: folder.path)
      var (folder, settings, chain) = (folder, settings, chain)
      if special.isRepository { found.repositories.append(path.path) }
      if !special.isEmpty, ignoreRules != nil {
        do throws(Trouble) {
          try ignoreRules!.enter(
            path.path, isRepository: special.isRepository,
            hasIgnoreFile: special.hasIgnoreFile, &chain)
        } catch {
          found.troubles.append(place.printed(error))
        }
      }
      let configurations = selection.configurations
      if configurations.mayConfigure(folderWithConfiguration: special.hasConfiguration),
        settings.path != path.path
      {
        settings = configurations.folder(
          path.path, in: settings, isRepository: special.isRepository)
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
}

extension Place {
  /// The error with its path as printed.
  fileprivate func printed(_ trouble: Trouble) -> Trouble {
    Trouble(printedPath(of: trouble.path, namedAs: trouble.path), trouble.error)
  }
}
