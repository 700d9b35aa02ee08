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

/// - Parameters:
///   - trivia: of the file.
///   - mayBeForLinters: whether comments may be for this tool or for SwiftLint; the search knows
///     files where none is.
func findings(
  of uses: inout FileUses, in source: SourceFile, _ trivia: [Trivia],
  mayBeForLinters: Bool = true, relativePath: FilePath, _ rules: CompiledRules
) -> FileFindings {
  let (bytes, tables) = (source.bytes, rules.tables)
  let comments = mayBeForLinters ? linterComments(among: trivia, in: uses.tokens.bytes) : []
  let suppressions = Suppressions(comments, in: bytes, of: &uses)
  let judgements = uses.judgements(relativePath: relativePath, suppressions: suppressions)
  let reportedCount = judgements.count { $0.isReported }
  let swiftLintComments =
    comments.isEmpty || reportedCount == 0
    ? nil : SwiftLintComments(comments, in: bytes, ids: tables.suppressible)
  var findings = FileFindings()
  findings.diagnostics.reserveCapacity(reportedCount)
  var budget = FixItBudget(for: uses.tokens)
  // Of each declaration, once; nil where nobody asks.
  var names = rules.describesFindings ? ScopeNames() : nil
  for judgement in judgements {
    if rules.describesFindings,
      let excuse = judgement.excuse(in: source, suppressions, tables.rules)
    {
      findings.suppressed.append(
        SuppressedFinding(
          diagnostic: uses.diagnostic(of: judgement, knowing: &names), excuse))
    }
    switch judgement.outcome {
    case .reported:
      let range = uses.tokens.range(of: judgement.match)
      let note = swiftLintComments?.note(at: range.lowerBound, on: judgement.rule, of: tables.rules)
      let fixIt = try? uses.fixIt(for: judgement.match, trivia, budget: &budget)
      findings.diagnostics.append(
        uses.diagnostic(
          of: judgement, notes: note.map { [$0] } ?? [], fixIts: fixIt.map { [$0] } ?? [],
          knowing: &names))
    case .allowedByPath:
      findings.allowedByPath += 1
      findings.rulesAllowedByPath.insert(tables.rules[judgement.rule].id)
    case .suppressed, .allowedInside:
      findings.allowedInSource += 1
    case .defaultArgument:
      findings.allowedDefaultArguments += 1
    case .outOfFiles, .outOfScope, .shadowed, .ownType, .outdone, .memberOfReported, .harmless,
      .covered:
      break
    }
  }
  if !rules.watched.isEmpty {
    for match in uses.found.matches {
      for number in [match.pattern] + tables.copies[match.pattern] {
        let pattern = tables.rulePattern(number)
        if rules.watched.contains(pattern.rule) { findings.matchedPatterns.insert(pattern) }
      }
    }
  }
  findings.usesOfOwnTypes = usesOfOwnTypes(in: judgements)
  findings.diagnostics += suppressions.warnings(
    after: judgements, in: bytes, relativePath, rules: tables)
  findings.diagnostics = inReportOrder(findings.diagnostics)
  return findings
}

extension FileUses {
  fileprivate mutating func diagnostic(
    of judgement: Judgement, notes: [Note] = [], fixIts: [FixIt] = [],
    knowing names: inout ScopeNames?
  ) -> Diagnostic {
    let rule = judgement.rule
    var diagnostic = Diagnostic(
      tables.rules[rule].severity == .warning ? .warning : .error,
      at: tokens.range(of: judgement.match), tables.rules[rule].message,
      rule: tables.references[rule], notes: notes, fixIts: fixIts)
    if names != nil { diagnostic.key = key(of: judgement.match, knowing: &names!) }
    return diagnostic
  }
}

/// Several patterns may match one use.
private func usesOfOwnTypes(in judgements: [Judgement]) -> Int {
  let uses = judgements.compactMap { judgement in
    if case .ownType = judgement.outcome { judgement.match.start } else { nil }
  }
  return Set(uses).count
}
