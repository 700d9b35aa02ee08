import Diagnostics
import Rules
import SwiftLexer

/// A comment that allows rules, `// determinism:allow <id>[, <id>…]: <reason>`, or a comment that
/// evidently should allow rules but has a mistake.
struct SuppressionComment {
  /// Offsets from 0 in UTF-8 bytes. Blanks at the end are left out, and so is a second comment that
  /// starts in this comment: `// determinism:allow a: why // expect: b`.
  let range: Range<Int>
  /// Whether the comment has `allow-file`.
  let isForFile: Bool
  /// The ranges of the ids.
  let ids: [Range<Int>]
  /// The range of the text after the ids and their colon.
  let reason: Range<Int>
  /// The reason why the comment allows nothing; `nil` if it allows rules.
  let mistake: Mistake?

  enum Mistake {
    case noRule, noReason
    /// A separator is wrong: ids need commas between them and a colon after them.
    case separators
    /// The comment is a documentation comment or a block comment.
    case noLineComment
    /// The comment has neither `determinism:allow` nor `determinism:allow-file`.
    case spelling
  }

  /// Fails if the comment is about something else.
  /// - Parameter isKnown: whether the text in a range is the id of a rule.
  init?(_ comment: Trivia, in bytes: [UInt8], isKnown: (Range<Int>) -> Bool) {
    guard let (opening, rest) = Opening.read(from: comment, in: bytes) else { return nil }
    let clauses = Clauses(rest)
    let isLine = comment.kind == .lineComment
    range = comment.start..<rest.end
    isForFile = opening.isForFile
    if isLine, opening.isExact {
      ids = clauses.entries.filter { $0.isWord || isKnown($0.firstWord) }.map(\.firstWord)
      reason = clauses.reason
      mistake = clauses.mistake
      return
    }
    reason = rest.end..<rest.end
    let isForeign = opening.isForeign && !opening.isSpaced
    let words =
      isForeign ? rest.separateWords : rest.entries(before: rest.end).map(\.firstWord)
    ids = words.filter(isKnown)
    mistake = isLine ? .spelling : .noLineComment
    // Prose about determinism names no rule in this place.
    let isEvident =
      opening.isSpaced
      ? (opening.isAllow || opening.isForeign) && (rest.isAtEnd || clauses.mistake == nil)
      : opening.isAllow || opening.isForeign || rest.isAtEnd
    guard isEvident || !ids.isEmpty else { return nil }
  }
}

/// The start of a comment, e.g. `determinism:allow`.
private struct Opening {
  let isAllow: Bool
  /// Whether it begins like a comment that silences another linter, e.g. `determinism:ignore` or
  /// `swift-determinism-lint:disable`.
  let isForeign: Bool
  let isForFile: Bool
  /// Whether there are blanks before or after the colon.
  let isSpaced: Bool
  /// Whether the spelling is exactly right.
  let isExact: Bool

  /// - Returns: the start, and the rest of the comment; `nil` if the comment does not start so.
  static func read(from comment: Trivia, in bytes: [UInt8]) -> (Opening, rest: ByteCursor)? {
    var cursor = ByteCursor(bytes: bytes, offset: comment.start + 2, end: comment.end)
    switch comment.kind {
    case .lineComment: cursor.skipBlanks()
    case .docLineComment, .blockComment, .docBlockComment: _ = cursor.run(while: \.isFrame)
    case .unexpectedText: return nil
    }
    let namesTool = cursor.skip(word: "swift-determinism-lint")
    guard namesTool || cursor.skip(word: suppressionWord) else { return nil }
    let start = cursor.offset
    cursor.skipBlanks()
    guard cursor.skip(":") else { return nil }
    cursor.skipBlanks()
    let isSpaced = start + 1 < cursor.offset
    let word = bytes[cursor.run { $0.isNameByte || $0 == UInt8(ascii: "-") }]
    guard !word.isEmpty else { return nil }
    let verb = word.prefix { $0 != UInt8(ascii: "-") }
    let isForFile = word[verb.endIndex...].elementsEqual("-file".utf8)
    let isAllow = verb.elementsEqual("allow".utf8) && (isForFile || verb.count == word.count)
    let isForeign = namesTool && isAllow || isForeignVerb(verb)
    cursor.end = cursor.endOfText
    let isWhole = cursor.isAtEnd || bytes[cursor.offset].isBlank || cursor.isAt(":")
    let isExact = isAllow && !namesTool && !isSpaced && isWhole
    cursor.skipBlanks()
    let opening = Opening(
      isAllow: isAllow, isForeign: isForeign, isForFile: isForFile && (isAllow || isForeign),
      isSpaced: isSpaced, isExact: isExact)
    return (opening, cursor)
  }
}

