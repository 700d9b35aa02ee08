import Commands
import Comparison
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

extension Change {
  /// Notices of what the change silences: by settings, by the baseline, and by comments in its
  /// files. It is for the people who review the change; none of it is a finding.
  /// - Parameter comments: the comments of each file, on the new side and on the old one.
  /// - Returns: also the settings of both sides, where they differ.
  package func silencing(
    _ options: LintOptions, comments: [ComparedComments], in projects: Projects
  ) -> (notices: [Notice], sides: SettingsSides?) {
    let (settings, sides) = silencingSettings(options, in: projects)
    let notices = bounded(encodingNotices(in: projects.place) + settings)
    return (notices + bounded(newComments(in: comments)), sides)
  }

  private func silencingSettings(
    _ options: LintOptions, in projects: Projects
  ) -> ([Notice], SettingsSides?) {
    guard let base, !paths.isEmpty else { return ([], nil) }
    do {
      guard let (found, folders) = try settingsSides(options, since: base, like: projects) else {
        return ([], nil)
      }
      var (sides, notices) = (found, [Notice]())
      for folder in folders { notices += compare(folder, in: &sides, options, projects.place) }
      if sides.folders.isEmpty { return (notices, nil) }
      return (notices + (try silencedFindings(by: sides, options)), sides)
    } catch {
      let file = configurationPath(in: top, projects.place)
      return ([unknownSettings("the old settings cannot be read", in: file)], nil)
    }
  }

  /// The settings before the change and after it, and the folders that may have some; nil if the
  /// change touches none.
  private func settingsSides(
    _ options: LintOptions, since base: FilePath, like projects: Projects
  ) throws -> (SettingsSides, folders: [FilePath])? {
    let place = projects.place
    // The change itself may be linted with other settings.
    let newCommit = try tree.map { try committedFiles(of: $0.revision, in: place) }
    let new = Projects(
      options.rules, settings: SettingsFiles(of: newCommit), like: projects, heedsVersion: true)
    for folder in Set(paths.map(\.parent) + [top]) { _ = new.configurations.folder(from: folder) }
    // Git is asked for nothing more if only Swift files change that no configuration above reads.
    guard
      paths.contains(where: { !$0.isSwiftFile })
        || touches(new.settingsPaths(options))
    else { return nil }
    let commit = try committedFiles(of: Revision(base, commit: base), in: place)
    // A change may raise the version together with what installs the tool.
    let old = Projects(
      options.rules, settings: SettingsFiles(of: commit), like: projects, heedsVersion: false)
    let folders = commit.configuredFolders(and: paths)
    for folder in folders { _ = new.configurations.folder(from: folder) }
    guard touches(new.settingsPaths(options)) else { return nil }
    // Git is asked at once for all files that a configuration names.
    for folder in folders { _ = old.configurations.folder(from: folder) }
    return (SettingsSides(old: old, new: new, commit: commit), folders)
  }

  /// Compares what holds in a folder that may have a configuration.
  /// - Returns: what the baseline silences, and what cannot be compared.
  private func compare(
    _ folder: FilePath, in sides: inout SettingsSides, _ options: LintOptions, _ place: Place
  ) -> [Notice] {
    let older = sides.old.configurations.folder(from: folder)
    let newer = sides.new.configurations.folder(from: folder)
    guard folder == top || older.path == folder || newer.path == folder else { return [] }
    let file = configurationPath(in: newer.path, place)
    do throws(ProjectError) {
      let project = try sides.new.project(of: newer)
      guard let known = try? sides.old.project(of: older) else {
        // The configuration that has the mistake reports it.
        return older.outer?.isUsable == false
          ? [] : [unknownSettings("the old settings have a mistake", in: file)]
      }
      let growth =
        folder == top ? try baselineGrowth(options.baseline, from: known, to: project) : []
      if !project.hasSettings(of: known) {
        sides.folders.append(folder)
        sides.projects.append((known, project))
      }
      return growth
    } catch {
      // A run that reads the new settings itself reports their mistakes.
      let isTold = place.settings.commit != nil || tree != nil
      return isTold && newer.outer?.isUsable != false ? [unknownSettings(error, in: file)] : []
    }
  }

  private func configurationPath(in folder: FilePath, _ place: Place) -> FilePath {
    place.printedPath(of: folder.appending(configurationFileName), namedAs: FilePath(""))
  }

  func committedFiles(
    of revision: Revision, in place: Place
  ) throws(GitError) -> CommittedFiles {
    if let known = place.settings.commit, known.revision.commit == revision.commit { return known }
    return try CommittedFiles(of: revision, around: place.workingFolder)
  }

  /// Whether the settings before or after the change may have been read from what it touches. If
  /// the change touches neither a configuration nor a file that the new ones name, then the old
  /// ones named the same files. A path that is no file now may have been one, or a link on the way
  /// to one.
  /// - Parameter settings: the paths of the new ones.
  func touches(_ settings: [FilePath]) -> Bool {
    // The questions below are for the disk.
    if tree != nil { return true }
    var read: Set<FilePath> = []
    for var path in settings + settings.map({ $0.withoutLinks ?? $0.destination }) {
      while read.insert(path).inserted, path != path.parent { path = path.parent }
    }
    return paths.contains { path in
      // A deleted Swift file is still named by a configuration that read it.
      isConfigurationName(path.lastComponent) || read.contains(path)
        || !isPlainFile(path) && (!path.isSwiftFile || isNameTaken(path))
    }
  }

