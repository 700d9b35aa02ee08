import Diagnostics
import Rules

/// The configurations of a run, and which one applies to a file. Each is read once, for the first
/// file that needs it. Only one thread may use the tree at a time.
package final class ConfigurationTree: @unchecked Sendable {
  package let place: Place
  /// The folders in the order in which they were found.
  package private(set) var folders: [ConfiguredFolder] = []
  private let home: FilePath?
  /// The one folder of all files; nil if each has its own.
  private var only: ConfiguredFolder?
  /// The folders that were looked up from a folder below.
  private var known = FolderTable()
  /// The folders without a configuration, by their root.
  private var unconfigured = FolderTable()

  /// - Parameters:
  ///   - named: the one configuration of the run, from `--config`.
  ///   - home: the home folder of the person who runs the tool.
  package init(in place: Place, named: FilePath? = nil, home: FilePath? = nil) {
    self.place = place
    self.home = home?.withoutLinks
    if let named { only = read(named) }
  }

  /// A tree in which the same settings apply to all files.
  package init(in place: Place, root: FilePath, excludes: [Glob] = []) {
    self.place = place
    home = nil
    only = add(ConfiguredFolder(number: 0, path: root, root: root, excludes: excludes))
  }

  /// The configured folder that a run begins with. The configuration is searched for from that
  /// folder upward.
  /// - Parameter folder: an absolute path.
  package func folder(from folder: FilePath) -> ConfiguredFolder {
    if let only { return only }
    if let known = known[folder] { return known }
    let (folders, repository) = foldersToSearch(above: folder)
    var outer: ConfiguredFolder?
    for folder in folders.reversed() {
      if let known = known[folder] {
        outer = known
      } else if let inner = self.folder(at: folder, in: outer, repository) {
        outer = inner
      }
      if let outer { known.set(outer, for: folder) }
    }
    if let outer { return outer }
    let found = unconfigured(around: folder, repository)
    known.set(found, for: folder)
    return found
  }

  /// The folders in which the configuration of a folder is searched for. If settings come from a
  /// commit, only folders in the work tree are searched, and those of a repository in it by itself.
  private func foldersToSearch(
    above folder: FilePath
  ) -> (folders: [FilePath], repository: FilePath?) {
    let found = configurationFolders(above: folder, home: home)
    guard let top = place.settings.commit?.top, folder.relative(to: top) != nil else {
      return found
    }
    if let root = found.repository, root != top, root.relative(to: top) != nil { return found }
    return (sequence(first: folder) { $0 == top ? nil : $0.parent }.map { $0 }, top)
  }

  /// Whether a folder may have a configuration.
  /// - Parameter isOnDisk: whether one lies there.
  func mayConfigure(folderWithConfiguration isOnDisk: Bool) -> Bool {
    isOnDisk || place.settings.commit != nil
  }

  /// The configured folder that a walk finds and that has a configuration.
  /// - Parameter outer: the configured folder that applies above.
  func folder(_ folder: FilePath, in outer: ConfiguredFolder) -> ConfiguredFolder {
    if only != nil { return outer }
    // A nearer repository may have ended the search from below.
    if let known = known[folder], known.path == folder, known.outer === outer { return known }
    return self.folder(at: folder, in: outer, nil) ?? outer
  }

  /// The configured folder at the root of a repository that a walk has entered.
  package func folder(ofRepository root: FilePath) -> ConfiguredFolder {
    folders.first { $0.path == root && $0.repository == root } ?? unconfigured(around: root, root)
  }

  /// The configured folder; nil if the folder has no configuration.
  /// - Parameter repository: the repository that the folder is in, if it is known and matters.
  private func folder(
    at folder: FilePath, in outer: ConfiguredFolder?, _ repository: FilePath?
  ) -> ConfiguredFolder? {
    let names = place.settings.configurationNames(in: folder)
    guard let name = names.first else { return nil }
    let scope =
      outer?.readScope ?? ReadScope(repository: repository, else: folder, in: place)
    let path = folder.appending(name)
    let printed = place.printedPath(of: path, namedAs: FilePath(""))
    func obstructed(_ obstacle: String) -> ConfiguredFolder {
      add(
        ConfiguredFolder(
          number: folders.count, path: folder, root: outer?.root ?? folder, outer: outer,
          repository: repository, readScope: scope, obstacles: [obstacle]))
    }
    guard names.count == 1 else {
      let other = FilePath(bytes: Array(printed.bytes.dropLast(name.utf8.count)))
        .appending(names[1])
      return obstructed(
        "'\(printed.string)' and '\(other.string)' both exist; remove one of them")
    }
    if !scope.contains(path) { return obstructed(scope.refusal(of: printed)) }
    do throws(FileError) {
      let root = outer?.root ?? folder
      var found = try ConfigurationReader(place: place, globRoot: nil).read(
        path, printedAs: printed, root: root, in: scope)
      if let above = outer?.configuration.source, let baseline = found.configuration.baseline,
        baseline.file == 0
      {
        found.configuration.add(
          "'baseline' belongs in '\(above.path.string)'; a project has one baseline",
          at: baseline.place)
      }
      return add(
        ConfiguredFolder(
          number: folders.count, path: folder, root: root, configuration: found.configuration,
          files: found.paths, outer: outer, repository: repository, readScope: scope))
    } catch {
      return obstructed(
        error.isMissing
          ? "'\(printed.string)' is a link to a file that does not exist"
          : Trouble(printed, error).message)
    }
  }

  private func read(_ named: FilePath) -> ConfiguredFolder {
    let folder = place.workingFolder
    let path = named.resolved(from: folder)
    let scope = ReadScope(
      ReadScope(repository: repositoryRoot(around: path.parent), else: path.parent, in: place),
      and: place.readScope)
    do throws(FileError) {
      let found = try ConfigurationReader(place: place, globRoot: folder).read(
        path, printedAs: named, root: folder, in: scope)
      return add(
        ConfiguredFolder(
          number: folders.count, path: folder, root: folder, configuration: found.configuration,
          files: found.paths, repository: repositoryRoot(around: folder), readScope: scope,
          isNamed: true))
    } catch {
      return add(
        ConfiguredFolder(
          number: folders.count, path: folder, root: folder,
          obstacles: [Trouble(named, error).message]))
    }
  }

  private func add(_ folder: ConfiguredFolder) -> ConfiguredFolder {
    folders.append(folder)
    return folder
  }

  /// The configured folder if there is no configuration.
  private func unconfigured(
    around folder: FilePath, _ repository: FilePath?
  ) -> ConfiguredFolder {
    let isInside = folder.relative(to: place.workingFolder) != nil
    let root = isInside ? place.workingFolder : FilePath("/")
    let key = repository ?? root
    if let known = unconfigured[key] { return known }
    let added = add(
      ConfiguredFolder(
        number: folders.count, path: root, root: root, repository: repository,
        readScope: repository.map { ReadScope(repository: $0, else: $0, in: place) }))
    unconfigured.set(added, for: key)
    return added
  }
}

