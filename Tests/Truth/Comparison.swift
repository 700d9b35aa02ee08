import SwiftSyntax

/// What the tool reports in some files, held against what the compiler says of them.
struct Comparison {
  var rules: [String: RuleTally] = [:]
  var files = 0
  /// Files that the compiler did not see; nothing is known of them.
  var skipped = 0
}

struct RuleTally {
  var agreed = 0
  /// Uses that another rule reports.
  var byAnother = 0
  var missed: [Disagreement] = []
  var wrong: [Disagreement] = []
  /// Findings in code that was not compiled.
  var unjudged: [Disagreement] = []
  /// Uses that need no report, by their reason.
  var excused: [String: Int] = [:]
  /// Places whose receiver the text does not tell, by what the receiver is.
  var uncertain: [String: Int] = [:]

  var uses: Int { agreed + byAnother + missed.count }
}

struct Disagreement {
  let file: String
  let place: Place
  let rule: String
  let line: String
  let why: String
}

/// What each rule bans of an API, by the API's last name and the rule's index.
typealias BansByName = [Substring: [Int: [Ban]]]

func bansByName(_ rules: [BannedRule]) -> BansByName {
  var byName: BansByName = [:]
  for (index, rule) in rules.enumerated() {
    for ban in rule.bans {
      guard let name = ban.path.last else { continue }
      byName[Substring(name.text), default: [:]][index, default: []].append(ban)
    }
  }
  return byName
}

/// One file's part of a comparison.
struct FileComparison {
  let rules: [BannedRule]
  let bansByName: BansByName
  let truth: Truth
  let findings: [Finding]
  /// What rules let through by their own words.
  let excused: [Finding]
  /// Whether the file has errors, so that what has no record says nothing.
  let isPartial: Bool
  /// The verdicts that are not `no`, by the name's offset and the rule's index.
  private var verdicts: [Int: [Int: Verdict]] = [:]
  private var names: [Int: Occurrence] = [:]
  /// Offsets of names that a finding stands for.
  private var reported: Set<Int> = []
  private var reportedBy: [Int: Set<String>] = [:]

  init(
    rules: [BannedRule], bansByName: BansByName, truth: Truth, findings: [Finding],
    excused: [Finding], isPartial: Bool
  ) {
    self.rules = rules
    self.bansByName = bansByName
    self.truth = truth
    self.findings = findings
    self.excused = excused
    self.isPartial = isPartial
  }

  mutating func add(to comparison: inout Comparison) {
    judgeNames()
    // The innermost first: an outer finding must not take what is another's in its arguments.
    for finding in findings.sorted(by: { $1.offset < $0.offset }) {
      judge(finding, &comparison.rules[finding.rule, default: RuleTally()])
    }
    for finding in excused {
      excuse(finding, &comparison.rules[finding.rule, default: RuleTally()])
    }
    for offset in verdicts.keys.sorted() { judgeUse(at: offset, &comparison) }
  }

  private mutating func judgeNames() {
    for occurrence in truth.occurrences.values.joined() {
      guard let bans = bansByName[occurrence.baseName],
        let offset = truth.source.offset(of: occurrence.place)
      else { continue }
      for (index, bans) in bans {
        let all = bans.map { truth.verdict(on: occurrence, $0) }
        guard let verdict = all.strongest else { continue }
        verdicts[offset, default: [:]][index] = verdict
        names[offset] = occurrence
      }
    }
  }

  /// Where the name stands that the finding means, if it is a use and no other finding's.
  private func use(of finding: Finding, _ tokens: [TokenSyntax]) -> Int? {
    guard let index = rules.firstIndex(where: { $0.id == finding.rule }) else { return nil }
    return tokens.map(\.start).first { offset in
      guard reportedBy[offset]?.contains(finding.rule) != true else { return false }
      switch verdicts[offset]?[index] {
      case .use, .excused: return true
      case .uncertain, .no, nil: return false
      }
    }
  }

  private mutating func excuse(_ finding: Finding, _ tally: inout RuleTally) {
    let tokens = nameTokens(of: finding, in: truth.source)
    guard let use = use(of: finding, tokens) else { return }
    tally.excused["the rule lets it through", default: 0] += 1
    reportedBy[use, default: []].insert(finding.rule)
    reported.formUnion(tokens.map(\.start))
  }

