import Diagnostics
import Reporters
import Workspace

/// What a command line asks for.
enum Command {
  case lint(LintOptions)
  case rules(RulesOptions)
  case why(WhyOptions)
  case verify(VerifyOptions)
  case dumpTokens([FilePath])
  case initialize(InitOptions)
  case baseline(BaselineCommandOptions)
  case completions(Shell)
  /// With the file for a log.
  case languageServer(log: FilePath?)
  case help(Subcommand)
  case manualPage
  case version

  /// - Parameter arguments: without the name of the tool.
  init(parsing arguments: [FilePath]) throws(UsageError) {
    let named = arguments.first.flatMap { Subcommand(rawValue: $0.string) }
    let subcommand = named ?? .lint
    let rest = try Arguments(
      parsing: named == nil ? arguments[...] : arguments.dropFirst(), of: subcommand)
    if rest.contains(.help) {
      self = .help(subcommand)
    } else if rest.contains(.version) {
      self = .version
    } else {
      switch subcommand {
      case .lint: self = .lint(try LintOptions(rest, isSubcommandNamed: named != nil))
      case .rules: self = .rules(try RulesOptions(rest))
      case .why: self = .why(try WhyOptions(rest))
      case .verify: self = .verify(try VerifyOptions(rest))
      case .dumpTokens: self = .dumpTokens(try Self.files(rest.paths))
      case .initialize: self = .initialize(try InitOptions(rest))
      case .baseline: self = .baseline(try BaselineCommandOptions(rest))
      case .completions: self = .completions(try Self.shell(rest.paths))
      case .help where rest.contains(.man):
        try Self.refusePaths(rest, of: "'help --man'")
        self = .manualPage
      case .languageServer: self = .languageServer(log: try Self.log(rest))
      case .help: self = .help(try Self.subcommand(rest.paths))
      case .version:
        try Self.refusePaths(rest, of: "'version'")
        self = .version
      }
    }
  }

  private static func files(_ arguments: [FilePath]) throws(UsageError) -> [FilePath] {
    guard !arguments.isEmpty else { throw UsageError(message: "missing file for 'dump-tokens'") }
    return arguments
  }

  private static func shell(_ arguments: [FilePath]) throws(UsageError) -> Shell {
    let shells = Shell.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    guard arguments.count == 1, let shell = Shell(rawValue: arguments[0].string) else {
      throw UsageError(message: "'completions' takes one of \(shells)")
    }
    return shell
  }

  private static func log(_ arguments: Arguments) throws(UsageError) -> FilePath? {
    guard arguments.paths.isEmpty else {
      throw UsageError(message: "'language-server' takes no path; an editor tells it what is open")
    }
    return arguments.value(of: .log)
  }

  private static func refusePaths(
    _ arguments: Arguments, of words: String
  ) throws(UsageError) {
    if let path = arguments.paths.first {
      throw UsageError(message: "\(words) takes nothing more, and '\(path.string)' was given")
    }
  }

  /// What `help` is asked about.
  private static func subcommand(_ arguments: [FilePath]) throws(UsageError) -> Subcommand {
    guard let name = arguments.first?.string else { return .lint }
    guard arguments.count == 1 else { throw UsageError(message: "'help' explains one subcommand") }
    guard let subcommand = Subcommand(rawValue: name) else {
      throw unknown("subcommand", name, among: Subcommand.allCases.map(\.rawValue))
    }
    return subcommand
  }
}

/// Which rules are in force.
struct RuleOptions {
  let configuration: FilePath?
  /// The revision that settings are read from; nil for the disk.
  let settingsRevision: FilePath?
  /// Names of bundled packs, and `all`.
  let packs: [String]
  let rulePaths: [FilePath]
  let onlyRules: [String]
  let disabledRules: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    configuration = arguments.value(of: .config)
    settingsRevision = try arguments.revision(of: .configFrom)
    packs = arguments.values(of: .pack).flatMap {
      $0.string.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    rulePaths = arguments.values(of: .rules)
    onlyRules = arguments.values(of: .onlyRule).map(\.string)
    disabledRules = arguments.values(of: .disable).map(\.string)
  }
}

struct LintOptions {
  let rules: RuleOptions
  let format: ReportFormat
  let outputs: [(format: ReportFormat, path: FilePath)]
  let showsStatistics: Bool
  /// Whether the summary of a GitHub job gets a report.
  let writesSummary: Bool
  /// Whether SARIF has what is excused.
  let includesSuppressed: Bool
  let baseline: BaselineOptions
  let isStrict: Bool
  let isFixing: Bool
  /// Whether fixes are printed and not written.
  let showsDiff: Bool
  let input: Input
  /// What tells a build system that a run has ended with status 0.
  let stamp: FilePath?
  let printsAbsolutePaths: Bool
  let honoursIgnoreFiles: Bool
  /// Whether comments in the source count.
  let readsSuppressions: Bool
  /// Nil for as many as there are processors.
  let jobs: Int?
  /// Nil where it depends on the terminal.
  let isColored: Bool?
  let isQuiet: Bool
  /// Whether the run goes on, and lints anew what changes.
  let isWatching: Bool
  /// Whether its reports stand between two lines.
  let saysWhatIsWatched: Bool
  /// What may be a misspelt subcommand.
  let firstWord: FilePath?

