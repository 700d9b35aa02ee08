import Comparison
import Diagnostics
import Workspace

/// A run that compares the findings of a project with its baseline.
struct BaselineSurvey {
  private let baseline: ProjectBaseline
  private var known: KnownUse
  /// What the baseline does not hold.
  private(set) var newEntries: [KnownFinding] = []
  /// Takes that instead if there is no baseline yet.
  private(set) var newBaseline: NewBaseline?
  private var files = LintFiles()
  private var unread: [Trouble] = []
  private let ruleSets: RuleSets
  /// The numbers of configurations that have mistakes.
  private var misconfigured: Set<Int> = []
  /// Entries that are gone, by index.
  private var stale: [Int] = []

  /// - Parameter file: nil if there is none.
  init(
    _ file: BaselineFile?, at place: BaselinePlace, _ options: LintOptions, _ source: InputSource,
    _ projects: Projects
  ) {
    if file == nil { newBaseline = NewBaseline(at: place) }
    baseline = ProjectBaseline(file ?? BaselineFile(emptyAt: place.printedPath), at: place)
    known = KnownUse(Known(baseline))
    ruleSets = RuleSets(projects, options, describesFindings: true)
    guard case .files(let search) = source else { return }
    let linter = Linter(ruleSets, options, styles: [], known.known)
    if search.isInOrder {
      lint(InputBatches(search, ruleSets), with: linter)
    } else {
      let found = search.all()
      ruleSets.addFolders()
      addLeftOut(of: found)
      lint(InputBatches(found), with: linter)
    }
    for file in known.end() { addEntries(of: file) }
    if case .paths(let paths, _) = options.input {
      stale = baseline.staleEntries(
        of: known.baseline!, linted: files.lazy.map(\.path),
        walked: paths.map { projects.place.absolutePath(of: $0) }, rules: ruleSets.rulesInForce)
    }
  }

  private mutating func lint(_ inputs: InputBatches, with linter: Linter) {
    linter.lint(inputs) { inputs, batch in
      addLeftOut(of: inputs.found)
      unread += batch.unread.map { Trouble(inputs.files[$0.file].path, $0.error) }
      misconfigured.formUnion(batch.unlinted.map { inputs.files.configuration(at: $0) })
      if newBaseline == nil { files.append(contentsOf: inputs.files) }
      for file in known.add(batch.files) { addEntries(of: file) }
      return true
    }
  }

  private mutating func addLeftOut(of found: FoundFiles) {
    unread += found.troubles
    misconfigured.formUnion(found.misconfigured.map(\.number))
  }

  private mutating func addEntries(of file: LintedFile) {
    let path = baseline.place.entryPath(of: file.source.path)
    if newBaseline?.add(file.findings, of: path) == nil {
      newEntries += file.findings.compactMap { KnownFinding(path: path, $0) }
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
  func write(adding added: [KnownFinding], _ console: Console) throws -> ExitStatus {
    let entries = known.baseline!.entries(without: stale, adding: added)
    let (place, old) = (baseline.place, baseline.source.bytes)
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
      (added.count, "added"), (stale.count, "gone"), (known.baseline!.movedCount, "moved"),
    ].filter { 0 < $0.0 }.map { "\($0) \($1)" }.joined(separator: ", ")
    let advice = entries.isEmpty ? "Nothing is left of it; remove the file.\n" : ""
    return console.print(
      "Wrote \(name): \(what)\(changes.isEmpty ? "" : "; \(changes)").\n\(advice)", status: .clean)
  }
}

/// e.g. `480 findings of 4 rules in 212 files`
func summary(of entries: [KnownFinding]) -> String {
  summary(
    findings: entries.count, rules: Set(entries.lazy.map(\.rule)).count,
    files: Set(entries.lazy.map(\.path)).count)
}

func summary(findings: Int, rules: Int, files: Int) -> String {
  "\(counted(findings, "finding")) of \(counted(rules, "rule")) in \(counted(files, "file"))"
}
