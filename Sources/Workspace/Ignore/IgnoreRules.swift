import Diagnostics

/// Which ignore files hold in which folders of a walk. A folder's ignore files form a chain from
/// the strongest, its own `.gitignore`, to those of the folders above it, `info/exclude` and
/// `core.excludesFile`; a repository inside the tree begins a chain of its own.
struct IgnoreRules {
  /// The strongest ignore file of a folder; nil where none holds.
  typealias Chain = Int?

  private struct Link {
    let file: IgnoreFile
    let next: Chain
    /// How many bytes of an absolute path come before what the file's patterns are matched with.
    let baseLength: Int
    let ignoresCase: Bool
  }

  /// Links refer to each other by index, so that no depth of folders makes freeing them recurse.
  private var links: [Link] = []
  private let user: GitSettings

  init(user: GitSettings) {
    self.user = user
  }

  /// The chain of a folder that holds `.git`, without its own `.gitignore`.
  mutating func chain(forRepositoryAt root: FilePath) -> Chain {
    let repository = GitRepository(root: root, user: user)
    var chain: Chain = nil
    // An empty link tells the links above it whether case counts.
    for file in [IgnoreFile()] + repository.excludeFiles {
      chain = add(file, above: chain, base: root, ignoresCase: repository.ignoresCase)
    }
    return chain
  }

  /// The chain with the `.gitignore` of a folder on top; the same chain where there is none.
  mutating func chain(
    withIgnoreFileIn folder: FilePath, on chain: Chain
  ) throws(FileError) -> Chain {
    let ignoresCase = chain.map { links[$0].ignoresCase } ?? false
    do {
      let bytes = try readFile(folder.appending(".gitignore"), .refusingLinks)
      let file = IgnoreFile(bytes, ignoringCase: ignoresCase)
      return add(file, above: chain, base: folder, ignoresCase: ignoresCase)
    } catch  where error.isForbidden {
      throw error
    } catch {
      // As for git, what is no regular file is no ignore file.
      return chain
    }
  }

  private mutating func add(
    _ file: IgnoreFile, above chain: Chain, base: FilePath, ignoresCase: Bool
  ) -> Chain {
    let baseLength = base.bytes == [UInt8(ascii: "/")] ? 1 : base.bytes.count + 1
    links.append(
      Link(file: file, next: chain, baseLength: baseLength, ignoresCase: ignoresCase))
    return links.count - 1
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
      let link = links[index]
      let below = UnsafeBufferPointer(rebasing: path.dropFirst(link.baseLength))
      if let verdict = link.file.verdict(path: below, name: name, isFolder: isFolder) {
        return verdict
      }
      chain = link.next
    }
    return false
  }
}
