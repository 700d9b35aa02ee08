// What lies between tokens: blanks, comments, conflict markers and bytes that are not Swift.

extension Lexer {
  func endOfBlanks(from start: Int) -> Int {
    var end = start
    while end < bytes.count, classes[Int(bytes[end])] == .blank { end += 1 }
    return end
  }

  mutating func lexNewline() {
    isAtLineStart = true
    position += 1
    if !interpolatedStrings.isEmpty { breakStringsAtNewline() }
  }

  /// Reads `//…` or `/*…*/`; false if `position` is at another `/`.
  mutating func lexComment() -> Bool {
    switch byte(at: position + 1) {
    case "/":
      let isDoc = byte(at: position + 2) == "/"
      emit(isDoc ? .docLineComment : .lineComment, to: endOfLine(from: position + 2))
      return true
    case "*":
      // `/**/` documents nothing.
      let isDoc =
        position + 3 < bytes.count && bytes[position + 2] == "*" && bytes[position + 3] != "/"
      emit(isDoc ? .docBlockComment : .blockComment, to: endOfBlockComment())
      return true
    default:
      return false
    }
  }

  /// The offset of the next newline, or of the end of the file.
  func endOfLine(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != "\n", bytes[end] != "\r" { end += 1 }
    return end
  }

  /// The offset after the comment at `position`; block comments nest.
  private mutating func endOfBlockComment() -> Int {
    var end = position + 2
    var depth = 1
    while end < bytes.count {
      let byte = bytes[end]
      end += 1
      switch byte {
      case "*" where self.byte(at: end) == "/":
        end += 1
        depth -= 1
        if depth == 0 { return end }
      case "/" where self.byte(at: end) == "*":
        end += 1
        depth += 1
      case "\n", "\r":
        isAtLineStart = true
      default:
        break
      }
    }
    return end
  }

  /// Reads what a version control system left of a conflict, both sides, as one piece of text;
  /// false if `position` is at an operator.
  mutating func lexConflictMarker() -> Bool {
    switch byte(before: position) {
    case "\n", "\r", 0: break
    default: return false
    }
    let end: Search
    if starts(with: "<<<<<<< ", at: position) {
      end = conflictEnd(">>>>>>> ", from: position + 8, known: lookahead.conflictEnd)
      lookahead.conflictEnd = end
    } else if starts(with: ">>>> ", at: position) {
      // As Perforce writes it. The newline belongs to the marker, so the line after it goes too.
      end = conflictEnd("<<<<\n", from: position + 5, known: lookahead.perforceConflictEnd)
      lookahead.perforceConflictEnd = end
    } else {
      return false
    }
    guard end.isFound else { return false }
    let terminatorLength = bytes[position] == "<" ? 8 : 5
    emit(.unexpectedText, to: endOfLine(from: end.to + terminatorLength))
    return true
  }

  /// Searches for `terminator` at the start of a line.
  private func conflictEnd(
    _ terminator: StaticString, from start: Int, known: Search
  ) -> Search {
    if known.covers(start) { return known }
    var end = start
    while end < bytes.count, !isConflictEnd(terminator, at: end) { end += 1 }
    return Search(from: start, to: end, isFound: end < bytes.count)
  }

  private func isConflictEnd(_ terminator: StaticString, at offset: Int) -> Bool {
    bytes[offset] == terminator.utf8Start[0]
      && (bytes[offset - 1] == "\n" || bytes[offset - 1] == "\r")
      && starts(with: terminator, at: offset)
  }

  func starts(with text: StaticString, at offset: Int) -> Bool {
    guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[offset + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Reads what begins with a scalar outside ASCII or with a control character.
  mutating func lexOther() {
    if starts(with: "\u{FEFF}", at: position) {
      emitUnexpectedText(to: position + 3)
      return
    }
    let decoded = decodeScalar(at: position)
    guard let scalar = decoded.scalar, !scalar.isASCII else {
      emitUnexpectedText(to: decoded.end)
      return
    }
    if scalar.startsName {
      emit(.identifier, to: endOfName(from: decoded.end))
    } else if scalar.startsOperator {
      lexOperator()
    } else if scalar.continuesName {
      // A combining mark cannot begin a name, but the parser recovers as if it could.
      emit(.identifier, to: endOfName(from: decoded.end))
    } else if scalar == "\u{201C}" {
      emit(.identifier, to: endOfCurlyQuotedText(from: decoded.end))
    } else if scalar == "\u{201D}" {
      emit(.unknown, to: decoded.end)
    } else {
      emitUnexpectedText(to: decoded.end)
    }
  }

  /// Adds the bytes to the unexpected text they touch, if they do.
  private mutating func emitUnexpectedText(to end: Int) {
    let start = position
    if let last = output.trivia.last, last.kind == .unexpectedText, last.end == start {
      output.trivia.removeLast()
      position = last.start
    }
    emit(.unexpectedText, to: end)
  }
}
