import Diagnostics
import Rules
import SwiftLexer

/// The `// swiftlint:disable` comments of one file that name rules of this tool. They do not
/// silence these rules. Offsets are from 0 in UTF-8 bytes.
struct SwiftLintComments {
  /// By rule: the lines of `disable:this`, `disable:next` and `disable:previous`, sorted. Two of
  /// them are the same line or do not overlap.
  private var lines: [Int: [Reach]] = [:]
  /// By rule: the code after each `disable`, in source order. The ranges do not overlap.
  private var regions: [Int: [Reach]] = [:]

  private struct Reach {
    var range: Range<Int>
    /// The offset of the comment.
    let comment: Int
  }

  /// `nil` if comments are not read.
  /// - Parameters:
  ///   - trivia: the trivia of the file.
  ///   - bytes: the bytes of the file.
  init?(_ trivia: [Trivia], in bytes: [UInt8], ids: SuppressibleIDs?) {
    guard let ids else { return nil }
    /// Only made for a file that has such comments.
    var table: LineTable?
    for trivia in trivia where trivia.kind != .unexpectedText {
      guard let command = SwiftLintCommand(trivia, in: bytes, ids: ids) else { continue }
      let lines = table ?? LineTable(bytes)
      table = lines
      add(command, at: trivia.start, lines, end: bytes.count)
    }
    for rule in Array(lines.keys) {
      lines[rule]?.sort {
        ($0.range.lowerBound, $0.comment) < ($1.range.lowerBound, $1.comment)
      }
    }
  }

  private mutating func add(
    _ command: SwiftLintCommand, at offset: Int, _ table: LineTable, end: Int
  ) {
    let line = table.location(of: offset).line
    switch command.action {
    case .disable:
      let start = table.range(ofLine: line).lowerBound
      for rule in command.rules {
        closeRegion(of: rule, at: start)
        regions[rule, default: []].append(Reach(range: start..<end, comment: offset))
      }
    case .disableLine(let distance):
      guard 1...table.lineCount ~= line + distance else { return }
      let range = table.range(ofLine: line + distance)
      for rule in command.rules {
        lines[rule, default: []].append(Reach(range: range, comment: offset))
      }
    case .enable:
      for rule in command.rules { closeRegion(of: rule, at: offset) }
    case .enableAll:
      for rule in Array(regions.keys) { closeRegion(of: rule, at: offset) }
    }
  }

  /// Ends the last region of the rule at the offset, if the region goes on to there.
  private mutating func closeRegion(of rule: Int, at offset: Int) {
    guard let last = regions[rule]?.last, offset < last.range.upperBound else { return }
    let start = last.range.lowerBound
    regions[rule]![regions[rule]!.count - 1].range = start..<max(start, offset)
  }

  /// A note about a SwiftLint comment that is for the place, with the comment to write instead;
  /// `nil` if there is no such comment.
  /// - Parameters:
  ///   - offset: the offset of the reported use.
  ///   - rule: the rule that reports the use, by index in `rules`.
  func note(at offset: Int, on rule: Int, of rules: [Rule]) -> Note? {
    if lines.isEmpty, regions.isEmpty { return nil }
    let found = reach(of: lines[rule], at: offset) ?? reach(of: regions[rule], at: offset)
    guard let reach = found else { return nil }
    let advice = suppression(of: [rules[rule].id])
    return Note(at: reach.comment, "a SwiftLint comment allows nothing here; write '\(advice)'")
  }

  private func reach(of reaches: [Reach]?, at offset: Int) -> Reach? {
    guard let reaches else { return nil }
    let after = reaches.partition { offset < $0.range.lowerBound }
    guard 0 < after, reaches[after - 1].range.contains(offset) else { return nil }
    return reaches[after - 1]
  }
}

/// A command of SwiftLint, e.g. `swiftlint:disable:next date-init - reason`.
private struct SwiftLintCommand {
  enum Action {
    /// From the line of the comment on.
    case disable
    /// One line, by its distance from the line of the comment; positive for a line below.
    case disableLine(Int)
    case enable, enableAll
  }

  let action: Action
  /// The rules, by index in `RuleTables.rules`.
  let rules: [Int]

  /// `nil` if the comment is no command of SwiftLint, or names no rule of this tool.
  init?(_ comment: Trivia, in bytes: [UInt8], ids: SuppressibleIDs) {
    var cursor = ByteCursor(bytes: bytes, offset: comment.start, end: comment.end)
    guard cursor.skipPastSwiftLint() else { return nil }
    let isDisabling = cursor.skip(word: "disable")
    guard isDisabling || cursor.skip(word: "enable") else { return nil }
    let distance = cursor.lineDistance()
    let names = cursor.words()
    rules = names.compactMap {
      ids.rule(of: $0) ?? ids.rule(of: $0.kebabCased)
    }
    if isDisabling {
      action = distance.map(Action.disableLine) ?? .disable
    } else {
      action = names.contains("all") ? .enableAll : .enable
    }
    if rules.isEmpty, case .enableAll = action { return }
    if rules.isEmpty { return nil }
  }
}

extension String {
  /// The id in the spelling of this tool.
  fileprivate var kebabCased: String {
    let underscore = UInt8(ascii: "_")
    guard utf8.contains(underscore) else { return self }
    return String(decoding: utf8.map { $0 == underscore ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
  }
}

extension ByteCursor {
  /// Skips everything up to and including `swiftlint:`. False if there is none; then nothing is
  /// skipped.
  fileprivate mutating func skipPastSwiftLint() -> Bool {
    let word: StaticString = "swiftlint:"
    var rest = offset..<end
    while let colon = bytes.withUnsafeBufferPointer({ $0.firstColon(in: rest) }) {
      var cursor = self
      cursor.offset = max(offset, colon + 1 - word.utf8CodeUnitCount)
      let isWord = cursor.offset == 0 || !bytes[cursor.offset - 1].isNameByte
      if isWord, cursor.skip(word: word) {
        self = cursor
        return true
      }
      rest = colon + 1..<end
    }
    return false
  }

  /// Reads `:next`, `:this` or `:previous`.
  /// - Returns: the distance in lines; `nil` if there is none of these.
  fileprivate mutating func lineDistance() -> Int? {
    if skip(word: ":next") { return 1 }
    if skip(word: ":this") { return 0 }
    return skip(word: ":previous") ? -1 : nil
  }

  /// The words up to the end of the line, or up to ` - `, which a reason follows.
  fileprivate mutating func words() -> [String] {
    let line = run { !$0.isNewline }
    return bytes[line].split { $0.isBlank || $0 == UInt8(ascii: ",") }
      .map { String(decoding: $0, as: UTF8.self) }
      .prefix { $0 != "-" }
      .map { $0 }
  }
}
