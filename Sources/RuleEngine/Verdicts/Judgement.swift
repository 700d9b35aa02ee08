import Diagnostics
import Rules
import SwiftLexer
import Syntax

/// The uses in one file, and the state that decides whether they are reported.
struct FileUses {
  let file: FileSyntax
  var found = FoundMatches()
  var enclosing = EnclosingScopes()
  /// The places where members of a constant or variable are set, by its name, in source order.
  /// `nil` until somebody asks.
  var settings: [Name: [MemberSetting]]?
  /// The places of mentions, by number in `RuleTables.mentions`.
  var mentions: [MentionPlaces] = []
  /// By the node of a base: where its order ends.
  var orderEnds: [Int: OrderTrail.End?] = [:]

  var tables: RuleTables { file.tables }
  var tokens: SourceTokens { file.tokens }
  var pairs: TokenPairs { file.pairs }
  var tree: SyntaxTree { file.tree }

  init(of file: FileSyntax) {
    self.file = file
    found = UseFinder.uses(in: file)
  }

  /// Looks for nothing.
  init(withoutUsesOf file: FileSyntax) { self.file = file }

  /// The declaration or macro around a match, as a node; `nil` at file level.
  func scope(of match: Match) -> Int? { tree.scope(around: tree.node(ofToken: match.start)) }

  /// The node of the whole use.
  func expression(of match: Match) -> Int {
    var node = tree.node(ofToken: found.nameTokens[match.names].last ?? match.start)
    while tree.end(of: node) <= match.end, let outer = tree.extended(node) { node = outer }
    return node
  }
}

/// The outcome of one match.
struct Judgement {
  let outcome: MatchVerdict
  /// The match, by index in `FoundMatches.matches`.
  @Narrow private(set) var number: Int
  /// The rule, by index in `RuleTables.rules`.
  @Narrow private(set) var rule: Int

  var isReported: Bool { outcome.isReported }
}

/// The reason why a match is reported, or not. Other matches are given by index among those of the
/// file, in source order, places by their offsets from 0 in UTF-8 bytes.
package enum MatchVerdict: Sendable {
  case reported
  /// No glob in the rule's `files` matches.
  case outOfFiles
  /// The match is in none of the declarations that the rule is for.
  case outOfScope
  /// The rule's `when` does not hold.
  case unmet
  /// The rule is for writes, and nothing is written to the match; or it is for values that are
  /// discarded, and the value is not.
  case otherUse
  /// The match is written to, and gets its value back; the place of the write that ends it.
  case restored(by: Int)
  /// The base has another type than the rule's `receiver` asks for; `nil` if its type is unknown.
  case otherType(ExpressionType?)
  /// The order of the base does not end where the rule's `order` says; `nil` if it is harmless.
  case otherEnd(Order.End?)
  /// The name means another declaration in the file; the place of that declaration's name.
  case shadowed(by: Int)
  /// The name means an own type of the project in this file, as the configuration says.
  case ownType
  /// Another match that shares a name was preferred.
  case outdone(by: Int, Preference)
  /// The match is a member of a reported expression.
  case memberOfReported
  /// The rule's `unless` holds.
  case harmless(HeldEntry)
  /// The match is in the arguments of another match that is reported or allowed in its place.
  case covered(by: Int)
  /// The match is the default value of a parameter, which the rule allows.
  case defaultArgument
  /// A glob of the rule allows the file, by index in the rule's `allow`.
  case allowedByPath(glob: Int)
  /// The rule allows a declaration around the match, or the condition of an `#if`, by index in the
  /// rule's `allowInside`.
  case allowedInside(scope: Int)
  /// A comment allows the match; the place of the comment, and the rule that it names: the own one,
  /// or one that has lost.
  case suppressed(by: Int, of: Int)

  package var isReported: Bool {
    if case .reported = self { true } else { false }
  }

  /// Whether the match is reported, allowed, or a member of a reported expression.
  fileprivate var isFinding: Bool {
    switch self {
    case .reported, .memberOfReported, .defaultArgument, .allowedByPath, .suppressed,
      .allowedInside:
      true
    case .outOfFiles, .outOfScope, .unmet, .otherUse, .restored, .otherType, .otherEnd, .shadowed,
      .ownType, .outdone, .harmless, .covered:
      false
    }
  }
}

/// The entry of a rule's `when` or `unless` that holds, by index.
package enum HeldEntry: Sendable {
  case argument(Int)
  case text(Int)
  case closure(Int)
  case argumentOf(Int)
  case followedBy(Int)
  /// `at` is the offset of the member's name where the member is set, from 0 in UTF-8 bytes.
  case member(Int, at: Int)
  case called
}

/// The reason why one of two matches that share a name was preferred.
package enum Preference: Sendable {
  /// The rule of the preferred match has an `inside`.
  case scope
  /// The rule of the preferred match has a `when`.
  case condition
  case longerPath, moreLabels
  /// The rule of the preferred match is an error, the other one a warning.
  case error
  case earlierRule

  /// The words that say this of the preferred rule.
  package var words: String {
    switch self {
    case .scope: "it is for the inside of such declarations"
    case .condition: "its 'when' is met"
    case .longerPath: "its pattern is longer"
    case .moreLabels: "its pattern has more labels"
    case .error: "its severity is error"
    case .earlierRule: "it comes first"
    }
  }
}

