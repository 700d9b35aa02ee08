/// Finds where runs of ASCII letters start, 128 bytes at a time.
enum LetterRuns {
  private static let blockSize = 128

  /// Whether `isWanted` says yes to a run.
  ///
  /// Both closures take the run's first four bytes, the first the lowest, those beyond the end 0.
  /// - Parameters:
  ///   - mayBeWanted: 0 turns the run away, 1 keeps it until the end of a block; so the loop over
  ///     runs is short and has no branch that is hard to predict.
  ///   - isWanted: takes the offset of the run, too.
  @inline(__always)
  static func find(
    in bytes: UnsafeBufferPointer<UInt8>, where mayBeWanted: (UInt32) -> UInt8,
    isWanted: (Int, UInt32) -> Bool
  ) -> Bool {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return false }
    return withUnsafeTemporaryAllocation(byteCount: blockSize + 16, alignment: 16) { end in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: blockSize / 2 + 1) { kept in
        let kept = kept.baseAddress!
        var previous: UInt64 = 0
        var offset = 0
        while offset < bytes.count {
          var block = start + offset
          if bytes.count - offset < blockSize + 4 {
            end.initializeMemory(as: UInt8.self, repeating: 0)
            let rest = min(bytes.count - offset, end.count)
            end.copyMemory(from: UnsafeRawBufferPointer(start: block, count: rest))
            block = UnsafeRawPointer(end.baseAddress!)
          }
          let letters = letters(in: block)
          var count = 0
          for half in 0..<2 {
            var runs = letters[half] & ~(letters[half] &<< 1 | previous)
            previous = letters[half] &>> 63
            while runs != 0 {
              let place = 64 &* half &+ runs.trailingZeroBitCount
              runs &= runs &- 1
              kept[count] = UInt8(truncatingIfNeeded: place)
              count &+= Int(mayBeWanted(key(at: place, in: block)))
            }
          }
          for index in 0..<count {
            let place = Int(kept[index])
            if isWanted(offset &+ place, key(at: place, in: block)) { return true }
          }
          offset += blockSize
        }
        return false
      }
    }
  }

  @inline(__always)
  private static func key(at place: Int, in block: UnsafeRawPointer) -> UInt32 {
    UInt32(littleEndian: block.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// Bit `i` of a number stands for byte `i` of its half of the block.
  @inline(__always)
  private static func letters(in block: UnsafeRawPointer) -> SIMD2<UInt64> {
    // Byte `i` of a half has a bit for byte `i` of each row of eight bytes, the first row lowest. A
    // vector of truth values has no instruction that makes bits of it on every processor; this way
    // it takes few.
    var rows = SIMD16<UInt8>()
    var row = 112
    while 0 <= row {
      // What is true is -1.
      let bytes = block.loadUnaligned(fromByteOffset: row, as: SIMD16<UInt8>.self)
      rows = rows &+ rows &- bytes.isLetter
      row &-= 16
    }
    let squares = unsafeBitCast(rows, to: SIMD2<UInt64>.self).transposed()
    let bytes = unsafeBitCast(squares, to: SIMD16<UInt8>.self)
    var ordered = bytes
    ordered.evenHalf = bytes.lowHalf
    ordered.oddHalf = bytes.highHalf
    return unsafeBitCast(ordered, to: SIMD2<UInt64>.self)
  }
}

extension SIMD16<UInt8> {
  /// All bits of those bytes that are ASCII letters.
  @inline(__always)
  fileprivate var isLetter: Self {
    let caseBits = SIMD2<UInt64>(repeating: 0x2020_2020_2020_2020)
    let lowercase = unsafeBitCast(self, to: SIMD2<UInt64>.self) | caseBits
    // Letters become the 26 lowest numbers.
    let moved = unsafeBitCast(lowercase, to: Self.self) &+ Self(repeating: 0x80 &- 0x61)
    let isLetter =
      unsafeBitCast(moved, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: -128 + 26)
    return unsafeBitCast(isLetter, to: Self.self)
  }
}

extension SIMD2<UInt64> {
  /// Each number as a square of 8 by 8 bits, its rows made columns.
  @inline(__always)
  fileprivate func transposed() -> Self {
    var bits = self
    bits.swapBits(distance: 7, mask: 0x00AA_00AA_00AA_00AA)
    bits.swapBits(distance: 14, mask: 0x0000_CCCC_0000_CCCC)
    bits.swapBits(distance: 28, mask: 0x0000_0000_F0F0_F0F0)
    return bits
  }

  /// Exchanges the bits in the mask with those `distance` above them.
  @inline(__always)
  private mutating func swapBits(distance: UInt64, mask: UInt64) {
    let difference = (self ^ self &>> Self(repeating: distance)) & Self(repeating: mask)
    self ^= difference ^ difference &<< Self(repeating: distance)
  }
}
