import SwiftLexer

/// Is told of what declares names, while `Outline` passes the tokens.
protocol OutlineListener {
  /// A level was opened at a bracket; it is the innermost one.
  mutating func openLevel(at index: Int, _ outline: inout Outline)
  /// A level was closed.
  mutating func closeLevel(_ role: LevelRole, _ outline: inout Outline)
  /// A statement starts in the innermost level.
  mutating func beginStatement(_ outline: inout Outline)
  /// A keyword comes that is no member; what it begins has not begun.
  mutating func pass(_ keyword: Keyword, at index: Int, _ outline: inout Outline)
  /// A declaration was begun at its keyword.
  mutating func declare(_ kind: DeclarationKind, at index: Int, _ outline: inout Outline)
  /// What it ends has not ended.
  mutating func passColon(at index: Int, _ outline: inout Outline)
  mutating func passComma(at index: Int, _ outline: inout Outline)
  /// The type before the `=` is known.
  mutating func passEqual(at index: Int, _ outline: inout Outline)
}

/// For passes that ask for no names.
struct NoListener: OutlineListener {
  /// ThreadSanitizer writes beside what is `inout` and has no bytes (Swift 6.3).
  private let byte: UInt8 = 0

  @inline(__always)
  func openLevel(at index: Int, _ outline: inout Outline) {}
  @inline(__always)
  func closeLevel(_ role: LevelRole, _ outline: inout Outline) {}
  @inline(__always)
  func beginStatement(_ outline: inout Outline) {}
  @inline(__always)
  func pass(_ keyword: Keyword, at index: Int, _ outline: inout Outline) {}
  @inline(__always)
  func declare(_ kind: DeclarationKind, at index: Int, _ outline: inout Outline) {}
  @inline(__always)
  func passColon(at index: Int, _ outline: inout Outline) {}
  @inline(__always)
  func passComma(at index: Int, _ outline: inout Outline) {}
  @inline(__always)
  func passEqual(at index: Int, _ outline: inout Outline) {}
}
