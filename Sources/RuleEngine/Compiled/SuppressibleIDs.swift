import Rules

/// The ids that a comment can name.
struct SuppressibleIDs: Sendable {
  private let ids: NameTable
  /// By the number of an id: the index in `RuleTables.rules`; nil for a rule that is not there.
  private let rules: [Int?]

  /// - Parameter known: the ids of all rules, those of `rules` too or not.
  init(_ rules: [Rule], known: [String]) {
    var ids = NameTable(count: known.count)
    for id in known { ids.insert(id) }
    let numbers = rules.indices.map { ids.insert(rules[$0].id) }
    var indices: [Int?] = Array(repeating: nil, count: ids.count)
    for (index, number) in numbers.enumerated() { indices[number] = index }
    self.ids = ids
    self.rules = indices
  }

  /// In the order in which they are suggested.
  var known: [String] { ids.texts }

  func isKnown(_ id: String) -> Bool { ids.number(of: id) != nil }

  /// The index in `RuleTables.rules`; nil if the rule is not there.
  func rule(of id: String) -> Int? { ids.number(of: id).flatMap { rules[$0] } }
}
