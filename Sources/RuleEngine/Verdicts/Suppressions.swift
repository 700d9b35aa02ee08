import Diagnostics
import Rules
import SwiftLexer
import Syntax

/// The rules that the comments of one file allow, and where. Offsets are from 0 in UTF-8 bytes.
struct Suppressions {
  /// The comments that allow rules, in source order.
  private(set) var comments: [Suppression] = []
  /// The comments that have a mistake and allow nothing, in source order.
  private(set) var mistakenComments: [SuppressionComment] = []
  private var rules: [Int: RuleSuppressions] = [:]

  /// Allows nothing.
  init() {}

  /// - Parameters:
  ///   - trivia: the trivia of the file.
  ///   - bytes: the bytes of the file.
  init(_ trivia: [Trivia], in bytes: [UInt8], of file: FileSyntax) {
    guard !trivia.isEmpty, let ids = file.tables.suppressible else { return }
    var codeLines = CodeLines()
    /// The index of the first token after the comment.
    var next = 0
    for trivia in trivia {
      let comment = SuppressionComment(trivia, in: bytes) {
        ids.isKnown(String(decoding: bytes[$0], as: UTF8.self))
      }
      guard let comment else { continue }
      guard comment.mistake == nil else {
        mistakenComments.append(comment)
        continue
      }
      while file.tokens[next].start < trivia.start { next += 1 }
      // A comment without a mistake is a line comment. So each line is searched once.
      let line = bytes.startOfLine(before: trivia.start)..<trivia.end
      let isAfterCode = 0 < next && line.lowerBound < file.tokens[next - 1].end
      let reach: SuppressionReach =
        comment.isForFile
        ? .file
        : isAfterCode
          ? .line(line) : .nextLine(trivia.end..<codeLines.end(from: next, in: file))
      add(Suppression(comment: comment, reach: reach), in: bytes, ids: ids)
    }
  }

  private mutating func add(_ placed: Suppression, in bytes: [UInt8], ids: SuppressibleIDs) {
    comments.append(placed)
    for id in placed.comment.ids {
      guard let rule = ids.rule(of: String(decoding: bytes[id], as: UTF8.self)) else { continue }
      rules[rule, default: RuleSuppressions()].add(placed)
    }
  }

  /// The offset of the comment that allows the findings of a rule in a range; `nil` if there is
  /// none. The one nearest to the code counts among several.
  /// - Parameters:
  ///   - range: the offsets of the whole expression.
  ///   - rule: the rule, by index in `RuleTables.rules`.
  func comment(excusing range: Range<Int>, of rule: Int) -> Int? {
    rules[rule]?.comment(excusing: range)
  }

  /// The offsets of the reason in a comment.
  /// - Parameter offset: the offset of a comment that allows something.
  func reason(ofCommentAt offset: Int) -> Range<Int> {
    comments[comments.partitioningIndex { offset <= $0.comment.range.lowerBound }].comment.reason
  }
}

/// A comment and the code that it allows rules in.
struct Suppression {
  let comment: SuppressionComment
  let reach: SuppressionReach
}

/// The code that a comment allows rules in. Offsets are from 0 in UTF-8 bytes.
enum SuppressionReach {
  /// Code that touches the comment's own line.
  case line(Range<Int>)
  /// Code that starts between the comment and the end of the next line of code.
  case nextLine(Range<Int>)
  case file
}

/// The comments that allow one rule, each kind in source order.
private struct RuleSuppressions {
  private var onLines: [(line: Range<Int>, comment: Int)] = []
  private var aboveLines: [(range: Range<Int>, comment: Int)] = []
  private var ofFile: Int?

  mutating func add(_ placed: Suppression) {
    let offset = placed.comment.range.lowerBound
    switch placed.reach {
    case .line(let line): onLines.append((line, offset))
    case .nextLine(let range): aboveLines.append((range, offset))
    case .file: ofFile = ofFile ?? offset
    }
  }

