import SwiftLexer

/// A pass that knows what is around each token, over what the first pass has not found idle.
struct ContextPass {
  private(set) var finder: UseFinder<Surroundings>

  init(_ nearby: Nearby) {
    finder = UseFinder(Surroundings(nearby))
  }

  /// Finds the uses at some tokens, and passes over brackets without any.
  /// - Parameter active: tokens in order; nothing is to be found elsewhere.
  mutating func find(at active: [Int]) {
    var listener = NoListener()
    var active = active[...]
    var index = 0
    while let next = active.first {
      let passed = finder.context.pass(index, telling: &listener)
      if let end = finder.context.endOfIdleBracket(at: index, before: next) {
        index = end
        continue
      }
      if index == next { finder.match(at: index) }
      while let first = active.first, first < passed { active.removeFirst() }
      index = passed
    }
  }
}
