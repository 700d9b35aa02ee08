/// Searches bytes for words, each by two neighbouring bytes of it.
struct WordSearch: Sendable {
  /// Those that are searched for, by index.
  let words: [Int]
  private let allWords: [SearchWord]
  private let pairs: PairSearch
  /// By the first byte of their pair.
  private let places: [WordPlace]
  /// By byte: the first of its `places`; one more at the end.
  private let firstPlaces: [Int]

  /// - Parameters:
  ///   - words: each of at least two bytes.
  ///   - indices: of those that are searched for; all if nil.
  init(_ words: [SearchWord], at indices: [Int]? = nil) {
    allWords = words
    self.words = indices ?? Array(words.indices)
    let offsets = pairOffsets(in: self.words.map { words[$0].bytes })
    places = zip(self.words, offsets).map { WordPlace(of: words[$0].bytes, $0, pairOffset: $1) }
      .sorted { ($0.pair.first, $0.word) < ($1.pair.first, $1.word) }
    let bytes = places.map { Int($0.pair.first) }
    firstPlaces = (0...256).map { byte in bytes.firstIndex { byte <= $0 } ?? bytes.count }
    pairs = PairSearch(
      Set(places.map(\.pair)).sorted { ($0.first, $0.second) < ($1.first, $1.second) })
  }

  /// Whether `isWanted` says yes to a word that stands in the bytes.
  /// - Parameters:
  ///   - isSought: takes the word's index; whether it is of interest at all.
  ///   - isWanted: takes the word's index and its role.
  @inline(__always)
  func find(
    in bytes: UnsafeBufferPointer<UInt8>, where isSought: (Int) -> Bool = { _ in true },
    isWanted: (Int, WordRole) -> Bool
  ) -> Bool {
    places.withUnsafeBufferPointer { places in
      firstPlaces.withUnsafeBufferPointer { firstPlaces in
        pairs.find(in: bytes) { offset in
          let byte = Int(bytes[offset])
          for index in firstPlaces[byte]..<firstPlaces[byte + 1] {
            guard let start = places[index].start(withPairAt: offset, in: bytes) else { continue }
            let word = places[index].word
            guard isSought(word) else { continue }
            let role = allWords[word].role(from: start, in: bytes)
            if role != .none, isWanted(word, role) { return true }
          }
          return false
        }
      }
    }
  }
}

/// Two neighbouring bytes.
struct BytePair: Hashable, Sendable {
  let first: UInt8
  let second: UInt8
}

/// Where a word is relative to its pair, and the first of its bytes; it holds no reference, so that
/// looking at it costs little.
private struct WordPlace {
  /// Index of the word.
  let word: Int
  let pair: BytePair
  /// Of the pair in the word.
  let pairOffset: Int
  /// Up to eight bytes of the word, and a mask for as many.
  let head: UInt64
  let mask: UInt64

  init(of bytes: [UInt8], _ word: Int, pairOffset: Int) {
    self.word = word
    self.pairOffset = pairOffset
    pair = BytePair(first: bytes[pairOffset], second: bytes[pairOffset + 1])
    head = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    mask = UInt64.max >> UInt64(64 - 8 * min(bytes.count, 8))
  }

  /// Where the word starts if its pair is at the offset; nil if that is another word for sure.
  @inline(__always)
  func start(withPairAt offset: Int, in source: UnsafeBufferPointer<UInt8>) -> Int? {
    let start = offset - pairOffset
    guard 0 <= start else { return nil }
    guard start + 8 <= source.count else { return start }
    let bytes = UnsafeRawPointer(source.baseAddress! + start)
      .loadUnaligned(as: UInt64.self)
    return UInt64(littleEndian: bytes) & mask == head ? start : nil
  }
}

/// The offset in each word of the pair that it is searched by: one that other words have too, as
/// that costs nothing, or the one that is rarest in source code.
private func pairOffsets(in words: [[UInt8]]) -> [Int] {
  var chosen: Set<BytePair> = []
  var offsets = Array(repeating: 0, count: words.count)
  for index in words.indices.sorted(by: { (words[$0].count, $0) < (words[$1].count, $1) }) {
    let word = words[index]
    let pairs = zip(word, word.dropFirst()).map { BytePair(first: $0, second: $1) }
    offsets[index] =
      pairs.firstIndex(where: chosen.contains)
      ?? pairs.indices.min { pairs[$0].frequency < pairs[$1].frequency }!
    chosen.insert(pairs[offsets[index]])
  }
  return offsets
}

extension BytePair {
  fileprivate var frequency: Int { first.frequency * second.frequency }
}

extension UInt8 {
  /// About how often the byte stands in source code, in ten thousand bytes.
  fileprivate var frequency: Int {
    switch self {
    case UInt8(ascii: "e"), UInt8(ascii: "t"): 600
    case UInt8(ascii: "a"), UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "o"),
      UInt8(ascii: "r"):
      400
    case UInt8(ascii: "s"), UInt8(ascii: "l"): 300
    case UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "u"), UInt8(ascii: "p"),
      UInt8(ascii: "m"), UInt8(ascii: "f"):
      200
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 80
    case UInt8(ascii: "S"), UInt8(ascii: "T"), UInt8(ascii: "C"), UInt8(ascii: "N"): 60
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 30
    default: 40
    }
  }
}
