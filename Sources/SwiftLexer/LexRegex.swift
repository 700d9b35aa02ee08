// Regex literals: `/…/` (SE-0354), told from operators by what is around them, and `#/…/#`.

/// A regex literal, from `#`s or slash to `#`s or slash.
struct RegexLiteral {
  var openingPounds = 0
  /// Offset of the opening slash.
  var slash: Int
  var bodyEnd: Int
  /// False if the literal is cut off.
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
    guard !isLeftBound(position) else { return nil }
    let previous = previousToken
    if previous?.keyword == .func || previous?.keyword == .operator { return nil }
    let isRightBound = isRightBound(runEnd, isLeftBound: false)
    guard !isRightBound else { return bareRegex(slash: slash, isCertain: false) }
    // Blanks on both sides make it an infix operator, or one that is passed as an argument, unless
    // an expression must follow here.
    if followsTryMark { return bareRegex(slash: slash, isCertain: true) }
    guard mayBeginExpression(after: previous) else { return nil }
    switch previous?.kind {
    case .leftParen, .leftSquare, .comma, .colon: return bareRegex(slash: slash, isCertain: false)
    default: return bareRegex(slash: slash, isCertain: true)
    }
  }

  private func mayBeginExpression(after previous: Token?) -> Bool {
    guard let previous else { return output.tokens.isEmpty }
    switch previous.kind {
    case .leftBrace, .leftParen, .leftSquare, .semicolon, .comma, .colon, .infixQuestionMark,
      .prefixOperator, .prefixAmpersand, .binaryOperator, .equal,
      .poundIf, .poundElse, .poundElseif, .poundEndif, .unknown:
      return true
    case .keyword:
      switch previous.keyword {
      case .true, .false, .nil, .self, .Self, .super, .Any: return false
      default: return true
      }
    default:
      return false
    }
  }

  /// Reads `/…/` on one line. If it is not certain that this is a regex, what would be a strange
  /// one is none.
  private func bareRegex(slash: Int, isCertain: Bool) -> RegexLiteral? {
    guard byte(before: slash) != "*" else { return nil }
    switch byte(at: slash + 1) {
    case "/", "*": return nil
    case " " where !isCertain, "\t" where !isCertain: return nil
    default: break
    }
    var regex = RegexLiteral(slash: slash, bodyEnd: slash + 1)
    var groupDepth = 0
    var classDepth = 0
    var endsInSpace = false
    while regex.bodyEnd < bytes.count {
      let byte = bytes[regex.bodyEnd]
      switch byte {
      case "/":
        let next = self.byte(at: regex.bodyEnd + 1)
        let touchesComment = next == "/" || next == "*"
        if !isCertain, touchesComment || endsInSpace { return nil }
        regex.hasClosingSlash = !touchesComment
        return regex
      case "(" where classDepth == 0: groupDepth += 1
      case ")" where classDepth == 0:
        if groupDepth == 0, !isCertain { return nil }
        groupDepth = max(0, groupDepth - 1)
      case "[": classDepth += 1
      case "]": classDepth = max(0, classDepth - 1)
      case "\n", "\r": return isCertain ? cutOff(regex) : nil
      case "\\": regex.bodyEnd = endOfRegexEscape(from: regex.bodyEnd) - 1
      default: break
      }
      endsInSpace = byte == " "
      regex.bodyEnd += 1
    }
    return isCertain ? cutOff(regex) : nil
  }

  private func cutOff(_ regex: RegexLiteral) -> RegexLiteral {
    var regex = regex
    regex.hasClosingSlash = false
    return regex
  }

  /// The offset after a `\` and the byte it escapes, on the same line.
  private func endOfRegexEscape(from start: Int) -> Int {
    switch byte(at: start + 1) {
    case "\n", "\r": start + 1
    default: min(start + 2, bytes.count)
    }
  }

  /// Reads `#/…/#`. `position` is at the first of the `#`s before the slash.
  mutating func lexExtendedRegex(pounds: Int) {
    let slash = position + pounds
    var bodyStart = slash + 1
    while byte(at: bodyStart) == " " || byte(at: bodyStart) == "\t" { bodyStart += 1 }
    let isMultiLine = byte(at: bodyStart) == "\n" || byte(at: bodyStart) == "\r"
    var regex =
      isMultiLine
      ? multiLineRegex(slash: slash, newline: bodyStart, pounds: pounds)
      : singleLineRegex(slash: slash, pounds: pounds)
    regex.openingPounds = pounds
    emit(regex)
  }

  private func singleLineRegex(slash: Int, pounds: Int) -> RegexLiteral {
    var regex = RegexLiteral(slash: slash, bodyEnd: slash + 1)
    var lastSlash: Int?
    while regex.bodyEnd < bytes.count {
      switch bytes[regex.bodyEnd] {
      case "/":
        regex.closingPounds = countPounds(from: regex.bodyEnd + 1)
        if pounds <= regex.closingPounds { return regex }
        lastSlash = regex.bodyEnd
        regex.bodyEnd += 1
      case "\\":
        regex.bodyEnd = endOfRegexEscape(from: regex.bodyEnd)
      case "\n", "\r":
        return recovered(regex, lastSlash: lastSlash)
      default:
        regex.bodyEnd += 1
      }
    }
    return recovered(regex, lastSlash: lastSlash)
  }

  /// A literal that is cut off at its `bodyEnd`, but whose last characters look like its end.
  private func recovered(_ regex: RegexLiteral, lastSlash: Int?) -> RegexLiteral {
    var regex = regex
    let end = regex.bodyEnd
    regex.closingPounds = 0
    if regex.slash + 1 < end, bytes[end - 1] == "/" {
      regex.bodyEnd = end - 1
    } else if let lastSlash, lastSlash + 1 + countPounds(from: lastSlash + 1) == end {
      regex.bodyEnd = lastSlash
      regex.closingPounds = end - lastSlash - 1
    } else {
      regex.hasClosingSlash = false
    }
    return regex
  }

  /// Reads a regex literal whose pattern begins on a new line, from the newline on. Without an end
  /// it is only the line of its opening slash.
  private mutating func multiLineRegex(slash: Int, newline: Int, pounds: Int) -> RegexLiteral {
    var regex = RegexLiteral(slash: slash, bodyEnd: newline, hasClosingSlash: false)
    if lookahead.slashes.covers(newline), lookahead.slashes.longest(from: newline) ?? 0 < pounds {
      return regex
    }
    var slashes = PoundRuns(from: newline)
    while slashes.to < bytes.count {
      switch bytes[slashes.to] {
      case "/":
        let closingPounds = countPounds(from: slashes.to + 1)
        if pounds <= closingPounds {
          regex.bodyEnd = slashes.to
          regex.hasClosingSlash = true
          regex.closingPounds = closingPounds
          return regex
        }
        slashes.append(delimiterAt: slashes.to, pounds: closingPounds)
        slashes.to += 1
      case "\\":
        slashes.to += 2
      default:
        slashes.to += 1
      }
    }
    lookahead.slashes = slashes
    return regex
  }
}
