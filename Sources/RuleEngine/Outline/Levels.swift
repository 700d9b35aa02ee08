import SwiftLexer

/// An open bracket, or the file, and the statement that is going on directly in it. Positions are
/// indices of tokens.
struct Level {
  /// The bracket's token; -1 for the file.
  let open: Int
  /// The level around this level, by index in `Levels.all`.
  let parent: Int
  let role: LevelRole
  /// The innermost declaration or macro around the contents, by index in `Outline.scopes`.
  var base: Int
  /// The innermost declaration or macro around the token that the pass is at, by index in
  /// `Outline.scopes`. While a declaration is going on in the level, this is its own scope.
  var scope: Int
  /// The scope of a declaration of which only attributes were passed, and no keyword.
  var attributes: Int?
  /// The innermost type declaration or extension, by index in `Outline.scopes`.
  let type: Int?
  /// The level of the innermost function, accessor or closure, which `return` returns from.
  let function: Int?

  /// Whether the pass is between `if`, `while`, `switch`, … and their body, where a `{` is seldom a
  /// closure.
  var isCondition = false
  /// The declaration that the pass is in the header of, between the keyword and the `=` or `{`.
  /// Names in a header stand for types.
  var header = DeclarationKind.none
  /// Whether the pass is between `case` and its `:` or `=`. There `.now` is a pattern and no use.
  var casePattern = CasePattern.none
  /// The scope of the macro whose arguments are going on, and the last token of the arguments.
  var macro: (scope: Int, end: Int)?
  /// Where the names are declared that are visible in the level.
  var names = LevelNames()
  /// What is known about the type of the expression that is going on.
  var expression = ExpressionState()
  /// The written type of the contents; `nil` until it is asked for.
  var contentType: ContentType?
}

/// What a bracket holds.
package enum LevelRole {
  case file, parentheses, brackets, closure
  /// The body of `if`, `for`, `do`, …
  case statements
  case type, enumeration, function
  /// A getter, or a list of accessors.
  case variable
  /// An accessor whose result has the type of its variable.
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

/// The open brackets. Each clause of an `#if` starts with the brackets that are open before the
/// `#if`, whatever the other clauses open and close (SE-0308).
struct Levels {
  /// Each level follows the level around it. A closed level is kept only if another clause of an
  /// `#if` starts with it.
  private(set) var all: [Level] = []
  /// The innermost open level, by index in `all`.
  private(set) var innermost = 0
  private var openConditions: [OpenCondition] = []

  /// An `#if` whose `#endif` was not passed.
  private struct OpenCondition {
    /// The innermost level before it.
    let innermost: Int
    let level: Level
    /// How many levels there were at the start of the clause.
    var count: Int
    /// The first clause that ended with other open brackets than the `#if` began with. The code
    /// after `#endif` is in these brackets.
    var changed: (innermost: Int, level: Level)?
    /// The scopes that the code is in at the end of each further such clause.
    var otherScopes: [Int] = []
  }

  /// Starts again with the file alone.
  mutating func start() {
    all.removeAll(keepingCapacity: true)
    openConditions.removeAll(keepingCapacity: true)
    all.append(Level(open: -1, parent: 0, role: .file, base: 0, scope: 0, type: nil, function: nil))
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

  /// Closes the level that `open` opened, and all levels in it.
  /// - Returns: the role of the level; `nil` if it is not open.
  mutating func pop(upTo open: Int) -> LevelRole? {
    guard let index = index(openedAt: open) else { return nil }
    let role = all[index].role
    innermost = all[index].parent
    let kept = max(innermost + 1, openConditions.last?.count ?? 0)
    // Mostly there is one level to remove.
    while kept < all.count { all.removeLast() }
    return role
  }

  /// Levels are in the order of their brackets. A search from the innermost level outward would
  /// take long where each clause of an `#if` closes many brackets.
  private func index(openedAt open: Int) -> Int? {
    if top.open == open { return innermost }
    let index = all.partitioningIndex { open <= $0.open }
    return index < all.count && all[index].open == open ? index : nil
  }

  /// - Returns: at `#endif`, the scopes that clauses end in, apart from the scope that the code
  ///   after `#endif` is in. Otherwise an empty array.
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
      if let (index, level) = condition.changed { (innermost, all[index]) = (index, level) }
      return condition.otherScopes
    }
    (innermost, all[condition.innermost]) = (condition.innermost, condition.level)
    condition.count = all.count
    openConditions.append(condition)
    return []
  }
}

