extension Graph {
  /// A part of a node that runs only for some values of its key, or of a slot, or of what nobody
  /// can tell.
  struct Condition: Sendable {
    var range: Range<UInt32>
    /// The values; for a cast its type.
    var values: [Int32] = []
    /// Whether it runs for all values but those.
    var isRefused = false
    /// The slot; -1 for none. The value of the key comes first, where it is known.
    var slot: Int32 = -1
    var isOfKey = false
    /// The index of the next condition around it that has a slot or key; -1 for none.
    fileprivate(set) var outerDeciding = -1
    /// Whether nothing known decides about it, or about one around it.
    fileprivate(set) var isInBranch = false
    /// The number of conditions with a slot or key around it that ask something else.
    fileprivate var depth = 0

    init(_ range: Range<UInt32>, values: [Int32] = [], isRefused: Bool = false) {
      (self.range, self.values, self.isRefused) = (range, values, isRefused)
    }

    /// Whether a slot or key decides about it.
    var decides: Bool { isOfKey || slot != -1 }

    fileprivate func asksLike(_ other: Condition) -> Bool {
      (slot, isOfKey, isRefused) == (other.slot, other.isOfKey, other.isRefused)
        && values == other.values
    }
  }

  /// The conditions in a node.
  struct Conditions: Sendable {
    /// In the order of their places, outer ones first.
    private(set) var all: [Condition]
    /// The places where another condition becomes the innermost one, and this condition.
    private var boundaries: [(place: UInt32, innermost: Int32)] = []

    /// The number of conditions around code that are asked. Behind more it is in a branch.
    private static let maximumDepth = 32

    init(_ conditions: [Condition]) {
      all = conditions.sorted {
        ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
      }
      var open: [Int] = []
      for index in all.indices {
        let range = all[index].range
        while let last = open.last, all[last].range.upperBound < range.upperBound {
          open.removeLast()
          let end = all[last].range.upperBound
          if end <= range.lowerBound { add(end, open.last) }
        }
        if let last = open.last { setOuter(last, of: index) }
        if !all[index].decides { all[index].isInBranch = true }
        open.append(index)
        add(range.lowerBound, index)
      }
      while let last = open.popLast() { add(all[last].range.upperBound, open.last) }
    }

    private mutating func add(_ place: UInt32, _ innermost: Int?) {
      if boundaries.last?.place == place { boundaries.removeLast() }
      boundaries.append((place, Int32(innermost ?? -1)))
    }

    private mutating func setOuter(_ last: Int, of index: Int) {
      let outer = all[last]
      let isAsked = outer.decides && !outer.asksLike(all[index])
      all[index].outerDeciding = isAsked ? last : outer.outerDeciding
      all[index].depth = outer.depth + (isAsked ? 1 : 0)
      all[index].isInBranch = outer.isInBranch
      if Self.maximumDepth < all[index].depth {
        (all[index].outerDeciding, all[index].isInBranch) = (-1, true)
      }
    }

    /// The innermost condition around a place; -1 for none.
    func innermost(at place: UInt32) -> Int {
      var (low, high) = (0, boundaries.count)
      while low < high {
        let middle = (low + high) / 2
        if boundaries[middle].place <= place { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? -1 : Int(boundaries[low - 1].innermost)
    }
  }
}