  /// - Parameter error: of the new settings.
  private func unknownSettings(_ error: ProjectError, in file: FilePath) -> Notice {
    let words = "the new settings have a mistake"
    guard let mistake = error.firstMistake else { return unknownSettings(words, in: file) }
    return Notice(
      "settings-unknown", in: mistake.path ?? file, at: mistake.location,
      "\(words), so it is unknown what they silence: \(mistake.message)")
  }

  private func unknownSettings(_ words: String, in file: FilePath) -> Notice {
    Notice(
      "settings-unknown", in: file, "\(words), so it is unknown what is silenced here")
  }
}

extension CommittedFiles {
  /// The top, and the folders that have a configuration then, or had one changed since; absolute.
  /// - Parameter changed: absolute paths.
  fileprivate func configuredFolders(and changed: [FilePath]) -> [FilePath] {
    let touched = changed.filter { isConfigurationName($0.lastComponent) }
    return Set([top] + configuredFolders + touched.map(\.parent)).sorted()
  }
}

/// Each once, and as many as people read.
func bounded(_ notices: [Notice]) -> [Notice] {
  let sorted = Set(notices).sorted()
  let left = sorted.count - 50
  return sorted.prefix(50)
    + (0 < left ? [Notice("more", in: nil, "and \(grouped(left)) more")] : [])
}

extension Notice {
  /// About a place in a settings file.
  package init(_ kind: String, in source: SourceFile, at offset: Int, _ message: String) {
    self.init(kind, in: source.path, at: LineTable(source.bytes).location(of: offset), message)
  }
}

// MARK: - The baseline

/// The findings that the baseline newly holds.
func baselineGrowth(
  _ options: BaselineOptions, from old: Project, to new: Project
) throws(ProjectError) -> [Notice] {
  guard !options.isIgnored, let file = try BaselinePlace(options.named, in: new).read() else {
    return []
  }
  let known = try? BaselinePlace(options.named, in: old).read()
  let grown = grownEntries(of: file, since: known)
  guard let first = grown.first else { return [] }
  let counts = Dictionary(grouping: grown) { file.entries[$0].rule }.mapValues(\.count)
  let rules = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  let words = "the baseline has \(counted(grown.count, "new finding")) (\(rules))"
  return [Notice("baseline-grown", in: file.source, at: file.ranges[first].lowerBound, words)]
}

// MARK: - Comments

/// The notices about comments that no file of the change had before. A comment that was moved,
/// within its file or to another, is not new.
func newComments(in files: [ComparedComments]) -> [Notice] {
  var removed: [[String]: Int] = [:]
  var added: [(path: FilePath, comment: AllowingComment)] = []
  for file in files {
    var old = Dictionary(file.old.map { ($0.key, 1) }, uniquingKeysWith: +)
    for comment in file.new where !old.take(comment.key) {
      added.append((file.path, comment))
    }
    removed.merge(old, uniquingKeysWith: +)
  }
  return added.filter { !removed.take($0.comment.key) }.map { path, comment in
    let rules = comment.rules.map { "'\($0)'" }.joined(separator: ", ")
    let reach = comment.isForFile ? "in this file" : "here"
    return Notice(
      "comment-added", in: path, at: comment.location,
      "a comment allows \(rules) \(reach): \(comment.reason)")
  }
}

extension AllowingComment {
  /// A key that two comments share if they allow the same.
  fileprivate var key: [String] { rules + [isForFile ? "file" : "line", reason] }
}

extension [[String]: Int] {
  /// Whether there was one left; it is removed.
  fileprivate mutating func take(_ key: [String]) -> Bool {
    guard let count = self[key], 0 < count else { return false }
    self[key] = count - 1
    return true
  }
}

// MARK: - Encodings

extension Change {
  /// Notices about files that git is told to write to the disk in another encoding than they are
  /// committed in. What a run reads there may differ from what other tools make of the commit.
  func encodingNotices(in place: Place) -> [Notice] {
    let files = changed.filter { $0.path.lastComponent.elementsEqual(".gitattributes".utf8) }
    let inputs = files.map { file in
      let path = place.printedPath(of: top.appending(file.path.bytes), namedAs: FilePath(""))
      let named = LintFile(path: path, relativePath: path, configuration: 0)
      return Input(named, file, isReported: false)
    }
    guard !inputs.isEmpty else { return [] }
    let batches = (try? texts(of: inputs).inputs).map { Array($0) } ?? []
    return inputs.indices.compactMap { index in
      let path = inputs[index].file.path
      guard index < batches.count, let input = batches[index].inputs.first,
        let new = try? input.newBytes() ?? []
      else {
        return Notice(
          "settings-unknown", in: path,
          "git cannot read it, so the encoding of files in the working tree is unknown")
      }
      let words =
        "sets the encoding of files in the working tree, which is the text that is linted"
      if let offset = offsetOfEncoding(in: new) {
        return Notice("encoding-set", in: SourceFile(path: path, bytes: new), at: offset, words)
      }
      return input.old.contains { offsetOfEncoding(in: $0.bytes ?? []) != nil }
        ? Notice("encoding-set", in: path, "no longer \(words)") : nil
    }
  }
}

/// The offset where a `.gitattributes` file names the attribute; nil if it does not.
private func offsetOfEncoding(in text: [UInt8]) -> Int? {
  let name = Array("working-tree-encoding".utf8)
  return text.indices.first { text[$0...].starts(with: name) }
}
