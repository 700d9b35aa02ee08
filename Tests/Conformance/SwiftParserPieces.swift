import SwiftLexer
@_spi(RawSyntax) @_spi(Testing) @_spi(ExperimentalLanguageFeatures) import SwiftParser
@_spi(RawSyntax) import SwiftSyntax

/// The tokens and trivia that the lexer of the toolchain's own parser sees. The text of strings is
/// left out, as are regex literals' empty bodies: both are told by what is around them.
func piecesOfSwiftParser(in bytes: [UInt8]) -> [Piece] {
  var pieces: [Piece] = []
  pieces.reserveCapacity(bytes.count / 4)
  bytes.withUnsafeBufferPointer { buffer in
    withUnsafeTemporaryAllocation(of: LookaheadTracker.self, capacity: 1) { tracker in
      tracker.initializeElement(at: 0, to: LookaheadTracker())
      defer { tracker.deinitialize() }
      let lexemes = Lexer.tokenize(
        buffer, lookaheadTracker: tracker.baseAddress!, experimentalFeatures: [])
      append(lexemes, to: &pieces)
    }
  }
  return pieces
}

private func append(_ lexemes: Lexer.LexemeSequence, to pieces: inout [Piece]) {
  var offset = 0
  var previousKind: RawTokenKind?
  for lexeme in lexemes {
    offset = append(lexeme.leadingTriviaText, .leading, at: offset, to: &pieces)
    let text = lexeme.tokenText
    // A newline comes before what follows a string that it cuts off.
    let endsSegment = previousKind == .stringSegment && lexeme.leadingTriviaText.isEmpty
    let isRegexBody = lexeme.rawTokenKind == .regexLiteralPattern
    if lexeme.rawTokenKind != .stringSegment, !(isRegexBody && text.isEmpty) {
      pieces.append(
        Piece(
          start: offset, length: text.count,
          kind: .token(tokenKind(of: lexeme.rawTokenKind, text, endsSegment: endsSegment)),
          keyword: lexeme.rawTokenKind == .keyword ? keywords[String(syntaxText: text)]! : .none,
          isAtLineStart: lexeme.flags.contains(.isAtStartOfLine) && previousKind != nil
            && lexeme.rawTokenKind != .endOfFile))
    }
    previousKind = lexeme.rawTokenKind
    offset += text.count
    offset = append(lexeme.trailingTriviaText, .trailing, at: offset, to: &pieces)
    if lexeme.rawTokenKind == .endOfFile { break }
  }
}

/// Returns the offset after the trivia.
private func append(
  _ text: SyntaxText, _ position: TriviaPosition, at start: Int, to pieces: inout [Piece]
) -> Int {
  if text.isEmpty { return start }
  var offset = start
  for triviaPiece in TriviaParser.parseTrivia(text, position: position) {
    let length = triviaPiece.byteLength
    if let kind = triviaKind(of: triviaPiece) {
      pieces.append(Piece(start: offset, length: length, kind: .trivia(kind)))
    }
    offset += length
  }
  return offset
}

private func triviaKind(of piece: RawTriviaPiece) -> TriviaKind? {
  switch piece {
  case .lineComment: .lineComment
  case .blockComment: .blockComment
  case .docLineComment: .docLineComment
  case .docBlockComment: .docBlockComment
  case .unexpectedText: .unexpectedText
  default: nil
  }
}

private func tokenKind(
  of kind: RawTokenKind, _ text: SyntaxText, endsSegment: Bool
) -> SwiftLexer.TokenKind {
  switch kind {
  case .identifier where text.hasPrefix("`"): .rawIdentifier
  case .identifier where text.hasPrefix("<#"): .placeholder
  case .identifier, .wildcard: .identifier
  case .keyword: .keyword
  case .dollarIdentifier: .dollarIdentifier
  case .integerLiteral: .integerLiteral
  case .floatLiteral: .floatLiteral
  case .stringQuote, .multilineStringQuote, .singleQuote: endsSegment ? .closeQuote : .openQuote
  case .rawStringPoundDelimiter: .stringPounds
  case .backslash: endsSegment ? .interpolationBackslash : .backslash
  case .regexSlash: .regexSlash
  case .regexPoundDelimiter: .regexPounds
  case .regexLiteralPattern: .regexBody
  case .leftParen: .leftParen
  case .rightParen: .rightParen
  case .leftSquare: .leftSquare
  case .rightSquare: .rightSquare
  case .leftBrace: .leftBrace
  case .rightBrace: .rightBrace
  case .comma: .comma
  case .colon: .colon
  case .colonColon: .colonColon
  case .semicolon: .semicolon
  case .atSign: .atSign
  case .backtick: .backtick
  default: operatorOrPoundKind(of: kind)
  }
}

private func operatorOrPoundKind(of kind: RawTokenKind) -> SwiftLexer.TokenKind {
  switch kind {
  case .pound: .pound
  case .poundIf: .poundIf
  case .poundElseif: .poundElseif
  case .poundElse: .poundElse
  case .poundEndif: .poundEndif
  case .poundAvailable: .poundAvailable
  case .poundUnavailable: .poundUnavailable
  case .poundSourceLocation: .poundSourceLocation
  case .period: .period
  case .arrow: .arrow
  case .equal: .equal
  case .prefixAmpersand: .prefixAmpersand
  case .exclamationMark: .exclamationMark
  case .postfixQuestionMark: .postfixQuestionMark
  case .infixQuestionMark: .infixQuestionMark
  case .prefixOperator: .prefixOperator
  case .binaryOperator: .binaryOperator
  case .postfixOperator: .postfixOperator
  case .shebang: .shebang
  case .unknown: .unknown
  case .endOfFile: .endOfFile
  default: fatalError("SwiftParser's lexer does not make tokens of the kind '\(kind)'")
  }
}

private let keywords = Dictionary(
  uniqueKeysWithValues: SwiftLexer.Keyword.allCases.map { ("\($0)", $0) })