  private mutating func judge(_ finding: Finding, _ tally: inout RuleTally) {
    let tokens = nameTokens(of: finding, in: truth.source)
    if let use = use(of: finding, tokens) {
      tally.agreed += 1
      reportedBy[use, default: []].insert(finding.rule)
      reported.formUnion(tokens.map(\.start))
    } else if isUnjudged(finding, tokens) {
      tally.unjudged.append(disagreement(finding.rule, finding.place, "no record"))
    } else {
      let says = tokens.last.map { truth.occurrences[truth.source.place(of: $0)] ?? [] } ?? []
      tally.wrong.append(
        disagreement(finding.rule, finding.place, says.map(\.usr).joined(separator: ", ")))
    }
  }

  /// Macros and attributes leave no record, and neither does a branch of `#if` that is not built.
  private func isUnjudged(_ finding: Finding, _ tokens: [TokenSyntax]) -> Bool {
    guard let first = truth.source.token(at: finding.place) else { return false }
    if first.tokenKind == .pound || first.tokenKind == .atSign { return true }
    let recorded = tokens.flatMap { truth.occurrences[truth.source.place(of: $0)] ?? [] }
    // Of an expression with errors the types are recorded, and not what is done with them.
    if isPartial, recorded.allSatisfy({ $0.isType && truth.isKnown($0) }) { return true }
    // Of a declaration that the compiler makes, e.g. 'hashValue', no use is recorded.
    if let last = tokens.last, WrittenUse(last) != nil,
      truth.occurrences[truth.source.place(of: last)] == nil
    {
      return true
    }
    guard recorded.isEmpty else { return false }
    var node = first.parent
    while let parent = node {
      if parent.is(IfConfigClauseSyntax.self) { return !hasRecord(in: parent) }
      node = parent.parent
    }
    return false
  }

  private func hasRecord(in clause: Syntax) -> Bool {
    truth.occurrences.keys.contains { place in
      truth.source.offset(of: place).map { clause.start <= $0 && $0 < clause.end } == true
    }
  }

  private func judgeUse(at offset: Int, _ comparison: inout Comparison) {
    guard let name = names[offset], let verdicts = verdicts[offset] else { return }
    let isReported = reported.contains(offset) || isReceiverReported(of: name)
    var isListed = false
    for index in verdicts.keys.sorted() where reportedBy[offset]?.contains(rules[index].id) != true
    {
      let rule = rules[index]
      var tally = comparison.rules[rule.id] ?? RuleTally()
      switch verdicts[index] {
      case .use where isReported: tally.byAnother += 1
      case .use where rule.isEverywhere && !isListed:
        isListed = true
        tally.missed.append(disagreement(rule.id, name.place, shape(of: name)))
      case .excused(let why) where !isReported: tally.excused[why, default: 0] += 1
      case .uncertain(let what) where !isReported: tally.uncertain[what, default: 0] += 1
      case .use, .excused, .uncertain, .no, nil: break
      }
      comparison.rules[rule.id] = tally
    }
  }

  /// One use, one report: of `Date().timeIntervalSinceNow` the receiver is enough.
  private func isReceiverReported(of name: Occurrence) -> Bool {
    guard let token = truth.source.token(at: name.place), let base = WrittenUse(token)?.base else {
      return false
    }
    return findings.contains { finding in
      let end = finding.offset + finding.length
      return base.start <= finding.offset && (end == base.end || end == base.bare.end)
    }
  }

  private func shape(of name: Occurrence) -> String {
    guard let use = truth.source.token(at: name.place).flatMap(WrittenUse.init) else {
      return "no expression"
    }
    let base: String
    if let written = use.base {
      base = "on '\(written.trimmedDescription.prefix { $0 != "\n" })'"
    } else {
      base = use.isMember ? "implicit member" : "unqualified"
    }
    return base + ", " + use.surroundings
  }

  private func disagreement(_ rule: String, _ place: Place, _ why: String) -> Disagreement {
    Disagreement(
      file: truth.source.path, place: place, rule: rule, line: truth.source.line(place), why: why)
  }
}

extension [Verdict] {
  /// Nil if all of them are `no`.
  fileprivate var strongest: Verdict? {
    let order: [(Verdict) -> Bool] = [
      { $0 == .use },
      { if case .excused = $0 { true } else { false } },
      { if case .uncertain = $0 { true } else { false } },
    ]
    return order.lazy.compactMap { first(where: $0) }.first
  }
}
