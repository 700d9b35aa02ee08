import Commands
import Comparison
import Diagnostics
import Workspace

/// A change to be linted: its files with what git has of them.
package struct Change {
  /// In the byte order of their printed paths. Texts are names of blobs until `texts` reads them.
  package let inputs: [Input]
  /// The phrases of a receipt for a file of it, and for what it is compared with, e.g. `since
  /// 1a2b3c4, where 'origin/main' was left`; nil where everything is reported.
  package let phrases: (file: String, base: String?)
  /// The hexadecimal names of the merge bases that it is compared with; empty if that is `HEAD`.
  let bases: [FilePath]
  /// The first of them; nil for `HEAD`.
  package var base: FilePath? { bases.first }
  /// All that it touches; absolute.
  package let paths: [FilePath]
  /// The same with what git has of them, in the same order.
  package let changed: [ChangedPath]
  /// The tree that holds the new texts; nil if they are on the disk or staged.
  package let tree: CommitTree?
  /// The warning that is given before anything is linted.
  package let warning: String?
  /// Of the work tree; absolute.
  package let top: FilePath
  /// The side that is linted, as far as git has it; nil for the working tree.
  package let committedSide: CommittedSide?
  /// The files that are left out; among the troubles are PATHs that name nothing, neither in the
  /// change nor on the disk or, with `--to`, in the tree.
  package let leftOut: FoundFiles

  package init(
    _ options: ChangeOptions, _ configurations: ConfigurationTree, honoursIgnoreFiles: Bool
  ) throws(GitError) {
    let place = configurations.place
    let workTree = try WorkTree(around: place.workingFolder)
    top = workTree.top
    (changed, phrases, bases, tree) = try Self.changedPaths(
      options, in: workTree, place.settings, honoursIgnoreFiles: honoursIgnoreFiles)
    warning = if case .workingTree = options.newSide { otherPushWarning() } else { nil }
    paths = changed.map { workTree.top.appending($0.path.bytes) }
    let sides = try ChangeSides(changed, options, bases, tree, configurations, in: workTree)
    let named = options.paths.map { NamedPath($0, in: place) }
    var isUsed = named.map { _ in false }
    var inputs: [Input] = []
    var leftOut = FoundFiles()
    for (changed, path) in zip(changed, paths) {
      for index in named.indices where named[index].holds(path) { isUsed[index] = true }
      let namings = named.filter { $0.holds(path) }
      let isReported = named.isEmpty || !namings.isEmpty
      // If nothing is compared, what is not reported is not read.
      if case .none = options.oldSide, !isReported { continue }
      let named = configurations.file(at: path)
      let starts = namings.isEmpty ? [workTree.top] : namings.map(\.path)
      let (decision, seen) = sides.decide(named, changed, fromAny: starts)
      if let seen { inputs.append(Input(named.file, seen, isReported: isReported)) }
      switch decision {
      // A deleted file is not there to be left out.
      case _ where !isReported || changed.new.isNothing: break
      case .excluded: leftOut.excluded.append(named.file)
      case .notIncluded: leftOut.notIncluded.append(named.file)
      case .skipped where path.isSwiftFile:
        let folders = starts.compactMap { sides.new.skippedFolder(around: path, from: $0) }
        leftOut.skipped.addFile(in: place.printedPath(of: folders[0], namedAs: FilePath("")))
      case .skipped where starts.contains(path): leftOut.notSwift.append(named.file.path)
      case .lint, .ignored, .link, .nested, .skipped, .outside: break
      }
    }
    self.inputs = inputs.sorted { $0.file.path < $1.file.path }
    committedSide =
      if case .workingTree = options.newSide { nil } else {
        CommittedSide(top: workTree.top, commit: tree?.revision.commit)
      }
    let (top, unused) = (top, zip(named, isUsed).compactMap { $1 ? nil : $0 })
    if case .commit = options.newSide {
      leftOut.troubles = try tree?.troubles(of: unused) ?? []
    } else {
      leftOut.troubles = unused.compactMap { $0.trouble(inChangeOf: top) }
    }
    self.leftOut = leftOut
  }

  private static func changedPaths(
    _ options: ChangeOptions, in workTree: WorkTree, _ settings: SettingsFiles,
    honoursIgnoreFiles: Bool
  ) throws(GitError) -> (
    [ChangedPath], (file: String, base: String?), bases: [FilePath], CommitTree?
  ) {
    let name: FilePath
    switch options.oldSide {
    case .none:
      let paths = try stagedPaths(in: workTree, withOldSides: false)
      return (paths, ("staged file", nil), [], nil)
    case .parents:
      let paths = try stagedPaths(in: workTree, withOldSides: true)
      return (paths, ("staged file", "since HEAD"), [], nil)
    case .mergeBase(let revision): name = revision
    }
    if case .commit(let name) = options.newSide, name.isZeroHash {
      return ([], ("changed file", nil), [], nil)
    }
    let since = try settings.revision(name)
    var tree: CommitTree?
    var file = "changed file"
    let (bases, paths): ([FilePath], [ChangedPath])
    switch options.newSide {
    case .workingTree:
      (bases, paths) = try Workspace.changedPaths(
        since: since, withIgnoredFiles: !honoursIgnoreFiles)
    case .index:
      (bases, paths) = try stagedPaths(since: since)
      file = "staged file"
    case .commit(let name):
      tree = CommitTree(of: try settings.revision(name), in: workTree)
      (bases, paths) = try committedPaths(since: since, to: tree!.revision)
    }
    let end = tree.map { ", to \($0.revision.commit.abbreviated)" } ?? ""
    // What is an ancestor of the current commit by its name was not left.
    let isAncestor = ["HEAD", "HEAD~", "HEAD^"].contains { name.string.prefix(5) == $0 }
    let branch = isAncestor ? " ('\(name.string)')" : ", where '\(name.string)' was left"
    let names = bases.map(\.abbreviated).joined(separator: " and ")
    return (paths, (file, "since \(names)\(branch)\(end)"), bases, tree)
  }
}

