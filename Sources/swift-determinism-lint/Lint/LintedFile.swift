import Comparison
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// What came of a file.
struct LintedFile: Sendable {
  /// Without its text if nothing of it is to be printed.
  private(set) var source: SourceFile
  /// In report order.
  var findings: [Diagnostic]
  /// What the baseline holds of it.
  var accepted = AcceptedEntries()
  /// One for each old tree that the file is compared with.
  var differences: [FileDifference] = []
  /// Nil if they are not of interest.
  var comments: ComparedComments?

  init(source: SourceFile, findings: [Diagnostic]) {
    (self.source, self.findings) = (source, findings)
  }

  mutating func dropText() {
    source = SourceFile(path: source.path, bytes: [])
  }

  /// Adds what is excused, and keeps the order.
  mutating func add(_ excused: [Diagnostic]) {
    if !excused.isEmpty { findings = inReportOrder(findings + excused) }
  }
}

/// What came of files that follow each other.
struct LintedBatch: Sendable {
  /// One for each style.
  var reports: [RenderedFiles]
  var counts = FindingCounts()
  /// By the file's index, in order.
  var unread: [(file: Int, error: FileError)] = []
  /// The indices of files whose configuration has a mistake, in order.
  var unlinted: [Int] = []
  /// The indices of files that are gone, or only compared.
  var uncounted: [Int] = []
  /// By the file's index, in order: the ids of the rules that its path excused.
  var rulesAllowedByPath: [(file: Int, rules: Set<String>)] = []
  /// By the file's index, in order: see `FileFindings.matchedPatterns`.
  var matchedPatterns: [(file: Int, patterns: Set<RulePattern>)] = []
  /// What is not rendered yet, in order: all of it if something is known from before.
  var files: [LintedFile] = []

  init(_ styles: [ReportStyle]) {
    reports = styles.map { RenderedFiles($0) }
  }

  /// In bytes, of what waits to be written.
  var size: Int {
    reports.reduce(0) { $0 + $1.size } + files.reduce(0) { $0 + $1.source.bytes.count }
  }
}

/// How many things were found in some files.
struct FindingCounts: Sendable {
  private(set) var errors = 0
  private(set) var warnings = 0
  private(set) var allowedByPath = 0
  private(set) var allowedInSource = 0
  private(set) var allowedDefaultArguments = 0
  private(set) var usesOfOwnTypes = 0
  /// What the old side of a change has, too.
  var old = 0

  /// Adds those of the findings that are reported.
  mutating func add(_ findings: [Diagnostic]) {
    for finding in findings where finding.isReported {
      switch finding.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      }
    }
  }

  /// Adds what is silent.
  mutating func add(_ findings: FileFindings) {
    allowedByPath += findings.allowedByPath
    allowedInSource += findings.allowedInSource
    allowedDefaultArguments += findings.allowedDefaultArguments
    usesOfOwnTypes += findings.usesOfOwnTypes
  }
}
