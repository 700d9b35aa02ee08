/// Searches bytes for words, each by two neighbouring bytes of it.
struct WordSearch: Sendable {
  /// Those that are searched for, by index.
  let words: [Int]
  private let allWords: [SearchWord]
  /// Those with the same text one after the other.
  private let wordsByText: [Int]
  private let pairs: PairSearch
  private let table: PairTable
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
    let texts = byText.keys.sorted { ($0.count, byText[$0]![0]) < ($1.count, byText[$1]![0]) }
    wordsByText = texts.flatMap { byText[$0]! }

    var chosen = ChosenPairs(for: texts, step: 1)
    if VectorSearch.limit < chosen.pairs.count {
      let step = texts[0].count < 3 ? 1 : 2
      chosen = ChosenPairs(for: texts, step: step)
      pairs = .table(step: step)
    } else {
      pairs = .vector(VectorSearch(chosen.pairs))
    }
    let table = PairTable(chosen.pairs)
    self.table = table

    var places: [WordPlace] = []
    var end = 0
    for (text, offsets) in zip(texts, chosen.offsets) {
      let words = end..<end + byText[text]!.count
      places += offsets.map { WordPlace(of: text, words, pairOffset: $0, table) }
      end = words.upperBound
    }
    places.sort { ($0.number, $0.words.lowerBound) < ($1.number, $1.words.lowerBound) }
    self.places = places
    let numbers = places.map(\.number)
    firstPlaces = (0...256).map { number in
      numbers.firstIndex { number <= $0 } ?? numbers.count
    }
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
        pairs.find(table, in: bytes) { offset, number in
          for index in firstPlaces[number]..<firstPlaces[number + 1] {
            guard let start = places[index].start(withPairAt: offset, in: bytes) else { continue }
            for word in wordsByText[places[index].words] where isSought(word) {
              let role = allWords[word].role(from: start, in: bytes)
              if role != .none, isWanted(word, role) { return true }
            }
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

  /// Below 65,536.
  @inline(__always)
  var index: Int { Int(first) | Int(second) << 8 }
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

/// The pairs that texts are searched by.
private struct ChosenPairs {
  /// Different ones.
  private(set) var pairs: [BytePair] = []
  /// By text: as many neighbouring offsets of pairs as there are bytes in a step, so that one of
  /// them is come upon.
  private(set) var offsets: [Range<Int>] = []

  /// Chooses pairs that other texts have too, as that costs nothing, or those that are rarest in
  /// source code.
  /// - Parameter texts: the shortest, which have little choice, first.
  init(for texts: [[UInt8]], step: Int) {
    var chosen: Set<BytePair> = []
    for text in texts {
      let all = zip(text, text.dropFirst()).map { BytePair(first: $0, second: $1) }
      let costs = all.map { chosen.contains($0) ? 0 : $0.frequency }
      let best = (0...all.count - step).min { left, right in
        costs[left..<left + step].reduce(0, +) < costs[right..<right + step].reduce(0, +)
      }!
      offsets.append(best..<best + step)
      for pair in all[best..<best + step] where chosen.insert(pair).inserted { pairs.append(pair) }
    }
  }
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
