// Operators, and the regex literals that begin within one.

extension Lexer {
  /// Reads an operator, or as much of it as stands before a regex literal or a comment.
  mutating func lexOperator() {
    let start = position
    let runEnd = endOfOperatorRun()
    let firstSlash = offset(ofFirstSlashFrom: start, to: runEnd)
    if firstSlash < runEnd, lexRegexInOperator(slash: firstSlash, runEnd: runEnd) { return }
    let end = endBeforeComment(from: firstSlash, to: runEnd)
    emit(operatorKind(to: end), to: end)
    if end < runEnd { rememberOperatorRun(from: start, to: runEnd) }
  }

  /// The end of the operator characters at `position`. A dot belongs to a run that begins with one.
  private mutating func endOfOperatorRun() -> Int {
    let isDotted = bytes[position] == "."
    let known = isDotted ? lookahead.dottedOperatorRun : lookahead.operatorRun
    if known.covers(position) { return known.to }
    var end = bytes[position].isASCII ? position + 1 : decodeScalar(at: position).end
    while end < bytes.count {
      let byte = bytes[end]
      if byte.isASCII {
        guard byte.isASCIIOperatorCharacter, byte != "." || isDotted else { break }
        if byte == "<", beginsPlaceholder(end) { break }
        end += 1
      } else {
        let decoded = decodeScalar(at: end)
        guard let scalar = decoded.scalar, scalar.continuesOperator else { break }
        end = decoded.end
      }
    }
    return end
  }

  /// Most tokens take the whole run; one that does not leaves characters to be looked at again.
  private mutating func rememberOperatorRun(from start: Int, to end: Int) {
    let run = Search(from: start, to: end, isFound: true)
    if bytes[start] == "." {
      lookahead.dottedOperatorRun = run
    } else {
      lookahead.operatorRun = run
    }
  }

  /// Whether `<#` is at `offset`, and `#>` after it on the line.
  private mutating func beginsPlaceholder(_ offset: Int) -> Bool {
    guard byte(at: offset + 1) == "#" else { return false }
    if !lookahead.placeholderEnd.covers(offset) {
      var end = offset + 1
      while end < bytes.count, bytes[end] != "\n", !starts(with: "#>", at: end) { end += 1 }
      let isFound = end < bytes.count && bytes[end] != "\n"
      lookahead.placeholderEnd = Search(from: offset, to: end, isFound: isFound)
    }
    return lookahead.placeholderEnd.isFound
  }

  private func offset(ofFirstSlashFrom start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end, bytes[offset] != "/" { offset += 1 }
    return offset
  }

  /// Where a comment begins in the run, if not at its first character; `end` if there is none.
  private func endBeforeComment(from firstSlash: Int, to end: Int) -> Int {
    guard 2 < end - position else { return end }
    var offset = max(firstSlash, position + 1)
    while offset < end {
      if bytes[offset] == "/", byte(at: offset + 1) == "/" || byte(at: offset + 1) == "*" {
        return offset
      }
      offset += 1
    }
    return end
  }

  /// Reads the regex literal that begins at the first slash of an operator, with the operator
  /// before it; false if that slash is part of an operator.
  private mutating func lexRegexInOperator(slash: Int, runEnd: Int) -> Bool {
    let start = position
    guard let regex = regexInOperator(slash: slash, runEnd: runEnd) else { return false }
    if start < slash { emit(operatorKind(to: slash), to: slash) }
    emit(regex)
    if position < runEnd { rememberOperatorRun(from: start, to: runEnd) }
    return true
  }

  /// What the operator from `position` to `end` is, by the blanks around it.
  private func operatorKind(to end: Int) -> TokenKind {
    let isLeftBound = isLeftBound(position)
    let isRightBound = isRightBound(end, isLeftBound: isLeftBound)
    switch end - position {
    case 1:
      switch bytes[position] {
      case "=": return .equal
      case "&" where !isLeftBound && isRightBound: return .prefixAmpersand
      case ".": return .period
      case "?": return .infixQuestionMark
      default: break
      }
    case 2 where starts(with: "->", at: position):
      return .arrow
    default:
      if closesNoComment(to: end) { return .unknown }
    }
    if isLeftBound == isRightBound { return .binaryOperator }
    return isLeftBound ? .postfixOperator : .prefixOperator
  }

  /// Whether `*/` is among the characters from `position` to `end`.
  private func closesNoComment(to end: Int) -> Bool {
    var offset = position + 1
    while offset < end {
      if bytes[offset] == "/", bytes[offset - 1] == "*" { return true }
      offset += 1
    }
    return false
  }

  /// Whether an operator at `offset` touches what stands before it.
  func isLeftBound(_ offset: Int) -> Bool {
    switch byte(before: offset) {
    case " ", "\r", "\n", "\t", "(", "[", "{", ",", ";", ":", 0: false
    case "/": byte(before: offset - 1) != "*"
    case 0xA0: byte(before: offset - 1) != 0xC2
    default: true
    }
  }

  /// Whether an operator that ends at `offset` touches what stands after it.
  func isRightBound(_ offset: Int, isLeftBound: Bool) -> Bool {
    switch byte(at: offset) {
    case " ", "\r", "\n", "\t", ")", "]", "}", ",", ";", ":", 0: false
    case ".": !isLeftBound
    case "/": byte(at: offset + 1) != "/" && byte(at: offset + 1) != "*"
    case 0xC2: byte(at: offset + 1) != 0xA0
    default: true
    }
  }

  /// Reads `!` or `?` directly after something; false if it is part of an operator.
  mutating func lexPostfixMark() -> Bool {
    guard isLeftBound(position) else { return false }
    emit(bytes[position] == "!" ? .exclamationMark : .postfixQuestionMark, to: position + 1)
    return true
  }
}
