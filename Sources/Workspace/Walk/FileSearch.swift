import Diagnostics

/// The files that a search found, and those that it left out.
package struct FoundFiles: Sendable {
  package var files: LintFiles
  package var troubles: [Trouble] = []
  /// Swift files that a configuration excludes.
  package var excluded = LintFiles()
  /// The files that no `include` names.
  package var notIncluded = LintFiles()
  /// Files that were named and whose names are not those of Swift files, as printed.
  package var notSwift: [FilePath] = []
  /// Folders that were skipped although git tracks Swift files in them.
  package var skipped: [SkippedFolder] = []
  /// Repositories in the repository that was walked, as printed; they are not entered.
  package var nestedRepositories: [FilePath] = []
  /// Symbolic links to Swift files and to folders, as printed; they are not followed.
  package var links: [FilePath] = []
  /// The roots of the repositories in which files may have been found; absolute.
  package var repositories: [FilePath] = []
  /// Folders that were skipped because their configurations have mistakes.
  package var misconfigured: [ConfiguredFolder] = []

  package init(files: LintFiles = LintFiles(), excluded: LintFiles = LintFiles()) {
    (self.files, self.excluded) = (files, excluded)
  }

  var isEmpty: Bool {
    files.isEmpty && troubles.isEmpty && excluded.isEmpty && notIncluded.isEmpty
      && notSwift.isEmpty && skipped.isEmpty && nestedRepositories.isEmpty && links.isEmpty
      && repositories.isEmpty && misconfigured.isEmpty
  }
}

/// A search for the files that the arguments name, and those in the folders that they name. A named
/// file is linted whatever its place, unless its extension is of something else. A named folder is
/// walked whatever its place. `exclude` applies to both. The search continues when its next batch
/// is requested.
package struct FileSearch: Sequence, IteratorProtocol, Sendable {
  let place: Place
  let selection: Selection
  private(set) var arguments: ArraySlice<Argument>
  private var walk: FolderWalk?
  /// The results of the walks that have ended.
  private var ignoreRules: IgnoreRules?
  /// The number of files of the last batch.
  private var batchSize = 0
  /// Whether files come in the byte order of the printed paths, each file once.
  package let isInOrder: Bool

  enum Argument {
    case file(NamedFile)
    case folder(NamedFile)
    /// A file with the extension of something else, as printed.
    case notSwift(FilePath)
    case trouble(Trouble)
  }

  /// - Parameter isRefused: whether an argument must not be read, since it leads out of the
  ///   repository.
  package init(
    named arguments: [FilePath], in place: Place, _ selection: Selection,
    isRefused: (FilePath) -> Bool = { _ in false }
  ) {
    (self.place, self.selection) = (place, selection)
    self.arguments =
      arguments.map { argument in
        let printed = place.printedPath(of: place.absolutePath(of: argument), namedAs: argument)
        if !argument.mayBeSwift, (try? kindOfFile(at: printed.orFolder)) == .file {
          return .notSwift(printed)
        }
        do throws(FileError) {
          if isRefused(argument) { throw .outsideRepository }
          try place.requireNoLinkIntoGit(at: argument)
          // The empty path names nothing, but would resolve to the working folder.
          return switch try kindOfFile(at: argument.bytes.isEmpty ? argument : printed.orFolder) {
          case .file: .file(selection.configurations.file(namedAs: argument))
          case .folder: .folder(selection.configurations.folder(namedAs: argument))
          }
        } catch {
          return .trouble(Trouble(argument, error))
        }
      }[...]
    isInOrder = arguments.count == 1 && !place.workingFolderIsBelow(arguments[0])
  }

  /// The configured folders that it begins in, each once, in the order of the arguments.
  package var startFolders: [ConfiguredFolder] {
    var folders: [ConfiguredFolder] = []
    for argument in arguments {
      switch argument {
      case .file(let named), .folder(let named):
        if !folders.contains(where: { $0 === named.folder }) { folders.append(named.folder) }
      case .notSwift, .trouble: break
      }
    }
    return folders
  }

  /// Some consecutive files, or none if a long search has found none yet.
  package mutating func next() -> FoundFiles? {
    batchSize = Workspace.batchSize(after: batchSize)
    let size = batchSize
    var found = FoundFiles(files: LintFiles(capacity: size))
    var steps = 0
    // Going through a thousand folders without a file takes some milliseconds.
    while found.files.count < size, steps < 1000 {
      steps += 1
      guard advance(&found, untilFileCount: size) else {
        return found.isEmpty ? nil : found
      }
    }
    return found
  }

  /// Returns false at the end.
  private mutating func advance(_ found: inout FoundFiles, untilFileCount count: Int) -> Bool {
    if walk?.advance(&found, untilFileCount: count) == true { return true }
    ignoreRules = walk?.ignoreRules ?? ignoreRules
    walk = nil
    guard let argument = arguments.popFirst() else { return false }
    begin(argument, &found)
    return true
  }

  private mutating func begin(_ argument: Argument, _ found: inout FoundFiles) {
    switch argument {
    case .file(let named), .folder(let named):
      // The configuration that '--config' names says nothing of where a file is.
      if named.folder.isNamed, let repository = repositoryRoot(around: named.path) {
        found.repositories.append(repository)
      }
    case .notSwift, .trouble: break
    }
    switch argument {
    case .file(let named) where named.isExcluded:
      found.excluded.append(named.file)
    case .file(let named):
      found.files.append(named.file)
    case .folder(let named):
      walk = FolderWalk(through: named, in: place, selection, reusing: ignoreRules)
    case .notSwift(let path):
      found.notSwift.append(path)
    case .trouble(let trouble):
      found.troubles.append(trouble)
    }
  }

  /// All files, in the byte order of the printed paths, each file once.
  /// - Parameter progress: is called now and then during a walk with the number of files found.
  package func all(progress: (Int) -> Void = { _ in }) -> FoundFiles {
    var search = self
    var all = FoundFiles()
    while let found = search.next() {
      all.files.append(contentsOf: found.files)
      all.troubles += found.troubles
      all.excluded.append(contentsOf: found.excluded)
      all.notIncluded.append(contentsOf: found.notIncluded)
      all.notSwift += found.notSwift
      all.skipped += found.skipped
      all.nestedRepositories += found.nestedRepositories
      all.links += found.links
      all.repositories += found.repositories
      all.misconfigured += found.misconfigured
      if search.walk != nil { progress(all.files.count) }
    }
    if !isInOrder { all.sortAndDropRepetitions(in: place, named: namedFolders) }
    return all
  }

  /// Whether it goes through a folder.
  package var walksFolders: Bool { !namedFolders.isEmpty }

  private var namedFolders: [FilePath] {
    arguments.compactMap { argument in
      if case .folder(let named) = argument { named.path } else { nil }
    }
  }
}