extension SettingsFiles {
  /// The revision of that name. If settings are read from it, it stands for the same commit.
  fileprivate func revision(_ name: FilePath) throws(GitError) -> Revision {
    if let known = commit?.revision, known.name == name { return known }
    return try Revision(name)
  }
}

extension FilePath {
  /// Whether it is what git has in place of a commit for a branch that is deleted.
  fileprivate var isZeroHash: Bool {
    [40, 64].contains(bytes.count) && bytes.allSatisfy { $0 == UInt8(ascii: "0") }
  }
}

/// The warning if the working tree is linted while another commit is pushed. The variable is that
/// of the pre-commit framework.
private func otherPushWarning() -> String? {
  let name = "PRE_COMMIT_TO_REF"
  guard let pushed = environmentVariable(name), !pushed.bytes.isEmpty,
    let commit = try? Revision(pushed).commit, let head = try? Revision(FilePath("HEAD")).commit,
    commit != head
  else { return nil }
  return "the commit that is pushed is \(commit.abbreviated), not 'HEAD' (\(head.abbreviated)); "
    + "'--to \"$\(name)\"' lints it"
}

extension Input {
  package init(_ file: LintFile, _ changed: ChangedPath, isReported: Bool) {
    self.init(
      file: file, isReported: isReported, new: changed.new,
      old: changed.old.map { $0.map { .blob($0) } ?? .nothing })
  }
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

  /// The trouble with a path; nil where something is there that belongs to the repository, even
  /// though the change does not touch it.
  /// - Parameter top: of the work tree; absolute.
  func trouble(inChangeOf top: FilePath) -> Trouble? {
    do throws(FileError) {
      _ = try kindOfFile(at: argument)
      let isAround = top.relative(to: path) != nil
      let root = repositoryRoot(around: path)
      let isNested = root.map { $0 != top && $0.relative(to: top) != nil } ?? false
      if !isAround, isNested || path.relative(to: top) == nil { throw .outsideRepository }
      return nil
    } catch {
      return Trouble(argument, error)
    }
  }
}

extension CommitTree {
  /// A trouble for each path at which there is nothing.
  fileprivate func troubles(of paths: [NamedPath]) throws(GitError) -> [Trouble] {
    if paths.isEmpty { return [] }
    let present = try present(among: Set(paths.map(\.path)))
    return paths.filter { $0.argument.bytes.isEmpty || !present.contains($0.path) }
      .map { Trouble($0.argument, .missing) }
  }
}

// MARK: - Texts

extension Change {
  /// Inputs with their texts, which git hands out while they are linted, and first what it has of
  /// settings, e.g. `:.swift-determinism-lint.yml`; nil for one that it does not have.
  /// - Parameter inputs: nil for those of the change.
  package func texts(
    of inputs: [Input]? = nil, after settings: [FilePath] = []
  ) throws(GitError) -> (settings: [[UInt8]?], inputs: InputBatches) {
    let inputs = inputs ?? self.inputs
    // The new one first: it may be there where an old one is not.
    let names = settings + inputs.flatMap { [$0.new] + $0.old }.compactMap(\.blob)
    // Nil where git has nothing to say.
    var reader = names.isEmpty ? nil : try ObjectReader(names)
    let staged = try settings.map { (_) throws(GitError) -> [UInt8]? in
      if case .blob(let bytes) = try reader!.next() { bytes } else { nil }
    }
    var rest = inputs[...]
    return (
      staged,
      InputBatches {
        guard let input = rest.popFirst() else { return nil }
        do throws(GitError) {
          return InputBatch(try input.read(from: &reader))
        } catch {
          rest = []
          return InputBatch(found: FoundFiles(), error: error)
        }
      }
    )
  }

