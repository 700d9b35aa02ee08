import CallGraph
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// Traces which tests, or whatever else is asked for, can reach a use of a banned API, through all
/// files of the root.
func trace(_ options: TraceOptions, _ console: Console, start: Double) throws -> ExitStatus {
  let projects = try Projects(
    options.lint.rules, printsAbsolutePaths: options.lint.printsAbsolutePaths,
    knowsAllRules: false)
  let place = projects.place
  let root = TracedRoot(
    of: projects.configurations.folder(from: place.workingFolder), in: place)
  let project = try projects.all(of: [root.folder])[0]
  let change = try options.change.map { change throws(GitError) in
    try Change(
      change, projects.configurations, honoursIgnoreFiles: options.lint.honoursIgnoreFiles)
  }
  var run = TraceRun(options, root, projects, console, start: start)
  run.findFiles()
  let headers = run.headers
  let finder =
    headers.isEmpty
    ? nil : ScopeFinder(headers, modules: project.configuration.modules.map(\.value))
  let files = run.readFiles(finding: finder)
  let code = TracedCode(files, manifests: run.manifests(among: files), headers: headers)
  guard let search = try run.search(of: code) else {
    reportFailures(options, .incomplete, console)
    return .incomplete
  }
  var found = run.trace(search, through: code)
  if let change {
    let old = try run.readOldCode(of: change, than: code, headers: headers, finding: finder)
    found = TraceComparison(search, code, old).newWays(among: found, jobs: options.lint.jobs)
  }
  run.warnOfSettings(naming: code.missingHeaders)
  return run.report(found, of: search, in: code, since: change?.words.base)
}

/// A run of `trace` as far as it has come.
struct TraceRun {
  let options: TraceOptions
  let root: TracedRoot
  let projects: Projects
  let console: Console
  let ruleSets: RuleSets
  private var progress: Progress
  /// What was left out.
  private(set) var receipt = Receipt()
  private var misconfigured: Set<Int> = []
  private var found = FoundFiles()
  private var origin: TraceOptions.Origin
  private var goesThroughAllowed: Bool

  init(
    _ options: TraceOptions, _ root: TracedRoot, _ projects: Projects, _ console: Console,
    start: Double
  ) {
    (self.options, self.root, self.projects, self.console) = (options, root, projects, console)
    // Findings are known by what they name, and include what is allowed.
    ruleSets = RuleSets(projects, options.lint, describesFindings: true)
    progress = Progress(console: console, isQuiet: options.lint.isQuiet, start: start)
    origin = options.origin ?? .tests
    goesThroughAllowed = options.goesThroughAllowed
  }

  /// Prints an error below what has been reported so far.
  private mutating func tell(_ message: String, of path: FilePath? = nil) {
    progress.erase()
    console.printError(message, of: path)
  }

  private mutating func add(_ trouble: Trouble) {
    receipt.addUnread()
    tell(trouble.message, of: trouble.path)
  }

  /// Reports what is wrong with a configuration, once.
  private mutating func tellMistakes(in configuration: Int) {
    guard misconfigured.insert(configuration).inserted else { return }
    progress.erase()
    ruleSets.mistakes(in: configuration)?.print(on: console)
  }

  // MARK: - Files

  /// Finds all files of the root, and what their settings say of traces.
  mutating func findFiles() {
    let honoursIgnoreFiles = options.lint.honoursIgnoreFiles
    let selection = Selection(
      projects.configurations,
      gitSettings: honoursIgnoreFiles ? GitSettings(environment: environmentVariable) : nil)
    let search = FileSearch(named: [root.argument], in: projects.place, selection)
    found = search.all { progress.update("Found \(counted($0, "file"))") }
    ruleSets.addFolders()
    receipt.add(leftOutOf: found)
    for folder in found.misconfigured { tellMistakes(in: folder.number) }
    for trouble in found.troubles { add(trouble) }
    let tracing = rules.filter(\.trace.isOn)
    guard options.origin == nil, !tracing.isEmpty else { return }
    origin = .scopes(tracing.flatMap(\.inside))
    // What other rules allow is still what these ban.
    if tracing.allSatisfy(\.trace.goesThroughAllowed) { goesThroughAllowed = true }
  }

  /// Those of all files that were found.
  private var rules: [Rule] {
    Set(found.files.indices.map { found.files.configuration(at: $0) }).sorted()
      .compactMap { ruleSets.ruleSet(of: $0) }.flatMap { $0.project.selection.rules }
      .filter(\.isMatched)
  }

  /// Each header that the trace asks for, once.
  var headers: [ScopeHeader] {
    var seen: Set<ScopeHeader> = []
    let all = origin.headers + rules.flatMap { $0.trace.seams + $0.trace.through }
    return all.filter { seen.insert($0).inserted }
  }