  enum Input {
    case paths([FilePath], listedIn: FilePath?)
    /// Source on standard input, with the path of the file it stands for.
    case standardInput(FilePath)
    case change(ChangeOptions)
  }

  /// - Parameter isSubcommandNamed: whether what follows cannot be a subcommand.
  init(_ arguments: Arguments, isSubcommandNamed: Bool) throws(UsageError) {
    rules = try RuleOptions(arguments)
    firstWord = isSubcommandNamed ? nil : arguments.paths.first
    format = try arguments.value(of: .format).map(reportFormat) ?? .text
    outputs = try Self.outputs(arguments.values(of: .output))
    showsStatistics = arguments.contains(.statistics)
    writesSummary = arguments.contains(.summary)
    includesSuppressed = arguments.contains(.includeSuppressed)
    guard
      !includesSuppressed || format == .sarif || outputs.contains(where: { $0.format == .sarif })
    else { throw UsageError(message: "'--include-suppressed' is for the format 'sarif'") }
    baseline = try BaselineOptions(arguments)
    isStrict = arguments.contains(.strict)
    isFixing = arguments.contains(.fix)
    showsDiff = try Self.showsDiff(arguments)
    input = try Self.input(arguments)
    stamp = arguments.value(of: .stamp)
    printsAbsolutePaths = arguments.contains(.absolutePaths)
    honoursIgnoreFiles = !arguments.contains(.noIgnore)
    readsSuppressions = !arguments.contains(.noSourceSuppressions)
    jobs = try arguments.value(of: .jobs).map(jobCount)
    isColored = arguments.isColored
    isWatching = try Self.isWatching(arguments, format)
    saysWhatIsWatched = !arguments.contains(.quiet)
    // The line after each report has its counts.
    isQuiet = arguments.contains(.quiet) || isWatching
  }

  private static func isWatching(
    _ arguments: Arguments, _ format: ReportFormat
  ) throws(UsageError) -> Bool {
    guard arguments.contains(.watch) else { return false }
    let others: [Option] = [
      .fix, .stdinPath, .filesFrom, .staged, .since, .configFrom, .stamp, .summary,
    ]
    for other in others where arguments.contains(other) {
      throw UsageError(message: "'--watch' does not go with '\(other.name)'")
    }
    guard [.text, .llvm, .short, .xcode].contains(format) else {
      throw UsageError(message: "'--watch' writes lines, and '\(format.rawValue)' is read whole")
    }
    return true
  }

  private static func showsDiff(_ arguments: Arguments) throws(UsageError) -> Bool {
    guard arguments.contains(.diff) else { return false }
    guard arguments.contains(.fix) else {
      throw UsageError(message: "'--diff' shows what '--fix' would write; use both")
    }
    for option in [Option.format, .statistics] where arguments.contains(option) {
      throw UsageError(message: "'--diff' leaves no room on standard output for '\(option.name)'")
    }
    return true
  }

  /// Whether the texts are those that are staged.
  var isStaged: Bool {
    guard case .change(let change) = input else { return false }
    return change.isStaged
  }

  /// Whether only what an old text lacks is reported.
  var comparesSides: Bool {
    guard case .change(let change) = input else { return false }
    return change.oldSide != .none
  }

  /// Whether a change is held against what people review it against, so that they see what it
  /// silences.
  var showsSilencing: Bool {
    guard case .change(let change) = input, case .mergeBase = change.oldSide else { return false }
    return true
  }

  /// Whether findings are known by more than their place.
  var describesFindings: Bool {
    comparesSides || format.traits.needsKeys
      || outputs.contains { $0.format.traits.needsKeys }
  }

  private static func outputs(
    _ values: [FilePath]
  ) throws(UsageError) -> [(format: ReportFormat, path: FilePath)] {
    let outputs = try values.map(reportOutput)
    var seen: Set<FilePath> = []
    for output in outputs where !seen.insert(output.path).inserted {
      throw UsageError(message: "two '--output' options write to '\(output.path.string)'")
    }
    return outputs
  }

  private static func input(_ arguments: Arguments) throws(UsageError) -> Input {
    if let change = try ChangeOptions(arguments) { return .change(change) }
    let list = arguments.value(of: .filesFrom)
    guard arguments.contains(.stdinPath) else {
      // A list that is empty asks for nothing, not for the working directory.
      let hasPaths = list != nil || !arguments.paths.isEmpty
      return .paths(hasPaths ? arguments.paths : [FilePath(".")], listedIn: list)
    }
    guard arguments.paths.isEmpty, list == nil else {
      throw UsageError(message: "'--stdin-path' leaves no room for other paths")
    }
    guard !arguments.contains(.fix) else {
      throw UsageError(message: "'--fix' writes to files, and '--stdin-path' leaves them alone")
    }
    return .standardInput(try standardInputName(arguments.values(of: .stdinPath)))
  }
}

