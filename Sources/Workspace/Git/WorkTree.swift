import Diagnostics

/// The work tree of the repository that a run takes place in.
package struct WorkTree: Sendable {
  /// The folder that git's paths are relative to; absolute, without symbolic links.
  package let top: FilePath
  /// The folder with `HEAD` and `MERGE_HEAD`; absolute.
  private let gitFolder: FilePath

  /// Git is asked only where the nearest folder with `.git` may not be the top.
  package init(around workingFolder: FilePath) throws(GitError) {
    let named = environmentVariable("GIT_DIR")
    let found = named == nil ? Self.nearest(to: workingFolder) : nil
    gitFolder =
      named?.resolved(from: workingFolder) ?? found?.gitFolder ?? workingFolder
    if let found, environmentVariable("GIT_WORK_TREE") == nil, !found.isConfigured {
      top = found.top
    } else {
      let output = try gitOutput(["rev-parse", "--show-toplevel"])
      top = FilePath(bytes: output.dropLast())
    }
  }

  private static func nearest(
    to folder: FilePath
  ) -> (top: FilePath, gitFolder: FilePath, isConfigured: Bool)? {
    var folder = folder
    while true {
      let gitFolder = GitRepository.folder(of: folder.appending(".git"))
      // As for git, a folder that is called so makes no repository alone.
      if (try? kindOfFile(at: gitFolder.appending("HEAD"))) != nil {
        return (folder, gitFolder, GitRepository.hasWorkTreeSetting(gitFolder))
      }
      guard folder != folder.parent else { return nil }
      folder = folder.parent
    }
  }

  /// The commits that the next one will have as parents beside `HEAD`; none where no merge is under
  /// way.
  package func otherParents() -> [FilePath] {
    // While git makes a merge, before there is a `MERGE_HEAD`, it names each in the environment.
    let named = environmentEntries().compactMap { entry -> FilePath? in
      let beginning = "GITHEAD_"
      guard entry.bytes.starts(with: beginning.utf8) else { return nil }
      let name = entry.bytes.dropFirst(beginning.utf8.count).prefix { $0 != UInt8(ascii: "=") }
      return isObjectName(name) ? FilePath(bytes: name) : nil
    }
    guard named.isEmpty else { return named.sorted() }
    let lines = (try? readFile(gitFolder.appending("MERGE_HEAD"))) ?? []
    return lines.split(separator: UInt8(ascii: "\n")).filter(isObjectName)
      .map { FilePath(bytes: $0) }
  }
}

/// Whether it is the hexadecimal name of an object, by SHA-1 or SHA-256.
private func isObjectName(_ name: ArraySlice<UInt8>) -> Bool {
  (name.count == 40 || name.count == 64)
    && name.allSatisfy { byte in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
}
