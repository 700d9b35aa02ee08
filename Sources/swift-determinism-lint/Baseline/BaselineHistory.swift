import Commands
import Comparison
import Diagnostics
import Pipeline
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
    let status = console.print(forPrograms: historyPage(history, version: version))
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
  /// The entries of the last row with counts; nil before the first, which nobody can compare.
  private var known: [FindingIdentity]?
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
    let hidden = history.commits.count - options.count
    try history.read { commit, content in
      add(content, of: commit)
      if 0 < hidden, commit.name == history.commits[0].name {
        (rows, warnings, lacking) = ([], [], [])
      }
    }
    if place.settingsCommit == nil { addWorkingTree(place) }
    guard !rows.isEmpty else { throw place.missing }
    if history.isShallow, hidden <= 0 {
      notes.append(
        "this clone is shallow, and older commits may have changed the baseline; "
          + "'git fetch --unshallow' gets them")
    }
    if let last = lacking.last {
      notes.append(
        "this partial clone lacks the baseline of \(counted(lacking.count, "commit")), the newest "
          + "of which is \(shortName(of: last)); a clone without '--filter' has all")
    }
  }

  private mutating func add(_ content: FileHistory.Content, of commit: FileHistory.Commit) {
    var (entries, absence): ([FindingIdentity]?, String) = (nil, "unreadable")
    var why: String?
    switch content {
    case .nothing: absence = "deleted"
    case .lacking: lacking.append(commit)
    case .unreadable(let words): why = words
    case .file(let bytes):
      let file = BaselineFile(parsing: SourceFile(path: FilePath(name), bytes: bytes))
      if let mistake = file.mistakes.first {
        let line = LineTable(bytes).location(of: mistake.range.lowerBound).line
        // What to do about it follows; nobody changes a commit.
        why = "line \(line): \(mistake.message.prefix { $0 != ";" })"
      } else {
        entries = file.entries
      }
    }
    let name = shortName(of: commit)
    if let why { warnings.append("cannot read '\(self.name)' in \(name) (\(why))") }
    add(entries, commit.day, name, absence)
  }

  /// - Parameter absence: why there are no entries.
  private mutating func add(
    _ entries: [FindingIdentity]?, _ day: String, _ commit: String, _ absence: String = "deleted"
  ) {
    let change = entries.flatMap { entries in known.map { countChanges(from: $0, to: entries) } }
    let counts = entries.map { FindingHistory.Counts(rules: $0.lazy.map(\.rule), change: change) }
    rows.append(
      FindingHistory.Row(
        day: day, commit: commit, counts: counts, absence: counts == nil ? absence : ""))
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
      add(nil, day, "-", "unreadable")
    }
  }

  /// Tells why the baseline of the working tree cannot be read.
  /// - Parameter status: of what was done before.
  func tellMistake(_ console: Console, after status: ExitStatus) -> ExitStatus {
    guard let mistake else { return status }
    mistake.print(on: console)
    return .incomplete
  }
}

/// The first ten digits: as many in each repository, so that a report is the same in each clone.
private func shortName(of commit: FileHistory.Commit) -> String {
  String(decoding: commit.name.bytes.prefix(10), as: UTF8.self)
}
