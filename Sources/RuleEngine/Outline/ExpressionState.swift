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
