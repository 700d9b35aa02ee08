import SwiftLexer

/// A comment that allows something, `// determinism:allow <id>[, <id>…]: <reason>`, or one that
/// was evidently meant to and does not.
struct SuppressionComment {
  /// Offsets from 0, without blanks at the end, and without a second comment that begins in it:
  /// `// determinism:allow a: why // expect: b`.
  let range: Range<Int>
  /// Whether it is written `allow-file`.
  let isForFile: Bool
  /// Where its ids stand.
  let ids: [Range<Int>]
  /// What stands after the ids and their colon.
  let reason: Range<Int>
  /// Why it allows nothing; nil if it does.
  let mistake: Mistake?

  enum Mistake {
    case noRule, noReason
    /// Something other than a comma stands between the ids, or than a colon after them.
    case separators
    /// It is a documentation or a block comment.
    case noLineComment
    /// It is not written `determinism:allow` or `determinism:allow-file`.
    case spelling
  }

  /// Nil for a comment that is about something else.
  /// - Parameter isKnown: whether what stands there is the id of a rule.
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
    // Prose about determinism names no rule there.
    let isEvident =
      opening.isSpaced
      ? opening.isAllow && (rest.isAtEnd || clauses.mistake == nil)
      : opening.isAllow || rest.isAtEnd
    guard isEvident || !ids.isEmpty else { return nil }
  }
}

/// What the comment begins with, e.g. `determinism:allow`.
private struct Opening {
  let isAllow: Bool
  let isForFile: Bool
  /// Whether there are blanks beside the colon.
  let isSpaced: Bool
  /// Whether it is written as it must be.
  let isExact: Bool

  /// - Returns: nil if the comment begins otherwise; else with what is left of it.
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

/// The word without which no comment allows anything.
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

/// What stands between two commas.
private struct Entry {
  let firstWord: Range<Int>
  /// Whether there is nothing but the word.
  let isWord: Bool
}

extension ByteCursor {
  fileprivate func isAt(_ scalar: Unicode.Scalar) -> Bool {
    !isAtEnd && bytes[offset] == UInt8(ascii: scalar)
  }

  /// Whether what is left is nothing, or what stands for a reason that is yet to be written: the
  /// `<reason>` of messages, or a placeholder of an editor.
  fileprivate var isPlaceholder: Bool {
    let text = bytes[offset..<end]
    if text.isEmpty || text.elementsEqual("<reason>".utf8) { return true }
    return text.starts(with: "<#".utf8) && text.suffix(2).elementsEqual("#>".utf8)
  }

  /// Where the text ends: at the end of the line or of a block comment, or before a second comment
  /// in it; blanks at the end are left out.
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

  /// What stands between commas and colons, in order; nothing for nothing.
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
  /// Whether it may stand before the text of a documentation or a block comment.
  fileprivate var isFrame: Bool {
    isBlank || isNewline || self == UInt8(ascii: "/") || self == UInt8(ascii: "*")
  }
}

/// How to allow rules in the source, e.g. `// determinism:allow date-init: <reason>`.
/// - Parameter ids: if empty, `<id>` stands for them.
func suppression(of ids: [String], isForFile: Bool = false) -> String {
  let directive = isForFile ? "allow-file" : "allow"
  let ids = ids.isEmpty ? "<id>" : ids.joined(separator: ", ")
  return "// determinism:\(directive) \(ids): <reason>"
}
