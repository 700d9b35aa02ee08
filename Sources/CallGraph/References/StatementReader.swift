import SwiftLexer
import Syntax

extension SummaryReader {
  /// Reads a statement, or a part of one.
  /// - Returns: -1, as it has no value.
  mutating func readStatement(_ node: Int) -> Int32 {
    switch tree.kind(of: node) {
    case .returnStmt: giveResult(tree.firstChild(of: node).map { read($0) } ?? -1)
    case .forStmt: readFor(node)
    case .optionalBindingCondition: readOptionalBinding(node)
    case .matchingPatternCondition:
      let binding = tree.parts(ofBinding: node)
      if let value = binding.value { _ = read(value) }
      if let pattern = binding.pattern { showNames(of: pattern) }
    case .switchCaseItem, .catchItem:
      for part in tree.children(of: node) {
        if tree.kind(of: part) == .whereClause { _ = read(part) } else { showNames(of: part) }
      }
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
    if kind.hasStatements { showFunctions(in: node) }
    var count = 0
    var value: Int32 = -1
    for part in tree.parts(of: node) where tree.kind(of: part) != .closureSignature {
      let isBlock = tree.kind(of: part) == .codeBlock
      let bound = place.scope
      if isBlock, kind == .guardStmt { move(to: outer.scope) }
      value = read(part)
      if isBlock { move(to: kind == .guardStmt ? bound : outer.scope) }
      count += 1
    }
    if kind != .guardStmt, kind != .switchCaseLabel { leave(to: outer) }
    return count == 1 ? value : -1
  }

  /// Local functions can be called before their declaration: the first with the name.
  private mutating func showFunctions(in node: Int) {
    var functions: [Int] = []
    for part in tree.parts(of: node) where tree.kind(of: part) == .functionDecl {
      functions.append(part)
    }
    for function in functions.reversed() {
      show(name(at: tree.token(of: function)), .function(Int32(function)))
    }
  }

  /// Notes that an expression is what the function or closure returns.
  mutating func giveResult(_ value: Int32) {
    guard value != -1 else { return }
    let (type, closure) = (place.resultType, place.resultClosure)
    if type != -1 { setContext(.type, type, of: value) }
    guard closure != -1 else { return }
    setContext(.closureResult, closure, of: value)
    if summary.expressions[closure].base == -1 { summary.expressions[closure].base = value }
  }

  /// `let x`, `let x: T = f()`, `let (a, b) = f()`
  private mutating func readOptionalBinding(_ node: Int) {
    let binding = tree.parts(ofBinding: node)
    guard let pattern = binding.pattern else { return }
    let token = tree.token(of: pattern)
    let isName = tree.kind(of: pattern) == .identifierPattern
    if isName, tokens[token].keyword == .`self` {
      if let value = binding.value { _ = read(value) }
    } else if isName, binding.value == nil, binding.type == nil {
      bind(pattern, to: addReference(.name, pattern), -1)
    } else {
      readLocal(binding)
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
      case .whereClause, .codeBlock: _ = read(part)
      default:
        let sequence = read(part)
        if isCase {
          showNames(of: pattern)
        } else {
          bind(pattern, to: add(.element, base: sequence), type)
        }
      }
    }
    leave(to: outer)
  }

  // MARK: - Local variables and patterns

  /// Reads one variable in code. The code of its accessors counts where it stands.
  mutating func readLocal(_ binding: SyntaxTree.BindingParts) {
    guard let pattern = binding.pattern else { return }
    let type = binding.type.map { readType($0) } ?? -1
    let value = binding.value.map { read($0) } ?? -1
    if type != -1, !tree.kind(of: pattern).isTuple { setContext(.type, type, of: value) }
    if let accessors = binding.accessors {
      let outer = place
      (place.resultType, place.resultClosure) = (type, -1)
      giveResult(readStatements(of: accessors))
      leave(to: outer)
    }
    bind(pattern, to: value, type)
  }

  /// Makes the names of a pattern visible that has a value. The types of a tuple's parts are known.
  private mutating func bind(_ pattern: Int, to value: Int32, _ type: Int32) {
    let pattern = tree.unwrapped(pattern: pattern)
    switch tree.kind(of: pattern) {
    case .identifierPattern, .unexpected:
      let name = name(at: tree.token(of: pattern))
      addLocal(Local(name: name, kind: .value, type: type, source: value))
    case let kind where kind.isTuple && value != -1:
      for (number, part) in tree.children(of: pattern).enumerated() {
        let part = tree.unwrapped(pattern: part)
        if tree.kind(of: part) == .identifierPattern {
          bind(part, to: add(.part, name: Int32(number), base: value), -1)
        } else {
          showNames(of: part)
        }
      }
    default: showNames(of: pattern)
    }
  }

  /// Makes the names of a pattern visible; of `let x as T` the type is known. Of what a pattern
  /// compares with, the code in strings and closures is read alone: a case in a pattern makes
  /// nothing.
  private mutating func showNames(of pattern: Int) {
    var next: Int? = pattern
    while let node = next {
      let kind = tree.kind(of: node)
      if kind == .identifierPattern {
        var local = Local(name: name(at: tree.token(of: node)))
        if let cast = tree.nextSibling(of: node), tree.kind(of: cast) == .unresolvedAsExpr,
          let type = tree.nextSibling(of: cast)
        {
          local.type = readType(type)
        }
        addLocal(local)
      }
      let isCode = kind == .stringLiteralExpr || kind == .closureExpr
      if isCode { _ = read(node) }
      next = (isCode ? nil : tree.firstChild(of: node)) ?? tree.node(after: node, in: pattern)
    }
  }
}

extension SyntaxKind {
  fileprivate var isTuple: Bool { self == .tuplePattern || self == .tupleExpr }

  /// Whether local functions may be declared in it.
  fileprivate var hasStatements: Bool {
    self == .codeBlock || self == .closureExpr || self == .switchCase || self == .accessorBlock
  }
}
