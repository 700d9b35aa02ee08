/// Of how many declarations of one name in one place it is asked what they mean, and out of how
/// many braces a name is looked for. No code comes near it; it keeps the work in proportion to the
/// file.
private let lookupLimit = 64

extension Declarations {
  /// The declarations of a name as members of a node, the last first.
  func hoisted(_ slot: NameSlot, in node: Int) -> [Int] {
    var found: [Int] = []
    var next = lastHoisted(NameKey(node: node, slot: slot))
    while let index = next, found.count < lookupLimit {
      found.append(index)
      next = hoisted[index].previous
    }
    return found
  }

  /// The innermost of the declarations around a region.
  /// - Parameter excluded: one that is passed over, by index.
  func hoisted(_ slots: [NameSlot], around region: Int, but excluded: Int?) -> [Int] {
    var region = region
    for step in 0...lookupLimit {
      for slot in slots {
        let found = hoisted(slot, in: regions[region].node).filter { $0 != excluded }
        if !found.isEmpty { return found }
      }
      if region == 0 { break }
      region = step + 1 < lookupLimit ? regions[region].parent : 0
    }
    return []
  }

  /// What several declarations of one name mean: branches of `#if` may agree.
  func meaning(of declarations: [Int]) -> NameMeaning {
    guard let first = declarations.first, let meaning = hoisted[first].meaning else {
      return .other
    }
    return declarations.allSatisfy { hoisted[$0].meaning == meaning } ? meaning : .other
  }

  /// The node of the innermost type of that name which is declared or extended around a region.
  func typeNode(_ name: Int, around region: Int) -> Int? {
    var region = region
    for step in 0...lookupLimit {
      let key = NameKey(node: regions[region].node, slot: NameSlot(name, isType: true))
      if let node = typeNodes[key] { return node }
      if region == 0 { break }
      region = step + 1 < lookupLimit ? regions[region].parent : 0
    }
    return nil
  }
}