  /// The settings of which git may have another text than the one that is used: those that are read
  /// from the working tree, and configurations and a baseline that are missing there.
  package func settings(
    of projects: Projects, _ baseline: ProjectBaseline?, _ options: LintOptions
  ) -> [SettingsText] {
    let place = projects.place
    guard place.settings.commit == nil else { return [] }
    let isOnDisk = options.textKind == nil
    // What a sparse checkout leaves out may have settings beside it.
    let paths =
      isOnDisk
      ? inputs.filter { $0.new.blob != nil }.map { place.absolutePath(of: $0.file.path) } : paths
    if isOnDisk, paths.isEmpty { return [] }
    let used = isOnDisk ? [] : projects.settingsFiles + (baseline.map { [$0.source] } ?? [])
    var texts = used.map { (path: $0.path, bytes: [UInt8]?.some($0.bytes)) }
    var names: [FilePath] = []
    if options.rules.configuration == nil {
      let folders = Set(paths.flatMap { $0.parent.foldersUpward(to: top) } + [top]).sorted()
      names += folders.flatMap { possibleConfigurationNames.map($0.appending) }
    }
    if baseline == nil, !options.baseline.isIgnored {
      names.append(top.appending(baselineFileName))
    }
    texts += names.filter { !isNameTaken($0) }.map {
      (place.printedPath(of: $0, namedAs: FilePath("")), nil)
    }
    let start = Array("\(tree?.revision.commit.string ?? ""):".utf8)
    return texts.compactMap { printed, used in
      let path = printed.resolved(from: place.workingFolder)
      guard let inside = (path.withoutLinks ?? path).relative(to: top),
        !inside.bytes.contains(UInt8(ascii: "\n"))
      else { return nil }
      return (printed, used, FilePath(bytes: start + inside.bytes))
    }
  }

  /// The warning about settings of which git has another text than the one that is used.
  /// - Parameter text: nil if git has none.
  package func warning(about settings: SettingsText, of text: [UInt8]?) -> String? {
    let place = tree.map { "in \($0.revision.commit.abbreviated)" }
    let words: String
    switch (settings.used, text) {
    case (nil, nil): return nil
    case (let used?, let text?):
      if isSameText(used, text) { return nil }
      words = place.map { "is different \($0)" } ?? "has changes that are not staged"
    case (_?, nil): words = "is not \(place ?? "staged")"
    case (nil, _?):
      return
        "'\(settings.path.string)' is \(place ?? "in the index"), but not in the working tree; "
        + "it was not used"
    }
    return "'\(settings.path.string)' \(words); the working copy was used"
  }
}

/// A settings file by its printed path, with the text in the working tree, nil if there is none,
/// and what git calls its own text, e.g. `:.swift-determinism-lint.yml`.
package typealias SettingsText = (path: FilePath, used: [UInt8]?, name: FilePath)

extension FileText {
  fileprivate var blob: FilePath? {
    if case .blob(let name) = self { name } else { nil }
  }
}

extension Input {
  /// The same with the blobs' bytes. A file one side of which is too long cannot be read.
  fileprivate func read(from reader: inout ObjectReader?) throws(GitError) -> Input {
    var input = self
    if let name = new.blob {
      input.new = try bytes(of: name, "new", &reader).map { .bytes($0) } ?? .unreadable(.tooLong)
    }
    for (tree, text) in old.enumerated() {
      guard let name = text.blob else { continue }
      let bytes = try bytes(of: name, "old", &reader)
      if bytes == nil { input.new = .unreadable(.tooLong) }
      input.old[tree] = bytes.map { .bytes($0) } ?? .nothing
    }
    return input
  }

  /// The bytes of a blob; nil for a file of more than `longestFile` bytes.
  private func bytes(
    of blob: FilePath, _ side: String, _ reader: inout ObjectReader?
  ) throws(GitError) -> [UInt8]? {
    let object = try reader!.next()
    switch object {
    case .blob(let bytes): return bytes
    case .tooLong: return nil
    case .tree, .unfollowed, .missing, .unanswered: break
    }
    let text = "the \(side) text of '\(file.path.string)'"
    if try isPartialClone() {
      throw GitError("\(text) is not in this partial clone; fetch it or clone without '--filter'")
    }
    let reason =
      object == .missing ? "git has no file '\(blob.string)'" : reader!.endError().message
    throw GitError("cannot read \(text) (\(reason))")
  }
}

/// Whether texts differ in nothing but the line ends that git changes on the way to the disk.
func isSameText(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left == right || left.withPlainLineEnds == right.withPlainLineEnds
}

extension [UInt8] {
  /// Without the CR of each CRLF.
  fileprivate var withPlainLineEnds: [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(count)
    for index in indices {
      let isPair =
        self[index] == UInt8(ascii: "\r") && index + 1 < endIndex
        && self[index + 1] == UInt8(ascii: "\n")
      if !isPair { plain.append(self[index]) }
    }
    return plain
  }
}
