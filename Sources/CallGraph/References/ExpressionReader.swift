import SwiftLexer

/// An expression that was read, in `expressions`; -1 if nothing is known of it. `end` is the token
/// after it.
typealias ReadExpression = (expression: Int32, end: Int)

extension SummaryReader {
  mutating func add(_ expression: Expression) -> Int32 {
    summary.expressions.append(expression)
    return Int32(summary.expressions.count - 1)
  }

  /// Notes what tells the type of an expression that has none of its own.
  mutating func setContext(
    _ kind: Expression.Context, _ context: Int32, number: Int = 0, of expression: Int32
  ) {
    guard expression != -1, summary.expressions[Int(expression)].contextKind == .none else {
      return
    }
    summary.expressions[Int(expression)].contextKind = kind
    summary.expressions[Int(expression)].context = context
    summary.expressions[Int(expression)].contextNumber = Int32(number)
  }

  /// Reads operands with operators between them, up to an assignment or the end of the statement.
  mutating func readExpression(from start: Int) -> ReadExpression {
    guard enter() else { return (-1, skipExpression(from: start)) }
    let outer = isAwaited
    defer {
      isAwaited = outer
      leave()
    }
    var (left, index) = readUnary(from: start)
    while true {
      if index < shape.isStart.count, shape.isStart[index], index != start { return (left, index) }
      switch tokens[index].kind {
      case .binaryOperator where !isAssignmentOperator(index):
        (left, index) = readOperation(left, at: index)
      case .infixQuestionMark:
        (left, index) = readTernary(at: index)
      case .keyword where tokens[index].keyword == .as || tokens[index].keyword == .is:
        (left, index) = readCast(of: left, at: index)
      case .arrow:
        // A function type that is used as a value.
        (left, index) = readUnary(from: index + 1)
      default:
        return (left, index)
      }
    }
  }

  private mutating func readCast(of value: Int32, at keyword: Int) -> ReadExpression {
    let first = file.isMark(keyword + 1) ? keyword + 2 : keyword + 1
    let (type, end) = readType(from: first)
    guard tokens[keyword].keyword == .as else { return (-1, max(end, first)) }
    setContext(.type, type, of: value)
    let cast = Expression(kind: .cast, name: type, base: value, owner: owner, offset: 0)
    return (add(cast), max(end, first))
  }

  private mutating func readTernary(at mark: Int) -> ReadExpression {
    let (first, end) = readExpression(from: mark + 1)
    guard tokens[end].kind == .colon else { return (first, end) }
    let (second, next) = readExpression(from: end + 1)
    return (addEither(first, second), next)
  }

  private mutating func addEither(_ first: Int32, _ second: Int32) -> Int32 {
    let either = add(
      Expression(kind: .either, name: second, base: first, owner: owner, offset: 0))
    setContext(.expression, either, of: first)
    setContext(.expression, either, of: second)
    return either
  }

  private mutating func readOperation(_ left: Int32, at mark: Int) -> ReadExpression {
    let (right, end) = readUnary(from: mark + 1)
    if tokens.isCoalescing(at: mark) {
      let either = addEither(left, right)
      return (either, end)
    }
    let operation = addOperation(at: mark, [left, right])
    setContext(.operand, operation, of: left)
    setContext(.operand, operation, of: right)
    return (operation, end)
  }

  /// Adds the use of an operator, which may be an own function.
  @discardableResult
  mutating func addOperation(at mark: Int, _ operands: [Int32]) -> Int32 {
    let start = summary.arguments.count
    summary.arguments += operands.map { Argument(label: -1, value: $0) }
    return add(
      Expression(
        kind: .operation, flags: .isCalled, name: name(at: mark),
        arguments: Span(start..<summary.arguments.count), owner: owner,
        offset: tokens[mark].offset))
  }

  // MARK: - Operands

  /// Reads an operand with what stands before it.
  private mutating func readUnary(from start: Int) -> ReadExpression {
    var index = start
    var isWritten = false
    var prefix: Int?
    while true {
      switch tokens[index].kind {
      case .keyword
      where tokens[index].keyword == .try || tokens[index].keyword == .inout
        || tokens[index].keyword == .repeat:
        index += 1
        if file.isMark(index) { index += 1 }
        continue
      case .prefixAmpersand:
        isWritten = true
        index += 1
        continue
      case .prefixOperator:
        prefix = index
        index += 1
        continue
      case .identifier where isPrefixWord(index):
        if tokens.isWord("await", at: index) { isAwaited = true }
        index += 1
        continue
      default: break
      }
      break
    }
    let operand = readPostfix(from: index)
    if isWritten, operand.expression != -1 {
      summary.expressions[Int(operand.expression)].flags.insert(.isWritten)
    }
    if let prefix {
      return (addOperation(at: prefix, [operand.expression]), operand.end)
    }
    return operand
  }

