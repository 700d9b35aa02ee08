import Diagnostics
import Rules

/// The ignore files that apply in the folders of a walk. A folder's ignore files form a chain from
/// the strongest, its own `.gitignore`, to those of the folders above it, `info/exclude` and
/// `core.excludesFile`; a repository inside the tree begins a chain of its own. A file that a
/// repository tracks is linted even if it is ignored.
struct IgnoreRules {
  /// The ignore files of a folder.
  struct Chain {
    /// The strongest one, an index into `links`; nil if none applies.
    fileprivate var first: Int?
    /// Whether the folder itself is ignored, so that no ignore file in it can take anything back.
    fileprivate var ignoresAll = false
    /// The repository that the folder is in, an index into `repositories`; nil for none.
    fileprivate var repository: Int?

    /// Whether nothing is ignored.
    var isEmpty: Bool { first == nil && !ignoresAll }
    /// Whether the folder is in a repository.
    var isInRepository: Bool { repository != nil }
  }

  private struct Link {
    let file: IgnoreFile
    let next: Int?
    /// The number of bytes of an absolute path before the part that the file's patterns are matched
    /// with.
    let baseLength: Int
  }

  /// Links refer to each other by index, so that freeing them does not recurse, however deep the
  /// folders are.
  private var links: [Link] = []
  private var repositories: [GitRepository] = []
  private let user: GitSettings
  private let honoursFiles: Bool

  /// - Parameter user: the settings of the person; nil if no ignore file is honoured.
  init(user: GitSettings?) {
    self.user = user ?? GitSettings()
    honoursFiles = user != nil
  }

  /// The chain of the folders above a folder. It begins at the root of the repository that the
  /// folder is in, or at a root if there is no repository.
  /// - Parameter tell: takes the files that cannot be read.
  mutating func chain(
    above folder: FilePath, from root: FilePath, _ tell: (Trouble) -> Void
  ) -> Chain {
    let repository = repositoryRoot(around: folder)
    var chain = Chain()
    let above = folder.foldersUpward.dropFirst()
    for folder in above.filter({ $0.relative(to: repository ?? root) != nil }).reversed() {
      do {
        try enter(folder, isRepository: folder == repository, &chain)
      } catch {
        tell(error)
      }
    }
    return chain
  }

  /// Enters a folder. The root of a repository begins a chain, and the folder's `.gitignore` comes
  /// first in the chain.
  /// - Parameters:
  ///   - hasIgnoreFile: whether there may be one.
  ///   - chain: the chain of the folder above; becomes that of the folder.
  mutating func enter(
    _ folder: FilePath, isRepository: Bool, hasIgnoreFile: Bool = true, _ chain: inout Chain
  ) throws(Trouble) {
    if isRepository { chain = self.chain(forRepositoryAt: folder) }
    guard hasIgnoreFile, honoursFiles, !chain.ignoresAll else { return }
    let ignoresCase = chain.repository.map { repositories[$0].ignoresCase } ?? false
    let path = folder.appending(".gitignore")
    do {
      let bytes = try readFile(path, followingLink: false)
      add(IgnoreFile(bytes, ignoringCase: ignoresCase), to: &chain, base: folder)
    } catch  where error.isMissing || error.isNoRegularFile {
      // As in git, only a regular file is an ignore file.
    } catch {
      throw Trouble(path, error)
    }
  }

  /// The chain of a folder that holds `.git`, without its own `.gitignore`.
  private mutating func chain(forRepositoryAt root: FilePath) -> Chain {
    let known = repositories.firstIndex { $0.root == root }
    let index = known ?? repositories.count
    if known == nil { repositories.append(GitRepository(root: root, user: user)) }
    var chain = Chain(repository: index)
    guard honoursFiles else { return chain }
    let ignoresCase = repositories[index].ignoresCase
    for bytes in repositories[index].excludeFiles {
      add(IgnoreFile(bytes, ignoringCase: ignoresCase), to: &chain, base: root)
    }
    return chain
  }

  private mutating func add(_ file: IgnoreFile, to chain: inout Chain, base: FilePath) {
    if file.isEmpty { return }
    links.append(Link(file: file, next: chain.first, baseLength: base.beginningLength))
    chain.first = links.count - 1
  }

  /// Whether a file or folder is ignored, and git tracks neither it nor a Swift file in it.
  /// - Parameters:
  ///   - path: an absolute path; it is unchanged afterwards.
  ///   - nameLength: the length of the path's last component.
  ///   - chain: the chain of the folder that it is in; becomes that of an ignored folder if git
  ///     tracks something in it.
  mutating func leavesOut(
    _ path: inout PathBytes, nameLength: Int, isFolder: Bool, _ chain: inout Chain
  ) throws(Trouble) -> Bool {
    guard !chain.isEmpty, ignores(path, nameLength: nameLength, isFolder: isFolder, chain: chain)
    else { return false }
    let length = path.count
    defer { path.shorten(to: length) }
    if isFolder { path.append("/") }
    guard try tracks(path, chain: chain) else { return true }
    chain.ignoresAll = true
    return false
  }

