import Commands
import Comparison
import Diagnostics
import Explain
import LanguageServer
import Pipeline
import RuleEngine
import Rules
import Workspace

/// Lints the documents of a language server as `--stdin-path` would lint them, and keeps what it
/// has read of their projects from one edit to the next.
final class WorkspaceLinter: DocumentLinter {
  private let options: LintOptions
  /// The first folder of the workspace, else where the server was started.
  private var workingFolder: FilePath
  /// Without links.
  private var folders: [FilePath] = []
  private var loaded: LoadedProjects
  /// The contexts by configured folder: what held there when its files had no mistake last. A
  /// document that is opened, or opened again, while there is one is linted with that.
  private var lastGood: [FilePath: DocumentContext] = [:]
  /// An entry for each open document.
  private var entries: [DocumentName: Entry] = [:]
  /// The files that were read, or looked for, as they were then.
  private var versions: [FilePath: FileVersion?] = [:]

  private struct Entry {
    /// Whether a run of the project never looks at it: git ignores it, or it is another's code.
    let isPassedOver: Bool
    /// The last context without mistakes; nil where there was a mistake from the beginning.
    var context: DocumentContext?
    /// The mistakes that are in the way of what the files say now.
    var error: ProjectError?
    var settingsPaths: [SettingsPath] = []
  }

  private let whenTypesAreRead: @Sendable () -> Void

  /// - Parameter whenTypesAreRead: called on another thread when all findings may differ, since the
  ///   types of other files are known.
  init(whenTypesAreRead: @escaping @Sendable () -> Void) throws {
    self.whenTypesAreRead = whenTypesAreRead
    options = try LintOptions(Arguments(parsing: [], of: .lint), isSubcommandNamed: true)
    loaded = try LoadedProjects(options, workingFolder: nil, whenTypesAreRead)
    workingFolder = loaded.projects.place.workingFolder
  }

  func setWorkspace(_ folders: [FilePath]) {
    self.folders = folders.map { $0.withoutLinks ?? $0 }
    guard let first = self.folders.first else { return }
    workingFolder = first
    readSettings()
  }

  // MARK: - Linting

  func lint(_ bytes: [UInt8], as document: DocumentName) -> [Diagnostic] {
    guard let context = context(of: document), entries[document]?.isPassedOver == false else {
      return []
    }
    return context.findings(in: bytes)
  }

  func explanations(
    of findings: [Diagnostic], in bytes: [UInt8], as document: DocumentName
  ) -> [FindingExplanation?] {
    guard !findings.isEmpty, let context = context(of: document) else {
      return findings.map { _ in nil }
    }
    let file = FileExplanation(
      context.source(bytes), context.named, context.project, context.rules)
    return findings.map(file.explanation)
  }

  func noteChange(of source: FilePath) -> Bool {
    source.isSwiftFile && loaded.projects.renewTypes(of: source)
  }

  func forget(_ document: DocumentName) {
    entries[document] = nil
  }

  private func context(of document: DocumentName) -> DocumentContext? {
    if entries[document] == nil { read(document) }
    return entries[document]?.context
  }

  /// Finds out what holds for a document, by what the files say now.
  private func read(_ document: DocumentName) {
    let named = loaded.file(of: document)
    let start = walkStart(around: named, document)
    let gitSettings = loaded.gitSettings
    let selection = Selection(loaded.projects.configurations, gitSettings: gitSettings)
    let decision = start.map { selection.decide(named, from: $0, toldBy: .editor) } ?? .lint
    let ignoreFiles = start.map { selection.ignoreFiles(for: named, from: $0) } ?? []
    var (project, baselinePath): (Project?, FilePath?)
    noteVersions(of: usualSettings(around: named) + ignoreFiles)
    var entry = Entry(isPassedOver: decision != .lint && decision != .excluded)
    do throws(ProjectError) {
      project = try loaded.projects.project(of: named.folder)
      baselinePath = BaselinePlace(nil, in: project!).path
      let context = try DocumentContext(named, in: loaded)
      entry.context = context
      lastGood[named.folder.path] = context
    } catch {
      entry.error = error
      entry.context = lastGood[named.folder.path]?.context(of: document)
    }
    let baseline = baselinePath.map { [SettingsPath(path: $0, isFolder: false)] } ?? []
    entry.settingsPaths = settingsPaths(of: named.folder, project) + baseline
    entries[document] = entry
    noteVersions(of: entry.settingsPaths.map(\.path))
  }

  /// Where a run of the document's project begins; nil where there is no project.
  private func walkStart(around file: NamedFile, _ document: DocumentName) -> FilePath? {
    guard case .file = document else { return nil }
    let around = folders.filter { file.path.relative(to: $0) != nil }
    if let nearest = around.max(by: { $0.bytes.count < $1.bytes.count }) { return nearest }
    let root = file.folder.repository ?? file.folder.root
    return root == FilePath("/") ? nil : root
  }

  // MARK: - Settings

  var hasChangedSettings: Bool {
    versions.contains { path, version in FileVersion(at: path) != version }
  }

  func readSettings() {
    versions = [:]
    guard let loaded = try? LoadedProjects(options, workingFolder: workingFolder, whenTypesAreRead)
    else { return }
    self.loaded = loaded
    for document in entries.keys { read(document) }
  }

