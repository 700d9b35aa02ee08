/// The candidate that was most likely meant, the first of equals; nil where none is near.
/// A text of more than 100 characters is no slip of the pen, and 1,000 candidates are enough.
package func closestMatch(to text: String, in candidates: some Sequence<String>) -> String? {
  let typed = Array(text.unicodeScalars.prefix(101))
  guard typed.count <= 100 else { return nil }
  // A third of the text may be wrong, as swiftc has it for misspelt names.
  var limit = (typed.count + 2) / 3
  var closest: String?
  for candidate in candidates.prefix(1000) {
    let letters = Array(candidate.unicodeScalars.prefix(typed.count + limit + 1))
    guard abs(letters.count - typed.count) <= limit else { continue }
    let distance = editDistance(typed, letters)
    guard distance <= limit else { continue }
    closest = candidate
    limit = distance - 1
    if distance <= 0 { break }
  }
  return closest
}

/// The number of insertions, deletions, substitutions and swaps of neighbours between two texts.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      var distance = min(
        previous[column] + (left[row] == right[column] ? 0 : 1),
        previous[column + 1] + 1,
        current[column] + 1)
      let isSwap =
        0 < row && 0 < column && left[row] == right[column - 1] && left[row - 1] == right[column]
      if isSwap { distance = min(distance, beforePrevious[column - 1] + 1) }
      current.append(distance)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[right.count]
}
