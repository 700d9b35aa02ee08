import Diagnostics
import RuleEngine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
}

package struct FoundFiles: Sendable {
  /// In byte order of the printed paths, each file once.
  package var files: [LintFile] = []
  /// In the same order.
  package var troubles: [Trouble] = []
}

/// The files that the arguments name, and those in the folders that they name. A named file is
/// taken whatever its name and place, a named folder is walked whatever its place; `exclude`
/// holds for both.
package func findFiles(
  named arguments: [FilePath], in place: Place, _ selection: FileSelection
) -> FoundFiles {
  var found = FoundFiles()
  var isSorted = true
  for argument in arguments {
    let path = argument.resolved(from: place.workingFolder)
    let printed = place.printedPath(of: path, namedAs: argument)
    let shown = printed.bytes.isEmpty ? FilePath(".") : printed
    isSorted = isSorted && found.files.isEmpty && found.troubles.isEmpty
    switch kindOfFile(at: shown) {
    case .failure(let error):
      found.troubles.append(Trouble(argument, error))
    case .success(.file):
      let file = LintFile(path: printed, relativePath: place.relativePath(of: path))
      if !selection.excludes.contains(where: { $0.matches(file.relativePath) }) {
        found.files.append(file)
      }
    case .success(.folder):
      let isExcluded = selection.excludes.contains {
        $0.matches(place.relativePath(of: path))
      }
      guard !isExcluded else { continue }
      var walk = FolderWalk(place, selection, into: found)
      walk.walk(path, printedAs: printed)
      found = walk.found
    }
  }
  if !isSorted { found.sortAndDropRepetitions(in: place) }
  return found
}

private enum NamedKind {
  case file, folder
}

private func kindOfFile(at path: FilePath) -> Result<NamedKind, FileError> {
  var status = stat()
  guard path.bytes.withCString({ stat($0, &status) }) == 0 else { return .failure(.last) }
  switch status.st_mode & S_IFMT {
  case S_IFREG: return .success(.file)
  case S_IFDIR: return .success(.folder)
  default: return .failure(.notARegularFile)
  }
}

extension FoundFiles {
  fileprivate mutating func sortAndDropRepetitions(in place: Place) {
    files.sort { $0.path < $1.path }
    troubles.sort { $0.path < $1.path }
    // A file outside the working folder may be printed in two ways; the first of them stays.
    var seen: Set<FilePath> = []
    files.removeAll { file in
      !seen.insert(file.path.resolved(from: place.workingFolder)).inserted
    }
    var seenTroubles: Set<FilePath> = []
    troubles.removeAll { !seenTroubles.insert($0.path).inserted }
  }
}
