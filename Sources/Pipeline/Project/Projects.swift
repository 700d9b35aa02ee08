import BundledRules
import Commands
import Comparison
import Diagnostics
import RuleEngine
import Rules
import Workspace

/// The projects of a run, one for each configuration that holds for some of its files. Rule files
/// are read once, however many configurations name them, and rules are compiled once. A run may ask
/// for compiled rules on any thread; all else is asked by one thread at a time.
package final class Projects: @unchecked Sendable {
  package let place: Place
  package let configurations: ConfigurationTree
  private let options: RuleOptions
  /// Whether bundled rules that are not in force are wanted, too.
  private let knowsAllRules: Bool
  /// Whether configurations for other versions of the tool are refused.
  private let heedsVersion: Bool
  private let lock = Lock()
  /// The projects by the number of their configuration.
  private var answers: [Answer] = []
  /// The folders that `addFolders` has seen.
  private var foundFolders: [ConfiguredFolder] = []
  /// The numbers of the configurations whose mistakes were asked for.
  private var misconfigured: Set<Int> = []
  /// All that are different.
  private var compiled: [CompiledSource] = []
  private var isStrict = false
  private var readsSuppressions = true
  private var honoursIgnoreFiles = true
  /// Whether the working folder is searched for types where neither a configuration nor git says
  /// what the root is.
  private var readsRoots = true
  /// The side of a change whose files tell types; nil for the disk. It is said before rules are
  /// compiled.
  package var committedSide: CommittedSide?
  /// For a server, which does not wait for the types of a root: see `RootTypes`.
  package var whenTypesAreRead: (@Sendable () -> Void)?
  private var bundledFiles: [RuleFile] = []
  /// See `docsURL`.
  private let documentation: String

  package init(
    _ options: RuleOptions, workingFolder: FilePath? = nil, printsAbsolutePaths: Bool = false,
    knowsAllRules: Bool = true, documentation: String = docsURL
  ) throws(ProjectError) {
    (self.options, self.knowsAllRules, self.documentation) = (options, knowsAllRules, documentation)
    heedsVersion = true
    let folder: FilePath
    do {
      folder = if let workingFolder { workingFolder } else { try currentFolder() }
    } catch {
      throw ProjectError("cannot tell the working directory (\(error.text))")
    }
    place = Place(
      workingFolder: folder, printsAbsolutePaths: printsAbsolutePaths,
      settings: try Self.settingsFiles(options, in: folder))
    configurations = ConfigurationTree(
      in: place, named: options.configuration, home: environmentVariable("HOME"))
  }

  /// Projects at the same place as others, by other settings; all rules are known.
  package init(
    _ options: RuleOptions, settings: SettingsFiles, like other: Projects, heedsVersion: Bool
  ) {
    (self.options, self.heedsVersion) = (options, heedsVersion)
    knowsAllRules = true
    (documentation, committedSide) = (other.documentation, other.committedSide)
    place = Place(
      workingFolder: other.place.workingFolder,
      printsAbsolutePaths: other.place.printsAbsolutePaths, settings: settings)
    configurations = ConfigurationTree(
      in: place, named: options.configuration, home: environmentVariable("HOME"))
  }

  /// - Parameter folder: where the run takes place.
  private static func settingsFiles(
    _ options: RuleOptions, in folder: FilePath
  ) throws(ProjectError) -> SettingsFiles {
    do throws(GitError) {
      return SettingsFiles(
        of: try options.settingsRevision.map { revision throws(GitError) in
          try CommittedFiles(of: Revision(revision), around: folder)
        })
    } catch {
      throw ProjectError(error.message)
    }
  }

  /// The project of the working directory.
  package func current() throws -> Project {
    try all(of: [configurations.folder(from: place.workingFolder)])[0]
  }

  /// The projects that a run begins with, any mistake in which stops it. What the command line
  /// says of rules is for one of them at least.
  /// - Parameter folders: not empty.
  /// - Returns: them in the order of the folders.
  package func all(of folders: [ConfiguredFolder]) throws -> [Project] {
    let projects = try folders.map(project)
    if projects.allSatisfy({ !$0.selection.usageMistakes.isEmpty }) {
      throw UsageError(projects[0].selection.usageMistakes[0])
    }
    return projects
  }

  package func project(of folder: ConfiguredFolder) throws(ProjectError) -> Project {
    switch lock.withLock({ answer(for: folder) }) {
    case .project(let project): return project
    case .mistakes(let error): throw error
    case .unasked: fatalError("the answer is known")
    }
  }

  /// The answer for a configuration from now on. The caller holds the lock.
  private func answer(for folder: ConfiguredFolder) -> Answer {
    while answers.count <= folder.number { answers.append(.unasked) }
    if case .unasked = answers[folder.number] {
      do {
        answers[folder.number] = .project(try read(folder))
      } catch {
        answers[folder.number] = .mistakes(error)
      }
    }
    return answers[folder.number]
  }

  /// In the order in which their configurations were found.
  private var known: [Project] {
    lock.withLock {
      answers.compactMap { if case .project(let project) = $0 { project } else { nil } }
    }
  }

  /// The configurations and the projects' own rule files, each once.
  var settingsFiles: [SourceFile] {
    var seen: Set<FilePath> = []
    let sources =
      configurations.folders.flatMap(\.configuration.sources)
      + known.flatMap { $0.ownFiles.map(\.source) }
    return sources.filter { seen.insert($0.path).inserted }
  }

  private func read(_ folder: ConfiguredFolder) throws(ProjectError) -> Project {
    let named = options.rulePaths + [options.configuration].compactMap { $0 }
    if heedsVersion, let mistake = folder.versionMistake {
      throw mistake.hidingTexts(outside: folder, in: place, named: named)
    }
    var error = ProjectError(messages: folder.obstacles, files: folder.mistakesAbove)
    guard error.isEmpty else { throw error.hidingTexts(outside: folder, in: place, named: named) }
    var reader = RuleFileReader(of: folder, in: place)
    reader.read(and: options.rulePaths)
    let choices = options.choices
    let bundled = self.bundled(for: folder.configuration, choices, ownFiles: reader.files)
    let selection = RuleSelection(
      bundled: bundled, project: reader.files, configuration: reader.configuration,
      choices: choices, isWhole: reader.isWhole)
    (error.messages, error.files) = (reader.messages, selection.fileMistakes)
    guard error.isEmpty else { throw error.hidingTexts(outside: folder, in: place, named: named) }
    return Project(
      place: place, folder: folder, choices: choices, selection: selection, bundledFiles: bundled,
      ownFiles: reader.files)
  }

  private func bundled(
    for configuration: Configuration, _ choices: RuleChoices, ownFiles: [RuleFile]
  ) -> [RuleFile] {
    let needed =
      knowsAllRules
      ? bundledRuleFiles : neededRuleFiles(configuration, choices, ownFiles: ownFiles)
    return needed.map { file in
      if let known = bundledFiles.first(where: { $0.pack == file.pack }) { return known }
      let parsed = RuleFile(
        parsing: SourceFile(path: FilePath("Rules/" + file.name), bytes: file.bytes),
        isChecked: true
      ).addingURLs(below: documentation)
      bundledFiles.append(parsed)
      return parsed
    }
  }

  // MARK: - Compiled rules

  /// Says how the rules of a run are compiled, before any are.
  func use(_ options: LintOptions) {
    (isStrict, readsSuppressions) = (options.isStrict, options.readsSuppressions)
    honoursIgnoreFiles = options.honoursIgnoreFiles
    if case .standardInput = options.input { readsRoots = false }
    addFolders()
  }

  /// Notes what a search has found; the thread that searches calls it.
  package func addFolders() {
    let found = configurations.folders
    guard foundFolders.count < found.count else { return }
    lock.withLock { foundFolders = found }
  }

  /// The folders that the search has found, by the number of the configuration.
  var folders: [ConfiguredFolder] {
    // For speed alone the body returns nothing: a type for it would have to be made.
    var folders: [ConfiguredFolder] = []
    lock.withLock { folders = foundFolders }
    return folders
  }

  /// The project of a configuration, by its number, with compiled rules; nil where the
  /// configuration has a mistake.
  package func compiledProject(_ configuration: Int) -> Project? {
    lock.withLock { () -> Project? in
      guard case .project(let project) = answer(for: foundFolders[configuration]) else {
        return nil
      }
      if project.compiled == nil {
        project.compiled = compile(project.selection.rules, of: project)
      }
      return project
    }
  }

  /// The projects whose rules were compiled, in the order in which their configurations were found.
  package var compiledProjects: [Project] { known.filter { $0.compiled != nil } }

  /// Has the types of the roots follow a source whose text on the disk has changed.
  /// - Parameter path: absolute.
  /// - Returns: whether findings in other files may differ.
  package func renewTypes(of path: FilePath) -> Bool {
    known.compactMap(\.types).reduce(false) { $1.renew(path) || $0 }
  }

  /// The rules of a project where overrides hold.
  /// - Parameter overrides: by index, in order; not empty.
  func compiledRules(of project: Project, in overrides: [Int]) -> CompiledRules {
    lock.withLock {
      if let known = project.variants[overrides] { return known }
      let rules = compile(project.selection.rules(in: overrides), of: project)
      project.variants[overrides] = rules
      return rules
    }
  }

  private func compile(_ rules: [Rule], of project: Project) -> CompiledRules {
    if project.types == nil, readsRoots || !project.isRootless,
      rules.indices.contains(where: { !rules[$0].receiver.isEmpty })
    {
      project.types = RootTypes(
        of: project.folder, in: place, named: options.configuration,
        honoursIgnoreFiles: honoursIgnoreFiles, on: committedSide, whenRead: whenTypesAreRead)
    }
    let known = compiled.first {
      $0.written == rules && $0.project.hasSameNames(as: project)
    }
    if let known { return known.rules }
    var severe = rules
    if isStrict {
      for index in severe.indices where severe[index].severity == .warning {
        severe[index].severity = .error
      }
    }
    let configuration = project.configuration
    let result = CompiledRules(
      severe, modules: configuration.modules.map { $0.value }, ownTypes: configuration.ownTypes,
      known: project.names, readsSuppressions: readsSuppressions)
    compiled.append(CompiledSource(written: rules, project: project, rules: result))
    return result
  }

  /// The mistakes in the configuration and its rule files; nil where there are none.
  package func mistakes(in configuration: Int) -> ProjectError? {
    lock.withLock {
      guard case .mistakes(let error) = answer(for: foundFolders[configuration]) else {
        return nil
      }
      return error
    }
  }

  /// The same, once for each configuration.
  package func newMistakes(in configuration: Int) -> ProjectError? {
    guard lock.withLock({ misconfigured.insert(configuration).inserted }) else { return nil }
    return mistakes(in: configuration)
  }

  package var hasMistakes: Bool { lock.withLock { !misconfigured.isEmpty } }

  /// The rules that were looked for in some file, in the order of the configurations.
  package var rules: [Rule] { compiledProjects.flatMap(rules) }

  private func rules(of project: Project) -> [Rule] {
    let variants = lock.withLock { project.variants }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return (project.compiled.rules + variants.flatMap(\.value.rules)).filter(\.isMatched)
  }

  /// The ids of all rules that were looked for in some file that has the baseline.
  /// - Parameter isTraced: false to leave out rules that find more when they are traced.
  func rulesInForce(
    with baseline: ProjectBaseline, of baselines: Baselines, isTraced: Bool
  ) -> Set<String> {
    let projects = compiledProjects.filter { baselines.baseline(of: $0.folder) === baseline }
    return Set(projects.flatMap(rules).filter { isTraced || !$0.isTraced }.map(\.id))
  }

  /// The ids of the rules that a run over a whole project traces.
  package var tracedIDs: Set<String> { ids { $0.isTraced } }

  /// The ids of the rules that ask for types.
  package var typedIDs: Set<String> { ids { !$0.receiver.isEmpty && $0.isMatched } }

  private func ids(where isMeant: (Rule) -> Bool) -> Set<String> {
    var ids: Set<String> = []
    for project in compiledProjects {
      let rules = project.compiled.rules
      for index in rules.indices where isMeant(rules[index]) { ids.insert(rules[index].id) }
    }
    return ids
  }

  /// Whether overrides turn a rule off in a file.
  func isOff(_ id: String, in file: LintFile) -> Bool {
    guard let project = compiledProject(file.configuration) else { return false }
    let overrides = project.configuration.overrides(for: file.relativePath)
    return project.selection.isOff(id, in: overrides)
  }

  // MARK: - Files

  /// Where the settings of the folders that were found are looked for, and the folders of rule
  /// files; whether anything is there or not.
  package func settingsPaths(_ options: LintOptions) -> [FilePath] {
    var paths = options.rules.rulePaths.flatMap(ruleFilePaths)
    paths += [options.rules.configuration, options.baseline.named].compactMap { $0 }
    for folder in configurations.folders {
      paths += folder.files
      for rules in folder.configuration.rules {
        paths += ruleFilePaths(at: folder.absolutePath(of: rules, in: place))
      }
      if let baseline = folder.configuration.baseline {
        paths.append(folder.absolutePath(of: baseline, in: place))
      }
      for folder in [folder.repository, folder.root, place.workingFolder] {
        if let folder { paths.append(folder.appending(baselineFileName)) }
      }
    }
    return paths
  }

  /// - Parameter path: of a rule file, or of a folder of them.
  private func ruleFilePaths(at path: FilePath) -> [FilePath] {
    [path] + ((try? place.settings.ruleFilePaths(at: path)) ?? []).filter { $0 != path }
  }
}

/// A configuration as far as it is known. For speed alone it is no `Result`, whose type takes as
/// long to make as a small file to lint.
private enum Answer {
  /// Nobody has asked for it.
  case unasked
  case project(Project)
  case mistakes(ProjectError)
}

/// Compiled rules with all that they are compiled from. For speed alone it is no tuple: the type of
/// an array of these takes as long to make as a small file to lint.
private struct CompiledSource {
  let written: [Rule]
  let project: Project
  let rules: CompiledRules
}

extension Project {
  /// Whether the rules of both see the same modules, types and names.
  fileprivate func hasSameNames(as other: Project) -> Bool {
    self === other
      || configuration.modules.map { $0.value } == other.configuration.modules.map { $0.value }
        && configuration.ownTypes == other.configuration.ownTypes && names == other.names
  }
}

extension RuleOptions {
  fileprivate var choices: RuleChoices {
    var choices = RuleChoices()
    choices.packs = packs.flatMap { $0 == "all" ? bundledRuleFiles.map(\.pack) : [$0] }
    choices.onlyRules = onlyRules
    choices.disabled = disabledRules
    return choices
  }
}
