import SwiftLexer

// Which names are declared, as the passes over the tokens come to them.

extension Matcher {
  /// At a bracket whose level was just opened.
  mutating func openNames(at index: Int) {
    let outer = levels[top.parent].names
    switch top.role {
    case .parentheses, .brackets:
      top.names.region = outer.region
      top.names.holder = outer.holder
      if top.role == .parentheses, outer.awaitsParameters {
        top.names.isParameterList = true
        levels[top.parent].names.awaitsParameters = false
      }
    case .file, .closure, .statements, .type, .enumeration, .function, .variable, .accessor,
      .setter:
      if top.isBody { showPendingNames(of: top.parent) }
      top.names.region = openRegion(around: outer.region)
      top.names.holder = levels.innermost
      declareParameters(at: index)
    }
  }

  /// At a bracket whose level was just closed.
  mutating func closeNames(of role: LevelRole) {
    if role == .statements { top.names.condition = nil }
  }

  private mutating func openRegion(around outer: Int) -> Int {
    let isType = top.role == .type || top.role == .enumeration
    let node =
      names.phase == .declaring ? isType ? nodeOfType(in: outer) : names.newNode() : 0
    return names.openRegion(parent: outer, node: node, isType: isType)
  }

  /// Of the type declaration or extension whose body starts.
  private mutating func nodeOfType(in outer: Int) -> Int {
    guard let introducer = scopes[top.base].introducer, tokens[introducer + 1].isWord else {
      return names.newNode()
    }
    guard tokens[introducer].keyword == .extension else {
      return nodeOfType(named: introducer + 1, in: outer)
    }
    return declaredPath(at: introducer).reduce(names.regions[0].node) { node, name in
      names.typeNode(number(ofNameAt: name), in: node)
    }
  }

  private mutating func nodeOfType(named name: Int, in region: Int) -> Int {
    names.typeNode(number(ofNameAt: name), in: names.regions[region].node)
  }

  /// A new number if the name is new.
  private mutating func number(ofNameAt index: Int) -> Int {
    names.table.insert(tokens.text(at: index))
  }

  func isIdentifier(_ index: Int) -> Bool {
    tokens[index].kind == .rawIdentifier
      || tokens[index].kind == .identifier && !tokens.isWord("_", at: index)
  }
}

// Types, functions and members.

extension Matcher {
  /// At the word that introduces a declaration.
  mutating func declareName(_ kind: DeclarationKind, at index: Int) {
    guard index == 0 || tokens[index - 1].keyword != .import else { return }
    top.names.awaitsParameters = kind == .function || kind == .subscription
    switch kind {
    case .type, .enumeration:
      guard tokens[index].keyword != .extension, isIdentifier(index + 1) else { return }
      hoist(index + 1, isType: true)
      guard names.phase == .declaring else { return }
      let node = nodeOfType(named: index + 1, in: top.names.region)
      for name in readGenericParameters(at: index + 2) {
        hoist(name, isType: true, in: node)
      }
    case .function:
      let isNamed = tokens[index].keyword == .func
      if isNamed, isIdentifier(index + 1) { hoist(index + 1, isType: false, .function) }
      declareGenericParameters(at: isNamed ? index + 2 : index + 1)
    case .subscription:
      declareGenericParameters(at: index + 1)
    case .other:
      guard isIdentifier(index + 1) else { return }
      hoist(index + 1, isType: true)
      if tokens[index].keyword == .typealias, tokens[index + 2].kind == .equal {
        noteBinding(at: index + 1, Initializer(start: index + 3, annotation: 0..<0))
      }
      declareGenericParameters(at: index + 2)
    case .none, .variable:
      break
    }
  }

  private mutating func hoist(
    _ token: Int, isType: Bool, _ kind: HoistedName.Kind = .other, in node: Int? = nil
  ) {
    guard names.phase == .declaring else { return }
    let region = top.names.region
    let key = NameKey(
      node: node ?? names.regions[region].node,
      slot: NameSlot(number(ofNameAt: token), isType: isType))
    names.declaredTokens.insert(token)
    names.hoist(HoistedName(key: key, token: token, region: region, kind: kind))
  }

