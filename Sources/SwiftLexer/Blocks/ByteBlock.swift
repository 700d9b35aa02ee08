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
      let block = start &+ index &* ByteBlock.size
      let names = bits(at: block) { $0.isName }
      let newlines = bits(at: block) { ($0 .== .all("\n")) .| ($0 .== .all("\r")) }
      let blanks = newlines | bits(at: block) { ($0 .== .all(" ")) .| ($0 .== .all("\t")) }
      // A newline runs through the blanks after it, as a carry does.
      let (sum, carry) = blanks.addingReportingOverflow(newlines)
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

  /// Which of the 64 bytes from an offset on are of a class: bit `i` tells of byte `i`.
  @inline(__always)
  func bits(
    at start: Int, of isInClass: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    SIMDMask.bits { isInClass(wholeVector(at: start &+ 16 &* $0)) }
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
