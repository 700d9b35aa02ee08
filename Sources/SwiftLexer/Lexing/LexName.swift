// Names, keywords, what is read as a name (`$0`, raw identifiers, placeholders), and directives.

extension Lexer {
  /// Reads a name or a keyword.
  mutating func lexWord() {
    let bytes = source.vector(at: position)
    let length = bytes.isName.trueCount
    var end = position + length
    if length == 16 || !source.byte(at: end).isASCII { end = source.endOfName(from: end) }
    let isWhole = end == position + length
    guard isWhole else { return emit(.identifier, to: end) }
    let (word, hash) = keywords.word(in: bytes, length: length)
    emit(
      word.keyword == .none ? .identifier : .keyword, to: end, keyword: word.keyword,
      isMarked: SoughtWords.mark(of: hash, in: sought) == 1)
  }

  /// `$0` is a closure's parameter, `$name` a name.
  mutating func lexDollarIdentifier() {
    var endOfDigits = position + 1
    while source.byte(at: endOfDigits).isDigit { endOfDigits += 1 }
    let end = source.endOfName(from: endOfDigits)
    emit(end == endOfDigits ? .dollarIdentifier : .identifier, to: end)
  }

  /// Anything between two backticks on one line is a name (SE-0451).
  mutating func lexRawIdentifier() {
    let end = source.endOfBackticks(from: position + 1)
    let isClosed = source.byte(at: end) == "`"
    emit(isClosed ? .rawIdentifier : .backtick, to: isClosed ? end + 1 : position + 1)
  }

  /// Reads `<#…#>` on one line; false if `position` is at another `<`.
  mutating func lexPlaceholder() -> Bool {
    guard source.byte(at: position + 1) == "#" else { return false }
    let end = (position + 2..<source.count).first { offset in
      source[offset] == "\n" || source.starts(with: "<#", at: offset)
        || source.starts(with: "#>", at: offset)
    }
    guard let end, source[end] == "#" else { return false }
    emit(.placeholder, to: end + 2)
    return true
  }

  /// Reads what begins with `#`: a shebang, a raw string, an extended regex, a directive.
  mutating func lexPound() {
    if source.byte(before: position) == 0, source.byte(at: position + 1) == "!" {
      return emit(.shebang, to: source.endOfLine(from: position))
    }
    if lookahead.endOfPounds <= position {
      lookahead.endOfPounds = position + source.countPounds(from: position)
    }
    let pounds = lookahead.endOfPounds - position
    switch source.byte(at: lookahead.endOfPounds) {
    case "\"": lexString(pounds: pounds)
    case "/": lexExtendedRegex(pounds: pounds)
    default: lexDirective()
    }
  }

  private mutating func lexDirective() {
    var end = position + 1
    while source.byte(at: end).isLetterOrUnderscore { end += 1 }
    let (text, kind): (StaticString, TokenKind) =
      switch end - position {
      case 3: ("#if", .poundIf)
      case 5: ("#else", .poundElse)
      case 6: ("#endif", .poundEndif)
      case 7: ("#elseif", .poundElseif)
      case 10: ("#available", .poundAvailable)
      case 12: ("#unavailable", .poundUnavailable)
      case 15: ("#sourceLocation", .poundSourceLocation)
      default: ("#", .pound)
      }
    let isDirective = kind != .pound && source.starts(with: text, at: position)
    emit(isDirective ? kind : .pound, to: isDirective ? end : position + 1)
  }
}

extension SourceBytes {
  /// The offset of the next backtick, or of the end of the line.
  func endOfBackticks(from start: Int) -> Int {
    end(from: start) { ($0 .!= .all("`")) .& ($0 .!= .all("\n")) .& ($0 .!= .all("\r")) }
  }
}
