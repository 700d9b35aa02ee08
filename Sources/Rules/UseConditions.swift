/// The conditions at a use, as far as text tells: the keys of a rule's `when` and of its `unless`.
/// One entry of any of them is enough.
package struct UseConditions: Equatable, Sendable {
  /// The texts that the arguments of the use hold.
  package internal(set) var arguments: [Argument] = []
  /// Starts of words, in lower case, of which a string literal in the arguments has one.
  package internal(set) var texts: [String] = []
  /// The attributes that a closure among its arguments begins with.
  package internal(set) var closures: [Mention] = []
  /// Calls that it is in the arguments of, each one name with its labels; of a type, a call of its
  /// initializer.
  package internal(set) var argumentOf: [Pattern] = []
  /// Members of which one is asked of it, or of what the members and calls after it give.
  package internal(set) var followedBy: [String] = []
  /// The values that a member of the constant or variable that keeps it is set to, by the member's
  /// name; anything if empty.
  package internal(set) var members: [Member] = []
  /// Whether a pattern without parentheses is a property, a call of which is another function's.
  package internal(set) var isCalled = false

  package struct Argument: Equatable, Sendable {
    /// That of the argument which holds it, `_` for one without a label; nil for any argument.
    package let label: String?
    package internal(set) var mention: Mention

    /// e.g. `scheduler: DispatchQueue.main`
    package var text: String { (label.map { "\($0): " } ?? "") + mention.text }
  }

  package struct Member: Equatable, Sendable {
    package let name: String
    package let values: [Mention]
  }

  var isEmpty: Bool { self == UseConditions() }

  /// Whether the arguments are to hold a path, for which a constant may stand.
  package var asksForPaths: Bool { arguments.contains { $0.mention.pattern != nil } }

  /// The number of patterns that it may have.
  package var mentionCount: Int { arguments.count + closures.count }

  /// The patterns of what it mentions.
  package var patterns: [Pattern] {
    arguments.compactMap(\.mention.pattern) + closures.compactMap(\.pattern)
  }
}

/// A text that code has: a name or a literal, e.g. `.sortedKeys`, `nil` or `0`, a path such as
/// `DispatchQueue.main`, or an attribute.
package struct Mention: Equatable, Sendable {
  package let text: String
  /// The bytes of a name or a literal, without the period; empty for others.
  package let name: [UInt8]
  /// Whether it is a name that begins with a period.
  package let isMember: Bool
  /// Whether such a name holds for the member of any type, too: `.distantFuture` for
  /// `Date.distantFuture`. What a rule asks for in arguments names its type.
  package internal(set) var holdsForTypes = true
  /// That of a path or an attribute, which code may spell in several ways.
  package let pattern: Pattern?

  /// A dictionary literal with one key, as the whole argument: such a literal has no order.
  package static let oneKey = "[_: _]"
  /// A string literal without an interpolation, as the whole argument.
  package static let plainText = "\"_\""

  /// A name, a literal or a path, `[_: _]` or `"_"`.
  init(parsing text: String) throws(PatternError) {
    let start = text.utf8.first == UInt8(ascii: ".") ? 1 : 0
    if text == Self.oneKey || text == Self.plainText {
      self.init(literal: text)
    } else if !isNumber(text.utf8),
      text.utf8.dropFirst(start).contains(where: { $0 == UInt8(ascii: ".") || isBracket($0) })
    {
      try self.init(path: text)
    } else {
      try self.init(name: text)
    }
  }

  private init(literal text: String) {
    (self.text, name, isMember, pattern) = (text, Array(text.utf8), false, nil)
  }

  init(name text: String) throws(PatternError) {
    isMember = text.utf8.first == UInt8(ascii: ".")
    name = Array(text.utf8.dropFirst(isMember ? 1 : 0))
    guard !name.isEmpty, name.allSatisfy(isWordByte) || isNumber(name) else {
      throw PatternError(
        message: "expected a name or a literal such as '.distantFuture' or 'nil'", offset: 0)
    }
    self.text = text
    pattern = nil
  }

  private init(path text: String) throws(PatternError) {
    let pattern = try Pattern(parsing: text)
    guard pattern.root == .name else {
      throw PatternError(
        message: "expected a name, a literal or a path such as 'DispatchQueue.main'", offset: 0)
    }
    self.init(pattern)
  }

  init(attribute text: String) throws(PatternError) {
    let pattern = try? Pattern(parsing: text)
    guard let pattern, pattern.root == .attribute else {
      let isName = pattern?.root == .name && pattern?.path.components.last?.labels == nil
      throw PatternError(
        message: isName
          ? "an attribute must begin with '@'; write '@\(text)'"
          : "expected an attribute such as '@MainActor'", offset: 0)
    }
    self.init(pattern)
  }

  init(_ pattern: Pattern) {
    (text, self.pattern) = (pattern.text, pattern)
    (name, isMember) = ([], false)
  }
}

/// Whether it is a literal such as `0.01`.
private func isNumber(_ text: some Collection<UInt8>) -> Bool {
  text.first?.isDigit == true && text.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
}

private func isBracket(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[")
}

/// Whether it is a letter, a digit, an underscore or beyond ASCII.
package func isWordByte(_ byte: UInt8) -> Bool {
  byte.isNameByte && byte != UInt8(ascii: "$") || 0x80 <= byte
}
