import Comparison
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// Where a project's baseline is, or would be.
struct BaselinePlace: Sendable {
  /// Absolute.
  let path: FilePath
  /// Whether the command line names it.
  private let isNamed: Bool
  /// Whether somebody names it, so that it must be there.
  private let isExpected: Bool
  private let place: Place
  private let folder: ConfiguredFolder

  /// - Parameter named: by `--baseline`.
  init(_ named: FilePath?, in project: Project) {
    self.init(named, of: project.folder, in: project.place)
  }

  init(_ named: FilePath?, of folder: ConfiguredFolder, in place: Place) {
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
  var configuredFolder: ConfiguredFolder? { isNamed ? nil : folder }

  /// As messages have it.
  var printedPath: FilePath { place.printedPath(of: path, namedAs: FilePath("")) }

  /// What its file holds; nil where there is none, and nobody names it.
  func read() throws(ProjectError) -> BaselineFile? {
    let bytes: [UInt8]
    do {
      // What lies elsewhere may be nobody's business to print.
      bytes = try place.settings.read(path, isNamed ? .followingLinks : .refusingLinks)
    } catch {
      if error.isMissing {
        guard isExpected else { return nil }
        throw missing
      }
      throw ProjectError(messages: [Trouble(printedPath, error).message])
    }
    let file = BaselineFile(parsing: SourceFile(path: printedPath, bytes: bytes))
    guard file.mistakes.isEmpty else {
      let mistakes = FileDiagnostics(source: file.source, diagnostics: file.mistakes)
      throw ProjectError(files: [mistakes]).hidingTexts(
        outside: isNamed ? nil : folder, in: place)
    }
    return file
  }

  /// Asked before it is written.
  func requireNoLinkOut() throws(FileError) {
    try place.requireNoLinkOut(at: path)
  }

  /// What is said where it must be there and is not.
  var missing: ProjectError {
    let advice = "'\(toolName) baseline write' writes it"
    return ProjectError(messages: ["there is no '\(printedPath.string)'; \(advice)"])
  }

  /// Why it is not written.
  func cannotWrite(_ error: FileError) -> ProjectError {
    ProjectError(messages: ["cannot write '\(printedPath.printable)' (\(error.text))"])
  }

  /// The path that a baseline has for a file.
  /// - Parameter path: as printed.
  func entryPath(of path: FilePath) -> FilePath {
    let folder = self.path.parent
    // Mostly the tool is run where the baseline lies.
    if folder == place.workingFolder, isPlain(path) { return path }
    let file = place.absolutePath(of: path)
    return Place(workingFolder: folder).printedPath(of: file, namedAs: FilePath(""))
  }

  /// - Parameter entryPath: see `entryPath(of:)`.
  func absolutePath(of entryPath: FilePath) -> FilePath {
    entryPath.resolved(from: path.parent)
  }

  /// Whether the path leads into the working folder.
  private func isPlain(_ path: FilePath) -> Bool {
    !path.isAbsolute && !path.bytes.starts(with: "..".utf8)
  }
}

extension ConfiguredFolder {
  /// The folder of the project whose files share a baseline: the repository, else that of the
  /// outermost configuration; nil if there is neither.
  fileprivate var project: FilePath? {
    repository ?? (outermost.configuration.source == nil ? nil : root)
  }
}

/// The baselines of a run: each file has that of its own project. Any thread may ask.
final class Baselines: @unchecked Sendable {
  /// For speed alone it is no tuple.
  private struct Entry {
    /// Whose files have the baseline; nil for those of no other project.
    let project: FilePath?
    let baseline: ProjectBaseline?
  }

  /// Nil if all files have the same baseline, or none.
  private let configurations: ConfigurationTree?
  private let first: Entry
  private let lock = Lock()
  /// Mostly there are none, and their array would take as long to make as a small file to lint.
  private var others: [Entry] = []
  /// Why a baseline of a repository that a walk has entered cannot be used.
  private(set) var failure: ProjectError?

  /// The same for all files.
  init(_ baseline: ProjectBaseline?) {
    configurations = nil
    first = Entry(project: nil, baseline: baseline)
  }

  /// - Parameters:
  ///   - baseline: that of the files in a folder's project; files of others have another.
  ///   - folder: nil if all files have it.
  init(
    _ baseline: ProjectBaseline?, of folder: ConfiguredFolder?, _ configurations: ConfigurationTree
  ) {
    self.configurations = folder == nil ? nil : configurations
    first = Entry(project: folder?.project, baseline: baseline)
  }

  /// - Parameter projects: those that the run begins with; not empty.
  convenience init(
    _ options: BaselineOptions, _ projects: [Project], _ configurations: ConfigurationTree,
    _ tree: CommitTree? = nil
  ) throws(ProjectError) {
    let first = projects[0]
    let baseline = try ProjectBaseline(options, first, tree)
    let isNamedForAll = first.folder.isNamed && first.configuration.baseline != nil
    guard !options.isIgnored, options.named == nil, !isNamedForAll else {
      self.init(baseline)
      return
    }
    self.init(baseline, of: first.folder, configurations)
    if projects.count == 1 { return }
    for project in projects.dropFirst() { try add(project.folder) }
  }

