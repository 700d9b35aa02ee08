import Diagnostics

/// The formats of a report; the raw values are the names on the command line.
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
  /// The format that most other services read.
  case checkstyle
  /// Test results, for services that show nothing else.
  case junit
  /// Commands for issues in a log of Azure Pipelines.
  case azure
  /// The format of reviewdog itself, with fixes.
  case rdjson
  /// The format that Xcode reads in the log of a build.
  case xcode
  /// Counts by rule and by folder.
  case statistics
  /// Markdown for the summary of a GitHub job.
  case summary
  /// A page for a browser, with filters.
  case html

  /// The formats that the command line has by name; the others have an option or come unasked.
  package static var named: [ReportFormat] { allCases.filter { $0.traits.isNamed } }

  /// The table of formats: how each is written, and what is to be known of it elsewhere.
  package var traits: FormatTraits {
    switch self {
    case .text:
      FormatTraits(
        file: TextFormat.file, separator: "\n", end: TextFormat.end, isLogText: true,
        isForPeople: true)
    case .llvm: FormatTraits(file: LLVMFormat.file, isLogText: true, isForPeople: true)
    case .short: FormatTraits(file: appendShort, isLogText: true, isForPeople: true)
    case .xcode: FormatTraits(file: appendXcode, isReadElsewhere: true, isLogText: true)
    case .json: FormatTraits(end: writeJSON, needsKeys: true, namesLinted: true)
    case .sarif:
      FormatTraits(
        end: SARIFFormat.write, hasExcused: true, needsKeys: true, isReadElsewhere: true,
        describesRules: true, tellsFailures: true)
    case .github:
      FormatTraits(
        end: writeGitHub, isReadElsewhere: true, tellsFailures: true, showsSome: true)
    case .gitlab: FormatTraits(end: writeGitLab, needsKeys: true, isReadElsewhere: true)
    case .checkstyle: FormatTraits(end: writeCheckstyle)
    case .junit: FormatTraits(end: writeJUnit, isReadElsewhere: true, tellsFailures: true)
    case .azure:
      FormatTraits(
        end: writeAzure, isReadElsewhere: true, tellsFailures: true, showsSome: true)
    case .rdjson: FormatTraits(end: RDJSONFormat.write, isReadElsewhere: true)
    case .statistics:
      // It is made of counts alone.
      FormatTraits(
        file: { _ in { _, _ in } }, end: writeStatistics, hasGroups: true, isLogText: true)
    case .summary:
      FormatTraits(
        end: writeSummary, isNamed: false, isReadElsewhere: true, tellsFailures: true)
    case .html:
      FormatTraits(
        end: HTMLFormat.write, hasExcused: true, isPage: true, needsKeys: true,
        isReadElsewhere: true, describesRules: true, tellsFailures: true)
    }
  }
}

/// A row of the table of formats.
package struct FormatTraits: Sendable {
  /// A function that writes each file as it comes; nil for formats that need all of them first.
  var file: (@Sendable (ReportedFile) -> AppendFinding)?
  /// The text between two files.
  var separator: StaticString = ""
  /// A function that writes all else.
  var end: EndReport = { _, _, _ in }
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
}

/// The style of one output of a run; a run may have several.
package struct ReportStyle: Sendable {
  package let format: ReportFormat
  /// Whether to write colours and links for a terminal; only where people read it.
  package let isColored: Bool
  /// The top of the report, for formats that are read elsewhere.
  package let root: ReportRoot
  /// The way of counting, for formats that count; nil for rules and folders.
  let counting: Counting?
  /// The facts about files, for the format that shows them.
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
    (self.root, self.counting, self.facts) = (root, counting, facts)
    self.hasExcused = hasExcused && format.traits.hasExcused
  }

  /// The group that the findings of a file count for, in a format that has groups; nil for their
  /// rules alone.
  func group(of file: FilePath) -> FilePath? {
    guard let counting else { return file.folder }
    return counting.group(of: file)
  }
}
