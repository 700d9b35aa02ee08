import Diagnostics
import Reporters
import RuleEngine
import Workspace

extension Change {
  /// What the change silences: in the settings, in the baseline, and by comments in its files. For
  /// the people who review it; nothing of it is a finding.
  /// - Parameter comments: of each file, the new side's and the old one's.
  func silencing(
    _ options: LintOptions, comments: [ComparedComments], in place: Place
  ) -> [Notice] {
    var notices = newComments(in: comments)
    // Most changes touch nothing but source files.
    if let base, !otherPaths.isEmpty {
      notices += silencingSettings(options, since: base, in: place)
    }
    var seen: Set<Notice> = []
    return notices.filter { seen.insert($0).inserted }.sorted()
  }

  private func silencingSettings(
    _ options: LintOptions, since base: FilePath, in place: Place
  ) -> [Notice] {
    do {
      let commit = try CommittedFiles(of: base, around: place.workingFolder)
      let old = try Projects(
        options.rules, settings: SettingsFiles(of: commit), like: place, knowsAllRules: false)
      // Though the change may be judged by others.
      let new = try Projects(
        options.rules, settings: SettingsFiles(), like: place, knowsAllRules: false)
      var notices: [Notice] = []
      for folder in commit.configuredFolders(and: otherPaths) {
        let older = old.configurations.folder(from: folder)
        let newer = new.configurations.folder(from: folder)
        guard folder == top || older.path == folder || newer.path == folder else { continue }
        let file = place.printedPath(
          of: newer.path.appending(configurationFileName), namedAs: FilePath(""))
        do throws(ProjectError) {
          let newer = try new.project(of: newer)
          guard let known = try? old.project(of: older) else {
            // Told of the configuration that has it.
            if older.outer?.isUsable != false {
              notices.append(unknownSettings("the old settings have a mistake", in: file))
            }
            continue
          }
          notices += SettingsDifference(from: known, to: newer).notices
          if folder == top {
            notices += try baselineGrowth(options.baseline, from: known, to: newer)
          }
        } catch {
          // A run that reads the new settings tells itself what is wrong with them.
          guard place.settings.commit != nil, newer.outer?.isUsable != false else { continue }
          notices.append(unknownSettings(error, in: file))
        }
      }
      return notices
    } catch {
      let file = place.printedPath(
        of: top.appending(configurationFileName), namedAs: FilePath(""))
      return [unknownSettings("the old settings cannot be read", in: file)]
    }
  }

  /// - Parameter error: of the new settings.
  private func unknownSettings(_ error: ProjectError, in file: FilePath) -> Notice {
    let words = "the new settings have a mistake"
    guard let mistake = error.firstMistake else { return unknownSettings(words, in: file) }
    return Notice(
      "settings-unknown", in: mistake.path ?? file, at: mistake.location,
      "\(words), so that nobody knows what they silence: \(mistake.message)")
  }

  private func unknownSettings(_ words: String, in file: FilePath) -> Notice {
    Notice(
      "settings-unknown", in: file, "\(words), so that nobody knows what is silenced here")
  }
}

extension CommittedFiles {
  /// The folders that have a configuration then, or had one changed since, and the top; absolute.
  /// - Parameter changed: absolute paths.
  fileprivate func configuredFolders(and changed: [FilePath]) -> [FilePath] {
    let touched = changed.filter { isConfigurationName($0.lastComponent) }
    return Set([top] + configuredFolders + touched.map(\.parent)).sorted()
  }
}

extension Notice {
  /// About a place in a settings file.
  init(_ kind: String, in source: SourceFile, at offset: Int, _ message: String) {
    self.init(kind, in: source.path, at: LineTable(source.bytes).location(of: offset), message)
  }
}
