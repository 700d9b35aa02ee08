import Rules
import SwiftLexer

// The names of variables and patterns.

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
    case .shallow, .matching:
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

  mutating func noteBinding(at name: Int, _ initializer: Initializer) {
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

extension TokenKind {
  fileprivate var endsPattern: Bool {
    switch self {
    case .leftBrace, .rightBrace, .semicolon, .endOfFile: true
    default: false
    }
  }
}
