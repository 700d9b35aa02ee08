import SwiftLexer

/// One use, one report: of the matches that share a name, chooses the one to report.
struct Competition {
  let tables: RuleTables
  let found: FoundMatches

  /// Decides which matches lose against another match.
  /// - Parameter outcomes: the outcome of each match. A match takes part if its outcome is `nil`,
  ///   and the outcome stays `nil` unless the match loses.
  func decide(_ outcomes: inout [Outcome?]) {
    guard mayShareNames(outcomes) else { return }
    let candidates = outcomes.indices.filter { isCandidate(outcomes[$0]) }
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
  }

  private func isCandidate(_ outcome: Outcome?) -> Bool {
    if case nil = outcome { true } else { false }
  }

  /// Whether two candidates may share a name. In most files they cannot: the names of each
  /// candidate come after the names of the candidate before it.
  private func mayShareNames(_ outcomes: [Outcome?]) -> Bool {
    var last = -1
    for index in outcomes.indices where isCandidate(outcomes[index]) {
      for name in found.nameTokens[found.matches[index].names] {
        if name <= last { return true }
        last = name
      }
    }
    return false
  }

  /// The order of preference: a rule with `inside` first, then the longest path, then the most
  /// labels, then rule order.
  private func isBefore(_ left: Match, _ right: Match) -> Bool {
    let (leftPattern, rightPattern) = (
      tables.patterns[left.pattern], tables.patterns[right.pattern]
    )
    let isLeftScoped = !tables.scopes.inside[leftPattern.rule].isEmpty
    let isRightScoped = !tables.scopes.inside[rightPattern.rule].isEmpty
    if isLeftScoped != isRightScoped { return isLeftScoped }
    return (-leftPattern.components.count, -leftPattern.labelCount, left.pattern, left.start)
      < (-rightPattern.components.count, -rightPattern.labelCount, right.pattern, right.start)
  }
}

/// The reported expressions. A member of such an expression is not reported again: in
/// `Date().timeIntervalSinceNow` only `Date()` is reported.
struct ReportedExpressions {
  private var ends: Set<Int> = []
  /// Whether any match is a member; in most files there is none.
  private let hasMembers: Bool

  /// - Parameter matches: the matches of a file.
  init(among matches: [Match]) {
    hasMembers = matches.contains { $0.receiver != nil }
  }

  mutating func insert(_ match: Match) {
    if hasMembers { ends.insert(match.end) }
  }

  /// Whether a reported expression ends at the token.
  func contains(_ end: Int) -> Bool { ends.contains(end) }
}

extension FileUses {
  /// Whether the match is a member of a reported expression. The expression may be in parentheses
  /// or unwrapped.
  func isMember(_ match: Match, of reported: ReportedExpressions) -> Bool {
    guard var index = match.receiver else { return false }
    while !reported.contains(index) {
      guard 0 < index, file.isWrapping(index) else { return false }
      index -= 1
    }
    return true
  }
}

/// The argument lists of uses. A use in such a list may be covered: it is not reported in addition.
struct Coverage {
  /// By the parenthesis that opens the arguments: the use, by index in `FoundMatches.matches`.
  fileprivate var uses: [Int: Int] = [:]
}

extension FileUses {
  /// Notes a use that is reported or allowed.
  mutating func cover(with number: Int, _ coverage: inout Coverage) {
    let match = found.matches[number]
    guard tables.coversOthers[tables.patterns[match.pattern].rule] else { return }
    if let open = argumentList(of: match) { coverage.uses[open] = number }
  }

  /// The use that covers a match, by index in `FoundMatches.matches`; `nil` if there is none. The
  /// match is in the arguments of that use, but not in a closure there, and its rule is covered by
  /// the rule of that use.
  func cover(of match: Match, _ rule: Int, _ coverage: Coverage) -> Int? {
    let covering = tables.coveringRules[rule]
    guard !covering.isEmpty, !coverage.uses.isEmpty else { return nil }
    var index = match.start
    for _ in 0..<Limits.argumentLists {
      guard let open = file.opening(around: index), tokens[open].kind != .leftBrace else {
        return nil
      }
      if let use = coverage.uses[open],
        covering.contains(tables.patterns[found.matches[use].pattern].rule)
      {
        return use
      }
      index = open
    }
    return nil
  }
}
