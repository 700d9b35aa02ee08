import Diagnostics
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
  /// Uses of what the configuration says is an own type of the project.
  package var usesOfOwnTypes = 0
  /// What was found and is excused, by place; empty where nobody asked for it
  /// (`CompiledRules.describesFindings`).
  package var suppressed: [SuppressedFinding] = []

  package init() {}
}

/// Memory that is used again from file to file; one for each thread.
package struct LintScratch {
  fileprivate var source = LexedSource()
  fileprivate var matcher: Matcher?
  fileprivate var skim = BlockSkim()

  package init() {}

  /// Of the last file, without what was left out of it.
  var tokenCount: Int { source.tokens.count }
}

/// Holds one file against the rules.
/// - Parameter relativePath: relative to the root; what `files` and `allow` are matched against.
package func lint(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules
) -> FileFindings {
  var scratch = LintScratch()
  return lint(source, relativePath: relativePath, with: rules, reusing: &scratch)
}

/// Holds one file against the rules, whether or not `CompiledRules.mayMatch` says that it may pay.
/// - Parameter occurrences: what `CompiledRules.search` found in it, if it was searched.
package func lint(
  _ source: SourceFile, _ occurrences: Occurrences? = nil, relativePath: FilePath,
  with rules: CompiledRules, reusing scratch: inout LintScratch
) -> FileFindings {
  lintActiveBlocks(
    of: source, occurrences, relativePath: relativePath, with: rules, reusing: &scratch)
    ?? withMatches(in: source, of: rules, reusing: &scratch) { matcher, trivia in
      findings(of: &matcher, in: source, trivia, relativePath: relativePath)
    }
}

/// Does without the blocks that are idle; nil where that cannot be.
private func lintActiveBlocks(
  of source: SourceFile, _ occurrences: Occurrences?, relativePath: FilePath,
  with rules: CompiledRules, reusing scratch: inout LintScratch
) -> FileFindings? {
  guard rules.prefilter.findsIdleBlocks else { return nil }
  let occurrences = occurrences ?? rules.prefilter.occurrences(in: source.bytes)
  source.bytes.withUnsafeBufferPointer {
    scratch.skim.skim($0, keeping: occurrences.names, comments: occurrences.comments)
  }
  let skipped = scratch.skim.skipped
  return withMatcher(of: source.bytes, but: skipped, rules: rules, reusing: &scratch) {
    matcher, trivia in
    guard matcher.findMatches(at: occurrences.names) else { return nil }
    return findings(
      of: &matcher, in: source, trivia, mayBeForLinters: !occurrences.comments.isEmpty,
      relativePath: relativePath)
  }
}

/// Calls the body with a matcher that has gone through the file, and the file's trivia.
func withMatches<Result>(
  in source: SourceFile, of rules: CompiledRules, reusing scratch: inout LintScratch,
  _ body: (inout Matcher, [Trivia]) -> Result
) -> Result {
  withMatcher(of: source.bytes, rules: rules, reusing: &scratch) { matcher, trivia in
    matcher.findMatches()
    return body(&matcher, trivia)
  }
}

/// Calls the body with a matcher for the file, and the file's trivia.
/// - Parameter skipped: what is left out of both.
func withMatcher<Result>(
  of bytes: [UInt8], but skipped: [SkippedText] = [], rules: CompiledRules,
  reusing scratch: inout LintScratch,
  _ body: (inout Matcher, [Trivia]) -> Result
) -> Result {
  bytes.withUnsafeBufferPointer { bytes in
    lex(bytes, skipping: skipped, marking: rules.soughtWords, into: &scratch.source)
    return scratch.source.tokens.withUnsafeBufferPointer { tokens in
      let tokens = SourceTokens(bytes: bytes, tokens: tokens)
      if scratch.matcher?.rules !== rules { scratch.matcher = Matcher(rules: rules) }
      scratch.matcher!.start(with: tokens)
      return body(&scratch.matcher!, scratch.source.trivia)
    }
  }
}

/// - Parameters:
///   - trivia: of the file.
///   - mayBeForLinters: whether comments may be for this tool or for SwiftLint; the search knows
///     files where none is.
func findings(
  of matcher: inout Matcher, in source: SourceFile, _ trivia: [Trivia],
  mayBeForLinters: Bool = true, relativePath: FilePath
) -> FileFindings {
  let (bytes, rules) = (source.bytes, matcher.rules.rules)
  let comments = mayBeForLinters ? linterComments(among: trivia, in: matcher.tokens.bytes) : []
  let suppressions = Suppressions(comments, in: bytes, of: &matcher)
  let judgements = matcher.judgements(relativePath: relativePath, suppressions: suppressions)
  let reportedCount = judgements.count { $0.isReported }
  let swiftLintComments =
    comments.isEmpty || reportedCount == 0
    ? nil : SwiftLintComments(comments, in: bytes, ids: matcher.rules.suppressible)
  var findings = FileFindings()
  findings.diagnostics.reserveCapacity(reportedCount)
  var budget = FixItBudget(for: matcher.tokens)
  var scopeNames = ScopeNames()
  for judgement in judgements {
    if matcher.rules.describesFindings,
      let excuse = judgement.excuse(in: source, suppressions, rules)
    {
      findings.suppressed.append(
        SuppressedFinding(
          diagnostic: matcher.diagnostic(of: judgement, knowing: &scopeNames), excuse))
    }
    switch judgement.outcome {
    case .reported:
      let range = matcher.tokens.range(of: judgement.match)
      let note = swiftLintComments?.note(at: range.lowerBound, on: judgement.rule, of: rules)
      let fixIt = matcher.fixIt(for: judgement.match, trivia, budget: &budget)
      findings.diagnostics.append(
        matcher.diagnostic(
          of: judgement, notes: note.map { [$0] } ?? [], fixIts: fixIt.map { [$0] } ?? [],
          knowing: &scopeNames))
    case .allowedByPath:
      findings.allowedByPath += 1
      findings.rulesAllowedByPath.insert(rules[judgement.rule].id)
    case .suppressed, .allowedInside:
      findings.allowedInSource += 1
    case .outOfFiles, .outOfScope, .shadowed, .ownType, .outdone, .memberOfReported:
      break
    }
  }
  findings.usesOfOwnTypes = usesOfOwnTypes(in: judgements)
  findings.diagnostics += suppressions.warnings(
    after: judgements, in: bytes, relativePath, rules: matcher.rules)
  findings.diagnostics = inReportOrder(findings.diagnostics)
  return findings
}

extension Matcher {
  fileprivate mutating func diagnostic(
    of judgement: Judgement, notes: [Note] = [], fixIts: [FixIt] = [],
    knowing names: inout ScopeNames
  ) -> Diagnostic {
    let rule = judgement.rule
    var diagnostic = Diagnostic(
      rules.rules[rule].severity == .warning ? .warning : .error,
      at: tokens.range(of: judgement.match), rules.rules[rule].message,
      rule: rules.references[rule], notes: notes, fixIts: fixIts)
    if rules.describesFindings { diagnostic.key = key(of: judgement.match, knowing: &names) }
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
