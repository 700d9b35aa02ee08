/// The limits of the engine. Code that people write stays far below each limit. The limits keep the
/// time in proportion to the length of the file, whatever the file holds.
enum Limits {
  /// Types around a type, argument lists around a use, constants that stand for one another, names
  /// in the arguments of one use, words of one type, and rounds of `--fix` that change nothing.
  static let few = 16
  /// Declarations of one name, values of one constant, clauses of `#if`s that one path is followed
  /// into, members and calls behind a use, places where a member is set, and the scalars of a text
  /// in a key.
  static let many = 64
  /// Nodes around a node.
  static let ancestors = 128
  /// Elements of a tuple, operands of an expression and parameters of a function.
  static let elements = 256
  /// Tokens of a value that names are sought in.
  static let tokens = 4096
  /// The limit of text: the words of a key in Unicode scalars, a line with an expectation in bytes.
  static let text = 1000
}
