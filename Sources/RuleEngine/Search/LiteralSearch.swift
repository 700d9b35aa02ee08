import Rules
import SwiftLexer

/// Searches bytes for literals. A literal counts only where it is a whole word.
///
/// It is sound: a literal that holds an ASCII letter with a byte after it can only stand where a
/// run of letters starts, and `LetterRunSearch` finds all of these. A table tells from three bytes
/// whether a literal may start there. Mostly none does; otherwise the literals with these three
/// bytes are compared. The cost hardly depends on the number of literals, so there is one search
/// whatever the rules are.
///
/// It declines (`isOpen`) if a literal is too short for that, such as `f`: then every file is
/// lexed.
struct LiteralSearch: Sendable {
  /// Whether a literal is too short to search for. Then no literal is searched for.
  let isOpen: Bool
  /// Whether a literal has three bytes, by their hash: 1 or 0. Most runs of letters need only this
  /// look. So the table is small, and the look needs no branch.
  private var isStart: [UInt8] = []
  /// The first entry by the hash of three bytes, as an index in `entries` plus 1; 0 for none.
  private var numbers: [UInt32] = []
  private var entries: [LiteralEntry] = []
  /// The bytes of the literals, among other names.
  private let bytes: [UInt8]

  private static let hashBits: UInt32 = 12

  /// - Parameter literals: the numbers of different names. The search reports a literal by its
  ///   index here.
  init(_ literals: [Int], in names: NameTable) {
    bytes = names.bytes
    let starts = literals.map { names.firstLetter(of: $0) }
    isOpen = starts.contains(nil)
    if isOpen || literals.isEmpty { return }
    isStart = Array(repeating: 0, count: 1 << Self.hashBits)
    numbers = Array(repeating: 0, count: isStart.count)
    entries.reserveCapacity(2 * literals.count)
    for (index, start) in starts.enumerated() {
      add(names.range(of: literals[index]), index: index, at: start!)
    }
  }

  /// - Parameter start: the offset in `bytes` of the bytes that the literal is found by.
  private mutating func add(_ literal: Range<Int>, index: Int, at start: Int) {
    let pair = UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8
    if start + 2 < literal.upperBound {
      add(literal, index: index, at: start, triple: pair | UInt32(bytes[start + 2]) << 16)
    } else {
      // The word ends here, so any byte that is not part of a name may follow.
      for byte in UInt8.min...UInt8.max where !byte.isNameByte {
        add(literal, index: index, at: start, triple: pair | UInt32(byte) << 16)
      }
    }
  }

  /// - Parameter triple: the three bytes that the literal may be found by.
  private mutating func add(_ literal: Range<Int>, index: Int, at start: Int, triple: UInt32) {
    let hash = Self.hash(of: triple)
    let next = numbers[hash]
    // Several triples of one literal may have the same hash.
    if next != 0, entries[Int(next) - 1].index == index { return }
    entries.append(
      LiteralEntry(
        index: index, start: literal.lowerBound, count: literal.count,
        offset: start - literal.lowerBound, next: next))
    numbers[hash] = UInt32(entries.count)
    isStart[hash] = 1
  }

  /// - Parameter bytes: three bytes, the first of them the lowest. The highest byte is ignored.
  @inline(__always)
  private static func hash(of bytes: UInt32) -> Int {
    Int((bytes &* 0x9E37_7900) &>> (32 - hashBits))
  }

  /// Whether `isWanted` returns true for a literal in the source. Always false if the search is
  /// open.
  /// - Parameter isWanted: takes the index of a literal and its range in the source, as offsets in
  ///   UTF-8 bytes. Ranges come in source order.
  @inline(__always)
  func find(in source: UnsafeBufferPointer<UInt8>, isWanted: (Int, Range<Int>) -> Bool) -> Bool {
    if entries.isEmpty { return false }
    return isStart.withUnsafeBufferPointer { isStart in
      entries.withUnsafeBufferPointer { entries in
        bytes.withUnsafeBufferPointer { bytes in
          let (isStart, entries) = (isStart.baseAddress!, entries.baseAddress!)
          let isWanted = { (offset: Int, triple: UInt32) in
            var number = numbers[Self.hash(of: triple)]
            while number != 0 {
              let entry = entries + Int(number &- 1)
              let start = offset &- entry.pointee.offset
              if entry.pointee.isLiteral(at: start, in: source, bytes: bytes),
                isWanted(entry.pointee.index, start..<start &+ entry.pointee.count)
              {
                return true
              }
              number = entry.pointee.next
            }
            return false
          }
          let mayBeWanted = { (triple: UInt32) in UInt32(isStart[Self.hash(of: triple)]) }
          return LetterRunSearch.find(in: source, where: mayBeWanted, isWanted: isWanted)
        }
      }
    }
  }
}

/// A literal, and the three bytes in it that it is found by. An entry holds no reference, so that
/// reading it costs little.
private struct LiteralEntry {
  /// The index of the literal.
  let index: Int
  /// The offset of the literal in `LiteralSearch.bytes`.
  let start: Int
  let count: Int
  /// The offset, in the literal, of the bytes that it is found by.
  let offset: Int
  /// The next entry with the same hash, by index plus 1; 0 for none.
  let next: UInt32

  /// Whether the literal stands at an offset as a whole word.
  /// - Parameter start: the offset in the source; may be below 0.
  @inline(__always)
  func isLiteral(
    at start: Int, in source: UnsafeBufferPointer<UInt8>, bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let end = start &+ count
    guard 0 <= start, end <= source.count else { return false }
    // Words that start alike seldom end alike.
    for index in (0..<count).reversed()
    where source[start &+ index] != bytes[self.start &+ index] {
      return false
    }
    // The lexer tells whether a character beyond ASCII continues the word.
    return !(0 < start && source[start &- 1].isNameByte)
      && !(end < source.count && source[end].isNameByte)
  }
}

extension NameTable {
  /// The offset in `bytes` of the first ASCII letter of a name; `nil` if no byte of the name
  /// follows it.
  fileprivate func firstLetter(of number: Int) -> Int? {
    range(of: number).dropLast().first { UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[$0] | 0x20 }
  }
}

/// Goes through the offsets in a file's bytes at which a run of letters starts, for
/// `LiteralSearch`.
///
/// It is sound: it drops no offset by itself. The bytes are read in rows of blocks, and each row in
/// steps, each of which leaves few offsets to the next step. The first steps do not branch on the
/// bytes at an offset, since such branches are hard to predict. A file without any literal takes
/// about two instructions a byte, whatever the literals are.
enum LetterRunSearch {
  /// The size of a row in bytes. A longer row would need memory from the heap, as temporary
  /// allocations of over 1 KiB do.
  private static let rowSize = 12 * blockSize
  /// The size of a block in bytes. A number of 64 bits has a bit for each of them.
  private static let blockSize = 64
  /// The number of bytes that are read from an offset on.
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
  /// - Returns: the number of numbers that were written to `starts`.
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
  /// The lanes whose byte is an ASCII letter.
  @inline(__always)
  fileprivate var isLetter: SIMDMask<SIMD16<Int8>> {
    // Letters become the 26 lowest numbers.
    let moved = (self | Self(repeating: 0x20)) &+ Self(repeating: 0x80 &- 0x61)
    return unsafeBitCast(moved, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: -128 + 26)
  }
}
