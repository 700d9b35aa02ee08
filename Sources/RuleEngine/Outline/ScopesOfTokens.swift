import SwiftLexer

extension Surroundings {
  /// Finds out which declaration each of the tokens is in, by index in `scopes`. It goes no further
  /// than to the last of them, and passes over brackets without any.
  /// - Parameter wanted: tokens in order.
  mutating func scopes(ofTokens wanted: [Int]) -> [Int] {
    start()
    var found: [Int] = []
    var listener = NoListener()
    var index = 0
    while found.count < wanted.count {
      let passed = pass(index, telling: &listener)
      if let end = endOfIdleBracket(at: index, before: wanted[found.count]) {
        index = end
        continue
      }
      while found.count < wanted.count, wanted[found.count] <= index { found.append(top.scope) }
      index = passed
    }
    passAttributes(from: index)
    return found
  }

  /// Goes on to the declarations that attributes began around the token before, so that it is known
  /// which these are.
  mutating func passAttributes(from index: Int) {
    var listener = NoListener()
    var unnamed = scopesWithoutName(around: top.scope)
    var index = index
    while let last = unnamed.last, index < tokens.count {
      guard scopes[last].introducer == nil else {
        unnamed.removeLast()
        continue
      }
      let passed = pass(index, telling: &listener)
      index = endOfIdleBracket(at: index, before: tokens.count) ?? passed
    }
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
