import SwiftLexer

/// A declaration, with its attributes, header and body, or the arguments of a freestanding macro.
/// Positions are indices of tokens.
struct Scope {
  /// The declaration's keyword, e.g. `func`, or the macro's `#`; nil for the file, and for
  /// attributes that no declaration follows.
  var introducer: Int?
  /// The scope around it, by index in `Matcher.scopes`; the file's is 0, and its own.
  let parent: Int
}

extension Matcher {
  /// The scopes around a place, the innermost first, without the file.
  /// - Parameter index: in `scopes`.
  func scopes(around index: Int) -> [Scope] {
    var around: [Scope] = []
    var index = index
    while 0 < index {
      around.append(scopes[index])
      index = scopes[index].parent
    }
    return around
  }

  /// At the keyword of a declaration.
  mutating func beginScope(at index: Int) {
    if let attributes = top.attributes {
      scopes[attributes].introducer = index
      top.attributes = nil
    } else {
      top.scope = addScope(introducer: index)
    }
  }

  mutating func endScope() {
    top.scope = top.base
    top.attributes = nil
  }

  mutating func resumeScope(_ scope: Int) {
    top.scope = scope
    top.attributes = scope
  }

  /// At an `@`: attributes before a declaration belong to it.
  mutating func passAttribute(at index: Int) {
    guard index == top.expression.statementStart, top.attributes == nil else { return }
    switch top.role {
    case .parentheses, .brackets:
      break
    case .file, .closure, .statements, .type, .enumeration, .function, .variable, .accessor,
      .setter:
      resumeScope(addScope(introducer: nil))
    }
  }

  /// At a `#`: the arguments and closures of a macro are inside of it.
  mutating func passMacro(at index: Int) {
    guard tokens[index + 1].isWord else { return }
    var end = index + 1
    if let angle = genericArgumentsInExpression(at: end + 1) { end = angle }
    if isArgumentList(at: end + 1), let close = pairs.partner(of: end + 1) { end = close }
    if tokens[end + 1].kind == .leftBrace, let close = pairs.partner(of: end + 1),
      isTrailingClosure(at: end + 1, inCondition: top.isCondition)
    {
      end = close
      while isLabelledClosure(at: end + 1), let close = pairs.partner(of: end + 3) { end = close }
    }
    guard index + 1 < end else { return }
    top.macro = (addScope(introducer: index), end)
  }

  private mutating func addScope(introducer: Int?) -> Int {
    // What stands in a macro's arguments has that scope already.
    scopes.append(Scope(introducer: introducer, parent: top.base))
    return scopes.count - 1
  }
}
