import Diagnostics

/// A walk through a folder and the folders in it, in the byte order of the paths. The folders that
/// it is in are a list, and none of them stays open. So deeply nested folders exhaust neither the
/// stack nor the descriptors.
struct FolderWalk: Sendable {
  private let place: Place
  private let selection: Selection
  private(set) var ignoreRules: IgnoreRules
  /// The absolute path where the walk starts.
  let startPath: FilePath
  /// The folder where the walk starts; nil once it has begun.
  private var start: NamedFile?
  /// The folders from the first to the one that the walk is in.
  private var visits: [Visit] = []
  /// The entries that the walk has not reached yet.
  private var entries: FolderEntries
  /// The absolute path of the entry that was looked at last.
  private var path: PathBytes
  /// The folders that links led to, so that no circle is endless.
  private var followed: Set<FilePath> = []

  /// A folder whose entries the walk goes through.
  private struct Visit {
    /// The beginning of the paths of its entries.
    let beginning: LintFile
    /// The configuration that applies to them.
    let settings: ConfiguredFolder
    /// Whether the configuration may exclude some of them.
    let isSelective: Bool
    /// Whether the folder is excluded, so that the files in it are only counted.
    let isExcluded: Bool
    /// The length of the folder's absolute path with the slash that follows it.
    let pathLength: Int
    /// The ignore files that apply in the folder.
    let chain: IgnoreRules.Chain
    /// The start of its entries.
    let start: FolderEntries.Depth
  }

  /// - Parameter ignoreRules: the rules of the previous walk, so that no file of git is read twice.
  init(
    through folder: NamedFile, in place: Place, _ selection: Selection,
    reusing ignoreRules: IgnoreRules? = nil
  ) {
    (self.place, self.selection) = (place, selection)
    path = PathBytes(folder.path)
    startPath = folder.path
    start = folder
    entries = FolderEntries(skipsFolders: selection.skipsFolders)
    self.ignoreRules = ignoreRules ?? IgnoreRules(user: selection.gitSettings())
  }

