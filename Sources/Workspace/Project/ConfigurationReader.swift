import Diagnostics
import Rules

/// How many files may extend each other. Each configuration of a project reads all that it extends.
private let extendedFileLimit = 100

/// Reads configurations with what they extend.
struct ConfigurationReader {
  let place: Place
  /// What the globs of all of them are relative to; nil for each file's own folder.
  let globRoot: FilePath?

  /// A configuration, and the absolute paths of its files.
  struct Result {
    var configuration: Configuration
    var paths: [FilePath]
  }

  /// - Parameters:
  ///   - path: absolute.
  ///   - printed: how messages name it.
  ///   - root: what the paths that globs see are relative to.
  func read(
    _ path: FilePath, printedAs printed: FilePath, root: FilePath, in territory: Territory
  ) throws(FileError) -> Result {
    let source = SourceFile(path: printed, bytes: try place.settings.read(path))
    var base = Configuration(parsing: source, globBase: globBase(of: path, root))
    var result = Result(configuration: base, paths: [path])
    expectFiles(of: base, at: path)
    var seen: Set = [path.withoutLinks ?? path]
    while let extended = base.extends {
      let path = place.settings.path(extended.value, from: result.paths.last!.parent)
      do throws(FileError) {
        let mistake = mistake(of: extended.value, at: path, after: &seen, territory)
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
      if territory.isLeft(by: path) {
        result.configuration.add(territory.message(of: baseline.value), at: baseline.place)
      }
    }
    return result
  }

  /// Takes note of what a configuration names.
  private func expectFiles(of configuration: Configuration, at path: FilePath) {
    let named = [configuration.extends, configuration.baseline] + configuration.rules
    let paths = named.compactMap { $0 }.map { place.settings.path($0.value, from: path.parent) }
    place.settings.expect(paths)
  }

  private func globBase(of path: FilePath, _ root: FilePath) -> GlobBase? {
    GlobBase(globRoot ?? path.parent, relativeTo: root)
  }

  /// Why a file is not extended.
  /// - Parameter seen: the files before it, without links; it is added.
  private func mistake(
    of name: FilePath, at path: FilePath, after seen: inout Set<FilePath>, _ territory: Territory
  ) -> String? {
    if territory.isLeft(by: path) { return territory.message(of: name) }
    guard seen.count < extendedFileLimit else {
      return "'extends' leads through \(extendedFileLimit) files before '\(name.string)'; "
        + "more are not read"
    }
    return seen.insert(path.withoutLinks ?? path).inserted
      ? nil : "'extends' leads in a circle; '\(name.string)' extends this one"
  }
}
