import Comparison
import Diagnostics
import Workspace

/// A run that compares the findings of a project with its baseline.
struct BaselineSurvey {
  private var record: BaselineRecord
  /// What the baseline does not hold, where no finding can have come from another file.
  private var entries: [BaselineEntry] = []
  /// Takes them instead where there is no baseline yet.
  private(set) var newBaseline: NewBaseline?
  /// What it does not hold elsewhere.
  private var held: [HeldFile] = []
  private var files = LintFiles()
  private var unread: [Trouble] = []
  private let ruleSets: RuleSets
  /// The numbers of configurations that have mistakes.
  private var misconfigured: Set<Int> = []
  /// Entries that are gone, by index.
  private var stale: [Int] = []

  /// - Parameter file: nil where there is none.
  init(
    _ file: BaselineFile?, at place: BaselinePlace, _ options: LintOptions, _ input: LintInput,
    _ projects: Projects
  ) {
    if file == nil { newBaseline = NewBaseline(at: place) }
    let baseline = ProjectBaseline(file ?? BaselineFile(emptyAt: place.printedPath), at: place)
    record = BaselineRecord(baseline)
    ruleSets = RuleSets(projects, options, describesFindings: true)
    guard case .files(let search) = input else { return }
    let linter = Linter(ruleSets, options, styles: [], baseline)
    if search.isInOrder {
      lint(ConfiguredSearch(search, ruleSets), with: linter, jobs: options.jobs)
    } else {
      let found = search.all()
      ruleSets.addFolders()
      unread += found.troubles
      misconfigured.formUnion(found.misconfigured.map(\.number))
      lint(found.batches, with: linter, jobs: options.jobs)
    }
    record.acceptMoved(from: &held)
    if case .paths(let paths, _) = options.input {
      stale = StaleBaseline(paths, projects.place).entries(
        of: record, linted: files.lazy.map(\.path), rules: ruleSets.rulesInForce)
    }
  }

  private mutating func lint(
    _ batches: some Sequence<FoundFiles> & Sendable, with linter: Linter, jobs: Int?
  ) {
    workInOrder(
      on: batches, jobs: jobs,
      makeWorker: { LintMemory() },
      work: { memory, found in linter.lint(found.files, using: memory) },
      size: \.size,
      deliver: { found, batch in
        add(batch, of: found)
        return true
      })
  }

  private mutating func add(_ batch: BatchOutcome, of found: FoundFiles) {
    unread += found.troubles + batch.unread.map { Trouble(found.files[$0.file].path, $0.error) }
    misconfigured.formUnion(found.misconfigured.map(\.number))
    misconfigured.formUnion(batch.unlinted.map { found.files.configuration(at: $0) })
    if newBaseline == nil { files.append(contentsOf: found.files) }
    record.add(batch.accepted)
    guard record.mayAcceptMoved else {
      for file in batch.held { addEntries(of: file) }
      return
    }
    // The text is of no use any more.
    held += batch.held.map {
      HeldFile(
        source: SourceFile(path: $0.source.path, bytes: []), diagnostics: $0.diagnostics,
        excused: [])
    }
  }

  private mutating func addEntries(of file: HeldFile) {
    let path = record.project.place.entryPath(of: file.source.path)
    if newBaseline?.add(file.diagnostics, of: path) == nil {
      entries += file.diagnostics.compactMap { BaselineEntry(path: path, $0) }
    }
  }

  /// Whether every file could be read; what could not is told.
  func isComplete(_ console: Console) -> Bool {
    for trouble in unread { console.printError(trouble.message) }
    for number in misconfigured.sorted() { ruleSets.mistakes(in: number)?.print(on: console) }
    let isComplete = unread.isEmpty && misconfigured.isEmpty
    if !isComplete {
      console.printError("the baseline stays as it is, since files are missing")
    }
    return isComplete
  }

  /// What the baseline does not hold.
  var newEntries: [BaselineEntry] {
    entries
      + held.flatMap { file in
        let path = record.project.place.entryPath(of: file.source.path)
        return file.diagnostics.compactMap { BaselineEntry(path: path, $0) }
      }
  }

  /// Why a baseline is not written that would grow.
  var refusal: String {
    let counts = Dictionary(grouping: newEntries, by: \.rule).mapValues(\.count)
    let rules = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let growth = counted(newEntries.count, "finding")
    return "the baseline would grow by \(growth) (\(rules)), and stays as it is; "
      + "'\(toolName)' shows them, '--accept' takes those of a rule, file or folder in"
  }

  /// Writes the baseline that is there as it is to be, and says so.
  func write(adding added: [BaselineEntry], _ console: Console) throws -> ExitStatus {
    let entries = record.use.entries(without: stale, adding: added)
    let (place, old) = (record.project.place, record.project.source.bytes)
    let text = baselineText(entries)
    let name = place.printedPath.printable
    let what = entries.isEmpty ? "no findings" : summary(of: entries)
    if text == old {
      return console.print("'\(name)' stays as it is: \(what).\n", status: .clean)
    }
    do {
      try place.requireNoLinkOut()
      _ = try holdingTermination { () throws(FileError) in
        try FileEntry(at: place.path).replaceBytes(old, with: text)
      }
    } catch {
      throw place.cannotWrite(error)
    }
    let changes = [
      (added.count, "added"), (stale.count, "gone"), (record.use.movedCount, "moved"),
    ].filter { 0 < $0.0 }.map { "\($0) \($1)" }.joined(separator: ", ")
    let advice = entries.isEmpty ? "Nothing is left of it; remove the file.\n" : ""
    return console.print(
      "Wrote \(name): \(what)\(changes.isEmpty ? "" : "; \(changes)").\n\(advice)", status: .clean)
  }
}

/// e.g. `480 findings of 4 rules in 212 files`
func summary(of entries: [BaselineEntry]) -> String {
  summary(
    findings: entries.count, rules: Set(entries.lazy.map(\.rule)).count,
    files: Set(entries.lazy.map(\.path)).count)
}

func summary(findings: Int, rules: Int, files: Int) -> String {
  "\(counted(findings, "finding")) of \(counted(rules, "rule")) in \(counted(files, "file"))"
}
