#if arch(x86_64) && canImport(_Builtin_intrinsics) && !PORTABLE
  private import _Builtin_intrinsics.intel
#endif

/// Which of the bytes of a block are marked, for `LetterRunSearch`.
enum BlockMarks {
  /// Of a block, in bytes.
  static let size = 128

  #if arch(x86_64) && canImport(_Builtin_intrinsics) && !PORTABLE
    /// Bit `i` of a number tells whether byte `i` of its half of the block is marked.
    /// - Parameter marks: has all bits of the bytes that are marked, of the 16 from an address on.
    @inline(__always)
    static func bits(
      at start: UnsafeRawPointer, _ marks: (UnsafeRawPointer) -> SIMD2<UInt64>
    ) -> SIMD2<UInt64> {
      // There is an instruction for it, which Swift does not use by itself.
      func row(_ index: Int) -> UInt64 {
        let row = unsafeBitCast(marks(start + 16 * index), to: __m128i.self)
        return UInt64(UInt32(truncatingIfNeeded: _mm_movemask_epi8(row)))
      }
      return SIMD2(
        row(0) | row(1) << 16 | row(2) << 32 | row(3) << 48,
        row(4) | row(5) << 16 | row(6) << 32 | row(7) << 48)
    }
  #else
    /// Bit `i` of a number tells whether byte `i` of its half of the block is marked.
    /// - Parameter marks: has all bits of the bytes that are marked, of the 16 from an address on.
    @inline(__always)
    static func bits(
      at start: UnsafeRawPointer, _ marks: (UnsafeRawPointer) -> SIMD2<UInt64>
    ) -> SIMD2<UInt64> {
      // Byte `i` has a bit for byte `i` of each row of 16 bytes, the first row lowest. A vector of
      // truth values has no instruction that makes bits of it on every processor; this way it
      // takes few.
      var rows = SIMD16<UInt8>()
      var row = 112
      while 0 <= row {
        // What is true is -1.
        rows = rows &+ rows &- unsafeBitCast(marks(start + row), to: SIMD16<UInt8>.self)
        row &-= 16
      }
      let squares = unsafeBitCast(rows, to: SIMD2<UInt64>.self)
      if squares == .zero { return .zero }
      let bytes = unsafeBitCast(squares.transposed(), to: SIMD16<UInt8>.self)
      var ordered = bytes
      ordered.evenHalf = bytes.lowHalf
      ordered.oddHalf = bytes.highHalf
      return unsafeBitCast(ordered, to: SIMD2<UInt64>.self)
    }
  #endif
}

extension SIMD2<UInt64> {
  /// Each number as a square of 8 by 8 bits, its rows made columns; as in the lexer, whose own is
  /// another target's and would be called, not inlined.
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
