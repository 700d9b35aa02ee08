import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a repository says about ignored files beside its `.gitignore` files.
struct GitRepository: Sendable {
  /// `core.ignoreCase`: whether ignore patterns disregard the case of ASCII letters.
  let ignoresCase: Bool
  /// From the weakest to the strongest: `core.excludesFile`, then `info/exclude`. Their patterns
  /// are relative to the repository's root.
  let excludeFiles: [IgnoreFile]

  /// Whether the folder holds `.git`.
  static func exists(at root: FilePath) -> Bool {
    root.appending(".git").bytes.withCString { access($0, F_OK) == 0 }
  }

  /// - Parameters:
  ///   - root: a folder that holds `.git`: a folder, or the file of a worktree or submodule.
  ///   - user: the settings of the person who runs the tool.
  init(root: FilePath, user: GitSettings) {
    let folder = Self.commonFolder(of: root.appending(".git"))
    let settings = user.reading(folder.appending("config"))
    ignoresCase = settings.ignoresCase
    excludeFiles = [settings.excludesFile, folder.appending("info/exclude")]
      .compactMap { path in path.flatMap { try? readFile($0, .followingLinks) } }
      .map { [ignoresCase] in IgnoreFile($0, ignoringCase: ignoresCase) }
  }

  /// Whether its settings say where the work tree is (`core.worktree`).
  /// - Parameter folder: see `folder(of:)`.
  static func hasWorkTreeSetting(_ folder: FilePath) -> Bool {
    let files = [
      commonFolder(ofFolder: folder).appending("config"), folder.appending("config.worktree"),
    ]
    return files.contains { GitSettings().reading($0).hasWorkTree }
  }

  /// Follows the file `.git` of a worktree or submodule to the folder with `config` and `info`
  /// (gitrepository-layout(5)).
  private static func commonFolder(of dotGit: FilePath) -> FilePath {
    commonFolder(ofFolder: folder(of: dotGit))
  }

  private static func commonFolder(ofFolder folder: FilePath) -> FilePath {
    guard let common = try? readFile(folder.appending("commondir"), .followingLinks) else {
      return folder
    }
    return FilePath(bytes: common[...].trimmingBlanks).resolved(from: folder)
  }

  /// The folder with `HEAD` and the index: `.git` itself, or what the file of that name in a
  /// worktree or submodule names.
  static func folder(of dotGit: FilePath) -> FilePath {
    guard let link = try? readFile(dotGit, .followingLinks), link.starts(with: "gitdir:".utf8)
    else { return dotGit }
    return FilePath(bytes: link[7...].trimmingBlanks).resolved(from: dotGit.parent)
  }
}
