import Diagnostics

/// The folder that a project's first configuration belongs in: the root of its repository; without
/// one the nearest folder upward with a package, project or workspace; else the folder itself.
/// - Parameter folder: absolute.
package func findProjectRoot(from folder: FilePath) -> FilePath {
  let folders = sequence(first: folder) { $0 == $0.parent ? nil : $0.parent }
  return folders.first { GitRepository.exists(at: $0) } ?? folders.first(where: holdsProject)
    ?? folder
}

private func holdsProject(_ folder: FilePath) -> Bool {
  var holdsProject = isNameTaken(folder.appending("Package.swift"))
  // A folder that cannot be read holds nothing that could be linted.
  try? readFolder(folder) { name, _ in
    if name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace") { holdsProject = true }
  }
  return holdsProject
}