  /// They are visible in the whole declaration that is going on.
  private mutating func declareGenericParameters(at index: Int) {
    guard names.phase == .resolving else { return }
    for name in readGenericParameters(at: index) {
      declareLocal(name, isType: true, scope: top.scope)
    }
  }

  /// Each list is read once, whatever it is in.
  private mutating func readGenericParameters(at index: Int) -> [Int] {
    guard names.locals.readGenericParameters <= index else { return [] }
    let (found, end) = genericParameters(at: index)
    names.locals.readGenericParameters = end
    return found
  }

  /// The names in `<T, each U: P<V>, let n: Int>`, and the token after it; none if there is no `<`.
  func genericParameters(at index: Int) -> (names: [Int], end: Int) {
    guard tokens[index].kind.isOperator, tokens.text(at: index).elementsEqual("<".utf8) else {
      return ([], index)
    }
    var found: [Int] = []
    var depth = 0
    var isStart = false
    var end = index
    repeat {
      let token = tokens[end]
      switch token.kind {
      case .leftParen, .leftSquare:
        end = pairs.partner(of: end) ?? end
      case .comma:
        isStart = depth == 1
      case .identifier, .rawIdentifier:
        if isStart, !tokens.isWord("each", at: end) {
          found.append(end)
          isStart = false
        }
      case .keyword where token.keyword.isPartOfGenericParameters, .colon, .period, .colonColon,
        .atSign, .arrow, .integerLiteral, .postfixQuestionMark, .exclamationMark:
        break
      case let kind where kind.isOperator:
        let text = tokens.text(at: end)
        if text.elementsEqual("<".utf8) {
          depth += 1
          isStart = depth == 1
        }
        depth -= text.prefix { $0 == UInt8(ascii: ">") }.count
      default:
        return ([], index)
      }
      end += 1
    } while 0 < depth
    return (found, end)
  }

  /// At `enum`'s `case` or the comma between two.
  private mutating func declareCase(at index: Int) {
    if isIdentifier(index) { hoist(index, isType: false) }
  }
}

// Variables and patterns.

extension Matcher {
  mutating func passNames(ofKeyword keyword: Keyword, at index: Int) {
    let isBracket = top.role == .parentheses || top.role == .brackets
    switch keyword {
    case .let, .var:
      passVariables(keyword, at: index)
    case .in:
      if top.role == .closure, !top.isCondition { declareSignature(endingAt: index) }
    case .case where top.role == .enumeration:
      declareCase(at: index + 1)
    case .case, .default:
      if !isBracket, !top.isCondition { beginArm() }
    case .where, .else:
      if !isBracket { showPendingNames(of: levels.innermost) }
    case .if, .while, .for, .catch, .switch, .guard:
      guard !isBracket else { return }
      showPendingNames(of: levels.innermost)
      // What `guard` binds stays.
      top.names.condition = keyword == .guard ? nil : names.locals.nextSerial()
      if keyword == .for { declarePattern(from: index + 1, isMember: false) }
    default:
      break
    }
  }

  private mutating func beginArm() {
    showPendingNames(of: levels.innermost)
    top.names.condition = nil
    top.names.arm = names.locals.nextSerial()
  }

  private mutating func passVariables(_ keyword: Keyword, at index: Int) {
    guard index == 0 || tokens[index - 1].keyword != .import else { return }
    let isBracket = top.role == .parentheses || top.role == .brackets
    if isBracket || top.isCondition || top.casePattern != .none {
      declarePattern(from: index + 1, isMember: false)
    } else {
      top.names.bindsConstants = keyword == .let
      declareVariable(at: index + 1)
    }
  }

  /// At the first token after `let`, `var` or the comma between two variables.
  private mutating func declareVariable(at index: Int) {
    top.names.constant = nil
    guard isIdentifier(index) else {
      declarePattern(from: index, isMember: isMemberLevel)
      return
    }
    let next = tokens[index + 1].kind
    let isConstant = top.names.bindsConstants && (next == .colon || next == .equal)
    if isConstant { top.names.constant = index }
    if isMemberLevel {
      hoist(index, isType: false)
    } else {
      declareLater(index)
    }
  }

