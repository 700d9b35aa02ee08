import Diagnostics
import RuleEngine

/// The configurations of a run: which one holds for a file. Each is read once, when the first file
/// asks for it. It is asked by one thread at a time.
package final class ConfigurationTree: @unchecked Sendable {
  /// In the order in which they were come upon.
  package private(set) var folders: [ConfiguredFolder] = []
  package let place: Place
  private let home: FilePath?
  /// Holds for all files where it is not nil.
  private var only: ConfiguredFolder?
  /// By folder, for those that were asked for from below.
  private var known: [FilePath: ConfiguredFolder] = [:]
  /// By root: what holds where there is no configuration.
  private var unconfigured: [FilePath: ConfiguredFolder] = [:]

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
    only = ConfiguredFolder(number: 0, path: root, root: root, excludes: excludes)
    folders = [only!]
  }

  /// What holds in a folder that a run begins with: looked for from there upward.
  /// - Parameter folder: absolute.
  package func folder(from folder: FilePath) -> ConfiguredFolder {
    if let only { return only }
    if let known = known[folder] { return known }
    let limit = ConfigurationLimit(above: folder, home: home)
    var outer: ConfiguredFolder?
    for folder in limit.folders.reversed() {
      if let known = known[folder] {
        outer = known
      } else if let inner = self.folder(at: folder, in: outer) {
        outer = inner
      }
      if let outer { known[folder] = outer }
    }
    if let outer { return outer }
    let found = unconfigured(around: folder)
    known[folder] = found
    return found
  }

  /// What holds in a folder that a walk comes upon and that holds a configuration.
  /// - Parameter outer: what holds in the folder above.
  func folder(_ folder: FilePath, in outer: ConfiguredFolder) -> ConfiguredFolder {
    if only != nil { return outer }
    // A nearer repository may have ended the search from below.
    if let known = known[folder], known.path == folder, known.outer === outer { return known }
    return self.folder(at: folder, in: outer) ?? outer
  }

  /// Nil where the folder has no configuration.
  private func folder(at folder: FilePath, in outer: ConfiguredFolder?) -> ConfiguredFolder? {
    let names = configurationNames(in: folder)
    guard let name = names.first else { return nil }
    let path = folder.appending(name)
    let printed = place.printedPath(of: path, namedAs: FilePath(""))
    guard names.count == 1 else {
      let other = place.printedPath(of: folder.appending(names[1]), namedAs: FilePath(""))
      return add(
        folder, in: outer, "'\(printed.string)' and '\(other.string)' exclude each other")
    }
    do {
      let source = SourceFile(path: printed, bytes: try readFile(path))
      return add(
        ConfiguredFolder(
          number: folders.count, path: folder, root: outer?.root ?? folder, file: path,
          configuration: Configuration(parsing: source), outer: outer,
          mistakes: mistakes(above: outer)))
    } catch {
      return add(folder, in: outer, Trouble(printed, error).message)
    }
  }

  private func read(_ named: FilePath) -> ConfiguredFolder {
    do {
      let source = SourceFile(path: named, bytes: try readFile(named))
      let path = place.workingFolder
      return add(
        ConfiguredFolder(
          number: folders.count, path: path, root: path, file: named.resolved(from: path),
          configuration: Configuration(parsing: source)))
    } catch {
      return add(place.workingFolder, in: nil, Trouble(named, error).message)
    }
  }

  /// A folder whose configuration cannot be read.
  private func add(
    _ folder: FilePath, in outer: ConfiguredFolder?, _ message: String
  ) -> ConfiguredFolder {
    var mistakes = mistakes(above: outer)
    mistakes.messages.append(message)
    return add(
      ConfiguredFolder(
        number: folders.count, path: folder, root: outer?.root ?? folder, outer: outer,
        mistakes: mistakes))
  }

  private func mistakes(above outer: ConfiguredFolder?) -> ConfigurationMistakes {
    guard let outer else { return ConfigurationMistakes() }
    var mistakes = outer.mistakes
    if let source = outer.configuration.source, !outer.configuration.diagnostics.isEmpty {
      mistakes.files.append(
        FileDiagnostics(source: source, diagnostics: outer.configuration.diagnostics))
    }
    return mistakes
  }

  private func add(_ folder: ConfiguredFolder) -> ConfiguredFolder {
    folders.append(folder)
    return folder
  }

  /// What holds where there is no configuration.
  private func unconfigured(around folder: FilePath) -> ConfiguredFolder {
    let isInside = folder.relative(to: place.workingFolder) != nil
    let root = isInside ? place.workingFolder : FilePath("/")
    if let known = unconfigured[root] { return known }
    let added = add(ConfiguredFolder(number: folders.count, path: root, root: root))
    unconfigured[root] = added
    return added
  }
}
