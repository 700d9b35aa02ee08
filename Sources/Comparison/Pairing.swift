/// What has no partner yet, as indexes in order.
struct Pairing {
  private(set) var new: [Int]
  var old: [Int]

  /// Pairs what is equal in this respect, the first with the first.
  /// - Parameter isFree: of two that pair one must be.
  /// - Returns: the pairs, in the order of the new ones.
  @discardableResult
  mutating func pair<Element, Respect: Hashable>(
    by respect: (Element) -> Respect, _ newElements: [Element], _ oldElements: [Element],
    where isFree: (Element) -> Bool = { _ in true }
  ) -> [(new: Int, old: Int)] {
    guard !new.isEmpty, !old.isEmpty else { return [] }
    var partners: [Respect: Partners] = [:]
    for index in old {
      let element = oldElements[index]
      partners[respect(element), default: Partners()].append(index, isFree: isFree(element))
    }
    var pairs: [(new: Int, old: Int)] = []
    new.removeAll { index in
      let element = newElements[index]
      guard let partner = partners[respect(element)]?.popFirst(ofAll: isFree(element)) else {
        return false
      }
      pairs.append((index, partner))
      return true
    }
    let paired = Set(pairs.map(\.old))
    old.removeAll { paired.contains($0) }
    return pairs
  }
}

/// Indexes in order.
private struct Partners {
  private var free: [Int] = []
  private var bound: [Int] = []
  private var takenFree = 0
  private var takenBound = 0

  mutating func append(_ index: Int, isFree: Bool) {
    if isFree { free.append(index) } else { bound.append(index) }
  }

  /// - Parameter ofAll: rather than of the free ones.
  mutating func popFirst(ofAll: Bool) -> Int? {
    let firstFree = takenFree < free.count ? free[takenFree] : nil
    let firstBound = ofAll && takenBound < bound.count ? bound[takenBound] : nil
    if let firstBound, firstBound < firstFree ?? .max {
      takenBound += 1
      return firstBound
    }
    if firstFree != nil { takenFree += 1 }
    return firstFree
  }
}
