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
  /// Returns the kind and length of the operator at `start`, after the file's first byte and not
  /// within its last 16; the length is 0 if more must be known to tell.
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

  /// The kind of the operator, by the blanks around it.
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

// Regex literals: `/…/` (SE-0354), told from operators by the code around them, and `#/…/#`.

/// A regex literal, from `#`s or slash to `#`s or slash.
struct RegexLiteral {
  var openingPounds = 0
  /// The offset of the opening slash.
  var slash: Int
  var bodyEnd: Int
  /// Whether the closing slash is there; false if the literal is cut off.
  var hasClosingSlash = true
  var closingPounds = 0
}

extension Lexer {
  mutating func emit(_ regex: RegexLiteral) {
    if 0 < regex.openingPounds { emit(.regexPounds, to: regex.slash) }
    emit(.regexSlash, to: regex.slash + 1)
    if position < regex.bodyEnd { emit(.regexBody, to: regex.bodyEnd) }
    if regex.hasClosingSlash { emit(.regexSlash, to: position + 1) }
    if 0 < regex.closingPounds { emit(.regexPounds, to: position + regex.closingPounds) }
  }

  /// The regex literal at the first slash of an operator that begins at `position`.
  func regexInOperator(slash: Int, runEnd: Int) -> RegexLiteral? {
    guard !source.isLeftBound(position) else { return nil }
    let previous = previousToken
    if previous?.keyword == .func || previous?.keyword == .operator { return nil }
    if source.isRightBound(runEnd, isLeftBound: false) {
      return source.bareRegex(slash: slash, isCertain: false)
    }
    // Blanks on both sides make it an infix operator, or one that is passed as an argument, unless
    // an expression must follow here.
    guard followsTryMark || mayBeginExpression(after: previous) else { return nil }
    let mayBeArgument = [.leftParen, .leftSquare, .comma, .colon].contains(previous?.kind)
    return source.bareRegex(slash: slash, isCertain: !mayBeArgument)
  }

  private func mayBeginExpression(after previous: Token?) -> Bool {
    guard let previous else { return interruption.cause == .start }
    switch previous.kind {
    case .leftBrace, .leftParen, .leftSquare, .semicolon, .comma, .colon, .infixQuestionMark,
      .prefixOperator, .prefixAmpersand, .binaryOperator, .equal,
      .poundIf, .poundElse, .poundElseif, .poundEndif, .unknown:
      return true
    case .keyword:
      let values: [Keyword] = [.true, .false, .nil, .self, .Self, .super, .Any]
      return !values.contains(previous.keyword)
    default:
      return false
    }
  }

  /// Reads `#/…/#`; `position` is at the first of the `#`s before the slash. The literal may take
  /// several lines only if nothing but blanks follows the slash. Without an end, it ends with its
  /// first line.
  mutating func lexExtendedRegex(pounds: Int) {
    let slash = position + pounds
    let blanksEnd = source.end(from: slash + 1) { ($0 .== .all(" ")) .| ($0 .== .all("\t")) }
    let isMultiLine = source.byte(at: blanksEnd).isNewline
    let start = isMultiLine ? blanksEnd : slash + 1
    var regex = RegexLiteral(openingPounds: pounds, slash: slash, bodyEnd: start)
    let isSearched = isMultiLine && start < lookahead.slashes.end
    if !isSearched || pounds <= lookahead.slashes.longest(from: start) {
      lookahead.passedSlashes.restart(from: start)
      regex.closingPounds = source.closingPounds(
        atLeast: pounds, isMultiLine: isMultiLine, &lookahead.passedSlashes)
      if isMultiLine, regex.closingPounds == 0 {
        swap(&lookahead.slashes, &lookahead.passedSlashes)
      } else {
        regex.bodyEnd = lookahead.passedSlashes.end
      }
    }
    if regex.closingPounds == 0 { source.recover(&regex, last: lookahead.passedSlashes.runs.last) }
    emit(regex)
  }
}

extension SourceBytes {
  /// Searches `/` and that many `#`s from the end of `slashes` on, and moves that end there.
  /// Returns the number of `#`s, 0 at the end of the line or file.
  fileprivate func closingPounds(
    atLeast pounds: Int, isMultiLine: Bool, _ slashes: inout PoundRuns
  ) -> Int {
    while slashes.end < count, isMultiLine || !bytes[slashes.end].isNewline {
      if bytes[slashes.end] == "/" {
        let closingPounds = countPounds(from: slashes.end + 1)
        if pounds <= closingPounds { return closingPounds }
        slashes.append(delimiterAt: slashes.end, pounds: closingPounds)
      }
      slashes.end = endOfRegexCharacter(at: slashes.end, isMultiLine: isMultiLine)
    }
    return 0
  }

  /// The offset after the byte, or after `\` and the byte that it escapes.
  private func endOfRegexCharacter(at offset: Int, isMultiLine: Bool) -> Int {
    let isEscape = bytes[offset] == "\\" && (isMultiLine || !byte(at: offset + 1).isNewline)
    return min(offset + (isEscape ? 2 : 1), count)
  }

  /// Takes a slash with too few `#`s for the end if it is the last thing before the literal is cut
  /// off.
  fileprivate func recover(_ regex: inout RegexLiteral, last: (delimiter: Int, pounds: Int)?) {
    let end = regex.bodyEnd
    if regex.slash + 1 < end, bytes[end - 1] == "/" {
      regex.bodyEnd = end - 1
    } else if let last, regex.slash < last.delimiter, last.delimiter + 1 + last.pounds == end {
      regex.bodyEnd = last.delimiter
      regex.closingPounds = last.pounds
    } else {
      regex.hasClosingSlash = false
    }
  }

  /// Reads `/…/` on one line. If it is not certain that this is a regex, a strange one is none.
  fileprivate func bareRegex(slash: Int, isCertain: Bool) -> RegexLiteral? {
    guard byte(before: slash) != "*" else { return nil }
    switch byte(at: slash + 1) {
    case "/", "*": return nil
    case " " where !isCertain, "\t" where !isCertain: return nil
    default: break
    }
    var regex = RegexLiteral(slash: slash, bodyEnd: slash + 1)
    var groupDepth = 0
    var classDepth = 0
    var lastSpace = slash
    while regex.bodyEnd < count, !bytes[regex.bodyEnd].isNewline {
      switch bytes[regex.bodyEnd] {
      case "/":
        let isCutOff = beginsComment(at: regex.bodyEnd)
        if !isCertain, isCutOff || lastSpace == regex.bodyEnd - 1 { return nil }
        regex.hasClosingSlash = !isCutOff
        return regex
      case " ": lastSpace = regex.bodyEnd
      case "(" where classDepth == 0: groupDepth += 1
      case ")" where classDepth == 0:
        if groupDepth == 0, !isCertain { return nil }
        groupDepth = max(0, groupDepth - 1)
      case "[": classDepth += 1
      case "]": classDepth = max(0, classDepth - 1)
      default: break
      }
      regex.bodyEnd = endOfRegexCharacter(at: regex.bodyEnd, isMultiLine: false)
    }
    regex.hasClosingSlash = false
    return isCertain ? regex : nil
  }
}
