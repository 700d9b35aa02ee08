import SwiftLexer

extension SummaryReader {
  /// Reads the body of a function, accessor or closure. If it is one expression, that is its
  /// result.
  mutating func readBody(from start: Int, to end: Int) {
    let count = summary.expressions.count
    readStatements(from: start, to: end)
    guard isOneExpression, count < summary.expressions.count else { return }
    giveResult(lastExpression)
  }

  /// Reads the statements of a block.
  mutating func readStatements(from start: Int, to end: Int) {
    guard enter() else { return }
    defer { leave() }
    let mark = hidden.count
    showFunctions(from: start, to: end)
    var index = start
    var count = 0
    isOneExpression = false
    while index < end {
      if let body = endOfDirective(at: index) {
        index = body
        continue
      }
      if tokens[index].kind == .semicolon {
        index += 1
        continue
      }
      count += 1
      isOneExpression = false
      index = max(readStatement(at: index, to: end), index + 1)
      if count != 1 { isOneExpression = false }
    }
    hide(to: mark)
  }

  /// Local functions can be called before their declaration. They are read where they stand; the
  /// calls before that mean the next function with the name.
  private mutating func showFunctions(from start: Int, to end: Int) {
    var index = start
    while index < end {
      if tokens[index].keyword == .func, index + 1 < end, tokens[index + 1].isWord {
        let name = name(at: index + 1)
        if meaning(of: name) >= -1 { show(name, Self.laterFunction) }
      }
      index = afterGroup(index)
    }
  }

  /// The meaning of the name of a local function whose declaration has not come.
  static let laterFunction = Int32.min

  /// - Returns: the token after the statement.
  mutating func readStatement(at start: Int, to end: Int) -> Int {
    let index = skipLabel(at: start)
    switch tokens[index].keyword {
    case .if, .while: return readConditional(at: index)
    case .guard: return readGuard(at: index)
    case .for: return readFor(at: index)
    case .switch: return readSwitch(at: index)
    case .do, .defer, .repeat, .else: return readBlock(after: index)
    case .catch: return readCatch(at: index)
    case .return, .throw: return readReturn(at: index, to: end)
    case .break, .continue, .fallthrough:
      return tokens[index + 1].isWord && !shape.isStart[index + 1] ? index + 2 : index + 1
    case .case, .default: return readCaseLabel(at: index)
    case .let, .var, .func, .struct, .class, .enum, .protocol, .extension, .typealias, .import,
      .`init`, .deinit, .subscript, .operator, .precedencegroup:
      break
    default:
      let isPrefix = tokens[index].kind == .atSign || tokens.isModifier(index)
      guard isPrefix || tokens.isWord("actor", at: index) || tokens.isWord("async", at: index)
      else { return readExpressionStatement(at: index) }
    }
    let isAsync = tokens.isWord("async", at: index) && tokens[index + 1].keyword == .let
    let outer = isAwaited
    defer { isAwaited = outer }
    isAwaited = isAsync
    let prefix = readPrefix(from: isAsync ? index + 1 : index)
    return readDeclaration(prefix, in: declaration) ?? readExpressionStatement(at: index)
  }

  /// `name: for …`
  private func skipLabel(at index: Int) -> Int {
    guard file.isIdentifier(index), tokens[index + 1].kind == .colon else { return index }
    switch tokens[index + 2].keyword {
    case .for, .while, .repeat, .do, .if, .switch: return index + 2
    default: return index
    }
  }

  private mutating func readExpressionStatement(at start: Int) -> Int {
    if tokens[start].kind == .leftBrace, shape.roles[start] != .closure {
      return readBraces(at: start)
    }
    let (expression, end) = readExpression(from: start)
    isOneExpression = true
    lastExpression = expression
    guard tokens[end].kind == .equal || isAssignmentOperator(end), !shape.isStart[end] else {
      return end
    }
    return readAssignment(to: expression, at: end)
  }

  func isAssignmentOperator(_ index: Int) -> Bool {
    guard tokens[index].kind == .binaryOperator else { return false }
    let text = tokens.text(at: index)
    guard text.last == UInt8(ascii: "="), 1 < text.count else { return false }
    let comparisons: [StaticString] = ["==", "!=", "<=", ">=", "===", "!==", "~=", ".==", ".!="]
    return !comparisons.contains { isOperator($0, at: index) }
  }