/// Whether other linters silence rules with the word.
private func isForeignVerb(_ word: ArraySlice<UInt8>) -> Bool {
  ["ignore", "disable", "suppress", "off", "skip"].contains { word.elementsEqual($0.utf8) }
}

/// The word that every comment which allows rules must have.
let suppressionWord: StaticString = "determinism"

/// The ids and the reason.
private struct Clauses {
  let entries: [Entry]
  let reason: Range<Int>
  let mistake: SuppressionComment.Mistake?

  init(_ rest: ByteCursor) {
    var cursor = rest
    let colon = cursor.run { $0 != UInt8(ascii: ":") }.upperBound
    entries = rest.entries(before: colon)
    let hasColon = cursor.skip(":")
    cursor.skipBlanks()
    reason = cursor.offset..<rest.end
    if entries.isEmpty {
      mistake = .noRule
    } else if !hasColon || cursor.isPlaceholder {
      mistake = .noReason
    } else {
      mistake = entries.allSatisfy(\.isWord) ? nil : .separators
    }
  }
}

/// The text between two commas, and whether it is only the word.
private typealias Entry = (firstWord: Range<Int>, isWord: Bool)

extension ByteCursor {
  fileprivate func isAt(_ scalar: Unicode.Scalar) -> Bool {
    !isAtEnd && bytes[offset] == UInt8(ascii: scalar)
  }

  /// Whether the rest is empty or only stands for a reason that somebody must still write: the
  /// `<reason>` of messages, or a placeholder of an editor.
  fileprivate var isPlaceholder: Bool {
    let text = bytes[offset..<end]
    if text.isEmpty || text.elementsEqual("<reason>".utf8) { return true }
    return text.starts(with: "<#".utf8) && text.suffix(2).elementsEqual("#>".utf8)
  }

  /// The offset where the text ends: at the end of the line or of a block comment, or before a
  /// second comment in it. Blanks at the end are left out.
  fileprivate var endOfText: Int {
    var end = offset
    for index in offset..<self.end {
      let isStart = bytes[index] == UInt8(ascii: "/") && bytes[index - 1].isBlank
      if bytes[index].isNewline || isStart && bytes[index...].starts(with: "//".utf8)
        || bytes[index...].starts(with: "*/".utf8)
      {
        break
      }
      if !bytes[index].isBlank { end = index + 1 }
    }
    return end
  }

  /// The words between blanks, commas and colons, in order.
  fileprivate var separateWords: [Range<Int>] {
    bytes[offset..<end].split {
      $0.isBlank || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":")
    }.map(\.indices)
  }

  /// The texts between commas and colons, in order. Empty texts are left out.
  fileprivate func entries(before end: Int) -> [Entry] {
    bytes[offset..<end].split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":") }
      .compactMap { text in
        var cursor = ByteCursor(bytes: bytes, offset: text.startIndex, end: text.endIndex)
        cursor.skipBlanks()
        let word = cursor.run { !$0.isBlank }
        cursor.skipBlanks()
        return word.isEmpty ? nil : (word, cursor.isAtEnd)
      }
  }
}

extension UInt8 {
  /// Whether the byte may stand before the text of a documentation comment or a block comment.
  fileprivate var isFrame: Bool {
    isBlank || isNewline || self == UInt8(ascii: "/") || self == UInt8(ascii: "*")
  }
}

/// A comment that allows rules, e.g. `// determinism:allow date-init: <reason>`.
/// - Parameter ids: the ids of the rules; if empty, the comment has `<id>` in their place.
package func suppression(of ids: [String], isForFile: Bool = false) -> String {
  let directive = isForFile ? "allow-file" : "allow"
  let ids = ids.isEmpty ? "<id>" : ids.joined(separator: ", ")
  return "// determinism:\(directive) \(ids): <reason>"
}

/// A cursor over the bytes of a comment.
struct ByteCursor {
  let bytes: [UInt8]
  var offset: Int
  var end: Int

