import Diagnostics
import Rules

/// A folder with a configuration, for the files in it that have no nearer one.
package final class ConfiguredFolder: Sendable {
  /// The place among `ConfigurationTree.folders`; what `LintFile.configuration` says.
  package let number: Int
  /// Absolute. With `--config`, or without a configuration, it is where the run takes place.
  package let path: FilePath
  /// What the paths that globs see are relative to: the folder of the outermost configuration.
  package let root: FilePath
  /// One that sets nothing where there is none.
  package let configuration: Configuration
  /// By index in `Configuration.files`; absolute.
  package let files: [FilePath]
  /// The nearest one above with a configuration.
  package let outer: ConfiguredFolder?
  /// The root of the repository that the folder is in; nil where there is none.
  package let repository: FilePath?
  /// Where what the configuration names must lie; nil where that depends on a nearer one.
  package let territory: Territory?
  /// What no file may match: the configuration's own, and those of all above.
  package let excludes: [Glob]
  /// Whether this configuration or one above says what a walk reads.
  let hasIncludes: Bool
  /// Whether a walk may leave out files for what the configurations say.
  var isSelective: Bool { hasIncludes || !excludes.isEmpty }
  /// Whether `--config` names the configuration, and globs start from the root.
  package let isNamed: Bool
  /// What was in the way of reading the configuration, or one above.
  package let obstacles: [String]

  init(
    number: Int, path: FilePath, root: FilePath, configuration: Configuration = Configuration(),
    files: [FilePath] = [], outer: ConfiguredFolder? = nil, repository: FilePath? = nil,
    territory: Territory? = nil, isNamed: Bool = false, obstacles: [String] = [],
    excludes: [Glob] = []
  ) {
    self.isNamed = isNamed
    self.number = number
    self.path = path
    self.root = root
    self.configuration = configuration
    self.files = files
    self.outer = outer
    self.repository = repository ?? outer?.repository
    self.territory = territory
    self.obstacles = obstacles + (outer?.obstacles ?? [])
    self.excludes =
      excludes + (outer?.excludes ?? []) + configuration.exclude.map(\.value)
    hasIncludes = !configuration.include.isEmpty || outer?.hasIncludes == true
  }

  /// The configurations above that have a mistake; none of their folders' files is linted.
  package var mistakesAbove: [FileDiagnostics] {
    guard let outer else { return [] }
    return outer.mistakesAbove + outer.configuration.fileMistakes
  }

  /// Whether nothing is wrong with the configuration and those above.
  package var isUsable: Bool {
    obstacles.isEmpty && configuration.isUsable && mistakesAbove.isEmpty
  }

  /// The one furthest up.
  package var outermost: ConfiguredFolder { outer?.outermost ?? self }

  /// What the globs of one of the files start from; nil for the root.
  package func globBase(ofFile file: Int) -> GlobBase? {
    isNamed ? nil : GlobBase(files[file].parent, relativeTo: root)
  }

  /// What a path in the configuration leads to.
  package func absolutePath(of path: Located<FilePath>, in place: Place) -> FilePath {
    place.settings.path(path.value, from: files[path.file].parent)
  }

  /// - Parameter relativePath: relative to the root.
  package func excludes(_ relativePath: FilePath) -> Bool {
    excludes.contains { $0.matches(relativePath) }
  }

  /// Whether a walk reads a file in the folder, by `include` of each configuration whose whole
  /// folder it goes through.
  /// - Parameters:
  ///   - relativePath: relative to the root.
  ///   - start: where the walk begins; absolute.
  package func includes(_ relativePath: FilePath, inWalkFrom start: FilePath) -> Bool {
    guard hasIncludes, path.relative(to: start) != nil else { return true }
    let include = configuration.include
    return (include.isEmpty || include.contains { $0.value.matches(relativePath) })
      && outer?.includes(relativePath, inWalkFrom: start) != false
  }

  /// The path that globs see: relative to the root, or, for a file outside it, the absolute path
  /// without its first slash.
  /// - Parameter path: absolute, without `.` and `..`.
  package func relativePath(of path: FilePath) -> FilePath {
    path.relative(to: root) ?? FilePath(bytes: path.bytes.dropFirst())
  }
}
