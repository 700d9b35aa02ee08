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
    var notices = newComments(in: comments) + encodingNotices(in: place)
    if let base, !paths.isEmpty {
      notices += silencingSettings(options, since: base, in: place)
    }
    var seen: Set<Notice> = []
    return notices.filter { seen.insert($0).inserted }.sorted()
  }

  private func silencingSettings(
    _ options: LintOptions, since base: FilePath, in place: Place
  ) -> [Notice] {
    do {
      // Though the change may be judged by others.
      let new = Projects(
        options.rules, settings: SettingsFiles(), like: place, knowsAllRules: false)
      for folder in Set(paths.map(\.parent) + [top]) { _ = new.configurations.folder(from: folder) }
      // Git is asked for nothing more where Swift files change that no configuration above reads.
      guard
        paths.contains(where: { !$0.string.hasSuffix(".swift") })
          || touches(new.settingsPaths(options))
      else { return [] }
      let commit = try committedFiles(of: base, in: place)
      let old = Projects(
        options.rules, settings: SettingsFiles(of: commit), like: place, knowsAllRules: false)
      let folders = commit.configuredFolders(and: paths)
      let newFolders = folders.map { new.configurations.folder(from: $0) }
      guard touches(new.settingsPaths(options)) else { return [] }
      var notices: [Notice] = []
      // Each configuration names what git is asked for together.
      let oldFolders = folders.map { old.configurations.folder(from: $0) }
      for (folder, (older, newer)) in zip(folders, zip(oldFolders, newFolders)) {
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

  private func committedFiles(
    of base: FilePath, in place: Place
  ) throws(GitError) -> CommittedFiles {
    if let known = place.settings.commit, known.commit == base { return known }
    return try CommittedFiles(of: base, around: place.workingFolder)
  }

  /// Whether the settings before or after the change may have been read from what it touches. If no
  /// configuration is touched, nor what the new ones name, then the old ones named the same. What
  /// is no file now may have been one, or a link on the way to one.
  /// - Parameter settings: the paths of the new ones.
  private func touches(_ settings: [FilePath]) -> Bool {
    var read: Set<FilePath> = []
    for var path in settings + settings.map({ $0.withoutLinks ?? $0.destination }) {
      while read.insert(path).inserted, path != path.parent { path = path.parent }
    }
    return paths.contains { path in
      // A Swift file that is gone is still named by a configuration that read it.
      isConfigurationName(path.lastComponent) || read.contains(path)
        || !isPlainFile(path) && (!path.string.hasSuffix(".swift") || isNameTaken(path))
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
