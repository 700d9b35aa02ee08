extension UseFinder where Context == Surroundings {
  /// Finds the uses at some tokens, and passes over brackets without any.
  /// - Parameter active: tokens in order; nothing is to be found elsewhere.
  mutating func find(at active: [Int]) {
    var listener = NoListener()
    var active = active[...]
    var index = 0
    while let next = active.first {
      let passed = context.pass(index, telling: &listener)
      if let end = context.endOfIdleBracket(at: index, before: next) {
        index = end
        continue
      }
      if index == next { match(at: index) }
      while let first = active.first, first < passed { active.removeFirst() }
      index = passed
    }
    context.passAttributes(from: index)
  }
}
