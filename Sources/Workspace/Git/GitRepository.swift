import Diagnostics
import Rules

/// The rules of a repository about ignored files apart from its `.gitignore` files, and which files
/// it tracks even if they are ignored.
struct GitRepository: Sendable {
  /// Whether ignore patterns ignore the case of ASCII letters: `core.ignoreCase`.
  let ignoresCase: Bool
  /// The contents of the files with ignore patterns, from the weakest to the strongest:
  /// `core.excludesFile`, then `info/exclude`. The patterns are relative to the repository's root.
  let excludeFiles: [[UInt8]]
  let root: FilePath
  /// Each worktree has its own.
  let indexPath: FilePath
  private let indexFormat: GitIndexFormat
  /// The index; nil until it is first needed.
  private var index: GitIndex?
  private var isIndexUnreadable = false

  /// Whether the folder holds `.git`.
  static func exists(at root: FilePath) -> Bool {
    FileVersion(at: root.appending(".git")) != nil
  }

  /// - Parameters:
  ///   - root: a folder that holds `.git`: a folder, or the file of a worktree or submodule.
  ///   - user: the settings of the person who runs the tool.
  init(root: FilePath, user: GitSettings) {
    self.root = root
    let folder = Self.folder(of: root.appending(".git"))
    let common = Self.commonFolder(of: folder)
    let settings = user.reading(common.appending("config"))
    ignoresCase = settings.ignoresCase
    indexPath = folder.appending("index")
    indexFormat = GitIndexFormat(idLength: settings.usesSHA256 ? 32 : 20)
    excludeFiles = [settings.excludesFile, common.appending("info/exclude")]
      .compactMap { path in path.flatMap { try? readFile($0) } }
  }

  /// Whether the index holds a file, or a Swift file in a folder. The index is read when it is
  /// first needed. If it cannot be read, it counts as empty from then on.
  /// - Parameter path: the path from the root; that of a folder ends with a slash.
  mutating func tracks(_ path: UnsafeRawBufferPointer) throws(FileError) -> Bool {
    try readIndex().tracks(path)
  }

  /// The Swift files in a folder that the index holds; their paths from there.
  /// - Parameter folder: the path from the root, with a slash at its end.
  mutating func trackedFiles(
    below folder: UnsafeRawBufferPointer
  ) throws(FileError) -> [FilePath] {
    try readIndex().files(below: folder)
  }

  private mutating func readIndex() throws(FileError) -> GitIndex {
    if index == nil {
      index = GitIndex()
      index = try GitIndex(indexPath, indexFormat, in: root, ignoringCase: ignoresCase)
    }
    return index!
  }

  /// Whether the index holds a file that git does not look for on the disk, or may do so.
  /// - Parameter path: the path from the root.
  mutating func hasUnwatched(_ path: FilePath) -> Bool {
    do throws(FileError) { _ = try readIndex() } catch { isIndexUnreadable = true }
    return isIndexUnreadable || index!.isUnwatched(path)
  }

  /// Whether its settings say where the work tree is (`core.worktree`).
  /// - Parameter folder: see `folder(of:)`.
  static func hasWorkTreeSetting(_ folder: FilePath) -> Bool {
    settings(of: folder).hasWorkTree
  }

  /// Whether its settings keep files away from the disk (`core.sparseCheckout`).
  fileprivate static func isSparse(_ folder: FilePath) -> Bool { settings(of: folder).isSparse }

  private static func settings(of folder: FilePath) -> GitSettings {
    GitSettings().reading(commonFolder(of: folder).appending("config"))
      .reading(folder.appending("config.worktree"))
  }

  /// The folder with `HEAD` and the index: `.git` itself, or the folder that the file `.git` of a
  /// worktree or submodule names.
  static func folder(of dotGit: FilePath) -> FilePath {
    guard let link = try? readFile(dotGit), link.starts(with: "gitdir:".utf8)
    else { return dotGit }
    return FilePath(bytes: link[7...].trimmingBlanks).resolved(from: dotGit.parent)
  }

  /// The folder with `config` and `info`, which worktrees share (gitrepository-layout(5)).
  /// - Parameter folder: see `folder(of:)`.
  private static func commonFolder(of folder: FilePath) -> FilePath {
    guard let common = try? readFile(folder.appending("commondir")) else {
      return folder
    }
    return FilePath(bytes: common[...].trimmingBlanks).resolved(from: folder)
  }
}

