import Diagnostics
import Rules

/// The configurations of a run: which one holds for a file. Each is read once, when the first file
/// asks for it. It is asked by one thread at a time.
package final class ConfigurationTree: @unchecked Sendable {
  package let place: Place
  /// In the order in which they were come upon.
  package private(set) var folders: [ConfiguredFolder] = []
  private let home: FilePath?
  /// Holds for all files where it is not nil.
  private var only: ConfiguredFolder?
  /// By folder, for those that were asked for from below.
  private var known = FolderTable()
  /// By root: what holds where there is no configuration.
  private var unconfigured = FolderTable()

  /// - Parameters:
  ///   - named: by `--config`: the one configuration of the run.
  ///   - home: the home folder of the person who runs the tool.
  package init(in place: Place, named: FilePath? = nil, home: FilePath? = nil) {
    self.place = place
    self.home = home?.withoutLinks
    if let named { only = read(named) }
  }

  /// One in which the same holds for all files.
  package init(in place: Place, root: FilePath, excludes: [Glob] = []) {
    self.place = place
    home = nil
    only = add(ConfiguredFolder(number: 0, path: root, root: root, excludes: excludes))
  }

  /// What holds in a folder that a run begins with: looked for from there upward.
  /// - Parameter folder: absolute.
  package func folder(from folder: FilePath) -> ConfiguredFolder {
    if let only { return only }
    if let known = known[folder] { return known }
    let limit = limit(above: folder)
    var outer: ConfiguredFolder?
    for folder in limit.folders.reversed() {
      if let known = known[folder] {
        outer = known
      } else if let inner = self.folder(at: folder, in: outer, limit.repository) {
        outer = inner
      }
      if let outer { known[folder] = outer }
    }
    if let outer { return outer }
    let found = unconfigured(around: folder, limit.repository)
    known[folder] = found
    return found
  }

  private func limit(above folder: FilePath) -> ConfigurationLimit {
    guard let top = place.settings.commit?.top, folder.relative(to: top) != nil else {
      return ConfigurationLimit(above: folder, home: home)
    }
    return ConfigurationLimit(above: folder, upTo: top)
  }

  /// Whether a folder may have a configuration.
  /// - Parameter isOnDisk: whether one lies there.
  func mayConfigure(folderWithConfiguration isOnDisk: Bool) -> Bool {
    isOnDisk || place.settings.commit != nil
  }

  /// What holds in a folder that a walk comes upon and that holds a configuration.
  /// - Parameter outer: what holds in the folder above.
  func folder(_ folder: FilePath, in outer: ConfiguredFolder) -> ConfiguredFolder {
    if only != nil { return outer }
    // A nearer repository may have ended the search from below.
    if let known = known[folder], known.path == folder, known.outer === outer { return known }
    return self.folder(at: folder, in: outer, nil) ?? outer
  }

  /// Nil where the folder has no configuration.
  /// - Parameter repository: that the folder is in, where that is known and counts.
  private func folder(
    at folder: FilePath, in outer: ConfiguredFolder?, _ repository: FilePath?
  ) -> ConfiguredFolder? {
    let names = place.settings.configurationNames(in: folder)
    guard let name = names.first else { return nil }
    let territory =
      outer?.territory
      ?? Territory(
        repository: repository, else: folder, place.settings)
    let path = folder.appending(name)
    let printed = place.printedPath(of: path, namedAs: FilePath(""))
    func obstructed(_ obstacle: String) -> ConfiguredFolder {
      add(
        ConfiguredFolder(
          number: folders.count, path: folder, root: outer?.root ?? folder, outer: outer,
          repository: repository, territory: territory, obstacles: [obstacle]))
    }
    guard names.count == 1 else {
      let other = FilePath(bytes: Array(printed.bytes.dropLast(name.utf8.count)))
        .appending(names[1])
      return obstructed(
        "'\(printed.string)' and '\(other.string)' are both there; one of them must go")
    }
    if territory.isLeft(by: path) { return obstructed(territory.message(of: printed)) }
    do throws(FileError) {
      let root = outer?.root ?? folder
      var found = try ConfigurationReader(place: place, globRoot: nil).read(
        path, printedAs: printed, root: root, in: territory)
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
          files: found.paths, outer: outer, repository: repository, territory: territory))
    } catch {
      return obstructed(
        error.isMissing
          ? "'\(printed.string)' is a link that leads nowhere"
          : Trouble(printed, error).message)
    }
  }

  private func read(_ named: FilePath) -> ConfiguredFolder {
    let folder = place.workingFolder
    let path = named.resolved(from: folder)
    let limit = ConfigurationLimit(above: path.parent, home: nil)
    let territory = Territory(
      Territory(repository: limit.repository, else: path.parent, place.settings),
      and: place.territory)
    do throws(FileError) {
      let found = try ConfigurationReader(place: place, globRoot: folder).read(
        path, printedAs: named, root: folder, in: territory)
      return add(
        ConfiguredFolder(
          number: folders.count, path: folder, root: folder, configuration: found.configuration,
          files: found.paths, repository: repositoryRoot(around: folder), territory: territory,
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

  /// What holds where there is no configuration.
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
        territory: repository.map { Territory(repository: $0, else: $0, place.settings) }))
    unconfigured[key] = added
    return added
  }
}

/// Configurations by folder. Files come in the order of their paths, so that most are looked up
/// where the last one was found; a dictionary would cost each run as much as to lint a small file.
private struct FolderTable {
  private var entries: [Entry] = []

  /// For speed alone it is no tuple, as an array of these has a type that takes long to make.
  private struct Entry {
    let folder: FilePath
    let configured: ConfiguredFolder
  }

  subscript(folder: FilePath) -> ConfiguredFolder? {
    get { entries.last { $0.folder == folder }?.configured }
    set {
      entries.removeAll { $0.folder == folder }
      if let newValue { entries.append(Entry(folder: folder, configured: newValue)) }
    }
  }
}

extension Place {
  /// Where what the command line names may be shown.
  package var territory: Territory {
    let limit = ConfigurationLimit(above: workingFolder, home: nil)
    let isEverything = limit.repository == nil && workingFolder == FilePath("/")
    return isEverything
      ? Territory()
      : Territory(repository: limit.repository, else: workingFolder, settings)
  }
}
