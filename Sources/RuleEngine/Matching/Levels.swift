import SwiftLexer

/// An open bracket, or the file, and what the code directly in it is in the middle of. Positions
/// are indices of tokens.
struct Level {
  /// The bracket's token; -1 for the file.
  let open: Int
  /// The level around it, by index in `Levels.all`.
  let parent: Int
  let role: LevelRole
  /// The innermost declaration or macro around the contents, by index in `Matcher.scopes`.
  var base: Int
  /// The same for the token that the pass is at: of a declaration that is going on, its own.
  var scope: Int
  /// The scope that the attributes of a declaration began whose keyword has not come.
  var attributes: Int?
  /// The innermost type declaration or extension.
  let type: Int?
  /// The level of the innermost function, accessor or closure: what `return` returns from.
  let function: Int?

  /// Between `if`, `while`, `switch`, … and their body, where `{` seldom is a closure.
  var isCondition = false
  /// Between a declaration's keyword and its `=` or `{`, where names stand for types.
  var header = DeclarationKind.none
  /// Between `case` and its `:` or `=`, where `.now` is no use but a pattern.
  var casePattern = CasePattern.none
  /// The arguments of a macro that is going on: its scope, and where they end.
  var macro: (scope: Int, end: Int)?
  /// Where the names are that are visible.
  var names = NamePlace()
  /// What is known of the type of the expression that is going on.
  var expression = ExpressionState()
  /// The type of what the bracket holds; nil until somebody asks.
  var contentType: ContentType?

  var isBody: Bool {
    switch role {
    case .statements, .type, .enumeration, .function, .variable, .accessor, .setter: true
    case .file, .parentheses, .brackets, .closure: false
    }
  }
}

/// What a bracket holds.
enum LevelRole {
  case file, parentheses, brackets, closure
  /// The body of `if`, `for`, `do`, …
  case statements
  case type, enumeration, function
  /// A getter, or a list of accessors.
  case variable
  /// An accessor with the type of its variable as the result.
  case accessor
  /// An accessor without a result.
  case setter
}

enum DeclarationKind {
  case none, type, enumeration, function, variable, subscription, other
}

enum CasePattern {
  case none
  /// The `case` stands in this bracket.
  case direct
  /// The `case` stands in a bracket around this one.
  case enclosing
}

/// The brackets that are open. Each clause of an `#if` starts with those that are open before it,
/// whatever the other clauses open and close (SE-0308).
struct Levels {
  /// Each after the one around it. Closed ones are among them only if another clause of an `#if`
  /// starts with them.
  private(set) var all: [Level] = []
  /// The innermost open one, by index.
  private(set) var innermost = 0
  private var openConditions: [OpenCondition] = []

  /// An `#if` whose `#endif` has not come.
  private struct OpenCondition {
    /// The innermost level before it.
    let innermost: Int
    let level: Level
    /// How many levels there were at the start of the clause.
    var count: Int
    /// The first clause that ended with other open brackets: what the code after `#endif` is in.
    var changed: (innermost: Int, level: Level)?
    /// The scopes that the bodies of further such clauses are in.
    var otherScopes: [Int] = []
  }

  /// Starts anew with the file.
  mutating func start() {
    all.removeAll(keepingCapacity: true)
    openConditions.removeAll(keepingCapacity: true)
    all.append(
      Level(open: -1, parent: 0, role: .file, base: 0, scope: 0, type: nil, function: nil))
    innermost = 0
  }

  subscript(index: Int) -> Level {
    _read { yield all[index] }
    _modify { yield &all[index] }
  }

  @inline(__always)
  var top: Level {
    _read { yield all[innermost] }
    _modify { yield &all[innermost] }
  }

  mutating func push(_ level: Level) {
    innermost = all.count
    all.append(level)
  }

  /// Closes the one that `open` opened, and all in it; false if that is not open.
  mutating func pop(upTo open: Int) -> Bool {
    guard let index = index(openedAt: open) else { return false }
    innermost = all[index].parent
    let kept = max(innermost + 1, openConditions.last?.count ?? 0)
    // Mostly it is one.
    while kept < all.count { all.removeLast() }
    return true
  }

  /// They are in the order of their brackets. Looking from the innermost one outward would take
  /// long where each clause of an `#if` closes many.
  private func index(openedAt open: Int) -> Int? {
    if top.open == open { return innermost }
    var (low, high) = (0, all.count)
    while low < high {
      let middle = low + (high - low) / 2
      if all[middle].open < open { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].open == open ? low : nil
  }

  /// - Returns: at `#endif`, the scopes that clauses are in at their ends other than the one that
  ///   the code goes on from.
  mutating func passDirective(_ kind: TokenKind) -> [Int] {
    guard kind != .poundIf, var condition = openConditions.popLast() else {
      if kind != .poundEndif {
        openConditions.append(OpenCondition(innermost: innermost, level: top, count: all.count))
      }
      return []
    }
    if innermost != condition.innermost {
      if condition.changed == nil {
        condition.changed = (innermost, top)
      } else {
        condition.otherScopes.append(top.base)
      }
    }
    if kind == .poundEndif {
      if let changed = condition.changed { restore(changed.innermost, changed.level) }
      return condition.otherScopes
    }
    restore(condition.innermost, condition.level)
    condition.count = all.count
    openConditions.append(condition)
    return []
  }

  private mutating func restore(_ index: Int, _ level: Level) {
    innermost = index
    all[index] = level
  }
}

extension Matcher {
  var top: Level {
    @inline(__always) _read { yield levels.top }
    @inline(__always) _modify { yield &levels.top }
  }

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

  private mutating func push(_ role: LevelRole, at index: Int, base: Int) {
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
    if names.phase != .matching { openNames(at: index) }
  }

  mutating func closeBracket(at index: Int) {
    guard let open = pairs.partner(of: index) else { return }
    let (role, isBody) = (top.role, top.isBody)
    guard levels.pop(upTo: open) else { return }
    if names.phase != .matching { closeNames(of: role) }
    if isBody { endOfBody = index }
    // Another accessor may follow on the line.
    if role == .accessor || role == .setter { beginStatement(at: index + 1) }
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
    if isObserverBlock(at: index) { return .variable }
    return isTrailingClosure(at: index, inCondition: top.isCondition) ? .closure : .statements
  }

  /// What the `{` opens if the statement there is an accessor: `set(newDate) {`, `get async {`.
  private func roleOfAccessor(at brace: Int) -> LevelRole? {
    var index = top.expression.statementStart
    while index < brace {
      switch tokens[index].kind {
      case .atSign:
        index += 2
        if isArgumentList(at: index), let close = pairs.partner(of: index) { index = close + 1 }
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
