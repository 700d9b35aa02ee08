extension Array {
  /// The index of the first element that the condition holds for, or the end; it holds for every
  /// element after that.
  func partition(by condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
