import CallGraph
import Commands
import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import Workspace

/// Traces which tests, or whatever else is asked for, can reach a use of a banned API, through all
/// files of the root.
package func trace(_ options: TraceOptions, _ console: Console, start: Double) throws -> ExitStatus
{
  let projects = try Projects(
    options.lint.rules, printsAbsolutePaths: options.lint.printsAbsolutePaths,
    knowsAllRules: false)
  let place = projects.place
  let search = try namedFiles(of: options, projects)
  let root = TracedRoot(
    of: search?.startFolders.first ?? projects.configurations.folder(from: place.workingFolder),
    in: place)
  let project = try projects.all(of: [root.folder])[0]
  if !options.outputs.isEmpty {
    try requireUnread(options.written, among: projects.settingsPaths(options.lint))
  }
  let change = try options.change.map { change throws(GitError) in
    try Change(
      change, projects.configurations, honoursIgnoreFiles: options.lint.honoursIgnoreFiles)
  }
  var run = TraceRun(options, root, projects, console, start: start)
  guard var trace = try run.trace(search, findingIn: project) else {
    reportFailures(options, .incomplete, console)
    return .incomplete
  }
  if let change { try run.compare(&trace, with: change) }
  run.warnOfSettings(naming: trace.code.missingHeaders)
  return run.report(trace, since: change?.phrases.base)
}

/// A search for the files that the command line names; nil where it names none.
private func namedFiles(of options: TraceOptions, _ projects: Projects) throws -> FileSearch? {
  guard options.namesFiles, case .files(let search) = try InputSource(options.lint, projects) else {
    return nil
  }
  return search
}

/// A search and what it has found.
package struct Trace {
  package let code: TracedCode
  package let search: TraceSearch
  /// The causes that are reached, by entry.
  package var found: [ReachedCauses] = []
  /// By cause, where the nearest ways alone are kept: the entries, and the rank of that way.
  package private(set) var reached: [TraceReport.Reached] = []
  private var nearest: [WayRank?] = []

  package init(_ code: TracedCode, _ search: TraceSearch, keepsNearest: Bool = false) {
    (self.code, self.search) = (code, search)
    guard keepsNearest else { return }
    reached = Array(repeating: TraceReport.Reached(), count: search.causes.count)
    nearest = Array(repeating: nil, count: search.causes.count)
  }

  package init(_ search: TraceSearch, in code: TracedCode, jobs: Int?) {
    self.init(code, search)
    if search.entries.isEmpty { return }
    search.run(in: code, jobs: jobs) { add($0) }
  }

  /// Adds what the next entries reach.
  mutating func add(_ results: [ReachedCauses]) {
    for var result in results {
      if !nearest.isEmpty { keepNearest(&result) }
      found.append(result)
    }
  }

  /// Drops the ways that are no nearer than those of entries before; what an entry does by itself
  /// stays.
  private mutating func keepNearest(_ result: inout ReachedCauses) {
    let count = result.ways.count
    result.keepWays { cause, rank in
      reached[cause].add(entry: found.count)
      let isNearer = nearest[cause].map { rank < $0 } ?? true
      if isNearer { nearest[cause] = rank }
      return isNearer || rank.length == 0
    }
    result.hasFartherWays = result.ways.count < count
  }

  /// The causes that are reached, by index, by the path of their file from the root.
  var reachedByFile: [FilePath: [Int]] {
    var isReached = [Bool](repeating: false, count: search.causes.count)
    for way in found.lazy.flatMap(\.ways) { isReached[Int(way.cause)] = true }
    return Dictionary(grouping: isReached.indices.filter { isReached[$0] }) {
      code.files[search.causes[$0].file].path
    }
  }
}

