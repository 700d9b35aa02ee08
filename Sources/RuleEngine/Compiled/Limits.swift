/// How far the engine looks. Code that people write stays far below each limit. The limits keep the
/// time in proportion to the length of the file, whatever the file holds.
enum Limits {
  // MARK: In tokens

  /// Back to the bracket that a token is in. A bracket before the token counts as one token, with
  /// its contents.
  static let toOpening = 256
  /// Through statements, to find the value that a constant or a member is set to.
  static let toSetting = 4096
  /// Through arguments, to the names of constants.
  static let toConstant = 1024
  /// Back from a declaration to the `if` or `while` whose condition it may be part of.
  static let toCondition = 64
  /// Back from a name to the start of the path that ends with the name.
  static let path = 16
  /// In a written type: after a name in it, and before an `=`.
  static let behindTypeName = 64
  static let writtenType = 16
  /// In a tuple and in its type, and in the type of a function.
  static let tuple = 256

  // MARK: How many

  /// Brackets or declarations around a place.
  static let levels = 64
  /// Nodes around a node.
  static let ancestors = 128
  /// Places before and after a name where a member of it is set.
  static let settings = 128
  /// Members and calls that follow a use.
  static let chain = 64
  /// Argument lists around a use.
  static let argumentLists = 16
  /// Types around a type.
  static let nestedTypes = 16
  /// Clauses of `#if` that one path is followed into. Real code has two or three.
  static let clauses = 64
  /// Declarations of one name in one place, and braces that a name is looked for in.
  static let declarations = 64
  /// Declarations in other clauses of an `#if` that hide a declaration.
  static let hiddenDeclarations = 16
  /// Values of one late constant, and constants that stand for one another.
  static let values = 64
  static let constants = 16
  /// Mentions of one path in the arguments of one use.
  static let mentions = 64
  /// Names in the arguments of one use that are looked up.
  static let lookups = 16
  /// Rounds of `--fix`, one after the other, that do not lower the number of uses.
  static let idleRounds = 16

  // MARK: Of text

  /// The words of a key, in Unicode scalars.
  static let keyText = 1000
  /// A line that a fixture has an expectation for, in bytes.
  static let lineCode = 1000
}
