import SwiftLexer

/// A row of `Fixtures/Lexer/facts.tsv`: a rule of the lexical grammar, a source that shows it, and
/// the tokens in it. The conformance checks compile this file too.
struct LexicalFact: Sendable {
  let id: String
  let rule: String
  let source: [UInt8]
  /// Without the parts of a row that the lexer does not tell: diagnostics and the text of strings.
  let expected: String

  /// Reads the four columns of a row; nil if it has not that many.
  init?(row: Substring) {
    let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
    guard columns.count == 4 else { return nil }
    id = String(columns[0])
    rule = String(columns[1])
    source = Self.bytes(ofSource: columns[2])
    expected = Self.tokensOnly(columns[3])
  }

  static func table(_ text: String) -> [LexicalFact] {
    text.split(separator: "\n").compactMap(LexicalFact.init)
  }

  /// In a source `⏎`, `␍` and `⇥` stand for LF, CR and tab, `\xHH` for a byte, all else for itself.
  private static func bytes(ofSource column: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = column
    while let character = rest.popFirst() {
      switch character {
      case "⏎": bytes.append(UInt8(ascii: "\n"))
      case "␍": bytes.append(UInt8(ascii: "\r"))
      case "⇥": bytes.append(UInt8(ascii: "\t"))
      case "\\" where rest.first == "x":
        bytes += UInt8(rest.dropFirst().prefix(2), radix: 16).map { [$0] } ?? []
        rest = rest.dropFirst(3)
      default: bytes += String(character).utf8
      }
    }
    return bytes
  }

  private static func tokensOnly(_ column: Substring) -> String {
    let withoutDiagnostics = column.replacing(/\ \{[A-Za-z0-9]+\}/, with: "")
    let withoutSegments = withoutDiagnostics.replacing(/(?:^| )seg‹[^›]*›/, with: "")
    return String(withoutSegments.drop { $0 == " " })
  }
}

extension LexedSource {
  /// The tokens and trivia in the notation of the table, e.g. `id‹a› bin‹+› int‹1›`.
  func notation(of bytes: [UInt8]) -> String {
    var pieces = tokens.dropLast().map { token in
      (token.start, token.notation(of: Array(bytes[token.start..<token.end])))
    }
    pieces += trivia.map { trivia in
      (trivia.start, trivia.kind.notation + quoted(Array(bytes[trivia.start..<trivia.end])))
    }
    return pieces.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: " ")
  }
}

/// The bytes in `‹›`, all but printable ASCII escaped.
private func quoted(_ bytes: [UInt8]) -> String {
  let escaped = bytes.map { byte in
    switch byte {
    case UInt8(ascii: "\\"): "\\\\"
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\r"): "\\r"
    case UInt8(ascii: "\t"): "\\t"
    case 0x20...0x7E: String(Unicode.Scalar(byte))
    default: "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }
  return "‹" + escaped.joined() + "›"
}

extension TriviaKind {
  fileprivate var notation: String {
    switch self {
    case .lineComment: "comment.line"
    case .blockComment: "comment.block"
    case .docLineComment: "comment.docLine"
    case .docBlockComment: "comment.docBlock"
    case .unexpectedText: "unexpectedText"
    }
  }
}

extension Token {
  fileprivate func notation(of text: [UInt8]) -> String {
    switch kind {
    case .leftParen, .rightParen, .leftSquare, .rightSquare, .leftBrace, .rightBrace, .comma,
      .colon, .semicolon, .atSign, .period:
      String(decoding: text, as: UTF8.self)
    case .identifier: (text == Array("_".utf8) ? "wildcard" : "id") + quoted(text)
    case .keyword: "kw" + quoted(text)
    case .rawIdentifier: "id`" + quoted(text)
    case .dollarIdentifier: "dollar" + quoted(text)
    case .placeholder: "placeholder" + quoted(text)
    case .integerLiteral: "int" + quoted(text)
    case .floatLiteral: "flt" + quoted(text)
    case .openQuote, .closeQuote: quoteName(text) + quoted(text)
    case .stringPounds: "strpound" + quoted(text)
    case .interpolationBackslash, .backslash: "backslash" + quoted(text)
    case .regexSlash: "rxslash" + quoted(text)
    case .regexPounds: "rxpound" + quoted(text)
    case .regexBody: "rx" + quoted(text)
    case .colonColon: "colonColon" + quoted(text)
    case .backtick: "backtick" + quoted(text)
    case .pound, .poundIf, .poundElseif, .poundElse, .poundEndif, .poundAvailable,
      .poundUnavailable, .poundSourceLocation, .arrow, .equal, .prefixAmpersand, .shebang,
      .unknown, .endOfFile:
      "\(kind)" + quoted(text)
    case .exclamationMark: "post!" + quoted(text)
    case .postfixQuestionMark: "post?" + quoted(text)
    case .infixQuestionMark: "in?" + quoted(text)
    case .prefixOperator: "pre" + quoted(text)
    case .binaryOperator: "bin" + quoted(text)
    case .postfixOperator: "post" + quoted(text)
    }
  }

  private func quoteName(_ text: [UInt8]) -> String {
    switch text {
    case Array("'".utf8): "singleQuote"
    case Array("\"".utf8): "q"
    default: "qqq"
    }
  }
}