  private mutating func readAssignment(to target: Int32, at mark: Int) -> Int {
    isOneExpression = false
    let isMember = target != -1 && isMemberOrElement(target)
    if target != -1 {
      summary.expressions[Int(target)].flags.insert(.isWritten)
      if tokens[mark].kind == .equal {
        summary.expressions[Int(target)].flags.insert(.isOnlyWritten)
      }
    }
    let outer = isKept
    let isOwnName = target != -1 && summary.expressions[Int(target)].kind == .name
    isKept = isMember || isOwnName
    let (value, end) = readExpression(from: mark + 1)
    isKept = outer
    setContext(.expression, target, of: value)
    if tokens[mark].kind != .equal { addOperation(at: mark, [target, value]) }
    return end
  }

  /// Whether it is a member of something, or an element of a member: `self.handlers["a"]`.
  private func isMemberOrElement(_ target: Int32) -> Bool {
    var expression = summary.expressions[Int(target)]
    while expression.kind == .subscripted, expression.base != -1 {
      expression = summary.expressions[Int(expression.base)]
    }
    return expression.kind == .member
  }

  // MARK: - Blocks

  private mutating func readBlock(after keyword: Int) -> Int {
    var index = keyword + 1
    // `do throws(Failure) {`
    if tokens[index].keyword == .throws { index = afterGroup(index + 1) }
    if tokens[index].keyword == .if { return readConditional(at: index) }
    return readBraces(at: index)
  }

  mutating func readBraces(at open: Int) -> Int {
    guard tokens[open].kind == .leftBrace, let close = pairs.partner(of: open), open < close else {
      return open
    }
    readStatements(from: open + 1, to: close)
    isOneExpression = false
    return close + 1
  }

  /// `if`, `while`: the names that the conditions bind are visible in the body.
  mutating func readConditional(at keyword: Int) -> Int {
    let mark = hidden.count
    var index = readConditions(from: keyword + 1)
    index = readBraces(at: index)
    hide(to: mark)
    while tokens[index].keyword == .else {
      guard tokens[index + 1].keyword == .if else { return readBraces(at: index + 1) }
      let mark = hidden.count
      index = readBraces(at: readConditions(from: index + 2))
      hide(to: mark)
    }
    return index
  }

  /// The names that a `guard` binds stay visible.
  private mutating func readGuard(at keyword: Int) -> Int {
    let index = readConditions(from: keyword + 1)
    guard tokens[index].keyword == .else else { return index }
    return readBraces(at: index + 1)
  }

  private mutating func readConditions(from start: Int) -> Int {
    var index = start
    while true {
      index = readCondition(at: index)
      guard tokens[index].kind == .comma else { return index }
      index += 1
    }
  }

  private mutating func readCondition(at start: Int) -> Int {
    switch tokens[start].keyword {
    case .let, .var:
      return readOptionalBinding(at: start + 1)
    case .case:
      let bound = bindings(from: start + 1)
      let end = readPattern(from: start + 1)
      guard tokens[end].kind == .equal else { return end }
      let next = readExpression(from: end + 1).end
      showNames(bound, ofPattern: start + 1)
      return next
    default:
      switch tokens[start].kind {
      case .poundAvailable, .poundUnavailable: return afterGroup(start + 1)
      default: return readExpression(from: start).end
      }
    }
  }

  /// `x`, `x = f()`, `x: T = f()`, after the `let`.
  private mutating func readOptionalBinding(at start: Int) -> Int {
    guard tokens[start].isWord else {
      // `let (a, b) = f()`
      return readLocalVariable(at: start)
    }
    var (local, index) = readNamedVariable(at: start)
    if local.kind == .unknown, local.type == -1 {
      (local.kind, local.source) = (.value, addName(at: start))
    }
    if tokens[start].keyword != .`self` { _ = addLocal(local) }
    return index
  }

