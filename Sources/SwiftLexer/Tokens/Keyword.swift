/// The words the lexer reserves everywhere.
@usableFromInline package enum Keyword: String, CaseIterable, Sendable {
  case none
  case `Any`, `as`, `associatedtype`, `break`, `case`, `catch`, `class`, `continue`, `default`
  case `defer`, `deinit`, `do`, `else`, `enum`, `extension`, `fallthrough`, `false`, `fileprivate`
  case `for`, `func`, `guard`, `if`, `import`, `in`, `init`, `inout`, `internal`, `is`, `let`
  case `nil`, `operator`, `precedencegroup`, `private`, `protocol`, `public`, `repeat`, `rethrows`
  case `return`, `self`, `Self`, `static`, `struct`, `subscript`, `super`, `switch`, `throw`
  case `throws`, `true`, `try`, `typealias`, `var`, `where`, `while`

  /// Compares the cases, where the generic `==` of enums with raw values compares the words.
  @inlinable @inline(__always)
  package static func == (left: Keyword, right: Keyword) -> Bool {
    unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
  }

  @inlinable @inline(__always)
  package static func != (left: Keyword, right: Keyword) -> Bool { !(left == right) }
}

/// The declaration modifiers of Swift 6.3; `class` is one before `func` or `var`.
package let declarationModifiers = [
  "borrowing", "class", "consuming", "convenience", "distributed", "dynamic", "fileprivate",
  "final", "indirect", "infix", "internal", "isolated", "lazy", "mutating", "nonisolated",
  "nonmutating", "open", "optional", "override", "package", "postfix", "prefix", "private",
  "public", "required", "static", "unowned", "weak",
]

extension Keyword {
  /// Whether the word, the first of a line, goes on with the statement before it.
  @inlinable
  package var continuesStatement: Bool {
    switch self {
    case .where, .throws, .rethrows, .as, .is, .in, .else, .catch: true
    default: false
    }
  }
}
