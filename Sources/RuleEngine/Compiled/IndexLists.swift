/// An index and the list that it is in.
struct IndexPair: Sendable {
  let list: Int
  let index: Int
}

/// Lists of indices in one array, one list after the other. A list has no memory of its own, and
/// reading a list counts no references.
struct IndexLists: Sendable {
  private var indices: [Int]
  /// Where each list starts in `indices`; then the end of the last list.
  private var starts: [UInt32]

  /// - Parameters:
  ///   - pairs: the indices of all lists; those of the same list in its order.
  ///   - count: how many lists there are.
  init(_ pairs: [IndexPair], count: Int) {
    // First `starts` counts the indices of each list, then it tells where the next one goes.
    starts = Array(repeating: 0, count: count + 1)
    for pair in pairs where pair.list + 2 <= count { starts[pair.list + 2] += 1 }
    for list in 0..<count { starts[list + 1] += starts[list] }
    indices = Array(repeating: 0, count: pairs.count)
    for pair in pairs {
      indices[Int(starts[pair.list + 1])] = pair.index
      starts[pair.list + 1] += 1
    }
  }

  subscript(list: Int) -> ArraySlice<Int> {
    indices[Int(starts[list])..<Int(starts[list + 1])]
  }

  @inline(__always)
  func isEmpty(_ list: Int) -> Bool { starts[list] == starts[list + 1] }

  /// The first index in a list for which the condition holds; `nil` if there is none.
  @inline(__always)
  func first(in list: Int, where isWanted: (Int) -> Bool) -> Int? {
    for place in starts[list]..<starts[list + 1] where isWanted(indices[Int(place)]) {
      return indices[Int(place)]
    }
    return nil
  }
}
