import SwiftLexer
import Syntax

extension SummaryReader {
  /// Reads the statements of a block.
  /// - Parameter isBody: whether it is that of a function or closure. If it is one expression, that
  ///   is its result.
  mutating func readStatements(of node: Int, isBody: Bool = false) {
    if isDeep { return readLater(node, .statements(isBody: isBody)) }
    depth += 1
    let outer = place
    showFunctions(in: node)
    var count = 0
    var last: Int32 = -1
    for part in tree.parts(of: node) where tree.kind(of: part) != .closureSignature {
      last = readStatement(part)
      count += 1
    }
    if isBody, count == 1 { giveResult(last) }
    leave(to: outer)
    depth -= 1
  }

  /// Local functions can be called before their declaration. They are read where they stand; the
  /// calls before that mean the next function with the name.
  private mutating func showFunctions(in node: Int) {
    for part in tree.parts(of: node) where tree.kind(of: part) == .functionDecl {
      let token = tree.token(of: part)
      guard tokens[token].isWord else { continue }
      let name = name(at: token)
      if -1 <= meaning(of: name) { show(name, Self.laterFunction) }
    }
  }

  /// Reads a statement, a declaration in code, or a part of a statement.
  /// - Returns: the value of an expression; -1 for anything else.
  mutating func readStatement(_ node: Int) -> Int32 {
    let kind = tree.kind(of: node)
    switch kind {
    case .codeBlock, .switchCaseList, .switchCase, .unexpected: readStatements(of: node)
    case .ifExpr: readIf(node)
    case .guardStmt: readGuard(node)
    case .forStmt: readFor(node)
    case .returnStmt:
      if let value = tree.firstChild(of: node) { giveResult(readExpression(value)) }
    case .whileStmt, .catchClause:
      let outer = place
      readParts(of: node)
      leave(to: outer)
    case .switchExpr, .doStmt, .repeatStmt, .deferStmt, .labeledStmt, .throwStmt, .yieldStmt,
      .discardStmt, .whereClause, .switchCaseLabel:
      readParts(of: node)
    case .switchCaseItem, .catchItem: readItem(node)
    case .optionalBindingCondition: readOptionalBinding(node)
    case .matchingPatternCondition:
      let binding = binding(node)
      if let value = binding.value { _ = readExpression(value) }
      if let pattern = binding.pattern { showNames(of: pattern) }
    case .attribute, .throwsClause, .breakStmt, .continueStmt, .fallThroughStmt,
      .availabilityCondition, .poundSourceLocation:
      break
    case _ where kind.isDeclaration:
      readDeclaration(node, in: place.declaration, isLocal: true)
    default: return readExpression(node)
    }
    return -1
  }

  private mutating func readParts(of node: Int) {
    for part in tree.children(of: node) { _ = readStatement(part) }
  }

  /// Notes that an expression is what the function or closure returns.
  private mutating func giveResult(_ value: Int32) {
    guard value != -1 else { return }
    switch place.result {
    case .type(let type):
      if type != -1 { setContext(.type, type, of: value) }
    case .closure(let closure):
      setContext(.closureResult, closure, of: value)
      if summary.expressions[closure].base == -1 {
        summary.expressions[closure].base = value
      }
    }
  }

  // MARK: - Conditions

  /// The names that the conditions bind are visible in the first block. A chain of `else if` is as
  /// long as it likes.
  private mutating func readIf(_ node: Int) {
    var next: Int? = node
    while let branch = next {
      next = tree.firstChild(of: branch)
      let outer = place
      while let part = next {
        _ = readStatement(part)
        next = tree.nextSibling(of: part)
        if tree.kind(of: part) == .codeBlock { break }
      }
      leave(to: outer)
      guard let other = next, tree.kind(of: other) != .ifExpr else { continue }
      _ = readStatement(other)
      return
    }
  }

  /// The names that a `guard` binds are visible after it, and not in it.
  private mutating func readGuard(_ node: Int) {
    let outer = place.scope
    for part in tree.children(of: node) {
      guard tree.kind(of: part) == .codeBlock else {
        _ = readStatement(part)
        continue
      }
      let bound = place.scope
      move(to: outer)
      readStatements(of: part)
      move(to: bound)
    }
  }

  /// `let x`, `let x: T = f()`, `let (a, b) = f()`
  private mutating func readOptionalBinding(_ node: Int) {
    let binding = binding(node)
    guard let pattern = binding.pattern else { return }
    let token = tree.token(of: pattern)
    let isName = tree.kind(of: pattern) == .identifierPattern
    guard isName, binding.value == nil, binding.type == nil else {
      if tokens[token].keyword != .`self` || !isName {
        readLocalVariable(binding)
      } else if let value = binding.value {
        _ = readExpression(value)
      }
      return
    }
    let value = addName(at: token)
    if tokens[token].keyword != .`self` {
      addLocal(Local(name: name(at: token), kind: .value, source: value))
    }
  }

