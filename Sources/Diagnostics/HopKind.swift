/// A way in which a declaration leads to another one, in a trace.
package enum HopKind: String, Sendable, CaseIterable {
  case calls, reads, writes
  /// A function is passed without being called: what it is passed to may call it.
  case passes
  /// A call leaves out an argument, so that its default value is computed.
  case defaultArgument = "default argument"
  /// An initializer computes the initial values of stored properties.
  case initialValue = "initial value"
  /// A requirement of a protocol leads to the member of a type that the entry makes.
  case implements
  /// A method leads to one that overrides it, in a class that the entry makes.
  case overrides
  /// A test framework runs it before or after a test.
  case runsAround = "runs around"

  /// Nobody writes a call of what implements or overrides a member, or of what a framework runs.
  package var isWritten: Bool { ![.implements, .overrides, .runsAround].contains(self) }

  /// e.g. `'a()' calls 'b()'`, or `'b()' implements 'a()'`
  package func phrase(from name: String, to callee: String) -> String {
    isWritten ? "'\(name)' \(rawValue) '\(callee)'" : "'\(callee)' \(rawValue) '\(name)'"
  }
}
