import BundledRules
import Diagnostics
import Rules
import Workspace

/// Reads the rule files of a project, and collects what is in the way.
struct RuleFileReader {
  private let folder: ConfiguredFolder
  private let place: Place
  /// With paths that cannot be read as mistakes at their places.
  private(set) var configuration: Configuration
  /// Messages about paths of the command line.
  private(set) var messages: [String] = []
  private(set) var files: [RuleFile] = []
  private var seen: Set<FilePath> = []

  init(of folder: ConfiguredFolder, in place: Place) {
    (self.folder, self.place) = (folder, place)
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
