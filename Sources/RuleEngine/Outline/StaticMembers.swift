import SwiftLexer

extension Outline {
  /// Whether the innermost member of the type declaration or extension is `static` or `class`; nil
  /// where no member is around.
  var isInStaticMember: Bool? {
    guard let type = top.type else { return nil }
    var scope = top.scope
    for _ in 0..<scopeLimit where scope != type && 0 < scope {
      let parent = scopes[scope].parent
      if parent == type {
        guard let introducer = scopes[scope].introducer else { return nil }
        return (scopes[scope].start..<introducer).contains { index in
          tokens[index].keyword == .static || tokens[index].keyword == .class
        }
      }
      scope = parent
    }
    return nil
  }
}

/// How many declarations are gone out of. No code comes near it; it keeps the work in proportion to
/// the file.
private let scopeLimit = 64

extension FileTokens {
  /// Whether the type that starts with the name is extended there.
  @inline(__always)
  func isExtended(at index: Int) -> Bool {
    guard 0 < index else { return false }
    return tokens[index - 1].keyword == .extension
      || 2 < index && isQualified(index) && tokens[index - 3].keyword == .extension
  }

  /// Whether the word may be a name with nothing before it, and no label.
  func mayStandAlone(_ index: Int) -> Bool {
    guard isIdentifier(index), !isQualified(index) else { return false }
    guard 0 < index else { return true }
    switch tokens[index - 1].kind {
    case .leftParen, .comma: return tokens[index + 1].kind != .colon
    case .atSign, .pound, .backslash: return false
    default: return true
    }
  }
}