struct RulesOptions {
  let rules: RuleOptions
  /// The rule or the pack to explain; nil for a list.
  let id: String?
  let format: RulesFormat
  let isColored: Bool?

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.paths.count <= 1 else {
      throw UsageError(message: "'rules' explains one rule or pack")
    }
    rules = try RuleOptions(arguments)
    id = arguments.paths.first?.string
    format = try arguments.value(of: .format).map(rulesFormat) ?? .text
    isColored = arguments.isColored
  }
}

/// How rules are written; the raw values are the names on the command line.
enum RulesFormat: String, CaseIterable {
  case text, json
}

struct WhyOptions {
  let rules: RuleOptions
  let place: PlaceInFile
  let isColored: Bool?

  init(_ arguments: Arguments) throws(UsageError) {
    guard let argument = arguments.paths.first else {
      throw UsageError(message: "missing FILE:LINE[:COLUMN] for 'why'")
    }
    guard arguments.paths.count == 1 else { throw UsageError(message: "'why' explains one place") }
    rules = try RuleOptions(arguments)
    place = try PlaceInFile(parsing: argument)
    isColored = arguments.isColored
  }
}

struct VerifyOptions {
  let rules: RuleOptions
  let isColored: Bool?
  let isQuiet: Bool
  /// Empty for the folder where fixtures usually are.
  let paths: [FilePath]

  init(_ arguments: Arguments) throws(UsageError) {
    rules = try RuleOptions(arguments)
    isColored = arguments.isColored
    isQuiet = arguments.contains(.quiet)
    paths = arguments.paths
  }
}

extension Arguments {
  /// The last of the two options counts.
  fileprivate var isColored: Bool? {
    let last = options.last { $0.option == .colorDiagnostics || $0.option == .noColorDiagnostics }
    return last.map { $0.option == .colorDiagnostics }
  }
}

private func reportFormat(_ name: FilePath) throws(UsageError) -> ReportFormat {
  let format = ReportFormat.named.first { $0.rawValue == name.string }
  if let format { return format }
  throw unknownFormat(name, among: ReportFormat.named.map(\.rawValue))
}

private func rulesFormat(_ name: FilePath) throws(UsageError) -> RulesFormat {
  guard let format = RulesFormat(rawValue: name.string) else {
    throw unknownFormat(name, among: RulesFormat.allCases.map(\.rawValue))
  }
  return format
}

private func unknownFormat(_ name: FilePath, among names: [String]) -> UsageError {
  UsageError(
    message: "unknown format '\(name.string)'; formats are \(names.joined(separator: ", "))")
}

/// Reads `FORMAT:PATH`.
private func reportOutput(
  _ value: FilePath
) throws(UsageError) -> (format: ReportFormat, path: FilePath) {
  guard let colon = value.bytes.firstIndex(of: UInt8(ascii: ":")),
    colon + 1 < value.bytes.count
  else {
    throw UsageError(message: "'--output' takes FORMAT:PATH, not '\(value.string)'")
  }
  let format = try reportFormat(FilePath(bytes: value.bytes[..<colon]))
  let path = FilePath(bytes: value.bytes[(colon + 1)...])
  guard path != FilePath("-") else {
    throw UsageError(message: "'--output' writes to a file; use '--format' for standard output")
  }
  return (format, path)
}

/// The file that standard input stands for, which need not be there.
private func standardInputName(_ names: [FilePath]) throws(UsageError) -> FilePath {
  let option = Option.stdinPath.name
  guard names.count == 1 else {
    throw UsageError(message: "'\(option)' is given twice, and standard input is one file")
  }
  let name = names[0]
  if name.bytes.starts(with: "file://".utf8) {
    var path = name.bytes.dropFirst(7)
    path = path.firstIndex(of: UInt8(ascii: "/")).map { path[$0...] } ?? []
    let meant = path.contains(UInt8(ascii: "%")) ? "the path" : "'\(FilePath(bytes: path).string)'"
    throw UsageError(message: "'\(option)' takes a path, not a URI; write \(meant)")
  }
  let end = name.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last!
  guard !["", ".", ".."].contains(FilePath(bytes: end).string),
    (try? kindOfFile(at: name)) != .folder
  else {
    throw UsageError(message: "'\(option)' takes a file, and '\(name.string)' is a folder")
  }
  return name
}

private func jobCount(_ value: FilePath) throws(UsageError) -> Int {
  guard let count = Int(value.string), 1 <= count else {
    throw UsageError(message: "'--jobs' takes a number from 1 on, not '\(value.string)'")
  }
  return min(count, 1024)
}
