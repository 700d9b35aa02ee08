/// What finding uses takes, but for what it finds; kept for its memory.
struct FinderMemory {
  /// See `TokenPairs`.
  var partners: [UInt32] = []
  var walk = WalkState()
  var found = FoundMatches()

  init() {}

  /// That of uses which nobody needs any more.
  init(of uses: consuming FileUses) {
    partners = uses.nearby.pairs.partners
    walk = uses.walk
    found = uses.found
  }
}
