import Diagnostics
import Workspace

/// A change to be linted: its files with what git has of them.
struct Change {
  /// In the byte order of their printed paths.
  let files: [ChangedFile]
  let words: ChangeWords
  /// The hexadecimal name of the commit that it is held against; nil where that is no merge base.
  let base: FilePath?
  /// Whatever it touches; absolute.
  let paths: [FilePath]
  /// The files of those that say how git writes others to the disk.
  let attributes: [ChangedPath]
  let isStaged: Bool
  /// Of the work tree; absolute.
  let top: FilePath
  /// What the configuration leaves out; as printed.
  let excluded: [FilePath]
  /// PATHs that name nothing, neither on the disk nor in the change.
  let troubles: [Trouble]

  struct ChangedFile: Sendable {
    let file: LintFile
    let new: ChangedPath.NewSide
    /// Names of blobs, one for each old tree; nil where it has no file.
    let old: [FilePath?]
    /// Whether findings in it are reported.
    let isReported: Bool
  }

  init(
    _ options: ChangeOptions, _ configurations: ConfigurationTree, honoursIgnoreFiles: Bool
  ) throws(GitError) {
    let place = configurations.place
    let workTree = try WorkTree(around: place.workingFolder)
    top = workTree.top
    isStaged = options.isStaged
    let changedPaths: [ChangedPath]
    (changedPaths, words, base) = try Self.pathsAndWords(
      options, in: workTree, honoursIgnoreFiles: honoursIgnoreFiles)
    paths = changedPaths.map { workTree.top.appending($0.path.bytes) }
    attributes = changedPaths.filter {
      $0.path.lastComponent.elementsEqual(".gitattributes".utf8)
    }
    let selection = Selection(configurations)
    let named = options.paths.map { NamedPath($0, in: place) }
    var isUsed = named.map { _ in false }
    var files: [ChangedFile] = []
    var excluded: [FilePath] = []
    for (changed, path) in zip(changedPaths, paths) {
      for index in named.indices where named[index].holds(path) { isUsed[index] = true }
      let namings = named.filter { $0.holds(path) }
      let isReported = named.isEmpty || !namings.isEmpty
      // Where nothing is compared, what is not reported is not read.
      if case .none = options.oldSide, !isReported { continue }
      let named = configurations.file(at: path)
      let starts = namings.isEmpty ? [workTree.top] : namings.map(\.path)
      switch selection.decide(named, fromAny: starts, toldBy: .git) {
      case .lint:
        files.append(
          ChangedFile(
            file: named.file, new: changed.new, old: changed.old, isReported: isReported))
      // A deleted file is not there to be left out.
      case .excluded where isReported && !changed.new.isNothing: excluded.append(named.file.path)
      case .excluded, .ignored, .notIncluded, .link, .skipped, .outside: break
      }
    }
    self.excluded = excluded
    self.files = files.sorted { $0.file.path < $1.file.path }
    troubles = zip(named, isUsed).compactMap { named, isUsed in
      isUsed ? nil : named.trouble
    }
  }

  private static func pathsAndWords(
    _ options: ChangeOptions, in workTree: WorkTree, honoursIgnoreFiles: Bool
  ) throws(GitError) -> ([ChangedPath], ChangeWords, base: FilePath?) {
    switch options.oldSide {
    case .none:
      let paths = try stagedPaths(in: workTree, withOldSides: false)
      return (paths, ChangeWords(file: "staged file"), nil)
    case .parents:
      let paths = try stagedPaths(in: workTree, withOldSides: true)
      return (paths, ChangeWords(file: "staged file", base: "since HEAD"), nil)
    case .mergeBase(let revision):
      let (base, paths) =
        try options.isStaged
        ? stagedPaths(since: revision)
        : changedPaths(since: revision, withIgnoredFiles: !honoursIgnoreFiles)
      let name = String(decoding: base.bytes.prefix(7), as: UTF8.self)
      let words = ChangeWords(
        file: options.isStaged ? "staged file" : "changed file",
        base: "since \(name), where '\(revision.string)' was left")
      return (paths, words, base)
    }
  }
}

/// How a receipt speaks of a change.
struct ChangeWords {
  let file: String
  /// e.g. `since 1a2b3c4, where 'origin/main' was left`; nil where everything is reported.
  var base: String?
}

/// A PATH of the command line.
private struct NamedPath {
  let argument: FilePath
  /// Absolute.
  let path: FilePath

  init(_ argument: FilePath, in place: Place) {
    self.argument = argument
    path = place.absolutePath(of: argument)
  }

  /// Whether it is the file, or a folder that the file lies in.
  func holds(_ file: FilePath) -> Bool {
    // An unset variable must not become the working directory.
    !argument.bytes.isEmpty && file.relative(to: path) != nil
  }

  /// Nil where something is there, even though the change does not touch it.
  var trouble: Trouble? {
    do throws(FileError) {
      _ = try kindOfFile(at: argument)
      return nil
    } catch {
      return Trouble(argument, error)
    }
  }
}
