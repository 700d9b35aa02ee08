// String literals. Their text is no token, but code in their interpolations is.

/// The beginning of a string that is open.
struct StringDelimiter {
  /// `'…'` is no string in Swift, but the parser knows it to tell what to write instead.
  enum Quote { case single, double, triple }

  var quote: Quote
  /// The number of `#` before the opening quote.
  var pounds: Int
  /// The number of parentheses open in the interpolation, without its own.
  var openParens = 0
}

extension Lexer {
  /// Reads a string literal, up to its first interpolation or its end. `position` is at the first
  /// of `pounds` `#`s before the quote.
  mutating func lexString(pounds: Int) {
    if 0 < pounds { emit(.stringPounds, to: position + pounds) }
    let isTriple =
      source.isTripleQuote(at: position) && (pounds == 0 || !closesOnLine(pounds: pounds))
    let quote: StringDelimiter.Quote =
      source[position] == "'" ? .single : isTriple ? .triple : .double
    emit(.openQuote, to: position + (isTriple ? 3 : 1))
    lexStringText(StringDelimiter(quote: quote, pounds: pounds))
  }

  /// Whether the `"""` at `position`, with `#`s before it, begins a string of one line: `#"""#`.
  private mutating func closesOnLine(pounds: Int) -> Bool {
    if lookahead.quotes.end <= position {
      let line = position..<source.endOfLine(from: position)
      lookahead.quotes.restart(from: line.upperBound)
      for offset in line where source[offset] == "\"" {
        let pounds = source.countPounds(from: offset + 1)
        lookahead.quotes.append(delimiterAt: offset, pounds: pounds)
      }
    }
    return pounds <= lookahead.quotes.longest(from: position + 2)
  }

  /// Reads the text of `string` from `position` to its closing quote, to an interpolation, or to
  /// where the literal is cut off.
  mutating func lexStringText(_ string: StringDelimiter) {
    // A newline ends all but `"""…"""`.
    let isTriple = string.quote == .triple
    let quote = string.quote == .single ? SIMD16.all("'") : .all("\"")
    let newline = isTriple ? quote : .all("\n")
    let carriageReturn = isTriple ? quote : .all("\r")
    while true {
      position = source.end(from: position) {
        ($0 .!= quote) .& ($0 .!= .all("\\")) .& ($0 .!= newline) .& ($0 .!= carriageReturn)
      }
      guard position < source.count else { return }
      switch source[position] {
      case "\\":
        // An escape may have one `#` too many; the parser takes it nevertheless.
        let limit = string.pounds == 0 ? 0 : string.pounds + 1
        let pounds = source.countPounds(from: position + 1, limit: limit)
        if pounds < string.pounds {
          position += 1
        } else if source.byte(at: position + 1 + pounds) == "(" {
          return beginInterpolation(of: string, pounds: pounds)
        } else {
          position += 1 + pounds
          if source.isQuoteOrBackslash(at: position) { position += 1 }
        }
      case "\n", "\r":
        return
      default:
        if lexClosingQuote(of: string) { return }
        position += 1
      }
    }
  }

  /// Reads the quote at `position` with the `#`s that follow; false if it is part of the text.
  private mutating func lexClosingQuote(of string: StringDelimiter) -> Bool {
    if string.quote == .triple, !source.isTripleQuote(at: position) { return false }
    let end = position + (string.quote == .triple ? 3 : 1)
    guard source.countPounds(from: end, limit: string.pounds) == string.pounds else { return false }
    emit(.closeQuote, to: end)
    if 0 < string.pounds { emit(.stringPounds, to: end + source.countPounds(from: end)) }
    return true
  }

  private mutating func beginInterpolation(of string: StringDelimiter, pounds: Int) {
    emit(.interpolationBackslash, to: position + 1)
    if 0 < pounds { emit(.stringPounds, to: position + pounds) }
    emit(.leftParen, to: position + 1)
    interpolatedStrings.append(StringDelimiter(quote: string.quote, pounds: string.pounds))
  }

  /// Reads a parenthesis, and the rest of the string if it ends an interpolation.
  @inline(__always)
  mutating func lexParen(_ kind: TokenKind, opening change: Int) {
    let isCounted = !interpolatedStrings.isEmpty && !followsTryMark
    emit(kind, to: position + 1)
    guard isCounted else { return }
    interpolatedStrings[interpolatedStrings.count - 1].openParens += change
    if let string = interpolatedStrings.last, string.openParens < 0 {
      interpolatedStrings.removeLast()
      lexStringText(string)
    }
  }

  /// A newline in an interpolation ends it, and the string around it, unless that has `"""`.
  mutating func breakStringsAtNewline() {
    if followsTryMark { return }
    while let string = interpolatedStrings.last, string.quote != .triple {
      interpolatedStrings.removeLast()
      interruption = (tokenCount, .brokenString)
    }
  }

  /// Whether the last token is the mark of `try?` or `try!`. The parser's lexer treats the token
  /// after it in its own way: parentheses do not count, nor do newlines before it.
  var followsTryMark: Bool {
    guard let mark = lastToken()?.kind, lastToken(2)?.keyword == .try,
      mark == .exclamationMark || mark == .postfixQuestionMark
    else { return false }
    let lastInterruption = interruption.tokenCount + (interruption.cause == .conflictOnLine ? 0 : 1)
    return lastInterruption < tokenCount
  }
}

extension SourceBytes {
  fileprivate func isQuoteOrBackslash(at offset: Int) -> Bool {
    byte(at: offset) == "\"" || byte(at: offset) == "'" || byte(at: offset) == "\\"
  }

  fileprivate func isTripleQuote(at offset: Int) -> Bool {
    bytes[offset] == "\"" && byte(at: offset + 1) == "\"" && byte(at: offset + 2) == "\""
  }
}
