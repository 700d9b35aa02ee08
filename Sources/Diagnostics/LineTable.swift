/// Where the lines of a file start. Few of them are asked for, so that only the line breaks of
/// each block of bytes are counted beforehand; a line is then looked for in its block.
package struct LineTable: Sendable {
  private let bytes: [UInt8]
  /// By block, and at the end of the file: how many lines end before it.
  private let linesBefore: [Int]
  /// Offsets of those CRs that no LF follows.
  private let loneCarriageReturns: [Int]

  package init(_ bytes: [UInt8]) {
    var lines = 0
    var loneCarriageReturns: [Int] = []
    let blockCount = bytes.count / blockSize + 1
    let linesBefore = [Int](unsafeUninitializedCapacity: blockCount + 1) { linesBefore, count in
      bytes.withUnsafeBufferPointer { bytes in
        for block in 0..<blockCount {
          linesBefore.initializeElement(at: block, to: lines)
          let breaks = LineBreakCounts(ofBlock: block, in: bytes)
          lines += breaks.lineFeeds
          if breaks.loneCarriageReturns == 0 { continue }
          lines += breaks.loneCarriageReturns
          loneCarriageReturns += offsets(ofBlock: block, in: bytes).filter {
            bytes[$0] == carriageReturn && isLineBreak(at: $0, in: bytes)
          }
        }
      }
      linesBefore.initializeElement(at: blockCount, to: lines)
      count = blockCount + 1
    }
    self.bytes = bytes
    self.linesBefore = linesBefore
    self.loneCarriageReturns = loneCarriageReturns
  }

  /// At least 1, for an empty file too: a final line break starts one more, empty line.
  package var lineCount: Int { linesBefore[linesBefore.count - 1] + 1 }

  /// - Parameter offset: from 0, in UTF-8 bytes; one outside the file is taken as the nearest
  ///   in it, the end included.
  package func location(of offset: Int) -> SourceLocation {
    let offset = max(0, min(offset, bytes.count))
    let block = offset / blockSize
    var line = linesBefore[block] + 1
    var start: Int?
    bytes.withUnsafeBufferPointer { bytes in
      var range = block * blockSize..<offset
      while let lineBreak = firstLineBreak(in: range, of: bytes) {
        line += 1
        start = lineBreak + 1
        range = lineBreak + 1..<offset
      }
    }
    let column = offset - (start ?? self.start(ofLine: line)) + 1
    return SourceLocation(line: line, column: column, offset: offset)
  }

  /// Offsets of a line with its line break.
  /// - Parameter line: from 1 to `lineCount`.
  package func range(ofLine line: Int) -> Range<Int> {
    range(ofLine: line, from: start(ofLine: line))
  }

  /// Offsets of a line whose start is known: lines in a row are found faster so.
  /// - Parameter line: from 1 to `lineCount`.
  package func range(ofLine line: Int, from start: Int) -> Range<Int> {
    let end = bytes.withUnsafeBufferPointer { bytes in
      let block = offsets(ofBlock: start / blockSize, in: bytes)
      return firstLineBreak(in: start..<block.upperBound, of: bytes)
    }
    if let end { return start..<end + 1 }
    return start..<(line < lineCount ? self.start(ofLine: line + 1) : bytes.count)
  }

  /// The line, from 1, for a count in which a lone CR ends no line, as LLVM counts.
  package func lineCountingLineFeedsOnly(_ location: SourceLocation) -> Int {
    guard !loneCarriageReturns.isEmpty else { return location.line }
    return location.line - loneCarriageReturns.count(ofSortedPrefixUpTo: location.offset - 1)
  }

  private func start(ofLine line: Int) -> Int {
    guard 1 < line else { return 0 }
    let block = linesBefore.count(ofSortedPrefixUpTo: line - 2) - 1
    return bytes.withUnsafeBufferPointer { bytes in
      var range = offsets(ofBlock: block, in: bytes)
      for _ in linesBefore[block]..<line - 1 {
        guard let lineBreak = firstLineBreak(in: range, of: bytes) else { break }
        range = lineBreak + 1..<range.upperBound
      }
      return range.lowerBound
    }
  }
}

