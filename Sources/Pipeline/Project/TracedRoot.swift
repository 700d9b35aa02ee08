import Diagnostics
import Workspace

/// The folder whose files are traced: that of the outermost configuration, else the repository.
package struct TracedRoot: Sendable {
  /// The configured folder that the trace begins with.
  package let folder: ConfiguredFolder
  /// The absolute path.
  package let path: FilePath
  private let place: Place

  package init(of folder: ConfiguredFolder, in place: Place) {
    (self.folder, self.place) = (folder, place)
    path =
      folder.configuration.source != nil
      ? folder.root : folder.repository ?? place.workingFolder
  }

  /// The root as an argument of a search for files.
  package var argument: FilePath { place.printedPath(of: path, namedAs: FilePath("")).orFolder }

  /// Whether it is the folder where the command is run.
  package var isWorkingFolder: Bool { path == place.workingFolder }

  /// A path from the root; nil for a path outside of it.
  /// - Parameter path: the path as it is printed.
  package func relativePath(of path: FilePath) -> FilePath? {
    if isWorkingFolder, !place.printsAbsolutePaths { return path }
    return path.resolved(from: place.workingFolder).relative(to: self.path)
  }

  /// The path from the root of a file that an argument names.
  package func relativePath(named argument: FilePath) -> FilePath? {
    place.absolutePath(of: argument).relative(to: path)
  }

  /// Each `Package.swift` below the root, also those beside and above files that somebody names;
  /// settings leave out no manifest, since it says which code sees which.
  /// - Parameters:
  ///   - sources: the files that were read.
  ///   - found: these files, and those that are left out.
  package func manifests(
    among sources: some Sequence<SourceFile>, and found: FoundFiles
  ) -> [(path: FilePath, bytes: [UInt8])] {
    let isManifest = { (path: FilePath) in path.lastComponent.elementsEqual("Package.swift".utf8) }
    let read = sources.filter { isManifest($0.path) }.map { ($0.path, $0.bytes) }
    let others = (Array(found.excluded) + Array(found.notIncluded)).filter { isManifest($0.path) }
    let left = others.compactMap { file in (try? readFile(file.path)).map { (file.path, $0) } }
    var below: [FilePath: [UInt8]] = [:]
    for (path, bytes) in read + left {
      if let path = relativePath(of: path) { below[path] = bytes }
    }
    let folders = Set(
      sources.compactMap { relativePath(of: $0.path).map { path.appending($0.bytes).parent } })
    for folder in Set(folders.flatMap { $0.foldersUpward(to: path) }) {
      let manifest = folder.appending("Package.swift")
      guard let path = manifest.relative(to: path), below[path] == nil else { continue }
      if let bytes = try? readFile(manifest) { below[path] = bytes }
    }
    return below.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: $0.value) }
  }
}
