import Diagnostics
import Rules
import SwiftLexer

/// What the rules say of one file.
package struct FileFindings: Sendable {
  /// In report order (`inReportOrder`).
  package var diagnostics: [Diagnostic] = []
  /// Findings that an `allow` glob excused.
  package var allowedByPath = 0
  /// The ids of their rules.
  package var rulesAllowedByPath: Set<String> = []
  /// Findings that a declaration scope or a comment in the source excused.
  package var allowedInSource = 0
  /// Findings that are a parameter's default value, which their rule allows.
  package var allowedDefaultArguments = 0
  /// Uses of what the configuration says is an own type of the project.
  package var usesOfOwnTypes = 0
  /// What was found and is excused, by place; empty where nobody asked for it
  /// (`CompiledRules.describesFindings`).
  package var suppressed: [SuppressedFinding] = []
  /// The patterns that match, be it nothing that is reported, of rules that are watched.
  package var matchedPatterns: Set<RulePattern> = []

  package init() {}
}

/// - Parameter trivia: of the file.
func findings(
  of uses: inout FileUses, in source: SourceFile, _ trivia: [Trivia], relativePath: FilePath,
  _ rules: CompiledRules
) -> FileFindings {
  let comments = linterComments(among: trivia, in: uses.tokens.bytes)
  var sum = SummedFindings(
    of: &uses, in: source, trivia, comments, relativePath: relativePath, rules)
  sum.add(&uses)
  return sum.end()
}

/// The findings of a file, whose uses may come in several parts, in the order of the source.
struct SummedFindings {
  private let source: SourceFile
  private let trivia: [Trivia]
  private let comments: [Trivia]
  private let relativePath: FilePath
  private let rules: CompiledRules
  private let suppressions: Suppressions
  /// Nil until something is reported.
  private var swiftLintComments: SwiftLintComments?
  private var findings = FileFindings()
  private var usedSuppressions: Set<SuppressionUse> = []
  private var budget: FixItBudget
  /// Nil where nobody asks.
  private var findingKeys: FindingKeys?

  private var tables: RuleTables { rules.tables }

  /// - Parameters:
  ///   - uses: any of the file's.
  ///   - comments: those that may be for linters.
  init(
    of uses: inout FileUses, in source: SourceFile, _ trivia: [Trivia], _ comments: [Trivia],
    relativePath: FilePath, _ rules: CompiledRules
  ) {
    (self.source, self.trivia, self.comments) = (source, trivia, comments)
    (self.relativePath, self.rules) = (relativePath, rules)
    suppressions = Suppressions(comments, in: source.bytes, of: &uses)
    budget = FixItBudget(for: uses.tokens, and: rules.fixItBytes)
    findingKeys = rules.describesFindings ? FindingKeys() : nil
  }

  /// - Parameter count: how many diagnostics there will be at most.
  mutating func makeRoom(for count: Int) {
    findings.diagnostics.reserveCapacity(count)
  }

  /// Adds the uses that come next.
  mutating func add(_ uses: inout FileUses) {
    let judgements = uses.judgements(relativePath: relativePath, suppressions: suppressions)
    let reportedCount = judgements.count { $0.isReported }
    if !comments.isEmpty, 0 < reportedCount, swiftLintComments == nil {
      swiftLintComments = SwiftLintComments(comments, in: source.bytes, ids: tables.suppressible)
    }
    if findings.diagnostics.isEmpty { findings.diagnostics.reserveCapacity(reportedCount) }
    for judgement in judgements {
      if rules.describesFindings,
        let excuse = judgement.excuse(in: source, suppressions, tables.rules)
      {
        findings.suppressed.append(
          SuppressedFinding(
            diagnostic: uses.diagnostic(of: judgement, knowing: &findingKeys), excuse))
      }
      count(judgement, of: &uses)
    }
    findings.usesOfOwnTypes += uses.usesOfOwnTypes(in: judgements)
    if !rules.watched.isEmpty { addMatchedPatterns(of: uses) }
  }

  private mutating func count(_ judgement: Judgement, of uses: inout FileUses) {
    switch judgement.outcome {
    case .reported:
      let match = uses.found.matches[judgement.number]
      let range = uses.tokens.range(of: match)
      let note = swiftLintComments?.note(at: range.lowerBound, on: judgement.rule, of: tables.rules)
      let fixIt = try? uses.fixIt(for: match, trivia, budget: &budget)
      findings.diagnostics.append(
        uses.diagnostic(
          of: judgement, notes: note.map { [$0] } ?? [], fixIts: fixIt.map { [$0] } ?? [],
          knowing: &findingKeys))
    case .allowedByPath:
      findings.allowedByPath += 1
      findings.rulesAllowedByPath.insert(tables.rules[judgement.rule].id)
    case .suppressed(let comment):
      usedSuppressions.insert(SuppressionUse(comment: comment, rule: judgement.rule))
      findings.allowedInSource += 1
    case .allowedInside:
      findings.allowedInSource += 1
    case .defaultArgument:
      findings.allowedDefaultArguments += 1
    case .outOfFiles, .outOfScope, .shadowed, .ownType, .outdone, .memberOfReported, .harmless,
      .covered:
      break
    }
  }

  private mutating func addMatchedPatterns(of uses: FileUses) {
    for match in uses.found.matches {
      for number in [match.pattern] + tables.copies[match.pattern] {
        let pattern = tables.rulePattern(number)
        if rules.watched.contains(pattern.rule) { findings.matchedPatterns.insert(pattern) }
      }
    }
  }

  /// To be called once, after the last part.
  mutating func end() -> FileFindings {
    // There may be many, which are not to be copied.
    var findings = FileFindings()
    swap(&findings, &self.findings)
    findings.diagnostics += suppressions.warnings(
      knowing: usedSuppressions, in: source.bytes, relativePath, rules: tables)
    findings.diagnostics = inReportOrder(findings.diagnostics)
    return findings
  }
}

extension FileUses {
  fileprivate mutating func diagnostic(
    of judgement: Judgement, notes: [Note] = [], fixIts: [FixIt] = [],
    knowing findingKeys: inout FindingKeys?
  ) -> Diagnostic {
    let match = found.matches[judgement.number]
    let (words, range) = (tables.words[judgement.rule], tokens.range(of: match))
    let key = findingKeys == nil ? nil : key(of: match, knowing: &findingKeys!.names)
    if let key, notes.isEmpty, fixIts.isEmpty { return findingKeys!.finding(words, at: range, key) }
    return Diagnostic(words, at: range, notes: notes, fixIts: fixIts, key: key)
  }

  /// Several patterns may match one use.
  fileprivate func usesOfOwnTypes(in judgements: [Judgement]) -> Int {
    let uses = judgements.compactMap { judgement in
      if case .ownType = judgement.outcome { found.matches[judgement.number].start } else { nil }
    }
    return Set(uses).count
  }
}
