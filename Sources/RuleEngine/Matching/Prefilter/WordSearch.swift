import Rules

/// Searches bytes for texts that stand there as whole words.
///
/// Few and rare ones are found by a `TripleSearch`. Others can only stand where a run of letters
/// starts; there, a table tells by three bytes whether one may, and most are turned away by more.
struct WordSearch: Sendable {
  /// Whether a text has too little to search for; then none is.
  let isOpen: Bool
  private let triples: TripleSearch?
  /// By the hash of three bytes: which bytes may come next, as bits by their highest five.
  private var nextBytes: [UInt32] = []
  /// By the hash of three bytes: the number of the first place in `places`, from 1 on; 0 for none.
  private var numbers: [UInt32] = []
  private var places: [TextPlace] = []
  /// By the hash of three bytes: the index in `groups` of the texts with it.
  private var groupsByHash: [UInt16] = []
  /// The first one holds nothing.
  private var groups = [TextGroup.empty]
  /// The texts, among others.
  private let bytes: [UInt8]

  private static let hashBits: UInt32 = 12

  /// - Parameter texts: the numbers of different names; what is found has their indices.
  init(_ texts: ArraySlice<Int>, in names: NameTable) {
    self = WordSearch(rare: texts, in: names) ?? WordSearch(frequent: texts, in: names)
  }

  /// Searches for any number of texts.
  init(frequent texts: ArraySlice<Int>, in names: NameTable) {
    triples = nil
    bytes = names.bytes
    let starts = names.bytes.withUnsafeBufferPointer { bytes in
      texts.map { bytes[names.range(of: $0)].firstLetter }
    }
    isOpen = starts.contains(nil)
    if isOpen || texts.isEmpty { return }
    makeTables()
    for (index, start) in zip(texts.indices, starts) {
      add(names.range(of: texts[index]), index: index, at: start!)
    }
  }

  /// Searches for few and rare texts; nil if they are not.
  init?(rare texts: ArraySlice<Int>, in names: NameTable) {
    guard texts.count <= TripleSearch.textLimit,
      let triples = TripleSearch(texts.map { Array(names[$0]) })
    else { return nil }
    self.triples = triples
    bytes = names.bytes
    isOpen = false
    makeTables()
    for (index, offset) in zip(texts.indices, triples.offsets) {
      let text = names.range(of: texts[index])
      add(text, index: index, at: text.lowerBound + offset)
    }
  }

  private mutating func makeTables() {
    nextBytes = Array(repeating: 0, count: 1 << Self.hashBits)
    numbers = Array(repeating: 0, count: nextBytes.count)
    groupsByHash = Array(repeating: 0, count: nextBytes.count)
  }

  /// - Parameter start: of the bytes in the text that it is found by.
  private mutating func add(_ text: Range<Int>, index: Int, at start: Int) {
    let next = Self.bits(ofByteAfter: bytes[start..<min(start + 4, text.upperBound)])
    let pair = UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8
    if start + 2 < text.upperBound {
      add(text, index: index, at: start, key: pair | UInt32(bytes[start + 2]) << 16, next)
    } else {
      // Any byte may come next that ends the word.
      for byte in UInt8.min...UInt8.max where !byte.isASCIIWordByte {
        add(text, index: index, at: start, key: pair | UInt32(byte) << 16, next)
      }
    }
  }

  /// - Parameters:
  ///   - key: three bytes that may stand where the text is found.
  ///   - bits: in `nextBytes`.
  private mutating func add(
    _ text: Range<Int>, index: Int, at start: Int, key: UInt32, _ bits: UInt32
  ) {
    let hash = Self.hash(of: key)
    let next = numbers[hash]
    // The keys of a text may have the same hash.
    if next != 0, places[Int(next) - 1].index == index { return }
    places.append(
      TextPlace(of: text, in: bytes, index: index, offset: start - text.lowerBound, next: next))
    numbers[hash] = UInt32(places.count)
    let group = TextGroup(bytes[start..<text.upperBound])
    if next == 0 {
      groupsByHash[hash] = UInt16(groups.count)
      groups.append(group)
    } else {
      groups[Int(groupsByHash[hash])].add(group)
    }
    nextBytes[hash] |= bits
  }

  /// The bits in `nextBytes` of what may come next.
  private static func bits(ofByteAfter text: ArraySlice<UInt8>) -> UInt32 {
    switch text.count {
    case ...2: return .max
    case 3:
      return (UInt8.min...UInt8.max).reduce(0) {
        $1.isASCIIWordByte ? $0 : $0 | 1 << UInt32($1 >> 3)
      }
    default: return 1 << UInt32(text[text.startIndex + 3] >> 3)
    }
  }

