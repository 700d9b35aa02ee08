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
  /// Why the comment allows nothing; `nil` if it allows rules.
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

  /// `nil` if the comment is about something else.
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
    ids = rest.entries(before: rest.end).map(\.firstWord).filter(isKnown)
    mistake = isLine ? .spelling : .noLineComment
    // Prose about determinism names no rule in this place.
    let isEvident =
      opening.isSpaced
      ? opening.isAllow && (rest.isAtEnd || clauses.mistake == nil)
      : opening.isAllow || rest.isAtEnd
    guard isEvident || !ids.isEmpty else { return nil }
  }
}

/// The start of a comment, e.g. `determinism:allow`.
private struct Opening {
  let isAllow: Bool
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
    guard cursor.skip(word: suppressionWord) else { return nil }
    let start = cursor.offset
    cursor.skipBlanks()
    guard cursor.skip(":") else { return nil }
    cursor.skipBlanks()
    let isSpaced = start + 1 < cursor.offset
    let word = bytes[cursor.run { $0.isNameByte || $0 == UInt8(ascii: "-") }]
    guard !word.isEmpty else { return nil }
    let isForFile = word.elementsEqual("allow-file".utf8)
    let isAllow = isForFile || word.elementsEqual("allow".utf8)
    cursor.end = cursor.endOfText
    let isWhole = cursor.isAtEnd || bytes[cursor.offset].isBlank || cursor.isAt(":")
    let isExact = isAllow && !isSpaced && isWhole
    cursor.skipBlanks()
    let opening = Opening(
      isAllow: isAllow, isForFile: isForFile, isSpaced: isSpaced, isExact: isExact)
    return (opening, cursor)
  }
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

/// The text between two commas.
private struct Entry {
  let firstWord: Range<Int>
  /// Whether the text is only the word.
  let isWord: Bool
}

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

  /// The texts between commas and colons, in order. Empty texts are left out.
  fileprivate func entries(before end: Int) -> [Entry] {
    bytes[offset..<end].split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":") }
      .compactMap { text in
        var cursor = ByteCursor(bytes: bytes, offset: text.startIndex, end: text.endIndex)
        cursor.skipBlanks()
        let word = cursor.run { !$0.isBlank }
        cursor.skipBlanks()
        return word.isEmpty ? nil : Entry(firstWord: word, isWord: cursor.isAtEnd)
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
func suppression(of ids: [String], isForFile: Bool = false) -> String {
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

  var isNewline: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

/// The comments that may be commands for a linter. Commands of this tool start with `determinism:`,
/// maybe with blanks before the colon, commands of SwiftLint with `swiftlint:`. Only the word
/// before a colon is checked: this rules out nearly all other comments, and is faster than reading
/// their starts.
func linterComments(among trivia: [Trivia], in bytes: UnsafeBufferPointer<UInt8>) -> [Trivia] {
  trivia.filter { $0.kind != .unexpectedText && bytes.mayHoldCommand(in: $0.start..<$0.end) }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func mayHoldCommand(in comment: Range<Int>) -> Bool {
    var rest = comment
    while let colon = firstColon(in: rest) {
      var end = colon
      while comment.lowerBound < end, self[end - 1].isBlank { end -= 1 }
      if ends(with: suppressionWord, at: end) || ends(with: "swiftlint", at: end) { return true }
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
