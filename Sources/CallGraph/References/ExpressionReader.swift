import SwiftLexer
import Syntax

extension SummaryReader {
  /// Adds a part of an expression.
  mutating func add(
    _ kind: Expression.Kind, _ flags: Expression.Flags = [], name: Int32 = -1, base: Int32 = -1,
    arguments: Span = Span(), at token: Int = 0
  ) -> Int32 {
    summary.expressions.append(
      Expression(
        kind: kind, flags: place.isInClosure ? flags.union(.isInClosure) : flags, name: name,
        base: base, arguments: arguments, owner: place.owner, offset: tokens[token].offset))
    return Int32(summary.expressions.count - 1)
  }

  /// Notes the source of the type of an expression that has none of its own.
  mutating func setContext(
    _ kind: Expression.Context, _ context: Int32, number: Int = 0, of expression: Int32
  ) {
    guard expression != -1, summary.expressions[expression].contextKind == .none else { return }
    summary.expressions[expression].contextKind = kind
    summary.expressions[expression].context = context
    summary.expressions[expression].contextNumber = Int32(number)
  }

  /// Notes the source for each of the arguments of a call or literal.
  mutating func setContexts(
    _ kind: Expression.Context, _ context: Int32, ofArguments list: Span
  ) {
    for (number, argument) in summary.arguments[list.range].enumerated() {
      let number = kind == .elementOf ? number % 2 : number
      setContext(kind, context, number: number, of: argument.value)
    }
  }

  mutating func readExpression(_ node: Int) -> Int32 {
    let outer = place.isAwaited
    let value = tree.kind(of: node) == .sequenceExpr ? readSequence(node) : readOperand(node)
    place.isAwaited = outer
    values?[node] = value
    return value
  }

  // MARK: - Operators

  /// Reads operands with operators between them, from the left: precedences are not known.
  private mutating func readSequence(_ node: Int) -> Int32 {
    // The parts that wait for the rest: `… ? first :`, or `target =` with its operator.
    var unfinished: [(value: Int32, mark: Int?)] = []
    let (outer, start) = (place.isKept, summary.expressions.count)
    var left: Int32 = -1
    var next = tree.firstChild(of: node)
    var previous: Int?
    var isLogical = false
    var ternaryCount = 0
    while let part = next {
      next = tree.nextSibling(of: part)
      defer { previous = part }
      let (kind, token) = (tree.kind(of: part), tree.token(of: part))
      switch kind {
      case .unresolvedTernaryExpr:
        noteGuards(ofTernary: part, number: ternaryCount, in: node, from: start)
        ternaryCount += 1
        unfinished.append((tree.firstChild(of: part).map { read($0) } ?? -1, nil))
        left = -1
      case .assignmentExpr,
        .binaryOperatorExpr where tree.isAssignment(part):
        beginAssignment(to: left, isSimple: kind == .assignmentExpr)
        unfinished.append((left, token))
        left = -1
      case .binaryOperatorExpr:
        if tokens.isCoalescing(at: token) {
          noteGuard(ofCoalescing: part, after: previous, from: start)
        }
        isLogical = isLogical || !isForTypes && self.isLogical(part)
        let right = next.map { readOperand($0) } ?? -1
        next = next.flatMap(tree.nextSibling)
        left = addOperation([left, right], at: token)
      case .unresolvedAsExpr, .unresolvedIsExpr:
        let type = next.map { readType($0) } ?? -1
        next = next.flatMap(tree.nextSibling)
        let isCast = kind == .unresolvedAsExpr && type != -1
        setContext(.type, type, of: isCast ? left : -1)
        let isOptional = hasQuestionMark(part)
        left = isCast ? add(.cast, isOptional ? .isOptional : [], name: type, base: left) : -1
      case .arrowExpr: break
      default: left = readOperand(part)
      }
    }
    for (value, mark) in unfinished.reversed() {
      guard let mark else {
        left = addOperation([value, left], at: nil)
        continue
      }
      setContext(.expression, value, of: left)
      if tokens[mark].kind != .equal { addOperation([value, left], at: mark) }
      left = -1
    }
    place.isKept = outer
    if isLogical { noteGuards(ofLogicalIn: node, from: start) }
    return left
  }

  private mutating func beginAssignment(to target: Int32, isSimple: Bool) {
    place.isKept = false
    guard target != -1 else { return }
    let flags: Expression.Flags = isSimple ? [.isWritten, .isOnlyWritten] : .isWritten
    summary.expressions[target].flags.insert(flags)
    if summary.expressions[target].kind == .tuple {
      for part in summary.arguments[summary.expressions[target].arguments.range]
      where part.value != -1 { summary.expressions[part.value].flags.insert(flags) }
    }
    // A property keeps the value of a member, or of an element of one: `self.handlers["a"]`.
    var stored = summary.expressions[target]
    while stored.kind == .subscripted, stored.base != -1 {
      stored = summary.expressions[stored.base]
    }
    place.isKept = stored.kind == .member || summary.expressions[target].kind == .name
  }

