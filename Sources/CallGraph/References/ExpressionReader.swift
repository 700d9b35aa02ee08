import SwiftLexer
import Syntax

extension SummaryReader {
  mutating func add(_ expression: Expression) -> Int32 {
    summary.expressions.append(expression)
    return Int32(summary.expressions.count - 1)
  }

  /// Adds a part of an expression that refers to nothing.
  mutating func add(
    _ kind: Expression.Kind, name: Int32 = -1, base: Int32 = -1, arguments: Span = Span(),
    at token: Int = 0
  ) -> Int32 {
    add(
      Expression(
        kind: kind, name: name, base: base, arguments: arguments, owner: place.owner,
        offset: tokens[token].offset))
  }

  /// Notes what tells the type of an expression that has none of its own.
  mutating func setContext(
    _ kind: Expression.Context, _ context: Int32, number: Int = 0, of expression: Int32
  ) {
    guard expression != -1, summary.expressions[expression].contextKind == .none else { return }
    summary.expressions[expression].contextKind = kind
    summary.expressions[expression].context = context
    summary.expressions[expression].contextNumber = Int32(number)
  }

  /// Reads an expression.
  /// - Returns: in `expressions`; -1 if nothing is known of it.
  mutating func readExpression(_ node: Int) -> Int32 {
    if isDeep {
      let placeholder = add(.either)
      readLater(node, .expression(placeholder))
      return placeholder
    }
    depth += 1
    let outer = place.isAwaited
    let value = tree.kind(of: node) == .sequenceExpr ? readSequence(node) : readOperand(node)
    place.isAwaited = outer
    depth -= 1
    return value
  }

  // MARK: - Operators

  /// What waits for the value of the rest of a sequence.
  private enum Unfinished {
    /// `… ? first :`
    case either(Int32)
    /// `target =`, `target +=`
    case assignment(Int32, Int)
  }

  /// Reads operands with operators between them, from the left: what binds tighter is not known.
  private mutating func readSequence(_ node: Int) -> Int32 {
    var unfinished: [Unfinished] = []
    let outer = place.isKept
    var left: Int32 = -1
    var next = tree.firstChild(of: node)
    while let part = next {
      next = tree.nextSibling(of: part)
      let token = tree.token(of: part)
      switch tree.kind(of: part) {
      case .unresolvedTernaryExpr:
        unfinished.append(.either(tree.firstChild(of: part).map { readExpression($0) } ?? -1))
        left = -1
      case .assignmentExpr,
        .binaryOperatorExpr where isAssignmentOperator(token):
        unfinished.append(beginAssignment(to: left, at: token))
        left = -1
      case .binaryOperatorExpr:
        let right = next.map { readOperand($0) } ?? -1
        next = next.flatMap(tree.nextSibling)
        left = addOperation(left, right, at: token)
      case .unresolvedAsExpr, .unresolvedIsExpr:
        left = next.map { addCast(of: left, to: $0, part) } ?? -1
        next = next.flatMap(tree.nextSibling)
      case .arrowExpr: break
      default: left = readOperand(part)
      }
    }
    for rest in unfinished.reversed() { left = finish(rest, left) }
    place.isKept = outer
    return left
  }

  private mutating func finish(_ unfinished: Unfinished, _ value: Int32) -> Int32 {
    switch unfinished {
    case .either(let first): return addEither(first, value)
    case .assignment(let target, let mark):
      setContext(.expression, target, of: value)
      if tokens[mark].kind != .equal { addOperation(at: mark, [target, value]) }
      return -1
    }
  }

  private func isAssignmentOperator(_ index: Int) -> Bool {
    let text = tokens.text(at: index)
    guard text.last == UInt8(ascii: "=") else { return false }
    let comparisons: [StaticString] = ["==", "!=", "<=", ">=", "===", "!==", "~=", ".==", ".!="]
    return !comparisons.contains { isOperator($0, at: index) }
  }

  func isOperator(_ text: StaticString, at index: Int) -> Bool {
    let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return Int(tokens[index].length) == expected.count && tokens[index].kind.isOperator
      && tokens.text(at: index).elementsEqual(expected)
  }

  private mutating func beginAssignment(to target: Int32, at mark: Int) -> Unfinished {
    place.isKept = target != -1 && isStored(target)
    if target != -1 {
      summary.expressions[target].flags.insert(.isWritten)
      if tokens[mark].kind == .equal {
        summary.expressions[target].flags.insert(.isOnlyWritten)
      }
    }
    return .assignment(target, mark)
  }

  /// Whether it is a member, or an element of one: `self.handlers["a"]`.
  private func isStored(_ target: Int32) -> Bool {
    var expression = summary.expressions[target]
    if expression.kind == .name { return true }
    while expression.kind == .subscripted, expression.base != -1 {
      expression = summary.expressions[expression.base]
    }
    return expression.kind == .member
  }

  private mutating func addCast(of value: Int32, to type: Int, _ mark: Int) -> Int32 {
    let type = readType(type)
    guard tree.kind(of: mark) == .unresolvedAsExpr else { return -1 }
    setContext(.type, type, of: value)
    return add(.cast, name: type, base: value)
  }