  var mistakes: SettingsMistakes {
    var mistakes = SettingsMistakes()
    mistakes.leaveNoRules = entries.values.contains { $0.error != nil && $0.context == nil }
    for error in entries.values.compactMap(\.error) {
      for message in error.messages where !mistakes.messages.contains(message) {
        mistakes.messages.append(message)
      }
      for file in error.files {
        let path = file.source.path.resolved(from: workingFolder)
        guard !mistakes.files.contains(where: { $0.path == path }) else { continue }
        mistakes.files.append(
          SettingsFile(
            path: path, bytes: file.source.bytes,
            mistakes: file.diagnostics.map { Note(at: $0.range.lowerBound, $0.message) }))
      }
    }
    mistakes.messages.sort()
    mistakes.files.sort { $0.path < $1.path }
    return mistakes
  }

  var settingsPaths: [SettingsPath] {
    var paths: [SettingsPath] = []
    for path in entries.values.flatMap(\.settingsPaths) where !paths.contains(path) {
      let isUsual = usualNames.contains(FilePath(bytes: path.path.lastComponent).string)
      let isInside = folders.contains { path.path.relative(to: $0) != nil }
      if !isUsual || !isInside { paths.append(path) }
    }
    return paths.sorted { $0.path < $1.path }
  }

  private func noteVersions(of paths: [FilePath]) {
    for path in paths where versions[path] == nil {
      versions.updateValue(FileVersion(at: path), forKey: path)
    }
  }

  /// Where a configuration would be found, whether it is there or not.
  private func usualSettings(around file: NamedFile) -> [FilePath] {
    var paths: [FilePath] = []
    var folder = file.file.path.resolved(from: workingFolder)
    while folder.parent != folder {
      folder = folder.parent
      paths += usualNames.map { folder.appending($0) }
    }
    return paths
  }

  /// The files that say which rules hold in a folder.
  private func settingsPaths(of folder: ConfiguredFolder, _ project: Project?) -> [SettingsPath] {
    let place = loaded.projects.place
    let named = folder.configuration.rules.map { folder.absolutePath(of: $0, in: place) }
    let rules = named.map { path in
      SettingsPath(path: path, isFolder: (try? kindOfFile(at: path)) == .folder)
    }
    let read = (project?.ownFiles ?? []).map { $0.source.path.resolved(from: workingFolder) }
    let files = (folder.files + read).map { SettingsPath(path: $0, isFolder: false) }
    return files + rules + (folder.outer.map { settingsPaths(of: $0, nil) } ?? [])
  }
}

private let usualNames = possibleConfigurationNames + [baselineFileName]

/// The projects of a workspace as their files say at one moment.
final class LoadedProjects {
  let projects: Projects
  let memory = LintWorkerState()
  let gitSettings = GitSettings(environment: environmentVariable)
  private let options: LintOptions

  /// - Parameter workingFolder: nil for that of the process.
  init(
    _ options: LintOptions, workingFolder: FilePath?,
    _ whenTypesAreRead: @escaping @Sendable () -> Void
  ) throws(ProjectError) {
    self.options = options
    projects = try Projects(options.rules, workingFolder: workingFolder)
    projects.whenTypesAreRead = whenTypesAreRead
  }

  /// Lints documents of a project, and keeps what its baseline has of them.
  func linter(_ baseline: ProjectBaseline?) -> Linter {
    Linter(projects, options, Baselines(baseline))
  }

  func file(of document: DocumentName) -> NamedFile {
    defer { projects.addFolders() }
    return switch document {
    case .file(let path): projects.configurations.file(namedAs: path)
    // One that has no path yet is nowhere that an `allow` could mean.
    case .untitled(let name):
      projects.configurations.file(
        namedAs: projects.place.workingFolder.appending(
          name.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }))
    }
  }
}

/// The rules and settings that hold for one document.
struct DocumentContext {
  let named: NamedFile
  let project: Project
  let rules: CompiledRules
  private let linter: Linter
  private let loaded: LoadedProjects

  init(_ named: NamedFile, in loaded: LoadedProjects) throws(ProjectError) {
    let project = try loaded.projects.project(of: named.folder)
    self.init(named, project, loaded.linter(try ProjectBaseline(.found, project)), loaded)
  }

  private init(
    _ named: NamedFile, _ project: Project, _ linter: Linter, _ loaded: LoadedProjects
  ) {
    (self.named, self.project, self.linter, self.loaded) = (named, project, linter, loaded)
    rules = linter.rules(for: named.file, using: loaded.memory) ?? CompiledRules([])
  }

  /// The context of another document of the same project at the same time; nil where that is none.
  func context(of document: DocumentName) -> DocumentContext? {
    let other = loaded.file(of: document)
    guard other.folder === named.folder else { return nil }
    return DocumentContext(other, project, linter, loaded)
  }

  func source(_ bytes: [UInt8]) -> SourceFile { SourceFile(path: named.file.path, bytes: bytes) }

  func findings(in bytes: [UInt8]) -> [Diagnostic] {
    guard !named.isExcluded else { return [] }
    let input = Input(file: named.file, isReported: true, new: .bytes(bytes))
    return linter.findings(of: input, using: loaded.memory)
      .filter { $0.isReported || $0.verdict == .inBaseline }
  }
}
