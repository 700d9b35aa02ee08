// String literals. Their text is no token; what it holds in interpolations is.

/// How a string that is open began.
struct StringDelimiter {
  enum Quote {
    case double, triple
    /// `'…'`, which the parser knows only to tell what to write instead.
    case single
  }

  var quote: Quote
  /// How many `#` stand before the opening quote.
  var pounds: Int
  /// Parentheses open in the interpolation, without its own.
  var openParens = 0
}

extension Lexer {
  /// Reads a string literal, up to its first interpolation or its end. `position` is at the first
  /// of `pounds` `#`s before the quote.
  mutating func lexString(pounds: Int) {
    if 0 < pounds { emit(.stringPounds, to: position + pounds) }
    var string = StringDelimiter(quote: .double, pounds: pounds)
    if bytes[position] == "'" {
      string.quote = .single
    } else if isAtTripleQuote(position), !closesOnItsLine(position, pounds: pounds) {
      string.quote = .triple
    }
    emit(.openQuote, to: position + (string.quote == .triple ? 3 : 1))
    lexStringText(string)
  }

  private func isAtTripleQuote(_ offset: Int) -> Bool {
    bytes[offset] == "\"" && byte(at: offset + 1) == "\"" && byte(at: offset + 2) == "\""
  }

  /// Whether the `"""` at `start`, with `#`s before it, begins a string of one line, e.g. `#"""#`.
  private mutating func closesOnItsLine(_ start: Int, pounds: Int) -> Bool {
    guard 0 < pounds else { return false }
    if !lookahead.quotes.covers(start) { lookahead.quotes = quotesOfLine(from: start) }
    return pounds <= lookahead.quotes.longest(from: start + 2) ?? 0
  }

  private func quotesOfLine(from start: Int) -> PoundRuns {
    var quotes = PoundRuns(from: start)
    while quotes.to < bytes.count, bytes[quotes.to] != "\n", bytes[quotes.to] != "\r" {
      if bytes[quotes.to] == "\"" {
        let pounds = countPounds(from: quotes.to + 1)
        quotes.append(delimiterAt: quotes.to, pounds: pounds)
        quotes.to += pounds
      }
      quotes.to += 1
    }
    return quotes
  }

  func countPounds(from start: Int, limit: Int = .max) -> Int {
    var count = 0
    while count < limit, byte(at: start + count) == "#" { count += 1 }
    return count
  }

  /// Reads the text of `string` from `position` to its closing quote, to an interpolation, or to
  /// where the literal is cut off.
  mutating func lexStringText(_ string: StringDelimiter) {
    var offset = position
    while offset < bytes.count {
      switch bytes[offset] {
      case "\"" where string.quote != .single, "'" where string.quote == .single:
        if lexClosingQuote(of: string, at: offset) { return }
        offset += 1
      case "\\":
        // An escape may have one `#` too many; the parser takes it nevertheless.
        let pounds = countPounds(
          from: offset + 1, limit: string.pounds == 0 ? 0 : string.pounds + 1)
        let escaped = offset + 1 + pounds
        if pounds < string.pounds {
          offset += 1
        } else if byte(at: escaped) == "(" {
          position = offset
          beginInterpolation(of: string, pounds: pounds)
          return
        } else {
          offset = escaped + (isQuoteOrBackslash(byte(at: escaped)) ? 1 : 0)
        }
      case "\n" where string.quote != .triple, "\r" where string.quote != .triple:
        position = offset
        return
      default:
        offset += 1
      }
    }
    position = offset
  }

  private func isQuoteOrBackslash(_ byte: UInt8) -> Bool {
    byte == "\"" || byte == "'" || byte == "\\"
  }

  /// Reads the quote at `offset` with the `#`s that follow; false if it is part of the text.
  private mutating func lexClosingQuote(of string: StringDelimiter, at offset: Int) -> Bool {
    var length = 1
    if string.quote == .triple {
      guard isAtTripleQuote(offset) else { return false }
      length = 3
    }
    if 0 < string.pounds {
      guard countPounds(from: offset + length, limit: string.pounds) == string.pounds else {
        return false
      }
    }
    position = offset
    emit(.closeQuote, to: offset + length)
    if 0 < string.pounds {
      emit(.stringPounds, to: position + countPounds(from: position))
    }
    return true
  }

  private mutating func beginInterpolation(of string: StringDelimiter, pounds: Int) {
    isAtLineStart = false
    emit(.interpolationBackslash, to: position + 1)
    if 0 < pounds { emit(.stringPounds, to: position + pounds) }
    emit(.leftParen, to: position + 1)
    var string = string
    string.openParens = 0
    interpolatedStrings.append(string)
  }

  mutating func lexLeftParen() {
    if !interpolatedStrings.isEmpty, !followsTryMark {
      interpolatedStrings[interpolatedStrings.count - 1].openParens += 1
    }
    emit(.leftParen, to: position + 1)
  }

  /// Reads a `)`, and what follows of the string if it ends an interpolation.
  mutating func lexRightParen() {
    let isCounted = !interpolatedStrings.isEmpty && !followsTryMark
    emit(.rightParen, to: position + 1)
    guard isCounted else { return }
    let string = interpolatedStrings[interpolatedStrings.count - 1]
    if string.openParens == 0 {
      interpolatedStrings.removeLast()
      lexStringText(string)
    } else {
      interpolatedStrings[interpolatedStrings.count - 1].openParens -= 1
    }
  }

  /// A newline in an interpolation ends it, and the string around it, unless that has `"""`.
  mutating func breakStringsAtNewline() {
    guard !followsTryMark else { return }
    while let string = interpolatedStrings.last, string.quote != .triple {
      interpolatedStrings.removeLast()
      tokenCountAtBrokenString = output.tokens.count
    }
  }

  /// Whether the last token is the mark of `try?` or `try!`. The parser's lexer treats the token
  /// after it in its own way: parentheses do not count, nor do newlines before it.
  var followsTryMark: Bool {
    let tokens = output.tokens
    guard 2 <= tokens.count, tokens[tokens.count - 2].keyword == .try else { return false }
    switch tokens[tokens.count - 1].kind {
    case .exclamationMark, .postfixQuestionMark:
      return tokenCountAtBrokenString != tokens.count - 1
    default:
      return false
    }
  }
}