extension FoundFiles {
  /// The files as `FileSearch` returns them.
  package var batches: [FoundFiles] {
    var size = 0
    var batches: [FoundFiles] = []
    var rest = files.indices
    while !rest.isEmpty {
      size = batchSize(after: size)
      let batch = rest.prefix(size)
      rest = rest.dropFirst(batch.count)
      batches.append(FoundFiles(files: files.part(batch)))
    }
    return batches
  }

  /// - Parameter folders: the absolute paths of the folders that were walked.
  fileprivate mutating func sortAndDropRepetitions(in place: Place, named folders: [FilePath]) {
    files.sortAndDropRepetitions(in: place)
    excluded.sortAndDropRepetitions(in: place)
    // A file that another walk reads is linted.
    let isNeeded = !notIncluded.isEmpty || !skipped.isEmpty
    let linted = Set(isNeeded ? files.map { $0.path.unambiguous(in: place) } : [])
    notIncluded.removeAll { linted.contains($0.path.unambiguous(in: place)) }
    notIncluded.sortAndDropRepetitions(in: place)
    troubles.sort { $0.path < $1.path }
    var seenTroubles: Set<FilePath> = []
    troubles.removeAll { !seenTroubles.insert($0.path).inserted }
    notSwift.sortAndDropRepetitions(in: place)
    links.sortAndDropRepetitions(in: place)
    nestedRepositories.sortAndDropRepetitions(in: place)
    nestedRepositories.removeAll { folders.contains(place.absolutePath(of: $0)) }
    skipped.sort { $0.path < $1.path }
    var seenFolders: Set<FilePath> = []
    // The compiler (6.3.1) makes other code of `removeAll` in some builds than in others.
    skipped = skipped.filter { seenFolders.insert($0.path.unambiguous(in: place)).inserted }
    for index in skipped.indices {
      let folder = skipped[index].path.unambiguous(in: place)
      skipped[index].count -= linted.count { $0.relative(to: folder) != nil }
    }
    skipped = skipped.filter { 0 < $0.count }
  }
}

extension LintFiles {
  fileprivate mutating func sortAndDropRepetitions(in place: Place) {
    sort()
    var seen: Set<FilePath> = []
    removeAll { !seen.insert($0.path.unambiguous(in: place)).inserted }
  }
}

extension [FilePath] {
  fileprivate mutating func sortAndDropRepetitions(in place: Place) {
    sort()
    var seen: Set<FilePath> = []
    removeAll { !seen.insert($0.unambiguous(in: place)).inserted }
  }
}

extension FilePath {
  /// A file outside the working folder may be printed in two ways; this is the same for both.
  fileprivate func unambiguous(in place: Place) -> FilePath {
    bytes.starts(with: "../".utf8) ? resolved(from: place.workingFolder) : self
  }
}