  /// Reads the baselines of the repositories that a search has found.
  /// - Returns: whether they can be used.
  func add(_ repositories: [FilePath]) -> Bool {
    guard let configurations, !repositories.isEmpty else { return failure == nil }
    do throws(ProjectError) {
      for root in repositories where !isKnown(root) {
        try add(configurations.folder(ofRepository: root))
      }
    } catch {
      failure = error
    }
    return failure == nil
  }

  private func add(_ folder: ConfiguredFolder) throws(ProjectError) {
    // No file of a folder whose configuration has a mistake is linted.
    guard let configurations, folder.isUsable, !isKnown(folder.project) else { return }
    let baseline = try ProjectBaseline(
      at: BaselinePlace(nil, of: folder, in: configurations.place))
    lock.withLock { others.append(Entry(project: folder.project, baseline: baseline)) }
  }

  private func isKnown(_ project: FilePath?) -> Bool {
    first.project == project || others.contains { $0.project == project }
  }

  /// In the order in which their projects were found.
  var all: [ProjectBaseline] {
    if isEmpty { return [] }
    return lock.withLock { ([first] + others).compactMap(\.baseline) }
  }

  var isEmpty: Bool {
    first.baseline == nil && lock.withLock { !others.contains { $0.baseline != nil } }
  }

  /// That of the project that a file is in.
  /// - Parameter file: as printed.
  func baseline(of file: FilePath) -> ProjectBaseline? {
    // For speed alone the body returns nothing: a type for it would have to be made.
    var others: [Entry] = []
    lock.withLock { others = self.others }
    if others.isEmpty { return first.baseline }
    let path = configurations!.place.absolutePath(of: file)
    func depth(_ entry: Entry) -> Int {
      guard let project = entry.project else { return 0 }
      return path.relative(to: project) == nil ? -1 : project.bytes.count
    }
    let nearest = ([first] + others).max { depth($0) < depth($1) }!
    return depth(nearest) < 0 ? nil : nearest.baseline
  }
}

/// The baseline of a project. Any thread may ask it.
final class ProjectBaseline: @unchecked Sendable {
  let place: BaselinePlace
  let baseline: Baseline
  private let lock = Lock()
  /// Nil until somebody asks, since the disk is asked about every path.
  private var gone: [Int]?
  /// What is linted in place of the files on the disk.
  private let tree: CommitTree?
  private var goneFiles = GoneFiles()

  init(_ file: BaselineFile, at place: BaselinePlace, _ tree: CommitTree? = nil) {
    (self.place, self.tree) = (place, tree)
    baseline = Baseline(file)
  }

  /// Nil if there is none, or none is wanted.
  convenience init?(
    _ options: BaselineOptions, _ project: Project, _ tree: CommitTree? = nil
  ) throws(ProjectError) {
    guard !options.isIgnored else { return nil }
    try self.init(at: BaselinePlace(options.named, in: project), tree)
  }

  /// Nil if there is none.
  fileprivate convenience init?(
    at place: BaselinePlace, _ tree: CommitTree? = nil
  ) throws(ProjectError) {
    guard let file = try place.read() else { return nil }
    self.init(file, at: place, tree)
  }

  var source: SourceFile { baseline.file.source }

  /// The entries whose files are gone, by index.
  var goneEntries: [Int] {
    lock.withLock {
      if let gone { return gone }
      var isGone: [FilePath: Bool] = [:]
      // If git cannot tell, none is gone.
      let committed = tree.map { tree in
        let paths = Set(baseline.paths.map(place.absolutePath))
        return (try? tree.present(among: paths)) ?? paths
      }
      for path in baseline.paths {
        let file = place.absolutePath(of: path)
        isGone[path] = committed.map { !$0.contains(file) } ?? goneFiles.contains(file)
      }
      let found = baseline.entries.indices.filter { isGone[baseline.entries[$0].path]! }
      gone = found
      return found
    }
  }

  /// Whether an entry's file is gone. Asked under the lock.
  private func isGone(_ entryPath: FilePath) -> Bool {
    goneFiles.contains(place.absolutePath(of: entryPath))
  }

  /// The entries whose finding is gone, by index: of files that were linted, and of those that are
  /// gone below a folder that was walked.
  /// - Parameters:
  ///   - use: what a run over whole files has found.
  ///   - linted: the paths of all files, as printed.
  ///   - walked: the folders and files of the command line; absolute.
  ///   - rules: the ids of those in force.
  func staleEntries(
    of use: BaselineUse, linted: some Sequence<FilePath>, walked: [FilePath], rules: Set<String>
  ) -> [Int] {
    let entries = baseline.entries
    let missing = use.missingEntries.filter { rules.contains(entries[$0].rule) }
    guard !missing.isEmpty else { return [] }
    var isJudged = Dictionary(
      missing.map { (entries[$0].path, false) }, uniquingKeysWith: { first, _ in first })
    for path in linted {
      let path = place.entryPath(of: path)
      if isJudged[path] != nil { isJudged[path] = true }
    }
    for (path, wasLinted) in isJudged where !wasLinted {
      let absolute = place.absolutePath(of: path)
      isJudged[path] =
        walked.contains { absolute.relative(to: $0) != nil } && lock.withLock { isGone(path) }
    }
    return missing.filter { isJudged[entries[$0].path]! }
  }
}
