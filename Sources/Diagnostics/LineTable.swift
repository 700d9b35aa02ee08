/// Where the lines of a file start. Few of them are asked for, so that only the line breaks of
/// each block of bytes are counted beforehand; a line is then looked for in its block.
package struct LineTable: Sendable {
  private let bytes: [UInt8]
  /// The number of lines that end before each block, and before the end of the file.
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
          if let lineFeeds = lineFeedCount(ofWholeBlock: block, in: bytes) {
            lines &+= lineFeeds
            continue
          }
          let range = offsets(ofBlock: block, in: bytes)
          var start = range.lowerBound
          while let lineBreak = firstLineBreak(in: start..<range.upperBound, of: bytes) {
            lines += 1
            if bytes[lineBreak] == carriageReturn { loneCarriageReturns.append(lineBreak) }
            start = lineBreak + 1
          }
        }
      }
      linesBefore.initializeElement(at: blockCount, to: lines)
      count = blockCount + 1
    }
    (self.bytes, self.linesBefore) = (bytes, linesBefore)
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

  /// Where a line starts that a location is in, or that is so near before it that looking through
  /// the lines between them is the fastest way.
  /// - Parameter line: from 1 to that of the location.
  package func start(ofLine line: Int, before location: SourceLocation) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var start = location.offset - location.column + 1
      for _ in line..<location.line { start = lineStart(before: start, in: bytes) }
      return start
    }
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
    return location.line - loneCarriageReturns.partitioningIndex { location.offset <= $0 }
  }

  private func start(ofLine line: Int) -> Int {
    guard 1 < line else { return 0 }
    let block = linesBefore.partitioningIndex { line - 1 <= $0 } - 1
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

/// Where a line starts, by where the next one does.
private func lineStart(
  before next: Int, in bytes: UnsafeBufferPointer<UInt8>
) -> Int {
  let isPair = 2 <= next && bytes[next - 1] == lineFeed && bytes[next - 2] == carriageReturn
  var start = isPair ? next - 2 : next - 1
  guard let first = UnsafeRawPointer(bytes.baseAddress) else { return 0 }
  while 0 < start {
    if 8 <= start {
      let word = first.loadUnaligned(fromByteOffset: start - 8, as: UInt64.self)
      let count = countAfterLastControl(in: UInt64(littleEndian: word))
      start -= count
      if count == 8 { continue }
    }
    // A CR stands alone here, as the LF of a pair comes after it.
    if bytes[start - 1] == lineFeed || bytes[start - 1] == carriageReturn { break }
    start -= 1
  }
  return start
}

/// The number of bytes after the last one up to CR in a word, the lowest byte first; 8 if there is
/// none.
@inline(__always)
private func countAfterLastControl(in word: UInt64) -> Int {
  // The highest bit of each byte beyond CR is set.
  let others = ((word & 0x7F7F_7F7F_7F7F_7F7F) + 0x7272_7272_7272_7272) | word
  return (~others & 0x8080_8080_8080_8080).leadingZeroBitCount / 8
}

/// The index of the first byte up to CR in a word, the lowest byte first; 8 if there is none.
@inline(__always)
private func indexOfControl(in word: UInt64) -> Int {
  // The highest bit of the first such byte is set, and of none before it.
  let marks = (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word & 0x8080_8080_8080_8080
  return marks.trailingZeroBitCount / 8
}

/// The number of lines that end in a block that is as long as most and has no CR; nil for another
/// one.
@inline(__always)
private func lineFeedCount(
  ofWholeBlock block: Int, in bytes: UnsafeBufferPointer<UInt8>
) -> Int? {
  typealias Chunk = SIMD16<UInt8>
  // Masks and bytes have no fast operators for bits.
  typealias Words = SIMD2<UInt64>
  let end = (block &+ 1) &* blockSize
  guard end <= bytes.count, let start = UnsafeRawPointer(bytes.baseAddress) else { return nil }
  var lineFeeds = Chunk.zero
  var carriageReturns = Words.zero
  for distance in stride(from: blockSize, to: 0, by: -Chunk.scalarCount) {
    let chunk = start.loadUnaligned(fromByteOffset: end &- distance, as: Chunk.self)
    // The bytes of a mask are 0 or 255, which is -1.
    lineFeeds &-= unsafeBitCast(chunk .== Chunk(repeating: lineFeed), to: Chunk.self)
    carriageReturns |= unsafeBitCast(
      chunk .== Chunk(repeating: carriageReturn), to: Words.self)
  }
  guard carriageReturns[0] | carriageReturns[1] == 0 else { return nil }
  let counts = unsafeBitCast(lineFeeds, to: Words.self)
  // The highest byte of the product is the sum of all bytes, which is less than 256.
  return Int(((counts[0] &+ counts[1]) &* 0x0101_0101_0101_0101) >> 56)
}