  private func isPrefixWord(_ index: Int) -> Bool {
    if tokens.isWord("await", at: index) { return true }
    let words: [StaticString] = ["unsafe", "consume", "copy", "each", "any", "some", "yield"]
    guard tokens[index + 1].isWord || tokens[index + 1].kind == .prefixAmpersand,
      !tokens[index + 1].isAtLineStart
    else { return false }
    return words.contains { tokens.isWord($0, at: index) }
  }

  private mutating func readPostfix(from start: Int) -> ReadExpression {
    var (expression, index) = readPrimary(from: start)
    // A call keeps nothing: only what it makes may be kept.
    while index > start || expression != -1 {
      switch tokens[index].kind {
      case .leftParen where !tokens[index].isAtLineStart:
        if isCompoundName(at: index) {
          (expression, index) = readCompoundLabels(of: expression, at: index)
        } else {
          (expression, index) = readCall(of: expression, at: index)
        }
      case .leftSquare where !tokens[index].isAtLineStart:
        (expression, index) = readSubscriptUse(of: expression, at: index)
      case .leftBrace where shape.roles[index] == .closure && !isLiteral(before: index, start):
        (expression, index) = readTrailingClosures(of: expression, at: index)
      case .postfixQuestionMark, .exclamationMark:
        index += 1
      case .postfixOperator:
        if let close = file.genericArgumentsInExpression(at: index) {
          index = readGenericArguments(of: expression, at: index, to: close)
        } else {
          index += 1
        }
      case .period:
        (expression, index) = readMember(of: expression, at: index)
      case .colonColon where tokens[index + 1].isWord:
        (expression, index) = (addName(at: index + 1), index + 2)
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        guard let body = endOfPostfixDirective(at: index) else { return (expression, index) }
        index = body
      default:
        guard let close = file.genericArgumentsInExpression(at: index) else {
          if isKept, tokens[index - 1].keyword == .`init` {
            keepReference(expression, from: start, before: index)
          }
          return (expression, index)
        }
        index = readGenericArguments(of: expression, at: index, to: close)
      }
    }
    return (expression, max(index, start))
  }

  /// At a function that a stored property keeps, as in `var now = Date.init`: nothing leads there.
  mutating func keepReference(_ expression: Int32, from start: Int, before end: Int) {
    guard expression != -1, summary.expressions[Int(expression)].flags.contains(.isKept) else {
      return
    }
    summary.notFollowed.storedClosures += 1
    let node = addNode(.storedClosure, of: declaration, name: start, from: start)
    endNode(node, before: end)
  }

  private func endOfPostfixDirective(at index: Int) -> Int? {
    let directive = pairs.directives[Int(pairs.partners[index])]
    guard pairs.directives[directive.opener].isPostfix else { return nil }
    // After an `#endif` the next token has to go on with the chain.
    if tokens[index].kind == .poundEndif, tokens[directive.body].kind != .period { return nil }
    return directive.body
  }

  /// A closure cannot follow a literal.
  private func isLiteral(before index: Int, _ start: Int) -> Bool {
    switch tokens[index - 1].kind {
    case .integerLiteral, .floatLiteral, .closeQuote: true
    default: false
    }
  }

  private mutating func readGenericArguments(
    of expression: Int32, at open: Int, to close: Int
  ) -> Int {
    let types = addList(readTypes(from: open + 1, to: close))
    if expression != -1 { summary.expressions[Int(expression)].generics = types }
    return close + 1
  }

  private mutating func readMember(of base: Int32, at period: Int) -> ReadExpression {
    let index = period + 1
    guard tokens[index].isWord else {
      // `.0`
      guard tokens[index].kind == .integerLiteral || tokens[index].kind == .floatLiteral else {
        return (-1, index)
      }
      let number = tokens.text(at: index).prefix { $0 != UInt8(ascii: ".") }
      let isShort = number.count < 3
      let value = isShort ? number.reduce(0) { $0 * 10 + Int32($1) - 48 } : -1
      let part = Expression(kind: .part, name: value, base: base, owner: owner, offset: 0)
      return (add(part), index + 1)
    }
    if tokens[index].keyword == .`self` { return (base, index + 1) }
    let member = Expression(
      kind: .member, name: name(at: index), base: base, owner: owner,
      offset: tokens[index].offset)
    return (addReference(member), index + 1)
  }