  /// Whether what is declared in the level is visible in all of it.
  private var isMemberLevel: Bool {
    switch top.role {
    case .file, .type, .enumeration: true
    case .parentheses, .brackets, .closure, .statements, .function, .variable, .accessor, .setter:
      false
    }
  }

  /// At a comma: the name of another variable, case or parameter may follow.
  mutating func passCommaOfNames(at index: Int) {
    guard top.role != .parentheses, top.role != .brackets else {
      top.names.hasParameter = false
      return
    }
    guard !top.expression.isInGenericArguments(index) else { return }
    showPendingNames(of: levels.innermost)
    if top.expression.bindsNames {
      guard !top.isCondition, top.casePattern == .none else { return }
      declareVariable(at: index + 1)
    } else if top.role == .enumeration, top.header == .other {
      declareCase(at: index + 1)
    }
  }

  /// At the `=` of a variable.
  mutating func passInitializer(at index: Int) {
    guard let constant = top.names.constant, !top.isCondition else { return }
    top.names.constant = nil
    let initializer = Initializer(start: index + 1, annotation: top.expression.annotation)
    switch names.phase {
    case .matching:
      break
    case .declaring:
      noteBinding(at: constant, initializer)
    case .resolving:
      guard let last = names.locals.pending.indices.last,
        names.locals.pending[last].token == constant
      else { return }
      let name = names.locals.pending[last].slot.name
      guard names.isBound[name] else { return }
      names.locals.pending[last].meaning = meaning(of: initializer, for: nil)
    }
  }

  private mutating func noteBinding(at name: Int, _ initializer: Initializer) {
    guard names.phase == .declaring, let root = rootName(of: initializer) else { return }
    names.bindings.append((number(ofNameAt: name), number(ofNameAt: root)))
    if let last = names.hoisted.indices.last, names.hoisted[last].token == name {
      names.hoisted[last].initializer = initializer
    }
  }

  /// The names that a pattern binds, e.g. in `case let .move(from: x, to: (y, _)?):`.
  private mutating func declarePattern(from start: Int, isMember: Bool) {
    guard names.locals.readPatterns <= start else { return }
    var depth = 0
    var index = start
    while true {
      switch tokens[index].kind {
      case .leftParen, .leftSquare:
        guard pairs.partner(of: index) != nil else { return }
        depth += 1
      case .rightParen, .rightSquare:
        depth -= 1
      case .identifier, .rawIdentifier:
        guard isBindingName(at: index, depth: depth) else { break }
        if isMember { hoist(index, isType: false) } else { declareLater(index) }
      case .period, .postfixQuestionMark, .exclamationMark:
        break
      case .comma, .colon:
        if depth == 0 { depth = -1 }
      case .keyword:
        let keyword = tokens[index].keyword
        let isPart = keyword == .case || keyword == .let || keyword == .var || keyword == .try
        if depth == 0, !isPart, !tokens.isMember(index) { depth = -1 }
      default:
        if depth == 0 || tokens[index].kind.endsPattern { depth = -1 }
      }
      if depth < 0 { break }
      index += 1
    }
    names.locals.readPatterns = index
  }

  private func isBindingName(at index: Int, depth: Int) -> Bool {
    guard isIdentifier(index), !tokens.isMember(index) else { return false }
    switch tokens[index + 1].kind {
    case .period, .leftParen: return false
    case .colon: return depth == 0
    default: return !tokens.isWord("await", at: index)
    }
  }
}

extension Keyword {
  fileprivate var isPartOfGenericParameters: Bool {
    switch self {
    case .Any, .Self, .class, .inout, .let, .throws, .where: true
    default: false
    }
  }
}

extension TokenKind {
  fileprivate var endsPattern: Bool {
    switch self {
    case .leftBrace, .rightBrace, .semicolon, .endOfFile: true
    default: false
    }
  }
}

