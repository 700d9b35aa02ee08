import Diagnostics

/// A finding, identified even if its line has moved. A baseline holds such findings.
package struct FindingIdentity: Hashable, Sendable {
  /// The path of its file. In a baseline it is relative to the folder of the baseline.
  package let path: FilePath
  /// The id of its rule.
  package let rule: String
  package let key: FindingKey
  /// The text of its line without blanks and comments; empty in a baseline.
  package let line: [UInt8]
  /// A baseline says nothing about it, so that there all are errors.
  let severity: Severity

  package init(
    path: FilePath, rule: String, key: FindingKey, line: [UInt8] = [], _ severity: Severity = .error
  ) {
    (self.path, self.rule, self.key, self.line) = (path, rule, key, line)
    self.severity = severity
  }

  /// Fails for a diagnostic without a key; a baseline holds no such diagnostic.
  package init?(path: FilePath, _ finding: Diagnostic) {
    guard let rule = finding.rule?.id, let key = finding.key else { return nil }
    self.init(path: path, rule: rule, key: key)
  }

  /// Whether it is outside of all declarations.
  var isAtFileLevel: Bool { key.scope == "-" }
}

extension [FindingIdentity: Int] {
  /// How often there is each of them.
  package init(counting findings: some Sequence<FindingIdentity>) {
    self.init(findings.lazy.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// Whether there was one left; it is removed.
  package mutating func take(_ finding: FindingIdentity) -> Bool {
    guard let count = self[finding], 0 < count else { return false }
    self[finding] = count - 1
    return true
  }
}

/// In what two findings are alike, apart from their tokens and, mostly, their rule.
struct Respects: OptionSet {
  let rawValue: UInt8

  static let path = Respects(rawValue: 1)
  static let scope = Respects(rawValue: 2)
  /// The last name of a declaration in the scope, e.g. `show(_:)` of `FeedModel.Cell.show(_:)`.
  /// Neither an accessor nor a closure's text is one, or each would pay for all of its name.
  static let lastName = Respects(rawValue: 4)
  static let line = Respects(rawValue: 8)
  /// Code outside of all declarations counts as the same elsewhere only if its line is the same.
  static let lineAtFileLevel = Respects(rawValue: 16)
  /// The rule does not matter: it may have lost the place to another one.
  static let ofAnyRule = Respects(rawValue: 32)
}

/// The things that findings share if they are alike; nil for what does not matter.
struct Likeness: Hashable {
  var severity: Severity
  private let rule: String?
  private let tokens: String
  private let path: FilePath?
  private let scope: String?
  private let line: [UInt8]?

  init(_ finding: FindingIdentity, in respects: Respects) {
    severity = finding.severity
    rule = respects.contains(.ofAnyRule) ? nil : finding.rule
    tokens = finding.key.tokens
    path = respects.contains(.path) ? finding.path : nil
    scope =
      respects.contains(.scope)
      ? finding.key.scope : respects.contains(.lastName) ? lastName(of: finding.key.scope) : nil
    let isLineOfInterest =
      respects.contains(.line) || respects.contains(.lineAtFileLevel) && finding.isAtFileLevel
    line = isLineOfInterest ? finding.line : nil
  }
}

private func lastName(of scope: String) -> String {
  let names = scope.split(separator: ".")
  let last = names.last { !$0.hasSuffix("\")") || $0.hasPrefix("#") } ?? "-"
  let name = last.prefix { $0 != "{" && $0 != "\"" }
  return String(name.hasSuffix("(") ? name.dropLast() : name)
}

/// New findings and old ones; each pairs with at most one of the other side.
struct Pairing {
  private let newFindings: [FindingIdentity]
  private let oldFindings: [FindingIdentity]
  /// The findings without a partner so far, as indexes in order.
  private(set) var new: [Int]
  var old: [Int]

  /// - Parameter old: indexes of the old findings that count; nil for all of them.
  init(
    new newFindings: [FindingIdentity], old oldFindings: [FindingIdentity], among old: [Int]? = nil
  ) {
    (self.newFindings, self.oldFindings) = (newFindings, oldFindings)
    new = Array(newFindings.indices)
    self.old = old ?? Array(oldFindings.indices)
  }

  /// Pairs findings that are alike, the first with the first. A new warning pairs with an old
  /// error, too, if no new error does: a finding may become less severe, but not more.
  /// - Parameter isFree: at least one of the two that pair must be free.
  /// - Returns: the pairs of errors, of warnings, and of warnings with errors; each kind in the
  ///   order of the new ones.
  @discardableResult
  mutating func pair(
    alikeIn respects: Respects, where isFree: (FindingIdentity) -> Bool = { _ in true }
  ) -> [(new: Int, old: Int)] {
    guard !new.isEmpty, !old.isEmpty else { return [] }
    var partners: [Likeness: Partners] = [:]
    for index in old {
      let finding = oldFindings[index]
      partners[Likeness(finding, in: respects), default: Partners()]
        .append(index, isFree: isFree(finding))
    }
    var pairs: [(new: Int, old: Int)] = []
    func findPartners(of severity: Severity, among oldSeverity: Severity) {
      new.removeAll { index in
        let finding = newFindings[index]
        guard finding.severity == severity else { return false }
        var likeness = Likeness(finding, in: respects)
        likeness.severity = oldSeverity
        guard let partner = partners[likeness]?.popFirst(ofAll: isFree(finding)) else {
          return false
        }
        pairs.append((index, partner))
        return true
      }
    }
    findPartners(of: .error, among: .error)
    findPartners(of: .warning, among: .warning)
    findPartners(of: .warning, among: .error)
    let paired = Set(pairs.map(\.old))
    old.removeAll { paired.contains($0) }
    return pairs
  }
}

/// Indexes in order.
private struct Partners {
  private var free: [Int] = []
  private var bound: [Int] = []
  private var takenFree = 0
  private var takenBound = 0

  mutating func append(_ index: Int, isFree: Bool) {
    if isFree { free.append(index) } else { bound.append(index) }
  }

  /// - Parameter ofAll: takes from all of them, not only from the free ones.
  mutating func popFirst(ofAll: Bool) -> Int? {
    let firstFree = takenFree < free.count ? free[takenFree] : nil
    let firstBound = ofAll && takenBound < bound.count ? bound[takenBound] : nil
    if let firstBound, firstBound < firstFree ?? .max {
      takenBound += 1
      return firstBound
    }
    if firstFree != nil { takenFree += 1 }
    return firstFree
  }
}