/// Where the names of a level are visible, and which declaration is going on in the level. Only
/// kept up if the outline collects names.
struct LevelNames {
  /// The innermost braces, by index in `Declarations.regions`.
  var region = 0
  /// The level of these braces, by index in `Levels.all`.
  var holder = 0
  /// A number that tells the current `case` of a `switch` from the others.
  var arm = 0
  /// A number that tells the current `if`, `for`, `while` or `catch` from the others. The names
  /// that it binds are visible until it ends.
  var condition: Int?
  /// Whether the parameters of a function come next.
  var awaitsParameters = false
  /// Whether the level is the parameter list of a function, and whether the name of the current
  /// parameter was passed.
  var isParameterList = false
  var hasParameter = false
  /// The kind of the variables that are being declared. `constant` is the token of the name whose
  /// `=` was not passed, if the name may stand for its value.
  var binds = VariableKind.other
  var constant: Int?
  /// Whether the signature of the closure was read.
  var hasSignature = false
}

enum VariableKind {
  /// Bound by `let`.
  case constant
  /// A `private` or `fileprivate` variable without an attribute that may change what it is.
  case privateVariable
  case other
}

/// How far the pass has come in the expression that is going on in a bracket or a statement, and
/// where the type of the expression is written. Positions are indices of tokens.
struct ExpressionState {
  /// The first token of the statement that is going on; -1 where there are no statements, as in
  /// parentheses.
  private(set) var statementStart = -1
  /// The last `=`, or the last colon after a label in parentheses; -1 if there was none.
  private(set) var mark = -1
  /// What has the type of the whole expression.
  private(set) var anchor = TypeAnchor.content
  /// The tokens of the type that is written before the last `=`; empty if there is none.
  private(set) var annotation = 0..<0
  /// What has the type of the `if` or `switch` that is going on.
  var conditional = TypeAnchor.none
  /// Whether an operator other than `??` stands before the next operand.
  var isOperand = false
  /// Whether a `case` or `default` is going on whose colon was not passed.
  var isCaseLabel = false
  /// Whether the names between commas are bound by `let` or `var`.
  var bindsNames = false
  /// The last colon between a name and its type; `nil` after the end of the type.
  private var typeColon: Int?
  /// The last token of generic arguments in a declaration. Commas up to this token divide no
  /// declarations.
  private var endOfArguments = -1
  /// How many `?` of `?:` have no colon yet.
  private var openTernaries = 0
  /// The last colon of a `?:`.
  private var ternaryColon = -1
  /// The last colon between a key and a value, and whether what comes next belongs to the value.
  private var valueColon = -1
  private(set) var isValue = false

  mutating func beginStatement(at index: Int) {
    self = ExpressionState()
    statementStart = index
  }

  mutating func passEqual(at index: Int) {
    annotation = 0..<0
    endAnnotation(at: index)
    mark = index
    begin(.annotation)
    typeColon = nil
  }

  /// - Parameter index: the token after the type.
  mutating func endAnnotation(at index: Int) {
    if let typeColon { annotation = typeColon + 1..<index }
  }

  mutating func passReturn() {
    begin(.result)
  }

  /// Whether the pass is in the type after a name's colon.
  var isInType: Bool { typeColon != nil }

  func isInGenericArguments(_ index: Int) -> Bool { index <= endOfArguments }

  mutating func skipGenericArguments(to end: Int) {
    // The arguments may be inside others, which end later.
    endOfArguments = max(endOfArguments, end)
  }

  mutating func passComma(at index: Int, in role: LevelRole) {
    guard !isInGenericArguments(index) else { return }
    annotation = 0..<0
    typeColon = nil
    begin(role == .brackets ? .content : .none)
  }

  mutating func passQuestionMark() {
    openTernaries += 1
    isOperand = false
  }

  /// Whether the next colon would belong to a `?:`.
  var hasOpenTernary: Bool { 0 < openTernaries }

  mutating func endTernary(at index: Int) {
    openTernaries -= 1
    ternaryColon = index
    isOperand = false
  }

  /// At a colon that neither belongs to a `?:` nor ends a `case`.
  mutating func passColon(at index: Int, in role: LevelRole) {
    switch role {
    case .brackets:
      valueColon = index
      isValue = true
      isOperand = false
    case .parentheses:
      typeColon = index
      mark = index
      begin(.argument)
    default:
      if bindsNames { typeColon = index }
    }
  }

  /// What has the type of the operand after a colon: of an arm of `?:`, of an argument, or of the
  /// value of a dictionary.
  func anchor(afterColon index: Int) -> TypeAnchor {
    if index == ternaryColon { return anchor }
    if index == mark { return .argument }
    return index == valueColon ? .content : .none
  }

  private mutating func begin(_ anchor: TypeAnchor) {
    self.anchor = anchor
    isValue = false
    isOperand = false
    openTernaries = 0
  }
}

/// Where the type of an expression is written.
enum TypeAnchor {
  case none
  /// Nowhere; the expression is an argument with a label.
  case argument
  /// Before the `=`, in `ExpressionState.annotation`.
  case annotation
  /// In the header of the innermost function, accessor or closure.
  case result
  /// The expression has the type of what the bracket holds.
  case content
}
