import Comparison
import Diagnostics
import Reporters
import RuleEngine
import Workspace

extension Change {
  /// What the change silences: by settings, by the baseline, and by comments in its files. It is
  /// for the people who review the change; none of it is a finding.
  /// - Parameter comments: the comments of each file, on the new side and on the old one.
  func silencing(
    _ options: LintOptions, comments: [ComparedComments], in projects: Projects
  ) -> [Notice] {
    var notices = newComments(in: comments) + encodingNotices(in: projects.place)
    if let base, !paths.isEmpty {
      notices += silencingSettings(options, since: base, in: projects)
    }
    var seen: Set<Notice> = []
    return notices.filter { seen.insert($0).inserted }.sorted()
  }

  private func silencingSettings(
    _ options: LintOptions, since base: FilePath, in projects: Projects
  ) -> [Notice] {
    let place = projects.place
    do {
      // The change itself may be linted with other settings.
      let newCommit = try tree.map { try committedFiles(of: $0.revision, in: place) }
      let new = Projects(
        options.rules, settings: SettingsFiles(of: newCommit), like: projects, heedsVersion: true)
      for folder in Set(paths.map(\.parent) + [top]) { _ = new.configurations.folder(from: folder) }
      // Git is asked for nothing more if only Swift files change that no configuration above reads.
      guard
        paths.contains(where: { !$0.isSwiftFile })
          || touches(new.settingsPaths(options))
      else { return [] }
      let commit = try committedFiles(of: Revision(base, commit: base), in: place)
      // A change may raise the version together with what installs the tool.
      let old = Projects(
        options.rules, settings: SettingsFiles(of: commit), like: projects, heedsVersion: false)
      let folders = commit.configuredFolders(and: paths)
      let newFolders = folders.map { new.configurations.folder(from: $0) }
      guard touches(new.settingsPaths(options)) else { return [] }
      var notices: [Notice] = []
      // Git is asked at once for all files that a configuration names.
      let oldFolders = folders.map { old.configurations.folder(from: $0) }
      for (folder, (older, newer)) in zip(folders, zip(oldFolders, newFolders)) {
        guard folder == top || older.path == folder || newer.path == folder else { continue }
        let file = place.printedPath(
          of: newer.path.appending(configurationFileName), namedAs: FilePath(""))
        do throws(ProjectError) {
          let newer = try new.project(of: newer)
          guard let known = try? old.project(of: older) else {
            // The configuration that has the mistake reports it.
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
          // A run that reads the new settings itself reports their mistakes.
          guard place.settings.commit != nil || tree != nil, newer.outer?.isUsable != false else {
            continue
          }
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

extension Notice {
  /// About a place in a settings file.
  init(_ kind: String, in source: SourceFile, at offset: Int, _ message: String) {
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
  var removed: [CommentWords: Int] = [:]
  var added: [(path: FilePath, comment: AllowingComment)] = []
  for file in files {
    var old = Dictionary(file.old.map { (CommentWords($0), 1) }, uniquingKeysWith: +)
    for comment in file.new where !old.take(CommentWords(comment)) {
      added.append((file.path, comment))
    }
    removed.merge(old, uniquingKeysWith: +)
  }
  return added.filter { !removed.take(CommentWords($0.comment)) }.map { path, comment in
    let rules = comment.rules.map { "'\($0)'" }.joined(separator: ", ")
    let reach = comment.isForFile ? "in this file" : "here"
    return Notice(
      "comment-added", in: path, at: comment.location,
      "a comment allows \(rules) \(reach): \(comment.reason)")
  }
}

/// What two comments that allow the same have in common.
private struct CommentWords: Hashable {
  let rules: [String]
  let isForFile: Bool
  let reason: String

  init(_ comment: AllowingComment) {
    (rules, isForFile, reason) = (comment.rules, comment.isForFile, comment.reason)
  }
}

extension [CommentWords: Int] {
  /// Whether there was one left; it is removed.
  fileprivate mutating func take(_ words: CommentWords) -> Bool {
    guard let count = self[words], 0 < count else { return false }
    self[words] = count - 1
    return true
  }
}

// MARK: - Encodings

extension Change {
  /// Notices about files that git is told to write to the disk in another encoding than they are
  /// committed in. What a run reads there may differ from what other tools make of the commit.
  func encodingNotices(in place: Place) -> [Notice] {
    attributes.compactMap { file in
      let path = place.printedPath(of: top.appending(file.path.bytes), namedAs: FilePath(""))
      guard let sides = try? texts(of: file) else {
        return Notice(
          "settings-unknown", in: path,
          "git cannot read it, so the encoding of files in the working tree is unknown")
      }
      let offsets = sides.map(offsetOfEncoding)
      let words =
        "sets the encoding of files in the working tree, which is the text that is linted"
      if let offset = offsets[0] {
        return Notice(
          "encoding-set", in: SourceFile(path: path, bytes: sides[0]), at: offset, words)
      }
      return offsets.contains { $0 != nil }
        ? Notice("encoding-set", in: path, "no longer \(words)") : nil
    }
  }

  /// The new text, then the old ones; empty if there is no file.
  private func texts(of file: ChangedPath) throws -> [[UInt8]] {
    var texts: [[UInt8]] = []
    let blobs = file.old.compactMap { $0 }
    switch file.new {
    case .nothing: texts.append([])
    case .blob(let name): texts.append(contentsOf: try self.blobs([name]))
    case .disk:
      do throws(FileError) {
        texts.append(try readFile(top.appending(file.path.bytes), .refusingLinks))
      } catch {
        // Git does not read links either.
        guard error.isMissing || error.isLink else { throw error }
        texts.append([])
      }
    }
    return texts + (try self.blobs(blobs))
  }

  private func blobs(_ names: [FilePath]) throws(GitError) -> [[UInt8]] {
    guard !names.isEmpty else { return [] }
    var reader = try ObjectReader(names)
    return try names.map { (_) throws(GitError) in
      guard case .blob(let bytes) = try reader.next() else {
        throw GitError("no such object")
      }
      return bytes
    }
  }
}

/// The offset where a `.gitattributes` file names the attribute; nil if it does not.
private func offsetOfEncoding(in text: [UInt8]) -> Int? {
  let name = Array("working-tree-encoding".utf8)
  return text.indices.first { text[$0...].starts(with: name) }
}