/// The settings of git that decide which files are ignored or tracked, read from its configuration
/// files without running git. `include` and the environment's `GIT_CONFIG_…` are not followed.
package struct GitSettings: Sendable {
  var ignoresCase = false
  /// The file of `core.excludesFile`; nil for none.
  var excludesFile: FilePath?
  /// Whether there is a `core.worktree`.
  private(set) var hasWorkTree = false
  /// Whether the checkout is sparse: `core.sparseCheckout`.
  fileprivate(set) var isSparse = false
  /// Whether SHA-256 names objects, and not SHA-1: `extensions.objectFormat`.
  var usesSHA256 = false
  private var home: FilePath?

  /// The defaults of git itself.
  init() {}

  /// The settings for every repository of this person: the system's file, then the person's own.
  /// - Parameter environment: the value of an environment variable.
  package init(environment: (String) -> FilePath?) {
    let home = environment("HOME")
    self.home = home
    let configurationFolder =
      environment("XDG_CONFIG_HOME").flatMap { $0.bytes.isEmpty ? nil : $0 }
      ?? home?.appending(".config")
    excludesFile = configurationFolder?.appending("git/ignore")
    let files = [
      FilePath("/etc/gitconfig"), configurationFolder?.appending("git/config"),
      home?.appending(".gitconfig"),
    ]
    for case let file? in files { self = reading(file) }
  }

  /// These settings with those that a configuration file adds; the same if there is no such file.
  func reading(_ path: FilePath) -> GitSettings {
    guard let bytes = try? readFile(path) else { return self }
    var result = self
    for (name, value) in settings(of: bytes) {
      switch name {
      case "core.excludesfile":
        result.excludesFile = value.flatMap { $0.isEmpty ? nil : expandingHome($0) }
      case "core.ignorecase":
        result.ignoresCase = isTrue(value)
      case "core.worktree":
        result.hasWorkTree = true
      case "core.sparsecheckout":
        result.isSparse = isTrue(value)
      case "extensions.objectformat":
        result.usesSHA256 = value?.map(\.lowercasedASCII).elementsEqual("sha256".utf8) ?? false
      default: continue
      }
    }
    return result
  }

  private func expandingHome(_ path: [UInt8]) -> FilePath? {
    guard path.starts(with: "~/".utf8) else { return FilePath(bytes: path) }
    return home?.appending(path.dropFirst(2))
  }
}

/// Whether a value is true; as in git, a key without `=` is.
private func isTrue(_ value: [UInt8]?) -> Bool {
  guard let value else { return true }
  return ["true", "yes", "on", "1"].contains(String(decoding: value, as: UTF8.self).lowercased())
}

/// The settings of the sections `[core]` and `[extensions]` as `section.key` in lower case, with
/// their values, in file order; nil for a key without `=` (git-config(1), SYNTAX).
func settings(of bytes: [UInt8]) -> [(name: String, value: [UInt8]?)] {
  var settings: [(String, [UInt8]?)] = []
  var section = ""
  var rest = bytes[...]
  while let byte = rest.first {
    switch byte {
    case UInt8(ascii: "["):
      let header = rest.prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "\n") }
      section = String(decoding: header.dropFirst(), as: UTF8.self).lowercased()
      rest = rest.dropFirst(header.count + 1)
    case UInt8(ascii: "#"), UInt8(ascii: ";"):
      rest = rest.drop { $0 != UInt8(ascii: "\n") }
    case _ where byte.isASCIILetter:
      let name = rest.prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
      rest = rest.dropFirst(name.count).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      var value: [UInt8]?
      if rest.first == UInt8(ascii: "=") {
        rest.removeFirst()
        value = popValue(from: &rest)
      }
      guard section == "core" || section == "extensions" else { continue }
      settings.append(("\(section).\(String(decoding: name, as: UTF8.self).lowercased())", value))
    default:
      rest.removeFirst()
    }
  }
  return settings
}

/// Reads a value to the end of its line: quotes and escapes are resolved, the comment and the
/// blanks around the value are dropped, and a backslash at the end of a line continues the value in
/// the next line.
private func popValue(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
  var value: [UInt8] = []
  var isQuoted = false
  /// The blanks before it are kept: the length of the value through the last byte that counts.
  var length = 0
  loop: while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "\n"): break loop
    case UInt8(ascii: "\""): isQuoted.toggle()
    case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
      rest = rest.drop { $0 != UInt8(ascii: "\n") }
      continue
    case UInt8(ascii: "\\"):
      guard let escaped = rest.popFirst() else { break loop }
      switch escaped {
      case UInt8(ascii: "\n"): continue
      case UInt8(ascii: "n"): value.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): value.append(UInt8(ascii: "\t"))
      default: value.append(escaped)
      }
    case UInt8(ascii: " ") where !isQuoted, UInt8(ascii: "\t") where !isQuoted,
      UInt8(ascii: "\r") where !isQuoted:
      if !value.isEmpty { value.append(byte) }
      continue
    default: value.append(byte)
    }
    length = value.count
  }
  return Array(value.prefix(length))
}

