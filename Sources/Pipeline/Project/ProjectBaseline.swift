import Commands
import Comparison
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// Where a project's baseline is, or would be.
package struct BaselinePlace: Sendable {
  /// Absolute.
  package let path: FilePath
  /// Whether the command line names it.
  private let isNamed: Bool
  /// Whether somebody names it, so that it must be there.
  private let isExpected: Bool
  private let place: Place
  private let folder: ConfiguredFolder

  /// - Parameter named: by `--baseline`.
  package init(_ named: FilePath?, in project: Project) {
    self.init(named, of: project.folder, in: project.place)
  }

  package init(_ named: FilePath?, of folder: ConfiguredFolder, in place: Place) {
    (self.place, self.folder) = (place, folder)
    isNamed = named != nil
    let outermost = folder.outermost
    let expected =
      named?.resolved(from: place.workingFolder)
      ?? outermost.configuration.baseline.map { outermost.absolutePath(of: $0, in: place) }
    isExpected = expected != nil
    path =
      expected ?? (folder.project ?? place.workingFolder).appending(baselineFileName)
  }

  /// Where the files lie that it is for; nil for any.
  package var configuredFolder: ConfiguredFolder? { isNamed ? nil : folder }

  /// The commit that it is read from, by its hexadecimal name; nil for the disk.
  package var settingsCommit: FilePath? { place.settings.commit?.revision.commit }

  /// As messages have it.
  package var printedPath: FilePath { place.printedPath(of: path, namedAs: FilePath("")) }

  /// The content of its file; nil where there is no file and nobody names it.
  package func read() throws(ProjectError) -> BaselineFile? {
    let bytes: [UInt8]
    do throws(FileError) {
      if isExpected { try requireInScope() }
      bytes = try place.settings.read(path)
      // Many projects have none, and nothing is asked about it.
      if !isExpected { try requireInScope() }
    } catch {
      if error.isMissing {
        guard isExpected else { return nil }
        throw missing
      }
      throw ProjectError(Trouble(printedPath, error).message)
    }
    let file = BaselineFile(parsing: SourceFile(path: printedPath, bytes: bytes))
    guard file.mistakes.isEmpty else {
      let mistakes = FileDiagnostics(source: file.source, diagnostics: file.mistakes)
      throw ProjectError(files: [mistakes]).hidingTexts(
        outside: isNamed ? nil : folder, in: place, named: isNamed ? [path] : [])
    }
    return file
  }

  private func requireInScope() throws(FileError) {
    let scope = folder.readScope ?? place.readScope
    guard isNamed || scope.contains(path) else { throw .outsideRepository }
  }

  package func writable() throws(FileError) -> WritableFile { try place.writable(path) }

  /// The error for a file that must be there and is not.
  package var missing: ProjectError {
    let advice = "'\(toolName) baseline write' writes it"
    return ProjectError("there is no '\(printedPath.string)'; \(advice)")
  }

  /// Why it is not written.
  package func cannotWrite(_ error: FileError) -> ProjectError {
    ProjectError("cannot write '\(printedPath.printable)' (\(error.text))")
  }

  /// The path that a baseline has for a file.
  /// - Parameter path: as printed.
  package func entryPath(of path: FilePath) -> FilePath {
    // Mostly the tool is run where the baseline lies.
    if self.path.parent == place.workingFolder, isPlain(path) { return path }
    return entryPath(ofAbsolute: place.absolutePath(of: path))
  }

  /// The path that a baseline has for a file at an absolute path.
  func entryPath(ofAbsolute path: FilePath) -> FilePath {
    Place(workingFolder: self.path.parent).printedPath(of: path, namedAs: FilePath(""))
  }

  /// - Parameter entryPath: see `entryPath(of:)`.
  package func absolutePath(of entryPath: FilePath) -> FilePath {
    entryPath.resolved(from: path.parent)
  }

  /// Whether a file is in a repository of its own, which has its own baseline.
  func isOfOtherRepository(_ file: FilePath) -> Bool {
    guard !isNamed, let repository = folder.repository else { return false }
    return repositoryRoot(around: file.parent) != repository
  }

  /// Whether the path leads into the working folder.
  private func isPlain(_ path: FilePath) -> Bool {
    !path.isAbsolute && !path.bytes.starts(with: "..".utf8)
  }
}

extension ConfiguredFolder {
  /// The folder of the project whose files share a baseline: the repository, else that of the
  /// outermost configuration; nil if there is neither.
  package var project: FilePath? {
    repository ?? (outermost.configuration.source == nil ? nil : root)
  }
}

