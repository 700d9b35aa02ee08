import SwiftLexer
import Syntax

extension SummaryReader {
  // MARK: - Arguments

  /// Reads what is in the brackets of a call, or the parts of a tuple.
  /// - Parameter isKept: whether a stored property keeps it.
  mutating func readArguments(of list: Int, isKept: Bool = false) -> Span {
    let start = arguments.count
    addArguments(of: list, isKept: isKept)
    return takeArguments(from: start)
  }

  private mutating func addArguments(of list: Int, isKept: Bool = false) {
    let outer = place.isKept
    place.isKept = isKept
    for part in tree.parts(of: list) {
      switch tree.kind(of: part) {
      case .labeledExpr:
        let value = tree.firstChild(of: part).map { readExpression($0) } ?? -1
        arguments.append(Argument(label: label(at: Int(tree[part].token)), value: value))
      case .unexpected: _ = readStatement(part)
      default: arguments.append(Argument(label: -1, value: readExpression(part)))
      }
    }
    place.isKept = outer
  }

  private mutating func label(at token: Int) -> Int32 {
    tokens[token].isWord && !tokens.isWord("_", at: token) ? name(at: token) : -1
  }

  /// Moves the arguments of a call that was read to the summary.
  mutating func takeArguments(from start: Int) -> Span {
    let first = summary.arguments.count
    summary.arguments += arguments[start...]
    arguments.removeSubrange(start...)
    return Span(first..<summary.arguments.count)
  }

  // MARK: - Calls

  /// Reads `callee(…) { … } label: { … }` or `base[…]`.
  mutating func readCall(_ node: Int, of callee: Int32) -> Int32 {
    let isSubscript = tree.kind(of: node) == .subscriptCallExpr
    if !isSubscript { noteInitializerCall(callee) }
    let start = arguments.count
    let outer = place.isKept
    place.isKept = false
    var open: Int?
    var closures = 0
    var next = tree.firstChild(of: node)
    while let part = next {
      switch tree.kind(of: part) {
      case .arguments:
        open = Int(tree[part].start)
        addArguments(of: part)
      case .closureExpr where closures != 0 || part != tree.firstChild(of: node):
        if closures == 0, !isSubscript || open == nil { open = Int(tree[part].start) }
        closures += 1
        arguments.append(Argument(label: -1, value: readClosure(part)))
      case .multipleTrailingClosureElement:
        closures += 1
        let value = tree.firstChild(of: part).map { readClosure($0) } ?? -1
        arguments.append(Argument(label: label(at: Int(tree[part].token)), value: value))
      default: break
      }
      next = tree.nextSibling(of: part)
    }
    place.isKept = outer
    let list = takeArguments(from: start)
    let offset = tokens[open ?? Int(tree[node].start)].offset
    let call = isSubscript ? -1 : reuse(callee, forCallWith: list)
    return end(call, isSubscript ? .subscripted : .call, of: callee, list, closures, offset)
  }

  /// Makes a reference the call of what it refers to.
  /// - Returns: the reference; -1 if the callee is something else.
  private mutating func reuse(_ callee: Int32, forCallWith list: Span) -> Int32 {
    guard callee != -1 else { return -1 }
    // No local variable takes labels.
    if summary.expressions[Int(callee)].kind == .local,
      summary.arguments[list.range].contains(where: { $0.label != -1 })
    {
      summary.expressions[Int(callee)].kind = .name
      summary.expressions[Int(callee)].base = -1
    }
    guard summary.expressions[Int(callee)].mayBeCalled else { return -1 }
    summary.expressions[Int(callee)].flags.insert(.isCalled)
    summary.expressions[Int(callee)].flags.remove(.isKept)
    summary.expressions[Int(callee)].arguments = list
    return callee
  }

  private mutating func end(
    _ call: Int32, _ kind: Expression.Kind, of callee: Int32, _ list: Span, _ closures: Int,
    _ offset: UInt32
  ) -> Int32 {
    var call = call
    if call == -1 {
      call = add(
        Expression(
          kind: kind, flags: .isCalled, base: callee, arguments: list, owner: place.owner,
          offset: offset))
    }
    summary.expressions[Int(call)].trailingCount = UInt8(clamping: closures)
    for (number, argument) in list.range.enumerated() {
      setContext(.argument, call, number: number, of: summary.arguments[argument].value)
    }
    return call
  }

