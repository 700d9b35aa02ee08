import SwiftLexer

extension SummaryReader {
  /// Reads a list of arguments, or of the parts of a tuple.
  mutating func readArguments(from start: Int, to close: Int) -> Span {
    let outer = isKept
    isKept = false
    var read: [Argument] = []
    var index = start
    while index < close {
      if let body = endOfDirective(at: index) {
        index = body
        continue
      }
      var argument = Argument(label: -1, value: -1)
      if file.isLabel(at: index) {
        if !tokens.isWord("_", at: index) { argument.label = name(at: index) }
        index += 2
      }
      // An operator alone may be passed: `reduce(0, +)`.
      let end: Int
      (argument.value, end) = readExpression(from: index)
      read.append(argument)
      index = end
      while index < close, tokens[index].kind != .comma {
        // What could not be read is passed over, but for its code.
        let next = readExpression(from: index).end
        index = max(next, afterGroup(index))
      }
      index += 1
    }
    isKept = outer
    let first = summary.arguments.count
    summary.arguments += read
    return Span(first..<summary.arguments.count)
  }

  /// Makes a reference a call with these arguments, or calls what an expression gives.
  private mutating func call(
    _ callee: Int32, _ arguments: Span, trailing: Int = 0, at index: Int
  ) -> Int32 {
    var call = callee
    // No local variable takes labels.
    if callee != -1, summary.expressions[Int(callee)].kind == .local,
      summary.arguments[arguments.range].contains(where: { $0.label != -1 })
    {
      summary.expressions[Int(callee)].kind = .name
      summary.expressions[Int(callee)].base = -1
    }
    if callee != -1, summary.expressions[Int(callee)].mayBeCalled {
      summary.expressions[Int(callee)].flags.insert(.isCalled)
      summary.expressions[Int(callee)].flags.remove(.isKept)
      summary.expressions[Int(callee)].arguments = arguments
    } else {
      call = add(
        Expression(
          kind: .call, flags: .isCalled, base: callee, arguments: arguments, owner: owner,
          offset: tokens[index].offset))
    }
    summary.expressions[Int(call)].trailingCount = UInt8(clamping: trailing)
    for (number, argument) in arguments.range.enumerated() {
      setContext(.argument, call, number: number, of: summary.arguments[argument].value)
    }
    return call
  }

  mutating func readCall(of callee: Int32, at open: Int) -> ReadExpression {
    guard let close = pairs.partner(of: open), open < close else { return (callee, open + 1) }
    noteInitializerCall(callee)
    let arguments = readArguments(from: open + 1, to: close)
    let index = close + 1
    if tokens[index].kind == .leftBrace, shape.roles[index] == .closure {
      return readClosures(of: callee, after: arguments, at: index)
    }
    return (call(callee, arguments, at: open), index)
  }

  /// `f { … } onError: { … }`
  mutating func readTrailingClosures(of callee: Int32, at open: Int) -> ReadExpression {
    readClosures(of: callee, after: Span(), at: open)
  }

  private mutating func readClosures(
    of callee: Int32, after arguments: Span, at open: Int
  ) -> ReadExpression {
    var all = Array(summary.arguments[arguments.range])
    let outer = isKept
    isKept = false
    var (closure, index) = readClosure(at: open)
    all.append(Argument(label: -1, value: closure))
    var count = 1
    while file.isLabelledClosure(at: index), shape.roles[index + 2] == .closure {
      let label = tokens.isWord("_", at: index) ? -1 : name(at: index)
      (closure, index) = readClosure(at: index + 2)
      all.append(Argument(label: label, value: closure))
      count += 1
    }
    isKept = outer
    let start = summary.arguments.count
    summary.arguments += all
    let list = Span(start..<summary.arguments.count)
    return (call(callee, list, trailing: count, at: open), index)
  }

  mutating func readSubscriptUse(of base: Int32, at open: Int) -> ReadExpression {
    guard let close = pairs.partner(of: open), open < close else { return (base, open + 1) }
    let arguments = readArguments(from: open + 1, to: close)
    let use = add(
      Expression(
        kind: .subscripted, flags: .isCalled, base: base, arguments: arguments, owner: owner,
        offset: tokens[open].offset))
    for (number, argument) in arguments.range.enumerated() {
      setContext(.argument, use, number: number, of: summary.arguments[argument].value)
    }
    return (use, close + 1)
  }

  /// Whether only labels stand in the parentheses, as in `f(a:b:)`.
  func isCompoundName(at open: Int) -> Bool {
    guard let close = pairs.partner(of: open), open + 1 < close else { return false }
    var index = open + 1
    while index < close {
      guard file.isLabel(at: index) else { return false }
      index += 2
    }
    return true
  }

  mutating func readCompoundLabels(of callee: Int32, at open: Int) -> ReadExpression {
    let close = pairs.partner(of: open)!
    let start = summary.arguments.count
    for index in open + 1..<close where tokens[index].isWord {
      let label = tokens.isWord("_", at: index) ? -1 : name(at: index)
      summary.arguments.append(Argument(label: label, value: -1))
    }
    if callee != -1 {
      summary.expressions[Int(callee)].flags.insert(.isCompound)
      summary.expressions[Int(callee)].arguments = Span(start..<summary.arguments.count)
    }
    return (callee, close + 1)
  }

  /// `self.init(…)` and `super.init(…)` tell what an initializer has to do itself.
  private mutating func noteInitializerCall(_ callee: Int32) {
    guard callee != -1, declaration != -1,
      summary.declarations[Int(declaration)].kind == .initializer
    else { return }
    let expression = summary.expressions[Int(callee)]
    guard expression.kind == .member, expression.base != -1,
      summary.names[Int(expression.name)].elementsEqual("init".utf8)
    else { return }
    switch summary.expressions[Int(expression.base)].kind {
    case .selfValue: summary.declarations[Int(declaration)].flags.insert(.delegates)
    case .superValue: summary.declarations[Int(declaration)].flags.insert(.callsSuper)
    default: break
    }
  }

