/// The tokens of one file and the trivia between them, each in source order and without overlap.
package struct LexedSource: Sendable {
  /// The tokens, of which the last is `.endOfFile`.
  package var tokens: [Token] = []
  /// The comments and unexpected text.
  package var trivia: [Trivia] = []

  package init() {}
}

// Matching asks little else than what is in this folder. Other targets inline `@inlinable` members
// only of types that are `@usableFromInline`: a type that is `package` alone has none inlined.

/// A token's place and kind. Its text is `bytes[start..<end]` of the file.
@usableFromInline package struct Token: Sendable {
  /// The offset of the first byte, from 0 in UTF-8 bytes.
  @usableFromInline package let offset: UInt32
  /// The length in UTF-8 bytes.
  @usableFromInline package let length: UInt32
  /// Whether a newline (also one inside a block comment) stands between the previous token and
  /// this one; true for the first token.
  @usableFromInline package let isAtLineStart: Bool
  @usableFromInline package let kind: TokenKind
  /// The reserved word of a `.keyword`; `.none` for every other kind.
  @usableFromInline package let keyword: Keyword
  /// Whether the token is a directive of conditional compilation, the end of the file, or may be
  /// one of the words that were sought: all of these are marked, and few others.
  @usableFromInline package let isMarked: Bool

  @inlinable @inline(__always) package var start: Int { Int(offset) }
  @inlinable @inline(__always) package var end: Int { Int(offset) + Int(length) }
}

extension Token {
  /// The last four properties in one number, which is written faster than they are: bytes as they
  /// lie in memory, the lowest one first.
  struct Traits {
    let rawValue: UInt32

    @inline(__always)
    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The traits of a token without a keyword or a mark.
    @inline(__always)
    init(_ kind: TokenKind) { rawValue = UInt32(unsafeBitCast(kind, to: UInt8.self)) &<< 8 }

    /// - Parameter isAtLineStart: 1 if it is, else 0.
    @inline(__always)
    func atLineStart(_ isAtLineStart: UInt32) -> Self {
      Self(rawValue: rawValue | isAtLineStart)
    }

    /// - Parameter isMarked: 1 if it is, else 0.
    @inline(__always)
    func marked(_ isMarked: UInt32) -> Self { Self(rawValue: rawValue | isMarked &<< 24) }

    var keyword: Keyword {
      unsafeBitCast(UInt8(truncatingIfNeeded: rawValue &>> 16), to: Keyword.self)
    }
  }

  /// Writes a token to memory.
  @inline(__always)
  static func write(
    _ start: Int, length: Int, _ traits: Traits, to pointer: UnsafeMutablePointer<Token>
  ) {
    let memory = UnsafeMutableRawPointer(pointer)
    memory.storeBytes(of: UInt32(truncatingIfNeeded: start), as: UInt32.self)
    memory.storeBytes(of: UInt32(truncatingIfNeeded: length), toByteOffset: 4, as: UInt32.self)
    memory.storeBytes(of: traits.rawValue, toByteOffset: 8, as: UInt32.self)
  }
}

/// A comment, or bytes that are not Swift, between two tokens.
package struct Trivia: Sendable {
  package let offset: UInt32
  package let length: UInt32
  package let kind: TriviaKind

  package var start: Int { Int(offset) }
  package var end: Int { Int(offset) + Int(length) }
}

/// The kinds of trivia; the names are those of a token dump.
package enum TriviaKind: String, Sendable {
  case lineComment = "comment.line"
  case blockComment = "comment.block"
  case docLineComment = "comment.docLine"
  case docBlockComment = "comment.docBlock"
  case unexpectedText
}

@usableFromInline package enum TokenKind: UInt8, Sendable {
  /// A name or a contextual keyword such as `async`; also `_`.
  case identifier
  /// A word that the lexer reserves; there are 53.
  case keyword
  /// A name in backticks, e.g. `` `class` `` (backticks included), SE-0451.
  case rawIdentifier
  /// `$0`, and `<#name#>`.
  case dollarIdentifier, placeholder
  case integerLiteral, floatLiteral
  /// `"`, `"""` or `'` that opens or closes a string; the text between is no token.
  case openQuote, closeQuote
  /// The `#`s around a raw string, and those of an interpolation in one.
  case stringPounds
  /// The `\` that begins an interpolation; `stringPounds` and `leftParen` follow.
  case interpolationBackslash
  case regexSlash, regexPounds, regexBody
  case leftParen, rightParen, leftSquare, rightSquare, leftBrace, rightBrace
  case comma, colon, colonColon, semicolon, atSign, backslash
  /// A lone backtick.
  case backtick
  case pound, poundIf, poundElseif, poundElse, poundEndif
  case poundAvailable, poundUnavailable, poundSourceLocation
  case period, arrow, equal
  /// `&` before, `!` and `?` directly after something; `?` with blanks before it.
  case prefixAmpersand, exclamationMark, postfixQuestionMark, infixQuestionMark
  case prefixOperator, binaryOperator, postfixOperator
  case shebang, unknown, endOfFile
}

extension TokenKind {
  /// Compares the cases; the generic `==` of enums with raw values is slow where another target
  /// asks for it.
  @inlinable @inline(__always)
  package static func == (left: TokenKind, right: TokenKind) -> Bool {
    unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
  }

  @inlinable @inline(__always)
  package static func != (left: TokenKind, right: TokenKind) -> Bool { !(left == right) }
}

/// A set of kinds as bits. Passing over all other kinds with it takes a fraction of a `switch`.
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
  /// Whether the token is an operator, `=` and `->` among them. `!` and `?` after an operand have
  /// kinds of their own.
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
  /// Whether it is a name, a keyword or `_`, and so can be a member's name or an argument label.
  @inlinable
  package var isWord: Bool {
    kind == .identifier || kind == .keyword || kind == .rawIdentifier
  }

  /// Whether the token would run together with a name beside it.
  package var isNameLike: Bool {
    switch kind {
    case .identifier, .keyword, .dollarIdentifier, .integerLiteral, .floatLiteral: true
    default: false
    }
  }
}

/// The words the lexer reserves everywhere.
@usableFromInline package enum Keyword: String, CaseIterable, Sendable {
  case none
  case `Any`, `as`, `associatedtype`, `break`, `case`, `catch`, `class`, `continue`, `default`
  case `defer`, `deinit`, `do`, `else`, `enum`, `extension`, `fallthrough`, `false`, `fileprivate`
  case `for`, `func`, `guard`, `if`, `import`, `in`, `init`, `inout`, `internal`, `is`, `let`
  case `nil`, `operator`, `precedencegroup`, `private`, `protocol`, `public`, `repeat`, `rethrows`
  case `return`, `self`, `Self`, `static`, `struct`, `subscript`, `super`, `switch`, `throw`
  case `throws`, `true`, `try`, `typealias`, `var`, `where`, `while`

  /// Compares the cases, where the generic `==` of enums with raw values compares the words.
  @inlinable @inline(__always)
  package static func == (left: Keyword, right: Keyword) -> Bool {
    unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
  }

  @inlinable @inline(__always)
  package static func != (left: Keyword, right: Keyword) -> Bool { !(left == right) }
}

/// The declaration modifiers of Swift 6.3; `class` is one before `func` or `var`.
package let declarationModifiers = [
  "borrowing", "class", "consuming", "convenience", "distributed", "dynamic", "fileprivate",
  "final", "indirect", "infix", "internal", "isolated", "lazy", "mutating", "nonisolated",
  "nonmutating", "open", "optional", "override", "package", "postfix", "prefix", "private",
  "public", "required", "static", "unowned", "weak",
]
