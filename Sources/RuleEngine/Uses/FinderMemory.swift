/// What finding uses takes, but for what it finds; kept for its memory.
///
/// For speed alone: each file could have new memory.
struct FinderMemory {
  /// See `TokenPairs`.
  var partners: [UInt32] = []
  var walk = WalkState()
  var found = FoundMatches()
}
