import SwiftLexer

/// A declaration with its attributes, header and body, or a freestanding macro with its arguments.
/// Positions are indices of tokens.
struct Scope {
  /// The keyword of the declaration, e.g. `func`, or the `#` of the macro. `nil` for the file, and
  /// for attributes that no declaration follows.
  var introducer: Int?
  /// The scope around this scope, by index in `Outline.scopes`. The file has index 0 and is its own
  /// parent.
  let parent: Int
  /// Where the attributes and modifiers before the keyword start.
  let start: Int
  /// Whether the declaration is in code, rather than directly in the file or in a type.
  let isLocal: Bool
  /// For a variable or case that is not the first after its keyword, as `b` in `let a = 1, b = 2`.
  var binding: Binding?
  /// Scopes, by index, that other clauses of an `#if` began in place of the parent and left open.
  /// They are around this scope as much as the parent is. A scope with alternatives is no
  /// declaration of its own: it continues the declaration of its parent.
  var alternatives: [Int] = []

  struct Binding {
    let name: Int
    /// The scope of the first variable or case, by index in `Outline.scopes`.
    let first: Int
  }
}

extension Outline {
  /// The scopes around a place, the innermost first, without the file.
  /// - Parameter index: the innermost scope, by index in `scopes`.
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
      // Of several declarations in one statement, each starts after the keyword of the one before.
      let previous = top.scope == top.base ? nil : scopes[top.scope].introducer
      let start = max(top.expression.statementStart, top.open + 1, previous.map { $0 + 1 } ?? 0)
      top.scope = addScope(introducer: index, start: start)
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

  /// After a comma between variables: what follows belongs to the next variable.
  mutating func passBinding(at index: Int) {
    guard top.scope != top.base, !top.isCondition, let introducer = scopes[top.scope].introducer,
      tokens[introducer].keyword.isVariable
    else { return }
    var end = index
    if tokens[index].kind == .leftParen, let close = pairs.partner(of: index) {
      end = close
    } else if !tokens[index].isWord {
      return
    }
    // `let a = A<B, C>()` declares one variable.
    guard tokens[end + 1].kind == .colon || tokens[end + 1].kind == .equal else { return }
    addBinding(named: index)
  }

  /// After a comma between the cases of an enumeration.
  mutating func passCaseBinding(at index: Int) {
    guard top.role == .enumeration, top.scope != top.base, tokens[index].isWord,
      let introducer = scopes[top.scope].introducer, tokens[introducer].keyword == .case
    else { return }
    addBinding(named: index)
  }

  private mutating func addBinding(named name: Int) {
    var scope = scopes[top.scope]
    scope.binding = Scope.Binding(name: name, first: scope.binding?.first ?? top.scope)
    scopes.append(scope)
    top.scope = scopes.count - 1
  }

  /// After an `#endif` that leaves brackets open.
  /// - Parameter others: the scopes that clauses end in, apart from the scope that the code after
  ///   `#endif` is in.
  mutating func joinScopes(with others: [Int]) {
    let (base, start) = (top.base, scopes[top.base].start)
    let alternatives = others.filter { $0 != 0 && $0 != base }
    guard !alternatives.isEmpty else { return }
    scopes.append(
      Scope(
        introducer: scopes[base].introducer, parent: base, start: start,
        isLocal: scopes[base].isLocal, alternatives: alternatives))
    if top.scope == base { top.scope = scopes.count - 1 }
    top.base = scopes.count - 1
  }

  /// At an `@`: an attribute before a declaration belongs to it.
  mutating func passAttribute(at index: Int) {
    guard index == top.expression.statementStart, top.attributes == nil else { return }
    switch top.role {
    case .parentheses, .brackets:
      break
    case .file, .closure, .statements, .type, .enumeration, .function, .variable, .accessor,
      .setter:
      resumeScope(addScope(introducer: nil, start: index))
    }
  }

  /// At a `#`: the arguments and closures of a macro are inside the macro.
  mutating func passMacro(at index: Int) {
    guard tokens[index + 1].isWord else { return }
    var end = index + 1
    if let angle = file.genericArgumentsInExpression(at: end + 1) { end = angle }
    if file.isArgumentList(at: end + 1), let close = pairs.partner(of: end + 1) { end = close }
    if tokens[end + 1].kind == .leftBrace, let close = pairs.partner(of: end + 1),
      file.isTrailingClosure(at: end + 1, inCondition: top.isCondition)
    {
      end = close
      while file.isLabelledClosure(at: end + 1), let close = pairs.partner(of: end + 3) {
        end = close
      }
    }
    guard index + 1 < end else { return }
    let isDeclaration = top.scope == top.base || top.attributes != nil
    scopes.append(
      Scope(
        introducer: index, parent: top.scope, start: index,
        isLocal: !isDeclaration || !top.role.holdsMembers))
    top.macro = (scopes.count - 1, end)
  }

  private mutating func addScope(introducer: Int?, start: Int) -> Int {
    scopes.append(
      Scope(
        introducer: introducer, parent: top.base, start: start, isLocal: !top.role.holdsMembers))
    return scopes.count - 1
  }
}

extension LevelRole {
  /// Whether a declaration there is visible in the whole level, rather than being local.
  var holdsMembers: Bool {
    switch self {
    case .file, .type, .enumeration: true
    case .parentheses, .brackets, .closure, .statements, .function, .variable, .accessor, .setter:
      false
    }
  }

  var isBracket: Bool {
    switch self {
    case .parentheses, .brackets: true
    default: false
    }
  }
}

extension Keyword {
  var isVariable: Bool {
    switch self {
    case .let, .var: true
    default: false
    }
  }
}
