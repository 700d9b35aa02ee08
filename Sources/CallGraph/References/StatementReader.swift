import SwiftLexer
import Syntax

extension SummaryReader {
  /// Reads a statement, or a part of one.
  /// - Returns: -1, as a statement has no value.
  mutating func readStatement(_ node: Int) -> Int32 {
    switch tree.kind(of: node) {
    case .returnStmt:
      guard let result = tree.firstChild(of: node) else { break }
      let value = read(result)
      giveResult(value == -1 && place.resultClosure == -1 ? add(.unknown) : value)
    case .forStmt:
      let outer = place
      readLocal(node)
      for part in tree.children(of: node)
      where tree.kind(of: part) == .whereClause || tree.kind(of: part) == .codeBlock {
        _ = read(part)
      }
      leave(to: outer)
    case .optionalBindingCondition, .matchingPatternCondition: readLocal(node)
    case .switchCaseItem, .catchItem:
      for part in tree.children(of: node) {
        if tree.kind(of: part) == .whereClause {
          _ = read(part)
        } else {
          bind(part, Local(source: tree.kind(of: node) == .catchItem ? -1 : place.subject))
        }
      }
    case .fallThroughStmt: noteFallthrough(node)
    case .throwStmt:
      noteSkip(node)
      _ = readStatements(of: node)
    case .switchExpr, .ifExpr, .guardStmt, .doStmt: readGuarded(node)
    default: _ = readStatements(of: node)
    }
    return -1
  }

  /// Reads the statements of a block, or the parts of a statement. The names that the conditions of
  /// an `if` bind are visible in the first block; those of a `guard` after it, and not in it.
  /// - Returns: the value, if there is one expression and no more.
  mutating func readStatements(of node: Int) -> Int32 {
    let outer = place
    let kind = tree.kind(of: node)
    noteDebugging(in: node)
    // Local functions can be called before their declaration.
    for part in tree.parts(of: node) where tree.kind(of: part) == .functionDecl {
      show(name(at: tree.token(of: part)), .function(Int32(part)))
    }
    var count = 0
    var value: Int32 = -1
    for part in tree.parts(of: node) where tree.kind(of: part) != .closureSignature {
      let isBlock = tree.kind(of: part) == .codeBlock
      let bound = place.scope
      if isBlock, kind == .guardStmt { move(to: outer.scope) }
      value = read(part)
      if kind == .switchExpr, count == 0 { place.subject = value }
      if isBlock { move(to: kind == .guardStmt ? bound : outer.scope) }
      count += 1
    }
    if kind != .guardStmt, kind != .switchCaseLabel { leave(to: outer) }
    return count == 1 ? value : -1
  }

  /// Notes a function that begins with `throw XCTSkip(…)`.
  private mutating func noteSkip(_ node: Int) {
    guard let block = tree.parent(of: node), let outer = tree.parent(of: block),
      tree.kind(of: outer) == .functionDecl, tree.firstChild(of: block) == node,
      tokens.isWord("XCTSkip", at: tree.token(of: node) + 1)
    else { return }
    summary.declarations[place.declaration].flags.insert(.isSkipped)
  }

  /// Notes that the function or closure returns an expression.
  mutating func giveResult(_ value: Int32) {
    guard value != -1 else { return }
    let (type, closure) = (place.resultType, place.resultClosure)
    if type != -1 { setContext(.type, type, of: value) }
    guard closure != -1 else {
      summary.expressions[value].flags.insert(.isReturned)
      return
    }
    setContext(.closureResult, closure, of: value)
    if summary.expressions[closure].base == -1 { summary.expressions[closure].base = value }
  }

  // MARK: - Local variables and patterns

