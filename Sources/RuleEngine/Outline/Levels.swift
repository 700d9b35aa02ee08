import SwiftLexer

/// An open bracket, or the file, and what the code directly in it is in the middle of. Positions
/// are indices of tokens.
struct Level {
  /// The bracket's token; -1 for the file.
  let open: Int
  /// The level around it, by index in `Levels.all`.
  let parent: Int
  let role: LevelRole
  /// The innermost declaration or macro around the contents, by index in `Outline.scopes`.
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

  var isBody: Bool { role.isBody }
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

  var isBody: Bool {
    switch self {
    case .statements, .type, .enumeration, .function, .variable, .accessor, .setter: true
    case .file, .parentheses, .brackets, .closure: false
    }
  }
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
    get { all[index] }
    _modify { yield &all[index] }
  }

  @inline(__always)
  var top: Level {
    get { all[innermost] }
    _modify { yield &all[innermost] }
  }

  mutating func push(_ level: Level) {
    innermost = all.count
    all.append(level)
  }

  /// Closes the one that `open` opened, and all in it.
  /// - Returns: its role; nil if it is not open.
  mutating func pop(upTo open: Int) -> LevelRole? {
    guard let index = index(openedAt: open) else { return nil }
    let role = all[index].role
    innermost = all[index].parent
    let kept = max(innermost + 1, openConditions.last?.count ?? 0)
    // Mostly it is one.
    while kept < all.count { all.removeLast() }
    return role
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
