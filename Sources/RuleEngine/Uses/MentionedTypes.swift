/// A use of a member whose type its neighbours do not tell.
struct UncertainMember {
  /// The token of the member's name.
  let index: Int
  let start: MatchStart
  /// The tokens that its type is among, if they are known.
  var type: Range<Int>?

  /// - Parameter start: the first token of the expression.
  init(index: Int, from start: Int, type: Range<Int>? = nil) {
    self.index = index
    self.start = MatchStart(report: start, expression: start, needsContext: true)
    self.type = type
  }
}

/// A member beside a name that the file may declare with a type. Positions are indices of tokens.
struct PlacedMember {
  /// The member's name.
  let index: Int
  /// The argument label or the variable.
  let place: Int
}

/// The types of patterns that a file mentions, and the uses of members whose type is not known.
struct MentionedTypes {
  /// By number of the name; empty for none.
  private var isMentioned: [Bool] = []
  var uncertainMembers: [UncertainMember] = []
  var placedMembers: [PlacedMember] = []
  /// Whether there is a `Self()`.
  var hasUncertainInitializer = false

  /// Whether a use depends on the types that are mentioned elsewhere.
  var areAsked: Bool {
    !uncertainMembers.isEmpty || !placedMembers.isEmpty || hasUncertainInitializer
  }

  /// - Parameter count: of the patterns' names.
  @inline(__always)
  mutating func mention(_ name: Int, of count: Int) {
    if isMentioned.isEmpty { isMentioned = Array(repeating: false, count: count) }
    isMentioned[name] = true
  }

  /// Whether all names of the pattern's type are mentioned.
  func mentionsType(of pattern: CompiledPattern) -> Bool {
    !isMentioned.isEmpty
      && pattern.components[..<pattern.typeLength].allSatisfy { isMentioned[$0.name] }
  }
}
