import Diagnostics

/// How a report is written; the raw values are the names on the command line.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// The compiler's default style.
  case text
  /// The compiler's `-diagnostic-style llvm`.
  case llvm
  /// A line for each finding.
  case short
  /// The messages of the compiler's `-parseable-output`, with the diagnostics as data.
  case json
  /// A log of the Static Analysis Results Interchange Format, which code scanning reads.
  case sarif
  /// Commands for annotations in a log of GitHub Actions.
  case github
  /// GitLab's Code Quality.
  case gitlab
  /// What most other services read.
  case checkstyle
  /// Test results, for services that show nothing else.
  case junit
  /// Commands for issues in a log of Azure Pipelines.
  case azure
  /// reviewdog's own, with fixes.
  case rdjson
  /// What Xcode reads in the log of a build.
  case xcode
  /// Counts by rule and by folder.
  case statistics
  /// Markdown for the summary of a GitHub job.
  case summary
  /// One page for a browser, with filters.
  case html

  /// Those that the command line has by name; the others have an option or come unasked.
  package static var named: [ReportFormat] { allCases.filter { $0.traits.isNamed } }

  /// The table of formats: how each is written, and what is to be known of it elsewhere.
  package var traits: FormatTraits {
    switch self {
    case .text:
      FormatTraits(
        files: [TextFormat.file], separator: "\n", end: TextFormat.end, order: .asTheyCome,
        isLogText: true, isForPeople: true)
    case .llvm:
      FormatTraits(
        files: [LLVMFormat.file], order: .asTheyCome, isLogText: true, isForPeople: true)
    case .short:
      FormatTraits(
        files: [ShortFormat.file], order: .asTheyCome, isLogText: true, isForPeople: true)
    case .json:
      FormatTraits(
        files: [TextFormat.file, JSONFormat.objects], end: JSONFormat.end, order: .atTheEnd,
        needsKeys: true, namesLinted: true)
    case .sarif:
      FormatTraits(
        files: [SARIFFormat.file], end: SARIFFormat.end, hasExcused: true, needsKeys: true,
        isReadElsewhere: true, describesRules: true, tellsFailures: true)
    case .github:
      FormatTraits(
        files: [GitHubFormat.file], end: GitHubFormat.end, isReadElsewhere: true,
        tellsFailures: true, showsSome: true)
    case .gitlab:
      FormatTraits(
        files: [GitLabFormat.file], end: GitLabFormat.end, needsKeys: true, isReadElsewhere: true)
    case .checkstyle: FormatTraits(files: [CheckstyleFormat.file], end: CheckstyleFormat.end)
    case .junit:
      FormatTraits(
        files: [JUnitFormat.file], end: JUnitFormat.end, isReadElsewhere: true,
        tellsFailures: true)
    case .azure:
      FormatTraits(
        files: [AzureFormat.file], end: AzureFormat.end, isReadElsewhere: true,
        tellsFailures: true, showsSome: true)
    case .rdjson:
      FormatTraits(files: [RDJSONFormat.file], end: RDJSONFormat.end, isReadElsewhere: true)
    case .xcode:
      FormatTraits(
        files: [XcodeFormat.file], order: .asTheyCome, isReadElsewhere: true, isLogText: true)
    case .statistics:
      FormatTraits(files: [], end: StatisticsFormat.end, hasGroups: true, isLogText: true)
    case .summary:
      FormatTraits(
        files: [SummaryFormat.file], end: SummaryFormat.end, isNamed: false,
        isReadElsewhere: true, tellsFailures: true)
    case .html:
      FormatTraits(
        files: [HTMLFormat.file], end: HTMLFormat.end, hasExcused: true, isPage: true,
        needsKeys: true, isReadElsewhere: true, describesRules: true, tellsFailures: true)
    }
  }
}

/// A row of the table of formats.
package struct FormatTraits: Sendable {
  /// What is written of a file: each writes a stream of its own, and none is for formats that are
  /// made of counts.
  var files: [RenderFile]
  /// What stands between two files.
  var separator: StaticString = ""
  var end: EndReport = { _, _, _ in }
  var order = Order.byPath
  /// Whether it can have findings that are excused.
  var hasExcused = false
  /// Whether it is a page for a browser, which counts by file.
  package var isPage = false
  /// Whether it counts by folder, or by what the style says.
  var hasGroups = false
  var isNamed = true
  /// Whether diagnostics are to have their keys.
  package var needsKeys = false
  /// Whether its paths are to name the files for readers with another working directory.
  package var isReadElsewhere = false
  /// Whether it has what the rules say.
  package var describesRules = false
  /// Whether it says why a run could not do its whole job.
  package var tellsFailures = false
  /// Whether it shows the first findings only, so that the text is to stand beside it.
  package var showsSome = false
  /// Whether it may stand in the log of a CI and has no commands for it.
  package var isLogText = false
  /// Whether people read it, so that it may have colours, and something else may stand below it.
  package var isForPeople = false

  /// Whether it names each file that was linted, with findings or not.
  package var namesLinted = false

  /// When files are written, and in which order.
  enum Order {
    case asTheyCome
    /// In the same order, but when all have come.
    case atTheEnd
    /// By path, when all have come.
    case byPath
  }
}

/// How one output of a run looks; a run may have several.
package struct ReportStyle: Sendable {
  package let format: ReportFormat
  /// Whether to write colours and links for a terminal; only where people read it.
  package let isColored: Bool
  /// For the formats that are read elsewhere.
  package let root: ReportRoot
  /// For the formats that count; nil for rules and folders.
  let counting: Counting?
  /// For the format that shows them.
  let facts: FileFacts?
  /// Whether it has findings that are excused.
  let hasExcused: Bool

  package init(
    _ format: ReportFormat, isColored: Bool = false,
    root: ReportRoot = ReportRoot(top: FilePath("/"), workingFolder: FilePath("/")),
    counting: Counting? = nil, facts: FileFacts? = nil, hasExcused: Bool = true
  ) {
    self.format = format
    self.isColored = isColored && format.traits.isForPeople
    self.root = root
    self.counting = counting
    self.facts = facts
    self.hasExcused = hasExcused && format.traits.hasExcused
  }

  /// What the findings of a file count for, in a format that has groups; nil for their rules alone.
  func group(of file: FilePath) -> FilePath? {
    guard let counting else { return file.folder }
    return counting.group(of: file)
  }
}
