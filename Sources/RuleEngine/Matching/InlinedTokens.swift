import SwiftLexer

// The same as in the lexer: what another target declares is called, not inlined, and these are what
// matching asks most.

extension Token {
  @inline(__always) var start: Int { Int(offset) }
  @inline(__always) var end: Int { Int(offset) + Int(length) }
}

extension TokenKind {
  @inline(__always)
  static func == (left: TokenKind, right: TokenKind) -> Bool {
    unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
  }

  @inline(__always)
  static func != (left: TokenKind, right: TokenKind) -> Bool { !(left == right) }
}

extension Keyword {
  @inline(__always)
  static func == (left: Keyword, right: Keyword) -> Bool {
    unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
  }

  @inline(__always)
  static func != (left: Keyword, right: Keyword) -> Bool { !(left == right) }
}
