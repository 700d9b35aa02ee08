/// Looks at a file's bytes, 128 at a time.
enum BlockSearch {
  private static let blockSize = BlockMarks.size

  /// Whether `isWanted` says yes to a place.
  ///
  /// Closures that take four bytes take those from the place on, the first the lowest; those beyond
  /// the end are 0.
  /// - Parameters:
  ///   - marks: has all bits of the bytes that are marked, of the 16 from an address on.
  ///   - starts: takes a bit for each of 64 bytes, the first the lowest, whether it is marked, and
  ///     as 0 or 1 whether the one before is. Its result has a bit for each place to look at.
  ///   - mayBeWanted: 0 turns a place away, 1 keeps it until the end of a block; so the loop over
  ///     places is short and has no branch that is hard to predict.
  ///   - isWanted: takes the offset, too; offsets come in order and may be beyond the end.
  @inline(__always)
  static func find(
    in bytes: UnsafeBufferPointer<UInt8>, marks: (UnsafeRawPointer) -> SIMD2<UInt64>,
    starts: (UInt64, UInt64) -> UInt64, where mayBeWanted: (UInt32) -> UInt32,
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
            let rest = UnsafeRawBufferPointer(start: block, count: bytes.count - offset)
            end.copyMemory(from: rest)
            block = UnsafeRawPointer(end.baseAddress!)
          }
          let marked = BlockMarks.bits(at: block, marks)
          var count = 0
          for half in 0..<2 {
            var places = starts(marked[half], previous)
            previous = marked[half] &>> 63
            while places != 0 {
              let place = 64 &* half &+ places.trailingZeroBitCount
              places &= places &- 1
              kept[count] = UInt8(truncatingIfNeeded: place)
              count &+= Int(truncatingIfNeeded: mayBeWanted(key(at: place, in: block)))
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
}
