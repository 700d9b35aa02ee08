import Diagnostics

/// What a project's configuration is called.
package let configurationFileName = ".swift-determinism-lint.yml"

/// The configuration of a folder: the nearest file of that name in the folder or one above it, no
/// further than the root of a repository. Nil where there is none.
/// - Parameter folder: absolute.
/// - Returns: the absolute path and what the file holds.
package func findConfiguration(
  from folder: FilePath
) throws(FileError) -> (path: FilePath, bytes: [UInt8])? {
  var folder = folder
  while true {
    let path = folder.appending(configurationFileName)
    do {
      return (path, try readFile(path))
    } catch {
      guard error.isMissing else { throw error }
    }
    guard !GitRepository.exists(at: folder), folder != folder.parent else { return nil }
    folder = folder.parent
  }
}