// Parameters.

extension Matcher {
  /// At the colon of a parameter: its name stands before.
  mutating func passParameter(at index: Int) {
    guard top.names.isParameterList, !top.names.hasParameter else { return }
    top.names.hasParameter = true
    guard names.phase == .resolving, isIdentifier(index - 1) else { return }
    names.locals.parameters.append((levels[top.parent].scope, index - 1))
  }

  /// At the `{` of a body: the parameters of its function, accessor or subscript.
  private mutating func declareParameters(at brace: Int) {
    guard names.phase == .resolving else { return }
    switch top.role {
    case .function, .variable:
      while let last = names.locals.parameters.last, top.base <= last.scope {
        names.locals.parameters.removeLast()
        if last.scope == top.base { declareLocal(last.token, isType: false) }
      }
    case .accessor, .setter:
      guard tokens[brace - 1].kind == .rightParen, isIdentifier(brace - 2) else { return }
      declareLocal(brace - 2, isType: false)
    case .file, .parentheses, .brackets, .closure, .statements, .type, .enumeration:
      break
    }
  }

  /// At the `in` of a closure: `{ [weak self, x = y] (a: Int, b) -> Int in`.
  private mutating func declareSignature(endingAt end: Int) {
    guard !top.names.hasSignature else { return }
    top.names.hasSignature = true
    guard names.phase == .resolving else { return }
    var index = top.open + 1
    while index < end, tokens[index].kind != .arrow {
      switch tokens[index].kind {
      case .atSign:
        index += 1
        if isArgumentList(at: index + 1) { index = pairs.partner(of: index + 1) ?? index }
      case .leftSquare:
        let close = pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .equal)
        index = close
      case .leftParen:
        let close = pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .colon)
        index = close
      default:
        if isIdentifier(index) { declareLocal(index, isType: false) }
      }
      index += 1
    }
  }

  /// Captures with a value, or parameters.
  private mutating func declareListed(in list: Range<Int>, endingWith mark: TokenKind) {
    var start = list.lowerBound
    while start < list.upperBound {
      let end = firstToken(.comma, in: start..<list.upperBound) ?? list.upperBound
      // A capture without a value is what it is outside.
      let name = firstToken(mark, in: start..<end) ?? (mark == .equal ? start : end)
      if start < name, isIdentifier(name - 1) { declareLocal(name - 1, isType: false) }
      start = end + 1
    }
  }
}

// When local names become visible.

extension Matcher {
  /// Nil for a name that nothing banned has.
  private func slot(at token: Int, isType: Bool) -> NameSlot? {
    guard let name = names.table.number(of: tokens.text(at: token)) else { return nil }
    let isWatched = names.isBound[name] || name < rules.names.names.count
    return isWatched ? NameSlot(name, isType: isType) : nil
  }

  private mutating func declareLocal(_ token: Int, isType: Bool, scope: Int? = nil) {
    guard let slot = slot(at: token, isType: isType) else { return }
    names.declaredTokens.insert(token)
    let holder = top.names.holder
    names.locals.declare(
      LocalName(slot, token: token, level: holder, in: levels[holder].names, scope: scope))
  }

  /// Declares a name that is visible only behind what is going on.
  private mutating func declareLater(_ token: Int) {
    guard names.phase == .resolving, let slot = slot(at: token, isType: false) else { return }
    names.declaredTokens.insert(token)
    let holder = top.names.holder
    names.locals.pending.append(
      LocalName(slot, token: token, level: holder, in: levels[holder].names))
  }

  /// What the level's variables and conditions declare is visible from here.
  mutating func showPendingNames(of level: Int) {
    while let last = names.locals.pending.last, level <= last.level {
      names.locals.pending.removeLast()
      if last.level == level, last.region == levels[level].names.region {
        names.locals.declare(last)
      }
    }
  }

  /// A statement starts in the level.
  mutating func beginStatementOfNames() {
    showPendingNames(of: levels.innermost)
    top.names.condition = nil
    top.names.constant = nil
  }
}
