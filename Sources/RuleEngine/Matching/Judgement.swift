import Diagnostics

/// What became of one match.
struct Judgement {
  let match: Match
  /// Index in `CompiledRules.rules`.
  let rule: Int
  let outcome: Outcome
}

/// Why a match is reported, or is not.
enum Outcome {
  case reported
  /// The rule is not for this file.
  case outOfFiles
  /// The match is inside none of the declarations that the rule is for.
  case outOfScope
  /// Another match that shares a name with it, by index in `FoundMatches.matches`, was preferred.
  case outdone(by: Int)
  /// What it is a member of is reported.
  case memberOfReported
  case allowedByPath(Glob)
  /// A declaration around it, or the condition of an `#if`, is one that the rule lets be.
  case allowedInside(ScopeHeader)
}

extension Matcher {
  /// What becomes of the matches, by place in the file.
  mutating func judgements(relativePath: FilePath) -> [Judgement] {
    guard !found.matches.isEmpty else { return [] }
    let isForFile = rules.rules.map { rule in
      rule.files.isEmpty || rule.files.contains { $0.matches(relativePath) }
    }
    let exclusions: [Outcome?] = found.matches.map { match in
      let rule = rules.patterns[match.pattern].rule
      guard isForFile[rule] else { return .outOfFiles }
      return isInside(match, rule) ? nil : .outOfScope
    }
    let outcomes = Competition(rules: rules, found: found).outcomes(exclusions)
    var reported = ReportedExpressions()
    let order = found.matches.indices.sorted { left, right in
      let (left, right) = (found.matches[left], found.matches[right])
      return (left.start, left.end, left.pattern) < (right.start, right.end, right.pattern)
    }
    return order.map { index in
      let match = found.matches[index]
      let rule = rules.patterns[match.pattern].rule
      let outcome =
        outcomes[index]
        ?? outcome(
          of: match, rule: rule, relativePath: relativePath, reported: &reported)
      return Judgement(match: match, rule: rule, outcome: outcome)
    }
  }

  /// What becomes of a match that no other one is preferred to.
  private mutating func outcome(
    of match: Match, rule: Int, relativePath: FilePath, reported: inout ReportedExpressions
  ) -> Outcome {
    if reported.holdsReceiver(of: match, in: self) {
      reported.insert(match)
      return .memberOfReported
    }
    if let glob = rules.rules[rule].allow.first(where: { $0.matches(relativePath) }) {
      return .allowedByPath(glob)
    }
    if let scope = scope(allowing: match, rule) { return .allowedInside(scope) }
    reported.insert(match)
    return .reported
  }
}