  private mutating func addEither(_ first: Int32, _ second: Int32) -> Int32 {
    let either = add(.either, name: second, base: first)
    setContext(.expression, either, of: first)
    setContext(.expression, either, of: second)
    return either
  }

  private mutating func addOperation(_ left: Int32, _ right: Int32, at mark: Int) -> Int32 {
    if tokens.isCoalescing(at: mark) { return addEither(left, right) }
    let operation = addOperation(at: mark, [left, right])
    setContext(.operand, operation, of: left)
    setContext(.operand, operation, of: right)
    return operation
  }

  /// Adds the use of an operator, which may be an own function.
  @discardableResult
  private mutating func addOperation(at mark: Int, _ operands: [Int32]) -> Int32 {
    let start = summary.arguments.count
    for operand in operands { summary.arguments.append(Argument(label: -1, value: operand)) }
    let list = Span(start..<summary.arguments.count)
    let operation = add(.operation, name: name(at: mark), arguments: list, at: mark)
    summary.expressions[operation].flags = .isCalled
    return operation
  }

  // MARK: - Operands

  /// Reads `try await -a.b(c)[d]`, from its inner end.
  /// - Parameter base: of a branch of a postfix `#if`, what it goes on with.
  mutating func readOperand(_ node: Int, after base: Int32? = nil) -> Int32 {
    var inner = node
    while tree.kind(of: inner).isAroundOperand, let operand = tree.firstChild(of: inner),
      tree.kind(of: operand) != .ifConfigDecl
    {
      if tree.kind(of: inner) == .awaitExpr { place.isAwaited = true }
      inner = operand
    }
    let goesOn = base != nil && tree.kind(of: inner).isAroundOperand
    var value = goesOn ? readAround(inner, base!) : readPrimary(inner)
    while inner != node {
      inner = tree.parent(of: inner)!
      value = readAround(inner, value)
    }
    if place.isKept, endsWithInit(node) { keepReference(value, node) }
    return value
  }

  /// Reads what stands before or after an operand.
  private mutating func readAround(_ node: Int, _ base: Int32) -> Int32 {
    switch tree.kind(of: node) {
    case .functionCallExpr, .subscriptCallExpr: return readCall(node, of: base)
    case .memberAccessExpr: return readMember(node, of: base)
    case .genericSpecializationExpr:
      if base != -1, let clause = tree.child(.genericArgumentClause, of: node) {
        let types = readTypes(in: clause)
        summary.expressions[base].generics = types
      }
      return base
    case .postfixIfConfigExpr:
      var value = base
      for part in tree.parts(of: node) where tree.parent(of: part) != node {
        value = isDeep ? readExpression(part) : readBranch(part, after: value)
      }
      return value
    case .inOutExpr:
      if base != -1 { summary.expressions[base].flags.insert(.isWritten) }
      return base
    case .prefixOperatorExpr: return addOperation(at: tree.start(of: node), [base])
    default: return base
    }
  }

  private mutating func readBranch(_ node: Int, after base: Int32) -> Int32 {
    depth += 1
    defer { depth -= 1 }
    return readOperand(node, after: base)
  }

  private mutating func readMember(_ node: Int, of base: Int32) -> Int32 {
    let token = tree.token(of: node)
    guard token < tree[node].end, tokens[token].isWord else {
      // `.0`
      guard token < tree[node].end, tokens[token].kind == .integerLiteral else { return -1 }
      let digits = tokens.text(at: token)
      let number = digits.count < 3 ? digits.reduce(0) { $0 * 10 + Int32($1) - 48 } : -1
      return add(.part, name: number, base: base)
    }
    if tokens[token].keyword == .`self` { return base }
    return addReference(.member, node, base: base)
  }

  /// Adds a name or member. What a stored property keeps is not called.
  private mutating func addReference(
    _ kind: Expression.Kind, _ node: Int, base: Int32 = -1
  ) -> Int32 {
    let token = tree.token(of: node)
    let reference = addReference(kind, at: token, base: base)
    // `f(a:b:)`
    let end = tree.end(of: node)
    if token + 1 < end, tokens[token + 1].kind == .leftParen {
      let start = summary.arguments.count
      for index in token + 2..<end where tokens[index].isWord {
        let label = tokens.isWord("_", at: index) ? -1 : name(at: index)
        summary.arguments.append(Argument(label: label, value: -1))
      }
      summary.expressions[reference].flags.insert(.isCompound)
      summary.expressions[reference].arguments = Span(start..<summary.arguments.count)
    }
    return reference
  }

  private mutating func addReference(
    _ kind: Expression.Kind, at token: Int, base: Int32 = -1
  ) -> Int32 {
    var expression = Expression(
      kind: kind, name: name(at: token), base: base, owner: place.owner,
      offset: tokens[token].offset)
    if place.isKept { expression.flags.insert(.isKept) }
    if place.isAwaited { expression.flags.insert(.isAwaited) }
    guard kind == .name else { return add(expression) }
    let meaning = meaning(of: expression.name)
    switch meaning {
    case -1: break
    case 0...: (expression.kind, expression.base) = (.local, meaning)
    case Self.laterFunction:
      let number = add(expression)
      earlyCalls[expression.name, default: []].append(number)
      return number
    default: (expression.kind, expression.base) = (.localFunction, -2 - meaning)
    }
    return add(expression)
  }

