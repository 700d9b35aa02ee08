import BundledRules
import Diagnostics
import Rules
import Workspace

/// The projects of a run, one for each configuration that holds for some of its files. Rule files
/// are read once, however many configurations name them. It is asked by one thread at a time.
final class Projects {
  let place: Place
  let configurations: ConfigurationTree
  private let options: RuleOptions
  /// Whether bundled rules that are not in force are wanted, too.
  private let knowsAllRules: Bool
  /// By the number of the configuration.
  private var projects: [ProjectAnswer] = []
  private var bundledFiles: [RuleFile] = []

  init(
    _ options: RuleOptions, workingFolder: FilePath? = nil, printsAbsolutePaths: Bool = false,
    knowsAllRules: Bool = true
  ) throws(ProjectError) {
    self.options = options
    self.knowsAllRules = knowsAllRules
    let folder: FilePath
    do {
      folder = if let workingFolder { workingFolder } else { try currentFolder() }
    } catch {
      throw ProjectError(messages: ["cannot tell the working directory (\(error.text))"])
    }
    place = Place(
      workingFolder: folder, printsAbsolutePaths: printsAbsolutePaths,
      settings: try Self.settingsFiles(options, in: folder))
    configurations = ConfigurationTree(
      in: place, named: options.configuration, home: environmentVariable("HOME"))
  }

  /// Projects at the same place as others, by other settings.
  init(
    _ options: RuleOptions, settings: SettingsFiles, like other: Place, knowsAllRules: Bool
  ) {
    self.options = options
    self.knowsAllRules = knowsAllRules
    place = Place(
      workingFolder: other.workingFolder, printsAbsolutePaths: other.printsAbsolutePaths,
      settings: settings)
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
          try CommittedFiles(of: revision, around: folder)
        })
    } catch {
      throw ProjectError(messages: [error.message])
    }
  }

  /// The project of the working directory.
  func current() throws -> Project {
    try first(of: [configurations.folder(from: place.workingFolder)])
  }

  /// The projects that a run begins with, any mistake in which stops it. What the command line
  /// says of rules is for one of them at least.
  /// - Parameter folders: not empty.
  /// - Returns: the first one.
  @discardableResult
  func first(of folders: [ConfiguredFolder]) throws -> Project {
    let projects = try folders.map(project)
    if projects.allSatisfy({ !$0.selection.usageMistakes.isEmpty }) {
      throw UsageError(message: projects[0].selection.usageMistakes[0])
    }
    return projects[0]
  }

  func project(of folder: ConfiguredFolder) throws(ProjectError) -> Project {
    while projects.count <= folder.number { projects.append(.unasked) }
    switch projects[folder.number] {
    case .project(let project): return project
    case .mistakes(let error): throw error
    case .unasked: break
    }
    do {
      let project = try read(folder)
      projects[folder.number] = .project(project)
      return project
    } catch {
      projects[folder.number] = .mistakes(error)
      throw error
    }
  }

  /// The configurations and the projects' own rule files, each once.
  var settingsFiles: [SourceFile] {
    var seen: Set<FilePath> = []
    let ownFiles = projects.flatMap { answer in
      if case .project(let project) = answer { project.ownFiles } else { [] as [RuleFile] }
    }
    let sources = configurations.folders.flatMap(\.configuration.files) + ownFiles.map(\.source)
    return sources.filter { seen.insert($0.path).inserted }
  }

  private func read(_ folder: ConfiguredFolder) throws(ProjectError) -> Project {
    var error = ProjectError(messages: folder.obstacles, files: folder.mistakesAbove)
    guard error.isEmpty else { throw error.hidingTexts(outside: folder, in: place) }
    var reader = RuleFileReader(of: folder, in: place)
    reader.read(and: options.rulePaths)
    let choices = options.choices
    let bundled = self.bundled(for: folder.configuration, choices, ownFiles: reader.files)
    let selection = RuleSelection(
      bundled: bundled, project: reader.files, configuration: reader.configuration,
      choices: choices, isWhole: reader.isWhole)
    (error.messages, error.files) = (reader.messages, selection.fileMistakes)
    guard error.isEmpty else { throw error.hidingTexts(outside: folder, in: place) }
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
        isChecked: true)
      bundledFiles.append(parsed)
      return parsed
    }
  }
}

/// What is known of a configuration. For speed alone it is no `Result`, whose type takes as long to
/// make as a small file to lint.
private enum ProjectAnswer {
  /// Nobody has asked for it.
  case unasked
  case project(Project)
  case mistakes(ProjectError)
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