  private mutating func readFor(_ node: Int) {
    guard let pattern = tree.firstChild(of: node) else { return }
    let outer = place
    let isCase = tokens[max(tree.start(of: pattern) - 1, 0)].keyword == .case
    var type: Int32 = -1
    for part in tree.children(of: node) where part != pattern {
      switch tree.kind(of: part) {
      case .typeAnnotation: type = readFirstType(in: part)
      case .whereClause, .codeBlock: _ = readStatement(part)
      default:
        let sequence = readExpression(part)
        if isCase {
          showNames(of: pattern)
        } else {
          bind(pattern, to: add(.element, base: sequence), type)
        }
      }
    }
    leave(to: outer)
  }

  /// `case pattern where condition`
  private mutating func readItem(_ node: Int) {
    for part in tree.children(of: node) {
      if tree.kind(of: part) == .whereClause {
        readParts(of: part)
      } else {
        showNames(of: part)
      }
    }
  }

  // MARK: - Local variables and patterns

  /// Reads one variable in code.
  mutating func readLocalVariable(_ binding: Binding) {
    guard let pattern = binding.pattern else { return }
    let type = binding.type.map { readType($0) } ?? -1
    var value: Int32 = -1
    if let node = binding.value {
      value = readExpression(node)
      if type != -1, !tree.kind(of: pattern).isTuple { setContext(.type, type, of: value) }
    }
    if let accessors = binding.accessors { readLocalAccessors(accessors, type) }
    bind(pattern, to: value, type)
  }

  /// A computed or observed variable in code: its code counts where it stands.
  private mutating func readLocalAccessors(_ block: Int, _ type: Int32) {
    let outer = place
    place.result = .type(type)
    if tree.firstChild(of: block).map(tree.kind) == .accessorDecl {
      for accessor in tree.children(of: block) {
        if let code = tree.child(.codeBlock, of: accessor) { readStatements(of: code) }
      }
    } else {
      readStatements(of: block, isBody: true)
    }
    leave(to: outer)
  }

  /// Makes the names of a pattern visible that has a value. The types of a tuple's parts are known.
  private mutating func bind(_ pattern: Int, to value: Int32, _ type: Int32) {
    let pattern = unwrapped(pattern)
    let kind = tree.kind(of: pattern)
    guard kind.isTuple else {
      guard kind == .identifierPattern || kind == .unexpected else {
        return showNames(of: pattern)
      }
      let name = name(at: tree.token(of: pattern))
      return addLocal(Local(name: name, kind: .value, type: type, source: value))
    }
    for (number, part) in tree.children(of: pattern).enumerated() {
      let part = unwrapped(part)
      guard value != -1, tree.kind(of: part) == .identifierPattern else {
        showNames(of: part)
        continue
      }
      let source = add(.part, name: Int32(number), base: value)
      addLocal(Local(name: name(at: tree.token(of: part)), kind: .value, source: source))
    }
  }

  /// A pattern without the `let` or the label before it.
  private func unwrapped(_ pattern: Int) -> Int {
    var pattern = pattern
    while true {
      switch tree.kind(of: pattern) {
      case .valueBindingPattern, .tuplePatternElement, .labeledExpr:
        guard let inner = tree.firstChild(of: pattern) else { return pattern }
        pattern = inner
      default: return pattern
      }
    }
  }

  /// Makes the names of a pattern visible; of `let x as T` the type is known. Of what a pattern
  /// compares with, the code in strings and closures is read alone: a case in a pattern makes
  /// nothing.
  private mutating func showNames(of pattern: Int) {
    var next: Int? = pattern
    while let node = next {
      switch tree.kind(of: node) {
      case .identifierPattern:
        var local = Local(name: name(at: tree.token(of: node)))
        if let cast = tree.nextSibling(of: node), tree.kind(of: cast) == .unresolvedAsExpr,
          let type = tree.nextSibling(of: cast)
        {
          local.type = readType(type)
        }
        addLocal(local)
        next = tree.node(after: node, in: pattern)
      case .stringLiteralExpr, .closureExpr:
        _ = readExpression(node)
        next = tree.node(after: node, in: pattern)
      default:
        next = tree.firstChild(of: node) ?? tree.node(after: node, in: pattern)
      }
    }
  }
}

extension SyntaxKind {
  fileprivate var isTuple: Bool { self == .tuplePattern || self == .tupleExpr }
}
