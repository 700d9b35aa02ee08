// Plain, quoted and literal scalars. Plain and quoted ones end on the line they begin on: folding
// several lines into one is left to nobody's memory.

extension YAMLParser {
  /// Reads a plain or quoted scalar. After it the position is at its end; what may follow is the
  /// caller's to check.
  mutating func parseScalar(inFlow: Bool) throws(YAMLMistake) -> YAMLScalar {
    switch peek() {
    case .some("a"..."z"), .some("A"..."Z"): return try parsePlain(inFlow: inFlow)
    case "'": return try parseSingleQuoted()
    case "\"": return try parseDoubleQuoted()
    default:
      if let mistake = reservedStart(inFlow: inFlow) { throw mistake }
      return try parsePlain(inFlow: inFlow)
    }
  }

  /// Why no plain scalar begins here; nil if one does.
  func reservedStart(inFlow: Bool) -> YAMLMistake? {
    guard let first = peek() else { return nil }
    let meaning: String
    switch first {
    case "&": meaning = "begins an anchor in YAML; quote it"
    case "*": meaning = "begins an alias in YAML; quote it"
    case "!": meaning = "begins a tag in YAML; quote it"
    case "%": meaning = "begins a directive in YAML; quote it"
    case "@", "`": meaning = "is reserved in YAML; quote it"
    case ">": meaning = "begins folded text in YAML; quote it, or use '|' for several lines"
    case "|": meaning = "begins a block of text in YAML; quote it"
    case "?": meaning = "begins a key in YAML; quote it"
    case ":": meaning = "ends a key in YAML; quote it"
    case ",", "[", "]", "{", "}": meaning = "is punctuation in YAML; quote it"
    case "-" where isBlankOrLineEnd(1) || inFlow && isFlowIndicator(1):
      meaning = "begins a list entry in YAML; quote it"
    default: return nil
    }
    return YAMLMistake("'\(first)' \(meaning)", at: position)
  }

  /// One of the characters that end a plain scalar in a flow collection.
  func isFlowIndicator(_ distance: Int) -> Bool {
    switch peek(distance) {
    case ",", "[", "]", "{", "}": true
    default: false
    }
  }

  private mutating func parsePlain(inFlow: Bool) throws(YAMLMistake) -> YAMLScalar {
    let start = position
    scanning: while true {
      skipText(inFlow: inFlow)
      switch peek() {
      case nil, "\n", "\r":
        break scanning
      case "\t":
        throw YAMLMistake(Self.tabMessage, at: position)
      case "#" where start < position && bytes[position - 1] == UInt8(ascii: " "):
        break scanning
      case ":" where isBlankOrLineEnd(1) || inFlow && isFlowIndicator(1):
        break scanning
      case "?" where inFlow:
        report(YAMLMistake("'?' does not stand in plain text in brackets; quote it", at: position))
        position += 1
      case _ where inFlow && isFlowIndicator(0):
        break scanning
      default:
        position += 1
      }
    }
    while start < position, bytes[position - 1] == UInt8(ascii: " ") { position -= 1 }
    let text = start..<position
    return YAMLScalar(text: text, style: .plain, range: text, isVerbatim: true)
  }