  func comment(excusing range: Range<Int>) -> Int? {
    let first = onLines.partitioningIndex { range.lowerBound < $0.line.upperBound }
    if first < onLines.count, onLines[first].line.lowerBound < range.upperBound {
      return onLines[first].comment
    }
    // Among the comments before the code, the last one reaches at least as far as the others.
    let after = aboveLines.partitioningIndex { range.lowerBound < $0.range.lowerBound }
    if 0 < after, aboveLines[after - 1].range.contains(range.lowerBound) {
      return aboveLines[after - 1].comment
    }
    return ofFile
  }
}

extension [UInt8] {
  fileprivate func startOfLine(before offset: Int) -> Int {
    self[..<offset].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
  }
}

/// Finds the line that a comment on its own line is for: the next line of code. Lines of attributes
/// belong to the line after them, and directives are no code.
struct CodeLines {
  /// The offset where the next line of code ends, by token. It keeps the time linear.
  private var ends: [Int: Int] = [:]

  /// The offset of the end of the next line of code, or of the end of the file if there is none.
  /// - Parameter index: the first token after the comment.
  mutating func end(from index: Int, in file: FileSyntax) -> Int {
    var passed: [Int] = []
    var index = index
    while ends[index] == nil, let next = file.endOfAttributeOrDirective(at: index) {
      passed.append(index)
      index = next
    }
    let end = ends[index] ?? file.tokens.endOfLine(at: index)
    ends[index] = end
    for index in passed { ends[index] = end }
    return end
  }
}

extension FileSyntax {
  /// The first token after the attribute or directive at `index`; `nil` if neither starts there.
  fileprivate func endOfAttributeOrDirective(at index: Int) -> Int? {
    switch tokens[index].kind {
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return pairs.directives[Int(pairs.partners[index])].body
    case .atSign where tokens[index + 1].isWord:
      let attribute = tree.node(ofToken: index)
      return tree.kind(of: attribute) == .attribute ? tree.end(of: attribute) : index + 1
    default:
      return nil
    }
  }
}

extension SourceTokens {
  /// The offset of the newline after a token, or of the end of the file.
  fileprivate func endOfLine(at index: Int) -> Int {
    bytes[tokens[index].end...].firstIndex(where: \.isNewline) ?? bytes.count
  }
}

extension Suppressions {
  /// Warnings about the comments: a comment without a reason, an id that no rule has, a comment
  /// that allows nothing although its rule is in force for the file.
  /// - Parameters:
  ///   - used: the rules that find something which a comment allows, by index in
  ///     `RuleTables.rules`, for each comment by its offset.
  ///   - bytes: the bytes of the file.
  ///   - isTraced: whether rules that are traced have found all that they can.
  func warnings(
    knowing used: [Int: Set<Int>], in bytes: [UInt8], _ relativePath: FilePath,
    rules: RuleTables, isTraced: Bool
  ) -> [Diagnostic] {
    guard let ids = rules.suppressible else { return [] }
    if comments.isEmpty, mistakenComments.isEmpty { return [] }
    var check = SuppressionCheck(
      rules: rules.rules, ids: ids, used: used, bytes: bytes, relativePath: relativePath,
      isTraced: isTraced)
    for comment in mistakenComments { check.check(comment) }
    for placed in comments { check.check(placed) }
    return check.warnings
  }
}

private struct SuppressionCheck {
  let rules: [Rule]
  let ids: SuppressibleIDs
  let used: [Int: Set<Int>]
  let bytes: [UInt8]
  let relativePath: FilePath
  let isTraced: Bool
  var warnings: [Diagnostic] = []
  /// The result of `excuse(of:)` for each rule.
  var excuses: [Int: Excuse] = [:]
  /// The number of unknown ids for which to search for a similar id. The search is slow.
  var suggestionsLeft = 100

  /// Warns if a comment has a mistake, and about each of its ids that no rule has.
  mutating func check(_ comment: SuppressionComment) {
    if let mistake = comment.mistake {
      warn("suppression-without-reason", message(of: mistake, in: comment), at: comment.range)
    }
    for range in comment.ids where !ids.isKnown(text(range)) {
      warn("unknown-rule", unknownRule(text(range)), at: range)
    }
  }

