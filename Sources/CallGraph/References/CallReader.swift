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
        arguments.append(Argument(label: label(at: tree.token(of: part)), value: value))
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
    let (start, isKept, base) = (arguments.count, place.isKept, tree.firstChild(of: node))
    place.isKept = false
    var (open, closures) = (tree.start(of: node), 0)
    for part in tree.children(of: node) where part != base {
      if tree.kind(of: part) == .arguments {
        open = tree.start(of: part)
        addArguments(of: part)
      } else if let closure = closure(in: part) {
        if closures == 0, !isSubscript { open = tree.start(of: part) }
        closures += 1
        let label = closure == part ? -1 : label(at: tree.token(of: part))
        arguments.append(Argument(label: label, value: readClosure(closure)))
      }
    }
    place.isKept = isKept
    let list = takeArguments(from: start)
    var call = callee
    if isSubscript || !takesArguments(callee, list) {
      call = add(isSubscript ? .subscripted : .call, base: callee, at: open)
    }
    summary.expressions[call].arguments = list
    summary.expressions[call].flags.insert(.isCalled)
    summary.expressions[call].flags.remove(.isKept)
    summary.expressions[call].trailingCount = UInt8(clamping: closures)
    for (number, argument) in list.range.enumerated() {
      setContext(.argument, call, number: number, of: summary.arguments[argument].value)
    }
    return call
  }

  /// The closure that a trailing closure is, or has a label for.
  private func closure(in part: Int) -> Int? {
    switch tree.kind(of: part) {
    case .closureExpr: part
    case .multipleTrailingClosureElement: tree.firstChild(of: part)
    default: nil
    }
  }

  /// Whether parentheses after an expression are its own arguments, and not those of what it gives.
  private mutating func takesArguments(_ callee: Int32, _ list: Span) -> Bool {
    guard callee != -1 else { return false }
    let expression = summary.expressions[callee]
    switch expression.kind {
    case .local:
      // No local variable takes labels.
      if summary.arguments[list.range].contains(where: { $0.label != -1 }) {
        (summary.expressions[callee].kind, summary.expressions[callee].base) = (.name, -1)
      }
    case .name, .localFunction, .member, .implicitMember, .selfType: break
    default: return false
    }
    return expression.flags.isDisjoint(with: [.isCalled, .isCompound])
  }

  /// `self.init(…)` and `super.init(…)` tell what an initializer has to do itself.
  private mutating func noteInitializerCall(_ callee: Int32) {
    let declaration = Int(place.declaration)
    guard callee != -1, summary.declarations[declaration].kind == .initializer else { return }
    let expression = summary.expressions[callee]
    guard expression.kind == .member, expression.base != -1,
      summary.names[expression.name].elementsEqual("init".utf8)
    else { return }
    switch summary.expressions[expression.base].kind {
    case .selfValue: summary.declarations[declaration].flags.insert(.delegates)
    case .superValue: summary.declarations[declaration].flags.insert(.callsSuper)
    default: break
    }
  }

  /// `#expect(…)`: the arguments of a macro count as code.
  mutating func readMacroUse(_ node: Int) -> Int32 {
    let token = tree.token(of: node)
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
          value = summary.arguments[list.start].value
        }
      default:
        if let closure = closure(in: part) { _ = readClosure(closure) }
      }
    }
    place.isKept = outer
    return value
  }

  // MARK: - Closures

  /// Reads a closure. One that a stored property keeps is a node of its own that nothing leads to,
  /// unless it is called on the spot.
  mutating func readClosure(_ node: Int) -> Int32 {
    let start = tree.start(of: node)
    let next = tokens[min(tree.end(of: node), tokens.count - 1)]
    let isCalled = next.kind == .leftParen && !next.isAtLineStart
    let closure = add(.closure, at: start)
    let outer = place
    if outer.isKept, !isCalled {
      summary.notFollowed.storedClosures += 1
      place.owner = addNode(
        .storedClosure, of: place.declaration, named: start, tree.bytes(of: node))
    }
    (place.isKept, place.isAwaited, place.result) = (false, false, .closure(closure))
    if let first = tree.firstChild(of: node), tree.kind(of: first) == .closureSignature {
      readSignature(first, of: closure)
    } else {
      place.closure = closure
    }
    readStatements(of: node, isBody: true)
    leave(to: outer)
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
      case .returnClause: summary.expressions[closure].name = readFirstType(in: part)
      default: break
      }
    }
  }

  private mutating func addParameter(_ node: Int, _ number: Int32, of closure: Int32) {
    let name = name(at: tree.token(of: node))
    let type = readFirstType(in: node)
    addLocal(
      Local(name: name, kind: .closureParameter, type: type, source: closure, number: number))
  }

  private mutating func readCapture(_ capture: Int) {
    guard let clause = tree.child(.initializerClause, of: capture),
      let node = tree.firstChild(of: clause)
    else { return }
    let value = readExpression(node)
    addLocal(Local(name: name(at: tree.token(of: capture)), kind: .value, source: value))
  }
}
