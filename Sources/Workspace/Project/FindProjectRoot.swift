import Diagnostics

/// The folder that a project's first configuration belongs in: the root of its repository; without
/// one the nearest folder upward with a package, project or workspace; else the folder itself.
/// - Parameters:
///   - folder: absolute.
///   - home: of the person who runs the tool.
package func findProjectRoot(from folder: FilePath, home: FilePath?) -> FilePath {
  let limit = ConfigurationLimit(above: folder, home: home?.withoutLinks)
  return limit.repository ?? limit.folders.first(where: holdsProject) ?? folder
}

/// The nearest folder upward that holds `.git`; nil where there is none.
/// - Parameter folder: absolute.
package func repositoryRoot(around folder: FilePath) -> FilePath? {
  sequence(first: folder) { $0 == $0.parent ? nil : $0.parent }
    .first { GitRepository.exists(at: $0) }
}

private func holdsProject(_ folder: FilePath) -> Bool {
  var holdsProject = isNameVisible(folder.appending("Package.swift"))
  // A folder that cannot be read holds nothing that could be linted.
  try? readFolder(folder) { name, _ in
    if name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace") { holdsProject = true }
  }
  return holdsProject
}
