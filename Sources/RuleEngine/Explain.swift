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
  package let verdict: MatchVerdict
  /// The fix-it, or why there is none; `nil` if the match is not reported.
  package let fixIt: Result<FixIt, FixItObstacle>?
}

/// All matches of the rules in a file, in source order, whether `lint` reports them or not.
/// - Parameters:
///   - relativePath: the path that `lint` takes.
///   - types: the types that `lint` takes.
package func explain(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules,
  types: TypeOfExpression? = nil
) -> [ExplainedMatch] {
  var scratch = LintScratch()
  return withSyntax(of: source.bytes, rules, reusing: &scratch) { file, trivia in
    (file.types, file.relativePath) = (types, relativePath)
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
          if let sorting = uses.orderWords(of: match, judgement.rule)?.fixIt { return sorting }
          return try uses.fixIt(for: match, trivia, budget: &budget)
        }
      let start = uses.tokens[match.start].start
      return ExplainedMatch(
        rule: rules.rules[judgement.rule],
        pattern: rules.tables.writtenPattern(match.pattern),
        range: start..<uses.tokens[match.end].end,
        names: start..<uses.endOfNames(of: match),
        verdict: judgement.outcome, fixIt: fixIt)
    }
  }
}

extension FileUses {
  /// Of a loop, the end of its sequence, which is all that is reported.
  fileprivate func endOfNames(of match: Match) -> Int {
    if tables.patterns[match.pattern].root == .loop { return tokens[match.end].end }
    return found.nameTokens[match.names].reduce(tokens[match.start].start) {
      max($0, tokens[$1].end)
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