/// Configurations by folder. Files come in the order of their paths, so that most are found where
/// the last one was found. A dictionary would cost each run as much as linting a small file.
private struct FolderTable {
  private var folders: [FilePath] = []
  /// The configured folder of each.
  private var values: [ConfiguredFolder] = []

  subscript(folder: FilePath) -> ConfiguredFolder? {
    folders.lastIndex(of: folder).map { values[$0] }
  }

  mutating func set(_ value: ConfiguredFolder, for folder: FilePath) {
    // The last one that was set is found first.
    if let index = folders.lastIndex(of: folder) {
      folders.remove(at: index)
      values.remove(at: index)
    }
    folders.append(folder)
    values.append(value)
  }
}

/// A folder with a configuration, for the files in it that have no nearer one.
package final class ConfiguredFolder: Sendable {
  /// The index in `ConfigurationTree.folders`; the value of `LintFile.configuration`.
  package let number: Int
  /// The absolute path; the run's working folder with `--config` or without a configuration.
  package let path: FilePath
  /// The folder that paths are relative to when globs match them: the folder of the outermost
  /// configuration.
  package let root: FilePath
  /// The configuration; if there is none, one that sets nothing.
  package let configuration: Configuration
  /// The paths by index in `Configuration.sources`; absolute.
  package let files: [FilePath]
  /// The nearest one above with a configuration.
  package let outer: ConfiguredFolder?
  /// The root of the repository that the folder is in; nil if there is none.
  package let repository: FilePath?
  /// The scope in which the files that the configuration names must be; nil if that depends on a
  /// nearer configuration.
  package let readScope: ReadScope?
  /// The globs that exclude files: those of this configuration and of all above.
  package let excludes: [Glob]
  /// Whether this configuration or one above has `include`.
  package let hasIncludes: Bool
  /// Whether a walk may skip files because of the configurations.
  var isSelective: Bool { hasIncludes || !excludes.isEmpty }
  /// Whether `--config` names the configuration, and globs start from the root.
  package let isNamed: Bool
  /// The reason why reading the configuration or one above failed.
  package let obstacles: [String]

  init(
    number: Int, path: FilePath, root: FilePath, configuration: Configuration = Configuration(),
    files: [FilePath] = [], outer: ConfiguredFolder? = nil, repository: FilePath? = nil,
    readScope: ReadScope? = nil, isNamed: Bool = false, obstacles: [String] = [],
    excludes: [Glob] = []
  ) {
    (self.isNamed, self.number, self.path, self.root) = (isNamed, number, path, root)
    (self.configuration, self.files, self.outer) = (configuration, files, outer)
    self.repository = repository ?? outer?.repository
    self.readScope = readScope
    self.obstacles = obstacles + (outer?.obstacles ?? [])
    self.excludes =
      excludes + (outer?.excludes ?? []) + configuration.exclude.map(\.value)
    hasIncludes = !configuration.include.isEmpty || outer?.hasIncludes == true
  }

  /// The configurations above that have a mistake; no file in their folders is linted.
  package var mistakesAbove: [FileDiagnostics] {
    guard let outer else { return [] }
    return outer.mistakesAbove + outer.configuration.fileMistakes
  }

  /// Whether the configuration and those above have no mistakes.
  package var isUsable: Bool {
    obstacles.isEmpty && configuration.isUsable && mistakesAbove.isEmpty
  }

  /// The one furthest up.
  package var outermost: ConfiguredFolder { outer?.outermost ?? self }

  /// The folder that the globs of one of the files start from; nil for the root.
  package func globBase(ofFile file: Int) -> GlobBase? {
    isNamed ? nil : GlobBase(files[file].parent, relativeTo: root)
  }

  /// The absolute path of a path in the configuration.
  package func absolutePath(of path: Located<FilePath>, in place: Place) -> FilePath {
    place.settings.path(path.value, from: files[path.file].parent)
  }

  /// Whether a glob excludes a file.
  /// - Parameter relativePath: the path from the root.
  package func excludes(_ relativePath: FilePath) -> Bool {
    excludes.contains { $0.matches(relativePath) }
  }

  /// Whether a walk reads a file in the folder, according to `include` of each configuration whose
  /// whole folder it goes through.
  /// - Parameters:
  ///   - relativePath: the path from the root.
  ///   - start: the absolute path where the walk begins.
  package func includes(_ relativePath: FilePath, inWalkFrom start: FilePath) -> Bool {
    guard hasIncludes, path.relative(to: start) != nil else { return true }
    let include = configuration.include
    return (include.isEmpty || include.contains { $0.value.matches(relativePath) })
      && outer?.includes(relativePath, inWalkFrom: start) != false
  }

  /// The path that globs see: relative to the root, or, for a file outside it, the absolute path
  /// without its first slash.
  /// - Parameter path: an absolute path, without `.` and `..`.
  package func relativePath(of path: FilePath) -> FilePath {
    path.relative(to: root) ?? FilePath(bytes: path.bytes.dropFirst())
  }
}

