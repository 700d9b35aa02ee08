import Diagnostics

/// Counts that can be summed.
protocol Summable {
  init()
  static func += (left: inout Self, right: Self)
}

extension FilePath {
  /// The names of the folders; the first one of an absolute path begins with its slash.
  fileprivate var names: [ArraySlice<UInt8>] {
    let slash = UInt8(ascii: "/")
    guard let end = bytes.dropFirst().firstIndex(of: slash) else { return [bytes[...]] }
    return [bytes[..<end]] + bytes[end...].split(separator: slash)
  }
}

/// A folder with its own count and that of all in it.
final class FolderTree<Count: Summable> {
  /// The name without the folders above it.
  private(set) var name = FilePath("")
  private(set) var count = Count()
  /// The count of the files that lie in it.
  private(set) var own = Count()
  private var folders: [FilePath: FolderTree] = [:]
  /// Whether a file that lies in it counts.
  private(set) var hasFiles = false

  private init() {}

  /// The folder that all paths start from.
  /// - Parameter groups: the counts of the files that lie in each folder.
  init(_ groups: [FilePath: Count]) {
    for (path, count) in groups {
      var folder = self
      self.count += count
      for part in path.names {
        let name = FilePath(bytes: part)
        let next = folder.folders[name] ?? FolderTree()
        folder.folders[name] = next
        next.name = name
        next.count += count
        folder = next
      }
      folder.hasFiles = true
      folder.own += count
    }
  }

  /// The folders that lie in it, in no order.
  var inner: Dictionary<FilePath, FolderTree>.Values { folders.values }

  /// Itself, or the folder that all it has is in, with the names on the way there.
  var collapsed: (name: [UInt8], folder: FolderTree) {
    var (name, folder) = (self.name.bytes, self)
    while !folder.hasFiles, folder.folders.count == 1, let only = folder.folders.first?.value {
      name += [UInt8(ascii: "/")] + only.name.bytes
      folder = only
    }
    return (name, folder)
  }
}
