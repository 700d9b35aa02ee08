import Diagnostics
import Rules
import SwiftLexer

/// What became of one match.
struct Judgement {
  let outcome: Outcome
  /// Index in `FoundMatches.matches`.
  @Narrow private(set) var number: Int
  /// Index in `RuleTables.rules`.
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
  /// The match is inside none of the declarations that the rule is for.
  case outOfScope
  /// The name means another declaration in the file, by the token of its name.
  case shadowed(by: Int)
  /// It is an own type of the project, by index in `RuleTables.ownTypes`.
  case ownType(Int)
  /// Another match that shares a name with it, by index in `FoundMatches.matches`, was preferred.
  case outdone(by: Int)
  /// What it is a member of is reported.
  case memberOfReported
  /// The rule's `unless` holds.
  case harmless(Harmlessness)
  /// It stands in the arguments of a use, by index in `FoundMatches.matches`, that is reported or
  /// allowed in its place.
  case covered(by: Int)
  /// It is a parameter's default value, which the rule lets be.
  case defaultArgument
  /// By index in the rule's `allow`.
  case allowedByPath(glob: Int)
  /// A comment excuses it; the offset of the comment, from 0 in UTF-8 bytes.
  case suppressed(by: Int)
  /// A declaration around it, or the condition of an `#if`, is one that the rule lets be, by index
  /// in its `allowInside`.
  case allowedInside(scope: Int)
}

extension Outcome {
  /// Whether it is reported, or would be if nobody allowed it.
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
  /// What becomes of the matches, by place in the file.
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

  /// What becomes of a match that no other one is preferred to.
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
  /// Whether a match is a use of this type instead, as it is unless the module is written.
  fileprivate func isMeant(by match: Match, in tables: RuleTables) -> Bool {
    let pattern = tables.patterns[match.pattern]
    return pattern.namesType && !match.isQualified && pattern.components[0].name == name
  }
}

extension SourceTokens {
  /// Offsets of the whole expression.
  func range(of match: Match) -> Range<Int> {
    tokens[match.start].start..<tokens[match.end].end
  }
}
