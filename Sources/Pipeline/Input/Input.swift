import Commands
import Diagnostics
import Workspace

/// The source of what is to be linted.
package enum InputSource {
  case files(FileSearch)
  case change(Change)
  case standardInput(NamedFile, [UInt8])

  package init(_ options: LintOptions, _ projects: Projects) throws {
    switch options.input {
    case .paths(let paths, let list):
      var scope = list.map { _ in projects.place.fileScope }
      if let list, scope?.leadsThroughLink(list) == true {
        let error = FileError.refused("A link in the repository leads to it")
        throw ProjectError(Trouble(list, error).message)
      }
      let listed = try list.map(readPathList) ?? []
      try options.requireUnwritten(listed.filter { !$0.isSwiftFile })
      let named = listed.isEmpty ? [] : Set(paths)
      let selection = Selection(options, projects)
      self = .files(
        FileSearch(named: paths + listed, in: projects.place, selection) { path in
          !named.contains(path) && scope?.escapes(path) == true
        })
    case .standardInput(let path):
      let file = projects.configurations.file(namedAs: path)
      let bytes = try readStandardInput()
      do throws(FileError) {
        if !file.isExcluded { try bytes.rejectUnreadableText(named: path) }
      } catch {
        throw ProjectError(Trouble(path, error).message)
      }
      self = .standardInput(file, bytes)
    case .change(let change):
      let change = try Change(
        change, projects.configurations, honoursIgnoreFiles: options.honoursIgnoreFiles)
      projects.committedSide = change.committedSide
      self = .change(change)
    }
  }

  /// The tree that holds the new texts; nil if they are on the disk or staged.
  package var tree: CommitTree? { if case .change(let change) = self { change.tree } else { nil } }

  /// The configurations where the run begins: in the working directory if nothing is to be linted.
  package func folders(in projects: Projects) -> [ConfiguredFolder] {
    let folders =
      switch self {
      case .files(let search): search.startFolders
      case .change(let change): [projects.configurations.folder(from: change.top)]
      case .standardInput(let file, _): [file.folder]
      }
    return folders.isEmpty
      ? [projects.configurations.folder(from: projects.place.workingFolder)] : folders
  }
}

extension Selection {
  package init(_ options: LintOptions, _ projects: Projects) {
    let honoursIgnoreFiles = options.honoursIgnoreFiles
    self.init(
      projects.configurations,
      gitSettings: honoursIgnoreFiles ? GitSettings(environment: environmentVariable) : nil)
  }
}

/// The paths of `--files-from`: ended by NUL if there is one, else by newlines. Lines of a list
/// that was written on Windows end with CR, too, and a byte order mark may stand before the first.
private func readPathList(_ path: FilePath) throws(ProjectError) -> [FilePath] {
  let bytes = try path == FilePath("-") ? readStandardInput() : readList(path)
  if bytes.contains(0) { return bytes.split(separator: 0).map { FilePath(bytes: $0) } }
  let lines = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    .split(separator: UInt8(ascii: "\n"))
  return lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    .filter { !$0.isEmpty }.map { FilePath(bytes: $0) }
}

private func readList(_ path: FilePath) throws(ProjectError) -> [UInt8] {
  do {
    // The list may come from a pipe: `--files-from <(git ls-files -z)`.
    return try readStream(at: path)
  } catch {
    throw ProjectError(Trouble(path, error).message)
  }
}

private func readStandardInput() throws(ProjectError) -> [UInt8] {
  do {
    return try readStream(standardInputDescriptor)
  } catch {
    throw ProjectError("cannot read standard input (\(error.text))")
  }
}

/// A file to lint, with its texts.
package struct Input: Sendable {
  package let file: LintFile
  /// Whether its findings are reported. If not, they only tell where others come from.
  package let isReported: Bool
  package var new: FileText
  /// The old texts, for each tree that the file is compared with.
  package var old: [FileText]

  package init(file: LintFile, isReported: Bool, new: FileText, old: [FileText] = []) {
    (self.file, self.isReported, self.new, self.old) = (file, isReported, new, old)
  }

  /// The new text; nil if there is no file.
  func newBytes() throws(FileError) -> [UInt8]? {
    switch new {
    case .nothing: return nil
    case .blob: preconditionFailure("a blob is read before its file is linted")
    case .bytes(let bytes): return bytes
    case .unreadable(let error): throw error
    case .disk:
      do {
        return try readFile(file.path, followingLink: false)
      } catch {
        // It was removed since, or is an untracked link.
        guard error.isMissing || error.isLink else { throw error }
        return nil
      }
    }
  }
}

/// Files that follow each other, and what a search found beside them.
package struct InputBatch: Sendable {
  package let found: FoundFiles
  /// The inputs by index in the files; empty if all texts are on the disk and nothing is compared.
  package var inputs: [Input] = []
  /// Why no more batches come.
  package var error: GitError?

  package var files: LintFiles { found.files }
}

extension InputBatch {
  package init(_ input: Input) {
    self.init(found: FoundFiles(files: LintFiles(input.file)), inputs: [input])
  }
}

/// The batches of a run, one after the other, as they are asked for. One thread asks at a time.
package final class InputBatches: Sequence, IteratorProtocol, @unchecked Sendable {
  private let nextBatch: () -> InputBatch?

  package init(_ next: @escaping () -> InputBatch?) {
    nextBatch = next
  }

  /// The files that a search finds while they are linted. It ends early if a baseline cannot be
  /// used.
  package convenience init(_ search: FileSearch, _ projects: Projects, _ baselines: Baselines) {
    var search = search
    self.init {
      guard let found = search.next() else { return nil }
      projects.addFolders()
      return baselines.add(found.repositories) ? InputBatch(found: found) : nil
    }
  }

  package convenience init(_ batches: [InputBatch]) {
    var rest = batches[...]
    self.init { rest.popFirst() }
  }

  /// The files that a search has found.
  package convenience init(_ found: FoundFiles) {
    self.init(found.batches.map { InputBatch(found: $0) })
  }

  package func next() -> InputBatch? { nextBatch() }
}
