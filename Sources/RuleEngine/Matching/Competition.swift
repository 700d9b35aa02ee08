/// One use, one report: chooses among the matches that share a name, and drops those of members of
/// what is reported anyway.
struct Competition {
  let rules: CompiledRules
  let found: FoundMatches

  /// The matches that are left, by place in the file.
  /// - Parameter isInForce: whether a rule, by its index, takes part.
  func winners(isInForce: (Int) -> Bool) -> [Match] {
    let candidates = found.matches.filter { isInForce(rules.patterns[$0.pattern].rule) }
    guard 1 < candidates.count else { return candidates }
    var taken: Set<Int> = []
    var winners: [Match] = []
    for match in candidates.sorted(by: isBefore) {
      let names = found.nameTokens[match.names]
      guard names.allSatisfy({ !taken.contains($0) }) else { continue }
      taken.formUnion(names)
      winners.append(match)
    }
    return winners.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
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
