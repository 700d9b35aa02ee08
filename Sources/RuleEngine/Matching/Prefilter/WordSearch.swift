/// Searches bytes for texts that stand there as whole words. One can only stand where a run of
/// letters starts; there, a table tells by three bytes whether one may.
struct WordSearch: Sendable {
  /// Whether a text has too little to search for; then none is.
  let isOpen: Bool
  /// By the hash of three bytes: 1 if a text may stand there, else 0.
  private var mayStand: [UInt8] = Array(repeating: 0, count: 1 << hashBits)
  /// By the hash of three bytes: the number of the first place in `places`, from 1 on; 0 for none.
  private var numbers: [UInt16] = Array(repeating: 0, count: 1 << hashBits)
  private var places: [TextPlace] = []
  /// The texts, one after the other.
  private var bytes: [UInt8] = []

  private static let hashBits: UInt32 = 13

  /// - Parameter texts: different ones.
  init(_ texts: [[UInt8]]) {
    isOpen = texts.contains { $0.firstLetter == nil }
    if isOpen { return }
    for index in texts.indices { add(texts[index], index: index) }
  }

  private mutating func add(_ text: [UInt8], index: Int) {
    let letter = text.firstLetter!
    for hash in Set(Self.keys(of: text[letter...]).map(Self.hash)) {
      places.append(
        TextPlace(
          of: text, index: index, start: bytes.count, letter: letter, next: numbers[hash]))
      numbers[hash] = UInt16(places.count)
      mayStand[hash] = 1
    }
    bytes += text
  }

  /// What may stand where the text does: its first three bytes, or two and any that ends the word.
  private static func keys(of text: ArraySlice<UInt8>) -> [UInt32] {
    let pair = UInt32(text[text.startIndex]) | UInt32(text[text.startIndex + 1]) << 8
    let thirds =
      text.count > 2
      ? [text[text.startIndex + 2]] : (UInt8.min...UInt8.max).filter { !$0.isASCIIWordByte }
    return thirds.map { pair | UInt32($0) << 16 }
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
    mayStand.withUnsafeBufferPointer { mayStand in
      places.withUnsafeBufferPointer { places in
        bytes.withUnsafeBufferPointer { bytes in
          let (mayStand, places) = (mayStand.baseAddress!, places.baseAddress!)
          let mayBeWanted = { (key: UInt32) in mayStand[Self.hash(of: key)] }
          return LetterRuns.find(in: source, where: mayBeWanted) { offset, key in
            var number = numbers[Self.hash(of: key)]
            repeat {
              let place = places + Int(number &- 1)
              let start = offset &- place.pointee.letter
              if place.pointee.isText(at: start, in: source, bytes: bytes),
                isWanted(place.pointee.index, start..<start &+ place.pointee.count)
              {
                return true
              }
              number = place.pointee.next
            } while number != 0
            return false
          }
        }
      }
    }
  }
}

/// A text that may stand at a run of letters; it holds no reference, so that looking at it costs
/// little.
private struct TextPlace {
  /// Of the text.
  let index: Int
  /// Of the text in `WordSearch.bytes`.
  let start: Int
  let count: Int
  /// The offset of the first letter in the text.
  let letter: Int
  /// Up to eight bytes of the text, and a mask for as many.
  let head: UInt64
  let mask: UInt64
  /// The number of the next place with the same hash; 0 for none.
  let next: UInt16

  init(of text: [UInt8], index: Int, start: Int, letter: Int, next: UInt16) {
    self.index = index
    self.start = start
    self.letter = letter
    self.next = next
    count = text.count
    head = text.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
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

extension [UInt8] {
  /// The offset of the first ASCII letter; nil if no other byte follows it.
  fileprivate var firstLetter: Int? {
    dropLast().firstIndex { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
  }
}
