import Diagnostics
import Rules
import SwiftLexer

/// The uses in one file, or a group of them, with what decides whether they are reported.
struct FileUses {
  let file: FileTokens
  /// The declarations and macros of the file that were passed; the first scope is the file itself.
  private(set) var scopes: [Scope] = []
  private(set) var found = FoundMatches()
  var enclosing = EnclosingScopes()
  /// `nil` until somebody asks.
  var settings: MemberSettings?

  @inline(__always)
  var tables: RuleTables { file.tables }
  @inline(__always)
  var tokens: SourceTokens { file.tokens }
  @inline(__always)
  var pairs: TokenPairs { file.pairs }

  init(_ file: FileTokens) { self.file = file }

  /// Judges the matches of a finder, and removes them from the finder.
  mutating func judge(_ finder: inout UseFinder, _ judge: (inout FileUses) -> Void) {
    swap(&found, &finder.found)
    swap(&scopes, &finder.outline.scopes)
    judge(&self)
    swap(&scopes, &finder.outline.scopes)
    found.removeAll()
    swap(&found, &finder.found)
  }

  /// Adds the matches of the patterns that are written like the patterns of the matches so far.
  mutating func addCopies() {
    for match in found.matches {
      for copy in tables.copies[match.pattern] { found.add(match, copiedFor: copy) }
    }
  }
}

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
