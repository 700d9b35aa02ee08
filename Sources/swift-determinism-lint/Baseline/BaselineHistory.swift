import Comparison
import Diagnostics
import Reporters
import Workspace

/// Prints the findings by rule over the commits that changed a baseline.
func printHistory(
  _ options: HistoryOptions, of place: BaselinePlace, _ console: Console
) throws -> ExitStatus {
  let reader = try HistoryReader(options, of: place)
  for warning in reader.warnings { console.printWarning(warning) }
  let history = FindingHistory(rows: reader.rows, notes: reader.notes)
  switch options.format {
  case .text:
    let notes = reader.notes.map { "note: \(FilePath($0).printable)\n" }.joined()
    return console.print(historyTable(history), remarks: Array(notes.utf8), status: .clean)
  case .html:
    console.output.guardsLog = false
    var status = ExitStatus.clean
    writeHistoryPage(history) { bytes in
      do throws(FileError) {
        try console.output.write(bytes)
        return true
      } catch {
        console.tell(error, of: "standard output")
        status = error.isClosedPipe ? .clean : .incomplete
        return false
      }
    }
    return status
  }
}

/// Reads a baseline as each commit has it, one after the other.
private struct HistoryReader {
  /// The oldest first.
  private(set) var rows: [FindingHistory.Row] = []
  private(set) var notes: [String] = []
  private(set) var warnings: [String] = []
  private let name: String
  /// What the last row that can be read has; nil if nobody knows what was before the next row.
  private var known: [KnownFinding]?
  /// Commits whose baseline a partial clone lacks.
  private var lacking: [FileHistory.Commit] = []

  init(_ options: HistoryOptions, of place: BaselinePlace) throws {
    name = place.printedPath.printable
    guard repositoryRoot(around: place.path.parent) != nil else {
      throw GitError(
        "there is no git repository around '\(name)'; '\(Option.history.name)' reads what git has")
    }
    // One more than is shown tells what the oldest one has changed.
    let history = try FileHistory(
      of: place.path, to: place.settingsCommit, limit: options.count + 1)
    let shown = history.commits.suffix(options.count)
    var contents = try history.contents()
    if shown.count < history.commits.count {
      known = try contents.next().flatMap { try? entries(of: $0).get() }
    } else {
      // The first commit that git knows has no file before it; that of a shallow clone may have.
      known = history.start == nil ? [] : nil
    }
    for commit in shown {
      guard let content = try contents.next() else { break }
      add(content, of: commit)
    }
    if place.settingsCommit == nil { try addWorkingTree(place) }
    guard !rows.isEmpty else { throw place.missing }
    addNotes(history, shown, options)
  }

  private mutating func add(_ content: FileHistory.Content, of commit: FileHistory.Commit) {
    let origin = FindingHistory.Origin.commit(name: commit.name, seconds: commit.seconds)
    switch entries(of: content) {
    case .success(let entries):
      add(entries, origin)
    case .failure(let reason):
      rows.append(FindingHistory.Row(origin, .unreadable))
      if known?.isEmpty == true { known = nil }
      if case .lacking = content {
        lacking.append(commit)
      } else {
        let commit = shortName(ofCommit: commit.name)
        warnings.append("cannot read '\(name)' in \(commit) (\(reason.words))")
      }
    }
  }

  private mutating func add(_ entries: [KnownFinding], _ origin: FindingHistory.Origin) {
    let change = known.map { countChanges(from: $0, to: entries) }
    let counts = FindingHistory.Counts(rules: entries.lazy.map(\.rule), change: change)
    rows.append(FindingHistory.Row(origin, .counts(counts)))
    known = entries
  }

  /// Adds the file on the disk, unless the newest commit has the same entries.
  private mutating func addWorkingTree(_ place: BaselinePlace) throws(ProjectError) {
    let file = try place.readIfThere()
    guard let last = rows.last else {
      guard let file else { return }
      notes.append("no commit has '\(name)' yet")
      return add(file.entries, .workingTree)
    }
    let entries = file?.entries ?? []
    if case .counts = last.content, known == entries { return }
    add(entries, .workingTree)
  }

  private mutating func addNotes(
    _ history: FileHistory, _ shown: ArraySlice<FileHistory.Commit>, _ options: HistoryOptions
  ) {
    if let start = history.start, history.commits.count <= options.count {
      let day = isoDate(ofSeconds: start.seconds)
      notes.append(
        "this clone is shallow: its history begins at \(shortName(ofCommit: start.name)) of \(day), "
          + "so \(shown.count) of the \(options.count) commits that were asked for were seen; "
          + "'git fetch --unshallow' gets the rest")
    }
    if let last = lacking.last {
      notes.append(
        "this partial clone lacks the baseline of \(counted(lacking.count, "commit")), the newest "
          + "of which is \(shortName(ofCommit: last.name)); a clone without '--filter' has all")
    }
  }

  private struct Unreadable: Error {
    let words: String
  }

  private func entries(
    of content: FileHistory.Content
  ) -> Result<[KnownFinding], Unreadable> {
    switch content {
    case .nothing: return .success([])
    case .unreadable(let words): return .failure(Unreadable(words: words))
    case .lacking: return .failure(Unreadable(words: "this clone lacks it"))
    case .file(let bytes):
      let file = BaselineFile(parsing: SourceFile(path: FilePath(name), bytes: bytes))
      guard let mistake = file.mistakes.first else { return .success(file.entries) }
      let line = LineTable(bytes).location(of: mistake.range.lowerBound).line
      // What to do about it follows; nobody changes a commit.
      let words = mistake.message.prefix { $0 != ";" }
      return .failure(Unreadable(words: "line \(line): \(words)"))
    }
  }
}