  /// Goes to the next byte that may mean something to YAML in a plain scalar.
  ///
  /// For speed alone, as half of a rule file is such text, it looks at eight bytes at a time
  /// outside brackets: all that means something there is a control character, `#` or `:`. The same
  /// bits in a byte beyond ASCII stop it too, and the caller goes on.
  private mutating func skipText(inFlow: Bool) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let lowBits = 0x7F * ones
    let source = UnsafeRawBufferPointer(bytes)
    while !inFlow, position + 8 <= end {
      let word = source.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      // Of each, a byte's highest bit is clear where it is one.
      let isNoControl = (word | ~lowBits) &- 0x20 * ones
      let isNoHash = ((word ^ UInt64(UInt8(ascii: "#")) * ones) & lowBits) &+ lowBits
      let isNoColon = ((word ^ UInt64(UInt8(ascii: ":")) * ones) & lowBits) &+ lowBits
      let marks = ~(isNoControl & isNoHash & isNoColon) & ~lowBits
      guard marks == 0 else {
        position += marks.trailingZeroBitCount / 8
        return
      }
      position += 8
    }
    skip(while: isText)
  }

  private mutating func parseSingleQuoted() throws(YAMLMistake) -> YAMLScalar {
    let start = position
    let text = texts.count
    var pieceStart = start + 1
    position += 1
    while true {
      skip { $0 != UInt8(ascii: "'") && !isLineBreak($0) }
      guard peek() == "'" else { throw YAMLMistake(Self.unclosedQuoteMessage, at: start) }
      if peek(1) != "'" {
        return quoted(.singleQuoted, from: start, text: text, lastPiece: pieceStart)
      }
      texts.append(bytes[pieceStart...position])
      position += 2
      pieceStart = position
    }
  }

  private mutating func parseDoubleQuoted() throws(YAMLMistake) -> YAMLScalar {
    let start = position
    let text = texts.count
    var pieceStart = start + 1
    position += 1
    while true {
      skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && !isLineBreak($0) }
      switch peek() {
      case "\"":
        return quoted(.doubleQuoted, from: start, text: text, lastPiece: pieceStart)
      case "\\":
        texts.append(bytes[pieceStart..<position])
        for byte in UTF8.encode(try parseEscape(in: start))! { texts.append(byte) }
        pieceStart = position
      default:
        throw YAMLMistake(Self.unclosedQuoteMessage, at: start)
      }
    }
  }

  /// Ends a quoted scalar at its closing quote.
  /// - Parameters:
  ///   - text: where `texts` has what the scalar holds up to its last escape.
  ///   - pieceStart: where the rest begins.
  private mutating func quoted(
    _ style: YAMLScalar.Style, from start: Int, text: Int, lastPiece pieceStart: Int
  ) -> YAMLScalar {
    let rest = pieceStart..<position
    position += 1
    let isVerbatim = pieceStart == start + 1
    if !isVerbatim { texts.append(bytes[rest]) }
    return YAMLScalar(
      text: isVerbatim ? rest : text..<texts.count, style: style, range: start..<position,
      isVerbatim: isVerbatim)
  }

  /// Reads an escape of a double-quoted scalar, its `\` included.
  private mutating func parseEscape(in quote: Int) throws(YAMLMistake) -> Unicode.Scalar {
    let start = position
    guard !isLineEnd(1) else { throw YAMLMistake(Self.unclosedQuoteMessage, at: quote) }
    let name = unicodeScalar(at: start + 1, in: bytes) ?? "\u{FFFD}"
    if let scalar = Self.escapes[name] {
      position += 2
      return scalar
    }
    guard let count = Self.hexadecimalEscapes[name] else {
      throw YAMLMistake(
        "'\\\(name)' is no escape in double quotes; write '\\\\', or use single quotes", at: start)
    }
    let digits = bytes[(start + 2)...].prefix(count)
    guard digits.count == count,
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      digits.first != UInt8(ascii: "+")
    else {
      throw YAMLMistake("expected \(count) hexadecimal digits after '\\\(name)'", at: start)
    }
    position += 2 + count
    guard let scalar = Unicode.Scalar(value) else {
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      throw YAMLMistake("'\(text)' is no character", at: start..<position)
    }
    return scalar
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "\u{0}", "a": "\u{7}", "b": "\u{8}", "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}",
    "r": "\r", "e": "\u{1B}", " ": " ", "\"": "\"", "\\": "\\", "/": "/", "N": "\u{85}",
    "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
  ]

  /// How many digits follow.
  private static let hexadecimalEscapes: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]
}

// MARK: - Literal scalars

extension YAMLParser {
  /// Reads a `|` and the lines below it that are deeper than the block collection around.
  mutating func parseLiteral() throws(YAMLMistake) -> YAMLNode {
    let start = position
    position += 1
    if peek() == "-" || peek() == "+" { position += 1 }
    guard isBlankOrLineEnd(0) else {
      throw YAMLMistake("a block of text begins with '|', '|-' or '|+' alone", at: start)
    }
    skipSpaces()
    if peek() == "#" { skipToLineEnd() }
    guard isLineEnd() else {
      throw YAMLMistake("a block of text begins on the line below its '|'", at: position)
    }
    skipLineBreak()
    try skipLeadingBlankLines(start)
    let lines = passLiteralLines()
    let scalar = YAMLScalar(
      text: lines, style: .literal, range: start..<position, isVerbatim: false)
    advanceToContent()
    return .scalar(scalar)
  }

  /// Goes to the first character of the text, whose column is the indentation of all of it.
  private mutating func skipLeadingBlankLines(_ start: Int) throws(YAMLMistake) {
    var deepest = 0
    while true {
      skipSpaces()
      guard !isAtEnd, isLineEnd() else { break }
      deepest = max(deepest, column)
      skipLineBreak()
    }
    guard !isAtEnd, max(blockColumn, 0) < column else {
      throw YAMLMistake("expected indented text below the '|'", at: start)
    }
    guard peek() != "\t" else { throw YAMLMistake(Self.tabIndentationMessage, at: position) }
    guard deepest <= column else {
      throw YAMLMistake(
        "a blank line above the text is indented deeper than the text; empty it", at: start)
    }
  }

  /// Passes the lines from the position on, and the line breaks after the last one.
  /// - Returns: the lines.
  private mutating func passLiteralLines() -> Range<Int> {
    let (start, indentation) = (position, column)
    var end = start
    while !isAtEnd, column == indentation {
      skipToLineEnd()
      end = position
      while !isAtEnd, isLineEnd() {
        skipLineBreak()
        while column < indentation, peek() == " " { position += 1 }
      }
    }
    return start..<end
  }
}

/// Whether the byte means nothing to YAML inside a plain scalar; a look at a bit.
@inline(__always)
private func isText(_ byte: UInt8) -> Bool {
  // A tab, the line breaks, `#`, `,`, `:` and `?`.
  let low: UInt64 = 1 << 9 | 1 << 10 | 1 << 13 | 1 << 35 | 1 << 44 | 1 << 58 | 1 << 63
  // `[`, `]`, `{` and `}`, of the bytes from 64 on.
  let high: UInt64 = 1 << 27 | 1 << 29 | 1 << 59 | 1 << 61
  let bits = byte < 64 ? low : byte < 128 ? high : 0
  return bits &>> UInt64(byte & 63) & 1 == 0
}
