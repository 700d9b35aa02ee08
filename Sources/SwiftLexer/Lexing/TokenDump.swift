/// Appends what the lexer sees in a file: a line `F`, path, size; then for each token and comment a
/// line of its offset from 0, its length and its class, e.g. `12⇥3⇥word`. Sizes are in bytes.
package func dumpTokens(of bytes: [UInt8], path: [UInt8], into output: inout [UInt8]) {
  let source = lex(bytes)
  output += "F\t".utf8
  output += path
  output += "\t\(bytes.count)\n".utf8
  var triviaIndex = 0
  for token in source.tokens {
    while triviaIndex < source.trivia.count, source.trivia[triviaIndex].offset < token.offset {
      let trivia = source.trivia[triviaIndex]
      output += "\(trivia.offset)\t\(trivia.length)\t\(trivia.kind.rawValue)\n".utf8
      triviaIndex += 1
    }
    output += "\(token.offset)\t\(token.length)\t\(token.kind.dumpName)\n".utf8
  }
}

extension TokenKind {
  fileprivate var dumpName: String {
    switch self {
    case .identifier, .keyword: "word"
    case .rawIdentifier: "rawWord"
    case .dollarIdentifier: "dollar"
    case .placeholder: "placeholder"
    case .integerLiteral: "int"
    case .floatLiteral: "float"
    case .openQuote, .closeQuote: "quote"
    case .stringPounds: "strPounds"
    case .regexSlash: "regexSlash"
    case .regexPounds: "regexPounds"
    case .regexBody: "regexBody"
    case .interpolationBackslash, .leftParen, .rightParen, .leftSquare, .rightSquare, .leftBrace,
      .rightBrace, .comma, .colon, .colonColon, .semicolon, .atSign, .backslash, .backtick:
      "punct"
    case .pound, .poundIf, .poundElseif, .poundElse, .poundEndif, .poundAvailable,
      .poundUnavailable, .poundSourceLocation:
      "hash"
    case .period, .arrow, .equal, .prefixAmpersand, .exclamationMark, .postfixQuestionMark,
      .infixQuestionMark, .prefixOperator, .binaryOperator, .postfixOperator:
      "op"
    case .shebang: "shebang"
    case .unknown: "unknown"
    case .endOfFile: "eof"
    }
  }
}
