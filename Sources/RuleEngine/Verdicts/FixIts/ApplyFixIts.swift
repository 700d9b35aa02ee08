import Diagnostics

/// A text with fix-its applied to it.
struct FixedText {
  var bytes: [UInt8]
  /// How many fix-its were applied.
  var count: Int
}

/// Applies fix-its that do not overlap, also in the text that an applied fix-it keeps. Each fix-it
/// replaces something.
/// - Parameter limit: the greatest length of the new text, in bytes.
/// - Returns: the new text; `nil` if it would be longer than the limit.
func apply(_ fixIts: [FixIt], to bytes: [UInt8], limit: Int) -> FixedText? {
  // Of two fix-its that overlap, the outer one is applied.
  let fixIts = fixIts.sorted {
    ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
  }
  var isApplied = Array(repeating: false, count: fixIts.count)
  var fixed: [UInt8] = []
  fixed.reserveCapacity(bytes.count)
  var rest: [FixedPiece] = [.source(0..<bytes.count, isAlone: true)]
  while let piece = rest.popLast() {
    guard fixed.count <= limit else { return nil }
    switch piece {
    case .text(let text):
      fixed += text
    case .source(let range, let isAlone):
      guard let index = fixIts.firstIndex(in: range, orAll: isAlone) else {
        fixed += bytes[range]
        continue
      }
      isApplied[index] = true
      let fixIt = fixIts[index]
      fixed += bytes[range.lowerBound..<fixIt.range.lowerBound]
      rest.append(.source(fixIt.range.upperBound..<range.upperBound, isAlone: true))
      rest += fixIt.pieces.reversed()
    }
  }
  return FixedText(bytes: fixed, count: isApplied.count { $0 })
}

private enum FixedPiece {
  /// Source text in which fix-its are still to be applied. `isAlone` is whether a fix-it may
  /// replace all of it.
  case source(Range<Int>, isAlone: Bool)
  case text(ArraySlice<UInt8>)
}

extension FixIt {
  /// The new text, divided into the source text that it keeps and the rest.
  fileprivate var pieces: [FixedPiece] {
    let bytes = Array(text.utf8)
    var pieces: [FixedPiece] = []
    var start = 0
    for part in kept {
      pieces += [.text(bytes[start..<part.offset])]
      pieces.append(.source(part.source, isAlone: part.isAlone))
      start = part.offset + part.source.count
    }
    return pieces + [.text(bytes[start...])]
  }
}

extension [FixIt] {
  /// The index of the first fix-it that is inside the range. The fix-its are sorted by place. `nil`
  /// if none is.
  /// - Parameter isAllAllowed: whether the fix-it may replace the whole range.
  fileprivate func firstIndex(in range: Range<Int>, orAll isAllAllowed: Bool) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].range.lowerBound < range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low < count, self[low].range.lowerBound < range.upperBound {
      let isAll = self[low].range == range
      if self[low].range.upperBound <= range.upperBound, isAllAllowed || !isAll { return low }
      low += 1
    }
    return nil
  }
}
