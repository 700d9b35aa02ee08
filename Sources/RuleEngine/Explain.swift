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
  /// From the place of the report to the last name of the pattern, as offsets from 0 in UTF-8
  /// bytes.
  package let names: Range<Int>
  package let verdict: Verdict
  /// The fix-it, or why there is none; `nil` if the match is not reported.
  package let fixIt: Result<FixIt, FixItObstacle>?
}

/// Why a match is reported, or is not.
package enum Verdict: Sendable {
  case reported
  /// No glob in the rule's `files` matches.
  case outOfFiles
  /// The name means another declaration in the file; the offset of that declaration's name.
  case shadowed(by: Int)
  /// By the configuration, the name means an own type of the project in this file.
  case ownType(String)
  /// Another match that shares a name was preferred, by its index among the explained matches.
  case outdone(by: Int, Preference)
  /// The match is a member of a reported expression.
  case memberOfReported
  /// The rule's `unless` holds.
  case harmless(HarmlessReason)
  /// The match is in the arguments of another match that is reported or allowed in its place, by
  /// the index of that match among the explained matches.
  case covered(by: Int)
  /// The match is the default value of a parameter, which the rule allows.
  case defaultArgument
  case allowedByPath(Glob)
  /// The match is in none of the declarations that the rule is for.
  case outOfScope
  /// The rule allows a declaration around the match, or the condition of an `#if`.
  case allowedInside(ScopeHeader)
  /// A comment allows the match; the offset of the comment, from 0 in UTF-8 bytes.
  case suppressed(by: Int)
}

/// The entry of a rule's `unless` that holds.
package enum HarmlessReason: Sendable {
  case argument(Mention)
  case argumentOf(Pattern)
  case followedBy(String)
  /// `at` is the offset of the member's name where the member is set, from 0 in UTF-8 bytes.
  case member(String, at: Int)
  case called
}

extension Verdict {
  package var isReported: Bool {
    if case .reported = self { true } else { false }
  }
}

/// Why one of two matches that share a name was preferred.
package enum Preference: Sendable {
  /// The rule of the preferred match has an `inside`.
  case scope
  case longerPath, moreLabels, earlierRule
}

/// Every match of the rules in a file, in source order: what `lint` reports, and what it does not.
/// - Parameter relativePath: as for `lint`.
package func explain(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules
) -> [ExplainedMatch] {
  var scratch = LintScratch()
  return withUses(in: source, of: rules, reusing: &scratch) { uses, trivia in
    let suppressions = Suppressions(trivia, in: source.bytes, of: uses.file)
    let judgements = uses.judgements(relativePath: relativePath, suppressions: suppressions)
    var places = Array(repeating: 0, count: judgements.count)
    for (place, judgement) in judgements.enumerated() { places[judgement.number] = place }
    var budget = FixItBudget(for: uses.tokens, and: rules.fixItBytes)
    return judgements.map { judgement in
      let match = uses.found.matches[judgement.number]
      let fixIt = judgement.isReported ? uses.fixItAnswer(for: match, trivia, &budget) : nil
      let names = uses.found.nameTokens[match.names]
      let start = uses.tokens[match.start].start
      return ExplainedMatch(
        rule: rules.rules[judgement.rule],
        pattern: rules.tables.writtenPattern(match.pattern),
        range: start..<uses.tokens[match.end].end,
        names: start..<names.reduce(start) { max($0, uses.tokens[$1].end) },
        verdict: Verdict(judgement, in: uses, places: places), fixIt: fixIt)
    }
  }
}

extension FileUses {
  fileprivate mutating func fixItAnswer(
    for match: Match, _ trivia: [Trivia], _ budget: inout FixItBudget
  ) -> Result<FixIt, FixItObstacle> {
    do throws(FixItObstacle) {
      return .success(try fixIt(for: match, trivia, budget: &budget))
    } catch {
      return .failure(error)
    }
  }
}

extension Verdict {
  /// - Parameter places: the index of each judgement, by the number of its match.
  fileprivate init(_ judgement: Judgement, in uses: FileUses, places: [Int]) {
    let rule = uses.tables.rules[judgement.rule]
    switch judgement.outcome {
    case .reported: self = .reported
    case .outOfFiles: self = .outOfFiles
    case .shadowed(let token): self = .shadowed(by: uses.tokens[token].start)
    case .ownType(let number):
      let name = uses.tables.ownTypes[number].name
      self = .ownType(String(decoding: uses.tables.names[name], as: UTF8.self))
    case .memberOfReported: self = .memberOfReported
    case .harmless(let reason):
      self = .harmless(HarmlessReason(reason, rule.unless!, uses.tokens))
    case .covered(let use): self = .covered(by: places[use])
    case .defaultArgument: self = .defaultArgument
    case .allowedByPath(let glob): self = .allowedByPath(rule.allow[glob])
    case .outOfScope: self = .outOfScope
    case .allowedInside(let scope): self = .allowedInside(rule.allowInside[scope])
    case .suppressed(let comment): self = .suppressed(by: comment)
    case .outdone(let taker):
      let winner = uses.found.matches[taker]
      let loser = uses.found.matches[judgement.number]
      let preference = Preference(of: winner, over: loser, in: uses.tables)
      self = .outdone(by: places[taker], preference)
    }
  }
}

extension HarmlessReason {
  fileprivate init(_ reason: Harmlessness, _ uses: HarmlessUses, _ tokens: SourceTokens) {
    switch reason {
    case .argument(let entry): self = .argument(uses.arguments[entry])
    case .argumentOf(let entry): self = .argumentOf(uses.argumentOf[entry])
    case .followedBy(let entry): self = .followedBy(uses.followedBy[entry])
    case .member(let entry, let token):
      self = .member(uses.members[entry].name, at: tokens[token].start)
    case .called: self = .called
    }
  }
}

extension Preference {
  /// Compares matches in the order that `Competition` uses.
  fileprivate init(of winner: Match, over loser: Match, in rules: RuleTables) {
    let (winner, loser) = (rules.patterns[winner.pattern], rules.patterns[loser.pattern])
    let inside = rules.scopes.inside
    if inside[winner.rule].isEmpty != inside[loser.rule].isEmpty {
      self = .scope
    } else if winner.components.count != loser.components.count {
      self = .longerPath
    } else if winner.labelCount != loser.labelCount {
      self = .moreLabels
    } else {
      self = .earlierRule
    }
  }
}

extension RuleTables {
  /// The pattern as the rule has it.
  fileprivate func writtenPattern(_ number: Int) -> Pattern {
    rules[patterns[number].rule].ban[rulePattern(number).number]
  }

  /// The rule of a pattern, and the pattern's index in the rule's `ban`.
  func rulePattern(_ number: Int) -> RulePattern {
    let rule = patterns[number].rule
    let first = patterns.firstIndex { $0.rule == rule }!
    return RulePattern(rule: rules[rule].id, number: number - first)
  }
}
