import SwiftLexer

extension Outline {
  mutating func openBracket(at index: Int) {
    let role: LevelRole = tokens[index].kind == .leftParen ? .parentheses : .brackets
    push(role, at: index, base: scopeOfContents(at: index))
  }

  mutating func openBrace(at index: Int) {
    let role = roleOfBrace(at: index)
    if role == .variable { top.expression.endAnnotation(at: index) }
    push(role, at: index, base: scopeOfContents(at: index))
    top.expression.beginStatement(at: index + 1)
  }

  private func scopeOfContents(at index: Int) -> Int {
    if let macro = top.macro, index <= macro.end { return macro.scope }
    return top.scope
  }

  private mutating func push(
    _ role: LevelRole, at index: Int, base: Int
  ) {
    let outer = top
    let isFunction: Bool
    switch role {
    case .closure, .function, .variable, .accessor, .setter, .type, .enumeration: isFunction = true
    case .file, .parentheses, .brackets, .statements: isFunction = false
    }
    let isType = role == .type || role == .enumeration
    var level = Level(
      open: index, parent: levels.innermost, role: role, base: base, scope: base,
      type: isType ? base : outer.type, function: isFunction ? levels.all.count : outer.function)
    if role == .parentheses || role == .brackets, outer.casePattern != .none {
      level.casePattern = .enclosing
    }
    if level.isBody {
      top.header = .none
      top.isCondition = false
    }
    levels.push(level)
    if tellsNames { openLevelOfNames(at: index) }
  }

  mutating func closeBracket(at index: Int) {
    guard let open = pairs.partner(of: index), let role = levels.pop(upTo: open) else { return }
    if tellsNames { closeLevelOfNames(role) }
    if role.isBody { endOfBody = index }
    // Another accessor may follow on the line.
    if role == .accessor || role == .setter {
      beginStatement(at: index + 1)
    }
  }

  /// What the `{` there opens.
  private func roleOfBrace(at index: Int) -> LevelRole {
    switch top.header {
    case .type: return .type
    case .enumeration: return .enumeration
    case .function: return .function
    case .variable, .subscription: return .variable
    case .other: return .statements
    case .none: break
    }
    guard 0 < index else { return .statements }
    if top.role == .variable, let role = roleOfAccessor(at: index) { return role }
    let previous = tokens[index - 1]
    if previous.kind == .keyword, !tokens.isMember(index - 1), previous.keyword.precedesBody {
      return .statements
    }
    guard tokens.endsOperand(at: index - 1) else { return .closure }
    if file.isObserverBlock(at: index) { return .variable }
    return file.isTrailingClosure(at: index, inCondition: top.isCondition)
      ? .closure : .statements
  }

  /// What the `{` opens if the statement there is an accessor: `set(newDate) {`, `get async {`.
  private func roleOfAccessor(at brace: Int) -> LevelRole? {
    var index = top.expression.statementStart
    while index < brace {
      switch tokens[index].kind {
      case .atSign:
        index += 2
        if file.isArgumentList(at: index), let close = pairs.partner(of: index) {
          index = close + 1
        }
      case .identifier, .keyword:
        let word = tokens.text(at: index)
        if accessors.contains(where: word.elementsEqual) { return .accessor }
        if setters.contains(where: word.elementsEqual) { return .setter }
        guard accessorModifiers.contains(where: word.elementsEqual) else { return nil }
        index += 1
      default:
        return nil
      }
    }
    return nil
  }
}

private let accessors = ["get", "read", "_read", "modify", "_modify"].map { Array($0.utf8) }
private let setters = ["set", "willSet", "didSet"].map {
  Array($0.utf8)
}
private let accessorModifiers = [
  "borrowing", "consuming", "mutating", "nonmutating", "nonisolated", "__consuming",
].map { Array($0.utf8) }

extension Keyword {
  fileprivate var precedesBody: Bool {
    switch self {
    case .catch, .defer, .do, .else, .repeat: true
    default: false
    }
  }
}
