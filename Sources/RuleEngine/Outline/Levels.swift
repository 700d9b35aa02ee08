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

/// Where the names are visible that a level declares, and what declaration is going on in it. Kept
/// by what listens to the pass.
struct NamePlace {
  /// The innermost braces, by index in `Declarations.regions`.
  var region = 0
  /// Their level, by index in `Levels.all`.
  var holder = 0
  /// Tells the `case` of a `switch` from the others.
  var arm = 0
  /// Tells the `if`, `for`, `while` or `catch` that is going on; what they bind ends with them.
  var condition: Int?
  /// Whether the parameters of a function come next.
  var awaitsParameters = false
  /// Whether these are the parameters of a function, and the current one was read.
  var isParameterList = false
  var hasParameter = false
  /// What the variables are that are declared; the one whose `=` has not come, if it may stand for
  /// its value.
  var binds = VariableKind.other
  var constant: Int?
  /// Whether a closure's signature was read.
  var hasSignature = false
}

enum VariableKind {
  /// Bound by `let`.
  case constant
  /// A `private` or `fileprivate` variable that no attribute makes something else.
  case privateVariable
  case other
}

/// How far the pass has come in the expression that is going on in a bracket or a statement, and
/// where the type stands that is written beside it. Positions are indices of tokens.
struct ExpressionState {
  /// The first token of a statement, or of what else goes on there; where nothing stands before it.
  private(set) var statementStart = -1
  /// The last `=`, or the last colon of a label in parentheses.
  private(set) var mark = -1
  /// What has the type of the whole expression.
  private(set) var anchor = TypeAnchor.content
  /// The type that is written before the last `=`; empty if there is none.
  private(set) var annotation = 0..<0
  /// What has the type of the `if` or `switch` that is going on.
  var conditional = TypeAnchor.none
  /// Whether an operator other than `??` stands before what comes next.
  var isOperand = false
  /// Whether a `case` or `default` is going on whose colon has not come.
  var isCaseLabel = false
  /// Whether the names that a comma divides are bound by `let` or `var`.
  var bindsNames = false
  /// The last colon of a name and its type; nil if that is over.
  private var typeColon: Int?
  /// The end of the generic arguments of such a type.
  private var endOfArguments = -1
  /// How many `?` of `?:` wait for their colon.
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
    // Those within others end before these.
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

  /// Whether a colon would be one of `?:`.
  var hasOpenTernary: Bool { 0 < openTernaries }

  mutating func endTernary(at index: Int) {
    openTernaries -= 1
    ternaryColon = index
    isOperand = false
  }

  /// At a colon that is neither one of `?:` nor the end of a `case`.
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

  /// Whether the colon there stands before an arm of `?:` or the value of a dictionary.
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
  /// Nowhere; a label stands before it.
  case argument
  /// Before the `=`, in `ExpressionState.annotation`.
  case annotation
  /// In the header of the innermost function, accessor or closure.
  case result
  /// It is the type of what the bracket holds.
  case content
}