/// The number of files that may extend each other. Each configuration of a project reads all that
/// it extends.
private let extendedFileLimit = 100

/// Reads configurations and the files that they extend.
struct ConfigurationReader {
  let place: Place
  /// The folder that the globs of all of them are relative to; nil for each file's own folder.
  let globRoot: FilePath?

  /// - Parameters:
  ///   - path: an absolute path.
  ///   - printed: the path in messages.
  ///   - root: the folder that paths are relative to when globs match them.
  /// - Returns: the configuration, and the absolute paths of its files.
  func read(
    _ path: FilePath, printedAs printed: FilePath, root: FilePath, in scope: ReadScope
  ) throws(FileError) -> (configuration: Configuration, paths: [FilePath]) {
    let source = SourceFile(path: printed, bytes: try place.settings.read(path))
    var base = Configuration(parsing: source, globBase: globBase(of: path, root))
    var result = (configuration: base, paths: [path])
    expectFiles(of: base, at: path)
    var seen: Set = [path.withoutLinks ?? path]
    while let extended = base.extends {
      let path = place.settings.path(extended.value, from: result.paths.last!.parent)
      do throws(FileError) {
        let mistake = mistake(of: extended.value, at: path, after: &seen, scope)
        guard mistake == nil else {
          result.configuration.add(mistake!, at: extended.place)
          break
        }
        let name = place.printedPath(of: path, namedAs: extended.value)
        base = Configuration(
          parsing: SourceFile(path: name, bytes: try place.settings.read(path)),
          number: result.paths.count, globBase: globBase(of: path, root))
        expectFiles(of: base, at: path)
        result.configuration.extend(base)
        result.paths.append(path)
      } catch {
        result.configuration.add(Trouble(extended.value, error).message, at: extended.place)
        break
      }
    }
    if let baseline = result.configuration.baseline {
      let path = place.settings.path(
        baseline.value, from: result.paths[baseline.file].parent)
      if !scope.contains(path) {
        result.configuration.add(scope.refusal(of: baseline.value), at: baseline.place)
      }
    }
    return result
  }

  /// Records the files that a configuration names.
  private func expectFiles(of configuration: Configuration, at path: FilePath) {
    let named = [configuration.extends, configuration.baseline] + configuration.rules
    let paths = named.compactMap { $0 }.map { place.settings.path($0.value, from: path.parent) }
    place.settings.expect(paths)
  }

  private func globBase(of path: FilePath, _ root: FilePath) -> GlobBase? {
    GlobBase(globRoot ?? path.parent, relativeTo: root)
  }

  /// The reason why a file is not extended.
  /// - Parameter seen: the files before it, without links. The file is added.
  private func mistake(
    of name: FilePath, at path: FilePath, after seen: inout Set<FilePath>, _ scope: ReadScope
  ) -> String? {
    if !scope.contains(path) { return scope.refusal(of: name) }
    guard seen.count < extendedFileLimit else {
      return "'extends' leads through \(extendedFileLimit) files before '\(name.string)', "
        + "and more are not read; extend fewer files"
    }
    return seen.insert(path.withoutLinks ?? path).inserted
      ? nil : "'extends' leads in a circle; '\(name.string)' extends this one"
  }
}
