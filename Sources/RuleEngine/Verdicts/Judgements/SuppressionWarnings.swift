import Diagnostics
import Rules

extension Suppressions {
  /// Warnings about the comments: a comment without a reason, an id that no rule has, a comment
  /// that allows nothing although its rule is in force for the file.
  /// - Parameters:
  ///   - used: which comments allow something, for which rules.
  ///   - bytes: the bytes of the file.
  func warnings(
    knowing used: Set<SuppressionUse>, in bytes: [UInt8], _ relativePath: FilePath,
    rules: RuleTables
  ) -> [Diagnostic] {
    guard let ids = rules.suppressible else { return [] }
    if comments.isEmpty, mistakenComments.isEmpty { return [] }
    var check = SuppressionCheck(
      rules: rules.rules, ids: ids, used: used, bytes: bytes, relativePath: relativePath)
    for comment in mistakenComments { check.check(comment) }
    for placed in comments { check.check(placed) }
    return check.warnings
  }
}

/// A comment and a rule: the comment allows something that the rule finds.
struct SuppressionUse: Hashable {
  /// The offset of the comment, from 0 in UTF-8 bytes.
  let comment: Int
  /// The rule, by index in `RuleTables.rules`.
  let rule: Int
}

private struct SuppressionCheck {
  let rules: [Rule]
  let ids: SuppressibleIDs
  let used: Set<SuppressionUse>
  let bytes: [UInt8]
  let relativePath: FilePath
  private(set) var warnings: [Diagnostic] = []
  /// By rule: see `excuse(of:)`.
  private var excuses: [Int: Excuse] = [:]
  /// For how many more unknown ids to search for a similar id. The search is slow.
  private var suggestionsLeft = 100

  init(
    rules: [Rule], ids: SuppressibleIDs, used: Set<SuppressionUse>, bytes: [UInt8],
    relativePath: FilePath
  ) {
    self.rules = rules
    self.ids = ids
    self.used = used
    self.bytes = bytes
    self.relativePath = relativePath
  }

  /// Warns if a comment has a mistake, and about each of its ids that no rule has.
  mutating func check(_ comment: SuppressionComment) {
    if let mistake = comment.mistake {
      warn("suppression-without-reason", message(of: mistake, in: comment), at: comment.range)
    }
    for range in comment.ids where !ids.isKnown(text(range)) {
      warn("unknown-rule", unknownRule(text(range)), at: range)
    }
  }

  /// Also warns about each id that allows nothing.
  mutating func check(_ placed: Suppression) {
    check(placed.comment)
    var seen: Set<Int> = []
    for range in placed.comment.ids {
      let id = text(range)
      guard let rule = ids.rule(of: id) else { continue }
      let use = SuppressionUse(comment: placed.comment.range.lowerBound, rule: rule)
      if !seen.insert(rule).inserted {
        warn("unused-suppression", "'\(id)' is named twice; remove it here", at: range)
      } else if !used.contains(use), let message = unused(id, rule, in: placed) {
        warn("unused-suppression", message, at: range)
      }
    }
  }

  private mutating func warn(_ id: String, _ message: String, at range: Range<Int>) {
    warnings.append(Diagnostic(.warning, at: range, message, rule: RuleReference(id: id)))
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

// MARK: - The messages

extension SuppressionCheck {
  private func message(
    of mistake: SuppressionComment.Mistake, in comment: SuppressionComment
  ) -> String {
    let rule =
      switch mistake {
      case .noRule: "a suppression names its rules"
      case .noReason: "a suppression gives a reason"
      case .separators: "ids have commas between them and end with a colon"
      case .noLineComment: "only a '//' comment is a suppression"
      case .spelling: "this is no suppression"
      }
    let ids = comment.ids.map(text).filter(self.ids.isKnown)
    return rule + "; write '\(suppression(of: ids, isForFile: comment.isForFile))'"
  }

  private mutating func unknownRule(_ id: String) -> String {
    // `all` is no rule, and the advice must not lead to a comment that allows all rules.
    if id == "all" || id == "*" { return "unknown rule '\(id)'; name each rule" }
    suggestionsLeft -= 1
    let suggestion = 0 <= suggestionsLeft ? closestMatch(to: id, in: ids.known) : nil
    let advice = suggestion.map { "; did you mean '\($0)'?" }
    return "unknown rule '\(id)'" + (advice ?? "; 'swift-determinism-lint rules' lists the ids")
  }

  /// The message about an id that allows nothing; `nil` if its rule is not in force.
  private mutating func unused(_ id: String, _ rule: Int, in placed: Suppression) -> String? {
    let advice = placed.comment.ids.count == 1 ? "remove the comment" : "remove it here"
    switch excuse(of: rule) {
    case .notInForce:
      return nil
    case .allowed:
      return "'allow' excuses '\(id)' in this file already; \(advice)"
    case .nothing:
      let place =
        switch placed.reach {
        case .line: "on this line"
        case .nextLine: "on the next line of code"
        case .file: "in this file"
        }
      return "no '\(id)' to excuse \(place); \(advice)"
    }
  }

  /// Why a rule may find nothing in the file, apart from comments.
  private enum Excuse {
    case notInForce, allowed, nothing
  }

  private mutating func excuse(of rule: Int) -> Excuse {
    if let known = excuses[rule] { return known }
    let excuse: Excuse =
      !rules[rule].isInForce(in: relativePath)
      ? .notInForce : rules[rule].glob(allowing: relativePath) == nil ? .nothing : .allowed
    excuses[rule] = excuse
    return excuse
  }
}
