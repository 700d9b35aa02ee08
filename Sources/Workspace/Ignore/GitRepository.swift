import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a repository says about ignored files beside its `.gitignore` files, and which files it
/// tracks whatever these say.
struct GitRepository: Sendable {
  /// `core.ignoreCase`: whether ignore patterns disregard the case of ASCII letters.
  let ignoresCase: Bool
  /// From the weakest to the strongest: `core.excludesFile`, then `info/exclude`. Their patterns
  /// are relative to the repository's root.
  let excludeFiles: [IgnoreFile]
  let root: FilePath
  /// Each worktree has its own.
  let indexPath: FilePath
  private let indexFormat: GitIndexFormat
  /// Nil as long as nobody has asked.
  private var index: GitIndex?

  /// Whether the folder holds `.git`.
  static func exists(at root: FilePath) -> Bool {
    root.appending(".git").bytes.withCString { access($0, F_OK) == 0 }
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
      .compactMap { path in path.flatMap { try? readFile($0, .followingLinks) } }
      .map { [ignoresCase] in IgnoreFile($0, ignoringCase: ignoresCase) }
  }

  /// Whether the index holds a file, or a Swift file in a folder. It is read when this is first
  /// asked; what cannot be read then counts as empty.
  /// - Parameter path: from the root; that of a folder ends with a slash.
  mutating func tracks(_ path: UnsafeRawBufferPointer) throws(FileError) -> Bool {
    if index == nil {
      index = GitIndex()
      index = try GitIndex(indexPath, indexFormat, in: root, ignoringCase: ignoresCase)
    }
    return index!.tracks(path)
  }

  /// Whether its settings say where the work tree is (`core.worktree`).
  /// - Parameter folder: see `folder(of:)`.
  static func hasWorkTreeSetting(_ folder: FilePath) -> Bool {
    let files = [
      commonFolder(of: folder).appending("config"), folder.appending("config.worktree"),
    ]
    return files.contains { GitSettings().reading($0).hasWorkTree }
  }

  /// The folder with `HEAD` and the index: `.git` itself, or what the file of that name in a
  /// worktree or submodule names.
  static func folder(of dotGit: FilePath) -> FilePath {
    guard let link = try? readFile(dotGit, .followingLinks), link.starts(with: "gitdir:".utf8)
    else { return dotGit }
    return FilePath(bytes: link[7...].trimmingBlanks).resolved(from: dotGit.parent)
  }

  /// The folder with `config` and `info`, which worktrees share (gitrepository-layout(5)).
  /// - Parameter folder: see `folder(of:)`.
  private static func commonFolder(of folder: FilePath) -> FilePath {
    guard let common = try? readFile(folder.appending("commondir"), .followingLinks) else {
      return folder
    }
    return FilePath(bytes: common[...].trimmingBlanks).resolved(from: folder)
  }
}
