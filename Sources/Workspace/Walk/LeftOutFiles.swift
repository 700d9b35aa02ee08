import Diagnostics

/// Swift files that a search without any has left out, one for each reason, as printed.
package struct LeftOutFiles: Sendable {
  package fileprivate(set) var ignored: FilePath?
  package fileprivate(set) var excluded: FilePath?
  /// Under `include`, that is.
  package fileprivate(set) var notIncluded: FilePath?
  /// A link to a Swift file, or to a folder that holds one.
  package fileprivate(set) var link: FilePath?
  /// In a hidden folder or one of `skippedFolders`.
  package fileprivate(set) var skipped: FilePath?

  package var isEmpty: Bool {
    [ignored, excluded, notIncluded, link, skipped].allSatisfy { $0 == nil }
  }
}

extension FileSearch {
  /// Looks again where a search has found no file, however its files were left out.
  /// - Parameter links: those that the search has come upon.
  package func leftOutFiles(links: [FilePath]) -> LeftOutFiles {
    var leftOut = LeftOutFiles()
    for argument in arguments {
      switch argument {
      case .file(let named): leftOut.excluded = leftOut.excluded ?? named.file.path
      case .folder(let named): leftOut.look(in: walk(through: named), selection.configurations)
      case .trouble: continue
      }
    }
    leftOut.link = links.first { link in
      (try? kindOfFile(at: link)) == .file
        || walk(through: selection.configurations.folder(namedAs: link)).firstFile != nil
    }
    guard leftOut.isEmpty else { return leftOut }
    leftOut.skipped =
      arguments.lazy.compactMap { argument -> LintFile? in
        guard case .folder(let named) = argument else { return nil }
        return walk(through: named, skipsFolders: false).firstFile
      }.first?.path
    return leftOut
  }

  /// A walk in which nothing is ignored or excluded.
  private func walk(through folder: NamedFile, skipsFolders: Bool = true) -> FolderWalk {
    var selection = FileSelection(selection.configurations)
    selection.skipsFolders = skipsFolders
    selection.honoursExcludes = false
    return FolderWalk(through: folder, in: place, selection)
  }
}

extension LeftOutFiles {
  fileprivate mutating func look(in walk: FolderWalk, _ configurations: ConfigurationTree) {
    walk.visitFiles { file in
      let folder = configurations.folders[file.configuration]
      if folder.excludes(file.relativePath) {
        excluded = excluded ?? file.path
      } else if !folder.includes(file.relativePath, inWalkFrom: walk.startPath) {
        notIncluded = notIncluded ?? file.path
      } else {
        ignored = ignored ?? file.path
      }
      return excluded == nil || ignored == nil
    }
  }
}

extension FolderWalk {
  fileprivate var firstFile: LintFile? {
    var first: LintFile?
    visitFiles { file in
      first = file
      return false
    }
    return first
  }

  /// Goes through the files until the body returns false. To look for what is not there may take no
  /// longer than a glance at some thousand folders, tenths of a second.
  fileprivate func visitFiles(_ body: (LintFile) -> Bool) {
    var walk = self
    for _ in 0..<10_000 {
      var found = FoundFiles()
      let goesOn = walk.advance(&found, untilFileCount: 32)
      guard found.files.allSatisfy(body), goesOn else { return }
    }
  }
}