  /// - Parameter bytes: three, the first of them the lowest; the highest byte does not count.
  @inline(__always)
  private static func hash(of bytes: UInt32) -> Int {
    Int((bytes &* 0x9E37_7900) &>> (32 - hashBits))
  }

  /// Whether `isWanted` says yes to a text that stands in the source; unless the search is open.
  /// - Parameter isWanted: takes the text's index and where it is; these come in source order.
  @inline(__always)
  func find(
    in source: UnsafeBufferPointer<UInt8>, isWanted: (Int, Range<Int>) -> Bool
  ) -> Bool {
    if places.isEmpty { return false }
    return nextBytes.withUnsafeBufferPointer { nextBytes in
      places.withUnsafeBufferPointer { places in
        bytes.withUnsafeBufferPointer { bytes in
          let (nextBytes, places) = (nextBytes.baseAddress!, places.baseAddress!)
          let isWanted = { (offset: Int, key: UInt32) in
            var number = numbers[Self.hash(of: key)]
            while number != 0 {
              let place = places + Int(number &- 1)
              let start = offset &- place.pointee.offset
              if place.pointee.isText(at: start, in: source, bytes: bytes),
                isWanted(place.pointee.index, start..<start &+ place.pointee.count)
              {
                return true
              }
              number = place.pointee.next
            }
            return false
          }
          let mayBeWanted = { (key: UInt32) in
            nextBytes[Self.hash(of: key)] &>> (key &>> 27) & 1
          }
          if let triples {
            return triples.find(in: source, where: mayBeWanted, isWanted: isWanted)
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

/// Up to eight bytes of texts whose first three have the same hash, as far as they agree.
private struct TextGroup {
  private var bytes: UInt64
  private var mask: UInt64

  /// Holds nothing.
  static let empty = TextGroup(bytes: 1, mask: 0)

  private init(bytes: UInt64, mask: UInt64) {
    self.bytes = bytes
    self.mask = mask
  }

  /// - Parameter text: from where it is found.
  init(_ text: ArraySlice<UInt8>) {
    bytes = text.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    mask = .max >> UInt64(64 - 8 * min(text.count, 8))
  }

  mutating func add(_ other: TextGroup) {
    mask &= other.mask & ~(bytes ^ other.bytes)
    bytes &= mask
  }

  /// 1 if one of the texts may start with the bytes, else 0.
  /// - Parameter source: eight bytes, the first of them the lowest.
  @inline(__always)
  func holds(_ source: UInt64) -> UInt32 { source & mask == bytes ? 1 : 0 }
}

/// A text, and where the bytes are that it is found by; it holds no reference, so that looking at
/// it costs little.
private struct TextPlace {
  /// Of the text.
  let index: Int
  /// Of the text in `WordSearch.bytes`.
  let start: Int
  let count: Int
  /// In the text, of the bytes that it is found by.
  let offset: Int
  /// Up to eight bytes of the text, and a mask for as many.
  let head: UInt64
  let mask: UInt64
  /// The number of the next place with the same hash; 0 for none.
  let next: UInt32

  init(of text: Range<Int>, in bytes: [UInt8], index: Int, offset: Int, next: UInt32) {
    self.index = index
    self.offset = offset
    self.next = next
    start = text.lowerBound
    count = text.count
    head = text.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    mask = .max >> UInt64(64 - 8 * min(text.count, 8))
  }

  /// Whether the text stands there as a whole word.
  /// - Parameter start: may be below 0.
  @inline(__always)
  func isText(
    at start: Int, in source: UnsafeBufferPointer<UInt8>, bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let isHead = 0 <= start && start &+ 8 <= source.count
    if isHead {
      let head = UnsafeRawPointer(source.baseAddress! + start).loadUnaligned(as: UInt64.self)
      guard UInt64(littleEndian: head) & mask == self.head else { return false }
    }
    let end = start &+ count
    guard 0 <= start, end <= source.count else { return false }
    var compared = isHead ? 8 : 0
    while compared < count {
      guard source[start &+ compared] == bytes[self.start &+ compared] else { return false }
      compared &+= 1
    }
    // Whether a character beyond ASCII goes on with the word is left to the lexer.
    return !(0 < start && source[start &- 1].isASCIIWordByte)
      && !(end < source.count && source[end].isASCIIWordByte)
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// The index of the first ASCII letter; nil if no other byte follows it.
  fileprivate var firstLetter: Int? {
    dropLast().firstIndex { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
  }
}
