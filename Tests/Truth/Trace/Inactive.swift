/// The branches of `#if` in which the compiler recorded nothing: those that were not compiled.
func inactiveParts(of file: CodeOfFile, _ occurrences: [Occurrence]) -> [Range<Int>] {
  let offsets = occurrences.compactMap { file.source.offset(of: $0.place) }.sorted()
  return file.branches.filter { branch in
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < branch.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low == offsets.count || branch.upperBound <= offsets[low]
  }
}
