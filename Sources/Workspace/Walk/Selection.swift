import Diagnostics

/// A file or folder that the user or git named, and the configuration that applies to it.
package struct NamedFile: Sendable {
  package let file: LintFile
  /// The absolute path, as it is written.
  package let path: FilePath
  package let folder: ConfiguredFolder

  /// Whether a configuration excludes it.
  package var isExcluded: Bool { folder.excludes(file.relativePath) }
}

extension ConfigurationTree {
  /// A file that an argument names, whether it exists or not.
  package func file(namedAs argument: FilePath) -> NamedFile {
    let path = place.absolutePath(of: argument)
    return named(argument, at: path, in: folder(from: path.parent))
  }

  /// A folder that an argument names.
  package func folder(namedAs argument: FilePath) -> NamedFile {
    let path = place.absolutePath(of: argument)
    return named(argument, at: path, in: folder(from: path))
  }

  /// A file that git names.
  /// - Parameter path: an absolute path.
  package func file(at path: FilePath) -> NamedFile {
    named(FilePath(""), at: path, in: folder(from: path.parent))
  }

  private func named(
    _ argument: FilePath, at path: FilePath, in folder: ConfiguredFolder
  ) -> NamedFile {
    NamedFile(
      file: LintFile(
        path: place.printedPath(of: path, namedAs: argument),
        relativePath: folder.relativePath(of: path), configuration: folder.number),
      path: path, folder: folder)
  }
}

/// The choice of the files that are linted, and of the configuration that applies to each.
package struct Selection: Sendable {
  package let configurations: ConfigurationTree
  /// The user's git settings, which are read when they are needed; nil if ignore files are not
  /// used.
  let gitSettings: @Sendable () -> GitSettings?
  /// Whether a walk skips hidden folders and `skippedFolders`.
  var skipsFolders = true
  /// Whether a walk skips files that a configuration excludes.
  var honoursExcludes = true
  /// Whether there is a file at an absolute path, e.g. the `Podfile` beside `Pods`.
  package var hasFile: @Sendable (FilePath) -> Bool = isNameTaken

  package init(
    _ configurations: ConfigurationTree,
    gitSettings: @autoclosure @escaping @Sendable () -> GitSettings? = nil
  ) {
    (self.configurations, self.gitSettings) = (configurations, gitSettings)
  }

  /// Whether a file is linted, or why not.
  package enum Decision: CaseIterable, Sendable {
    case lint
    /// Git ignores it, and does not track it.
    case ignored
    case excluded
    /// There is an `include` that it does not match.
    case notIncluded
    /// It is a symbolic link, or one leads to it.
    case link
    /// A folder above it is hidden or one of `skippedFolders`, or it is no Swift file.
    case skipped
    /// It is in a repository in the repository that is walked: a submodule, a clone, a worktree.
    case nested
    /// It lies outside the folder that is walked.
    case outside
  }

  /// The source of a file's name.
  package enum Source: Sendable {
    /// A walk, which does not follow links.
    case walk
    /// Git, which knows better than the ignore files which files it tracks.
    case git
    /// An editor, whatever the file's name, and whether it exists or not.
    case editor
  }

  /// Decides about a file as a walk does about each file that it finds. A walk decides about a
  /// folder once for all that is in it, by the same rules.
  /// - Parameter start: the place where the walk begins; absolute, without links.
  package func decide(
    _ file: NamedFile, from start: FilePath, toldBy source: Source
  ) -> Decision {
    guard let path = file.path.relative(to: start) else { return .outside }
    // A file that is named itself is linted whatever its place.
    if path.bytes.isEmpty {
      if source != .editor, !file.path.mayBeSwift { return .skipped }
    } else {
      if source != .editor, !path.isSwiftFile { return .skipped }
      if skippedFolder(around: file.path, from: start) != nil { return .skipped }
      if source == .walk, !isReached(file.path, from: start) { return .link }
      if source != .git, nestedRepository(around: file.path, from: start) != nil {
        return .nested
      }
      if source != .git, isIgnored(file.path, from: start) { return .ignored }
      if !file.isExcluded, !file.folder.includes(file.file.relativePath, inWalkFrom: start) {
        return .notIncluded
      }
    }
    return file.isExcluded ? .excluded : .lint
  }

  /// The same for several walks: a file that any of them finds is linted.
  package func decide(
    _ file: NamedFile, fromAny starts: [FilePath], toldBy source: Source
  ) -> Decision {
    let decisions = starts.map { decide(file, from: $0, toldBy: source) }
    return decisions.first { $0 == .lint || $0 == .excluded } ?? decisions.first ?? .outside
  }

  /// Whether a walk reaches a file: folders must be readable, and links are not followed in a
  /// repository.
  private func isReached(_ file: FilePath, from start: FilePath) -> Bool {
    if repositoryRoot(around: file.parent) == nil, target(of: file, from: start) != nil {
      return true
    }
    return isPlainFile(file)
      && file.parent.foldersUpward(to: start).allSatisfy { folder in
        canReadFolder(folder, followingLink: folder == start)
      }
  }

  /// The target of a link that a walk follows outside of repositories: it is out of the folder that
  /// is walked, which is not in turn in the target.
  func target(of link: FilePath, from start: FilePath) -> FilePath? {
    guard let real = link.withoutLinks, let start = start.withoutLinks,
      real.relative(to: start) == nil, start.relative(to: real) == nil
    else { return nil }
    return real
  }

  /// The repository around a file that a walk does not enter, since it is in one already.
  private func nestedRepository(around file: FilePath, from start: FilePath) -> FilePath? {
    var isInRepository = repositoryRoot(around: start) != nil
    return file.parent.foldersUpward(to: start).reversed().dropFirst().first { folder in
      guard GitRepository.exists(at: folder) else { return false }
      defer { isInRepository = true }
      return isInRepository
    }
  }

  private func isIgnored(_ file: FilePath, from start: FilePath) -> Bool {
    guard let settings = gitSettings() else { return false }
    var rules = IgnoreRules(user: settings)
    var chain = rules.chain(above: start, from: start) { _ in }
    for folder in file.parent.foldersUpward(to: start).reversed() {
      // As in a walk, the start itself is never checked against ignore files.
      if folder != start, rules.leavesOut(folder, isFolder: true, &chain) { return true }
      try? rules.enter(folder, isRepository: GitRepository.exists(at: folder), &chain)
    }
    return rules.leavesOut(file, isFolder: false, &chain)
  }

  /// The paths of the ignore files that can ignore a file, whether they exist or not; absolute.
  /// - Parameter start: the place where the walk begins that would find it.
  package func ignoreFiles(for file: NamedFile, from start: FilePath) -> [FilePath] {
    file.path.parent.foldersUpward(to: repositoryRoot(around: start) ?? start)
      .map { $0.appending(".gitignore") }
  }
}

extension IgnoreRules {
  /// Used if an index that cannot be read counts as empty.
  fileprivate mutating func leavesOut(
    _ path: FilePath, isFolder: Bool, _ chain: inout Chain
  ) -> Bool {
    var bytes = PathBytes(path)
    let nameLength = path.lastComponent.count
    return (try? leavesOut(&bytes, nameLength: nameLength, isFolder: isFolder, &chain)) ?? true
  }
}
