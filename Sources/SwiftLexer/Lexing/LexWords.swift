// Names, keywords, tokens that are read as names (`$0`, raw identifiers, placeholders), directives.

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

  /// Reads a token that begins with `#`: a shebang, a raw string, an extended regex, a directive.
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

// Numbers. A literal that is wrong keeps the characters of a name that touch it.

extension Lexer {
  mutating func lexNumber() {
    guard source[position] == "0" else { return lexDecimal() }
    switch source.byte(at: position + 1) {
    case "x": lexHexadecimal()
    case "o", "b": emit(.integerLiteral, to: source.endOfName(from: position + 2))
    default: lexDecimal()
    }
  }

  private mutating func lexDecimal() {
    var end = source.endOfDigits(from: position + 1)
    let next = source.byte(at: end)
    guard next == "." || next | 0x20 == "e" else {
      return emit(.integerLiteral, to: source.endOfName(from: end))
    }
    if next == "." {
      // After a dot, digits are the index of a tuple's element: `x.0.1`.
      guard source.byte(at: end + 1).isDigit, previousToken?.kind != .period else {
        return emit(.integerLiteral, to: end)
      }
      end = source.endOfDigits(from: end + 1)
    }
    if source.byte(at: end) | 0x20 == "e" {
      end = source.endOfName(from: source.endOfSign(at: end + 1))
    }
    emit(.floatLiteral, to: end)
  }

  private mutating func lexHexadecimal() {
    let start = position + 2
    guard source.byte(at: start).isHexDigit else {
      // The parser looks at one byte as if it were a scalar, so U+05C0 to U+05FF do not belong.
      let isMisread = source.byte(at: start) == 0xD7
      return emit(.integerLiteral, to: isMisread ? start : source.endOfName(from: start))
    }
    let dot = source.endOfDigits(from: start, where: \.isHexDigit)
    guard source.byte(at: dot) == "." else {
      let isFloat = source.byte(at: dot) | 0x20 == "p"
      let end = source.endOfName(from: isFloat ? source.endOfSign(at: dot + 1) : dot)
      return emit(isFloat ? .floatLiteral : .integerLiteral, to: end)
    }
    guard dot + 1 == source.count || source[dot + 1].isHexDigit else {
      return emit(.integerLiteral, to: dot)
    }
    lexHexadecimalFraction(dot: dot)
  }

  private mutating func lexHexadecimalFraction(dot: Int) {
    let end = source.endOfDigits(from: dot + 1, where: \.isHexDigit)
    let next = end + 1 < source.count ? source[end + 1] : nil
    guard source.byte(at: end) | 0x20 == "p" else {
      // Without an exponent this is a number and a member, unless a digit follows after the next
      // byte: `0x1.8 0`.
      return emit(.integerLiteral, to: next?.isDigit ?? true ? end : dot)
    }
    if let next, !next.isDigit, next != "+", next != "-", !source[dot + 1].isDigit {
      // `0xff.fp` is a number and a member.
      emit(.integerLiteral, to: dot)
    } else {
      emit(.floatLiteral, to: source.endOfName(from: source.endOfSign(at: end + 1)))
    }
  }
}

extension SourceBytes {
  fileprivate func endOfDigits(
    from start: Int, where isDigit: (UInt8) -> Bool = \.isDigit
  ) -> Int {
    var end = start
    while isDigit(byte(at: end)) || byte(at: end) == "_" { end += 1 }
    return end
  }

  fileprivate func endOfSign(at offset: Int) -> Int {
    byte(at: offset) == "+" || byte(at: offset) == "-" ? offset + 1 : offset
  }
}
