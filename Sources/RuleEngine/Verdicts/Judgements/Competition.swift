import SwiftLexer

/// One use, one report: chooses among the matches that share a name, and drops those of members of
/// what is reported anyway.
struct Competition {
  let tables: RuleTables
  let found: FoundMatches

  /// Decides what becomes of those that another one is preferred to.
  /// - Parameter outcomes: of each match; nil for those that take part, and then for those that are
  ///   left.
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

  /// False where each candidate has its names after those of the one before, as in most files.
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

  /// What has an `inside` first, then the longest path, then the most labels, then rule order.
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

/// The expressions that are reported, for the members asked of them: in
/// `Date().timeIntervalSinceNow` only `Date()` is reported.
struct ReportedExpressions {
  private var ends: Set<Int> = []
  /// Whether any match is a member; in most files none is.
  private let hasMembers: Bool

  /// - Parameter matches: those of a file.
  init(among matches: [Match]) {
    hasMembers = matches.contains { $0.receiver != nil }
  }

  mutating func insert(_ match: Match) {
    if hasMembers { ends.insert(match.end) }
  }

  /// Whether one of them ends at the token.
  func contains(_ end: Int) -> Bool { ends.contains(end) }
}

extension FileUses {
  /// Whether the match is a member of a reported expression, which may stand in parentheses or be
  /// unwrapped.
  func isMember(_ match: Match, of reported: ReportedExpressions) -> Bool {
    guard var index = match.receiver else { return false }
    while !reported.contains(index) {
      guard 0 < index, file.isWrapping(index) else { return false }
      index -= 1
    }
    return true
  }
}

/// The argument lists of uses, for what is not reported in them once more.
struct Coverage {
  /// By the parenthesis that opens the arguments: the use, by index in `FoundMatches.matches`.
  fileprivate var uses: [Int: Int] = [:]
}

extension FileUses {
  /// Takes note of a use that is reported, or allowed.
  mutating func cover(with number: Int, _ coverage: inout Coverage) {
    let match = found.matches[number]
    guard tables.coversOthers[tables.patterns[match.pattern].rule] else { return }
    if let open = argumentList(of: match) { coverage.uses[open] = number }
  }

  /// The use, by index in `FoundMatches.matches`, in whose arguments a match stands, in no closure
  /// there, if the rule is covered by that of the use; nil if there is none.
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
