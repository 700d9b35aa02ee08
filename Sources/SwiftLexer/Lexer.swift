/// Lexes the bytes of one file. Any bytes will do: what is not Swift becomes tokens or trivia too.
package func lex(_ bytes: [UInt8]) -> LexedSource {
  var source = LexedSource()
  bytes.withUnsafeBufferPointer { lex($0, into: &source) }
  return source
}

/// Lexes the bytes of one file, less than 4 GiB, into arrays whose memory is used again.
package func lex(_ bytes: UnsafeBufferPointer<UInt8>, into source: inout LexedSource) {
  precondition(bytes.count < Int(UInt32.max), "offsets are 32 bits wide")
  ByteClass.table.withUnsafeBufferPointer { classes in
    var lexer = Lexer(bytes: bytes, classes: classes)
    swap(&lexer.output, &source)
    lexer.output.tokens.removeAll(keepingCapacity: true)
    lexer.output.trivia.removeAll(keepingCapacity: true)
    lexer.lexFile()
    swap(&lexer.output, &source)
  }
}

/// The state between two tokens.
///
/// The rules are those of the parser that ships with Swift 6.3. It looks ahead in some places, as
/// far as the end of the file; `lookahead` remembers what was found, so that no byte is looked at
/// more than a constant number of times.
struct Lexer: ~Copyable {
  let bytes: UnsafeBufferPointer<UInt8>
  let classes: UnsafeBufferPointer<ByteClass>
  let keywords = KeywordTable.shared
  var output = LexedSource()
  /// Offset of the next byte.
  var position = 0
  /// Whether a newline, or nothing but the start of the file, lies since the last token.
  var isAtLineStart = true
  /// The strings around `position`, each in an interpolation; the innermost is last.
  var interpolatedStrings: [StringDelimiter] = []
  /// How many tokens there were when a newline last ended a string in an interpolation.
  var tokenCountAtBrokenString = -1
  var lookahead = Lookahead()

  init(bytes: UnsafeBufferPointer<UInt8>, classes: UnsafeBufferPointer<ByteClass>) {
    self.bytes = bytes
    self.classes = classes
  }

  mutating func lexFile() {
    while position < bytes.count {
      let start = position
      let byte = bytes[start]
      switch classes[Int(byte)] {
      case .blank: position = endOfBlanks(from: start + 1)
      case .newline: lexNewline()
      case .word: lexWord()
      case .digit: lexNumber()
      case .dollar: lexDollarIdentifier()
      case .backtick: lexRawIdentifier()
      case .punctuation: emit(punctuation(byte), to: start + 1)
      case .leftParen: lexLeftParen()
      case .rightParen: lexRightParen()
      case .colon:
        let isDouble = self.byte(at: start + 1) == ":"
        emit(isDouble ? .colonColon : .colon, to: start + (isDouble ? 2 : 1))
      case .pound: lexPound()
      case .quote: lexString(pounds: 0)
      case .slash: if !lexComment() { lexOperator() }
      case .leftAngle: if !lexConflictMarker() && !lexPlaceholder() { lexOperator() }
      case .rightAngle: if !lexConflictMarker() { lexOperator() }
      case .postfixMark: if !lexPostfixMark() { lexOperator() }
      case .operatorCharacter: lexOperator()
      case .other: lexOther()
      }
    }
    emit(.endOfFile, to: bytes.count)
  }

  /// Adds the token from `position` to `end` and goes on there.
  @inline(__always)
  mutating func emit(_ kind: TokenKind, to end: Int, keyword: Keyword = .none) {
    output.tokens.append(
      Token(
        offset: UInt32(truncatingIfNeeded: position),
        length: UInt32(truncatingIfNeeded: end - position), kind: kind, keyword: keyword,
        isAtLineStart: isAtLineStart))
    isAtLineStart = false
    position = end
  }

  /// Adds the trivia from `position` to `end` and goes on there.
  mutating func emit(_ kind: TriviaKind, to end: Int) {
    output.trivia.append(
      Trivia(
        offset: UInt32(truncatingIfNeeded: position),
        length: UInt32(truncatingIfNeeded: end - position), kind: kind))
    position = end
  }

  /// The byte at an offset; NUL after the end of the file, where no rule needs to know the two
  /// apart.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// The byte before an offset; NUL at the start of the file.
  @inline(__always)
  func byte(before offset: Int) -> UInt8 { 0 < offset ? bytes[offset - 1] : 0 }

  /// The token before `position`; nil at the start of the file and after a string that a newline
  /// ended within an interpolation.
  var previousToken: Token? {
    output.tokens.count == tokenCountAtBrokenString ? nil : output.tokens.last
  }

  private func punctuation(_ byte: UInt8) -> TokenKind {
    switch byte {
    case "[": .leftSquare
    case "]": .rightSquare
    case "{": .leftBrace
    case "}": .rightBrace
    case ",": .comma
    case ";": .semicolon
    case "@": .atSign
    default: .backslash
    }
  }
}
