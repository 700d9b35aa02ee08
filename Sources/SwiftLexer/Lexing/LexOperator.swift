// Operators, and the regex literals that begin within one.

extension Lexer {
  /// Reads an operator, or as much of it as stands before a regex literal or a comment.
  mutating func lexOperator() {
    let start = position
    let runEnd = endOfOperators()
    guard let slash = (start..<runEnd).first(where: { source[$0] == "/" }) else {
      return emit(source.operatorKind(from: start, to: runEnd), to: runEnd)
    }
    if let regex = regexInOperator(slash: slash, runEnd: runEnd) {
      if start < slash { emit(source.operatorKind(from: start, to: slash), to: slash) }
      emit(regex)
    } else {
      let second = max(slash, start + 1)
      let end = (second..<runEnd).first { source.beginsComment(at: $0) } ?? runEnd
      // An operator may not contain the end of a comment.
      let closesComment = (second..<end).contains { source.starts(with: "*/", at: $0 - 1) }
      emit(closesComment ? .unknown : source.operatorKind(from: start, to: end), to: end)
    }
    // The operator characters that are left will be looked at again.
    if source[start] == "." {
      lookahead.endOfDottedOperators = runEnd
    } else {
      lookahead.endOfOperators = runEnd
    }
  }

  /// The end of the operator characters at `position`. Dots belong to them if one comes first.
  @inline(__always)
  private mutating func endOfOperators() -> Int {
    let isDotted = source[position] == "."
    let known = isDotted ? lookahead.endOfDottedOperators : lookahead.endOfOperators
    if position < known { return known }
    var end = source[position].isASCII ? position + 1 : source.decodeScalar(at: position).end
    while end < source.count {
      let byte = source[end]
      if byte.isASCII {
        guard byte.isOperatorCharacter, byte != "." || isDotted else { break }
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
      let end = (offset + 1..<source.count).first {
        source[$0] == "\n" || source.starts(with: "#>", at: $0)
      }
      lookahead.placeholderEnd = (end ?? source.count, source.byte(at: end ?? source.count) == "#")
    }
    return lookahead.placeholderEnd.isFound
  }
}

extension SourceBytes {
  /// What the operator at `start`, after the file's first byte and not within its last 16, is; its
  /// length is 0 if more must be known to tell.
  @inline(__always)
  func plainOperator(
    at start: Int, _ traits: ByteTraits.Table
  ) -> (kind: TokenKind, length: Int) {
    let before = traits[self[start &- 1]].classes
    if before.contains(.isUnclearBefore) { return (.unknown, 0) }
    let isLeftBound = !before.contains(.endsNoOperand)
    let first = self[start]
    if isLeftBound, first == "?" { return (.postfixQuestionMark, 1) }
    if isLeftBound, first == "!" { return (.exclamationMark, 1) }
    var length = 1
    while length < 8, traits[self[start &+ length]].classes.contains(.plainOperator) {
      length &+= 1
    }
    let next = self[start &+ length]
    let after = traits[next].classes
    // A `#` may belong to a placeholder.
    if length == 8 || next == "#" || after.contains(.isUnclearAfter) { return (.unknown, 0) }
    let kind = operatorKind(
      at: start, length: length, isLeftBound: isLeftBound,
      isRightBound: !after.contains(.beginsNoOperand))
    return (kind, length)
  }

  func beginsComment(at offset: Int) -> Bool {
    bytes[offset] == "/" && (byte(at: offset + 1) == "/" || byte(at: offset + 1) == "*")
  }

  /// What the operator is, by the blanks around it.
  fileprivate func operatorKind(from start: Int, to end: Int) -> TokenKind {
    let isLeftBound = isLeftBound(start)
    return operatorKind(
      at: start, length: end - start, isLeftBound: isLeftBound,
      isRightBound: isRightBound(end, isLeftBound: isLeftBound))
  }

  @inline(__always)
  fileprivate func operatorKind(
    at start: Int, length: Int, isLeftBound: Bool, isRightBound: Bool
  ) -> TokenKind {
    if length == 1 {
      switch bytes[start] {
      case ".": return .period
      case "=": return .equal
      case "?": return .infixQuestionMark
      case "&" where !isLeftBound && isRightBound: return .prefixAmpersand
      default: break
      }
    } else if length == 2, bytes[start] == "-", bytes[start &+ 1] == ">" {
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
