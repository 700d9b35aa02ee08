/// The candidate that was most likely meant, the first of equals; nil where none is near.
/// - Complexity: candidates whose length is too different are not compared, so that long texts cost
///   no more than short ones.
package func closestMatch(to text: String, in candidates: some Sequence<String>) -> String? {
  let typed = Array(text.unicodeScalars)
  // A third of the text may be wrong, as swiftc has it for misspelt names.
  var limit = (typed.count + 2) / 3
  var closest: String?
  for candidate in candidates {
    let letters = Array(candidate.unicodeScalars)
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