  /// Checks a comment, and warns about each id that allows nothing.
  mutating func check(_ placed: Suppression) {
    check(placed.comment)
    let used = used[placed.comment.range.lowerBound] ?? []
    var seen: Set<Int> = []
    var messages: [Range<Int>: String] = [:]
    for range in placed.comment.ids {
      let id = text(range)
      guard let rule = ids.rule(of: id) else { continue }
      if !seen.insert(rule).inserted {
        messages[range] = "'\(id)' is named twice; remove it here"
      } else if !used.contains(rule) {
        messages[range] = unused(id, rule, in: placed)
      }
    }
    guard !messages.isEmpty else { return }
    let ids = placed.comment.ids
    let lastLeft = ids.lastIndex { messages[$0] == nil }
    let whole = lastLeft == nil ? placed.comment.rangeWithBlanks(in: bytes) : 0..<0
    for (index, range) in ids.enumerated() {
      guard let message = messages[range] else { continue }
      // A comma goes with its id: the one after it, if another id follows that stays.
      let removed =
        switch lastLeft {
        case nil: whole
        case let last? where index < last: range.lowerBound..<ids[index + 1].lowerBound
        default: ids[index - 1].upperBound..<range.upperBound
        }
      let fixIt = FixIt(replacing: removed, with: "")
      warn("unused-suppression", message, at: range, fixIts: [fixIt])
    }
  }

  private mutating func warn(
    _ id: String, _ message: String, at range: Range<Int>, fixIts: [FixIt] = []
  ) {
    warnings.append(
      Diagnostic(.warning, at: range, message, rule: RuleReference(id: id), fixIts: fixIts))
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension SuppressionComment {
  /// The comment with the blanks before it, or its line if it has one of its own.
  fileprivate func rangeWithBlanks(in bytes: [UInt8]) -> Range<Int> {
    let code = bytes[..<range.lowerBound].lastIndex { !$0.isBlank }
    let start = code.map { $0 + 1 } ?? 0
    let rest = bytes[range.upperBound...].drop(while: \.isBlank)
    guard rest.first?.isNewline != false else { return start..<range.upperBound }
    let isAlone = start == 0 || bytes[start - 1].isNewline || bytes.hasMark(before: start)
    guard isAlone else { return start..<rest.startIndex }
    return start..<rest.startIndex + (rest.starts(with: "\r\n".utf8) ? 2 : min(rest.count, 1))
  }
}

extension [UInt8] {
  /// Whether a byte order mark is all that comes before.
  fileprivate func hasMark(before offset: Int) -> Bool {
    offset == 3 && starts(with: [0xEF, 0xBB, 0xBF])
  }
}

// MARK: - The messages

extension SuppressionCheck {
  private func message(
    of mistake: SuppressionComment.Mistake, in comment: SuppressionComment
  ) -> String {
    let rule =
      switch mistake {
      case .noRule: "a suppression must name its rules"
      case .noReason: "a suppression must give a reason"
      case .separators: "expected ids, separated by commas, and a colon"
      case .noLineComment: "a suppression must be a '//' comment"
      case .spelling: "this is not a suppression"
      }
    let ids = comment.ids.map(text).filter(self.ids.isKnown)
    return rule + "; write '\(suppression(of: ids, isForFile: comment.isForFile))'"
  }

  private mutating func unknownRule(_ id: String) -> String {
    let mistake = ids.names.mistake(ofSeveral: id) { _ in "name each rule" }
    if let mistake { return mistake }
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
      return "'allow' already covers '\(id)' in this file; \(advice)"
    case .nothing:
      let place =
        switch placed.reach {
        case .line: "on this line"
        case .nextLine: "on the next line of code"
        case .file: "in this file"
        }
      return "'\(id)' finds nothing \(place); \(advice)"
    }
  }

  /// The reason why a rule may find nothing in the file, apart from comments.
  enum Excuse {
    case notInForce, allowed, nothing
  }

  private mutating func excuse(of rule: Int) -> Excuse {
    if let known = excuses[rule] { return known }
    let excuse: Excuse =
      !rules[rule].isInForce(in: relativePath) || rules[rule].trace.isOn && !isTraced
      ? .notInForce : rules[rule].glob(allowing: relativePath) == nil ? .nothing : .allowed
    excuses[rule] = excuse
    return excuse
  }
}