  /// Continues until that many files have been found, but enters at most one more folder.
  /// - Parameters:
  ///   - found: the files that are found are added to it.
  ///   - count: a number above that of the files found so far.
  /// - Returns: false at the end of the walk.
  mutating func advance(_ found: inout FoundFiles, untilFileCount count: Int) -> Bool {
    if let named = start {
      start = nil
      let chain = ignoreRules.chain(above: named.path, from: named.folder.root) { [place] in
        found.troubles.append(place.printed($0))
      }
      let isExcluded = selection.honoursExcludes && named.isExcluded
      enter(named.file, named.folder, chain: chain, isExcluded: isExcluded, &found)
    }
    guard let visit = visits.last else { return false }
    while found.files.count < count, let entry = entries.next(from: visit.start) {
      var chain = visit.chain
      let decision = decide(entry, in: visit, &chain, &found)
      if decision == .lint && entry.kind != .file && entry.kind != .linkToFile
        || decision == .excluded && entry.isFolder
      {
        enter(
          folder(entry, in: visit), visit.settings, chain: chain,
          isExcluded: decision == .excluded, &found)
        return true
      }
      if decision == .lint {
        found.files.append(entry.name, of: entries.names, in: visit.beginning)
      } else {
        found.add(entry, of: entries, in: visit.beginning, leftOut: decision)
      }
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

  /// Decides as `Selection.decide` does. A folder is entered if it is linted or excluded.
  /// - Parameter chain: the ignore files that apply above it; becomes those that apply in it.
  private mutating func decide(
    _ entry: FolderEntries.Entry, in visit: Visit, _ chain: inout IgnoreRules.Chain,
    _ found: inout FoundFiles
  ) -> Selection.Decision {
    path.shorten(to: visit.pathLength)
    path.append(entry.name, of: entries.names)
    if entry.kind == .skippedFolder, isSkipped(entry, in: visit, &found) { return .skipped }
    if !chain.isEmpty, isIgnored(entry, &chain, &found) { return .ignored }
    if visit.isExcluded { return .excluded }
    guard visit.isSelective || entry.isLink else { return .lint }
    return select(entry, in: visit)
  }

  /// Whether a folder is one that walks skip. It is recorded if git tracks Swift files in it.
  @inline(never)
  private mutating func isSkipped(
    _ entry: FolderEntries.Entry, in visit: Visit, _ found: inout FoundFiles
  ) -> Bool {
    guard selection.skips(entries.names[entry.name], in: path.path.parent) else { return false }
    guard !visit.isExcluded else { return true }
    let folder = visit.beginning.appending(entries.names[entry.name])
    var path = path
    path.append("/")
    do {
      // The index has a file several times while a merge has conflicts.
      let files = Set(try ignoreRules.trackedFiles(below: path, chain: visit.chain))
      let count = files.count { file in
        let file = folder.relativePath.appending(file.bytes)
        return !visit.isSelective
          || !visit.settings.excludes(file)
            && visit.settings.includes(file, inWalkFrom: startPath)
      }
      if 0 < count { found.skipped.append(SkippedFolder(path: folder.path, count: count)) }
    } catch {
      found.troubles.append(place.printed(error))
    }
    return true
  }

  private mutating func isIgnored(
    _ entry: FolderEntries.Entry, _ chain: inout IgnoreRules.Chain, _ found: inout FoundFiles
  ) -> Bool {
    do {
      return try ignoreRules.leavesOut(
        &path, nameLength: entry.name.count, isFolder: entry.isFolder, &chain)
    } catch {
      found.troubles.append(place.printed(error))
      return true
    }
  }

  /// Asks the configuration about the entry, and whether it is a link.
  @inline(never)
  private mutating func select(
    _ entry: FolderEntries.Entry, in visit: Visit
  ) -> Selection.Decision {
    let file = visit.beginning.appending(entries.names[entry.name]).relativePath
    if visit.isSelective {
      if visit.settings.excludes(file) { return .excluded }
      guard entry.isFolder || visit.settings.includes(file, inWalkFrom: startPath) else {
        return .notIncluded
      }
    }
    guard entry.isLink else { return .lint }
    // A build engine links what it hands over; in a repository a link leads to what is there
    // anyway, or where a stranger wants it to.
    guard !visit.chain.isInRepository, let real = selection.target(of: path.path, from: startPath),
      entry.kind == .linkToFile || followed.insert(real).inserted
    else { return .link }
    return .lint
  }

  /// - Parameters:
  ///   - settings: the configuration that applies above it.
  ///   - chain: the ignore files of the folders above it.
  private mutating func enter(
    _ folder: LintFile, _ settings: ConfiguredFolder, chain: IgnoreRules.Chain, isExcluded: Bool,
    _ found: inout FoundFiles
  ) {
    do {
      let start = entries.depth
      let special = try entries.add(entriesOf: folder.path)
      let isBelowStart = !visits.isEmpty
      if special.isRepository, isBelowStart, chain.isInRepository {
        entries.remove(to: start)
        if !isExcluded { found.nestedRepositories.append(folder.path) }
        return
      }
      var (folder, settings, chain) = (folder, settings, chain)
      if special.isRepository, !isExcluded { found.repositories.append(path.path) }
      if !special.isEmpty {
        do throws(Trouble) {
          try ignoreRules.enter(
            path.path, isRepository: special.isRepository,
            hasIgnoreFile: special.hasIgnoreFile, &chain)
        } catch {
          if !isExcluded { found.troubles.append(place.printed(error)) }
        }
      }
      if !isExcluded {
        configure(&folder, special, isOwnTree: special.isRepository && isBelowStart, &settings)
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
          isSelective: settings.isSelective && selection.honoursExcludes, isExcluded: isExcluded,
          pathLength: path.count, chain: chain, start: start))
    } catch {
      // Nobody misses an excluded folder.
      if !isExcluded { found.troubles.append(Trouble(folder.path.orFolder, error)) }
    }
  }

  /// Finds out which configuration applies in the folder that the walk enters.
  /// - Parameters:
  ///   - isOwnTree: whether settings from outside of the folder do not apply in it.
  ///   - settings: the configuration that applies above it; becomes that of the folder.
  private func configure(
    _ folder: inout LintFile, _ special: FolderEntries.SpecialFiles, isOwnTree: Bool,
    _ settings: inout ConfiguredFolder
  ) {
    let configurations = selection.configurations
    if isOwnTree {
      settings = configurations.folder(from: path.path)
      folder = LintFile(
        path: folder.path, relativePath: settings.relativePath(of: path.path),
        configuration: settings.number)
    } else if configurations.mayConfigure(folderWithConfiguration: special.hasConfiguration),
      settings.path != path.path
    {
      settings = configurations.folder(path.path, in: settings)
      folder = LintFile(
        path: folder.path, relativePath: folder.relativePath, configuration: settings.number)
    }
  }
}

extension FoundFiles {
  /// Records a file or link that is not linted, if it counts.
  fileprivate mutating func add(
    _ entry: FolderEntries.Entry, of entries: FolderEntries, in folder: LintFile,
    leftOut decision: Selection.Decision
  ) {
    switch decision {
    case .excluded where entry.kind == .file:
      excluded.append(entry.name, of: entries.names, in: folder)
    case .notIncluded where entry.kind == .file:
      notIncluded.append(entry.name, of: entries.names, in: folder)
    case .link:
      links.append(folder.appending(entries.names[entry.name]).path)
    default: break
    }
  }
}

extension Place {
  /// The error with its path as printed.
  fileprivate func printed(_ trouble: Trouble) -> Trouble {
    Trouble(printedPath(of: trouble.path, namedAs: trouble.path), trouble.error)
  }
}
