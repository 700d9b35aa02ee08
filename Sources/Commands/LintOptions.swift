import Diagnostics
import Reporters
import Workspace

/// Which rules are in force.
package struct RuleOptions {
  package let configuration: FilePath?
  /// The revision that settings are read from; nil for the disk.
  package let settingsRevision: FilePath?
  /// Names of bundled packs, and `all`.
  package let packs: [String]
  package let rulePaths: [FilePath]
  package let onlyRules: [String]
  package let disabledRules: [String]

  package init(_ arguments: Arguments) throws(UsageError) {
    configuration = arguments.value(of: .config)
    settingsRevision = try arguments.revision(of: .configFrom)
    packs = arguments.values(of: .pack).flatMap {
      $0.string.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    rulePaths = arguments.values(of: .rules)
    onlyRules = arguments.values(of: .onlyRule).map(\.string)
    disabledRules = arguments.values(of: .disable).map(\.string)
  }

  /// Whether there are no settings but the project's own, as they are on the disk.
  package var isUsual: Bool { configuration == nil && settingsRevision == nil && rulePaths.isEmpty }
}

package struct LintOptions {
  package let rules: RuleOptions
  package let format: ReportFormat
  package let outputs: [(format: ReportFormat, path: FilePath)]
  package let showsStatistics: Bool
  /// The grouping of tables; nil for rules and folders.
  package let grouping: Grouping?
  /// Whether the summary of a GitHub job gets a report.
  package let writesSummary: Bool
  /// Whether SARIF has what is excused.
  package let includesSuppressed: Bool
  package let baseline: BaselineOptions
  package let isStrict: Bool
  /// Whether findings leave the exit status at 0.
  package let exitsZero: Bool
  package let isFixing: Bool
  /// Whether fixes are printed and not written.
  package let showsDiff: Bool
  package let input: Input
  /// A file that tells a build system that a run has ended with status 0.
  package let stamp: FilePath?
  package let printsAbsolutePaths: Bool
  package let honoursIgnoreFiles: Bool
  /// Whether folders may hold no Swift file.
  package let allowsEmpty: Bool
  /// Whether comments in the source count.
  package let readsSuppressions: Bool
  /// The number of threads; nil for as many as there are processors.
  package let jobs: Int?
  package let isQuiet: Bool
  /// Whether the run goes on, and lints again what changes.
  package let isWatching: Bool
  /// Whether its reports stand between two lines.
  package let saysWhatIsWatched: Bool
  /// The first word, which may be a misspelt subcommand.
  package let firstWord: FilePath?

  package enum Input {
    case paths([FilePath], listedIn: FilePath?)
    /// Source on standard input, with the path of the file it stands for.
    case standardInput(FilePath)
    case change(ChangeOptions)
  }

  /// - Parameter isSubcommandNamed: whether what follows cannot be a subcommand.
  package init(_ arguments: Arguments, isSubcommandNamed: Bool) throws(UsageError) {
    rules = try RuleOptions(arguments)
    firstWord = isSubcommandNamed ? nil : arguments.paths.first
    format = try arguments.value(of: .format).map(reportFormat) ?? .text
    outputs = try arguments.values(of: .output).map { value throws(UsageError) in
      try reportOutput(value, reportFormat)
    }
    grouping = try arguments.choice(of: .by)
    // Who asks for a file of counts need not see them, too.
    showsStatistics =
      arguments.contains(.statistics)
      || grouping != nil && !outputs.contains { $0.format == .statistics }
    writesSummary = arguments.contains(.summary)
    includesSuppressed = arguments.contains(.includeSuppressed)
    guard
      !includesSuppressed || format == .sarif || outputs.contains(where: { $0.format == .sarif })
    else { throw UsageError("'--include-suppressed' is for the format 'sarif'") }
    baseline = try BaselineOptions(arguments)
    isStrict = arguments.contains(.strict)
    exitsZero = arguments.contains(.exitZero)
    isFixing = arguments.contains(.fix)
    showsDiff = try arguments.isGiven(.diff)
    input = try Self.input(arguments)
    stamp = arguments.value(of: .stamp)
    printsAbsolutePaths = arguments.contains(.absolutePaths)
    honoursIgnoreFiles = !arguments.contains(.noIgnore)
    allowsEmpty = arguments.contains(.allowEmpty)
    readsSuppressions = !arguments.contains(.noSourceSuppressions)
    jobs = try arguments.value(of: .jobs).map(jobCount)
    isWatching = try arguments.isGiven(.watch)
    guard !isWatching || [.text, .llvm, .short, .xcode].contains(format) else {
      throw UsageError(
        "'--watch' cannot print '\(format.rawValue)'; "
          + "use 'text', 'llvm', 'short' or 'xcode'")
    }
    saysWhatIsWatched = !arguments.contains(.quiet)
    // The line after each report has its counts.
    isQuiet = arguments.contains(.quiet) || isWatching
    try requireUnwritten(arguments.paths + arguments.readFiles)
  }

  /// Refuses to write over what the run reads.
  package func requireUnwritten(_ read: @autoclosure () -> [FilePath]) throws(UsageError) {
    if outputs.isEmpty, stamp == nil { return }
    let reports = outputs.map { (option: Option.output, path: $0.path) }
    let stamps = stamp.map { [(option: Option.stamp, path: $0)] } ?? []
    try requireUnread(reports + stamps, among: read())
  }

  /// The name of the texts that git has; nil for those on the disk.
  package var textKind: String? {
    guard case .change(let change) = input else { return nil }
    return change.newSide.textKind
  }

  /// Whether what is linted is about to be committed.
  package var isOfCommit: Bool {
    if case .change(let change) = input, case .index = change.newSide { true } else { false }
  }

  /// Whether only what an old text lacks is reported.
  package var comparesSides: Bool {
    guard case .change(let change) = input else { return false }
    return change.oldSide != .none
  }

  /// Whether a change is compared with what people review it against, so that they see what it
  /// silences.
  package var showsSilencing: Bool {
    guard case .change(let change) = input, case .mergeBase = change.oldSide else { return false }
    return true
  }

  /// Whether something asks for the keys of findings, baselines apart.
  package var needsKeys: Bool {
    comparesSides || format.traits.needsKeys || outputs.contains { $0.format.traits.needsKeys }
  }

  /// Whether a report is for a browser.
  package var writesPage: Bool {
    format.traits.isPage || outputs.contains { $0.format.traits.isPage }
  }

  /// Whether findings that are not reported are kept for a report.
  package var keepsExcused: Bool { includesSuppressed || writesPage }

  private static func input(_ arguments: Arguments) throws(UsageError) -> Input {
    if let change = try ChangeOptions(arguments) { return .change(change) }
    let list = arguments.value(of: .filesFrom)
    guard let name = arguments.value(of: .stdinPath) else {
      // A list that is empty asks for nothing, not for the working directory.
      let hasPaths = list != nil || !arguments.paths.isEmpty
      return .paths(hasPaths ? arguments.paths : [FilePath(".")], listedIn: list)
    }
    guard arguments.paths.isEmpty, try arguments.isGiven(.stdinPath) else {
      throw UsageError("'--stdin-path' lints one file; leave out other paths")
    }
    return .standardInput(try standardInputName(name))
  }
}

/// Which change is linted, in place of whole files and folders.
package struct ChangeOptions {
  package let newSide: NewSide
  package let oldSide: OldSide
  /// The paths that narrow it; empty for all of it.
  package let paths: [FilePath]

  package enum NewSide {
    case workingTree
    /// The staged texts.
    case index
    case commit(of: FilePath)

    /// The name of its texts; nil if they are on the disk.
    package var textKind: String? {
      switch self {
      case .workingTree: nil
      case .index: "staged"
      case .commit: "committed"
      }
    }
  }

  package enum OldSide: Equatable {
    /// There is none: everything in the new side is reported.
    case none
    /// The parents that the next commit has.
    case parents
    /// The commit where this revision was left.
    case mergeBase(of: FilePath)
  }

  /// Fails where the arguments ask for no change.
  package init?(_ arguments: Arguments) throws(UsageError) {
    let revision = try arguments.revision(of: .since)
    let isNew = try arguments.isGiven(.new)
    let isStaged = try arguments.isGiven(.staged)
    let commit = try arguments.isGiven(.to) ? arguments.revision(of: .to) : nil
    guard try arguments.isGiven(.since) || isStaged else { return nil }
    newSide = commit.map(NewSide.commit) ?? (isStaged ? .index : .workingTree)
    oldSide = revision.map(OldSide.mergeBase) ?? (isNew ? .parents : .none)
    paths = arguments.paths
  }
}

/// Which baseline a run goes by.
package struct BaselineOptions {
  /// The file that the command line names; nil for the project's, if it has one.
  package var named: FilePath?
  /// Whether what it holds is reported, too.
  package var isIgnored = false
  /// Whether entries that are gone are errors.
  package var isStrict = false

  /// The project's, if it has one.
  package static var found: BaselineOptions { BaselineOptions() }

  private init() {}

  package init(_ arguments: Arguments) throws(UsageError) {
    named = arguments.value(of: .baseline)
    isIgnored = try arguments.isGiven(.noBaseline)
    isStrict = arguments.contains(.strictBaseline)
  }
}

// MARK: - Values

extension Arguments {
  /// The files that options name and the run reads.
  package var readFiles: [FilePath] {
    [Option.config, .rules, .baseline, .filesFrom].flatMap { values(of: $0) }
  }

  /// The revision that an option names.
  fileprivate func revision(of option: @autoclosure () -> Option) throws(UsageError) -> FilePath? {
    guard let revision = value(of: option()) else { return nil }
    let option = option()
    guard revision.bytes.first != UInt8(ascii: "-") else {
      throw UsageError("'\(option.name)' takes a revision, not '\(revision.string)'")
    }
    guard let dots = revision.string.indexOfRangeDots else { return revision }
    let name = revision.string[..<dots]
    let hint = name.isEmpty ? "" : "; use '\(option.name) \(name)'"
    throw UsageError(
      "'\(option.name)' takes one revision, not the range '\(revision.string)'\(hint)")
  }
}

extension String {
  /// Where the dots of a range of revisions begin; nil where it is none. `:/a..b` is a search.
  fileprivate var indexOfRangeDots: Index? {
    guard !hasPrefix(":") else { return nil }
    return indices.first { self[$0...].hasPrefix("..") }
  }
}

private func reportFormat(_ name: FilePath) throws(UsageError) -> ReportFormat {
  let formats = ReportFormat.named
  if let format = formats.first(where: { $0.rawValue == name.string }) { return format }
  let names = formats.map(\.rawValue).joined(separator: ", ")
  throw UsageError("unknown format '\(name.string)'; formats are \(names)")
}

/// Reads `FORMAT:PATH`.
func reportOutput<Format>(
  _ value: FilePath, _ format: (FilePath) throws(UsageError) -> Format
) throws(UsageError) -> (format: Format, path: FilePath) {
  guard let colon = value.bytes.firstIndex(of: UInt8(ascii: ":")),
    colon + 1 < value.bytes.count
  else {
    throw UsageError("'--output' takes FORMAT:PATH, not '\(value.string)'")
  }
  let format = try format(FilePath(bytes: value.bytes[..<colon]))
  let path = FilePath(bytes: value.bytes[(colon + 1)...])
  guard path != FilePath("-") else {
    throw UsageError("'--output' writes to a file; use '--format' for standard output")
  }
  return (format, path)
}

/// The file that standard input stands for, which need not be there.
private func standardInputName(_ name: FilePath) throws(UsageError) -> FilePath {
  let option = Option.stdinPath.name
  if name.bytes.starts(with: "file://".utf8) {
    var path = name.bytes.dropFirst(7)
    path = path.firstIndex(of: UInt8(ascii: "/")).map { path[$0...] } ?? []
    let meant = path.contains(UInt8(ascii: "%")) ? "the path" : "'\(FilePath(bytes: path).string)'"
    throw UsageError("'\(option)' takes a path, not a URI; write \(meant)")
  }
  let end = name.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last!
  guard !["", ".", ".."].contains(FilePath(bytes: end).string),
    (try? kindOfFile(at: name)) != .folder
  else {
    throw UsageError("'\(option)' takes a file, not the folder '\(name.string)'")
  }
  return name
}

private func jobCount(_ value: FilePath) throws(UsageError) -> Int {
  guard let count = Int(value.string), 1 <= count else {
    throw UsageError("'--jobs' takes a number of 1 or more, not '\(value.string)'")
  }
  return min(count, 1024)
}
