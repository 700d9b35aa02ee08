import Rules
import SwiftLexer

extension Outline {
  /// At a bracket, after its level was opened.
  mutating func openLevelOfNames(at index: Int) {
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
      if top.role.isBody { showPendingNames(of: top.parent) }
      top.names.region = openRegion(around: outer.region)
      top.names.holder = levels.innermost
      declareParameters(at: index)
    }
  }

  private mutating func openRegion(around outer: Int) -> Int {
    let isType = top.role == .type || top.role == .enumeration
    let node = isType ? nodeOfType(in: outer) : declarations.newNode()
    return declarations.openRegion(at: top.open, parent: outer, node: node, isType: isType)
  }

  /// The node of the type declaration or extension whose body starts.
  private mutating func nodeOfType(in outer: Int) -> Int {
    guard let introducer = scopes[top.base].introducer, tokens[introducer + 1].isWord else {
      return declarations.newNode()
    }
    guard tokens[introducer].keyword == .extension else {
      return nodeOfType(named: introducer + 1, in: outer)
    }
    return file.declaredPath(at: introducer).reduce(declarations.regions[0].node) { node, name in
      declarations.typeNode(number(ofNameAt: name), in: node)
    }
  }

  private mutating func nodeOfType(named name: Int, in region: Int) -> Int {
    declarations.typeNode(number(ofNameAt: name), in: declarations.regions[region].node)
  }

  /// The number of a name in `Declarations.table`. A new name gets a new number.
  mutating func number(ofNameAt index: Int) -> Int {
    declarations.table.insert(tokens.text(at: index))
  }

  /// At the word that introduces a declaration.
  mutating func declare(_ kind: DeclarationKind, at index: Int) {
    guard index == 0 || tokens[index - 1].keyword != .import else { return }
    top.names.awaitsParameters = kind == .function || kind == .subscription
    switch kind {
    case .type, .enumeration:
      guard tokens[index].keyword != .extension, file.isIdentifier(index + 1) else { return }
      hoist(index + 1, isType: true)
      let node = nodeOfType(named: index + 1, in: top.names.region)
      for name in readGenericParameters(at: index + 2) {
        hoist(name, isType: true, in: node)
      }
    case .function:
      let isNamed = tokens[index].keyword == .func
      if isNamed, file.isIdentifier(index + 1) {
        hoist(index + 1, isType: false, kind: .function)
      } else if tokens[index].keyword == .`init` {
        hoist(index, isType: false, kind: .function)
      }
      declareGenericParameters(at: isNamed ? index + 2 : index + 1)
    case .subscription:
      declareGenericParameters(at: index + 1)
    case .other:
      guard file.isIdentifier(index + 1) else { return }
      hoist(index + 1, isType: true)
      if tokens[index].keyword == .typealias, tokens[index + 2].kind == .equal {
        bind(index + 1, to: Initializer(start: index + 3, annotation: 0..<0))
      }
      declareGenericParameters(at: index + 2)
    case .none, .variable:
      break
    }
  }

  mutating func hoist(
    _ token: Int, isType: Bool, kind: HoistedName.Kind = .other, in node: Int? = nil
  ) {
    let region = top.names.region
    let key = NameKey(
      node: node ?? declarations.regions[region].node,
      slot: NameSlot(number(ofNameAt: token), isType: isType))
    declarations.isDeclared[token] = true
    declarations.hoist(HoistedName(key: key, token: token, region: region, kind: kind))
  }

  /// At a name after `case` in an enumeration, or after a comma between two cases.
  mutating func declareCase(at index: Int) {
    if file.isIdentifier(index) { hoist(index, isType: false) }
  }

  mutating func declareLocal(_ token: Int, isType: Bool, scope: Int? = nil) {
    declarations.locals.declare(localName(at: token, isType: isType, scope: scope))
  }

  private mutating func localName(at token: Int, isType: Bool, scope: Int? = nil) -> LocalName {
    let slot = NameSlot(number(ofNameAt: token), isType: isType)
    declarations.isDeclared[token] = true
    let holder = top.names.holder
    return LocalName(slot, token: token, level: holder, in: levels[holder].names, scope: scope)
  }

  /// Declares a name that becomes visible after the statement or condition that is going on.
  mutating func declareLater(_ token: Int) {
    declarations.locals.pending.append(localName(at: token, isType: false))
  }

  /// Makes the names visible that variables and conditions of the level have declared.
  mutating func showPendingNames(of level: Int) {
    while let last = declarations.locals.pending.last, level <= last.level {
      declarations.locals.pending.removeLast()
      if last.level == level, last.region == levels[level].names.region {
        declarations.locals.declare(last)
      }
    }
  }

  /// At the start of a statement in the level.
  mutating func beginStatementOfNames() {
    showPendingNames(of: levels.innermost)
    top.names.condition = nil
    top.names.constant = nil
  }

  mutating func passKeywordOfNames(_ keyword: Keyword, at index: Int) {
    let isBracket = top.role.isBracket
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
      // Names that `guard` binds stay visible.
      top.names.condition = keyword == .guard ? nil : declarations.locals.nextSerial()
      if keyword == .for { declarePattern(from: index + 1, isMember: false) }
    default:
      break
    }
  }

  private mutating func beginArm() {
    showPendingNames(of: levels.innermost)
    top.names.condition = nil
    top.names.arm = declarations.locals.nextSerial()
  }

  private mutating func passVariables(_ keyword: Keyword, at index: Int) {
    guard index == 0 || tokens[index - 1].keyword != .import else { return }
    let isBracket = top.role.isBracket
    if isBracket || top.isCondition || top.casePattern != .none {
      declarePattern(from: index + 1, isMember: false)
    } else {
      top.names.binds =
        keyword == .let
        ? .constant
        : file.isPrivateVariable(introducedAt: index) ? .privateVariable : .other
      declareVariable(at: index + 1)
    }
  }

  /// At the first token after `let`, `var` or a comma between two variables.
  private mutating func declareVariable(at index: Int) {
    top.names.constant = nil
    guard file.isIdentifier(index) else {
      declarePattern(from: index, isMember: top.role.holdsMembers)
      return
    }
    let next = tokens[index + 1].kind
    let kind = next == .colon || next == .equal ? top.names.binds : .other
    if kind != .other { top.names.constant = index }
    let late = kind == .constant ? lateType(ofConstantAt: index) : nil
    if top.role.holdsMembers {
      let isPrivate = kind == .privateVariable
      hoist(index, isType: false, kind: isPrivate ? .privateVariable : .other)
      declarations.hoisted[declarations.hoisted.count - 1].late = late
    } else {
      declareLater(index)
      declarations.locals.pending[declarations.locals.pending.count - 1].late = late
    }
  }

  /// At a comma: the name of another variable, case or parameter may follow.
  mutating func passCommaOfNames(at index: Int) {
    guard !top.role.isBracket else {
      top.names.hasParameter = false
      return
    }
    guard !top.expression.isInGenericArguments(index) else { return }
    let declares =
      top.expression.bindsNames && !top.isCondition && top.casePattern == .none
    if declares, !mayNameVariable(index + 1) { return }
    showPendingNames(of: levels.innermost)
    if top.expression.bindsNames {
      if declares { declareVariable(at: index + 1) }
    } else if top.role == .enumeration, top.header == .other {
      declareCase(at: index + 1)
    }
  }

  /// Whether a variable may be declared after a comma. Generic arguments may go on there instead,
  /// as in `let a: B<C, Date>?`, where the end of the list is not told from an operator. So a
  /// variable that is named like a banned type must have a type or a value.
  private func mayNameVariable(_ index: Int) -> Bool {
    guard file.isIdentifier(index) else { return true }
    switch tokens[index + 1].kind {
    case .colon, .equal: return true
    default: return file.mayEndDeclaration(before: index + 1) && !file.isTypeOfPattern(index)
    }
  }

  /// At the `=` of a variable or an assignment.
  mutating func passEqualOfNames(at index: Int) {
    guard let constant = top.names.constant, !top.isCondition else {
      noteAssignment(at: index)
      return
    }
    top.names.constant = nil
    let initializer = Initializer(start: index + 1, annotation: top.expression.annotation)
    bind(constant, to: initializer)
  }

  /// Notes the value of a constant, or the type of an alias. A name that was not declared last is
  /// part of a pattern, and is ignored.
  mutating func bind(_ name: Int, to initializer: Initializer) {
    if let last = declarations.hoisted.indices.last, declarations.hoisted[last].token == name {
      declarations.hoisted[last].initializer = initializer
    } else if let last = declarations.locals.pending.indices.last,
      declarations.locals.pending[last].token == name
    {
      declarations.locals.pending[last].value = value(of: initializer)
    }
  }

  /// Declares the names that a pattern binds, e.g. in `case let .move(from: x, to: (y, _)?):`.
  private mutating func declarePattern(from start: Int, isMember: Bool) {
    guard declarations.locals.readPatterns <= start else { return }
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
      case .leftBrace, .rightBrace, .semicolon, .endOfFile:
        depth = -1
      default:
        if depth == 0 { depth = -1 }
      }
      if depth < 0 { break }
      index += 1
    }
    declarations.locals.readPatterns = index
  }

  private func isBindingName(at index: Int, depth: Int) -> Bool {
    guard file.isIdentifier(index), !tokens.isMember(index) else { return false }
    // A name of a banned type is a binding only directly after `let` or `var`: `OwnNames` does not
    // look for it elsewhere in a pattern.
    let introducer = tokens[index - 1].keyword
    if introducer != .let, introducer != .var, file.isTypeOfPattern(index) { return false }
    switch tokens[index + 1].kind {
    case .period, .leftParen: return false
    case .colon: return depth == 0
    default: return !tokens.isWord("await", at: index)
    }
  }
}

