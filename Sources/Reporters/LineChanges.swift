/// Lines that take the place of others; one of the two ranges may be empty.
struct LineChange: Equatable {
  /// Of lines, from 0.
  var old: Range<Int>
  var new: Range<Int>
}

/// What changes some lines into others, in order, with unchanged lines between one change and the
/// next. Takes time in proportion to the text, and finds few lines more than there need be where
/// the changes lie apart, as fixes do.
func changes(
  from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]
) -> [LineChange] {
  var changes = LineChanges(old: old, new: new)
  changes.addBetweenUniqueLines(
    of: changes.trimmed(LineChange(old: old.indices, new: new.indices)))
  return changes.found
}

private struct LineChanges {
  let old: [ArraySlice<UInt8>]
  let new: [ArraySlice<UInt8>]
  private(set) var found: [LineChange] = []

  init(old: [ArraySlice<UInt8>], new: [ArraySlice<UInt8>]) {
    self.old = old
    self.new = new
  }

  /// Without the lines that begin and end both.
  func trimmed(_ change: LineChange) -> LineChange {
    var (old, new) = (change.old, change.new)
    while let first = old.first, let other = new.first, self.old[first] == self.new[other] {
      old.removeFirst()
      new.removeFirst()
    }
    while let last = old.last, let other = new.last, self.old[last] == self.new[other] {
      old.removeLast()
      new.removeLast()
    }
    return LineChange(old: old, new: new)
  }

  /// Adds what is different where each line has stayed one.
  private mutating func addPairs(in change: LineChange) {
    for (index, other) in zip(change.old, change.new) where old[index] != new[other] {
      add(LineChange(old: index..<index + 1, new: other..<other + 1))
    }
  }

  /// Adds what is different between lines that stand once in each text: as many of them as have
  /// the same order there have stayed where they were (Cohen, “patience diff”).
  mutating func addBetweenUniqueLines(of change: LineChange) {
    let newPlaces = uniquePlaces(of: new, in: change.new)
    let oldPlaces = uniquePlaces(of: old, in: change.old)
    let common = change.old.compactMap { index -> (old: Int, new: Int)? in
      guard oldPlaces[old[index]] == index, let place = newPlaces[old[index]] ?? nil else {
        return nil
      }
      return (index, place)
    }
    var gap = LineChange(old: change.old.prefix(0), new: change.new.prefix(0))
    for (index, place) in longestIncreasingRun(of: common) {
      addGap(LineChange(old: gap.old.lowerBound..<index, new: gap.new.lowerBound..<place))
      gap = LineChange(old: index + 1..<index + 1, new: place + 1..<place + 1)
    }
    addGap(
      LineChange(
        old: gap.old.lowerBound..<change.old.upperBound,
        new: gap.new.lowerBound..<change.new.upperBound))
  }

  private mutating func addGap(_ gap: LineChange) {
    let gap = trimmed(gap)
    if gap.old.count == gap.new.count {
      addPairs(in: gap)
    } else {
      add(gap)
    }
  }

  /// The index of each line; nil for one that stands there more than once.
  private func uniquePlaces(
    of lines: [ArraySlice<UInt8>], in range: Range<Int>
  ) -> [ArraySlice<UInt8>: Int?] {
    var places: [ArraySlice<UInt8>: Int?] = [:]
    for index in range {
      places.updateValue(places[lines[index]] == nil ? index : nil, forKey: lines[index])
    }
    return places
  }

  /// Adds a change, to the last one where no line lies between them.
  private mutating func add(_ change: LineChange) {
    if let last = found.last, last.old.upperBound == change.old.lowerBound,
      last.new.upperBound == change.new.lowerBound
    {
      found[found.count - 1].old = last.old.lowerBound..<change.old.upperBound
      found[found.count - 1].new = last.new.lowerBound..<change.new.upperBound
    } else {
      found.append(change)
    }
  }
}

/// As many of the places as there can be whose `new` grow, too.
/// - Parameter places: `old` grows from one to the next.
private func longestIncreasingRun(of places: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
  /// Of each length of a run, the last place of that run which ends first, by its index.
  var ends: [Int] = []
  var previous: [Int?] = []
  for index in places.indices {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if places[ends[middle]].new < places[index].new { low = middle + 1 } else { high = middle }
    }
    previous.append(low == 0 ? nil : ends[low - 1])
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var run: [(old: Int, new: Int)] = []
  var next = ends.last
  while let index = next {
    run.append(places[index])
    next = previous[index]
  }
  return run.reversed()
}
