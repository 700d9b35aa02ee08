// The truth values of the bytes of a vector as the bits of a number.

#if arch(x86_64) && canImport(_Builtin_intrinsics) && !PORTABLE
  public import _Builtin_intrinsics.intel

  extension SIMDMask<SIMD16<Int8>> {
    /// The lanes as bits: bit `i` tells of lane `i`. Swift does not use the instruction for it by
    /// itself.
    @inlinable @inline(__always)
    var bits: UInt32 {
      UInt32(truncatingIfNeeded: _mm_movemask_epi8(unsafeBitCast(self, to: __m128i.self)))
    }

    /// The number of true lanes before the first false one.
    @inline(__always)
    var trueCount: Int { (~bits).trailingZeroBitCount }

    @inline(__always)
    var isTrue: Bool { bits == 0xFFFF }

    /// The bits of four rows of lanes, the first row lowest.
    /// - Parameter row: returns a row, from 0 to 3.
    @inlinable @inline(__always)
    package static func bits(_ row: (Int) -> Self) -> UInt64 {
      let low = row(0).bits | row(1).bits &<< 16
      let high = row(2).bits | row(3).bits &<< 16
      return UInt64(low) | UInt64(high) &<< 32
    }
  }
#else
  extension SIMDMask<SIMD16<Int8>> {
    /// The number of true lanes before the first false one.
    @inline(__always)
    var trueCount: Int {
      let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
      let low = (~halves.x).trailingZeroBitCount
      let high = (~halves.y).trailingZeroBitCount
      return (low + (low == 64 ? high : 0)) / 8
    }

    @inline(__always)
    var isTrue: Bool {
      let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
      return halves.x & halves.y == .max
    }

    /// The bits of four rows of lanes, the first row lowest.
    /// - Parameter row: returns a row, from 0 to 3.
    @inlinable @inline(__always)
    package static func bits(_ row: (Int) -> Self) -> UInt64 {
      // Byte `i` has a bit for lane `i` of each row, that of the last row the highest; a true lane
      // is -1.
      var rows = SIMD16<UInt8>()
      for index in 0..<4 {
        rows = rows &+ rows &- unsafeBitCast(row(3 &- index), to: SIMD16<UInt8>.self)
      }
      // Each half is a square of 8 by 8 bits.
      var squares = unsafeBitCast(rows, to: SIMD2<UInt64>.self)
      squares.swapBits(distance: 7, mask: 0x00AA_00AA_00AA_00AA)
      squares.swapBits(distance: 14, mask: 0x0000_CCCC_0000_CCCC)
      squares.swapBits(distance: 28, mask: 0x0000_0000_F0F0_F0F0)
      let bytes = unsafeBitCast(squares, to: SIMD16<UInt8>.self)
      var pairs = SIMD8<UInt8>()
      pairs.evenHalf = bytes.lowHalf.lowHalf
      pairs.oddHalf = bytes.highHalf.lowHalf
      return unsafeBitCast(pairs, to: UInt64.self)
    }
  }

  extension SIMD2<UInt64> {
    /// Exchanges the bits in the mask with those `distance` above them.
    @inlinable @inline(__always)
    mutating func swapBits(distance: UInt64, mask: UInt64) {
      let difference = (self ^ self &>> Self(repeating: distance)) & Self(repeating: mask)
      self ^= difference ^ difference &<< Self(repeating: distance)
    }
  }
#endif