  /// Adds a name or member. What a stored property keeps is not called.
  private mutating func addReference(_ expression: Expression) -> Int32 {
    var expression = expression
    if isKept { expression.flags.insert(.isKept) }
    if isAwaited { expression.flags.insert(.isAwaited) }
    return add(expression)
  }

  // MARK: - Primary expressions

  private mutating func readPrimary(from start: Int) -> ReadExpression {
    switch tokens[start].kind {
    case .identifier, .rawIdentifier:
      if tokens.isWord("_", at: start) { return (-1, start + 1) }
      return (addName(at: start), start + 1)
    case .dollarIdentifier:
      return (addName(at: start), start + 1)
    case .keyword:
      return readKeyword(at: start)
    case .period:
      guard tokens[start + 1].isWord else { return (-1, start + 1) }
      let member = Expression(
        kind: .implicitMember, name: name(at: start + 1), owner: owner,
        offset: tokens[start + 1].offset)
      return (addReference(member), start + 2)
    case .leftParen:
      return readGroup(at: start)
    case .leftSquare:
      return readCollection(at: start)
    case .leftBrace:
      guard shape.roles[start] == .closure else { return (-1, start) }
      return readClosure(at: start)
    case .integerLiteral: return (addLiteral("Int"), start + 1)
    case .floatLiteral: return (addLiteral("Double"), start + 1)
    case .openQuote: return readString(from: start)
    case .stringPounds: return readString(from: start)
    case .regexSlash, .regexPounds: return (-1, skipRegex(from: start))
    case .pound: return readMacroUse(at: start)
    case .backslash: return (-1, skipKeyPath(from: start))
    case .placeholder, .atSign: return (-1, start + 1)
    default: return (-1, start)
    }
  }

  private mutating func readKeyword(at start: Int) -> ReadExpression {
    func simple(_ kind: Expression.Kind) -> Expression {
      Expression(kind: kind, owner: owner, offset: tokens[start].offset)
    }
    switch tokens[start].keyword {
    case .`self`: return (add(simple(.selfValue)), start + 1)
    case .super: return (add(simple(.superValue)), start + 1)
    case .`Self`: return (add(simple(.selfType)), start + 1)
    case .true, .false: return (addLiteral("Bool"), start + 1)
    case .nil, .`Any`: return (-1, start + 1)
    case .if: return (-1, readConditional(at: start))
    case .switch, .do: return (-1, readStatement(at: start, to: tokens.count - 1))
    default: return (-1, start)
    }
  }

  /// A name, which may stand for a local variable or function.
  mutating func addName(at index: Int) -> Int32 {
    let name = name(at: index)
    var expression = Expression(
      kind: .name, name: name, owner: owner, offset: tokens[index].offset)
    let meaning = meaning(of: name)
    switch meaning {
    case -1:
      break
    case 0...:
      expression.kind = .local
      expression.base = meaning
    case Self.laterFunction:
      let number = addReference(expression)
      earlyCalls[name, default: []].append(number)
      return number
    default:
      expression.kind = .localFunction
      expression.base = -2 - meaning
    }
    return addReference(expression)
  }

  private mutating func addLiteral(_ type: String) -> Int32 {
    let name = Int32(summary.names.insert(type))
    let written = addType(WrittenType(kind: .nominal, name: name))
    return add(Expression(kind: .typed, base: written, owner: owner, offset: 0))
  }

  private mutating func readString(from start: Int) -> ReadExpression {
    var index = start
    if tokens[index].kind == .stringPounds { index += 1 }
    guard tokens[index].kind == .openQuote else { return (-1, start + 1) }
    index += 1
    while true {
      switch tokens[index].kind {
      case .interpolationBackslash:
        index += 1
        if tokens[index].kind == .stringPounds { index += 1 }
        guard tokens[index].kind == .leftParen, let close = pairs.partner(of: index), index < close
        else { continue }
        _ = readArguments(from: index + 1, to: close)
        index = close + 1
      case .closeQuote:
        index += 1
        if tokens[index].kind == .stringPounds { index += 1 }
        return (addLiteral("String"), index)
      case .endOfFile:
        return (-1, index)
      default:
        return (-1, index)
      }
    }
  }

