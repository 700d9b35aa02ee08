import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a project's configuration is called.
package let configurationFileName = ".swift-determinism-lint.yml"

/// All that it may be called.
package let possibleConfigurationNames = [configurationFileName, ".swift-determinism-lint.yaml"]

/// - Parameter name: of a file, without its folder.
package func isConfigurationName(_ name: some Collection<UInt8>) -> Bool {
  possibleConfigurationNames.contains { name.elementsEqual($0.utf8) }
}

/// How far up a configuration is looked for.
///
/// In a repository that is its root. Without one it is the home folder, and a folder of another
/// owner is no part of it: in a shared folder such as `/tmp` anybody could leave a configuration.
struct ConfigurationLimit {
  /// The folders from the first one up to the last that counts.
  let folders: [FilePath]
  /// Nil where the folders are in none.
  let repository: FilePath?

  /// - Parameters:
  ///   - folder: absolute.
  ///   - home: of the person who runs the tool.
  init(above folder: FilePath, home: FilePath?) {
    var folders = [folder]
    while !GitRepository.exists(at: folders.last!) {
      let parent = folders.last!.parent
      guard parent != folders.last else {
        self.folders = Self.withoutRepository(folders, home: home)
        repository = nil
        return
      }
      folders.append(parent)
    }
    self.folders = folders
    repository = folders.last
  }

  /// Those of a work tree, whatever else lies in it.
  /// - Parameters:
  ///   - folder: in the work tree; absolute.
  ///   - top: of the work tree.
  init(above folder: FilePath, upTo top: FilePath) {
    folders = sequence(first: folder) { $0 == top ? nil : $0.parent }.map { $0 }
    repository = top
  }

  private static func withoutRepository(_ folders: [FilePath], home: FilePath?) -> [FilePath] {
    var owner: uid_t?
    let own = folders.prefix { folder in
      // A file that is linted from standard input may lie in a folder that is yet to be made.
      guard let folderOwner = Self.owner(of: folder) else { return true }
      owner = owner ?? folderOwner
      return folderOwner == owner
    }
    let end = own.firstIndex { $0 == home } ?? own.endIndex - 1
    return Array(own[...end])
  }

  private static func owner(of folder: FilePath) -> uid_t? {
    var status = stat()
    return folder.bytes.withCString { stat($0, &status) } == 0 ? status.st_uid : nil
  }
}
