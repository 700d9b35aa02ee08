import BundledRules
import Commands
import Comparison
import Diagnostics
import Rules
import Workspace

/// The projects of a run, one for each configuration that holds for some of its files. Rule files
/// are read once, however many configurations name them. It is asked by one thread at a time.
package final class Projects {
  package let place: Place
  package let configurations: ConfigurationTree
  private let options: RuleOptions
  /// Whether bundled rules that are not in force are wanted, too.
  private let knowsAllRules: Bool
  /// Whether configurations for other versions of the tool are refused.
  private let heedsVersion: Bool
  /// By the number of the configuration.
  private var answers: [ProjectAnswer] = []
  private var bundledFiles: [RuleFile] = []
  /// See `docsURL`.
  private let documentation: String

  package init(
    _ options: RuleOptions, workingFolder: FilePath? = nil, printsAbsolutePaths: Bool = false,
    knowsAllRules: Bool = true, documentation: String = docsURL
  ) throws(ProjectError) {
    self.options = options
    self.knowsAllRules = knowsAllRules
    self.documentation = documentation
    heedsVersion = true
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

  /// Projects at the same place as others, by other settings; all rules are known.
  package init(
    _ options: RuleOptions, settings: SettingsFiles, like other: Projects, heedsVersion: Bool
  ) {
    self.options = options
    self.heedsVersion = heedsVersion
    knowsAllRules = true
    documentation = other.documentation
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
      throw ProjectError(messages: [error.message])
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
      throw UsageError(message: projects[0].selection.usageMistakes[0])
    }
    return projects
  }

  package func project(of folder: ConfiguredFolder) throws(ProjectError) -> Project {
    switch answer(for: folder) {
    case .set(let set): return set.project
    case .mistakes(let error): throw error
    case .unasked: fatalError("the answer is known")
    }
  }

  /// What is known of a configuration from now on.
  package func answer(for folder: ConfiguredFolder) -> ProjectAnswer {
    while answers.count <= folder.number { answers.append(.unasked) }
    if case .unasked = answers[folder.number] {
      do {
        answers[folder.number] = .set(RuleSet(try read(folder)))
      } catch {
        answers[folder.number] = .mistakes(error)
      }
    }
    return answers[folder.number]
  }

  /// In the order in which their configurations were found.
  package var sets: [RuleSet] {
    answers.compactMap { answer in if case .set(let set) = answer { set } else { nil } }
  }

  /// The configurations and the projects' own rule files, each once.
  var settingsFiles: [SourceFile] {
    var seen: Set<FilePath> = []
    let sources =
      configurations.folders.flatMap(\.configuration.files)
      + sets.flatMap { $0.project.ownFiles.map(\.source) }
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
      ).documented(in: documentation)
      bundledFiles.append(parsed)
      return parsed
    }
  }
}

/// What is known of a configuration. For speed alone it is no `Result`, whose type takes as long to
/// make as a small file to lint.
package enum ProjectAnswer {
  /// Nobody has asked for it.
  case unasked
  case set(RuleSet)
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

// MARK: - Files

extension Projects {
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

/// Reads the rule files of a project, and collects what is in the way.
private struct RuleFileReader {
  private let folder: ConfiguredFolder
  private let place: Place
  /// With paths that cannot be read as mistakes at their places.
  private(set) var configuration: Configuration
  /// What is wrong with paths of the command line.
  private(set) var messages: [String] = []
  private(set) var files: [RuleFile] = []
  private var seen: Set<FilePath> = []

  init(of folder: ConfiguredFolder, in place: Place) {
    self.folder = folder
    self.place = place
    configuration = folder.configuration
  }

  /// Whether every rule file that was named was read.
  private(set) var isWhole = true

  /// Reads the rule files that the configuration names, relative to the file that names them, then
  /// those of `--rules`, relative to the working directory; each file once.
  mutating func read(and named: [FilePath]) {
    for entry in configuration.rules {
      let base = folder.globBase(ofFile: entry.file)
      let path = folder.absolutePath(of: entry, in: place)
      let mistake = read(path, namedAs: entry.value, in: folder.readScope, globBase: base)
      guard let mistake else { continue }
      configuration.add(mistake, at: entry.place)
      isWhole = false
    }
    for argument in named {
      let path = argument.resolved(from: place.workingFolder)
      guard let mistake = read(path, namedAs: argument) else { continue }
      messages.append(mistake)
      isWhole = false
    }
  }

  /// - Parameters:
  ///   - scope: nil for anywhere.
  ///   - globBase: what the globs in the files start from.
  /// - Returns: what is in the way.
  private mutating func read(
    _ path: FilePath, namedAs argument: FilePath, in scope: ReadScope? = nil,
    globBase: GlobBase? = nil
  ) -> String? {
    do throws(FileError) {
      if let scope, !scope.contains(path) { return scope.refusal(of: argument) }
      let paths = try place.settings.ruleFilePaths(at: path)
      if paths.isEmpty { return "no rule file (*.yml) in '\(argument.string)'" }
      for path in paths where seen.insert(path).inserted {
        let printed = place.printedPath(of: path, namedAs: argument)
        if let scope, !scope.contains(path) { return scope.refusal(of: printed) }
        let bytes = try place.settings.read(path)
        let file = RuleFile(parsing: SourceFile(path: printed, bytes: bytes))
        files.append(file.starting(from: globBase))
      }
      return nil
    } catch {
      return Trouble(argument, error).message
    }
  }
}

/// The bundled files that decide which rules a run has: those of the packs that are on, and those
/// with a rule that somebody names. With a name that nobody has it is all of them, since the
/// message about it suggests another.
///
/// Parsing all takes longer than linting a small file.
func neededRuleFiles(
  _ configuration: Configuration, _ choices: RuleChoices, ownFiles: [RuleFile]
) -> [BundledRuleFile] {
  let named = configuration.namedRules + choices.onlyRules + choices.disabled
  let packs = configuration.packNames + choices.packs
  let ownNames: Set<String> =
    ownFiles.isEmpty ? [] : Set(ownFiles.flatMap { [$0.pack] + $0.rules.map(\.value.id) })
  let knowsPacks = packs.allSatisfy { pack in bundledRuleFiles.contains { $0.pack == pack } }
  let knowsNames = named.allSatisfy { name in
    name == Rule.nameOfAll || ownNames.contains(name)
      || bundledRuleFiles.contains { $0.pack == name || $0.ruleIDs.contains(name) }
  }
  guard knowsPacks, knowsNames else { return bundledRuleFiles }
  // A rule or pack of the project's that has the name of a bundled one is a mistake.
  return bundledRuleFiles.filter { file in
    packs.contains(file.pack) || named.contains(file.pack)
      || file.ruleIDs.contains(where: named.contains)
      || !ownFiles.isEmpty
        && (ownNames.contains(file.pack) || file.ruleIDs.contains(where: ownNames.contains))
  }
}
