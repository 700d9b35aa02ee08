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
