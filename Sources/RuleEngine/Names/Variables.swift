import SwiftLexer

extension Declarations {
  mutating func pass(_ keyword: Keyword, at index: Int, _ outline: inout Outline) {
    let isBracket = outline.top.role.isBracket
    switch keyword {
    case .let, .var:
      passVariables(keyword, at: index, &outline)
    case .in:
      if outline.top.role == .closure, !outline.top.isCondition {
        declareSignature(endingAt: index, &outline)
      }
    case .case where outline.top.role == .enumeration:
      declareCase(at: index + 1, &outline)
    case .case, .default:
      if !isBracket, !outline.top.isCondition { beginArm(&outline) }
    case .where, .else:
      if !isBracket { showPendingNames(of: outline.levels.innermost, &outline) }
    case .if, .while, .for, .catch, .switch, .guard:
      guard !isBracket else { return }
      showPendingNames(of: outline.levels.innermost, &outline)
      // What `guard` binds stays.
      outline.top.names.condition = keyword == .guard ? nil : locals.nextSerial()
      if keyword == .for { declarePattern(from: index + 1, isMember: false, &outline) }
    default:
      break
    }
  }

  private mutating func beginArm(_ outline: inout Outline) {
    showPendingNames(of: outline.levels.innermost, &outline)
    outline.top.names.condition = nil
    outline.top.names.arm = locals.nextSerial()
  }

  private mutating func passVariables(
    _ keyword: Keyword, at index: Int, _ outline: inout Outline
  ) {
    guard index == 0 || outline.tokens[index - 1].keyword != .import else { return }
    let isBracket = outline.top.role.isBracket
    if isBracket || outline.top.isCondition || outline.top.casePattern != .none {
      declarePattern(from: index + 1, isMember: false, &outline)
    } else {
      outline.top.names.binds =
        keyword == .let
        ? .constant
        : outline.file.isPrivateVariable(introducedAt: index) ? .privateVariable : .other
      declareVariable(at: index + 1, &outline)
    }
  }

  /// At the first token after `let`, `var` or the comma between two variables.
  private mutating func declareVariable(at index: Int, _ outline: inout Outline) {
    outline.top.names.constant = nil
    guard outline.file.isIdentifier(index) else {
      declarePattern(from: index, isMember: outline.top.role.holdsMembers, &outline)
      return
    }
    let next = outline.tokens[index + 1].kind
    let kind = next == .colon || next == .equal ? outline.top.names.binds : .other
    if kind != .other { outline.top.names.constant = index }
    let late = kind == .constant ? lateType(ofConstantAt: index, &outline) : nil
    if outline.top.role.holdsMembers {
      let isPrivate = kind == .privateVariable
      hoist(index, isType: false, kind: isPrivate ? .privateVariable : .other, &outline)
      hoisted[hoisted.count - 1].late = late
    } else {
      declareLater(index, &outline)
      locals.pending[locals.pending.count - 1].late = late
    }
  }

  /// At a comma: the name of another variable, case or parameter may follow.
  mutating func passComma(at index: Int, _ outline: inout Outline) {
    guard !outline.top.role.isBracket else {
      outline.top.names.hasParameter = false
      return
    }
    guard !outline.top.expression.isInGenericArguments(index) else { return }
    showPendingNames(of: outline.levels.innermost, &outline)
    if outline.top.expression.bindsNames {
      guard !outline.top.isCondition, outline.top.casePattern == .none else { return }
      declareVariable(at: index + 1, &outline)
    } else if outline.top.role == .enumeration, outline.top.header == .other {
      declareCase(at: index + 1, &outline)
    }
  }

  /// At the `=` of a variable or an assignment.
  mutating func passEqual(at index: Int, _ outline: inout Outline) {
    guard let constant = outline.top.names.constant, !outline.top.isCondition else {
      noteAssignment(at: index, &outline)
      return
    }
    outline.top.names.constant = nil
    let initializer = Initializer(start: index + 1, annotation: outline.top.expression.annotation)
    bind(constant, to: initializer, &outline)
  }

  /// The alias or constant was declared last, or it is one of a pattern.
  mutating func bind(_ name: Int, to initializer: Initializer, _ outline: inout Outline) {
    if let last = hoisted.indices.last, hoisted[last].token == name {
      hoisted[last].initializer = initializer
    } else if let last = locals.pending.indices.last, locals.pending[last].token == name {
      locals.pending[last].value = value(of: initializer, &outline)
    }
  }

  /// The names that a pattern binds, e.g. in `case let .move(from: x, to: (y, _)?):`.
  private mutating func declarePattern(
    from start: Int, isMember: Bool, _ outline: inout Outline
  ) {
    guard locals.readPatterns <= start else { return }
    var depth = 0
    var index = start
    while true {
      switch outline.tokens[index].kind {
      case .leftParen, .leftSquare:
        guard outline.pairs.partner(of: index) != nil else { return }
        depth += 1
      case .rightParen, .rightSquare:
        depth -= 1
      case .identifier, .rawIdentifier:
        guard isBindingName(at: index, depth: depth, &outline) else { break }
        if isMember { hoist(index, isType: false, &outline) } else { declareLater(index, &outline) }
      case .period, .postfixQuestionMark, .exclamationMark:
        break
      case .comma, .colon:
        if depth == 0 { depth = -1 }
      case .keyword:
        let keyword = outline.tokens[index].keyword
        let isPart = keyword == .case || keyword == .let || keyword == .var || keyword == .try
        if depth == 0, !isPart, !outline.tokens.isMember(index) { depth = -1 }
      default:
        if depth == 0 || outline.tokens[index].kind.endsPattern { depth = -1 }
      }
      if depth < 0 { break }
      index += 1
    }
    locals.readPatterns = index
  }

  private func isBindingName(at index: Int, depth: Int, _ outline: inout Outline) -> Bool {
    guard outline.file.isIdentifier(index), !outline.tokens.isMember(index) else { return false }
    // What is noticed of names looks for those of types behind `let` and `var`, and nowhere else in
    // a pattern.
    let introducer = outline.tokens[index - 1].keyword
    if introducer != .let, introducer != .var, outline.file.isTypeOfPattern(index) {
      return false
    }
    switch outline.tokens[index + 1].kind {
    case .period, .leftParen: return false
    case .colon: return depth == 0
    default: return !outline.tokens.isWord("await", at: index)
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