  // MARK: - Closures

  /// Reads a closure. One that a stored property keeps is a node of its own that nothing leads to,
  /// unless it is called on the spot.
  mutating func readClosure(at open: Int) -> ReadExpression {
    guard let close = pairs.partner(of: open), open < close else { return (-1, open + 1) }
    let isKeptHere =
      isKept && !(tokens[close + 1].kind == .leftParen && !tokens[close + 1].isAtLineStart)
    let closure = add(Expression(kind: .closure, owner: owner, offset: tokens[open].offset))
    guard isKeptHere else {
      let outer = isKept
      isKept = false
      readClosureBody(closure, from: open, to: close)
      isKept = outer
      return (closure, close + 1)
    }
    summary.notFollowed.storedClosures += 1
    let outer = owner
    owner = addNode(.storedClosure, of: declaration, name: open, from: open)
    isKept = false
    readClosureBody(closure, from: open, to: close)
    endNode(owner, before: close + 1)
    owner = outer
    isKept = true
    return (closure, close + 1)
  }

  private mutating func readClosureBody(_ closure: Int32, from open: Int, to close: Int) {
    let mark = hidden.count
    let outer = (result, isOneExpression, lastExpression)
    result = .closure(closure)
    var start = open + 1
    if let end = endOfClosureSignature(from: start, to: close) {
      readSignature(from: start, to: end, of: closure)
      start = end + 1
    } else {
      showNumberedParameters(of: closure, from: start, to: close)
    }
    readBody(from: start, to: close)
    (result, isOneExpression, lastExpression) = outer
    hide(to: mark)
  }

  /// The `in` that ends the signature; nil if the closure has none.
  private func endOfClosureSignature(from start: Int, to close: Int) -> Int? {
    guard tokens[start].keyword != .for, let end = file.endOfSignature(from: start), end < close,
      shape.isStart[end + 1]
    else { return nil }
    return end
  }

  /// `[weak self, x = y] (a: Int, b) -> Int in`
  private mutating func readSignature(from start: Int, to end: Int, of closure: Int32) {
    var index = start
    while tokens[index].kind == .atSign { index = file.skipAttribute(at: index) }
    if tokens[index].kind == .leftSquare, let close = pairs.partner(of: index), index < close {
      readCaptures(from: index + 1, to: close)
      index = close + 1
    }
    var number: Int32 = 0
    if tokens[index].kind == .leftParen, let close = pairs.partner(of: index), index < close {
      index += 1
      while index < close {
        while tokens[index].kind == .atSign { index = file.skipAttribute(at: index) }
        let isRenamed = tokens[index].isWord && tokens[index + 1].isWord
        let nameIndex = isRenamed ? index + 1 : index
        var local = Local(
          name: name(at: nameIndex), kind: .closureParameter, source: closure, number: number)
        index = nameIndex + 1
        if tokens[index].kind == .colon {
          let (type, next) = readType(from: index + 1)
          local.type = type
          index = next
        }
        _ = addLocal(local)
        number += 1
        while index < close, tokens[index].kind != .comma { index = afterGroup(index) }
        index += 1
      }
      readClosureResult(from: index, to: end, of: closure)
      return
    }
    while index < end {
      if file.isIdentifier(index) || tokens.isWord("_", at: index) {
        let local = Local(
          name: name(at: index), kind: .closureParameter, source: closure, number: number)
        _ = addLocal(local)
        number += 1
      }
      index += 1
      guard tokens[index].kind == .comma else { break }
      index += 1
    }
    readClosureResult(from: index, to: end, of: closure)
  }

  private mutating func readClosureResult(from start: Int, to end: Int, of closure: Int32) {
    guard let arrow = (start..<max(start, end)).first(where: { tokens[$0].kind == .arrow }) else {
      return
    }
    summary.expressions[Int(closure)].name = readType(from: arrow + 1).type
  }

  private mutating func readCaptures(from start: Int, to close: Int) {
    var index = start
    while index < close {
      let isNamed = tokens[index].isWord && tokens[index + 1].kind == .equal
      let isSpecified = tokens[index].isWord && tokens[index + 1].isWord
      if isSpecified {
        index += 1
        // `unowned(safe)`
        continue
      }
      if isNamed {
        let local = name(at: index)
        let (value, end) = readExpression(from: index + 2)
        _ = addLocal(Local(name: local, kind: .value, source: value))
        index = end
      }
      while index < close, tokens[index].kind != .comma { index = afterGroup(index) }
      index += 1
    }
  }

  /// `$0`, `$1`, … in a closure without a signature.
  private mutating func showNumberedParameters(of closure: Int32, from start: Int, to close: Int) {
    var highest = -1
    var index = start
    while index < close {
      if tokens[index].kind == .dollarIdentifier, tokens[index].length == 2 {
        let digit = Int(tokens.text(at: index)[1]) - 48
        if 0...9 ~= digit { highest = max(highest, digit) }
      }
      // Those of inner closures are their own.
      index =
        tokens[index].kind == .leftBrace && shape.roles[index] == .closure
        ? (pairs.partner(of: index) ?? index) + 1 : index + 1
    }
    guard 0 <= highest else { return }
    for number in 0...highest {
      let name = Int32(summary.names.insert("$\(number)"))
      _ = addLocal(
        Local(name: name, kind: .closureParameter, source: closure, number: Int32(number)))
    }
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