/// The number of files of the next batch. Files are passed between threads in batches, since
/// passing one costs more than linting a small file. The first batches are small, so that a few
/// large files are spread over the threads.
private func batchSize(after last: Int) -> Int { min(last + 1, 32) }

extension FileSearch {
  /// The number of Swift files that its walks would find if git did not keep them away from the
  /// disk, in a sparse checkout; 0 if git cannot tell.
  /// - Parameter repositories: the absolute paths of those that it has entered.
  package func absentCount(in repositories: [FilePath]) -> Int {
    let starts = namedFolders
    let roots = Set(repositories + starts.compactMap(repositoryRoot))
    return roots.filter(isSparseCheckout).reduce(0) { count, root in
      let answer = try? runGit(["ls-files", "-t", "-z", "--", "*.swift"], in: root, .ofFolder)
      // An entry is `S`, a blank and the path.
      let entries = (answer?.output ?? []).split(separator: 0)
      return count
        + entries.count { entry in
          let path = root.appending(entry.dropFirst(2))
          return entry.first == UInt8(ascii: "S") && !isNameTaken(path)
            && selection.decide(
              selection.configurations.file(at: path), fromAny: starts, toldBy: .git) == .lint
        }
    }
  }

  /// Searches again after a search that found no file, for files that were skipped for any reason.
  /// - Parameters:
  ///   - links: the links that the search has found.
  ///   - repositories: the repositories that it has not entered.
  /// - Returns: a Swift file for each reason, as printed; for a link to a folder that holds one,
  ///   the link; for a repository that holds one, its folder.
  package func leftOutFiles(
    links: [FilePath], repositories: [FilePath]
  ) -> [Selection.Decision: FilePath] {
    var leftOut: [Selection.Decision: FilePath] = [:]
    func add(_ file: FilePath, _ reason: Selection.Decision) {
      leftOut[reason] = leftOut[reason] ?? file
    }
    for argument in arguments {
      switch argument {
      case .file(let named): add(named.file.path, .excluded)
      case .folder(let named):
        let walk = walk(through: named)
        walk.visit { found in
          found.files.allSatisfy { file in
            let folder = selection.configurations.folders[file.configuration]
            let isIncluded = folder.includes(file.relativePath, inWalkFrom: walk.startPath)
            let isExcluded = folder.excludes(file.relativePath)
            add(file.path, isExcluded ? .excluded : isIncluded ? .ignored : .notIncluded)
            return leftOut[.excluded] == nil || leftOut[.ignored] == nil
          }
        }
      case .notSwift, .trouble: continue
      }
    }
    func holdsFile(_ folder: FilePath) -> Bool {
      walk(through: selection.configurations.folder(namedAs: folder)).firstFile != nil
    }
    leftOut[.link] = links.first { (try? kindOfFile(at: $0)) == .file || holdsFile($0) }
    leftOut[.nested] = repositories.first(where: holdsFile)
    guard leftOut.isEmpty else { return leftOut }
    leftOut[.skipped] =
      arguments.lazy.compactMap { argument -> LintFile? in
        guard case .folder(let named) = argument else { return nil }
        return walk(through: named, skipsFolders: false).firstFile
      }.first?.path
    return leftOut
  }

  /// Goes through the Swift files below the folders that the search begins in, also through those
  /// that it leaves out, and through the nested repositories, until the body returns false.
  /// - Parameter body: takes paths as they are printed.
  /// - Returns: false if there are too many folders.
  package func visitAll(_ body: (FilePath) -> Bool) -> Bool {
    arguments.allSatisfy { argument in
      guard case .folder(let named) = argument else { return true }
      return walk(through: named, skipsFolders: false).visit { found in
        found.files.allSatisfy { body($0.path) } && found.nestedRepositories.allSatisfy(body)
      }
    }
  }

  /// A walk in which nothing is ignored or excluded.
  private func walk(through folder: NamedFile, skipsFolders: Bool = true) -> FolderWalk {
    var selection = Selection(selection.configurations)
    selection.skipsFolders = skipsFolders
    selection.honoursExcludes = false
    return FolderWalk(through: folder, in: place, selection)
  }
}

extension FolderWalk {
  fileprivate var firstFile: LintFile? {
    var first: LintFile?
    visit { found in
      first = found.files.first
      return first == nil
    }
    return first
  }

  /// Goes through its findings until the body returns false. The search stops after some thousand
  /// folders, so that it takes no more than tenths of a second if there is nothing to find.
  /// - Returns: whether it has not stopped.
  @discardableResult
  fileprivate func visit(_ body: (FoundFiles) -> Bool) -> Bool {
    var walk = self
    for _ in 0..<10_000 {
      var found = FoundFiles()
      let goesOn = walk.advance(&found, untilFileCount: 32)
      guard body(found), goesOn else { return true }
    }
    return false
  }
}