  /// Adds the use of an operator, which may be an own function.
  /// - Parameter mark: the operator; nil for `? :`, which is like `??`.
  @discardableResult
  private mutating func addOperation(_ operands: [Int32], at mark: Int?) -> Int32 {
    // A `??` before or after a single operand is no operator of Swift's.
    guard let mark, operands.count == 1 || !tokens.isCoalescing(at: mark) else {
      let either = add(.either, name: operands[1], base: operands[0])
      for operand in operands { setContext(.expression, either, of: operand) }
      return either
    }
    let start = summary.arguments.count
    summary.arguments += operands.lazy.map { Argument(label: -1, value: $0) }
    let list = Span(start..<summary.arguments.count)
    let operation = add(.operation, .isCalled, name: name(at: mark), arguments: list, at: mark)
    for operand in operands { setContext(.operand, operation, of: operand) }
    return operation
  }

  // MARK: - Operands

  /// Reads `try await -a.b(c)[d]`, from its inner end.
  /// - Parameter base: the expression that a branch of a postfix `#if` goes on with.
  private mutating func readOperand(_ node: Int, after base: Int32? = nil) -> Int32 {
    var inner = node
    while let operand = tree.operand(of: inner) {
      if tree.kind(of: inner) == .awaitExpr { place.isAwaited = true }
      inner = operand
    }
    var value = base.map { readAround(inner, $0) } ?? readPrimary(inner)
    var isOptional = false
    while inner != node {
      values?[inner] = value
      inner = tree.parent(of: inner)!
      value = readAround(inner, value)
      switch tree.kind(of: inner) {
      case .optionalChainingExpr, .forceUnwrapExpr:
        if value != -1 { summary.expressions[value].flags.insert(.isUnwrapped) }
        isOptional = tree.kind(of: inner) == .optionalChainingExpr
      case .tryExpr: isOptional = isOptional || hasQuestionMark(inner)
      default: break
      }
    }
    values?[node] = value
    if isOptional, value != -1 { summary.expressions[value].flags.insert(.isOptional) }
    if place.isKept, endsWithInit(node) { keepReference(value, node) }
    return value
  }

  /// `as?`, `try?`
  private func hasQuestionMark(_ node: Int) -> Bool {
    tokens.text(at: tree.start(of: node) + 1).elementsEqual("?".utf8)
  }

  /// Reads a part around an operand, such as a call, a member or a prefix operator.
  private mutating func readAround(_ node: Int, _ base: Int32) -> Int32 {
    switch tree.kind(of: node) {
    case .functionCallExpr, .subscriptCallExpr: return readCall(node, of: base)
    case .memberAccessExpr: return readMember(node, of: base)
    case .genericSpecializationExpr:
      if base != -1, let clause = tree.child(.genericArgumentClause, of: node) {
        let types = readTypes(in: clause)
        summary.expressions[base].generics = types
      }
    case .postfixIfConfigExpr:
      var value = base
      for part in tree.parts(of: node) where tree.parent(of: part) != node {
        value = isDeep ? read(part) : nested { $0.readOperand(part, after: value) }
      }
      return value
    case .inOutExpr:
      if base != -1 { summary.expressions[base].flags.insert(.isWritten) }
    case .prefixOperatorExpr: return addOperation([base], at: tree.start(of: node))
    default: break
    }
    return base
  }

  private mutating func readMember(_ node: Int, of base: Int32) -> Int32 {
    let token = tree.token(of: node)
    guard token < tree.end(of: node) else { return -1 }
    if tokens[token].kind == .integerLiteral {
      // `.0`
      let number = Int32(String(decoding: tokens.text(at: token), as: UTF8.self)) ?? -1
      return add(.part, name: number, base: base)
    }
    guard tokens[token].isWord else { return -1 }
    guard tokens[token].keyword == .`self` else {
      return addReference(.member, node, base: base)
    }
    if base != -1 { summary.expressions[base].flags.insert(.isTypeValue) }
    return base
  }

