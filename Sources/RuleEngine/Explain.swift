import Diagnostics
import Rules
import SwiftLexer

/// A match in a file and its verdict, reported or not.
package struct ExplainedMatch: Sendable {
  package let rule: Rule
  /// The rule's pattern that matches.
  package let pattern: Pattern
  /// The whole expression with its arguments, as offsets from 0 in UTF-8 bytes.
  package let range: Range<Int>
  /// The range from the report to the last name of the pattern, as offsets from 0 in UTF-8 bytes.
  package let names: Range<Int>
  package let verdict: Verdict
  /// The fix-it, or why there is none; `nil` if the match is not reported.
  package let fixIt: Result<FixIt, FixItObstacle>?
}

/// All matches of the rules in a file, in source order, whether `lint` reports them or not.
/// - Parameter relativePath: the path that `lint` takes.
package func explain(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules
) -> [ExplainedMatch] {
  var scratch = LintScratch()
  return withSyntax(of: source.bytes, rules, reusing: &scratch) { file, trivia in
    var uses = FileUses(of: file)
    let suppressions = Suppressions(trivia, in: source.bytes, of: uses.file)
    let judgements = uses.judgements(relativePath: relativePath, suppressions: suppressions)
    var budget = FixItBudget(for: uses.tokens)
    return judgements.map { judgement in
      let match = uses.found.matches[judgement.number]
      let fixIt: Result<FixIt, FixItObstacle>? =
        !judgement.isReported
        ? nil
        : Result { () throws(FixItObstacle) in
          try uses.fixIt(for: match, trivia, budget: &budget)
        }
      let names = uses.found.nameTokens[match.names]
      let start = uses.tokens[match.start].start
      return ExplainedMatch(
        rule: rules.rules[judgement.rule],
        pattern: rules.tables.writtenPattern(match.pattern),
        range: start..<uses.tokens[match.end].end,
        names: start..<names.reduce(start) { max($0, uses.tokens[$1].end) },
        verdict: judgement.outcome, fixIt: fixIt)
    }
  }
}

extension RuleTables {
  /// The pattern as the rule has it.
  fileprivate func writtenPattern(_ number: Int) -> Pattern {
    let rule = patterns[number].rule
    return rules[rule].ban[number - patterns.firstIndex { $0.rule == rule }!]
  }
}