  private mutating func readFor(at keyword: Int) -> Int {
    let mark = hidden.count
    var index = keyword + 1
    while tokens[index].keyword == .try || tokens.isWord("await", at: index) || file.isMark(index) {
      index += 1
    }
    let isCase = tokens[index].keyword == .case
    let pattern = index
    let bound = bindings(from: pattern)
    while tokens[index].keyword != .in {
      if tokens[index].kind == .leftBrace || tokens[index].kind == .endOfFile {
        return readBraces(at: index)
      }
      index = afterGroup(index)
    }
    let (sequence, end) = readExpression(from: index + 1)
    index = end
    let isName = tokens[pattern].isWord && bound.count == 1 && !isCase
    if isName {
      let element = add(Expression(kind: .element, base: sequence, owner: owner, offset: 0))
      _ = addLocal(Local(name: bound[0].name, kind: .value, source: element))
    } else if !isCase, tokens[pattern].kind == .leftParen {
      let element = add(Expression(kind: .element, base: sequence, owner: owner, offset: 0))
      showParts(bound, of: element)
    } else {
      showNames(bound)
    }
    if tokens[index].keyword == .where { index = readExpression(from: index + 1).end }
    index = readBraces(at: index)
    hide(to: mark)
    return index
  }

  private mutating func readSwitch(at keyword: Int) -> Int {
    readBraces(at: readExpression(from: keyword + 1).end)
  }

  /// `case pattern where condition:`, `default:`. The names that it binds stay visible up to the
  /// end of the `switch`, where the next `case` may bind them again.
  private mutating func readCaseLabel(at keyword: Int) -> Int {
    guard tokens[keyword].keyword == .case else {
      return tokens[keyword + 1].kind == .colon ? keyword + 2 : keyword + 1
    }
    var index = keyword + 1
    while true {
      let pattern = index
      let bound = bindings(from: pattern)
      index = readPattern(from: pattern)
      showNames(bound, ofPattern: pattern)
      if tokens[index].keyword == .where { index = readExpression(from: index + 1).end }
      switch tokens[index].kind {
      case .comma: index += 1
      case .colon: return index + 1
      default: return index
      }
    }
  }

  private mutating func readCatch(at keyword: Int) -> Int {
    let mark = hidden.count
    var index = keyword + 1
    while tokens[index].kind != .leftBrace, tokens[index].kind != .endOfFile {
      let bound = bindings(from: index)
      let end = readPattern(from: index)
      showNames(bound, ofPattern: index)
      index = tokens[end].keyword == .where ? readExpression(from: end + 1).end : end
      guard tokens[index].kind == .comma else { break }
      index += 1
    }
    index = readBraces(at: index)
    hide(to: mark)
    return index
  }

  private mutating func readReturn(at keyword: Int, to end: Int) -> Int {
    let next = keyword + 1
    guard next < end, !shape.isStart[next], tokens[next].kind != .semicolon else { return next }
    let (value, end) = readExpression(from: next)
    if tokens[keyword].keyword == .return { giveResult(value) }
    return end
  }

  /// Notes that an expression is what the function or closure returns.
  private mutating func giveResult(_ value: Int32) {
    guard value != -1 else { return }
    switch result {
    case .type(let type):
      if type != -1 { setContext(.type, type, of: value) }
    case .closure(let closure):
      setContext(.closureResult, closure, of: value)
      if summary.expressions[Int(closure)].base == -1 {
        summary.expressions[Int(closure)].base = value
      }
    }
  }

  // MARK: - Local variables and patterns

  /// Reads one variable in code, after the `let` or a comma.
  mutating func readLocalVariable(at start: Int) -> Int {
    if tokens[start].kind == .leftParen {
      let bound = bindings(from: start)
      var index = afterGroup(start)
      if tokens[index].kind == .colon { index = readType(from: index + 1).end }
      guard tokens[index].kind == .equal else {
        showParts(bound, of: -1)
        return index
      }
      let (value, end) = readExpression(from: index + 1)
      showParts(bound, of: value)
      return end
    }
    guard tokens[start].isWord else { return afterGroup(start) }
    var (local, index) = readNamedVariable(at: start)
    if tokens[index].kind == .leftBrace, shape.roles[index] == .variable {
      index = readLocalAccessors(at: index, local)
    }
    _ = addLocal(local)
    return index
  }

