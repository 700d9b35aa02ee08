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
  /// What Xcode reads in the log of a build.
  case xcode
  /// Counts by rule and by folder.
  case statistics
  /// Counts by rule where there are too many findings to see them all at once.
  case counts
  /// Markdown for the summary of a GitHub job.
  case summary

  /// Those that the command line has by name; the others have an option or come unasked.
  package static var named: [ReportFormat] { allCases.filter { $0 != .counts && $0 != .summary } }

  /// Whether diagnostics are to have their keys.
  package var needsKeys: Bool { self == .sarif || self == .gitlab }

  /// Whether its paths are to name the files for readers with another working directory.
  package var isReadElsewhere: Bool {
    switch self {
    case .sarif, .github, .gitlab, .xcode, .summary: true
    case .text, .llvm, .short, .json, .checkstyle, .statistics, .counts: false
    }
  }

  /// Whether it may stand in the log of a CI and has no commands for it.
  package var isLogText: Bool {
    switch self {
    case .text, .llvm, .short, .xcode, .statistics, .counts: true
    case .json, .sarif, .github, .gitlab, .checkstyle, .summary: false
    }
  }

  /// Whether people read it, so that it may have colours, and something else may stand below it.
  package var isForPeople: Bool { self == .text || self == .llvm || self == .short }
}

/// How one output of a run looks; a run may have several.
package struct ReportStyle: Hashable, Sendable {
  package let format: ReportFormat
  /// Whether to write colours and links for a terminal; only where people read it.
  package let isColored: Bool
  /// For the formats that are read elsewhere.
  package let root: ReportRoot

  package init(
    _ format: ReportFormat, isColored: Bool = false,
    root: ReportRoot = ReportRoot(top: FilePath("/"), workingFolder: FilePath("/"))
  ) {
    self.format = format
    self.isColored = isColored && format.isForPeople
    self.root = root
  }
}
