import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files of a commit, as a run reads its settings from them. Links are followed inside the
/// commit alone, whatever lies on the disk.
package struct CommittedFiles: Sendable {
  /// As somebody named it.
  package let revision: FilePath
  /// The hexadecimal name.
  package let commit: FilePath
  /// Of the work tree; absolute.
  package let top: FilePath
  /// By path from the top, all but the top itself.
  private let entries: [FilePath: Entry]
  /// Those in which a configuration lies, as paths from the top.
  private let configured: Set<FilePath>

  private struct Entry {
    let kind: Kind
    /// The hexadecimal name.
    let object: FilePath
  }

  fileprivate enum Kind {
    case file, folder, link, submodule
  }

  /// Where a path leads, once all links are followed.
  private enum Target {
    case entry(FilePath, Entry)
    case top
    case nothing
    /// Out of the repository.
    case outside
    case circle
  }

  package init(of revision: FilePath, around workingFolder: FilePath) throws(GitError) {
    self.revision = revision
    top = try WorkTree(around: workingFolder).top
    commit = try nameOfCommit(revision)
    let answer = try runGit(["ls-tree", "-r", "-t", "-z", "--full-tree", GitArgument(commit)])
    guard answer.status == 0 else { throw try errorOfMissingPart(answer) }
    var entries: [FilePath: Entry] = [:]
    var configured: Set<FilePath> = []
    for line in answer.output.split(separator: 0) {
      // `MODE TYPE OBJECT`, a tab and the path.
      let fields = line.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
      guard fields.count == 3, let tab = line.firstIndex(of: UInt8(ascii: "\t")),
        let kind = Kind(mode: fields[0])
      else { throw GitError("cannot read what 'git ls-tree' prints") }
      let path = FilePath(bytes: line[(tab + 1)...])
      entries[path] = Entry(kind: kind, object: FilePath(bytes: fields[2]))
      if isConfigurationName(path.lastComponent) {
        configured.insert(path.folder)
      }
    }
    (self.entries, self.configured) = (entries, configured)
  }

  /// The folders with a configuration; absolute, in no order.
  package var configuredFolders: [FilePath] {
    configured.map { $0.bytes.isEmpty ? top : top.appending($0.bytes) }
  }

  /// The path from the top; nil for what lies elsewhere, which a commit says nothing of.
  /// - Parameter path: absolute.
  func path(inside path: FilePath) -> FilePath? {
    if let inside = path.relative(to: top) { return inside }
    // A link above the top, as `/tmp` is on macOS, has the same path at every time.
    var (folder, rest) = (path, [ArraySlice<UInt8>]())
    while folder != folder.parent {
      rest.insert(folder.lastComponent, at: 0)
      folder = folder.parent
      guard let real = folder.withoutLinks, real != folder else { continue }
      return rest.reduce(real) { $0.appending($1) }.relative(to: top)
    }
    return nil
  }

  /// Whether a path leads out of the repository.
  /// - Parameter path: from the top.
  func isLeft(by path: FilePath) throws(FileError) -> Bool {
    if case .outside = try target(of: path) { true } else { false }
  }

  /// The bytes of a file.
  /// - Parameter path: from the top.
  func read(_ path: FilePath) throws(FileError) -> [UInt8] {
    let (_, entry) = try entry(at: path)
    guard entry.kind == .file else {
      throw entry.kind == .folder ? .system(EISDIR) : .notARegularFile
    }
    return try content(of: entry)
  }

  /// The names in a folder that a configuration may have.
  /// - Parameter folder: from the top.
  func configurationNames(in folder: FilePath) -> [String] {
    guard configured.contains(folder) else { return [] }
    return possibleConfigurationNames.filter { entries[folder.appending($0)] != nil }
  }

  /// The paths of the files and links in a folder; nil where the path leads to no folder.
  /// - Parameter path: from the top.
  func files(in path: FilePath) throws(FileError) -> [FilePath]? {
    let folder: FilePath
    switch try target(of: path) {
    case .top: folder = FilePath("")
    case .entry(let target, let entry) where entry.kind == .folder: folder = target
    default: return nil
    }
    return entries.filter { $0.key.folder == folder && $0.value.kind != .folder }.map { entry, _ in
      path.appending(entry.lastComponent)
    }
  }

  private func entry(at path: FilePath) throws(FileError) -> (FilePath, Entry) {
    switch try target(of: path) {
    case .entry(let path, let entry): return (path, entry)
    case .top: throw .system(EISDIR)
    case .nothing: throw .system(ENOENT)
    case .circle: throw .system(ELOOP)
    case .outside: throw .notARegularFile
    }
  }

  private func target(of path: FilePath) throws(FileError) -> Target {
    var rest = Array(path.bytes.split(separator: UInt8(ascii: "/")).reversed())
    var folder = FilePath("")
    var found: Entry?
    var linkCount = 0
    while let name = rest.popLast() {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) {
        guard !folder.bytes.isEmpty else { return .outside }
        (folder, found) = (folder.folder, entries[folder.folder])
        continue
      }
      let path = folder.appending(name)
      guard let entry = entries[path] else { return .nothing }
      guard entry.kind == .link else {
        (folder, found) = (path, entry)
        continue
      }
      linkCount += 1
      // As many links as Linux follows (path_resolution(7)).
      guard linkCount <= 40 else { return .circle }
      let target = FilePath(bytes: try content(of: entry))
      if target.isAbsolute { return .outside }
      rest += target.bytes.split(separator: UInt8(ascii: "/")).reversed()
    }
    return found.map { .entry(folder, $0) } ?? .top
  }

  private func content(of entry: Entry) throws(FileError) -> [UInt8] {
    do throws(GitError) {
      var reader = try ObjectReader([entry.object])
      let object = try reader.next()
      if case .blob(let bytes) = object { return bytes }
      if object == .tooLong { throw GitError(FileError.tooLong.text) }
      guard try !isPartialClone() else {
        throw GitError("it is not in this partial clone; fetch it or clone without '--filter'")
      }
      throw object == .missing
        ? GitError("git has no object '\(entry.object.string)'") : reader.endError()
    } catch {
      throw .git(error)
    }
  }
}

extension CommittedFiles.Kind {
  /// - Parameter mode: six octal digits.
  fileprivate init?(mode: ArraySlice<UInt8>) {
    switch String(decoding: mode, as: UTF8.self) {
    case "040000": self = .folder
    case "120000": self = .link
    case "160000": self = .submodule
    case let mode where mode.hasPrefix("100"): self = .file
    default: return nil
    }
  }
}

extension FilePath {
  /// Of a relative path; empty for what lies in the top.
  fileprivate var folder: FilePath {
    FilePath(bytes: bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
  }
}