  /// A name, which may stand for a local variable or function.
  mutating func addName(at token: Int) -> Int32 { addReference(.name, at: token) }

  // MARK: - Primary expressions

  private mutating func readPrimary(_ node: Int) -> Int32 {
    switch tree.kind(of: node) {
    case .declReferenceExpr: return readName(node)
    case .identifierType:
      return tree[node].range.count == 1 && tokens[tree.token(of: node)].keyword == .none
        ? addName(at: tree.token(of: node)) : -1
    case .memberAccessExpr: return addReference(.implicitMember, node)
    case .postfixIfConfigExpr: return readAround(node, -1)
    case .superExpr: return add(.superValue, at: tree.start(of: node))
    case .closureExpr: return readClosure(node)
    case .tupleExpr: return readTuple(node)
    case .arrayExpr: return readCollection(.array, node)
    case .dictionaryExpr: return readCollection(.dictionary, node)
    case .integerLiteralExpr: return addLiteral("Int")
    case .floatLiteralExpr: return addLiteral("Double")
    case .booleanLiteralExpr: return addLiteral("Bool")
    case .stringLiteralExpr:
      for segment in tree.children(of: node) { _ = readArguments(of: segment) }
      return addLiteral("String")
    case .macroExpansionExpr, .macroExpansionDecl: return readMacroUse(node)
    case .keyPathExpr:
      summary.notFollowed.keyPaths += 1
      for part in tree.children(of: node) {
        if let list = tree.child(.arguments, of: part) { _ = readArguments(of: list) }
      }
      return -1
    case .sequenceExpr: return readExpression(node)
    case .ifExpr, .switchExpr, .doStmt, .unexpected: return readStatement(node)
    case .labeledExpr, .someOrAnyType, .attributedType, .valueBindingPattern:
      return tree.firstChild(of: node).map { readExpression($0) } ?? -1
    default: return -1
    }
  }

  private mutating func readName(_ node: Int) -> Int32 {
    let token = tree.token(of: node)
    switch tokens[token].kind {
    case .keyword:
      switch tokens[token].keyword {
      case .`self`: return add(.selfValue, at: tree.start(of: node))
      case .Self: return add(.selfType, at: tree.start(of: node))
      default: return -1
      }
    case .dollarIdentifier where tokens[token].length == 2 && place.closure != -1:
      let digit = Int32(tokens.text(at: token)[1]) - 48
      guard 0...9 ~= digit else { break }
      let local = Local(
        name: name(at: token), kind: .closureParameter, source: place.closure, number: digit)
      summary.locals.append(local)
      return addReference(.local, at: token, base: Int32(summary.locals.count - 1))
    case let kind where kind.isOperator:
      // `reduce(0, +)`
      return addOperation(at: token, [-1, -1])
    case .placeholder: return -1
    default: break
    }
    return addReference(.name, node)
  }

  private mutating func addLiteral(_ type: String) -> Int32 {
    let name = Int32(summary.names.insert(type))
    let written = addType(WrittenType(kind: .nominal, name: name))
    return add(.typed, base: written)
  }

  /// Parentheses around an expression, or a tuple.
  private mutating func readTuple(_ node: Int) -> Int32 {
    let arguments = readArguments(of: node, isKept: place.isKept)
    if arguments.count == 1 { return summary.arguments[arguments.start].value }
    return add(.tuple, arguments: arguments)
  }

  private mutating func readCollection(_ kind: Expression.Kind, _ node: Int) -> Int32 {
    let start = arguments.count
    for part in tree.parts(of: node) {
      guard tree.kind(of: part) == .dictionaryElement else {
        arguments.append(Argument(label: -1, value: readExpression(part)))
        continue
      }
      for value in tree.children(of: part) {
        arguments.append(Argument(label: -1, value: readExpression(value)))
      }
    }
    let values = takeArguments(from: start)
    let literal = add(kind, arguments: values)
    for (number, value) in values.range.enumerated() {
      setContext(.elementOf, literal, number: number % 2, of: summary.arguments[value].value)
    }
    return literal
  }
}

extension SyntaxKind {
  /// Whether it stands before or after an operand, its first child.
  fileprivate var isAroundOperand: Bool {
    switch self {
    case .functionCallExpr, .subscriptCallExpr, .memberAccessExpr, .genericSpecializationExpr,
      .forceUnwrapExpr, .optionalChainingExpr, .postfixOperatorExpr, .postfixIfConfigExpr,
      .awaitExpr, .tryExpr, .unsafeExpr, .consumeExpr, .copyExpr, .borrowExpr, .packElementExpr,
      .packExpansionExpr, .inOutExpr, .prefixOperatorExpr:
      true
    default: false
    }
  }
}