extension FileUses {
  /// The judgements of all matches, which are in source order then.
  mutating func judgements(
    relativePath: FilePath, suppressions: Suppressions = Suppressions()
  ) -> [Judgement] {
    let ownTypes = tables.ownTypes.filter { $0.isDeclared(in: relativePath) }
    takeMentions(besides: ownTypes)
    guard !found.matches.isEmpty else { return [] }
    found.addCopies(tables.copies)
    found.sort()
    var verdicts: [MatchVerdict?] = found.matches.map { match in
      let rule = tables.patterns[match.pattern].rule
      guard tables.isInForce(rule, in: relativePath) else { return .outOfFiles }
      guard isInside(match, rule) else { return .outOfScope }
      if let when = tables.rules[rule].when, entry(of: when, holdingFor: match) == nil {
        return .unmet
      }
      if let verdict = writeVerdict(on: match, rule) { return verdict }
      if tables.asksForTypes, let verdict = typeVerdict(on: match, rule) { return verdict }
      if let token = match.shadow { return .shadowed(by: tokens[token].start) }
      return ownTypes.contains { $0.isMeant(by: match, in: tables) } ? .ownType : nil
    }
    let outdone = Competition(tables: tables, found: found).decide(&verdicts)
    var judged = JudgedUses(hasMembers: found.matches.contains { $0.receiver != nil })
    return found.matches.indices.map { index in
      let match = found.matches[index]
      let rule = tables.patterns[match.pattern].rule
      let verdict =
        verdicts[index]
        ?? verdict(
          on: match, rule: rule, besides: outdone[index] ?? [], relativePath: relativePath,
          suppressions, among: &judged)
      if verdict.isFinding, tables.coversOthers[rule],
        let list = file.argumentList(of: match, in: found)
      {
        judged.argumentLists[list] = index
      }
      return Judgement(outcome: verdict, number: index, rule: rule)
    }
  }

  /// The verdict on a match that has not lost against another match.
  /// - Parameter outdone: the rules of those that have lost against it.
  private mutating func verdict(
    on match: Match, rule: Int, besides outdone: [Int], relativePath: FilePath,
    _ suppressions: Suppressions, among judged: inout JudgedUses
  ) -> MatchVerdict {
    // A rule with `when` looks at the arguments of each call in a chain.
    if tables.rules[rule].when == nil, isMember(match, of: judged) {
      judged.report(match)
      return .memberOfReported
    }
    if let unless = tables.rules[rule].unless, let entry = entry(of: unless, holdingFor: match) {
      return .harmless(entry)
    }
    let glob = tables.rules[rule].allow.firstIndex { $0.matches(relativePath) }
    if let glob { return .allowedByPath(glob: glob) }
    if let scope = scope(allowing: match, rule) { return .allowedInside(scope: scope) }
    if tables.rules[rule].defaultArguments == .allow, isDefaultArgument(match) {
      return .defaultArgument
    }
    let range = tokens.range(of: match)
    // What is written for a rule that loses to this one counts, too.
    for rule in [rule] + outdone {
      guard let comment = suppressions.comment(excusing: range, of: rule) else { continue }
      return .suppressed(by: comment, of: rule)
    }
    if let use = cover(of: match, rule, judged) { return .covered(by: use) }
    judged.report(match)
    return .reported
  }

  /// Whether the match is a member of a reported expression. The expression may be in parentheses
  /// or unwrapped.
  private func isMember(_ match: Match, of judged: JudgedUses) -> Bool {
    guard var node = match.receiver else { return false }
    while !judged.endsOfReported.contains(tree.end(of: node) - 1) {
      let inner = tree.unwrapped(node)
      guard inner != node else { return false }
      node = inner
    }
    return true
  }

  /// The use that covers a match, by index in `FoundMatches.matches`; `nil` if there is none. The
  /// match is in the arguments of that use, but not in a closure there, and its rule is covered by
  /// the rule of that use.
  private func cover(of match: Match, _ rule: Int, _ judged: JudgedUses) -> Int? {
    let covering = tables.coveringRules[rule]
    guard !covering.isEmpty, !judged.argumentLists.isEmpty else { return nil }
    return tree.firstArgumentList(around: match.start) { list in
      judged.argumentLists[list].flatMap { use in
        covering.contains(tables.patterns[found.matches[use].pattern].rule) ? use : nil
      }
    }
  }
}

/// The uses of a file that were reported or allowed so far.
private struct JudgedUses {
  /// The ends of reported expressions. A member of such an expression is not reported again: in
  /// `Date().timeIntervalSinceNow` only `Date()` is reported.
  var endsOfReported: Set<Int> = []
  /// Whether any match is a member; in most files there is none.
  let hasMembers: Bool
  /// The use that is reported or allowed, by the node of its arguments, as an index in
  /// `FoundMatches.matches`. A use in such a list may be covered: it is not reported in addition.
  var argumentLists: [Int: Int] = [:]

