import Diagnostics

/// Which ignore files hold in which folders of a walk. A folder's ignore files form a chain from
/// the strongest, its own `.gitignore`, to those of the folders above it, `info/exclude` and
/// `core.excludesFile`; a repository inside the tree begins a chain of its own. What a repository
/// tracks is linted all the same.
struct IgnoreRules {
  /// The strongest ignore file of a folder; nil where none holds.
  typealias Chain = Int?

  private struct Link {
    let file: IgnoreFile
    let next: Chain
    /// How many bytes of an absolute path come before what the file's patterns are matched with.
    let baseLength: Int
    /// Whether everything is ignored, whatever else there is.
    var ignoresAll = false
    /// An index into `repositories`; nil outside of one.
    let repository: Int?
  }

  /// Links refer to each other by index, so that no depth of folders makes freeing them recurse.
  private var links: [Link] = []
  private var repositories: [GitRepository] = []
  private let user: GitSettings

  init(user: GitSettings) {
    self.user = user
  }

  /// The chain of a folder that holds `.git`, without its own `.gitignore`.
  mutating func chain(forRepositoryAt root: FilePath) -> Chain {
    let known = repositories.firstIndex { $0.root == root }
    let index = known ?? repositories.count
    if known == nil { repositories.append(GitRepository(root: root, user: user)) }
    var chain: Chain = nil
    // An empty link tells the links above it which repository they are in.
    for file in [IgnoreFile()] + repositories[index].excludeFiles {
      chain = add(file, above: chain, base: root, repository: index)
    }
    return chain
  }

  /// The chain with the `.gitignore` of a folder on top; the same chain where there is none.
  mutating func chain(
    withIgnoreFileIn folder: FilePath, on chain: Chain
  ) throws(FileError) -> Chain {
    if let chain, links[chain].ignoresAll { return chain }
    let repository = chain.flatMap { links[$0].repository }
    let ignoresCase = repository.map { repositories[$0].ignoresCase } ?? false
    do {
      let bytes = try readFile(folder.appending(".gitignore"), .refusingLinks)
      let file = IgnoreFile(bytes, ignoringCase: ignoresCase)
      return add(file, above: chain, base: folder, repository: repository)
    } catch  where error.isForbidden {
      throw error
    } catch {
      // As for git, what is no regular file is no ignore file.
      return chain
    }
  }

  /// The chain of a folder that is ignored itself: no ignore file in it takes anything back.
  mutating func chain(ignoringAllBelow chain: Chain) -> Chain {
    guard let chain, !links[chain].ignoresAll else { return chain }
    var link = links[chain]
    link.ignoresAll = true
    links.append(link)
    return links.count - 1
  }

  private mutating func add(
    _ file: IgnoreFile, above chain: Chain, base: FilePath, repository: Int?
  ) -> Chain {
    links.append(
      Link(file: file, next: chain, baseLength: base.beginningLength, repository: repository))
    return links.count - 1
  }

  /// Whether the repository of the chain tracks the file, or a Swift file in the folder.
  /// - Parameter path: absolute; that of a folder ends with a slash.
  mutating func tracks(
    _ path: UnsafeBufferPointer<UInt8>, chain: Chain
  ) throws(Trouble) -> Bool {
    guard let index = chain.flatMap({ links[$0].repository }) else { return false }
    do {
      let start = repositories[index].root.beginningLength
      return try repositories[index].tracks(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(path)[start...]))
    } catch {
      throw Trouble(repositories[index].indexPath, error)
    }
  }

  /// Whether the first ignore file of the chain that says anything of the path ignores it. The
  /// folders above the path are not ignored.
  /// - Parameters:
  ///   - path: absolute.
  ///   - nameLength: of the path's last component.
  func ignores(
    _ path: UnsafeBufferPointer<UInt8>, nameLength: Int, isFolder: Bool, chain: Chain
  ) -> Bool {
    let name = UnsafeBufferPointer(rebasing: path.suffix(nameLength))
    var chain = chain
    while let index = chain {
      if links[index].ignoresAll { return true }
      // Most repositories' own files are empty, and to copy a link takes as long as to ask it.
      if !links[index].file.isEmpty {
        let below = UnsafeBufferPointer(rebasing: path.dropFirst(links[index].baseLength))
        let verdict = links[index].file.verdict(path: below, name: name, isFolder: isFolder)
        if let verdict { return verdict }
      }
      chain = links[index].next
    }
    return false
  }
}

extension FilePath {
  /// How many bytes of the path of something in this folder come before its path from here.
  fileprivate var beginningLength: Int {
    bytes.last == UInt8(ascii: "/") ? bytes.count : bytes.count + 1
  }
}
