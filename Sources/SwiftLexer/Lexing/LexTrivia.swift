// The bytes between tokens: blanks, comments, conflict markers and bytes that are not Swift.

extension Lexer {
  @inline(__always)
  mutating func lexNewline() {
    passNewline()
    if !interpolatedStrings.isEmpty { breakStringsAtNewline() }
    position = source.end(from: position + 1) { $0 .== .all(" ") }
  }

  /// Notes that a newline, outside comments and literals, stands before the next token.
  @inline(__always)
  mutating func passNewline() {
    isAtLineStart = true
    lineTokenCount = tokenCount
  }

  /// Reads `//…` or `/*…*/`; false if `position` is at another `/`.
  mutating func lexComment() -> Bool {
    let third = source.byte(at: position + 2)
    switch source.byte(at: position + 1) {
    case "/":
      emit(third == "/" ? .docLineComment : .lineComment, to: source.endOfLine(from: position + 2))
    case "*":
      // `/**/` documents nothing, nor does `/**` at the end of the file.
      let isDoc = third == "*" && position + 3 < source.count && source[position + 3] != "/"
      let (end, hasNewline) = source.endOfBlockComment(from: position)
      if hasNewline { isAtLineStart = true }
      emit(isDoc ? .docBlockComment : .blockComment, to: end)
    default:
      return false
    }
    return true
  }

  /// Reads a conflict that a version control system left, both sides, as one piece of text; false
  /// if `position` is at an operator.
  mutating func lexConflictMarker() -> Bool {
    let before = source.byte(before: position)
    guard before.isNewline || before == 0 else { return false }
    if source.starts(with: "<<<<<<< ", at: position) {
      return lexConflict(to: ">>>>>>> ", isEndless: \.lacksConflictEnd)
    }
    // Perforce writes this. The newline belongs to the marker, so the line after it goes too.
    return source.starts(with: ">>>> ", at: position)
      && lexConflict(to: "<<<<\n", isEndless: \.lacksPerforceConflictEnd)
  }

  private mutating func lexConflict(
    to terminator: StaticString, isEndless: WritableKeyPath<Lookahead, Bool>
  ) -> Bool {
    if lookahead[keyPath: isEndless] { return false }
    for offset in position + 1..<source.count
    where source[offset - 1].isNewline && source.starts(with: terminator, at: offset) {
      // The parser's lexer forgets the strings around it, and a token on a line before it.
      interpolatedStrings.removeAll()
      let isOnLine = lineTokenCount < tokenCount
      interruption = (tokenCount, isOnLine ? .conflictOnLine : .start)
      emit(.unexpectedText, to: source.endOfLine(from: offset + terminator.utf8CodeUnitCount))
      return true
    }
    lookahead[keyPath: isEndless] = true
    return false
  }

  /// Reads text that begins with a scalar outside ASCII or with a control character.
  mutating func lexOther() {
    let (scalar, end) = source.decodeScalar(at: position)
    guard let scalar, !scalar.isASCII, scalar != "\u{FEFF}" else {
      return emitUnexpectedText(to: end)
    }
    if scalar.continuesName {
      // A combining mark cannot begin a name, but the parser recovers as if it could.
      emit(.identifier, to: source.endOfName(from: end))
    } else if scalar.startsOperator {
      lexOperator()
    } else if scalar == "\u{201C}" {
      emit(.identifier, to: endOfCurlyQuotedText(from: end))
    } else if scalar == "\u{201D}" {
      emit(.unknown, to: end)
    } else {
      emitUnexpectedText(to: end)
    }
  }

  /// Adds the bytes to the unexpected text they touch, if they do.
  private mutating func emitUnexpectedText(to end: Int) {
    if let last = output.trivia.last, last.kind == .unexpectedText, last.end == position {
      output.trivia.removeLast()
      position = last.start
    }
    emit(.unexpectedText, to: end)
  }

  /// The offset after the closing curly quote, or `"`, of text on one line that a curly quote
  /// before `start` opened; `start` if there is no end, or the text could not be a string.
  private mutating func endOfCurlyQuotedText(from start: Int) -> Int {
    if start < lookahead.endOfOpenCurlyQuotes { return start }
    var end = start
    while end < source.count {
      let (scalar, next) = source.decodeScalar(at: end)
      guard let scalar, 0x20 <= scalar.value, scalar.value != 0x7F else { break }
      if scalar == "\"" || scalar == "\u{201D}" { return next }
      guard let next = scalar == "\\" ? source.endOfEscape(from: next) : next else { break }
      end = next
    }
    lookahead.endOfOpenCurlyQuotes = end
    return start
  }
}

extension SourceBytes {
  /// The offset after the comment that starts there; block comments nest.
  fileprivate func endOfBlockComment(from start: Int) -> (end: Int, hasNewline: Bool) {
    var end = start + 2
    var depth = 1
    var hasNewline = false
    while 0 < depth {
      end = self.end(from: end) {
        ($0 .!= .all("*")) .& ($0 .!= .all("/")) .& ($0 .!= .all("\n")) .& ($0 .!= .all("\r"))
      }
      guard end < count else { break }
      end += 1
      switch (bytes[end - 1], byte(at: end)) {
      case ("*", "/"):
        end += 1
        depth -= 1
      case ("/", "*"):
        end += 1
        depth += 1
      case ("\n", _), ("\r", _): hasNewline = true
      default: break
      }
    }
    return (end, hasNewline)
  }

  /// The offset after the escape sequence whose `\` lies before `start`; nil if it is no valid one.
  fileprivate func endOfEscape(from start: Int) -> Int? {
    switch byte(at: start) {
    case "0", "n", "r", "t", "\"", "'", "\\": return start + 1
    case "u" where byte(at: start + 1) == "{": break
    default: return nil
    }
    var end = start + 2
    while byte(at: end).isHexDigit, end < start + 10 { end += 1 }
    let digits = String(decoding: bytes[start + 2..<end], as: UTF8.self)
    let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    return scalar != nil && byte(at: end) == "}" ? end + 1 : nil
  }
}
