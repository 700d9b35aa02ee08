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
    let (day, name) = (isoDate(ofSeconds: commit.seconds), shortName(of: commit))
    do throws(Unreadable) {
      add(try entries(of: content), day, name)
    } catch {
      rows.append(FindingHistory.Row(day: day, commit: name, counts: nil, absence: "unreadable"))
      switch error {
      case .lacking: lacking.append(commit)
      case .mistake(let words): warnings.append("cannot read '\(self.name)' in \(name) (\(words))")
      }
    }
  }

  /// - Parameter entries: nil for no baseline.
  private mutating func add(_ entries: [KnownFinding]?, _ day: String, _ commit: String) {
    let change = entries.flatMap { entries in known.map { countChanges(from: $0, to: entries) } }
    let counts = entries.map { FindingHistory.Counts(rules: $0.lazy.map(\.rule), change: change) }
    rows.append(
      FindingHistory.Row(
        day: day, commit: commit, counts: counts, absence: entries == nil ? "deleted" : ""))
    known = entries ?? known
  }

  /// Adds the file on the disk, unless the newest commit has the same entries.
  private mutating func addWorkingTree(_ place: BaselinePlace) {
    let (last, day) = (rows.last, "uncommitted")
    do throws(ProjectError) {
      let entries = try place.readIfThere()?.entries
      let isGone = last == nil || last?.absence == "deleted"
      if entries == nil ? isGone : last?.counts != nil && entries == known { return }
      if last == nil { notes.append("no commit has '\(name)' yet") }
      add(entries, day, "-")
    } catch {
      // The commits have their rows all the same.
      mistake = error
      rows.append(FindingHistory.Row(day: day, commit: "-", counts: nil, absence: "unreadable"))
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
        "this clone is shallow: its history begins at \(shortName(of: start)) of "
          + "\(isoDate(ofSeconds: start.seconds)), with \(counted(shown.count, "commit")) that "
          + "changed the baseline; 'git fetch --unshallow' gets the rest")
    }
    if let last = lacking.last {
      notes.append(
        "this partial clone lacks the baseline of \(counted(lacking.count, "commit")), the newest "
          + "of which is \(shortName(of: last)); a clone without '--filter' has all")
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

/// The first ten digits: as many in each repository, so that a report is the same in each clone.
private func shortName(of commit: FileHistory.Commit) -> String {
  String(decoding: commit.name.bytes.prefix(10), as: UTF8.self)
}
