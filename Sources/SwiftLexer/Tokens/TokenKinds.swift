/// Some kinds of tokens, as bits. Passing over all others with it takes a fraction of a `switch`.
@usableFromInline package struct TokenKinds: Sendable {
  @usableFromInline let bits: UInt64

  package init(where isElement: (TokenKind) -> Bool) {
    var bits: UInt64 = 0
    for kind in UInt8.min..<64 where TokenKind(rawValue: kind).map(isElement) == true {
      bits |= 1 << UInt64(kind)
    }
    self.bits = bits
  }

  @inlinable @inline(__always)
  package func contains(_ kind: TokenKind) -> Bool {
    bits &>> UInt64(unsafeBitCast(kind, to: UInt8.self)) & 1 == 1
  }
}

extension TokenKind {
  /// Whether it is an operator, `=` and `->` among them. `!` and `?` after an operand are kinds of
  /// their own.
  @inlinable
  package var isOperator: Bool {
    switch self {
    case .prefixOperator, .binaryOperator, .postfixOperator, .equal, .arrow, .prefixAmpersand,
      .infixQuestionMark:
      true
    default:
      false
    }
  }
}

extension Token {
  /// A name, a keyword or `_`: what can be a member's name or an argument label.
  @inlinable
  package var isWord: Bool {
    kind == .identifier || kind == .keyword || kind == .rawIdentifier
  }

  /// Whether it would run together with a name beside it.
  package var isNameLike: Bool {
    switch kind {
    case .identifier, .keyword, .dollarIdentifier, .integerLiteral, .floatLiteral: true
    default: false
    }
  }
}
