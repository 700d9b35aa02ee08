/// A use of a member whose type the shallow pass does not know.
struct UncertainMember {
  /// The token of the member's name.
  let index: Int
  let start: MatchStart
  /// The tokens that its type is among, if they are known.
  var type: Range<Int>?
}

/// The types of patterns that a file mentions, and the uses of members whose type the shallow pass
/// does not know.
struct MentionedTypes {
  /// By number of the name.
  private var isMentioned: [Bool]
  var uncertainMembers: [UncertainMember] = []
  /// Whether there is a `Self()`.
  var hasUncertainInitializer = false

  /// - Parameter count: of the patterns' names.
  init(count: Int) {
    isMentioned = Array(repeating: false, count: count)
  }

  mutating func removeAll() {
    isMentioned.withUnsafeMutableBufferPointer { $0.update(repeating: false) }
    uncertainMembers.removeAll(keepingCapacity: true)
    hasUncertainInitializer = false
  }

  mutating func mention(_ name: Int) { isMentioned[name] = true }

  /// Whether all names of the pattern's type are mentioned.
  func mentionsType(of pattern: CompiledPattern) -> Bool {
    pattern.components[..<pattern.typeLength].allSatisfy { isMentioned[$0.name] }
  }
}
