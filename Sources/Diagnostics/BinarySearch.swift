extension RandomAccessCollection where Index == Int {
  /// The index of the first element that the condition holds for; `endIndex` if there is none. The
  /// condition must hold for all elements after the first one.
  @inlinable package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
