import Diagnostics

/// What code is for.
package enum CodeKind: Int, CaseIterable, Sendable {
  case product, tests
  /// Previews, too.
  case samples
}

/// What a page says of files beside what was found in them. Any thread may ask.
package struct FileFacts: Sendable {
  /// What a file is for, by its path from the top of the report.
  let kind: @Sendable (_ file: FilePath) -> CodeKind
  /// Whether a finding in product code is in a sample or a preview.
  let isInSample: @Sendable (_ finding: Diagnostic) -> Bool
  /// The owners of a file, by its path as printed, e.g. `@ada @org/team`; nil if nobody says who
  /// owns files.
  let owners: (@Sendable (_ file: FilePath) -> FilePath)?
  /// A comment that allows a rule, by its id.
  let comment: @Sendable (_ rule: String) -> String

  package init(
    kind: @escaping @Sendable (_ file: FilePath) -> CodeKind,
    isInSample: @escaping @Sendable (_ finding: Diagnostic) -> Bool,
    owners: (@Sendable (_ file: FilePath) -> FilePath)?,
    comment: @escaping @Sendable (_ rule: String) -> String
  ) {
    (self.kind, self.isInSample) = (kind, isInSample)
    (self.owners, self.comment) = (owners, comment)
  }

  /// What the code is for around a finding.
  /// - Parameter file: what the file is for.
  func kind(of finding: Diagnostic, in file: CodeKind) -> CodeKind {
    file == .product && isInSample(finding) ? .samples : file
  }
}

/// What became of a finding, as a page counts it.
enum FindingOutcome: Int, CaseIterable, Sendable {
  case error, warning, allowedBySettings, allowedInSource, inBaseline

  init(_ finding: Diagnostic) {
    self =
      switch finding.verdict {
      case .reported: finding.severity == .error ? .error : .warning
      case .allowedInSource: .allowedInSource
      case .allowedBySettings: .allowedBySettings
      case .inBaseline: .inBaseline
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

  /// - Parameter facts: of the report; without them all code is the product's.
  init(_ file: ReportedFile, _ facts: FileFacts?) {
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
  private var outcomes = [Int](repeating: 0, count: FindingOutcome.allCases.count)
  private var kinds = [Int](repeating: 0, count: CodeKind.allCases.count)
  /// Reported ones that have a fix-it.
  private(set) var fixable = 0
  /// In how many files something is reported.
  private(set) var files = 0

  init() {}

  /// Those that are reported.
  var reported: Int { self[.error] + self[.warning] }
  /// Those that are not.
  var excused: Int { outcomes.reduce(0, +) - reported }

  subscript(outcome: FindingOutcome) -> Int { outcomes[outcome.rawValue] }
  /// Of those that are reported.
  subscript(kind: CodeKind) -> Int { kinds[kind.rawValue] }

  fileprivate mutating func add(_ finding: Diagnostic, in kind: CodeKind) {
    outcomes[FindingOutcome(finding).rawValue] += 1
    guard finding.isReported else { return }
    kinds[kind.rawValue] += 1
    if !finding.fixIts.isEmpty { fixable += 1 }
  }

  fileprivate mutating func countFile() {
    files = min(reported, 1)
  }

  fileprivate mutating func add(inSameFile other: FindingCount) {
    let files = max(files, other.files)
    self += other
    self.files = files
  }

  static func += (left: inout FindingCount, right: FindingCount) {
    for index in left.outcomes.indices { left.outcomes[index] += right.outcomes[index] }
    for index in left.kinds.indices { left.kinds[index] += right.kinds[index] }
    left.fixable += right.fixable
    left.files += right.files
  }
}
