import SwiftLexer
import Syntax

extension SummaryReader {
  // MARK: - Arguments

  /// Reads the arguments of a call, the parts of a tuple, or the elements of a literal.
  /// - Parameters:
  ///   - isKept: whether a stored property keeps them.
  ///   - hasAction: whether one of them is the action of a control, which only a person runs.
  mutating func readArguments(
    of node: Int, isKept: Bool = false, hasAction: Bool = false
  ) -> Span {
    let (start, outer) = (arguments.count, place.isKept)
    var hasAction = hasAction
    for part in tree.arguments(of: node) where tree.kind(of: part) != .unexpected {
      let label = tree.label(of: part).map { name(at: $0) } ?? -1
      let isAction =
        hasAction
        && (label == -1
          ? tree.value(of: part).map { tree.kind(of: $0) } == .closureExpr
          : ["action", "handler"].contains(String(decoding: summary.names[label], as: UTF8.self)))
      if isAction { hasAction = false }
      place.isKept = isKept || isAction
      let value = tree.value(of: part).map { read($0) } ?? -1
      let end = Int32(summary.expressions.count)
      arguments.append(Argument(label: label, value: value, end: end))
    }
    place.isKept = outer
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
    let list = readArguments(of: node, hasAction: isControl(callee))
    let closures = tree.children(of: node).dropFirst().filter { tree.kind(of: $0) != .arguments }
    var call = callee
    if isSubscript || !takesArguments(callee, list) {
      let brackets = tree.child(.arguments, of: node) ?? node
      let open = tree.start(of: isSubscript ? brackets : closures.first ?? brackets)
      call = add(isSubscript ? .subscripted : .call, base: callee, at: open)
    }
    summary.expressions[call].arguments = list
    summary.expressions[call].flags.insert(.isCalled)
    summary.expressions[call].flags.remove(.isKept)
    noteUse(of: call)
    summary.expressions[call].trailingCount = UInt8(clamping: closures.count)
    setContexts(.argument, call, ofArguments: list)
    return call
  }

  /// Whether a control of SwiftUI or UIKit is made, or code for a gesture is passed.
  private func isControl(_ callee: Int32) -> Bool {
    callee != -1 && [.name, .member].contains(summary.expressions[callee].kind)
      && ["Button", "UIAction", "UIAlertAction", "UIContextualAction", "onTapGesture"].contains(
        String(decoding: summary.names[summary.expressions[callee].name], as: UTF8.self))
  }

  /// Notes that a parameter is called, or handed to something.
  mutating func noteUse(of index: Int32) {
    guard summary.expressions[index].kind == .local else { return }
    let parameter = summary.locals[summary.expressions[index].base].parameter
    if parameter != -1 { summary.parameters[parameter].isUsed = true }
  }

  /// Whether parentheses after an expression are its own arguments, and not those of its value.
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

  /// Notes `self.init(…)` and `super.init(…)`, which tell what an initializer has to do itself.
  private mutating func noteInitializerCall(_ callee: Int32) {
    guard callee != -1, summary.declarations[place.declaration].kind == .initializer,
      summary.expressions[callee].kind == .member, summary.expressions[callee].base != -1,
      summary.names[summary.expressions[callee].name].elementsEqual("init".utf8)
    else { return }
    switch summary.expressions[summary.expressions[callee].base].kind {
    case .selfValue: summary.declarations[place.declaration].flags.insert(.delegates)
    case .superValue: summary.declarations[place.declaration].flags.insert(.callsSuper)
    default: break
    }
  }

  /// Reads a macro such as `#expect(…)`, whose arguments count as code.
  /// - Returns: `x` for `#require(x)`, which is `x` without its `?`.
  @discardableResult
  mutating func readMacroUse(_ node: Int) -> Int32 {
    let token = tree.token(of: node)
    if tokens.isWord("selector", at: token) || tokens.isWord("keyPath", at: token) { return -1 }
    let list = readArguments(of: node)
    guard tokens.isWord("require", at: token) else { return -1 }
    return summary.arguments[list.range].first { $0.value != -1 }?.value ?? -1
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
    (place.isKept, place.isAwaited) = (false, false)
    if !isCalled { place.isInClosure = true }
    (place.resultType, place.resultClosure) = (-1, closure)
    if let signature = tree.child(.closureSignature, of: node) {
      readSignature(signature, of: closure)
    }
    giveResult(readStatements(of: node))
    leave(to: outer)
    return closure
  }

  /// Reads a signature such as `[weak self, x = y] (a: Int, b) -> Int in`.
  private mutating func readSignature(_ signature: Int, of closure: Int32) {
    var number: Int32 = 0
    for part in tree.parts(of: signature, entering: .parameterClause) {
      switch tree.kind(of: part) {
      case .closureCaptureClause:
        for capture in tree.children(of: part) {
          guard let value = tree.parts(ofBinding: capture).value else { continue }
          let source = read(value)
          addLocal(name(at: tree.token(of: capture)), Local(source: source))
        }
      case .parameter, .closureShorthandParameter:
        let name = name(at: tree.token(of: part))
        addLocal(name, Local(type: readFirstType(in: part), source: closure, number: number))
        number += 1
      case .returnClause: summary.expressions[closure].name = readFirstType(in: part)
      default: break
      }
    }
  }
}
