import TestSupport
import Testing

@testable import RuleEngine
@testable import Rules

@Suite struct LiteralSearchTests {
  private static let few = ["now", "Date", "NSDate", "DispatchQueue", "scheduledTimer"]
  private static let many =
    few + ["d6", "url", "P256", "_id", "__foo", "arc4random_buf", "$x1y", "élan", "日ab"]
    + (0..<300).map { "someName\($0)x" }

  private struct Found: Equatable {
    let text: Int
    let range: Range<Int>
  }

  private func find(_ search: LiteralSearch, in bytes: [UInt8]) -> [Found] {
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
    let isWord = { (offset: Int) in bytes.indices.contains(offset) && bytes[offset].isNameByte
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

  private func search(for texts: [[UInt8]]) -> LiteralSearch {
    let (names, numbers) = numbered(texts)
    return LiteralSearch(numbers, in: names)
  }

  @Test func aTextIsFoundAtEveryOffset() {
    for names in [Self.few, Self.many] {
      let texts = names.map { Array($0.utf8) }
      let search = search(for: texts)
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

  @Test func whatIsFoundIsWhatACompareFinds() {
    let pieces =
      Self.many.prefix(16).map { Array($0.utf8) }
      + [
        "", " ", ".", "(", "\n", "_", "1", "$", "x", "`", "@", "[", "{", "é", "\0", "Date", "nowy",
      ]
      .map { Array($0.utf8) } + [[0xFF], [0x80]]
    var random = SplitMix64(seed: seeds(6).last!)
    for names in [Self.few, Self.many] {
      let texts = names.map { Array($0.utf8) }
      let search = search(for: texts)
      var count = 0
      for _ in 0..<120 {
        let size = Int.random(in: 0..<120, using: &random)
        let bytes = (0..<size).flatMap { _ in pieces.randomElement(using: &random)! }
        let found = find(search, in: bytes)
        count += found.count
        #expect(found == findSlowly(texts, in: bytes), "\(String(decoding: bytes, as: UTF8.self))")
      }
      #expect(150 < count, "the texts hold too few words to prove anything")
    }
  }

  @Test func searchEndsWhereItIsAskedTo() {
    let search = search(for: Self.few.map { Array($0.utf8) })
    var calls = 0
    let isWanted = Array("now now now".utf8).withUnsafeBufferPointer { bytes in
      search.find(in: bytes) { _, range in
        calls += 1
        return range.lowerBound == 4
      }
    }
    #expect(isWanted && calls == 2)
  }

  @Test func textsWithoutALetterLeaveTheSearchOpen() {
    for text in ["f", "_", "_1", "1x", "é", ""] {
      #expect(search(for: [Array("Date".utf8), Array(text.utf8)]).isOpen, "\(text)")
    }
    for text in ["ff", "_ff", "f1", "éab"] {
      #expect(!search(for: [Array("Date".utf8), Array(text.utf8)]).isOpen, "\(text)")
    }
    #expect(find(search(for: []), in: Array("Date".utf8)).isEmpty)
  }
}
