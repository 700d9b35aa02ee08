import SwiftLexer

/// A cursor over the tokens of a short text in a rule file, a pattern or a scope.
struct NotationReader {
  let bytes: [UInt8]
  private let tokens: [Token]
  private let comments: [Trivia]
  private var index = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    let source = lex(bytes)
    tokens = source.tokens
    comments = source.trivia
  }

  /// The next token; `.endOfFile` again and again at the end.
  var next: Token { tokens[index] }

  /// The token after the next.
  var second: Token { tokens[min(index + 1, tokens.count - 1)] }

  /// What is written where `token` stands.
  func text(of token: Token) -> String {
    String(decoding: bytes[token.start..<token.end], as: UTF8.self)
  }

  /// The text of a name without its backticks.
  func name(of token: Token) -> String {
    String(decoding: bytes[range(ofName: token)], as: UTF8.self)
  }

  /// Where the name stands in the text, without its backticks.
  func range(ofName token: Token) -> Range<Int> {
    token.kind == .rawIdentifier ? token.start + 1..<token.end - 1 : token.start..<token.end
  }

  mutating func advance() {
    index = min(index + 1, tokens.count - 1)
  }

  /// Passes the next token if it is of that kind.
  mutating func skip(_ kind: TokenKind) -> Bool {
    guard next.kind == kind else { return false }
    advance()
    return true
  }

  /// Throws at a comment, or at bytes that are no Swift.
  func refuseTrivia(in notation: String) throws(PatternError) {
    guard let first = comments.first else { return }
    let isComment = first.kind != .unexpectedText
    throw PatternError(
      message: isComment
        ? "a \(notation) holds no comment" : "a \(notation) holds Swift names alone",
      offset: first.start)
  }
}
