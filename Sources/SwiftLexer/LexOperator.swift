// Operators, and the regex literals that begin within one.

extension Lexer {
  /// Reads an operator, or as much of it as stands before a regex literal or a comment.
  mutating func lexOperator() {
    let isDotted = source[position] == "."
    let runEnd = endOfOperators(isDotted: isDotted)
    let slash = source.firstSlash(from: position, to: runEnd)
    if slash == runEnd {
      emit(source.operatorKind(from: position, to: runEnd), to: runEnd)
      return
    }
    if let regex = regexInOperator(slash: slash, runEnd: runEnd) {
      if position < slash { emit(source.operatorKind(from: position, to: slash), to: slash) }
      emit(regex)
    } else {
      let end = source.startOfComment(from: max(slash, position + 1), to: runEnd)
      let closesComment = source.closesComment(from: position, to: end)
      emit(closesComment ? .unknown : source.operatorKind(from: position, to: end), to: end)
    }
    // The operator characters that are left will be looked at again.
    if isDotted {
      lookahead.endOfDottedOperators = runEnd
    } else {
      lookahead.endOfOperators = runEnd
    }
  }

  /// The end of the operator characters at `position`. Dots belong to them if one comes first.
  @inline(__always)
  private mutating func endOfOperators(isDotted: Bool) -> Int {
    let known = isDotted ? lookahead.endOfDottedOperators : lookahead.endOfOperators
    if position < known { return known }
    var end = source[position].isASCII ? position + 1 : source.decodeScalar(at: position).end
    while end < source.count {
      let byte = source[end]
      if byte.isASCII {
        guard source.byteClass(at: end).isOperator, byte != "." || isDotted else { break }
        if byte == "<", beginsPlaceholder(end) { break }
        end += 1
      } else {
        let (scalar, next) = source.decodeScalar(at: end)
        guard let scalar, scalar.continuesOperator else { break }
        end = next
      }
    }
    return end
  }

  /// Whether `<#` is at `offset`, and `#>` after it on the line.
  private mutating func beginsPlaceholder(_ offset: Int) -> Bool {
    guard source.byte(at: offset + 1) == "#" else { return false }
    if lookahead.placeholderEnd.offset <= offset {
      var end = offset + 1
      while end < source.count, source[end] != "\n", !source.starts(with: "#>", at: end) {
        end += 1
      }
      lookahead.placeholderEnd = (end, source.byte(at: end) == "#")
    }
    return lookahead.placeholderEnd.isFound
  }

  /// Reads `!` or `?` directly after something; false if it is part of an operator.
  @inline(__always)
  mutating func lexPostfixMark() -> Bool {
    guard source.isLeftBound(position) else { return false }
    emit(source[position] == "!" ? .exclamationMark : .postfixQuestionMark, to: position + 1)
    return true
  }
}

extension SourceBytes {
  @inline(__always)
  fileprivate func firstSlash(from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end, bytes[offset] != "/" { offset += 1 }
    return offset
  }

  /// Where the first comment begins in a run of operator characters; `end` without one.
  fileprivate func startOfComment(from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end, !beginsComment(at: offset) { offset += 1 }
    return offset
  }

  func beginsComment(at offset: Int) -> Bool {
    bytes[offset] == "/" && (byte(at: offset + 1) == "/" || byte(at: offset + 1) == "*")
  }

  /// Whether there is a `*/`, which an operator may not contain.
  fileprivate func closesComment(from start: Int, to end: Int) -> Bool {
    start + 1 < end
      && (start + 1..<end).contains { bytes[$0] == "/" && bytes[$0 - 1] == "*" }
  }

  /// What the operator is, by the blanks around it.
  fileprivate func operatorKind(from start: Int, to end: Int) -> TokenKind {
    let isLeftBound = isLeftBound(start)
    let isRightBound = isRightBound(end, isLeftBound: isLeftBound)
    if end - start == 1 {
      switch bytes[start] {
      case ".": return .period
      case "=": return .equal
      case "?": return .infixQuestionMark
      case "&" where !isLeftBound && isRightBound: return .prefixAmpersand
      default: break
      }
    } else if end - start == 2, bytes[start] == "-", bytes[start + 1] == ">" {
      return .arrow
    }
    if isLeftBound == isRightBound { return .binaryOperator }
    return isLeftBound ? .postfixOperator : .prefixOperator
  }

  /// Whether an operator at `offset` touches what stands before it.
  func isLeftBound(_ offset: Int) -> Bool {
    let before = byte(before: offset)
    if before == "/" { return byte(before: offset - 1) != "*" }
    if before == 0xA0 { return byte(before: offset - 1) != 0xC2 }
    switch before {
    case " ", "\r", "\n", "\t", "(", "[", "{", ",", ";", ":", 0: return false
    default: return true
    }
  }

  /// Whether an operator that ends at `offset` touches what stands after it.
  func isRightBound(_ offset: Int, isLeftBound: Bool) -> Bool {
    let next = byte(at: offset)
    if next == "." { return !isLeftBound }
    if next == "/" { return !beginsComment(at: offset) }
    if next == 0xC2 { return byte(at: offset + 1) != 0xA0 }
    switch next {
    case " ", "\r", "\n", "\t", ")", "]", "}", ",", ";", ":", 0: return false
    default: return true
    }
  }
}
