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
        // What is wrong with the new settings is told by the run.
        guard let newer = try? new.project(of: newer) else { continue }
        guard let known = try? old.project(of: older) else {
          // Told of the configuration that has it.
          if older.mistakesAbove.isEmpty {
            notices.append(unknownSettings("have a mistake", in: newer.folder.path, place))
          }
          continue
        }
        notices += SettingsDifference(from: known, to: newer).notices
        if folder == top { notices += baselineGrowth(options.baseline, from: known, to: newer) }
      }
      return notices
    } catch {
      return [unknownSettings("cannot be read", in: top, place)]
    }
  }

  private func unknownSettings(_ words: String, in folder: FilePath, _ place: Place) -> Notice {
    let path = place.printedPath(
      of: folder.appending(configurationFileName), namedAs: FilePath(""))
    return Notice(
      "settings-unknown", in: path,
      "the old settings \(words), so that nobody knows what is silenced here")
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
