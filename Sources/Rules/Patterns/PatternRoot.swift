/// What a pattern's first name is, and so what may stand before it: the notations of patterns.
///
/// What is told of a notation without looking at a file is told here. `PatternParser` reads it,
/// `UseFinder.start` finds its uses, `CompiledPattern.addNeedles` says what to search for.
package enum PatternRoot: UInt8, Sendable {
  /// A type, a free function or a global variable: nothing, or a module. `Date.now`
  case name
  /// Any expression, or nothing but the period. `_.shuffled()`
  case anyReceiver
  /// Nothing but the period. `.now`
  case implicitMember
  /// `#filePath`
  case macro
  /// `@AppStorage`
  case attribute
  /// `import Network`
  case module

  /// - Parameter text: of a pattern without mistakes.
  init(ofPattern text: ArraySlice<UInt8>) {
    switch text.first {
    case UInt8(ascii: "."): self = .implicitMember
    case UInt8(ascii: "#"): self = .macro
    case UInt8(ascii: "@"): self = .attribute
    case UInt8(ascii: "_") where text.dropFirst().first == UInt8(ascii: "."): self = .anyReceiver
    // A blank follows, as a name follows the word.
    case UInt8(ascii: "i") where text.starts(with: "import ".utf8): self = .module
    default: self = .name
    }
  }

  /// What stands before the first name in a source file; nil where that does not matter.
  package var mark: Unicode.Scalar? {
    switch self {
    case .name, .module: nil
    case .anyReceiver, .implicitMember: "."
    case .macro: "#"
    case .attribute: "@"
    }
  }

  /// Whether the first name may be one that the file declares itself.
  package var mayBeDeclared: Bool {
    switch self {
    case .name, .attribute: true
    case .anyReceiver, .implicitMember, .macro, .module: false
    }
  }

  /// Whether a use is an expression, with the arguments that follow it.
  package var isExpression: Bool {
    switch self {
    case .name, .anyReceiver, .implicitMember: true
    case .macro, .attribute, .module: false
    }
  }

  /// Whether an expression with operators can stand in place of a use, in parentheses where it has
  /// to.
  var allowsOperators: Bool {
    switch self {
    case .name, .implicitMember, .macro: true
    case .anyReceiver, .attribute, .module: false
    }
  }

  /// What a pattern of the kind matches, in a few words; nil where its names tell.
  var meaning: String? {
    switch self {
    case .name: nil
    case .anyReceiver: "on any receiver"
    case .implicitMember: "as an implicit member, its type not written"
    case .macro: "the macro"
    case .attribute: "the attribute"
    case .module: "every import of the module, or of a part of it"
    }
  }
}
