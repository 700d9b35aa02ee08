import Diagnostics
import LanguageServer
import RuleEngine
import Rules
import Workspace

/// Lints the documents of a language server as `--stdin-path` would lint them, and keeps what it
/// has read of their projects from one edit to the next.
final class WorkspaceLinter: DocumentLinter {
  private let options: LintOptions
  /// The first folder of the workspace, else where the server was started.
  private var workingFolder: FilePath
  private var folders: [FilePath] = []
  private var loaded: LoadedProjects
  /// As they were before there was a mistake; nil where there is none, or ever was one.
  private var lastGood: LoadedProjects?
  /// What is known of each open document.
  private var entries: [DocumentName: Entry] = [:]
  /// The files that were read, or looked for, as they were then.
  private var versions: [FilePath: FileVersion?] = [:]

  private struct Entry {
    /// Nil where there was a mistake from the beginning.
    var standing: DocumentStanding?
    /// What is in the way of what the files say now.
    var error: ProjectError?
    var settingsPaths: [SettingsPath]
  }

  init() throws {
    options = try LintOptions(Arguments(parsing: [], of: .lint), isSubcommandNamed: true)
    loaded = try LoadedProjects(options, workingFolder: nil)
    workingFolder = loaded.projects.place.workingFolder
  }

  func setWorkspace(_ folders: [FilePath]) {
    self.folders = folders
    guard let first = folders.first else { return }
    workingFolder = first.withoutLinks ?? first
    readSettings()
  }

  // MARK: - Linting

  func lint(_ bytes: [UInt8], as document: DocumentName) -> [Finding] {
    standing(of: document)?.findings(in: bytes) ?? []
  }

  func explanations(
    of findings: [Finding], in bytes: [UInt8], as document: DocumentName
  ) -> [FindingExplanation?] {
    guard !findings.isEmpty, let standing = standing(of: document) else {
      return findings.map { _ in nil }
    }
    let words = FindingWords(in: bytes, standing)
    return findings.map(words.explanation)
  }

  func forget(_ document: DocumentName) {
    entries[document] = nil
  }

  private func standing(of document: DocumentName) -> DocumentStanding? {
    if entries[document] == nil { read(document) }
    return entries[document]?.standing
  }

  /// Finds out what holds for a document, by what the files say now.
  private func read(_ document: DocumentName) {
    let named = loaded.file(of: document)
    var (project, baselinePath): (Project?, FilePath?)
    noteVersions(of: usualSettings(around: named))
    do throws(ProjectError) {
      project = try loaded.projects.project(of: named.folder)
      baselinePath = BaselinePlace(nil, in: project!).path
      let standing = try DocumentStanding(named, in: loaded)
      entries[document] = Entry(standing: standing, error: nil, settingsPaths: [])
    } catch {
      let known = entries[document]?.standing ?? lastGoodStanding(of: document)
      entries[document] = Entry(standing: known, error: error, settingsPaths: [])
    }
    let paths =
      settingsPaths(of: named.folder, project)
      + [baselinePath].compactMap {
        $0.map { SettingsPath(path: $0, isFolder: false) }
      }
    entries[document]!.settingsPaths = paths
    noteVersions(of: paths.map(\.path))
  }

  /// What held for a document that is opened while there is a mistake.
  private func lastGoodStanding(of document: DocumentName) -> DocumentStanding? {
    lastGood.flatMap { try? DocumentStanding($0.file(of: document), in: $0) }
  }

  // MARK: - Settings

  var hasChangedSettings: Bool {
    versions.contains { path, version in FileVersion(at: path) != version }
  }

  func readSettings() {
    versions = [:]
    guard let loaded = try? LoadedProjects(options, workingFolder: workingFolder) else { return }
    if !hasMistakes { lastGood = self.loaded }
    self.loaded = loaded
    for document in entries.keys { read(document) }
    if !hasMistakes { lastGood = nil }
  }

  private var hasMistakes: Bool { entries.values.contains { $0.error != nil } }

  var mistakes: SettingsMistakes {
    var mistakes = SettingsMistakes()
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

private let usualNames = [
  configurationFileName, otherConfigurationFileName, ".swift-determinism-baseline",
]

/// The projects of a workspace as their files say at one moment.
final class LoadedProjects {
  let projects: Projects
  let linter: Linter
  let memory = LintMemory()
  private let ruleSets: RuleSets

  /// - Parameter workingFolder: nil for that of the process.
  init(_ options: LintOptions, workingFolder: FilePath?) throws(ProjectError) {
    projects = try Projects(options.rules, workingFolder: workingFolder)
    ruleSets = RuleSets(projects, options, describesFindings: true)
    linter = Linter(ruleSets, options, styles: [], nil)
  }

  func file(of document: DocumentName) -> NamedFile {
    defer { ruleSets.addFolders() }
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

/// What holds for one document.
struct DocumentStanding {
  let named: NamedFile
  let project: Project
  let rules: CompiledRules
  let baseline: ProjectBaseline?
  private let memory: LintMemory

  init(_ named: NamedFile, in loaded: LoadedProjects) throws(ProjectError) {
    self.named = named
    project = try loaded.projects.project(of: named.folder)
    memory = loaded.memory
    baseline = try ProjectBaseline(.found, project)
    rules = loaded.linter.rules(for: named.file, using: memory) ?? CompiledRules([])
  }

  func source(_ bytes: [UInt8]) -> SourceFile { SourceFile(path: named.file.path, bytes: bytes) }

  func findings(in bytes: [UInt8]) -> [Finding] {
    guard !named.isExcluded else { return [] }
    let source = source(bytes)
    let all = memory.findings(in: source, relativePath: named.file.relativePath, with: rules)
    let new = baseline?.newFindings(among: all, in: source) ?? all
    var left = new[...]
    return all.map { diagnostic in
      // What is left has the order of what was found.
      let isNew =
        left.first.map { $0.range == diagnostic.range && $0.rule == diagnostic.rule } ?? false
      if isNew { left.removeFirst() }
      let isUse = diagnostic.rule.map { !Rule.reservedIDs.contains($0.id) } ?? false
      return Finding(diagnostic, isKnown: !isNew, isUse: isUse)
    }
  }
}
