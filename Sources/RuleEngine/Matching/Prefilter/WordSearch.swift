/// Searches bytes for words, each by two neighbouring bytes of it.
struct WordSearch: Sendable {
  /// Those that are searched for, by index.
  let words: [Int]
  private let allWords: [SearchWord]
  /// Those with the same text one after the other.
  private let wordsByText: [Int]
  private let pairs: PairSearch
  private let table: PairTable
  /// By the number of a pair: the bytes that come next in texts, as bits; most places are turned
  /// away by it.
  private let nextBytes: [UInt64]
  /// By the number of their pair.
  private let places: [WordPlace]
  /// By the number of a pair: the first of its `places`; one more at the end.
  private let firstPlaces: [Int]

  /// - Parameters:
  ///   - words: each of at least two bytes.
  ///   - indices: of those that are searched for; all if nil.
  init(_ words: [SearchWord], at indices: [Int]? = nil) {
    allWords = words
    self.words = indices ?? Array(words.indices)
    let byText = Dictionary(grouping: self.words) { words[$0].bytes }
    let sorted = byText.sorted { ($0.key.count, $0.value[0]) < ($1.key.count, $1.value[0]) }
    let texts = sorted.map(\.key)
    wordsByText = sorted.flatMap(\.value)

    let areFew = texts.count <= VectorSearch.limit
    let chosen = ChosenPairs(for: texts, areFew: areFew)
    pairs = areFew ? .vector(VectorSearch(chosen.pairs)) : .table
    let table = PairTable(chosen.pairs)
    self.table = table

    var places: [WordPlace] = []
    var end = 0
    var nextBytes = Array(repeating: UInt64(0), count: 256)
    for ((text, words), offset) in zip(sorted, chosen.offsets) {
      let words = end..<end + words.count
      places.append(WordPlace(of: text, words, pairOffset: offset, table))
      end = words.upperBound
      let isEnd = offset + 2 == text.count
      nextBytes[places.last!.number] |= isEnd ? .max : Self.bit(of: text[offset + 2])
    }
    self.nextBytes = nextBytes
    places.sort { ($0.number, $0.words.lowerBound) < ($1.number, $1.words.lowerBound) }
    self.places = places
    let numbers = places.map(\.number)
    firstPlaces = (0...256).map { number in
      numbers.firstIndex { number <= $0 } ?? numbers.count
    }
  }

  /// Whether the words are few, so that vectors find them.
  var isByVector: Bool {
    switch pairs {
    case .vector: true
    case .table: false
    }
  }

  /// Whether `isWanted` says yes to a word that stands in the bytes.
  /// - Parameters:
  ///   - isSought: takes the word's index; whether it is of interest at all.
  ///   - isWanted: takes the word's index, its role, and an offset in it; these are in order.
  @inline(__always)
  func find(
    in bytes: UnsafeBufferPointer<UInt8>, where isSought: (Int) -> Bool = { _ in true },
    isWanted: (Int, WordRole, Int) -> Bool
  ) -> Bool {
    places.withUnsafeBufferPointer { places in
      firstPlaces.withUnsafeBufferPointer { firstPlaces in
        pairs.find(table, in: bytes) { offset, number in
          guard
            offset + 2 >= bytes.count || nextBytes[number] & Self.bit(of: bytes[offset + 2]) != 0
          else { return false }
          for index in firstPlaces[number]..<firstPlaces[number + 1] {
            guard let start = places[index].start(withPairAt: offset, in: bytes) else { continue }
            for word in wordsByText[places[index].words] where isSought(word) {
              let role = allWords[word].role(from: start, in: bytes)
              if role != .none, isWanted(word, role, offset) { return true }
            }
          }
          return false
        }
      }
    }
  }

  @inline(__always)
  private static func bit(of byte: UInt8) -> UInt64 { 1 << UInt64(byte & 63) }
}

/// Where a text is relative to one of its pairs, and the first of its bytes; it holds no reference,
/// so that looking at it costs little.
private struct WordPlace {
  /// In `WordSearch.wordsByText`.
  let words: Range<Int>
  /// Of the pair, in the table.
  let number: Int
  /// Of the pair in the text.
  let pairOffset: Int
  let count: Int
  /// Up to eight bytes of the text, and a mask for as many.
  let head: UInt64
  let mask: UInt64

  init(of text: [UInt8], _ words: Range<Int>, pairOffset: Int, _ table: PairTable) {
    self.words = words
    self.pairOffset = pairOffset
    count = text.count
    number = text.withUnsafeBufferPointer { table.number(at: pairOffset, in: $0) }
    head = text.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    mask = UInt64.max >> UInt64(64 - 8 * min(text.count, 8))
  }

  /// Where the text starts if its pair is at the offset; nil if that is another word for sure.
  @inline(__always)
  func start(withPairAt offset: Int, in source: UnsafeBufferPointer<UInt8>) -> Int? {
    let start = offset - pairOffset
    guard 0 <= start else { return nil }
    guard start + count + 8 <= source.count else { return start }
    let bytes = UnsafeRawPointer(source.baseAddress! + start)
      .loadUnaligned(as: UInt64.self)
    guard UInt64(littleEndian: bytes) & mask == head else { return nil }
    guard start == 0 || !source[start - 1].isASCIIWordByte else { return nil }
    return source[start + count].isASCIIWordByte ? nil : start
  }
}
