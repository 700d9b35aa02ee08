/// One use, one report: chooses among the matches that share a name, and drops those of members of
/// what is reported anyway.
struct Competition {
  let rules: CompiledRules
  let found: FoundMatches

  /// What becomes of each match; nil for those that are left.
  /// - Parameter isInForce: whether a rule, by its index, takes part.
  func outcomes(isInForce: (Int) -> Bool) -> [Outcome?] {
    var outcomes: [Outcome?] = found.matches.map {
      isInForce(rules.patterns[$0.pattern].rule) ? nil : .outOfFiles
    }
    guard 1 < found.matches.count else { return outcomes }
    let candidates = found.matches.indices.filter {
      if case nil = outcomes[$0] { true } else { false }
    }
    /// By token: the match that took the name.
    var takers: [Int: Int] = [:]
    for index in candidates.sorted(by: { isBefore(found.matches[$0], found.matches[$1]) }) {
      let names = found.nameTokens[found.matches[index].names]
      if let taker = names.lazy.compactMap({ takers[$0] }).first {
        outcomes[index] = .outdone(by: taker)
      } else {
        for name in names { takers[name] = index }
      }
    }
    return outcomes
  }

  /// The longest path first, then the most labels, then rule order.
  private func isBefore(_ left: Match, _ right: Match) -> Bool {
    let (leftPattern, rightPattern) = (rules.patterns[left.pattern], rules.patterns[right.pattern])
    return (-leftPattern.components.count, -leftPattern.labelCount, left.pattern, left.start)
      < (-rightPattern.components.count, -rightPattern.labelCount, right.pattern, right.start)
  }
}

/// The expressions that are reported, for the members asked of them: in
/// `Date().timeIntervalSinceNow` only `Date()` is reported.
struct ReportedExpressions {
  private var ends: Set<Int> = []

  mutating func insert(_ match: Match) {
    ends.insert(match.end)
  }

  /// Whether the match is a member of a reported expression, which may stand in parentheses or be
  /// unwrapped.
  func holdsReceiver(of match: Match, in matcher: Matcher) -> Bool {
    guard var index = match.receiver else { return false }
    while !ends.contains(index) {
      guard 0 < index, matcher.isWrapping(index) else { return false }
      index -= 1
    }
    return true
  }
}
