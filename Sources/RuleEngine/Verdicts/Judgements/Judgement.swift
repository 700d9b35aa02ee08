import Diagnostics
import Rules
import SwiftLexer

/// The outcome of one match.
struct Judgement {
  let outcome: Outcome
  /// The match, by index in `FoundMatches.matches`.
  @Narrow private(set) var number: Int
  /// The rule, by index in `RuleTables.rules`.
  @Narrow private(set) var rule: Int

  init(_ outcome: Outcome, ofMatch number: Int, rule: Int) {
    self.outcome = outcome
    self.number = number
    self.rule = rule
  }

  var isReported: Bool {
    if case .reported = outcome { true } else { false }
  }
}

/// Why a match is reported, or is not.
enum Outcome {
  case reported
  /// The rule is not for this file.
  case outOfFiles
  /// The match is in none of the declarations that the rule is for.
  case outOfScope
  /// The name means another declaration in the file; the token of that declaration's name.
  case shadowed(by: Int)
  /// The name means an own type of the project, by index in `RuleTables.ownTypes`.
  case ownType(Int)
  /// Another match that shares a name was preferred, by index in `FoundMatches.matches`.
  case outdone(by: Int)
  /// The match is a member of a reported expression.
  case memberOfReported
  /// The rule's `unless` holds.
  case harmless(Harmlessness)
  /// The match is in the arguments of a use that is reported or allowed in its place, by index in
  /// `FoundMatches.matches`.
  case covered(by: Int)
  /// The match is the default value of a parameter, which the rule allows.
  case defaultArgument
  /// A glob of the rule allows the file, by index in the rule's `allow`.
  case allowedByPath(glob: Int)
  /// A comment allows the match; the offset of the comment, from 0 in UTF-8 bytes.
  case suppressed(by: Int)
  /// The rule allows a declaration around the match, or the condition of an `#if`, by index in the
  /// rule's `allowInside`.
  case allowedInside(scope: Int)
}

extension Outcome {
  /// Whether the match is reported, allowed, or a member of a reported expression.
  fileprivate var isFinding: Bool {
    switch self {
    case .reported, .memberOfReported, .defaultArgument, .allowedByPath, .suppressed,
      .allowedInside:
      true
    case .outOfFiles, .outOfScope, .shadowed, .ownType, .outdone, .harmless, .covered: false
    }
  }
}

extension FileUses {
  /// The judgements of all matches, in source order.
  mutating func judgements(
    relativePath: FilePath, suppressions: Suppressions = Suppressions()
  ) -> [Judgement] {
    guard !found.matches.isEmpty else { return [] }
    addCopies()
    let ownTypes = tables.ownTypes.indices.filter {
      tables.ownTypes[$0].isDeclared(in: relativePath)
    }
    var outcomes: [Outcome?] = found.matches.map { match in
      let rule = tables.patterns[match.pattern].rule
      guard tables.isInForce(rule, in: relativePath) else { return .outOfFiles }
      if let token = match.shadow { return .shadowed(by: token) }
      guard isInside(match, rule) else { return .outOfScope }
      return ownTypes.first { tables.ownTypes[$0].isMeant(by: match, in: tables) }.map(
        Outcome.ownType)
    }
    Competition(tables: tables, found: found).decide(&outcomes)
    var reported = ReportedExpressions(among: found.matches)
    var coverage = Coverage()
    return found.matchesByPlace.map { index in
      let match = found.matches[index]
      let rule = tables.patterns[match.pattern].rule
      let outcome =
        outcomes[index]
        ?? outcome(
          of: match, rule: rule, relativePath: relativePath, suppressions, coverage,
          reported: &reported)
      if outcome.isFinding { cover(with: index, &coverage) }
      return Judgement(outcome, ofMatch: index, rule: rule)
    }
  }

  /// The outcome of a match that has not lost against another match.
  private mutating func outcome(
    of match: Match, rule: Int, relativePath: FilePath, _ suppressions: Suppressions,
    _ coverage: Coverage, reported: inout ReportedExpressions
  ) -> Outcome {
    if isMember(match, of: reported) {
      reported.insert(match)
      return .memberOfReported
    }
    if let reason = harmlessness(of: match, rule) { return .harmless(reason) }
    let glob = tables.rules[rule].allow.firstIndex { $0.matches(relativePath) }
    if let glob { return .allowedByPath(glob: glob) }
    if let scope = scope(allowing: match, rule) { return .allowedInside(scope: scope) }
    if tables.rules[rule].defaultArguments == .allow, isDefaultArgument(match) {
      return .defaultArgument
    }
    let range = tokens.range(of: match)
    if let comment = suppressions.comment(excusing: range, of: rule) {
      return .suppressed(by: comment)
    }
    if let use = cover(of: match, rule, coverage) { return .covered(by: use) }
    reported.insert(match)
    return .reported
  }
}

extension OwnType {
  /// Whether the match is a use of this type of the project. It is not if a module is written.
  fileprivate func isMeant(by match: Match, in tables: RuleTables) -> Bool {
    let pattern = tables.patterns[match.pattern]
    return pattern.namesType && !match.isQualified && pattern.components[0].name == name
  }
}

extension SourceTokens {
  /// The range of the whole expression, as offsets from 0 in UTF-8 bytes.
  func range(of match: Match) -> Range<Int> {
    tokens[match.start].start..<tokens[match.end].end
  }
}