  /// Whether the repository of the chain tracks the file, or a Swift file in the folder.
  /// - Parameter path: an absolute path; that of a folder ends with a slash.
  @inline(never)
  private mutating func tracks(_ path: PathBytes, chain: Chain) throws(Trouble) -> Bool {
    try ask(about: path, chain) { (repository, path) throws(FileError) in
      try repository.tracks(path)
    } ?? false
  }

  /// The Swift files in a folder that the repository of the chain tracks; their paths from there.
  /// - Parameter folder: an absolute path, with a slash at its end.
  mutating func trackedFiles(
    below folder: PathBytes, chain: Chain
  ) throws(Trouble) -> [FilePath] {
    try ask(about: folder, chain) { (repository, folder) throws(FileError) in
      try repository.trackedFiles(below: folder)
    } ?? []
  }

  /// Asks the repository about a path.
  /// - Parameters:
  ///   - path: an absolute path; the question has it from the repository's root.
  ///   - question: not asked if there is no repository.
  private mutating func ask<Answer>(
    about path: PathBytes, _ chain: Chain,
    _ question: (inout GitRepository, UnsafeRawBufferPointer) throws(FileError) -> Answer
  ) throws(Trouble) -> Answer? {
    guard let index = chain.repository else { return nil }
    do {
      let start = repositories[index].root.beginningLength
      return try path.withUnsafeBufferPointer { (path) throws(FileError) in
        try question(
          &repositories[index],
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(path)[start...]))
      }
    } catch {
      throw Trouble(repositories[index].indexPath, error)
    }
  }

  /// Whether the first ignore file of the chain with a matching pattern ignores the path. The
  /// folders above the path must not be ignored.
  private func ignores(
    _ path: PathBytes, nameLength: Int, isFolder: Bool, chain: Chain
  ) -> Bool {
    if chain.ignoresAll { return true }
    return path.withUnsafeBufferPointer { path in
      let name = UnsafeBufferPointer(rebasing: path.suffix(nameLength))
      var next = chain.first
      while let index = next {
        let link = links[index]
        let below = UnsafeBufferPointer(rebasing: path.dropFirst(link.baseLength))
        if let verdict = link.file.verdict(path: below, name: name, isFolder: isFolder) {
          return verdict
        }
        next = link.next
      }
      return false
    }
  }
}

extension FilePath {
  /// The number of bytes of the path of something in this folder before its path from here.
  fileprivate var beginningLength: Int {
    bytes.last == UInt8(ascii: "/") ? bytes.count : bytes.count + 1
  }
}

/// The patterns of one ignore file, e.g. a `.gitignore`.
struct IgnoreFile: Sendable {
  private var patterns: [IgnorePattern] = []
  /// The ending of each pattern. Comparing endings quickly rules out most paths that do not match.
  private var endings: [PathEnding] = []
  private let ignoresCase: Bool

  /// Whether it has no patterns.
  var isEmpty: Bool { patterns.isEmpty }

  init(_ bytes: some Sequence<UInt8>, ignoringCase: Bool) {
    ignoresCase = ignoringCase
    var rest = ArraySlice(bytes)
    if rest.starts(with: "\u{FEFF}".utf8) { rest.removeFirst(3) }
    for var line in rest.split(separator: UInt8(ascii: "\n")) {
      // The last line is treated as if a newline ended it.
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard let pattern = IgnorePattern(line: line, ignoringCase: ignoringCase) else { continue }
      patterns.append(pattern)
      endings.append(PathEnding(pattern.ending, ignoringCase: false))
    }
  }

  /// The verdict of the last pattern that matches: true for ignored, false for taken back by `!`,
  /// nil if none matches.
  /// - Parameters:
  ///   - path: relative to the folder of the ignore file.
  ///   - name: the last component of the path.
  func verdict(
    path: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>, isFolder: Bool
  ) -> Bool? {
    let ending = PathEnding(path, ignoringCase: ignoresCase)
    for index in patterns.indices.reversed()
    where endings[index].mayEnd(ending)
      && patterns[index].matches(path: path, name: name, isFolder: isFolder)
    {
      return !patterns[index].isNegated
    }
    return nil
  }
}

/// The last bytes of a text, at most eight, as a number.
struct PathEnding: Sendable {
  private var bytes: UInt64 = 0
  /// All ones for each byte.
  private var mask: UInt64 = 0

  init(_ text: some BidirectionalCollection<UInt8>, ignoringCase: Bool) {
    for byte in text.suffix(8) {
      bytes = bytes << 8 | UInt64(ignoringCase ? byte.lowercasedASCII : byte)
      mask = mask << 8 | 0xFF
    }
  }

  func mayEnd(_ path: PathEnding) -> Bool {
    (path.bytes ^ bytes) & mask == 0
  }
}
