import Diagnostics

/// What became of a finding, as a page counts it.
enum FindingOutcome: Int, CaseIterable, Sendable {
  case error, warning, allowedBySettings, allowedInSource, inBaseline

  /// Those that are not reported.
  static let excused: [FindingOutcome] = [.allowedBySettings, .allowedInSource, .inBaseline]

  init(_ finding: Diagnostic) {
    self =
      switch finding.verdict {
      case .reported: finding.severity == .error ? .error : .warning
      case .allowedInSource: .allowedInSource
      case .allowedBySettings: .allowedBySettings
      case .inBaseline: .inBaseline
      }
  }

  var words: StaticString {
    switch self {
    case .error: "errors"
    case .warning: "warnings"
    case .allowedBySettings: "allowed by settings"
    case .allowedInSource: "allowed by comments"
    case .inBaseline: "in the baseline"
    }
  }

  /// By which filters find it.
  var cssClass: StaticString {
    switch self {
    case .error: "e"
    case .warning: "w"
    case .allowedBySettings: "set"
    case .allowedInSource: "src"
    case .inBaseline: "old"
    }
  }
}

/// What a file has, for a page.
struct FileCounts: Sendable {
  /// From the top of the report.
  let path: FilePath
  /// Nil if nobody says who owns files.
  let owners: FilePath?
  /// By rule, nil for none.
  private(set) var rules: [RuleReference?: FindingCount] = [:]

  init(_ file: ReportedFile) {
    let facts = file.facts
    path = file.root.path(of: file.source.path)
    owners = facts?.owners?(file.source.path)
    let kind = facts?.kind(path) ?? .product
    for finding in file.findings {
      rules[finding.rule, default: FindingCount()]
        .add(finding, in: facts?.kind(of: finding, in: kind) ?? kind)
    }
    for rule in rules.keys { rules[rule]?.countFile() }
  }

  mutating func add(_ other: FileCounts) {
    for (rule, count) in other.rules { rules[rule, default: FindingCount()].add(inSameFile: count) }
  }

  /// Of all rules.
  var total: FindingCount {
    var total = FindingCount()
    for count in rules.values { total.add(inSameFile: count) }
    return total
  }
}

/// How many findings there are, of each outcome.
struct FindingCount: Summable, Sendable {
  /// By outcome, then by kind of code.
  private var counts = SIMD8<Int32>()
  /// Reported ones that have a fix-it.
  private(set) var fixable = 0
  /// In how many files something is reported.
  private(set) var files = 0

  init() {}

  /// Those that are reported.
  var reported: Int { self[.error] + self[.warning] }
  /// Those that are not.
  var excused: Int { FindingOutcome.excused.reduce(0) { $0 + self[$1] } }
  var isEmpty: Bool { reported + excused == 0 }

  subscript(outcome: FindingOutcome) -> Int { Int(counts[outcome.rawValue]) }
  /// Of those that are reported.
  subscript(kind: CodeKind) -> Int { Int(counts[Self.index(of: kind)]) }

  private static func index(of kind: CodeKind) -> Int {
    FindingOutcome.allCases.count + kind.rawValue
  }

  fileprivate mutating func add(_ finding: Diagnostic, in kind: CodeKind) {
    counts[FindingOutcome(finding).rawValue] += 1
    guard finding.isReported else { return }
    counts[Self.index(of: kind)] += 1
    if !finding.fixIts.isEmpty { fixable += 1 }
  }

  fileprivate mutating func countFile() {
    files = min(reported, 1)
  }

  mutating func add(inSameFile other: FindingCount) {
    let files = max(files, other.files)
    self += other
    self.files = files
  }

  static func += (left: inout FindingCount, right: FindingCount) {
    left.counts &+= right.counts
    left.fixable += right.fixable
    left.files += right.files
  }
}