  private func skipRegex(from start: Int) -> Int {
    var index = start
    while tokens[index].kind == .regexSlash || tokens[index].kind == .regexPounds
      || tokens[index].kind == .regexBody
    {
      index += 1
    }
    return index
  }

  private mutating func skipKeyPath(from start: Int) -> Int {
    summary.notFollowed.keyPaths += 1
    var index = start + 1
    while true {
      switch tokens[index].kind {
      case .identifier, .rawIdentifier, .period, .postfixQuestionMark, .exclamationMark:
        index += 1
      case .keyword where tokens.isMember(index) || index == start + 1:
        index += 1
      case .leftSquare where !tokens[index].isAtLineStart:
        index = afterGroup(index)
      default:
        guard let close = file.genericArgumentsInExpression(at: index) else { return index }
        index = close + 1
      }
      if shape.isStart[index] || tokens[index].isAtLineStart && tokens[index].kind != .period {
        return index
      }
    }
  }

  /// `#expect(…)`: the arguments of a macro count as code.
  private mutating func readMacroUse(at start: Int) -> ReadExpression {
    guard tokens[start + 1].isWord else { return (-1, start + 1) }
    let isSelector =
      tokens.isWord("selector", at: start + 1) || tokens.isWord("keyPath", at: start + 1)
    var index = start + 2
    if let close = file.genericArgumentsInExpression(at: index) { index = close + 1 }
    let outer = isKept
    isKept = false
    defer { isKept = outer }
    var value: Int32 = -1
    if file.isArgumentList(at: index), let close = pairs.partner(of: index), index < close {
      let arguments = isSelector ? Span() : readArguments(from: index + 1, to: close)
      // `#require(x)` is `x` without its `?`.
      if tokens.isWord("require", at: start + 1), !arguments.isEmpty {
        value = summary.arguments[Int(arguments.start)].value
      }
      index = close + 1
    }
    while tokens[index].kind == .leftBrace, shape.roles[index] == .closure {
      index = readClosure(at: index).end
      if file.isLabelledClosure(at: index) { index += 2 }
    }
    return (value, index)
  }

  /// Parentheses around an expression, or a tuple.
  private mutating func readGroup(at open: Int) -> ReadExpression {
    guard let close = pairs.partner(of: open), open < close else { return (-1, open + 1) }
    let arguments = readArguments(from: open + 1, to: close, isKept: isKept)
    if arguments.count == 1 {
      return (summary.arguments[Int(arguments.start)].value, close + 1)
    }
    let tuple = Expression(kind: .tuple, arguments: arguments, owner: owner, offset: 0)
    return (add(tuple), close + 1)
  }

  private mutating func readCollection(at open: Int) -> ReadExpression {
    guard let close = pairs.partner(of: open), open < close else { return (-1, open + 1) }
    var values: [Argument] = []
    var isDictionary = false
    var index = open + 1
    while index < close {
      if let body = endOfDirective(at: index) {
        index = body
        continue
      }
      if tokens[index].kind == .colon {
        isDictionary = true
        index += 1
        continue
      }
      let (value, end) = readExpression(from: index)
      values.append(Argument(label: -1, value: value))
      index = end
      if tokens[index].kind == .colon {
        isDictionary = true
        index += 1
      } else {
        while index < close, tokens[index].kind != .comma { index = afterGroup(index) }
        index += 1
      }
    }
    let start = summary.arguments.count
    summary.arguments += values
    let literal = add(
      Expression(
        kind: isDictionary ? .dictionary : .array,
        arguments: Span(start..<summary.arguments.count), owner: owner, offset: 0))
    for (number, value) in values.enumerated() {
      setContext(.elementOf, literal, number: number % 2, of: value.value)
    }
    return (literal, close + 1)
  }

  /// The end of an expression that is too deep to read.
  private func skipExpression(from start: Int) -> Int {
    var index = start
    while true {
      switch tokens[index].kind {
      case .comma, .colon, .semicolon, .rightParen, .rightSquare, .rightBrace, .endOfFile, .equal:
        return index
      case .leftParen, .leftSquare, .leftBrace:
        index = max(pairs.partner(of: index) ?? index, index)
      default: break
      }
      index += 1
      if index < tokens.count, shape.isStart[index] { return index }
    }
  }
}
