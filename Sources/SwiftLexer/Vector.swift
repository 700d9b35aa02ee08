// Sixteen bytes at a time. Both sides of each operation are vectors: only so does it become one
// instruction.

extension SIMD16<UInt8> {
  @inline(__always)
  static func all(_ byte: UInt8) -> Self { Self(repeating: byte) }

  @inline(__always)
  static func all(_ character: Unicode.Scalar) -> Self { Self(repeating: UInt8(ascii: character)) }

  /// The first `count` bytes, the others NUL.
  @inline(__always)
  func first(_ count: Int) -> Self {
    let indices = Self(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let isFirst = indices .< .all(UInt8(truncatingIfNeeded: count))
    return self & unsafeBitCast(isFirst, to: Self.self)
  }

  /// How many lanes are true before the first one that is not.
  @inline(__always)
  static func trueCount(_ mask: SIMDMask<SIMD16<Int8>>) -> Int {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let low = (~halves.x).trailingZeroBitCount
    return low < 64 ? low / 8 : 8 + (~halves.y).trailingZeroBitCount / 8
  }
}