// MARK: - Line breaks

/// In bytes: a byte can count what is in a block.
private let blockSize = 128
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

private func offsets(
  ofBlock block: Int, in bytes: UnsafeBufferPointer<UInt8>
) -> Range<Int> {
  block * blockSize..<min((block + 1) * blockSize, bytes.count)
}

private func isLineBreak(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  if bytes[offset] == lineFeed { return true }
  guard bytes[offset] == carriageReturn else { return false }
  return offset + 1 == bytes.count || bytes[offset + 1] != lineFeed
}

/// The offset of the first line break in the range, of a CRLF that of the LF; nil if none is there.
private func firstLineBreak(
  in range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
) -> Int? {
  let start = UnsafeRawPointer(bytes.baseAddress)
  var offset = range.lowerBound
  while offset < range.upperBound {
    if let start, offset + 8 <= bytes.count {
      let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let index = indexOfControl(in: UInt64(littleEndian: word))
      offset += index
      if index == 8 { continue }
    }
    if offset < range.upperBound, isLineBreak(at: offset, in: bytes) { return offset }
    offset += 1
  }
  return nil
}

/// The index of the first byte up to CR in a word, the lowest byte first; 8 if there is none.
@inline(__always)
private func indexOfControl(in word: UInt64) -> Int {
  // The highest bit of the first such byte is set, and of none before it.
  let marks = (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word & 0x8080_8080_8080_8080
  return marks.trailingZeroBitCount / 8
}

/// How many line breaks of each kind a block has; CRLF is an LF.
private struct LineBreakCounts {
  private typealias Chunk = SIMD16<UInt8>
  /// Masks and bytes have no fast operators for bits.
  private typealias Words = SIMD2<UInt64>

  private(set) var lineFeeds = 0
  private(set) var loneCarriageReturns = 0

  @inline(__always)
  init(ofBlock block: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let start = block * blockSize
    if start + blockSize < bytes.count {
      countWholeBlock(UnsafeRawPointer(bytes.baseAddress! + start))
    } else {
      for offset in start..<bytes.count where isLineBreak(at: offset, in: bytes) {
        if bytes[offset] == lineFeed { lineFeeds += 1 } else { loneCarriageReturns += 1 }
      }
    }
  }

  /// - Parameter bytes: those of a block and the next one.
  @inline(__always)
  private mutating func countWholeBlock(_ bytes: UnsafeRawPointer) {
    let lineFeed = Chunk(repeating: lineFeed)
    let carriageReturn = Chunk(repeating: carriageReturn)
    var lineFeeds = Chunk.zero
    var loneCarriageReturns = Chunk.zero
    for start in stride(from: 0, to: blockSize, by: Chunk.scalarCount) {
      let chunk = bytes.loadUnaligned(fromByteOffset: start, as: Chunk.self)
      let next = bytes.loadUnaligned(fromByteOffset: start + 1, as: Chunk.self)
      // The bytes of a mask are 0 or 255, which is -1.
      lineFeeds &-= unsafeBitCast(chunk .== lineFeed, to: Chunk.self)
      let isCarriageReturn = unsafeBitCast(chunk .== carriageReturn, to: Words.self)
      let isFollowed = unsafeBitCast(next .== lineFeed, to: Words.self)
      loneCarriageReturns &-= unsafeBitCast(isCarriageReturn & ~isFollowed, to: Chunk.self)
    }
    self.lineFeeds = sum(of: lineFeeds)
    self.loneCarriageReturns = sum(of: loneCarriageReturns)
  }

  /// - Parameter counts: whose sum is less than 256.
  private func sum(of counts: Chunk) -> Int {
    let words = unsafeBitCast(counts, to: Words.self)
    // The highest byte of the product is the sum of all bytes.
    return Int(((words[0] &+ words[1]) &* 0x0101_0101_0101_0101) >> 56)
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