  /// Adds a name or member. A function that a stored property keeps is not called.
  mutating func addReference(
    _ kind: Expression.Kind, _ node: Int, base: Int32 = -1
  ) -> Int32 {
    let token = tree.token(of: node)
    let name = name(at: token)
    var (kind, base, flags, arguments) = (kind, base, Expression.Flags(), Span())
    if place.isKept { flags.insert(.isKept) }
    if place.isAwaited { flags.insert(.isAwaited) }
    switch kind == .name ? meaning(of: name) : nil {
    case .local(let local): (kind, base) = (.local, local)
    case .function(let function): (kind, base) = (.localFunction, function)
    case nil: break
    }
    if let labels = tree.labels(ofName: node) {
      flags.insert(.isCompound)
      arguments = Span(summary.arguments.count..<summary.arguments.count + labels.count)
      for label in labels {
        let name = tokens.isWord("_", at: label) ? -1 : self.name(at: label)
        summary.arguments.append(Argument(label: name, value: -1))
      }
    }
    let reference = add(kind, flags, name: name, base: base, arguments: arguments, at: token)
    if !place.isKept { noteUse(of: reference) }
    return reference
  }

  // MARK: - Primary expressions

  private mutating func readPrimary(_ node: Int) -> Int32 {
    let kind = tree.kind(of: node)
    switch kind {
    case .declReferenceExpr: return readName(node)
    case .identifierType:
      return tree[node].range.count == 1 && tokens[tree.token(of: node)].keyword == .none
        ? addReference(.name, node) : -1
    case .memberAccessExpr: return addReference(.implicitMember, node)
    case .postfixIfConfigExpr: return readAround(node, -1)
    case .superExpr: return add(.superValue, at: tree.start(of: node))
    case .closureExpr: return readClosure(node)
    case .tupleExpr:
      let arguments = readArguments(of: node, isKept: place.isKept)
      if arguments.count == 1 { return summary.arguments[arguments.start].value }
      return add(.tuple, arguments: arguments)
    case .arrayExpr, .dictionaryExpr:
      let values = readArguments(of: node, isKept: place.isKept)
      let literal = add(kind == .arrayExpr ? .array : .dictionary, arguments: values)
      setContexts(.elementOf, literal, ofArguments: values)
      return literal
    case .integerLiteralExpr: return addLiteral("Int")
    case .floatLiteralExpr: return addLiteral("Double")
    case .nilLiteralExpr: return add(.nilValue, at: tree.start(of: node))
    case .booleanLiteralExpr:
      let literal = addLiteral("Bool", at: tree.start(of: node))
      summary.expressions[literal].name = name(at: tree.start(of: node))
      return literal
    case .stringLiteralExpr:
      for segment in tree.children(of: node) { _ = readArguments(of: segment) }
      return addLiteral("String")
    case .macroExpansionExpr, .macroExpansionDecl: return readMacroUse(node)
    case .keyPathExpr:
      summary.notFollowed.keyPaths += 1
      for part in tree.children(of: node) {
        if let list = tree.child(.arguments, of: part) { _ = readArguments(of: list) }
        let token = tree.token(of: part)
        if tree.kind(of: part) == .keyPathComponent, tokens[token].isWord {
          summary.keyPaths.append(name(at: token))
        }
      }
      return isForTypes ? readKeyPath(node) : -1
    case .labeledExpr, .someOrAnyType, .attributedType, .valueBindingPattern:
      return tree.firstChild(of: node).map { read($0) } ?? -1
    case _ where kind.isStatement || kind == .sequenceExpr: return read(node)
    default: return -1
    }
  }

  /// Reads `\Room.name` as the closure `{ (room: Room) in room.name }`.
  private mutating func readKeyPath(_ node: Int) -> Int32 {
    let closure = add(.closure)
    summary.locals.append(Local(type: readFirstType(in: node), source: closure, number: 0))
    var value = add(.local, base: Int32(summary.locals.count - 1))
    for part in tree.children(of: node) where tree.kind(of: part) == .keyPathComponent {
      let token = tree.token(of: part)
      if tokens[token].isWord {
        value = add(.member, name: name(at: token), base: value, at: token)
      } else {
        let isSubscript = tokens[token].kind == .leftSquare
        value = isSubscript ? add(.subscripted, .isCalled, base: value) : value
        if !isSubscript { summary.expressions[value].flags.insert(.isUnwrapped) }
      }
    }
    summary.expressions[closure].base = value
    return closure
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
    case .dollarIdentifier where tokens[token].length == 2 && place.resultClosure != -1:
      let digit = Int32(tokens.text(at: token)[1]) - 48
      guard 0...9 ~= digit else { break }
      summary.locals.append(Local(source: place.resultClosure, number: digit))
      return addReference(.local, node, base: Int32(summary.locals.count - 1))
    case let kind where kind.isOperator:
      // `reduce(0, +)`
      return addOperation([-1, -1], at: token)
    case .placeholder: return -1
    default: break
    }
    return addReference(.name, node)
  }

  private mutating func addLiteral(_ type: String, at token: Int = 0) -> Int32 {
    let name = Int32(summary.names.insert(type))
    return add(.typed, base: addType(.nominal, name: name), at: token)
  }
}
