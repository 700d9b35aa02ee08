import Diagnostics
import Workspace

/// A change to be linted: its files with what git has of them.
struct Change {
  /// In the byte order of their printed paths. Texts are names of blobs until `texts` reads them.
  let inputs: [Input]
  let words: ChangeWords
  /// The hexadecimal name of the commit that it is compared with; nil if that is no merge base.
  let base: FilePath?
  /// All that it touches; absolute.
  let paths: [FilePath]
  /// The files among these that say how git writes others to the disk.
  let attributes: [ChangedPath]
  let isStaged: Bool
  /// Of the work tree; absolute.
  let top: FilePath
  /// What is left out; among the troubles are PATHs that name nothing, neither on the disk nor in
  /// the change.
  let leftOut: FoundFiles

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
    let sides = try ChangeSides(changedPaths, options, base, configurations, in: workTree)
    let named = options.paths.map { NamedPath($0, in: place) }
    var isUsed = named.map { _ in false }
    var inputs: [Input] = []
    var leftOut = FoundFiles()
    for (changed, path) in zip(changedPaths, paths) {
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
    leftOut.troubles = zip(named, isUsed).compactMap { named, isUsed in
      isUsed ? nil : named.trouble
    }
    self.leftOut = leftOut
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

extension Input {
  fileprivate init(_ file: LintFile, _ changed: ChangedPath, isReported: Bool) {
    let new: Text =
      switch changed.new {
      case .nothing: .none
      case .disk(let isInIndex): .disk(isInIndex: isInIndex)
      case .blob(let name): .blob(name)
      }
    self.init(
      file: file, isReported: isReported, new: new,
      old: changed.old.map { $0.map { .blob($0) } ?? .none })
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

// MARK: - Texts

extension Change {
  /// The inputs with their texts, which git hands out while they are linted, and first the staged
  /// texts of settings, e.g. `:.swift-determinism-lint.yml`; nil for one that is not staged.
  func texts(
    after settings: [FilePath]
  ) throws(GitError) -> (settings: [[UInt8]?], inputs: InputBatches) {
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

  /// The configuration, the rule files and the baseline as far as they lie in the work tree, with
  /// what git calls their staged text, where they are read from the working tree.
  func stagedSettings(
    of projects: Projects, _ baseline: ProjectBaseline?
  ) -> [(name: FilePath, source: SourceFile)] {
    guard isStaged, projects.place.settings.commit == nil else { return [] }
    let files = projects.settingsFiles + (baseline.map { [$0.source] } ?? [])
    return files.compactMap { source in
      let path = source.path.resolved(from: projects.place.workingFolder)
      guard let inside = (path.withoutLinks ?? path).relative(to: top),
        !inside.bytes.contains(UInt8(ascii: "\n"))
      else { return nil }
      return (FilePath(bytes: [UInt8(ascii: ":")] + inside.bytes), source)
    }
  }
}

extension Input.Text {
  fileprivate var blob: FilePath? {
    if case .blob(let name) = self { name } else { nil }
  }
}

extension Input {
  /// The same with the blobs' bytes. A file one side of which is too long cannot be read.
  fileprivate func read(from reader: inout ObjectReader?) throws(GitError) -> Input {
    var input = self
    if let name = new.blob {
      input.new = try bytes(of: name, "staged", &reader).map { .bytes($0) } ?? .unreadable(.tooLong)
    }
    for (tree, text) in old.enumerated() {
      guard let name = text.blob else { continue }
      let bytes = try bytes(of: name, "old", &reader)
      if bytes == nil { input.new = .unreadable(.tooLong) }
      input.old[tree] = bytes.map { .bytes($0) } ?? .none
    }
    return input
  }

  /// Nil for a file of more than `longestFile` bytes.
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
