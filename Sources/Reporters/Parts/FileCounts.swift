import Diagnostics

/// The traits that a page counts findings by, and filters them by; the raw value is a lane of
/// `FindingCount`.
enum FindingTrait: Int, CaseIterable, Sendable {
  /// The severity of a reported finding.
  case error, warning
  /// The purpose of the code of a reported finding.
  case product, tests, samples
  case fixable
  /// The reason why it is not reported.
  case allowedBySettings, allowedInSource, inBaseline

  static let kinds: [FindingTrait] = [.product, .tests, .samples]
  static let excused: [FindingTrait] = [.allowedBySettings, .allowedInSource, .inBaseline]

  /// The class of a page's findings that have it.
  var name: StaticString { Self.texts[rawValue].name }

  /// The words beside a number.
  func text(for count: Int) -> String {
    let words = "\(Self.texts[rawValue].words)"
    return count == 1 && (self == .error || self == .warning) ? String(words.dropLast()) : words
  }

  /// The texts in the order of the cases.
  private static let texts: [(name: StaticString, words: StaticString)] = [
    ("e", "errors"), ("w", "warnings"), ("product", "in product code"), ("tests", "in tests"),
    ("samples", "in previews and samples"), ("fix", "with a fix-it"),
    ("set", "allowed by settings"), ("src", "allowed by comments"), ("old", "in the baseline"),
  ]
}

extension ReportedFile {
  /// The purpose of its code.
  var kind: CodeKind { facts?.kind(root.path(of: source.path)) ?? .product }

  /// - Parameter kind: the kind of the file.
  func traits(of finding: Diagnostic, _ kind: CodeKind) -> [FindingTrait] {
    switch finding.verdict {
    case .allowedBySettings: return [.allowedBySettings]
    case .allowedInSource: return [.allowedInSource]
    case .inBaseline: return [.inBaseline]
    case .reported: break
    }
    let isSample = kind == .product && facts?.isInSample(finding) == true
    let code: FindingTrait =
      switch isSample ? .samples : kind {
      case .product: .product
      case .tests: .tests
      case .samples: .samples
      }
    let severity: FindingTrait = finding.severity == .error ? .error : .warning
    return [severity, code] + (finding.fixIts.isEmpty ? [] : [.fixable])
  }
}

/// The counts of a file, for a page.
struct FileCounts: Sendable {
  /// The path from the top of the report.
  let path: FilePath
  /// The owners of the file; nil if nobody says who owns files.
  let owners: FilePath?
  /// The counts by rule, nil for none.
  private(set) var rules: [RuleReference?: FindingCount] = [:]

  init(_ file: ReportedFile) {
    path = file.root.path(of: file.source.path)
    owners = file.facts?.owners?(file.source.path)
    let kind = file.kind
    for finding in file.findings {
      rules[finding.rule, default: FindingCount()].add(file.traits(of: finding, kind))
    }
  }

  mutating func add(_ other: FileCounts) {
    for (rule, count) in other.rules { rules[rule, default: FindingCount()] += count }
  }

  /// The count of all rules.
  var total: FindingCount { rules.values.reduce(into: FindingCount()) { $0 += $1 } }
}

/// The number of findings that have each trait.
struct FindingCount: Summable, Sendable {
  private var counts = SIMD16<Int32>()

  subscript(trait: FindingTrait) -> Int { Int(counts[trait.rawValue]) }
  var reported: Int { self[.error] + self[.warning] }
  var excused: Int { FindingTrait.excused.reduce(0) { $0 + self[$1] } }

  mutating func add(_ traits: [FindingTrait]) {
    for trait in traits { counts[trait.rawValue] &+= 1 }
  }

  static func += (left: inout FindingCount, right: FindingCount) { left.counts &+= right.counts }

  /// The counts in words, e.g. `3 in product code, 12 in tests`; empty for none.
  func text(_ traits: [FindingTrait]) -> String {
    traits.filter { 0 < self[$0] }.map { "\(grouped(self[$0])) \($0.text(for: self[$0]))" }
      .joined(separator: ", ")
  }

  /// Whether it stands above another one in a list: more is reported, or more is not reported, or
  /// else its name comes first.
  func precedes<Name: Comparable>(_ other: FindingCount, _ name: Name, _ otherName: Name) -> Bool {
    (other.reported, other.excused, name) < (reported, excused, otherName)
  }
}
