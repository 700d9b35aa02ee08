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
    // A person has as much room as the terminal; what a file has must not depend on one.
    let table = historyTable(history, width: console.output.columnCount ?? 100)
    let status = console.print(table, remarks: Array(notes.utf8), status: .clean)
    return reader.tellMistake(console, after: status)
  case .html:
    console.output.guardsLog = false
    var status = ExitStatus.clean
    writeHistoryPage(history, version: version) { bytes in
      do throws(FileError) {
        try console.output.write(bytes)
        return true
      } catch {
        console.tell(error, of: "standard output")
        status = error.isClosedPipe ? .clean : .incomplete
        return false
      }
    }
    return reader.tellMistake(console, after: status)
  }
}

/// Reads a baseline as each commit has it, one after the other.
private struct HistoryReader {
  /// The oldest first.
  private(set) var rows: [FindingHistory.Row] = []
  private(set) var notes: [String] = []
  private(set) var warnings: [String] = []
  /// Why the baseline of the working tree cannot be read.
  private var mistake: ProjectError?
  private let name: String
  /// What the last row with counts has; nil before the first, which nobody can compare.
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
    if shown.count < history.commits.count, let oldest = try contents.next() {
      known = try? entries(of: oldest)
    }
    for commit in shown {
      guard let content = try contents.next() else { break }
      add(content, of: commit)
    }
    if place.settingsCommit == nil { addWorkingTree(place) }
    guard !rows.isEmpty else { throw place.missing }
    addNotes(history, shown, options)
  }

  private mutating func add(_ content: FileHistory.Content, of commit: FileHistory.Commit) {
    let origin = FindingHistory.Origin.commit(name: commit.name, seconds: commit.seconds)
    do throws(Unreadable) {
      if let found = try entries(of: content) {
        add(found, origin)
      } else {
        rows.append(FindingHistory.Row(origin, .deleted))
      }
    } catch {
      rows.append(FindingHistory.Row(origin, .unreadable))
      switch error {
      case .lacking: lacking.append(commit)
      case .mistake(let words):
        warnings.append(
          "cannot read '\(name)' in \(shortName(ofCommit: commit.name)) (\(words))")
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
  private mutating func addWorkingTree(_ place: BaselinePlace) {
    let file: BaselineFile?
    do throws(ProjectError) {
      file = try place.readIfThere()
    } catch {
      // The commits have their rows all the same.
      mistake = error
      rows.append(FindingHistory.Row(.workingTree, .unreadable))
      return
    }
    switch (rows.last?.content, file) {
    case (nil, nil), (.deleted, nil): break
    case (_, nil): rows.append(FindingHistory.Row(.workingTree, .deleted))
    case (.counts, let file?) where file.entries == known: break
    case (let last, let file?):
      if last == nil { notes.append("no commit has '\(name)' yet") }
      add(file.entries, .workingTree)
    }
  }

  /// Tells why the baseline of the working tree cannot be read.
  /// - Parameter status: of what was done before.
  func tellMistake(_ console: Console, after status: ExitStatus) -> ExitStatus {
    guard let mistake else { return status }
    mistake.print(on: console)
    return .incomplete
  }

  private mutating func addNotes(
    _ history: FileHistory, _ shown: ArraySlice<FileHistory.Commit>, _ options: HistoryOptions
  ) {
    if let start = history.start, history.commits.count <= options.count {
      notes.append(
        "this clone is shallow: its history begins at \(shortName(ofCommit: start.name)) of "
          + "\(Day(ofSeconds: start.seconds).isoDate), with \(counted(shown.count, "commit")) that "
          + "changed the baseline; 'git fetch --unshallow' gets the rest")
    }
    if let last = lacking.last {
      notes.append(
        "this partial clone lacks the baseline of \(counted(lacking.count, "commit")), the newest "
          + "of which is \(shortName(ofCommit: last.name)); a clone without '--filter' has all")
    }
  }

  private enum Unreadable: Error {
    /// The clone is partial.
    case lacking
    case mistake(String)
  }

  /// Nil if the commit has no baseline.
  private func entries(
    of content: FileHistory.Content
  ) throws(Unreadable) -> [KnownFinding]? {
    switch content {
    case .nothing: return nil
    case .unreadable(let words): throw .mistake(words)
    case .lacking: throw .lacking
    case .file(let bytes):
      let file = BaselineFile(parsing: SourceFile(path: FilePath(name), bytes: bytes))
      guard let mistake = file.mistakes.first else { return file.entries }
      let line = LineTable(bytes).location(of: mistake.range.lowerBound).line
      // What to do about it follows; nobody changes a commit.
      throw .mistake("line \(line): \(mistake.message.prefix { $0 != ";" })")
    }
  }
}
