import Testing

@testable import RuleEngine
@testable import Rules

@Suite struct WordSearchTests {
  private static let few = ["now", "Date", "NSDate", "DispatchQueue", "scheduledTimer"]
  private static let many =
    few + ["d6", "url", "P256", "_id", "__foo", "arc4random_buf", "$x1y", "élan", "日ab"]
    + (0..<300).map { "someName\($0)x" }

  private struct Found: Equatable {
    let text: Int
    let range: Range<Int>
  }

  private func find(_ search: WordSearch, in bytes: [UInt8]) -> [Found] {
    var found: [Found] = []
    let isWanted = bytes.withUnsafeBufferPointer { bytes in
      search.find(in: bytes) { text, range in
        found.append(Found(text: text, range: range))
        return false
      }
    }
    #expect(!isWanted)
    return found
  }

  /// Compares every text with the bytes at every offset.
  private func findSlowly(_ texts: [[UInt8]], in bytes: [UInt8]) -> [Found] {
    let isWord = { (offset: Int) in bytes.indices.contains(offset) && bytes[offset].isASCIIWordByte
    }
    return bytes.indices.flatMap { start in
      texts.indices.compactMap { text in
        let end = start + texts[text].count
        guard bytes[start...].starts(with: texts[text]), !isWord(start - 1), !isWord(end) else {
          return nil
        }
        return Found(text: text, range: start..<end)
      }
    }
  }

  private func numbered(_ texts: [[UInt8]]) -> (names: NameTable, numbers: [Int]) {
    var names = NameTable()
    names.insert("another")
    let numbers = texts.map { text in text.withUnsafeBufferPointer { names.insert($0) } }
    return (names, numbers)
  }

  private func search(for texts: String...) -> WordSearch {
    let (names, numbers) = numbered(texts.map { Array($0.utf8) })
    return WordSearch(numbers[...], in: names)
  }

  /// Each kind of search that there is for the texts.
  private func searches(for texts: [[UInt8]]) -> [WordSearch] {
    let (names, numbers) = numbered(texts)
    let rare = WordSearch(rare: numbers[...], in: names)
    return [WordSearch(frequent: numbers[...], in: names)] + [rare].compactMap { $0 }
  }

  @Test func rareTextsHaveASearchOfTheirOwn() {
    #expect(searches(for: Self.few.map { Array($0.utf8) }).count == 2)
    #expect(searches(for: Self.many.map { Array($0.utf8) }).count == 1)
    #expect(searches(for: [Array("a1".utf8)]).count == 1)
    #expect(searches(for: ["the", "her", "ati", "int"].map { Array($0.utf8) }).count == 1)
  }

  @Test func aTextIsFoundAtEveryOffset() {
    for names in [Self.few, Self.many] {
      let texts = names.map { Array($0.utf8) }
      for search in searches(for: texts) {
        for text in texts.prefix(14) {
          // Around the ends of blocks and of a row of them.
          for count in Array(0..<260) + Array(750..<780) {
            let start = Array(repeating: UInt8(ascii: " "), count: count)
            for rest in ["", " ", ".", "()", String(repeating: "-", count: 140)] {
              let found = find(search, in: start + text + Array(rest.utf8))
              let range = count..<count + text.count
              #expect(found == [Found(text: texts.firstIndex(of: text)!, range: range)])
            }
          }
        }
      }
    }
  }

  @Test func whatIsFoundIsWhatACompareFinds() {
    let pieces =
      Self.many.prefix(16).map { Array($0.utf8) }
      + [
        "", " ", ".", "(", "\n", "_", "1", "$", "x", "`", "@", "[", "{", "é", "\0", "Date", "nowy",
      ]
      .map { Array($0.utf8) } + [[0xFF], [0x80]]
    var random = SplitMix(seed: 5)
    for names in [Self.few, Self.many] {
      let texts = names.map { Array($0.utf8) }
      for search in searches(for: texts) {
        var count = 0
        for _ in 0..<400 {
          let size = Int.random(in: 0..<120, using: &random)
          let bytes = (0..<size).flatMap { _ in pieces.randomElement(using: &random)! }
          let found = find(search, in: bytes)
          count += found.count
          #expect(
            found == findSlowly(texts, in: bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(500 < count, "the texts hold too few words to prove anything")
      }
    }
  }

  /// The masks of such a triple let it stand at every byte.
  @Test func aTextOfOneLetterIsFoundAmongMoreOfIt() {
    for search in searches(for: [Array("zzz".utf8)]) {
      let bytes = Array((String(repeating: "z", count: 1000) + " zzz").utf8)
      #expect(find(search, in: bytes) == [Found(text: 0, range: 1001..<1004)])
    }
  }

  @Test func searchEndsWhereItIsAskedTo() {
    for search in searches(for: Self.few.map { Array($0.utf8) }) {
      var calls = 0
      let isWanted = Array("now now now".utf8).withUnsafeBufferPointer { bytes in
        search.find(in: bytes) { _, range in
          calls += 1
          return range.lowerBound == 4
        }
      }
      #expect(isWanted && calls == 2)
    }
  }

  @Test func textsWithoutALetterLeaveTheSearchOpen() {
    for text in ["f", "_", "_1", "1x", "é", ""] {
      #expect(search(for: "Date", text).isOpen, "\(text)")
    }
    for text in ["ff", "_ff", "f1", "éab"] {
      #expect(!search(for: "Date", text).isOpen, "\(text)")
    }
    #expect(find(search(), in: Array("Date".utf8)).isEmpty)
  }
}
