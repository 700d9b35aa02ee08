import SwiftLexer

/// What the comments of one file allow.
struct Suppressions {
  /// In source order.
  private(set) var comments: [PlacedComment] = []
  /// Those that allow nothing, for a mistake; in source order.
  private(set) var mistakenComments: [SuppressionComment] = []
  private var rules: [Int: RuleSuppressions] = [:]

  /// Nothing is allowed.
  init() {}

  /// - Parameters:
  ///   - trivia: of the file.
  ///   - bytes: of the file.
  init(_ trivia: [Trivia], in bytes: [UInt8], of file: FileTokens) {
    guard !trivia.isEmpty, let ids = file.tables.suppressible else { return }
    var codeLines = CodeLines()
    /// Index of the first token after the comment.
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
      // Only a line comment has no mistake, so that each line is looked through once.
      let line = bytes.startOfLine(before: trivia.start)..<trivia.end
      let isAfterCode = 0 < next && line.lowerBound < file.tokens[next - 1].end
      let reach: SuppressionReach
      if comment.isForFile {
        reach = .file
      } else if isAfterCode {
        reach = .line(line)
      } else {
        reach = .nextLine(trivia.end..<codeLines.end(from: next, in: file))
      }
      add(PlacedComment(comment: comment, reach: reach), in: bytes, ids: ids)
    }
  }

  private mutating func add(_ placed: PlacedComment, in bytes: [UInt8], ids: SuppressibleIDs) {
    comments.append(placed)
    for id in placed.comment.ids {
      guard let rule = ids.rule(of: String(decoding: bytes[id], as: UTF8.self)) else { continue }
      rules[rule, default: RuleSuppressions()].add(placed)
    }
  }

  /// The offset of the comment that excuses what a rule finds there; nil if none does. Of several
  /// it is the one nearest to the code.
  /// - Parameters:
  ///   - range: offsets of the whole expression.
  ///   - rule: index in `RuleTables.rules`.
  func comment(excusing range: Range<Int>, of rule: Int) -> Int? {
    rules[rule]?.comment(excusing: range)
  }

  /// Where a comment says why, as offsets.
  /// - Parameter offset: of a comment that excuses something.
  func reason(ofCommentAt offset: Int) -> Range<Int> {
    comments[comments.partition { offset <= $0.comment.range.lowerBound }].comment.reason
  }
}

/// A comment and what it speaks of.
struct PlacedComment {
  let comment: SuppressionComment
  let reach: SuppressionReach
}

/// What a comment can excuse. Offsets are from 0.
enum SuppressionReach {
  /// What touches the comment's own line.
  case line(Range<Int>)
  /// What starts between the comment and the end of the next line of code.
  case nextLine(Range<Int>)
  case file
}

/// The comments that allow one rule, of each kind in source order.
private struct RuleSuppressions {
  private var onLines: [(line: Range<Int>, comment: Int)] = []
  private var aboveLines: [(range: Range<Int>, comment: Int)] = []
  private var ofFile: Int?

  mutating func add(_ placed: PlacedComment) {
    let offset = placed.comment.range.lowerBound
    switch placed.reach {
    case .line(let line): onLines.append((line, offset))
    case .nextLine(let range): aboveLines.append((range, offset))
    case .file: ofFile = ofFile ?? offset
    }
  }

  func comment(excusing range: Range<Int>) -> Int? {
    let first = onLines.partition { range.lowerBound < $0.line.upperBound }
    if first < onLines.count, onLines[first].line.lowerBound < range.upperBound {
      return onLines[first].comment
    }
    // A later comment of the same rule never speaks of less.
    let after = aboveLines.partition { range.lowerBound < $0.range.lowerBound }
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

/// Finds the line that a comment on a line of its own speaks of: the next one that holds code.
/// Lines of attributes go with the line after them, and directives are no code.
struct CodeLines {
  /// By token: where the line of code ends that comes next there. It keeps the search linear.
  private var ends: [Int: Int] = [:]

  /// The offset of the end of the next line of code; of the file if there is none.
  /// - Parameter index: of the first token after the comment.
  mutating func end(from index: Int, in file: FileTokens) -> Int {
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

extension FileTokens {
  /// The first token after the attribute or directive at `index`; nil if neither starts there.
  fileprivate func endOfAttributeOrDirective(at index: Int) -> Int? {
    switch tokens[index].kind {
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return pairs.directives[Int(pairs.partners[index])].body
    case .atSign where tokens[index + 1].isWord:
      return endOfAttribute(at: index)
    default:
      return nil
    }
  }

  /// The first token after `@name`, `@Module.Name<Argument>(…)`.
  private func endOfAttribute(at index: Int) -> Int {
    var last = index + 1
    while let end = genericArguments(at: last + 1) ?? endOfMember(after: last) { last = end }
    guard isArgumentList(at: last + 1), let close = pairs.partner(of: last + 1) else {
      return last + 1
    }
    return close + 1
  }

  private func endOfMember(after index: Int) -> Int? {
    let separator = tokens[index + 1].kind
    guard separator == .period || separator == .colonColon else { return nil }
    return tokens[index + 2].isWord ? index + 2 : nil
  }
}

extension SourceTokens {
  /// The offset of the newline after a token, or of the end of the file.
  fileprivate func endOfLine(at index: Int) -> Int {
    bytes[tokens[index].end...].firstIndex(where: \.isNewline) ?? bytes.count
  }
}

extension Array {
  /// The index of the first element that the condition holds for, or the end; it holds for every
  /// element after that.
  func partition(by condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
