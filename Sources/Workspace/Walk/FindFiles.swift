import Diagnostics
import RuleEngine

/// What is left out of a run.
package struct FileSelection: Sendable {
  /// Folders and files that the configuration excludes, named ones too.
  package var excludes: [Glob]
  /// The person's git settings; nil where ignore files are not honoured.
  package var gitSettings: GitSettings?

  package init(excludes: [Glob] = [], gitSettings: GitSettings? = nil) {
    self.excludes = excludes
    self.gitSettings = gitSettings
  }

  /// Whether the configuration excludes the file.
  package func excludes(_ file: LintFile) -> Bool {
    excludes(relativePath: file.relativePath)
  }

  func excludes(relativePath: FilePath) -> Bool {
    excludes.contains { $0.matches(relativePath) }
  }
}

/// What a search came upon.
package struct FoundFiles: Sendable {
  /// In byte order of the printed paths, each file once.
  package var files: [LintFile] = []
  /// In the same order.
  package var troubles: [Trouble] = []
}

/// The files that the arguments name, and those in the folders that they name. A named file is
/// taken whatever its name and place, a named folder is walked whatever its place; `exclude`
/// holds for both.
/// - Parameter progress: is told now and then how many files have been found.
package func findFiles(
  named arguments: [FilePath], in place: Place, _ selection: FileSelection,
  progress: (Int) -> Void = { _ in }
) -> FoundFiles {
  var found = FoundFiles()
  for argument in arguments {
    find(argument, in: place, selection, into: &found, progress: progress)
  }
  let isInOrder = arguments.count == 1 && !place.workingFolderIsBelow(arguments[0])
  if !isInOrder { found.sortAndDropRepetitions(in: place) }
  return found
}

private func find(
  _ argument: FilePath, in place: Place, _ selection: FileSelection,
  into found: inout FoundFiles, progress: (Int) -> Void
) {
  let file = place.file(namedAs: argument)
  do {
    // The empty path names nothing, but would resolve to the working folder.
    let kind = try kindOfFile(at: argument.bytes.isEmpty ? argument : file.path.orFolder)
    guard !selection.excludes(relativePath: file.relativePath) else { return }
    switch kind {
    case .file:
      found.files.append(file)
    case .folder:
      var walk = FolderWalk(place, selection, after: found)
      found = FoundFiles()
      walk.walk(
        place.absolutePath(of: argument), printedAs: file.path, progress: progress)
      found = walk.found
    }
  } catch {
    found.troubles.append(Trouble(argument, error))
  }
}

extension FoundFiles {
  fileprivate mutating func sortAndDropRepetitions(in place: Place) {
    files.sort { $0.path < $1.path }
    troubles.sort { $0.path < $1.path }
    var seenFiles: Set<FilePath> = []
    files.removeAll { file in
      // A file outside the working folder may be printed in two ways; the first of them stays.
      let isAbove = file.path.bytes.starts(with: "../".utf8)
      let path = isAbove ? file.path.resolved(from: place.workingFolder) : file.path
      return !seenFiles.insert(path).inserted
    }
    var seenTroubles: Set<FilePath> = []
    troubles.removeAll { !seenTroubles.insert($0.path).inserted }
  }
}
