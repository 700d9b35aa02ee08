/// What makes a use harmless, as far as text tells: the keys of a rule's `unless`. One entry of any
/// of them is enough.
package struct HarmlessUses: Equatable, Sendable {
  /// What the arguments of the use hold.
  package internal(set) var arguments: [Mention] = []
  /// Calls that it is in the arguments of, each one name with its labels.
  package internal(set) var argumentOf: [Pattern] = []
  /// The member that is asked of it next.
  package internal(set) var followedBy: [String] = []
  /// What a member of the constant or variable that keeps it is set to, by the member's name;
  /// anything if empty.
  package internal(set) var members: [Member] = []
  /// Whether a pattern without parentheses is a property, a call of which is another function's.
  package internal(set) var isCalled = false

  package struct Member: Equatable, Sendable {
    package let name: String
    package let values: [Mention]
  }

  var isEmpty: Bool { self == HarmlessUses() }
}

/// A name or a literal as code has it, e.g. `.sortedKeys`, `nil` or `0`.
package struct Mention: Equatable, Sendable {
  package let text: String

  init(parsing text: String) throws(PatternError) {
    let name = text.utf8.first == UInt8(ascii: ".") ? text.dropFirst() : text[...]
    let isName = name.utf8.allSatisfy(\.isWordByte) && !name.isEmpty
    guard isName else {
      throw PatternError(
        message: "expected a name or a literal such as '.distantFuture' or 'nil'", offset: 0)
    }
    self.text = text
  }

  /// Without the period.
  package var name: Substring { isMember ? text.dropFirst() : text[...] }
  package var isMember: Bool { text.utf8.first == UInt8(ascii: ".") }
}

extension UInt8 {
  /// Whether it is a letter, a digit, an underscore or beyond ASCII.
  fileprivate var isWordByte: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || 0x80 <= self
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "_")
  }
}

/// What becomes of a use that is a parameter's default value.
package enum DefaultArguments: String, CaseIterable, Sendable {
  case report
  /// It is the seam that the message asks for.
  case allow

  static let names = allCases.map(\.rawValue)
}
