import Rules
import SwiftLexer

/// Searches bytes for literals, each of which must stand there as a whole word.
///
/// It is sound: a literal that holds an ASCII letter with a byte after it can only stand where a
/// run of letters starts, and `LetterRunSearch` finds all of these. There a table tells by three
/// bytes whether a literal may stand, as most do not; then as many bytes are compared as all
/// literals have in common that start with such three; then the rest. Any number of literals costs
/// about the same, so that there is one search whatever the rules are.
///
/// It declines (`isOpen`) where a literal is too short for that, as `f` is: then every file is
/// lexed, which makes a run with the core pack cost a little more than twice as much.
///
/// For speed alone: the words of a file could be looked up one by one.
struct LiteralSearch: Sendable {
  /// Whether a literal has too little to search for; then none is.
  let isOpen: Bool
  /// By the hash of three bytes: 1 if a literal has them, else 0. Where most runs of letters start
  /// nothing else is asked, so it is small and needs no branch.
  private var isStart: [UInt8] = []
  /// By the hash of three bytes: the number of the first of `entries`, from 1 on; 0 for none.
  private var numbers: [UInt32] = []
  private var entries: [LiteralEntry] = []
  /// By the hash of three bytes: the index in `groups` of the literals with it.
  private var groupsByHash: [UInt16] = []
  /// The first one holds nothing.
  private var groups = [LiteralGroup.empty]
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
    groupsByHash = Array(repeating: 0, count: isStart.count)
    entries.reserveCapacity(2 * literals.count)
    groups.reserveCapacity(2 * literals.count)
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
        of: literal, in: bytes, index: index, offset: start - literal.lowerBound, next: next))
    numbers[hash] = UInt32(entries.count)
    let group = LiteralGroup(LiteralHead(of: start..<literal.upperBound, in: bytes))
    if next == 0 {
      groupsByHash[hash] = UInt16(groups.count)
      groups.append(group)
    } else {
      groups[Int(groupsByHash[hash])].add(group)
    }
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
          let mayBeWanted = { (triple: UInt32) in
            UInt32(isStart[Self.hash(of: triple)])
          }
          return LetterRunSearch.find(
            in: source, where: mayBeWanted,
            { groups[Int(groupsByHash[Self.hash(of: UInt32(truncatingIfNeeded: $0))])].holds($0) },
            isWanted: isWanted)
        }
      }
    }
  }
}

/// Up to eight bytes of literals whose first three have the same hash, as far as they agree.
private struct LiteralGroup {
  private var bytes: UInt64
  private var mask: UInt64

  /// Holds nothing.
  static let empty = LiteralGroup(LiteralHead(bytes: 1, mask: 0))

  /// - Parameter literal: from where it is found.
  init(_ literal: LiteralHead) {
    bytes = literal.bytes
    mask = literal.mask
  }

  mutating func add(_ other: LiteralGroup) {
    mask &= other.mask & ~(bytes ^ other.bytes)
    bytes &= mask
  }

  /// 1 if one of the literals may start with the bytes, else 0.
  /// - Parameter source: eight bytes, the first of them the lowest.
  @inline(__always)
  func holds(_ source: UInt64) -> UInt32 { source & mask == bytes ? 1 : 0 }
}

/// Up to eight bytes of a literal, the first of them the lowest, and a mask for as many.
private struct LiteralHead {
  let bytes, mask: UInt64
}

extension LiteralHead {
  init(of literal: Range<Int>, in bytes: [UInt8]) {
    let mask: UInt64 = .max >> UInt64(64 - 8 * min(literal.count, 8))
    var word: UInt64 = 0
    bytes.withUnsafeBytes { bytes in
      if literal.lowerBound + 8 <= bytes.count {
        word = bytes.loadUnaligned(fromByteOffset: literal.lowerBound, as: UInt64.self)
        word = UInt64(littleEndian: word)
      } else {
        for offset in literal.prefix(8).reversed() { word = word << 8 | UInt64(bytes[offset]) }
      }
    }
    self.init(bytes: word & mask, mask: mask)
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
  let head: LiteralHead
  /// The number of the next entry with the same hash; 0 for none.
  let next: UInt32

  init(of literal: Range<Int>, in bytes: [UInt8], index: Int, offset: Int, next: UInt32) {
    self.index = index
    self.offset = offset
    self.next = next
    start = literal.lowerBound
    count = literal.count
    head = LiteralHead(of: literal, in: bytes)
  }

  /// Whether the literal stands there as a whole word.
  /// - Parameter start: may be below 0.
  @inline(__always)
  func isLiteral(
    at start: Int, in source: UnsafeBufferPointer<UInt8>, bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let isHead = 0 <= start && start &+ 8 <= source.count
    if isHead {
      let head = UnsafeRawPointer(source.baseAddress! + start).loadUnaligned(as: UInt64.self)
      guard UInt64(littleEndian: head) & self.head.mask == self.head.bytes else { return false }
    }
    let end = start &+ count
    guard 0 <= start, end <= source.count else { return false }
    var compared = isHead ? 8 : 0
    while compared < count {
      guard source[start &+ compared] == bytes[self.start &+ compared] else { return false }
      compared &+= 1
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
