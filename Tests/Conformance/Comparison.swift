import SwiftLexer

/// A token or a piece of trivia, as either lexer sees it.
struct Piece: Equatable {
  enum Kind: Equatable {
    case token(TokenKind)
    case trivia(TriviaKind)
  }

  /// Offset from 0 in bytes.
  var start: Int
  var length: Int
  var kind: Kind
  var keyword = Keyword.none
  /// Of tokens.
  var isAtLineStart = false

  var name: String {
    switch kind {
    case .token(.keyword): "keyword \(keyword)"
    case .token(let kind): "\(kind)"
    case .trivia(let kind): "\(kind)"
    }
  }
}

/// The first place where the lexers disagree; nil on one side if it has come to its end.
struct Difference {
  var ours: Piece?
  var theirs: Piece?

  /// Offset from 0 in bytes.
  var offset: Int { min(ours?.start ?? .max, theirs?.start ?? .max) }
}

/// Compares all that both lexers tell of tokens and trivia.
func firstDifference(in bytes: [UInt8]) -> Difference? {
  let theirs = piecesOfSwiftParser(in: bytes)
  let ours = pieces(of: lex(bytes))
  for (ourPiece, theirPiece) in zip(ours, theirs) where ourPiece != theirPiece {
    return Difference(ours: ourPiece, theirs: theirPiece)
  }
  if ours.count == theirs.count { return nil }
  return Difference(
    ours: ours.dropFirst(theirs.count).first, theirs: theirs.dropFirst(ours.count).first)
}

private func pieces(of source: LexedSource) -> [Piece] {
  var pieces: [Piece] = []
  pieces.reserveCapacity(source.tokens.count + source.trivia.count)
  var trivia = source.trivia[...]
  for (index, token) in source.tokens.enumerated() {
    while let next = trivia.first, next.offset < token.offset {
      pieces.append(Piece(start: next.start, length: Int(next.length), kind: .trivia(next.kind)))
      trivia.removeFirst()
    }
    pieces.append(
      Piece(
        start: token.start, length: Int(token.length), kind: .token(token.kind),
        keyword: token.keyword,
        // SwiftParser says so of the first token only after a newline, and of the end of the file
        // after the last line of a string that does not end.
        isAtLineStart: token.isAtLineStart && 0 < index && token.kind != .endOfFile))
  }
  pieces += trivia.map { Piece(start: $0.start, length: Int($0.length), kind: .trivia($0.kind)) }
  return pieces
}

extension Difference {
  /// What each lexer sees, with the line around it.
  func description(in bytes: [UInt8]) -> String {
    let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let lineEnd = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    let from = max(lineStart, offset - 60)
    let to = min(lineEnd, offset + 60)
    return """
      line \(line), column \(offset - lineStart + 1), offset \(offset)
        text:        \(escaped(bytes[from..<offset]))⟨here⟩\(escaped(bytes[offset..<to]))
        SwiftLexer:  \(description(of: ours, in: bytes))
        SwiftParser: \(description(of: theirs, in: bytes))
      """
  }

  private func description(of piece: Piece?, in bytes: [UInt8]) -> String {
    guard let piece else { return "nothing more" }
    let text = bytes[piece.start..<min(piece.start + piece.length, bytes.count)]
    let lineStart = piece.isAtLineStart ? ", at the start of a line" : ""
    return "\(piece.start)+\(piece.length) \(piece.name)\(lineStart) ‹\(escaped(text.prefix(80)))›"
  }

  private func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : hexadecimal($0) }
      .joined()
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
  }
}
