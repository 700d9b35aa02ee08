// Names, keywords, and what is read as a name: `$0`, raw identifiers, placeholders.

extension Lexer {
  /// Reads a name or a keyword.
  @inline(__always)
  mutating func lexWord() {
    let start = position
    guard start + 16 <= bytes.count else { return lexLastWord() }
    let loaded = UnsafeRawPointer(bytes.baseAddress! + start).loadUnaligned(
      as: SIMD16<UInt8>.self)
    let length = nameLength(of: loaded)
    if length == 16 || !bytes[start + length].isASCII {
      emit(.identifier, to: endOfName(from: start + length))
    } else {
      let keyword = keywords.keyword(KeywordTable.Text(loaded.first(length)))
      emit(keyword == .none ? .identifier : .keyword, to: start + length, keyword: keyword)
    }
  }

  /// Reads a word so near the end of the file that no 16 bytes are left.
  private mutating func lexLastWord() {
    let end = endOfName(from: position + 1)
    var text = SIMD16<UInt8>()
    withUnsafeMutableBytes(of: &text) { $0.copyBytes(from: bytes[position..<end]) }
    let keyword = keywords.keyword(KeywordTable.Text(text))
    emit(keyword == .none ? .identifier : .keyword, to: end, keyword: keyword)
  }

  /// How many of the bytes, from the first on, may stand in a name.
  @inline(__always)
  private func nameLength(of bytes: SIMD16<UInt8>) -> Int {
    let isLetter = (bytes | .all(0x20)) &- .all("a") .< .all(26)
    let isDigit = bytes &- .all("0") .< .all(10)
    let isOther = (bytes .== .all("_")) .| (bytes .== .all("$"))
    return SIMD16<UInt8>.trueCount(isLetter .| isDigit .| isOther)
  }

  /// The offset after the characters that may follow the first one of a name.
  @inline(__always)
  func endOfName(from start: Int) -> Int {
    var end = start
    while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
    return end < bytes.count && !bytes[end].isASCII ? endOfUnicodeName(from: end) : end
  }

  @inline(__always)
  private func isNameByte(_ byte: UInt8) -> Bool {
    let byteClass = classes[Int(byte)]
    return byteClass == .word || byteClass == .digit || byteClass == .dollar
  }

  private func endOfUnicodeName(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      if bytes[end].isASCII {
        guard isNameByte(bytes[end]) else { return end }
        end += 1
      } else {
        let decoded = decodeScalar(at: end)
        guard let scalar = decoded.scalar, scalar.continuesName else { return end }
        end = decoded.end
      }
    }
    return end
  }

  /// `$0` is a closure's parameter, `$name` a name.
  mutating func lexDollarIdentifier() {
    var endOfDigits = position + 1
    while byte(at: endOfDigits).isDigit { endOfDigits += 1 }
    let end = endOfName(from: endOfDigits)
    emit(end == endOfDigits ? .dollarIdentifier : .identifier, to: end)
  }

  /// Anything between two backticks on one line is a name (SE-0451).
  mutating func lexRawIdentifier() {
    var end = position + 1
    while end < bytes.count {
      switch bytes[end] {
      case "`":
        emit(.rawIdentifier, to: end + 1)
        return
      case "\n", "\r":
        end = bytes.count
      default:
        end += 1
      }
    }
    emit(.backtick, to: position + 1)
  }

  /// Reads `<#…#>` on one line; false if `position` is at another `<`.
  mutating func lexPlaceholder() -> Bool {
    guard byte(at: position + 1) == "#" else { return false }
    var end = position + 2
    while end < bytes.count {
      switch bytes[end] {
      case "\n": return false
      case "<" where byte(at: end + 1) == "#": return false
      case "#" where byte(at: end + 1) == ">":
        emit(.placeholder, to: end + 2)
        return true
      default: end += 1
      }
    }
    return false
  }

  /// Reads what begins with `#`: a shebang, a raw string, an extended regex, a directive.
  mutating func lexPound() {
    let start = position
    if byte(before: start) == 0, byte(at: start + 1) == "!" {
      emit(.shebang, to: endOfLine(from: start))
      return
    }
    let endOfPounds = endOfPounds(from: start)
    switch byte(at: endOfPounds) {
    case "\"":
      lexString(pounds: endOfPounds - start)
    case "/":
      lexExtendedRegex(pounds: endOfPounds - start)
    default:
      var end = start + 1
      while byte(at: end).isLetterOrUnderscore { end += 1 }
      let kind = directive(from: start, to: end)
      emit(kind, to: kind == .pound ? start + 1 : end)
    }
  }

  private mutating func endOfPounds(from start: Int) -> Int {
    if !lookahead.poundRun.covers(start) {
      var end = start + 1
      while byte(at: end) == "#" { end += 1 }
      lookahead.poundRun = Search(from: start, to: end, isFound: true)
    }
    return lookahead.poundRun.to
  }

  private func directive(from start: Int, to end: Int) -> TokenKind {
    let length = end - start
    if length == 3, starts(with: "#if", at: start) { return .poundIf }
    if length == 5, starts(with: "#else", at: start) { return .poundElse }
    if length == 6, starts(with: "#endif", at: start) { return .poundEndif }
    if length == 7, starts(with: "#elseif", at: start) { return .poundElseif }
    if length == 10, starts(with: "#available", at: start) { return .poundAvailable }
    if length == 12, starts(with: "#unavailable", at: start) { return .poundUnavailable }
    if length == 15, starts(with: "#sourceLocation", at: start) { return .poundSourceLocation }
    return .pound
  }

  /// The offset after the closing curly quote, or `"`, of text on one line that a curly quote
  /// before `start` opened; `start` if there is no end, or the text could not be a string.
  mutating func endOfCurlyQuotedText(from start: Int) -> Int {
    if lookahead.openCurlyQuote.covers(start) { return start }
    var end = start
    while end < bytes.count {
      let decoded = decodeScalar(at: end)
      guard let scalar = decoded.scalar else { break }
      if scalar == "\"" || scalar == "\u{201D}" { return decoded.end }
      if scalar == "\\" {
        guard let escapeEnd = endOfEscape(from: decoded.end) else { break }
        end = escapeEnd
      } else {
        if scalar.value < 0x20 || scalar.value == 0x7F { break }
        end = decoded.end
      }
    }
    lookahead.openCurlyQuote = Search(from: start, to: end, isFound: false)
    return start
  }

  /// The offset after the escape sequence whose `\` lies before `start`; nil if it is no valid one.
  private func endOfEscape(from start: Int) -> Int? {
    switch byte(at: start) {
    case "0", "n", "r", "t", "\"", "'", "\\": return start + 1
    case "u" where byte(at: start + 1) == "{": break
    default: return nil
    }
    var end = start + 2
    var value: UInt64 = 0
    while let digit = Character(Unicode.Scalar(byte(at: end))).hexDigitValue, end < start + 10 {
      value = value << 4 | UInt64(digit)
      end += 1
    }
    let isScalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) != nil
    return start + 2 < end && byte(at: end) == "}" && isScalar ? end + 1 : nil
  }
}
