import Rules
import SwiftLexer

/// Searches bytes for literals, each of which must stand there as a whole word.
///
/// It is sound: a literal that holds an ASCII letter with a byte after it can only stand where a
/// run of letters starts, and `LetterRunSearch` finds all of these. There a table tells by three
/// bytes whether a literal may stand, as most do not; then the literals with these are compared.
/// Any number of literals costs about the same, so that there is one search whatever the rules are.
///
/// It declines (`isOpen`) where a literal is too short for that, as `f` is: then every file is
/// lexed.
struct LiteralSearch: Sendable {
  /// Whether a literal has too little to search for; then none is.
  let isOpen: Bool
  /// By the hash of three bytes: 1 if a literal has them, else 0. Where most runs of letters start
  /// nothing else is asked, so it is small and needs no branch.
  private var isStart: [UInt8] = []
  /// By the hash of three bytes: the number of the first of `entries`, from 1 on; 0 for none.
  private var numbers: [UInt32] = []
  private var entries: [LiteralEntry] = []
  /// The literals, among others.
  private let bytes: [UInt8]

  private static let hashBits: UInt32 = 12

  /// - Parameter literals: the numbers of different names; what is found has their indices.
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

  /// - Parameter start: of the bytes in the literal that it is found by.
  private mutating func add(_ literal: Range<Int>, index: Int, at start: Int) {
    let pair = UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8
    if start + 2 < literal.upperBound {
      add(literal, index: index, at: start, triple: pair | UInt32(bytes[start + 2]) << 16)
    } else {
      // Any byte may come next that ends the word.
      for byte in UInt8.min...UInt8.max where !byte.isNameByte {
        add(literal, index: index, at: start, triple: pair | UInt32(byte) << 16)
      }
    }
  }

  /// - Parameter triple: three bytes that may stand where the literal is found.
  private mutating func add(_ literal: Range<Int>, index: Int, at start: Int, triple: UInt32) {
    let hash = Self.hash(of: triple)
    let next = numbers[hash]
    // Triples of one literal may have the same hash.
    if next != 0, entries[Int(next) - 1].index == index { return }
    entries.append(
      LiteralEntry(
        index: index, start: literal.lowerBound, count: literal.count,
        offset: start - literal.lowerBound, next: next))
    numbers[hash] = UInt32(entries.count)
    isStart[hash] = 1
  }

  /// - Parameter bytes: three, the first of them the lowest; the highest byte does not count.
  @inline(__always)
  private static func hash(of bytes: UInt32) -> Int {
    Int((bytes &* 0x9E37_7900) &>> (32 - hashBits))
  }

  /// Whether `isWanted` says yes to a literal that stands in the source; unless the search is open.
  /// - Parameter isWanted: takes the literal's index and where it is; these come in source order.
  @inline(__always)
  func find(
    in source: UnsafeBufferPointer<UInt8>, isWanted: (Int, Range<Int>) -> Bool
  ) -> Bool {
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

/// A literal, and where the three bytes are that it is found by; it holds no reference, so that
/// looking at it costs little.
private struct LiteralEntry {
  /// Of the literal.
  let index: Int
  /// Of the literal in `LiteralSearch.bytes`.
  let start: Int
  let count: Int
  /// In the literal, of the bytes that it is found by.
  let offset: Int
  /// The number of the next entry with the same hash; 0 for none.
  let next: UInt32

  /// Whether the literal stands there as a whole word.
  /// - Parameter start: may be below 0.
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
    // Whether a character beyond ASCII goes on with the word is left to the lexer.
    return !(0 < start && source[start &- 1].isNameByte)
      && !(end < source.count && source[end].isNameByte)
  }
}

extension NameTable {
  /// Where in `bytes` the first ASCII letter of a name is; nil if no other byte follows it.
  fileprivate func firstLetter(of number: Int) -> Int? {
    range(of: number).dropLast().first { UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[$0] | 0x20 }
  }
}