/// A run of `trace` in progress.
package struct TraceRun {
  package let options: TraceOptions
  package let root: TracedRoot
  package let projects: Projects
  package let console: Console
  /// Whether another run tells what is wrong with settings and files.
  private let isSilent: Bool
  package let linter: Linter
  package private(set) var names = TracedNames(modules: [])
  private var progress: Progress
  /// The account of what was left out, and of what the change silences.
  package private(set) var receipt = Receipt()
  private var found = FoundFiles()
  private var origin: TraceOptions.Origin
  private var goesThroughAllowed: Bool

  package init(
    _ options: TraceOptions, _ root: TracedRoot, _ projects: Projects, _ console: Console,
    start: Double = 0, isSilent: Bool = false
  ) {
    (self.options, self.root, self.projects, self.console) = (options, root, projects, console)
    self.isSilent = isSilent
    // Findings are known by the names that they are about, and allowed ones are included.
    linter = Linter(projects, options.lint, Baselines(nil))
    let isQuiet = isSilent || options.lint.isQuiet
    progress = Progress(console: console, isQuiet: isQuiet, start: start)
    origin = options.origin ?? .tests
    goesThroughAllowed = options.goesThroughAllowed
  }

  /// Prints an error below the reports so far.
  private mutating func tell(_ message: String, of path: FilePath? = nil) {
    if isSilent { return }
    progress.erase()
    console.printError(message, of: path)
  }

  private mutating func add(_ trouble: Trouble) {
    receipt.addUnread()
    tell(trouble.message, of: trouble.path)
  }

  /// Reports the mistakes of a configuration, once.
  private mutating func tellMistakes(in configuration: Int) {
    guard !isSilent, let mistakes = projects.newMistakes(in: configuration) else { return }
    progress.erase()
    mistakes.print(on: console)
  }

  /// Makes the trace that is asked for; nil, with an error printed, if there is nothing to trace
  /// from.
  /// - Parameters:
  ///   - search: the search for the files; nil for all of the root.
  ///   - project: the project of the root.
  package mutating func trace(
    _ search: FileSearch?, findingIn project: Project
  ) throws(UsageError) -> Trace? {
    findFiles(search)
    names = TracedNames(
      headers: origin.headers + rules.flatMap { $0.trace.seams + $0.trace.through },
      modules: project.configuration.modules.map(\.value))
    let files = readFiles()
    let code = TracedCode(files, manifests: manifests(among: files), headers: names.headers)
    guard let search = try self.search(of: code) else { return nil }
    var trace = Trace(
      code, search,
      keepsNearest: isForPeople && !options.listsAll && options.change == nil)
    search.run(in: code, jobs: options.lint.jobs) { results in
      trace.add(results)
      let total = grouped(search.entries.count)
      progress.update("Traced \(grouped(trace.found.count)) of \(total)")
    }
    progress.erase()
    return trace
  }

  /// Whether all reports are for people, who read the nearest ways, and not all steps of long ones.
  private var isForPeople: Bool {
    ([options.format] + options.outputs.map(\.format)).allSatisfy(\.isForPeople)
  }

  /// Keeps only ways that a change opens, and records what it silences.
  package mutating func compare(_ trace: inout Trace, with change: Change) throws(GitError) {
    let old = try oldCode(of: change, than: trace.code)
    let (notices, sides) = change.silencing(options.lint, comments: old.comments, in: projects)
    var ended: Set<PlacedCause> = []
    if let sides, projects.place.settings.commit == nil, let older = self.trace(by: sides.old) {
      ended = older.ended(before: trace)
    }
    receipt.silencing = notices
    trace.found = newWays(in: trace, than: old.code, ended: ended)
  }

  /// The same trace with other settings; nil if they find nothing to trace. It prints nothing.
  private func trace(by projects: Projects) -> Trace? {
    let search = try? namedFiles(of: options, projects)
    let folder =
      search?.startFolders.first
      ?? projects.configurations.folder(from: projects.place.workingFolder)
    let root = TracedRoot(of: folder, in: projects.place)
    var run = TraceRun(options, root, projects, console, isSilent: true)
    return (try? projects.project(of: folder)).flatMap { try? run.trace(search, findingIn: $0) }
  }

  // MARK: - Files

  /// Finds the files, and where their settings let a trace begin.
  /// - Parameter search: the search; nil for all files of the root.
  private mutating func findFiles(_ search: FileSearch?) {
    let search =
      search
      ?? FileSearch(
        named: [root.argument], in: projects.place, Selection(options.lint, projects))
    found = search.all { progress.update("Found \(counted($0, "file"))") }
    projects.addFolders()
    receipt.add(leftOutOf: found)
    receipt.absentCount = search.absentCount(in: found.repositories)
    for folder in found.misconfigured { tellMistakes(in: folder.number) }
    for trouble in found.troubles { add(trouble) }
    let tracing = rules.filter(\.trace.isOn)
    guard options.origin == nil, !tracing.isEmpty else { return }
    origin = .scopes(tracing.flatMap(\.inside))
    // A use that another rule allows is still banned by these.
    if tracing.allSatisfy(\.trace.goesThroughAllowed) { goesThroughAllowed = true }
  }

  /// The rules of all files that were found.
  private var rules: [Rule] {
    Set(found.files.indices.map { found.files.configuration(at: $0) }).sorted()
      .compactMap(projects.compiledProject).flatMap(\.selection.rules)
      .filter(\.isMatched)
  }

  private mutating func readFiles() -> [TracedFile] {
    let total = found.files.count
    var unread: [Trouble] = []
    var count = 0
    let files = names.read(found, below: root, linter) { read in
      count += read.files.count
      unread += read.unread
      for number in read.misconfigured { tellMistakes(in: number) }
      progress.update("Read \(count) of \(counted(total, "file"))")
    }
    for trouble in unread { add(trouble) }
    receipt.add(FindingCounts(), ofFiles: files.count)
    return files
  }

  func manifests(among files: [TracedFile]) -> [(path: FilePath, bytes: [UInt8])] {
    root.manifests(among: files.lazy.map(\.source), and: found)
  }

  // MARK: - The trace

  /// The search that is asked for; nil, with an error printed, if there is nothing to trace from.
  private mutating func search(of code: TracedCode) throws(UsageError) -> TraceSearch? {
    var causes = code.causes
    var entries: [TracedEntry] = []
    var isAboutPlace = false
    switch options.subject {
    case .function(let name)?:
      entries = try code.entries(named: name)
    case .place(let place)?:
      let place = place.inExistingFile
      try requireRead(place.file)
      let here = try code.subject(
        at: place, root.relativePath(named: place.file), causes,
        allowedToo: goesThroughAllowed)
      if !here.causes.isEmpty {
        (causes, isAboutPlace) = (here.causes, true)
      } else if options.origin == nil {
        entries = here.entries
      } else {
        throw UsageError(
          "no rule finds anything in line \(place.line) of '\(place.file.string)'; "
            + "leave out '\(Option.from.name)' to trace the function there", needsHelp: false)
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
    if entries.isEmpty, !mayBeEmpty {
      tell(origin.reasonForNothing)
      return nil
    }
    let isChosenByRules = if case .scopes = origin { options.origin == nil } else { false }
    return TraceSearch(
      causes: causes, entries: entries, origin: origin, isChosenByRules: isChosenByRules,
      named: named, isAboutPlace: isAboutPlace, goesThroughAllowed: goesThroughAllowed,
      dispatch: options.dispatch,
      followsBranches: options.followsBranches || named != nil || isAboutPlace)
  }

  /// Whether there may be nothing to trace. A list may be empty.
  private var mayBeEmpty: Bool {
    guard case .paths(let paths, _?) = options.lint.input, paths.isEmpty, found.files.isEmpty else {
      return options.lint.allowsEmpty
    }
    return true
  }

  /// Settings may leave a file out that somebody asks about.
  private func requireRead(_ file: FilePath) throws(UsageError) {
    let path = root.relativePath(named: file)
    func isAmong(_ files: LintFiles) -> Bool {
      path != nil && files.contains { root.relativePath(of: $0.path) == path }
    }
    if isAmong(found.excluded) {
      throw UsageError(
        "'\(file.string)' is excluded by the configuration, so no trace reads it",
        needsHelp: false)
    }
    if isAmong(found.notIncluded) {
      throw UsageError(
        "no 'include' of the configuration names '\(file.string)', so no trace reads it",
        needsHelp: false)
    }
  }

  /// Warns of settings of the trace that name what no file declares.
  func warnOfSettings(naming missing: Set<ScopeHeader>) {
    for configuration in projects.compiledProjects.map(\.configuration) {
      let warnings = configuration.warnings(aboutMissing: missing)
      guard let source = configuration.source, !warnings.isEmpty else { continue }
      var report = Report(ReportStyle(.text, isColored: console.areErrorsColored))
      console.printToErrors(report.text(adding: inReportOrder(warnings), of: source))
    }
  }

  /// Writes the reports and the receipt.
  /// - Parameter base: the words for the state it was compared with; nil for none.
  package func report(_ trace: Trace, since base: String?) -> ExitStatus {
    var builder = TraceReportBuilder(trace, shortens: isForPeople)
    var report = builder.report()
    report.excludedCount = receipt.excludedCount + receipt.notIncludedCount
    let reachesError = !options.lint.exitsZero && report.causes.contains { $0.severity == .error }
    var status: ExitStatus {
      console.failures.isEmpty ? reachesError ? .errorsFound : .clean : .incomplete
    }
    var left = receipt
    left.configurations = projects.compiledProjects.compactMap { $0.configuration.source?.path }
    left.settingsRevision = projects.place.settings.commit?.printedName
    report.isCompared = base != nil
    let receipt =
      TraceReceipt(
        report, of: trace.search, since: base, below: root.isWorkingFolder ? nil : root.argument,
        left: left
      ).text
    let isOpen = TraceOutputs(
      options, trace.code.files, projects.rules, projects.place, console, left.silencing
    ).write(report, receipt, status: status)
    if !options.lint.isQuiet, isOpen {
      console.printToErrors("\(receipt)\n\(left.silencingList)")
    }
    return status
  }
}
