import Diagnostics
import RuleEngine

/// A folder with a configuration, for the files in it that have no nearer one.
package final class ConfiguredFolder: Sendable {
  /// The place among `ConfigurationTree.folders`; what `LintFile.configuration` says.
  package let number: Int
  /// Absolute. With `--config`, or without a configuration, it is where the run takes place.
  package let path: FilePath
  /// The configuration itself; absolute, nil where there is none.
  package let file: FilePath?
  /// What the paths that globs see are relative to: the folder of the outermost configuration.
  package let root: FilePath
  /// One that sets nothing where there is none.
  package let configuration: Configuration
  /// The nearest one above with a configuration.
  package let outer: ConfiguredFolder?
  /// What no file may match: the configuration's own, and those of all above.
  package let excludes: [Glob]
  /// What is wrong with configurations above, and what was in the way of reading this one. With
  /// anything, or with a mistake in the configuration, no file of the folder is linted.
  package let mistakes: ConfigurationMistakes

  /// - Parameter excludes: what no file may match besides.
  init(
    number: Int, path: FilePath, root: FilePath, file: FilePath? = nil,
    configuration: Configuration = Configuration(), outer: ConfiguredFolder? = nil,
    excludes: [Glob] = [], mistakes: ConfigurationMistakes = ConfigurationMistakes()
  ) {
    self.number = number
    self.path = path
    self.root = root
    self.file = file
    self.configuration = configuration
    self.outer = outer
    self.mistakes = mistakes
    self.excludes = (outer?.excludes ?? []) + configuration.exclude.map(\.value) + excludes
  }

  /// Whether nothing is wrong that would stop a run.
  package var isUsable: Bool { mistakes.isEmpty && configuration.diagnostics.isEmpty }

  /// - Parameter relativePath: relative to the root.
  package func excludes(_ relativePath: FilePath) -> Bool {
    excludes.contains { $0.matches(relativePath) }
  }

  /// The path that globs see: relative to the root, or, for a file outside it, the absolute path
  /// without its first slash.
  /// - Parameter path: absolute, without `.` and `..`.
  package func relativePath(of path: FilePath) -> FilePath {
    path.relative(to: root) ?? FilePath(bytes: path.bytes.dropFirst())
  }
}

/// What is wrong with configurations.
package struct ConfigurationMistakes: Sendable {
  /// What has no place in a file.
  package var messages: [String] = []
  /// Each file once.
  package var files: [FileDiagnostics] = []

  package init() {}

  package var isEmpty: Bool { messages.isEmpty && files.isEmpty }
}
