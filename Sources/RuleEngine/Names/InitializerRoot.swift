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
    /// `self`, `Self` or `type(of: self)` is written before it.
    case member
    /// It is the first name of the written type, and the value is a member of that.
    case type
  }
}

extension FileTokens {
  /// Nil for what stands for nothing.
  func root(of initializer: Initializer) -> InitializerRoot? {
    let start = initializer.start
    switch tokens[start].kind {
    case .period:
      return nominalPath(of: initializer.annotation).map {
        InitializerRoot(token: $0[0], kind: .type)
      }
    case .keyword:
      let keyword = tokens[start].keyword
      guard keyword == .`self` || keyword == .Self else { return nil }
      return member(after: start)
    case .identifier, .rawIdentifier:
      if isOwnType(at: start) { return member(after: start + 5) }
      let mark = tokens[start + 1].kind
      if mark == .period || mark == .colonColon, isModule(at: start), isIdentifier(start + 2) {
        return InitializerRoot(token: start + 2, kind: .qualified)
      }
      return InitializerRoot(token: start, kind: .name)
    default:
      return nil
    }
  }

  /// The member of the name, if that may be a type which the file declares or extends.
  func typeMember(of root: InitializerRoot) -> Int? {
    guard root.kind == .name, tokens[root.token + 1].kind == .period,
      isIdentifier(root.token + 2)
    else { return nil }
    return root.token + 2
  }

  private func member(after end: Int) -> InitializerRoot? {
    let isOptional = tokens[end + 1].kind == .postfixQuestionMark
    let period = isOptional ? end + 2 : end + 1
    guard tokens[period].kind == .period, isIdentifier(period + 1) else { return nil }
    return InitializerRoot(token: period + 1, kind: .member)
  }
}
