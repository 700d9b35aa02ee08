/// What 64 bytes are. Bit `i` of each number stands for byte `i`.
struct ByteBlock {
  static let size = 64

  /// The bytes that may stand in a name, but for those outside ASCII.
  let names: UInt64
  /// Where a token or a comment may begin: the first byte of each name, and whatever is neither
  /// name nor blank.
  var starts: UInt64
  /// Those of `starts` with nothing but blanks between them and a newline.
  let lineStarts: UInt64

  /// Notes that what stands before a byte is over: a number or a directive may end within what
  /// looks like one name, as in `1.5a` and `#if1`.
  mutating func beginToken(at index: Int) {
    starts |= names & 1 &<< UInt64(truncatingIfNeeded: index)
  }
}

extension SourceBytes {
  /// Finds out what the bytes from `start` on are, all of which lie inside the file; a token, or
  /// nothing, begins at `start`. One more block is added, which ends no name. Returns whether
  /// nothing but blanks follows the last newline.
  func readBlocks(
    from start: Int, into blocks: UnsafeMutablePointer<ByteBlock>, count: Int
  ) -> Bool {
    var lastName: UInt64 = 0
    var newline: UInt64 = 0
    for index in 0..<count {
      let (namesAndNewlines, blanks) = classes(at: start &+ index &* ByteBlock.size)
      let names = namesAndNewlines & ~blanks
      // A newline runs through the blanks after it, as a carry does.
      let (sum, carry) = blanks.addingReportingOverflow(namesAndNewlines & blanks)
      let (carried, nextCarry) = sum.addingReportingOverflow(newline)
      (blocks + index).initialize(
        to: ByteBlock(
          names: names, starts: ~blanks & ~(names & (names &<< 1 | lastName)),
          lineStarts: carried & ~blanks))
      lastName = names &>> 63
      newline = carry || nextCarry ? 1 : 0
    }
    (blocks + count).initialize(to: ByteBlock(names: .max, starts: 0, lineStarts: 0))
    return newline != 0
  }

  /// Which of 64 bytes belong to a name or are newlines, and which are blanks, newlines among them.
  @inline(__always)
  private func classes(at start: Int) -> (namesAndNewlines: UInt64, blanks: UInt64) {
    var rows = BitRows()
    for row in 0..<4 {
      let bytes = wholeVector(at: start &+ 16 &* (3 &- row))
      rows.append((bytes .== .all(" ")) .| (bytes .== .all("\t")) .| bytes.isNewline)
    }
    for row in 0..<4 {
      let bytes = wholeVector(at: start &+ 16 &* (3 &- row))
      rows.append(bytes.isName .| bytes.isNewline)
    }
    return rows.bits
  }
}

extension SIMD16<UInt8> {
  @inline(__always)
  fileprivate var isNewline: SIMDMask<SIMD16<Int8>> { (self .== .all("\n")) .| (self .== .all("\r")) }
}

/// Truth values of 128 bytes, on their way to become the bits of two numbers: eight rows of 16. A
/// vector of truth values has no instruction that makes bits of it on every processor; this way it
/// takes few.
struct BitRows {
  /// Byte `i` has a bit for byte `i` of each row, the row added last the lowest.
  private var rows = SIMD16<UInt8>()

  /// Adds a row, from the last to the first.
  @inline(__always)
  mutating func append(_ mask: SIMDMask<SIMD16<Int8>>) {
    // What is true is -1.
    rows = rows &+ rows &- unsafeBitCast(mask, to: SIMD16<UInt8>.self)
  }

  /// The bits in the order of the bytes, 64 each.
  @inline(__always)
  var bits: (UInt64, UInt64) {
    var squares = unsafeBitCast(rows, to: SIMD2<UInt64>.self)
    // Each half is a square of 8 by 8 bits.
    squares.swapBits(distance: 7, mask: 0x00AA_00AA_00AA_00AA)
    squares.swapBits(distance: 14, mask: 0x0000_CCCC_0000_CCCC)
    squares.swapBits(distance: 28, mask: 0x0000_0000_F0F0_F0F0)
    let bytes = unsafeBitCast(squares, to: SIMD16<UInt8>.self)
    var pairs = SIMD16<UInt8>()
    pairs.evenHalf = bytes.lowHalf
    pairs.oddHalf = bytes.highHalf
    let words = unsafeBitCast(pairs, to: SIMD2<UInt64>.self)
    return (words.x, words.y)
  }
}

extension SIMD2<UInt64> {
  /// Exchanges the bits in the mask with those `distance` above them.
  @inline(__always)
  fileprivate mutating func swapBits(distance: UInt64, mask: UInt64) {
    let difference = (self ^ self &>> Self(repeating: distance)) & Self(repeating: mask)
    self ^= difference ^ difference &<< Self(repeating: distance)
  }
}

extension UInt64 {
  /// All bits from one on, counted from the lowest one, which is 0.
  @inline(__always)
  static func ones(from index: Int) -> UInt64 { .max &<< UInt64(truncatingIfNeeded: index) }

  @inline(__always)
  func bit(_ index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: self &>> UInt64(truncatingIfNeeded: index)) & 1
  }
}
