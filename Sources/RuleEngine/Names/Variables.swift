import SwiftLexer

extension Outline {
  mutating func passKeywordOfNames(_ keyword: Keyword, at index: Int) {
    let isBracket = top.role.isBracket
    switch keyword {
    case .let, .var:
      passVariables(keyword, at: index)
    case .in:
      if top.role == .closure, !top.isCondition {
        declareSignature(endingAt: index)
      }
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

  private mutating func passVariables(
    _ keyword: Keyword, at index: Int
  ) {
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

  /// At the first token after `let`, `var` or the comma between two variables.
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
    showPendingNames(of: levels.innermost)
    if top.expression.bindsNames {
      guard !top.isCondition, top.casePattern == .none else { return }
      declareVariable(at: index + 1)
    } else if top.role == .enumeration, top.header == .other {
      declareCase(at: index + 1)
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

  /// The alias or constant was declared last, or it is one of a pattern.
  mutating func bind(_ name: Int, to initializer: Initializer) {
    if let last = declarations.hoisted.indices.last, declarations.hoisted[last].token == name {
      declarations.hoisted[last].initializer = initializer
    } else if let last = declarations.locals.pending.indices.last,
      declarations.locals.pending[last].token == name
    {
      declarations.locals.pending[last].value = value(of: initializer)
    }
  }

  /// The names that a pattern binds, e.g. in `case let .move(from: x, to: (y, _)?):`.
  private mutating func declarePattern(
    from start: Int, isMember: Bool
  ) {
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
      default:
        if depth == 0 || tokens[index].kind.endsPattern { depth = -1 }
      }
      if depth < 0 { break }
      index += 1
    }
    declarations.locals.readPatterns = index
  }

  private func isBindingName(at index: Int, depth: Int) -> Bool {
    guard file.isIdentifier(index), !tokens.isMember(index) else { return false }
    // What is noticed of names looks for those of types behind `let` and `var`, and nowhere else in
    // a pattern.
    let introducer = tokens[index - 1].keyword
    if introducer != .let, introducer != .var, file.isTypeOfPattern(index) {
      return false
    }
    switch tokens[index + 1].kind {
    case .period, .leftParen: return false
    case .colon: return depth == 0
    default: return !tokens.isWord("await", at: index)
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