  mutating func report(_ match: Match) {
    if hasMembers { endsOfReported.insert(match.end) }
  }
}

/// Chooses the match to report among those that share a name, so that a use has one report.
private struct Competition {
  let tables: RuleTables
  let found: FoundMatches

  /// Decides which matches lose against another match.
  /// - Parameter verdicts: the verdict on each match. A match takes part if its verdict is `nil`,
  ///   and the verdict stays `nil` unless the match loses.
  /// - Returns: the rules of those that lose, by the match that they lose against.
  func decide(_ verdicts: inout [MatchVerdict?]) -> [Int: [Int]] {
    guard mayShareNames(verdicts) else { return [:] }
    let candidates = verdicts.indices.filter { verdicts[$0] == nil }
    /// The match that took each name, by token.
    var takers: [Int: Int] = [:]
    for index in candidates.sorted(by: { rank(of: $0) < rank(of: $1) }) {
      let names = found.nameTokens[found.matches[index].names]
      let rivals = names.compactMap { takers[$0] }
      if let taker = rivals.first(where: { !leaves($0, to: index) }) {
        verdicts[index] = .outdone(by: taker, preference(of: taker, over: index))
      } else {
        for rival in rivals { verdicts[rival] = .outdone(by: index, .error) }
        for name in names { takers[name] = index }
      }
    }
    var losers: [Int: [Int]] = [:]
    for index in candidates {
      guard case .outdone(let winner, _)? = verdicts[index] else { continue }
      losers[winner, default: []].append(tables.patterns[found.matches[index].pattern].rule)
    }
    return losers
  }

  /// Whether two candidates may share a name. In most files they cannot: the names of each
  /// candidate come after the names of the candidate before it.
  private func mayShareNames(_ verdicts: [MatchVerdict?]) -> Bool {
    var last = -1
    for index in verdicts.indices where verdicts[index] == nil {
      for name in found.nameTokens[found.matches[index].names] {
        if name <= last { return true }
        last = name
      }
    }
    return false
  }

  /// Whether a match leaves its name to one that comes later: a traced rule is there for the calls,
  /// and does not turn the error of a rule that looks everywhere into a warning.
  private func leaves(_ taker: Int, to other: Int) -> Bool {
    let rule = tables.rules[tables.patterns[found.matches[taker].pattern].rule]
    let otherRule = tables.patterns[found.matches[other].pattern].rule
    return rule.trace.isOn && rule.severity == .warning
      && tables.rules[otherRule].severity == .error && tables.scopes.inside[otherRule].isEmpty
  }

  /// The order of preference: a rule with `inside` first, then one with `when`, then the longest
  /// path, then the most labels, then an error, then rule order.
  private func rank(
    of number: Int
  ) -> (keys: Int, path: Int, labels: Int, severity: Int, pattern: Int, start: Int) {
    let match = found.matches[number]
    let pattern = tables.patterns[match.pattern]
    let isScoped = !tables.scopes.inside[pattern.rule].isEmpty
    let hasCondition = tables.rules[pattern.rule].when != nil
    return (
      (isScoped ? 0 : 2) + (hasCondition ? 0 : 1), -pattern.components.count, -pattern.labelCount,
      tables.rules[pattern.rule].severity == .error ? 0 : 1, match.pattern, match.start
    )
  }

  private func preference(of winner: Int, over loser: Int) -> Preference {
    let (winner, loser) = (rank(of: winner), rank(of: loser))
    if winner.keys / 2 != loser.keys / 2 { return .scope }
    if winner.keys != loser.keys { return .condition }
    if winner.path != loser.path { return .longerPath }
    if winner.labels != loser.labels { return .moreLabels }
    return winner.severity != loser.severity ? .error : .earlierRule
  }
}

extension OwnType {
  /// Whether the match is a use of this type of the project. It is not if a module is written.
  func isMeant(by match: Match, in tables: RuleTables) -> Bool {
    let pattern = tables.patterns[match.pattern]
    return pattern.namesType && !match.isQualified && pattern.components[0].name == name
  }
}

extension SyntaxTree {
  /// The first value for an argument list around a token, of those in a row that no closure parts.
  /// - Parameter value: takes the node of the arguments.
  func firstArgumentList<Value>(around token: Int, _ value: (Int) -> Value?) -> Value? {
    var lists = 0
    for node in ancestors(of: node(ofToken: token)) {
      switch kind(of: node) {
      case .arguments:
        if let value = value(node) { return value }
        lists += 1
        if lists == Limits.few { return nil }
      case .closureExpr, .codeBlock, .memberBlock, .accessorBlock, .switchCaseList, .sourceFile,
        .ifConfigDecl:
        return nil
      default:
        break
      }
    }
    return nil
  }
}

extension SourceTokens {
  /// The range of the whole expression, as offsets from 0 in UTF-8 bytes.
  func range(of match: Match) -> Range<Int> {
    tokens[match.start].start..<tokens[match.end].end
  }
}