  /// Reads one variable in code, or a condition that binds names. The code of a variable's
  /// accessors counts where it stands.
  mutating func readLocal(_ node: Int, isConstant: Bool? = nil) {
    let binding = tree.parts(ofBinding: node)
    guard let pattern = binding.pattern else { return }
    let type = binding.type.map { readType($0) } ?? -1
    var value = binding.value.map { read($0) } ?? -1
    if type != -1, tree.kind(of: pattern) == .identifierPattern {
      setContext(.type, type, of: value)
    }
    if let accessors = binding.accessors {
      let outer = place
      (place.resultType, place.resultClosure) = (type, -1)
      giveResult(readStatements(of: accessors))
      leave(to: outer)
    }
    switch tree.kind(of: node) {
    case .forStmt: value = add(.element, base: value)
    case .optionalBindingCondition where binding.value == nil && type == -1:
      value = addReference(.name, pattern)
    default: break
    }
    var local = Local(type: type, source: value)
    local.isUnwrapped = tree.kind(of: node) == .optionalBindingCondition
    local.isConstant =
      isConstant ?? (local.isUnwrapped && tokens[tree.token(of: node)].keyword == .let)
    if local.isConstant, let value = binding.value ?? (local.isUnwrapped ? pattern : nil),
      let parameter = parameter(of: value)
    {
      local.parameter = parameter
    }
    bind(pattern, local)
  }

  /// Makes the names of a pattern visible. A part of a tuple has a part of the value, and an
  /// argument of a case what is associated with the value.
  private mutating func bind(_ pattern: Int, _ local: Local = Local()) {
    let pattern = tree.unwrapped(pattern: pattern)
    switch tree.kind(of: pattern) {
    case .identifierPattern, .unexpected:
      let name = name(at: tree.token(of: pattern))
      addLocal(name, local)
    case let kind where kind.isTuple && local.source != -1 && !isDeep:
      for (number, part) in tree.children(of: pattern).enumerated() {
        let source = add(.part, name: Int32(number), base: local.source)
        nested { $0.bind(part, Local(source: source)) }
      }
    case .functionCallExpr where local.source != -1 && !isDeep:
      bindAssociated(pattern, of: local.source)
    case .optionalChainingExpr where local.source != -1 && !isDeep:
      guard let inner = tree.firstChild(of: pattern) else { break }
      nested { $0.bind(inner, Local(source: local.source, isUnwrapped: true)) }
    default: showNames(of: pattern)
    }
  }

  /// Makes the names in `.node(let tag, _)` visible.
  private mutating func bindAssociated(_ pattern: Int, of value: Int32) {
    guard let callee = tree.firstChild(of: pattern), tree.kind(of: callee) == .memberAccessExpr
    else { return showNames(of: pattern) }
    let name = name(at: tree.token(of: callee))
    let arguments = Array(tree.arguments(of: pattern))
    for (number, argument) in arguments.enumerated() {
      let source = add(.associated, name: name, base: value)
      summary.expressions[source].contextNumber = arguments.count == 1 ? -1 : Int32(number)
      nested { $0.bind(argument, Local(source: source)) }
    }
  }

  /// Makes the names of a pattern visible; the type is known in `let x as T`. In an expression of a
  /// pattern only the code in strings and closures is read: a case in a pattern makes nothing.
  private mutating func showNames(of pattern: Int) {
    var next: Int? = pattern
    while let node = next {
      let kind = tree.kind(of: node)
      if kind == .identifierPattern {
        let cast = tree.nextSibling(of: node).flatMap {
          tree.kind(of: $0) == .unresolvedAsExpr ? tree.nextSibling(of: $0) : nil
        }
        let type = cast.map { readType($0) } ?? -1
        addLocal(name(at: tree.token(of: node)), Local(type: type))
      }
      let isCode = kind == .stringLiteralExpr || kind == .closureExpr
      if isCode { _ = read(node) }
      next = (isCode ? nil : tree.firstChild(of: node)) ?? tree.node(after: node, in: pattern)
    }
  }
}

extension SyntaxKind {
  fileprivate var isTuple: Bool { self == .tuplePattern || self == .tupleExpr }
}