  /// `self.init(…)` and `super.init(…)` tell what an initializer has to do itself.
  private mutating func noteInitializerCall(_ callee: Int32) {
    let declaration = Int(place.declaration)
    guard callee != -1, summary.declarations[declaration].kind == .initializer else { return }
    let expression = summary.expressions[Int(callee)]
    guard expression.kind == .member, expression.base != -1,
      summary.names[Int(expression.name)].elementsEqual("init".utf8)
    else { return }
    switch summary.expressions[Int(expression.base)].kind {
    case .selfValue: summary.declarations[declaration].flags.insert(.delegates)
    case .superValue: summary.declarations[declaration].flags.insert(.callsSuper)
    default: break
    }
  }

  /// `#expect(…)`: the arguments of a macro count as code.
  mutating func readMacroUse(_ node: Int) -> Int32 {
    let token = Int(tree[node].token)
    let isSelector =
      tokens.isWord("selector", at: token) || tokens.isWord("keyPath", at: token)
    let outer = place.isKept
    place.isKept = false
    var value: Int32 = -1
    for part in tree.children(of: node) {
      switch tree.kind(of: part) {
      case .arguments where !isSelector:
        let list = readArguments(of: part)
        // `#require(x)` is `x` without its `?`.
        if tokens.isWord("require", at: token), !list.isEmpty {
          value = summary.arguments[Int(list.start)].value
        }
      case .closureExpr: _ = readClosure(part)
      case .multipleTrailingClosureElement:
        if let closure = tree.firstChild(of: part) { _ = readClosure(closure) }
      default: break
      }
    }
    place.isKept = outer
    return value
  }

  // MARK: - Closures

  /// Reads a closure. One that a stored property keeps is a node of its own that nothing leads to,
  /// unless it is called on the spot.
  mutating func readClosure(_ node: Int) -> Int32 {
    let start = Int(tree[node].start)
    let next = tokens[min(Int(tree[node].end), tokens.count - 1)]
    let isCalled = next.kind == .leftParen && !next.isAtLineStart
    let closure = add(
      Expression(kind: .closure, owner: place.owner, offset: tokens[start].offset))
    within { reader in
      if reader.place.isKept, !isCalled {
        reader.summary.notFollowed.storedClosures += 1
        reader.place.owner = reader.addNode(
          .storedClosure, of: reader.place.declaration, named: start, reader.tree.bytes(of: node))
      }
      reader.place.isKept = false
      reader.place.isAwaited = false
      reader.place.result = .closure(closure)
      if let first = reader.tree.firstChild(of: node),
        reader.tree.kind(of: first) == .closureSignature
      {
        reader.readSignature(first, of: closure)
      } else {
        reader.place.closure = closure
      }
      reader.readStatements(of: node, isBody: true)
    }
    return closure
  }

  /// `[weak self, x = y] (a: Int, b) -> Int in`
  private mutating func readSignature(_ signature: Int, of closure: Int32) {
    var number: Int32 = 0
    for part in tree.children(of: signature) {
      switch tree.kind(of: part) {
      case .closureCaptureClause:
        for capture in tree.children(of: part) { readCapture(capture) }
      case .parameterClause:
        for parameter in tree.children(of: part) where tree.kind(of: parameter) == .parameter {
          addParameter(parameter, number, of: closure)
          number += 1
        }
      case .closureShorthandParameter:
        addParameter(part, number, of: closure)
        number += 1
      case .returnClause:
        if let result = tree.firstChild(of: part) {
          let type = readType(result)
          summary.expressions[Int(closure)].name = type
        }
      default: break
      }
    }
  }

  private mutating func addParameter(_ node: Int, _ number: Int32, of closure: Int32) {
    var local = Local(
      name: name(at: Int(tree[node].token)), kind: .closureParameter, source: closure,
      number: number)
    let type = tree.children(of: node).first { tree.kind(of: $0).isType }
    if let type { local.type = readType(type) }
    addLocal(local)
  }

  private mutating func readCapture(_ capture: Int) {
    guard let clause = tree.child(.initializerClause, of: capture),
      let node = tree.firstChild(of: clause)
    else { return }
    let value = readExpression(node)
    addLocal(Local(name: name(at: Int(tree[capture].token)), kind: .value, source: value))
  }
}

extension Expression {
  /// Whether parentheses after it are its own arguments.
  fileprivate var mayBeCalled: Bool {
    switch kind {
    case .name, .local, .localFunction, .member, .implicitMember, .selfType:
      !flags.contains(.isCalled) && !flags.contains(.isCompound)
    default: false
    }
  }
}