  var isAtEnd: Bool { offset == end }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[offset] == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  mutating func skip(word text: StaticString) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[offset..<end].starts(with: text) else { return false }
    offset += text.count
    return true
  }

  mutating func skipBlanks() {
    while skip(" ") || skip("\t") {}
  }

  /// Skips the bytes that `isPart` holds for, maybe none.
  /// - Returns: their range.
  mutating func run(while isPart: (UInt8) -> Bool) -> Range<Int> {
    let start = offset
    while offset < end, isPart(bytes[offset]) { offset += 1 }
    return start..<offset
  }

  /// Reads a decimal number that fits in 32 bits; `nil` if there is none, and then nothing is
  /// skipped.
  mutating func number() -> Int? {
    let digits = bytes[offset..<end].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let number = Int32(String(decoding: digits, as: UTF8.self)) else { return nil }
    offset = digits.endIndex
    return Int(number)
  }

  /// Reads a kebab-case name.
  /// - Returns: its range; `nil` if there is none.
  mutating func ruleID() -> Range<Int>? {
    let id = run(while: \.isRuleIDByte)
    return id.isEmpty ? nil : id
  }
}

extension UInt8 {
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

/// The comments that may be commands for a linter. Commands of this tool start with `determinism:`,
/// maybe with blanks before the colon, commands of SwiftLint with `swiftlint:`; some people try the
/// tool's whole name. Only the word before a colon is checked: this rules out nearly all other
/// comments, and is faster than reading their starts.
func linterComments(among trivia: [Trivia], in bytes: UnsafeBufferPointer<UInt8>) -> [Trivia] {
  trivia.filter { $0.kind != .unexpectedText && bytes.mayHoldCommand(in: $0.start..<$0.end) }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func mayHoldCommand(in comment: Range<Int>) -> Bool {
    var rest = comment
    while let colon = firstColon(in: rest) {
      var end = colon
      while comment.lowerBound < end, self[end - 1].isBlank { end -= 1 }
      if ends(with: suppressionWord, at: end) || ends(with: "swiftlint", at: end)
        || ends(with: "swift-determinism-lint", at: end)
      {
        return true
      }
      rest = colon + 1..<comment.upperBound
    }
    return false
  }

  /// The offset of the first colon in a range; `nil` if there is none.
  func firstColon(in range: Range<Int>) -> Int? {
    guard let start = UnsafeRawPointer(baseAddress) else { return nil }
    var offset = range.lowerBound
    while offset < range.upperBound {
      if offset + 8 <= count {
        let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // A byte of `others` is 0 where a colon is. In `marks`, the lowest such byte has its
        // highest bit set.
        let others = UInt64(littleEndian: word) ^ 0x3A3A_3A3A_3A3A_3A3A
        let marks = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
        offset += marks.trailingZeroBitCount / 8
        if marks != 0 { return offset < range.upperBound ? offset : nil }
      } else if self[offset] == UInt8(ascii: ":") {
        return offset
      } else {
        offset += 1
      }
    }
    return nil
  }
  private func ends(with word: StaticString, at end: Int) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard word.count <= end, self[end - 1] == word[word.count - 1] else { return false }
    return self[end - word.count..<end].elementsEqual(word)
  }
}

/// The `// swiftlint:disable` comments of one file that name rules of this tool. They do not
/// silence these rules. Offsets are from 0 in UTF-8 bytes.
struct SwiftLintComments {
  /// The lines of `disable:this`, `disable:next` and `disable:previous` for each rule, sorted. Two
  /// of them are the same line or do not overlap.
  private var lines: [Int: [Reach]] = [:]
  /// The code after each `disable`, for each rule, in source order. The ranges do not overlap.
  private var regions: [Int: [Reach]] = [:]

  private struct Reach {
    var range: Range<Int>
    /// The offset of the comment.
    let comment: Int
  }

  /// Fails if comments are not read.
  /// - Parameters:
  ///   - trivia: the trivia of the file.
  ///   - bytes: the bytes of the file.
  init?(_ trivia: [Trivia], in bytes: [UInt8], ids: SuppressibleIDs?) {
    guard let ids else { return nil }
    /// The table is only made for a file that has such comments.
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
    let after = reaches.partitioningIndex { offset < $0.range.lowerBound }
    guard 0 < after, reaches[after - 1].range.contains(offset) else { return nil }
    return reaches[after - 1]
  }
}

/// A command of SwiftLint, e.g. `swiftlint:disable:next date-init - reason`.
private struct SwiftLintCommand {
  enum Action {
    /// The command disables from the line of the comment on.
    case disable
    /// The command disables a line, by its distance from the line of the comment; positive below.
    case disableLine(Int)
    case enable, enableAll
  }

  let action: Action
  /// The rules, by index in `RuleTables.rules`.
  let rules: [Int]

  /// Fails if the comment is no command of SwiftLint, or names no rule of this tool.
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
  /// Skips everything up to and including `swiftlint:`. Returns false, and skips nothing, if there
  /// is none.
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
