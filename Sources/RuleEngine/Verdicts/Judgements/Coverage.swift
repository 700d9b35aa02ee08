import SwiftLexer

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
    for _ in 0..<nestingLimit {
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