/// The work tree of the repository that a run takes place in.
package struct WorkTree: Sendable {
  /// The folder that git's paths are relative to; absolute, without symbolic links.
  package let top: FilePath
  /// The folder with `HEAD` and `MERGE_HEAD`; absolute.
  private let gitFolder: FilePath

  /// Git is asked only if the nearest folder with `.git` may not be the top.
  package init(around workingFolder: FilePath) throws(GitError) {
    let named = environmentVariable("GIT_DIR")
    let found = named == nil ? Self.nearest(to: workingFolder) : nil
    gitFolder =
      named?.resolved(from: workingFolder) ?? found?.gitFolder ?? workingFolder
    if let found, environmentVariable("GIT_WORK_TREE") == nil, !found.isConfigured {
      top = found.top
    } else {
      let output = try gitOutput(["rev-parse", "--show-toplevel"])
      top = FilePath(bytes: output.dropLast())
    }
  }

  private static func nearest(
    to folder: FilePath
  ) -> (top: FilePath, gitFolder: FilePath, isConfigured: Bool)? {
    var folder = folder
    while true {
      let gitFolder = GitRepository.folder(of: folder.appending(".git"))
      // As in git, the name `.git` alone does not make a folder a repository.
      if (try? kindOfFile(at: gitFolder.appending("HEAD"))) != nil {
        return (folder, gitFolder, GitRepository.hasWorkTreeSetting(gitFolder))
      }
      guard folder != folder.parent else { return nil }
      folder = folder.parent
    }
  }

  /// The parents that the next commit will have apart from `HEAD`; none if no merge is in progress.
  package func otherParents() -> [FilePath] {
    // While git makes a merge, before `MERGE_HEAD` exists, it names each parent in the environment.
    let named = environmentEntries().compactMap { entry -> FilePath? in
      let beginning = "GITHEAD_"
      guard entry.bytes.starts(with: beginning.utf8) else { return nil }
      let name = entry.bytes.dropFirst(beginning.utf8.count).prefix { $0 != UInt8(ascii: "=") }
      return isObjectName(name) ? FilePath(bytes: name) : nil
    }
    guard named.isEmpty else { return named.sorted() }
    let lines = (try? readFile(gitFolder.appending("MERGE_HEAD"))) ?? []
    return lines.split(separator: UInt8(ascii: "\n")).filter(isObjectName)
      .map { FilePath(bytes: $0) }
  }
}

/// Whether it is the hexadecimal name of an object, by SHA-1 or SHA-256.
func isObjectName(_ name: ArraySlice<UInt8>) -> Bool {
  (name.count == 40 || name.count == 64)
    && name.allSatisfy { byte in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte.lowercasedASCII
    }
}

/// The nearest folder upward that holds `.git`; nil if there is none.
/// - Parameter folder: an absolute path.
package func repositoryRoot(around folder: FilePath) -> FilePath? {
  folder.foldersUpward.first { GitRepository.exists(at: $0) }
}

extension FilePath {
  /// Whether git keeps its own files there: in `.git`, in whatever case, or in a folder of another
  /// name with what such a folder holds (`git init --separate-git-dir`, a bare repository). The
  /// work tree around the path may lie in one itself.
  ///
  /// The path is absolute and without links; it need not exist.
  package var isInGitFolder: Bool {
    let top = repositoryRoot(around: parent)
    return foldersUpward.prefix { $0 != top }.contains { folder in
      folder.isGitName || folder.isGitFolder
        || ["HEAD", "objects", "refs"].allSatisfy { isNameVisible(folder.appending($0)) }
    }
  }

  /// Whether the disk takes it for `.git`, as some do with other spellings.
  private var isGitFolder: Bool {
    FileVersion(at: self).map { $0 == FileVersion(at: parent.appending(".git")) } ?? false
  }

  /// Whether its last component is `.git`, in whatever case.
  var isGitName: Bool { lastComponent.lazy.map(\.lowercasedASCII).elementsEqual(".git".utf8) }
}

/// Whether git keeps files of the repository around a folder away from the disk.
package func isSparseCheckout(around folder: FilePath) -> Bool {
  let root = repositoryRoot(around: folder)
  return root.map { GitRepository.isSparse(GitRepository.folder(of: $0.appending(".git"))) }
    ?? false
}

extension UInt8 {
  fileprivate var isASCIIDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

  fileprivate var isASCIILetter: Bool {
    UInt8(ascii: "a") <= lowercasedASCII && lowercasedASCII <= UInt8(ascii: "z")
  }
}

/// Tells files that are gone from those that a checkout leaves out.
package struct GoneFiles {
  /// The repository of the last file.
  private var repository: GitRepository?

  package init() {}

  /// Whether neither the disk nor the index has a file. A file that git looks for on the disk, and
  /// does not find there, is gone. It is false if the disk or the index cannot say.
  /// - Parameter path: an absolute path.
  package mutating func contains(_ path: FilePath) -> Bool {
    guard !isNameTaken(path) else { return false }
    guard let root = repositoryRoot(around: path.parent), let inside = path.relative(to: root)
    else { return true }
    if repository?.root != root { repository = GitRepository(root: root, user: GitSettings()) }
    return !repository!.hasUnwatched(inside)
  }
}