extension Outline {
  /// At the colon of a parameter: the name of the parameter stands before the colon.
  mutating func passColonOfNames(at index: Int) {
    guard top.names.isParameterList, !top.names.hasParameter else { return }
    top.names.hasParameter = true
    guard file.isIdentifier(index - 1) else { return }
    declarations.locals.parameters.append((levels[top.parent].scope, index - 1))
  }

  /// At the `{` of a body: declares the parameters of its function, accessor or subscript.
  mutating func declareParameters(at brace: Int) {
    switch top.role {
    case .function, .variable:
      while let last = declarations.locals.parameters.last, top.base <= last.scope {
        declarations.locals.parameters.removeLast()
        if last.scope == top.base { declareParameter(last.token) }
      }
    case .accessor, .setter:
      guard tokens[brace - 1].kind == .rightParen, file.isIdentifier(brace - 2) else { return }
      declareParameter(brace - 2)
    case .file, .parentheses, .brackets, .closure, .statements, .type, .enumeration:
      break
    }
  }

  /// At the `in` of a closure: `{ [weak self, x = y] (a: Int, b) -> Int in`.
  mutating func declareSignature(endingAt end: Int) {
    guard !top.names.hasSignature else { return }
    top.names.hasSignature = true
    var index = top.open + 1
    while index < end, tokens[index].kind != .arrow {
      switch tokens[index].kind {
      case .atSign:
        index += 1
        if file.isArgumentList(at: index + 1) { index = pairs.partner(of: index + 1) ?? index }
      case .leftSquare:
        let close = pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .equal)
        index = close
      case .leftParen:
        let close = pairs.partner(of: index) ?? end
        declareListed(in: index + 1..<close, endingWith: .colon)
        index = close
      default:
        // A member is no parameter, and neither is a function that is called before an `in`.
        if file.isIdentifier(index), !tokens.isMember(index), tokens[index + 1].kind != .leftParen {
          declareParameter(index)
        }
      }
      index += 1
    }
  }

  /// Declares the captures that have a value, or the parameters in a list.
  private mutating func declareListed(in list: Range<Int>, endingWith mark: TokenKind) {
    for entry in file.entries(of: list) {
      // A capture without a value means the same name as outside of the closure.
      let name =
        file.firstToken(mark, in: entry) ?? (mark == .equal ? entry.lowerBound : entry.upperBound)
      if entry.lowerBound < name, file.isIdentifier(name - 1) { declareParameter(name - 1) }
    }
  }

  /// A parameter named like a banned type does not shadow it: `OwnNames` does not look for it.
  private mutating func declareParameter(_ token: Int) {
    if !file.isTypeOfPattern(token) { declareLocal(token, isType: false) }
  }

  /// Declares generic parameters, which are visible in the whole declaration that is going on.
  mutating func declareGenericParameters(at index: Int) {
    for name in readGenericParameters(at: index) {
      declareLocal(name, isType: true, scope: top.scope)
    }
  }

  /// Reads a list of generic parameters, each list only once.
  mutating func readGenericParameters(at index: Int) -> [Int] {
    guard declarations.locals.readGenericParameters <= index else { return [] }
    let (found, end) = file.genericParameters(at: index)
    declarations.locals.readGenericParameters = end
    return found
  }
}
