import Diagnostics

/// A file or folder that somebody named, and what holds for it.
package struct NamedFile: Sendable {
  package let file: LintFile
  /// Absolute, where it lies.
  package let path: FilePath
  package let folder: ConfiguredFolder

  /// Whether a configuration excludes it.
  package var isExcluded: Bool { folder.excludes(file.relativePath) }
}

extension ConfigurationTree {
  /// A file that an argument names, whether it is there or not.
  package func file(namedAs argument: FilePath) -> NamedFile {
    let path = place.realPath(of: place.absolutePath(of: argument))
    return named(argument, at: path, in: folder(from: path.parent))
  }

  /// A folder that an argument names.
  package func folder(namedAs argument: FilePath) -> NamedFile {
    let path = place.realPath(of: place.absolutePath(of: argument))
    return named(argument, at: path, in: folder(from: path))
  }

  private func named(
    _ argument: FilePath, at path: FilePath, in folder: ConfiguredFolder
  ) -> NamedFile {
    let printed = place.printedPath(of: place.absolutePath(of: argument), namedAs: argument)
    return NamedFile(
      file: LintFile(
        path: printed, relativePath: folder.relativePath(of: path), configuration: folder.number),
      path: path, folder: folder)
  }
}
