// Plain, quoted and literal scalars. Plain and quoted ones end on the line they begin on: nobody
// has to remember how lines are folded into one.

extension YAMLParser {
  /// Reads a plain or quoted scalar. After it the position is at its end; the caller checks what
  /// follows.
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
    case "&": meaning = "begins an anchor in YAML; write the value out"
    case "*": meaning = "begins an alias in YAML; quote a glob, or write the value out"
    case "!": meaning = "begins a tag in YAML; write the value out"
    case "%": meaning = "begins a directive in YAML; quote it"
    case "@", "`": meaning = "is reserved in YAML; quote it"
    case ">": meaning = "begins folded text in YAML; quote it, or use '|' for several lines"
    case "|": meaning = "begins a block of text in YAML; quote it"
    case "?": meaning = "begins a key in YAML; quote it"
    case ":": meaning = "ends a key in YAML; quote it"
    case ",", "[", "]", "{", "}": meaning = "is punctuation in YAML; quote it"
    case "-" where isBlankOrLineEnd(1) || inFlow && isFlowIndicator(1):
      meaning = "begins a list entry in YAML; quote it"
    default:
      guard !first.isASCII, let quote = unicodeScalar(at: position, in: bytes),
        "“”„‟‘’‚‛«»".unicodeScalars.contains(quote)
      else { return nil }
      return YAMLMistake("'\(quote)' is no quote in YAML; write straight quotes", at: position)
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
      skip(while: isText)
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
        report(YAMLMistake("'?' is not allowed in plain text in brackets; quote it", at: position))
        position += 1
      case _ where inFlow && isFlowIndicator(0):
        break scanning
      default:
        position += 1
      }
    }
    while start < position, bytes[position - 1] == UInt8(ascii: " ") { position -= 1 }
    let text = start..<position
    let scalar = YAMLScalar(text: text, style: .plain, range: text, isVerbatim: true)
    if !isChecked, ["null", "Null", "NULL", "~"].contains(self.text(of: scalar)) {
      throw YAMLMistake(
        "'\(self.text(of: scalar))' is no value in YAML; leave the key out, or quote the text",
        at: text)
    }
    return scalar
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
      texts += bytes[pieceStart...position]
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
        texts += bytes[pieceStart..<position]
        texts.append(try parseEscape(in: start))
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
    if !isVerbatim { texts += bytes[rest] }
    return YAMLScalar(
      text: isVerbatim ? rest : text..<texts.count, style: style, range: start..<position,
      isVerbatim: isVerbatim)
  }

  /// Reads an escape of a double-quoted scalar, its `\` included.
  private mutating func parseEscape(in quote: Int) throws(YAMLMistake) -> UInt8 {
    guard !isLineEnd(1) else { throw YAMLMistake(Self.unclosedQuoteMessage, at: quote) }
    let byte: UInt8
    switch peek(1) {
    case "n": byte = UInt8(ascii: "\n")
    case "t": byte = UInt8(ascii: "\t")
    case "\"", "\\", "/": byte = bytes[position + 1]
    default:
      let name = unicodeScalar(at: position + 1, in: bytes) ?? "\u{FFFD}"
      throw YAMLMistake(
        "'\\\(name)' is no escape here; write the character, or '\\\\' for a backslash",
        at: position)
    }
    position += 2
    return byte
  }

  // MARK: - Literal scalars

  /// Reads a `|` and the lines below it that are deeper than the block collection around.
  mutating func parseLiteral() throws(YAMLMistake) -> YAMLNode {
    let start = position
    position += 1
    if peek() == "-" || peek() == "+" { position += 1 }
    guard isBlankOrLineEnd(0) else {
      throw YAMLMistake("write '|', '|-' or '|+' alone before a block of text", at: start)
    }
    skipSpaces()
    if peek() == "#" { skipToLineEnd() }
    guard isLineEnd() else {
      throw YAMLMistake("begin a block of text on the line below its '|'", at: position)
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

/// The characters of a document that YAML refuses or that its readers disagree on: the first of
/// each line.
func characterMistakes(_ bytes: UnsafeBufferPointer<UInt8>) -> [YAMLMistake] {
  var mistakes: [YAMLMistake] = []
  var offset = startOfText(bytes)
  while offset < bytes.count {
    // As nearly all are.
    if bytes[offset] &- 0x20 < 0x5F || bytes[offset] == UInt8(ascii: "\n") {
      offset += 1
      continue
    }
    let scalar = unicodeScalar(at: offset, in: bytes)
    let end = offset + (scalar.map(UTF8.width) ?? 1)
    let message = characterMistake(scalar)
    if let message { mistakes.append(YAMLMistake(message, at: offset..<end)) }
    offset = message == nil ? end : bytes.endOfLine(from: end)
  }
  return mistakes
}

/// Where a document begins: after a byte order mark, if there is one.
func startOfText(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
  bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0
}

/// Why a character cannot stand anywhere in a document, not even in quotes; nil if it can.
/// - Parameter scalar: nil for a byte that is not UTF-8.
private func characterMistake(_ scalar: Unicode.Scalar?) -> String? {
  guard let scalar else { return "invalid UTF-8" }
  switch scalar {
  case "\u{9}", "\u{A}", "\u{D}", "\u{20}"..."\u{7E}":
    return nil
  case "\u{85}", "\u{2028}", "\u{2029}":
    return "\(hexadecimal(scalar)) is a line break to some YAML readers; leave it out"
  case "\u{FEFF}":
    return "a byte order mark is allowed only at the start of a file"
  case "\u{A0}"..."\u{FFFD}", "\u{10000}"...:
    return nil
  default:
    return "\(hexadecimal(scalar)) is not allowed in YAML; leave it out"
  }
}

/// e.g. `U+0085`
private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
  let digits = String(scalar.value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the next line break or of the end. Looks at 16 bytes at a time, as most of a
  /// rule file is prose.
  func endOfLine(from start: Int) -> Int {
    typealias Vector = SIMD16<UInt8>
    let source = UnsafeRawBufferPointer(self)
    let highBits: UInt64 = 0x8080_8080_8080_8080
    var offset = start
    while offset + 16 <= count {
      let block = source.loadUnaligned(fromByteOffset: offset, as: Vector.self)
      let newline = block ^ Vector(repeating: UInt8(ascii: "\n"))
      let carriageReturn = block ^ Vector(repeating: UInt8(ascii: "\r"))
      // The highest bit of a byte is set if it was one of these, which is 0 now.
      let isLineBreak =
        ~newline & (newline &- Vector(repeating: 1))
        | ~carriageReturn & (carriageReturn &- Vector(repeating: 1))
      let bits = unsafeBitCast(isLineBreak, to: SIMD2<UInt64>.self)
      let (first, second) = (bits.x.littleEndian & highBits, bits.y.littleEndian & highBits)
      if first != 0 { return offset + first.trailingZeroBitCount / 8 }
      if second != 0 { return offset + 8 + second.trailingZeroBitCount / 8 }
      offset += 16
    }
    while offset < count, !isLineBreak(self[offset]) { offset += 1 }
    return offset
  }
}

func isLineBreak(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
}

/// The Unicode scalar whose UTF-8 begins at the offset; nil if the bytes are not UTF-8.
func unicodeScalar(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
  guard UTF8.isASCII(bytes[offset]) == false else { return Unicode.Scalar(bytes[offset]) }
  var iterator = bytes[offset...].makeIterator()
  var decoder = UTF8()
  switch decoder.decode(&iterator) {
  case .scalarValue(let scalar): return scalar
  case .emptyInput, .error: return nil
  }
}
