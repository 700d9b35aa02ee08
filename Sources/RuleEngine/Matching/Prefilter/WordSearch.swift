/// Searches bytes for whole words. A word can only stand where a run of letters starts; there, a
/// table tells by three bytes whether one may.
struct WordSearch: Sendable {
  /// By index.
  let words: [SearchWord]
  /// Whether a word has too little to search for; then none is.
  let isOpen: Bool
  /// How many different texts the words have.
  let textCount: Int
  /// By the hash of three bytes: the number of the first place in `places`, from 1 on; 0 for none.
  private var slots: [UInt16] = Array(repeating: 0, count: 1 << slotBits)
  private var places: [WordPlace] = []
  /// Indices, those of words with the same text one after the other.
  private var wordsByText: [Int] = []

  /// One after the other.
  private var texts: [UInt8] = []

  private static let slotBits: UInt32 = 13

  init(_ words: [SearchWord]) {
    self.words = words
    let byText = Dictionary(grouping: words.indices) { words[$0].bytes }
    textCount = byText.count
    isOpen = byText.keys.contains { $0.firstLetter == nil }
    if isOpen { return }
    for (text, words) in byText { add(text, of: words) }
  }

  private mutating func add(_ text: [UInt8], of indices: [Int]) {
    let letter = text.firstLetter!
    let head = text.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    for slot in Set(Self.keys(of: text[letter...]).map(Self.slot)) {
      places.append(
        WordPlace(
          text: texts.count..<texts.count + text.count,
          words: wordsByText.count..<wordsByText.count + indices.count, next: slots[slot],
          letter: letter, head: head, mask: .max >> UInt64(64 - 8 * min(text.count, 8))))
      slots[slot] = UInt16(places.count)
    }
    texts += text
    wordsByText += indices
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
  private static func slot(of bytes: UInt32) -> Int {
    Int((bytes &* 0x9E37_7900) &>> (32 - slotBits))
  }

  /// Whether `isWanted` says yes to a word that stands in the bytes; unless the search is open.
  /// - Parameter isWanted: takes the word's index and where it is; words come in source order.
  @inline(__always)
  func find(
    in bytes: UnsafeBufferPointer<UInt8>, isWanted: (Int, Range<Int>) -> Bool
  ) -> Bool {
    slots.withUnsafeBufferPointer { slots in
      places.withUnsafeBufferPointer { places in
        texts.withUnsafeBufferPointer { texts in
          let (slots, places) = (slots.baseAddress!, places.baseAddress!)
          let isTaken = { (key: UInt32) in slots[Self.slot(of: key)] != 0 }
          return LetterRuns.find(in: bytes, where: isTaken) { offset, key in
            var number = slots[Self.slot(of: key)]
            while number != 0 {
              let place = places + Int(number &- 1)
              if let range = place.pointee.range(withLetterAt: offset, in: bytes, texts: texts) {
                for index in place.pointee.words where isWanted(wordsByText[index], range) {
                  return true
                }
              }
              number = place.pointee.next
            }
            return false
          }
        }
      }
    }
  }
}

/// A text, and where it is relative to its first letter; it holds no reference, so that looking at
/// it costs little.
private struct WordPlace {
  /// In `WordSearch.texts`.
  let text: Range<Int>
  /// In `WordSearch.wordsByText`.
  let words: Range<Int>
  /// The number of the next place in the same slot; 0 for none.
  let next: UInt16
  /// The offset of the first letter.
  let letter: Int
  /// Up to eight bytes of the text, and a mask for as many.
  let head: UInt64
  let mask: UInt64

  /// Where the text is, as a whole word, if its first letter is at the offset; else nil.
  @inline(__always)
  func range(
    withLetterAt offset: Int, in source: UnsafeBufferPointer<UInt8>,
    texts: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    let start = offset &- letter
    let end = start &+ text.count
    guard 0 <= start, end <= source.count else { return nil }
    var compared = 0
    if start &+ 8 <= source.count {
      let bytes = UnsafeRawPointer(source.baseAddress! + start).loadUnaligned(as: UInt64.self)
      guard UInt64(littleEndian: bytes) & mask == head else { return nil }
      compared = 8
    }
    while compared < text.count {
      guard source[start &+ compared] == texts[text.lowerBound &+ compared] else { return nil }
      compared &+= 1
    }
    // Whether a character beyond ASCII goes on with the word is left to the lexer.
    guard start == 0 || !source[start &- 1].isASCIIWordByte else { return nil }
    return end < source.count && source[end].isASCIIWordByte ? nil : start..<end
  }
}

extension [UInt8] {
  /// The offset of the first ASCII letter; nil if no other byte follows it.
  fileprivate var firstLetter: Int? {
    dropLast().firstIndex { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
  }
}
