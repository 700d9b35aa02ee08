import Rules

extension Surroundings {
  /// Finds out which declaration each of the tokens is in, by index in `scopes`. It goes no further
  /// than to the last of them, and passes over brackets without any.
  /// - Parameter wanted: tokens in order.
  mutating func scopes(ofTokens wanted: [Int]) -> [Int] {
    start()
    var found: [Int] = []
    var listener = NoListener()
    // Scopes that attributes began: the declaration comes after them.
    var unnamed: [Int] = []
    var index = 0
    while index < tokens.count {
      if found.count == wanted.count {
        while let last = unnamed.last, scopes[last].introducer != nil { unnamed.removeLast() }
        if unnamed.isEmpty { return found }
      }
      let next = found.count < wanted.count ? wanted[found.count] : tokens.count
      let passed = pass(index, telling: &listener)
      if let end = endOfIdleBracket(at: index, before: next) {
        index = end
        continue
      }
      while found.count < wanted.count, wanted[found.count] <= index {
        found.append(top.scope)
        if found.count == wanted.count { unnamed = scopesWithoutName(around: top.scope) }
      }
      index = passed
    }
    return found
  }

  private func scopesWithoutName(around scope: Int) -> [Int] {
    var unnamed: [Int] = []
    var scope = scope
    while 0 < scope {
      if scopes[scope].introducer == nil { unnamed.append(scope) }
      scope = scopes[scope].parent
    }
    return unnamed
  }
}
