import SwiftLexer

/// Goes through the offsets in a file's bytes at which a run of letters starts, for
/// `LiteralSearch`.
///
/// It is sound: it drops no offset by itself. The bytes are read in rows of blocks, and each row in
/// steps, each of which leaves few offsets to the next step. The first steps do not branch on the
/// bytes at an offset, since such branches are hard to predict. A file without any literal takes
/// about two instructions a byte, whatever the literals are.
enum LetterRunSearch {
  /// In bytes. A longer row would need memory from the heap, as temporary allocations of over 1 KiB
  /// do.
  private static let rowSize = 12 * blockSize
  /// In bytes. A number of 64 bits has a bit for each of them.
  private static let blockSize = 64
  /// How many bytes are read from an offset on.
  private static let reach = 4

  /// Whether `isWanted` returns true for an offset.
  ///
  /// Both closures take the bytes from the offset on as a number. The first byte is the lowest, and
  /// bytes after the end of the file are 0.
  /// - Parameters:
  ///   - mayBeWanted: returns 0 to drop an offset, 1 to keep it.
  ///   - isWanted: also takes the offset in the file. Offsets come in ascending order.
  @inline(__always)
  static func find(
    in bytes: UnsafeBufferPointer<UInt8>, where mayBeWanted: (UInt32) -> UInt32,
    isWanted: (Int, UInt32) -> Bool
  ) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: rowSize + blockSize, alignment: 16) { copy in
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: rowSize / 64) { starts in
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: rowSize / 2 + 1) { kept in
          let (starts, kept) = (starts.baseAddress!, kept.baseAddress!)
          var last: UInt64 = 0
          var offset = 0
          while offset < bytes.count {
            let row = row(of: bytes, from: offset, copy)
            let halves = findStarts(
              in: row, count: min(bytes.count &- offset, rowSize), after: &last, into: starts)
            var count = 0
            for half in 0..<halves {
              var bits = starts[half]
              while bits != 0 {
                let start = 64 &* half &+ bits.trailingZeroBitCount
                bits &= bits &- 1
                kept[count] = UInt16(truncatingIfNeeded: start)
                let bytes = (row + start).loadUnaligned(as: UInt32.self)
                count &+= Int(truncatingIfNeeded: mayBeWanted(UInt32(littleEndian: bytes)))
              }
            }
            for index in 0..<count {
              let start = Int(kept[index])
              let bytes = (row + start).loadUnaligned(as: UInt32.self)
              if isWanted(offset &+ start, UInt32(littleEndian: bytes)) { return true }
            }
            offset &+= rowSize
          }
          return false
        }
      }
    }
  }

  /// The row that starts at the offset. At the end of the bytes, a copy of the row, followed by 0.
  private static func row(
    of bytes: UnsafeBufferPointer<UInt8>, from offset: Int, _ copy: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawPointer {
    let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[offset...])
    if rowSize + reach <= rest.count { return rest.baseAddress! }
    copy.copyMemory(from: rest)
    let end = min(rest.count + blockSize + reach, copy.count)
    copy[rest.count..<end].initializeMemory(as: UInt8.self, repeating: 0)
    return UnsafeRawPointer(copy.baseAddress!)
  }

  /// Finds the letters that follow no letter.
  /// - Parameters:
  ///   - count: the number of bytes in the row. The bytes up to the end of the last block must be
  ///     readable.
  ///   - last: 1 if a letter stands before the row, otherwise 0. Afterwards 1 if the row ends with
  ///     a letter.
  ///   - starts: gets a bit for each byte; the first of 64 bytes is the lowest bit.
  /// - Returns: how many numbers were written to `starts`.
  private static func findStarts(
    in row: UnsafeRawPointer, count: Int, after last: inout UInt64,
    into starts: UnsafeMutablePointer<UInt64>
  ) -> Int {
    var half = 0
    for block in stride(from: 0, to: count, by: blockSize) {
      let letters = SIMDMask<SIMD16<Int8>>.bits {
        (row + (block &+ 16 &* $0)).loadUnaligned(as: SIMD16<UInt8>.self).isLetter
      }
      starts[half] = letters & ~(letters &<< 1 | last)
      last = letters &>> 63
      half &+= 1
    }
    return half
  }
}

extension SIMD16<UInt8> {
  /// Which bytes are ASCII letters.
  @inline(__always)
  fileprivate var isLetter: SIMDMask<SIMD16<Int8>> {
    // Letters become the 26 lowest numbers.
    let moved = (self | Self(repeating: 0x20)) &+ Self(repeating: 0x80 &- 0x61)
    return unsafeBitCast(moved, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: -128 + 26)
  }
}