  /// `x`, `x: T`, `x = f()`, `x: T = f()`
  private mutating func readNamedVariable(at start: Int) -> (Local, end: Int) {
    var local = Local(name: name(at: start))
    var index = start + 1
    if tokens[index].kind == .colon {
      let (type, end) = readType(from: index + 1)
      local.type = type
      index = end
    }
    if tokens[index].kind == .equal {
      let (value, end) = readExpression(from: index + 1)
      if local.type != -1 { setContext(.type, local.type, of: value) }
      (local.kind, local.source) = (.value, value)
      index = end
    }
    return (local, index)
  }

  /// A computed or observed variable in code: its code counts where it stands.
  private mutating func readLocalAccessors(at open: Int, _ local: Local) -> Int {
    guard let close = pairs.partner(of: open), open < close else { return open + 1 }
    let outer = result
    result = .type(local.type)
    var index = open + 1
    var hasAccessor = false
    while index < close {
      let isAccessor =
        tokens[index].kind == .leftBrace
        && (shape.roles[index] == .accessor || shape.roles[index] == .setter)
      if isAccessor {
        hasAccessor = true
        index = readBraces(at: index)
      } else {
        index = afterGroup(index)
      }
    }
    if !hasAccessor { readBody(from: open + 1, to: close) }
    result = outer
    return close + 1
  }

  /// The names that a pattern binds, with their tokens.
  func bindingTokens(from start: Int) -> [Int] {
    var found: [Int] = []
    var depth = 0
    var isBinding = false
    var index = start
    while true {
      switch tokens[index].kind {
      case .leftParen, .leftSquare: depth += 1
      case .rightParen, .rightSquare: depth -= 1
      case .keyword where tokens[index].keyword == .let || tokens[index].keyword == .var:
        isBinding = true
      case .keyword
      where tokens[index].keyword == .in || tokens[index].keyword == .where
        || tokens[index].keyword == .as:
        if depth == 0 { return found }
      case .identifier, .rawIdentifier:
        let isName =
          file.isIdentifier(index) && !tokens.isMember(index)
          && tokens[index + 1].kind != .leftParen && tokens[index + 1].kind != .period
          && (tokens[index + 1].kind != .colon || depth == 0)
        if isName, isBinding || tokens[start].kind != .period { found.append(index) }
      case .colon, .comma:
        if depth == 0 { return found }
      case .equal, .leftBrace, .rightBrace, .semicolon, .endOfFile:
        return found
      default: break
      }
      if depth < 0 { return found }
      index += 1
    }
  }

  private mutating func bindings(from start: Int) -> [(name: Int32, token: Int)] {
    bindingTokens(from: start).map { (name(at: $0), $0) }
  }

  /// Makes the names of a pattern visible; of `let x as T` the type is known.
  private mutating func showNames(_ bound: [(name: Int32, token: Int)], ofPattern start: Int) {
    let binds = tokens[start].keyword == .let || tokens[start].keyword == .var
    guard binds, bound.count == 1, bound[0].token == start + 1, tokens[start + 2].keyword == .as
    else { return showNames(bound) }
    _ = addLocal(Local(name: bound[0].name, type: readType(from: start + 3).type))
  }

  private mutating func showNames(_ bound: [(name: Int32, token: Int)]) {
    for name in bound { _ = addLocal(Local(name: name.name)) }
  }

  private mutating func showParts(_ bound: [(name: Int32, token: Int)], of value: Int32) {
    for (number, name) in bound.enumerated() {
      var local = Local(name: name.name)
      if value != -1 {
        let part = add(
          Expression(kind: .part, name: Int32(number), base: value, owner: owner, offset: 0))
        (local.kind, local.source) = (.value, part)
      }
      _ = addLocal(local)
    }
  }

  /// Reads a pattern of a `case`: only an expression pattern calls something.
  /// - Returns: the token after it.
  private mutating func readPattern(from start: Int) -> Int {
    var index = start
    while true {
      switch tokens[index].kind {
      case .comma, .equal, .colon, .leftBrace, .rightBrace, .semicolon, .endOfFile:
        return index
      case .keyword where tokens[index].keyword == .where || tokens[index].keyword == .in:
        return index
      case .keyword where tokens[index].keyword == .is || tokens[index].keyword == .as:
        index = readType(from: index + 1).end
      case .openQuote, .stringPounds:
        index = readExpression(from: index).end
      default:
        index = afterGroup(index)
      }
    }
  }
}