  /// Reads all files, each once.
  /// - Parameter finder: nil if nothing is asked for by its header.
  /// - Returns: them in the order of their paths from the root.
  mutating func readFiles(finding finder: ScopeFinder?) -> [TracedFile] {
    let linter = Linter(ruleSets, options.lint, styles: [], Known(Baselines(nil)))
    let total = found.files.count
    var files: [TracedFile] = []
    var unread: [Trouble] = []
    forEachBatch(
      of: InputBatches(found), jobs: options.lint.jobs,
      work: { [root] memory, batch in
        TracedFile.read(batch.files, below: root, linter, finder, using: memory)
      },
      size: { _ in 0 },
      deliver: { batch, read in
        files += read.files
        unread += read.unread
        for number in read.misconfigured { tellMistakes(in: number) }
        progress.update("Read \(files.count) of \(counted(total, "file"))")
        return true
      })
    for trouble in unread { add(trouble) }
    receipt.add(FindingCounts(), ofFiles: files.count)
    files.sort { $0.path < $1.path }
    return files
  }

  func manifests(among files: [TracedFile]) -> [(path: FilePath, bytes: [UInt8])] {
    root.manifests(among: files.lazy.map(\.source), and: found)
  }

  // MARK: - The trace

  /// What is asked for; nil if there is nothing to trace from, which is told.
  mutating func search(of code: TracedCode) throws(UsageError) -> TraceSearch? {
    var causes = code.causes
    var entries: [TracedEntry] = []
    var isAboutPlace = false
    switch options.subject {
    case .function(let name)?:
      entries = try code.entries(named: name, root.relativePath(named: FilePath(name)))
    case .place(let place)?:
      let place = place.inExistingFile
      try requireRead(place.file)
      let subject = try code.subject(
        at: place, root.relativePath(named: place.file), causes,
        allowedToo: goesThroughAllowed)
      switch subject {
      case .causes(let here): (causes, isAboutPlace) = (here, true)
      case .entries where options.origin != nil:
        throw UsageError(
          message: "no rule finds anything in line \(place.line) of '\(place.file.string)'; "
            + "leave out '\(Option.from.name)' to trace the function there", needsHelp: false)
      case .entries(let here): entries = here
      }
    case nil: break
    }
    let named = entries.first?.name
    if entries.isEmpty { entries = code.entries(from: origin) }
    if entries.isEmpty, options.origin == nil {
      origin = .tests
      goesThroughAllowed = options.goesThroughAllowed
      entries = code.entries(from: origin)
    }
    if entries.isEmpty {
      tell(origin.wordsForNothing)
      return nil
    }
    let isChosenByRules = if case .scopes = origin { options.origin == nil } else { false }
    return TraceSearch(
      causes: causes, entries: entries, origin: origin, isChosenByRules: isChosenByRules,
      named: named, isAboutPlace: isAboutPlace, goesThroughAllowed: goesThroughAllowed,
      dispatch: options.dispatch)
  }

  /// Settings may leave a file out that somebody asks about.
  private func requireRead(_ file: FilePath) throws(UsageError) {
    let path = root.relativePath(named: file)
    func isAmong(_ files: LintFiles) -> Bool {
      path != nil && files.contains { root.relativePath(of: $0.path) == path }
    }
    if isAmong(found.excluded) {
      throw UsageError(
        message: "'\(file.string)' is excluded by the configuration, so no trace reads it",
        needsHelp: false)
    }
    if isAmong(found.notIncluded) {
      throw UsageError(
        message: "no 'include' of the configuration names '\(file.string)', so no trace reads it",
        needsHelp: false)
    }
  }

  mutating func trace(_ search: TraceSearch, through code: TracedCode) -> [ReachedCauses] {
    var found: [ReachedCauses] = []
    let total = search.entries.count
    search.run(in: code, jobs: options.lint.jobs) { results in
      found += results
      progress.update("Traced \(grouped(found.count)) of \(grouped(total))")
    }
    progress.erase()
    return found
  }

  /// Warns of settings of the trace that name what no file declares.
  func warnOfSettings(naming missing: Set<ScopeHeader>) {
    for configuration in ruleSets.all.map(\.project.configuration) {
      let warnings = configuration.warnings(aboutMissing: missing)
      guard let source = configuration.source, !warnings.isEmpty else { continue }
      let style = ReportStyle(.text, isColored: console.areErrorsColored)
      var report = Report(style)
      let rendered = renderFile(inReportOrder(warnings), of: source, styles: [style])
      console.printToErrors(report.text(adding: rendered[0]))
    }
  }

  /// Writes the reports and the receipt.
  /// - Parameters:
  ///   - found: by entry.
  ///   - base: what it was compared with; nil for nothing.
  func report(
    _ found: [ReachedCauses], of search: TraceSearch, in code: TracedCode, since base: String?
  ) -> ExitStatus {
    var builder = TraceReportBuilder(code, search)
    var report = builder.report(of: found)
    report.excludedCount = receipt.excludedCount + receipt.notIncludedCount
    let reachesError = report.causes.contains { $0.severity == .error }
    var status: ExitStatus {
      console.failures.isEmpty ? reachesError ? .errorsFound : .clean : .incomplete
    }
    var left = receipt
    left.configurations = ruleSets.all.compactMap { $0.project.configuration.source?.path }
    left.settingsRevision = projects.place.settings.commit?.words
    report.isCompared = base != nil
    let receipt =
      TraceReceipt(
        report, of: search, since: base, below: root.isWorkingFolder ? nil : root.argument,
        left: left
      ).text
    let isOpen = TraceOutputs(options, code.files, ruleSets.rules, projects.place, console)
      .write(report, receipt, status: status)
    if !options.lint.isQuiet, isOpen { console.printToErrors(receipt + "\n") }
    return status
  }
}
