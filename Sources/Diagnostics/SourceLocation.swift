/// A place in a file as the compiler counts it.
package struct SourceLocation: Hashable, Sendable {
  /// From 1. A line ends with LF, CR or CRLF, and nothing else.
  package let line: Int
  /// From 1, in UTF-8 bytes; a tab is one, a byte order mark three.
  package let column: Int
  /// From 0, in UTF-8 bytes.
  package let offset: Int

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

/// Where the lines of a file start. Building it reads the whole file, so it is built once for a
/// file, and only when there is something to report.
package struct LineTable: Sendable {
  /// Offsets from 0; the first is 0, and a final line break starts one more, empty line.
  private let starts: [Int]
  /// Offsets of those CRs that no LF follows.
  private let loneCarriageReturns: [Int]
  private let byteCount: Int

  package init(_ bytes: [UInt8]) {
    var starts = [0]
    var loneCarriageReturns: [Int] = []
    bytes.withUnsafeBytes { bytes in
      forEachLineBreak(in: bytes) { offset in
        if bytes[offset] == UInt8(ascii: "\r") {
          let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
          if next == UInt8(ascii: "\n") { return }
          loneCarriageReturns.append(offset)
        }
        starts.append(offset + 1)
      }
    }
    self.starts = starts
    self.loneCarriageReturns = loneCarriageReturns
    self.byteCount = bytes.count
  }

  /// At least 1, for an empty file too.
  package var lineCount: Int { starts.count }

  /// - Parameter offset: from 0, in UTF-8 bytes; one outside the file is taken as the nearest
  ///   in it, the end included.
  package func location(of offset: Int) -> SourceLocation {
    let offset = max(0, min(offset, byteCount))
    let line = starts.count(ofSortedPrefixUpTo: offset)
    return SourceLocation(line: line, column: offset - starts[line - 1] + 1, offset: offset)
  }

  /// Offsets of a line with its line break.
  /// - Parameter line: from 1 to `lineCount`.
  package func range(ofLine line: Int) -> Range<Int> {
    starts[line - 1]..<(line < starts.count ? starts[line] : byteCount)
  }

  /// The line, from 1, for a count in which a lone CR ends no line, as LLVM counts.
  package func lineCountingLineFeedsOnly(_ location: SourceLocation) -> Int {
    guard !loneCarriageReturns.isEmpty else { return location.line }
    return location.line - loneCarriageReturns.count(ofSortedPrefixUpTo: location.offset - 1)
  }
}

/// Calls `body` with the offset of each LF and CR, in order.
@inline(__always)
private func forEachLineBreak(in bytes: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
  typealias Chunk = SIMD16<UInt8>
  let lineFeeds = Chunk(repeating: UInt8(ascii: "\n"))
  let carriageReturns = Chunk(repeating: UInt8(ascii: "\r"))
  var offset = 0
  while offset + Chunk.scalarCount <= bytes.count {
    let chunk = bytes.loadUnaligned(fromByteOffset: offset, as: Chunk.self)
    let isBreak = unsafeBitCast(
      (chunk .== lineFeeds) .| (chunk .== carriageReturns), to: SIMD2<UInt64>.self)
    for word in 0..<2 {
      // The bytes of a mask are 0 or 255.
      var marks = UInt64(littleEndian: isBreak[word])
      while marks != 0 {
        let index = marks.trailingZeroBitCount / 8
        body(offset + 8 * word + index)
        marks &= ~(0xFF << UInt64(8 * index))
      }
    }
    offset += Chunk.scalarCount
  }
  for offset in offset..<bytes.count
  where bytes[offset] == UInt8(ascii: "\n") || bytes[offset] == UInt8(ascii: "\r") {
    body(offset)
  }
}

extension [Int] {
  /// How many elements of this ascending array are at most `limit`.
  fileprivate func count(ofSortedPrefixUpTo limit: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] <= limit {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
