import SwiftLexer

/// The name that an alias's type or a constant's value starts with.
struct InitializerRoot {
  /// Its token.
  let token: Int
  let kind: Kind

  enum Kind {
    case name
    /// A module is written before it.
    case qualified
    /// `self` or `Self` is written before it.
    case member
    /// It is the first name of the written type, and the value is a member of that.
    case type
  }
}

extension Nearby {
  /// Nil for what stands for nothing.
  mutating func root(of initializer: Initializer) -> InitializerRoot? {
    let start = initializer.start
    switch tokens[start].kind {
    case .period:
      return nominalPath(of: initializer.annotation).map {
        InitializerRoot(token: $0[0], kind: .type)
      }
    case .keyword:
      let keyword = tokens[start].keyword
      guard keyword == .`self` || keyword == .Self, tokens[start + 1].kind == .period else {
        return nil
      }
      return isIdentifier(start + 2) ? InitializerRoot(token: start + 2, kind: .member) : nil
    case .identifier, .rawIdentifier:
      let mark = tokens[start + 1].kind
      if mark == .period || mark == .colonColon, isModule(at: start), isIdentifier(start + 2) {
        return InitializerRoot(token: start + 2, kind: .qualified)
      }
      return InitializerRoot(token: start, kind: .name)
    default:
      return nil
    }
  }
}
