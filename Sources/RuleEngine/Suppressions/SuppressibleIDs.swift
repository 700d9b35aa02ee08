/// The ids that a comment can name.
struct SuppressibleIDs: Sendable {
  /// In the order in which they are suggested.
  let known: [String]
  /// By id: the index in `CompiledRules.rules`; nil for a rule that is not among them.
  private let rules: [String: Int?]

  /// - Parameter known: the ids of all rules, those of `rules` too or not.
  init(_ rules: [Rule], known: [String]) {
    var indices: [String: Int?] = [:]
    for id in known { indices[id] = .some(nil) }
    let others = rules.map(\.id).filter { indices[$0] == nil }
    for (index, rule) in rules.enumerated() { indices[rule.id] = index }
    self.known = known + others
    self.rules = indices
  }

  func isKnown(_ id: String) -> Bool { rules[id] != nil }

  /// The index in `CompiledRules.rules`; nil if the rule is not there.
  func rule(of id: String) -> Int? { rules[id] ?? nil }
}
