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

/// Whether walks pass a file over, by its path: it need not be there.
package struct PassedOver: Sendable {
  package let isPassedOver: Bool
  /// What may change that, be it there or not; absolute.
  package private(set) var ignoreFiles: [FilePath] = []

  /// - Parameter root: where the walk begins; absolute, without links.
  package init(_ file: NamedFile, byWalksFrom root: FilePath, _ gitSettings: GitSettings) {
    guard let path = file.path.relative(to: root), !path.isInSkippedFolder,
      file.folder.includes(file.file.relativePath, inWalkFrom: root)
    else {
      isPassedOver = true
      return
    }
    var rules = IgnoreRules(user: gitSettings)
    var chain = IgnoreRules.Chain()
    for folder in Self.folders(above: file.path, to: root) {
      // As in a walk, nobody asks whether the root itself is ignored.
      if folder.path != root, folder.path.relative(to: root) != nil {
        guard !Self.isIgnored(folder.path, isFolder: true, &chain, &rules) else {
          isPassedOver = true
          return
        }
      }
      if folder.isRepository { chain = rules.chain(forRepositoryAt: folder.path) }
      ignoreFiles.append(folder.path.appending(".gitignore"))
      chain = (try? rules.chain(withIgnoreFileIn: folder.path, on: chain)) ?? chain
    }
    isPassedOver = Self.isIgnored(file.path, isFolder: false, &chain, &rules)
  }

  /// From the repository that the root is in, or the root itself, down to the file's own.
  private static func folders(
    above file: FilePath, to root: FilePath
  ) -> [(path: FilePath, isRepository: Bool)] {
    var folders: [(path: FilePath, isRepository: Bool)] = []
    var folder = file
    var isAtTop = false
    while folder != folder.parent, !isAtTop {
      folder = folder.parent
      let isRepository = GitRepository.exists(at: folder)
      folders.append((folder, isRepository))
      isAtTop = isRepository && root.relative(to: folder) != nil
    }
    if !isAtTop { folders.removeAll { $0.path.relative(to: root) == nil } }
    return folders.reversed()
  }

  /// - Parameter chain: becomes what holds in a folder that is ignored, but for what git tracks.
  private static func isIgnored(
    _ path: FilePath, isFolder: Bool, _ chain: inout IgnoreRules.Chain, _ rules: inout IgnoreRules
  ) -> Bool {
    let nameLength = path.lastComponent.count
    guard !chain.isEmpty,
      path.bytes.withUnsafeBufferPointer({
        rules.ignores($0, nameLength: nameLength, isFolder: isFolder, chain: chain)
      })
    else { return false }
    let known = path.bytes + (isFolder ? [UInt8(ascii: "/")] : [])
    let isTracked = known.withUnsafeBufferPointer { path in
      (try? rules.tracks(path, chain: chain)) ?? false
    }
    if isTracked { chain = rules.chain(ignoringAllBelow: chain) }
    return !isTracked
  }
}

/// Whether a run that names no file lints a certain one.
package enum WalkAnswer: Sendable {
  case found
  /// Git ignores it, and does not track it.
  case ignored
  /// A folder above it is hidden or always skipped, it is no Swift file, or a link leads to it.
  case skipped
  /// It lies outside the folder that is walked.
  case outside
}

/// Asks whether a walk through the root comes upon a file; `exclude` does not count.
/// - Parameter root: where the walk begins; absolute.
package func walkAnswer(
  for file: NamedFile, from root: FilePath, in place: Place, _ gitSettings: GitSettings
) -> WalkAnswer {
  guard let path = file.path.relative(to: root) else { return .outside }
  guard path.isInReachOfWalks else { return .skipped }
  let configurations = ConfigurationTree(in: place, root: root)
  func isFound(_ settings: GitSettings?) -> Bool {
    var walk = FolderWalk(
      through: configurations.folder(namedAs: root), in: place,
      FileSelection(configurations, gitSettings: settings), towards: file.path)
    var found = FoundFiles()
    while found.files.isEmpty, walk.advance(&found, untilFileCount: 1) {}
    return !found.files.isEmpty
  }
  if isFound(gitSettings) { return .found }
  return isFound(nil) ? .ignored : .skipped
}