/// The baseline of a project. Any thread may ask it.
package final class ProjectBaseline: @unchecked Sendable {
  package let place: BaselinePlace
  package let baseline: Baseline
  private let lock = Lock()
  /// The entries whose file is gone; nil until somebody asks, since the disk is asked about every
  /// path.
  private var gone: [Int]?
  /// The tree that is linted in place of the files on the disk.
  private let tree: CommitTree?
  /// Whether files are there that a change touches, by their absolute paths.
  let touched: [FilePath: Bool]
  private var goneFiles = GoneFiles()

  package init(
    _ baseline: Baseline, at place: BaselinePlace, _ tree: CommitTree? = nil,
    touched: [FilePath: Bool] = [:]
  ) {
    (self.place, self.tree, self.touched) = (place, tree, touched)
    self.baseline = baseline
  }

  /// Fails if there is none, or none is wanted.
  package convenience init?(
    _ options: BaselineOptions, _ project: Project, _ tree: CommitTree? = nil
  ) throws(ProjectError) {
    guard !options.isIgnored else { return nil }
    try self.init(at: BaselinePlace(options.named, in: project), tree)
  }

  /// Fails if there is none.
  package convenience init?(
    at place: BaselinePlace, _ tree: CommitTree? = nil
  ) throws(ProjectError) {
    guard let file = try place.read() else { return nil }
    self.init(Baseline(file), at: place, tree)
  }

  package var source: SourceFile { baseline.file.source }

  /// The entries whose files are gone, by index.
  var goneEntries: [Int] {
    lock.withLock {
      if let gone { return gone }
      let paths = Set(filesThatAreGone(among: baseline.paths.map(place.absolutePath)))
      let entryPaths = Set(baseline.paths.filter { paths.contains(place.absolutePath(of: $0)) })
      let found = baseline.entries.indices.filter { entryPaths.contains(baseline.entries[$0].path) }
      gone = found
      return found
    }
  }

  /// The files that are gone among these absolute paths.
  func goneFiles(among paths: some Collection<FilePath>) -> [FilePath] {
    paths.isEmpty ? [] : lock.withLock { filesThatAreGone(among: paths) }
  }

  private func filesThatAreGone(among paths: some Collection<FilePath>) -> [FilePath] {
    // If git cannot tell, none is gone.
    let committed = tree.map { (try? $0.present(among: Set(paths))) ?? Set(paths) }
    return paths.filter { path in
      touched[path].map { !$0 } ?? committed.map { !$0.contains(path) } ?? goneFiles.contains(path)
    }
  }

  /// The entries whose finding is gone, by index: of files that were linted, and of those below a
  /// folder that was walked that are gone or have another baseline.
  /// - Parameters:
  ///   - use: what a run over whole files has found.
  ///   - candidates: entries that the run has not found, by index; nil for all.
  ///   - linted: all files.
  ///   - walked: the folders and files of the command line; absolute.
  ///   - rules: the ids of those in force.
  ///   - isOff: whether a rule is off in a file that was linted.
  package func staleEntries(
    of use: BaselineUse, among candidates: [Int]? = nil, linted: some Sequence<LintFile>,
    walked: [FilePath], rules: Set<String>,
    isOff: (_ rule: String, LintFile) -> Bool
  ) -> [Int] {
    let entries = baseline.entries
    var missing = (candidates ?? use.missingEntries).filter { rules.contains(entries[$0].rule) }
    guard !missing.isEmpty else { return [] }
    var isJudged = Dictionary(
      missing.map { (entries[$0].path, false) }, uniquingKeysWith: { first, _ in first })
    var files: [FilePath: LintFile] = [:]
    for file in linted {
      let path = place.entryPath(of: file.path)
      guard isJudged[path] != nil else { continue }
      isJudged[path] = true
      files[path] = file
    }
    missing.removeAll { number in
      files[entries[number].path].map { isOff(entries[number].rule, $0) } ?? false
    }
    let unlinted = isJudged.filter { !$0.value }.keys
    let gone = Set(goneFiles(among: unlinted.map(place.absolutePath)))
    for path in unlinted {
      let absolute = place.absolutePath(of: path)
      isJudged[path] =
        walked.contains { absolute.relative(to: $0) != nil }
        && (gone.contains(absolute) || place.isOfOtherRepository(absolute))
    }
    return missing.filter { isJudged[entries[$0].path]! }
  }
}
