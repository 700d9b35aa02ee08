/// How far the engine looks. Code that people write stays far below each of these. They keep the
/// work in proportion to the file, whatever is in it.
enum Limits {
  // MARK: In tokens

  /// Back to the bracket that a token is in. What is in brackets counts as one.
  static let toOpening = 256
  /// Through statements, for what a constant or a member is set to.
  static let toSetting = 4096
  /// Back from a declaration to the `if` or `while` that it may be a condition of.
  static let toCondition = 64
  /// Back from a name to the start of the path that it ends.
  static let path = 16
  /// A written type: behind a name in it, and before an `=`.
  static let behindTypeName = 64
  static let writtenType = 16
  /// A tuple that something is assigned to.
  static let tuple = 256
  /// The header of a function.
  static let header = 256

  // MARK: How many

  /// Brackets or declarations around a place that are gone out of.
  static let levels = 64
  /// The same, of argument lists that a use stands in.
  static let argumentLists = 16
  /// Types that a type may be in.
  static let nestedTypes = 16
  /// Clauses of `#if` that one path is followed into. Real code has two or three.
  static let clauses = 64
  /// Declarations of one name in one place, and braces that a name is looked for in.
  static let declarations = 64
  /// Declarations in other clauses of an `#if` that hide one.
  static let hiddenDeclarations = 16
  /// Values of one constant, and constants that stand for one another.
  static let values = 64
  static let constants = 16
  /// Names in the arguments of one use that are looked up.
  static let lookups = 16
  /// Rounds of `--fix` that leave as many uses as there were.
  static let idleRounds = 16

  // MARK: Of text

  /// The words of a key, in Unicode scalars.
  static let keyText = 1000
  /// A line that a fixture expects something of, in bytes.
  static let lineCode = 1000
}
