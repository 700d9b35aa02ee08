import SwiftLexer
import Syntax

// The relations between parts of an expression. Nodes are given by their index.

extension SyntaxTree {
  /// All nodes, those of parts included that were not asked for.
  var allNodes: some Sequence<Int> {
    sequence(state: 0) { (next: inout Int) -> Int? in
      while next < self.count {
        next += 1
        if self.kind(of: next - 1) != .deferred { return next - 1 }
        _ = self.contents(of: next - 1)
      }
      return nil
    }
  }

  /// The nodes around a node, the innermost first.
  func ancestors(of node: Int) -> some Sequence<Int> {
    sequence(first: node) { self.parent(of: $0) }.dropFirst()
  }

  /// The node around it that begins with it, as a call begins with its callee.
  func extended(_ node: Int) -> Int? {
    guard let parent = parent(of: node), self[parent].start == self[node].start else { return nil }
    return parent
  }

  /// The call of an expression; `nil` if it is not called.
  func call(of callee: Int) -> Int? {
    guard let call = extended(callee), kind(of: call) == .functionCallExpr else { return nil }
    return call
  }

  /// The expression in parentheses; `nil` for a tuple.
  func content(ofParentheses node: Int) -> Int? {
    guard kind(of: node) == .tupleExpr, let only = firstChild(of: node),
      nextSibling(of: only) == nil, kind(of: only) != .labeledExpr, kind(of: only) != .ifConfigDecl
    else { return nil }
    return only
  }

  /// The parentheses directly around an expression; `nil` if there are none.
  func parentheses(around node: Int) -> Int? {
    guard let parent = parent(of: node), content(ofParentheses: parent) == node else { return nil }
    return parent
  }

  /// The whole of which a node is the start and that does not change the value: `.self`, and the
  /// `?` and `!` of optional chains.
  /// - Parameter overMarks: whether to skip `?` and `!`.
  func unchanged(_ node: Int, overMarks: Bool = true) -> Int {
    var node = node
    while let outer = extended(node), isUnchanging(outer, overMarks: overMarks) { node = outer }
    return node
  }

  private func isUnchanging(_ node: Int, overMarks: Bool) -> Bool {
    switch kind(of: node) {
    case .forceUnwrapExpr, .optionalChainingExpr: overMarks
    case .memberAccessExpr: source[token(of: node)].keyword == .`self`
    default: false
    }
  }

  /// The value without parts that do not change it: parentheses, `.self`, `?` and `!`.
  func unwrapped(_ node: Int) -> Int {
    var node = node
    while true {
      if isUnchanging(node, overMarks: true), let base = firstChild(of: node) {
        node = base
      } else if let content = content(ofParentheses: node) {
        node = content
      } else {
        return node
      }
    }
  }

  /// Whether calls, members and the like may go on with the expression to the node.
  private func isSuffixed(_ node: Int) -> Bool {
    switch kind(of: node) {
    case .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .forceUnwrapExpr,
      .optionalChainingExpr, .genericSpecializationExpr, .postfixOperatorExpr,
      .postfixIfConfigExpr:
      true
    default: false
    }
  }

  /// The whole postfix expression that starts with a node: with all members and calls.
  func chain(from node: Int) -> Int {
    var node = node
    while true {
      if let outer = extended(node), isSuffixed(outer) {
        node = outer
      } else if let whole = postfixConditional(around: node) {
        node = whole
      } else {
        return node
      }
    }
  }

  /// The expression that goes on in clauses of an `#if`, if the node is the code of a clause.
  func postfixConditional(around node: Int) -> Int? {
    guard let clause = parent(of: node), kind(of: clause) == .ifConfigClause,
      let directives = parent(of: clause), let whole = parent(of: directives),
      kind(of: whole) == .postfixIfConfigExpr
    else { return nil }
    return whole
  }

  /// The expression before the period of a member; `nil` for an implicit member. It may stand
  /// before the `#if` that the member is in.
  func receiver(ofMember member: Int) -> Int? {
    if let base = firstChild(of: member), self[base].start == self[member].start,
      kind(of: base) != .genericArgumentClause
    {
      return base
    }
    var node = member
    while true {
      while let outer = extended(node), isSuffixed(outer) { node = outer }
      guard let whole = postfixConditional(around: node) else { return nil }
      if let base = firstChild(of: whole), kind(of: base) != .ifConfigDecl { return base }
      node = whole
    }
  }

  /// The first members of the clauses that go on with an expression: `#if A⏎.main⏎#endif`.
  func membersInClauses(of conditional: Int) -> [Int] {
    guard let directives = child(.ifConfigDecl, of: conditional) else { return [] }
    return children(of: directives).prefix(Limits.many).flatMap { clause -> [Int] in
      guard var node = children(of: clause).first(where: { isSuffixed($0) && isLeading($0) })
      else { return [] }
      while let first = firstChild(of: node), self[first].start == self[node].start,
        isSuffixed(first)
      {
        node = first
      }
      return kind(of: node) == .postfixIfConfigExpr ? membersInClauses(of: node) : [node]
    }
  }

  /// Whether an expression may go on behind the `#if`, as if no clause were there.
  func mayPass(conditional: Int) -> Bool {
    guard let directives = child(.ifConfigDecl, of: conditional) else { return false }
    let clauses = Array(children(of: directives).prefix(Limits.many))
    if clauses.count == Limits.many { return false }
    return clauses.count != membersInClauses(of: conditional).count
      || clauses.last.map { source[start(of: $0)].kind != .poundElse } == true
  }

  /// Whether the code of a clause starts with the node: the condition ends with its line.
  private func isLeading(_ node: Int) -> Bool {
    let first = source[start(of: node)]
    return first.kind == .period || first.kind == .poundIf
  }

  /// Whether the expression is, or is a part of, a `case` pattern.
  func isInPattern(_ node: Int) -> Bool {
    var node = node
    for _ in 0..<Limits.ancestors {
      guard let parent = parent(of: node) else { return false }
      switch kind(of: parent) {
      case .switchCaseItem, .catchItem:
        return kind(of: node) != .whereClause
      case .matchingPatternCondition:
        return kind(of: node) != .initializerClause && kind(of: node) != .typeAnnotation
      case .forStmt:
        return firstChild(of: parent) == node
      case .closureExpr, .codeBlock, .memberBlock, .sourceFile, .initializerClause, .switchCase,
        .accessorBlock, .whereClause:
        return false
      default:
        node = parent
      }
    }
    return false
  }

  /// The labels of a call's arguments, the tokens of those that are written.
  func argumentNodes(of call: Int) -> [Int] {
    child(.arguments, of: call).map { Array(children(of: $0)) } ?? []
  }

  /// The closures among the arguments of a call or a macro, in source order: those in parentheses,
  /// and the trailing ones.
  func closures(of call: Int) -> [Int] {
    var closures: [Int] = []
    for child in children(of: call) {
      switch kind(of: child) {
      case .arguments:
        closures += children(of: child).compactMap { value(of: $0) }
          .filter { kind(of: $0) == .closureExpr }
      case .closureExpr where self[child].start != self[call].start: closures.append(child)
      case .multipleTrailingClosureElement: closures += children(of: child)
      default: break
      }
    }
    return closures
  }
}
