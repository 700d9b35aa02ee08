import TestSupport
import Testing

@testable import Rules

@Suite struct NameTableTests {
  /// Words that differ in one byte, anywhere, or in length alone.
  private static let words: [[UInt8]] = (1...40).flatMap { length in
    (0..<length).map { place in
      var word = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      word[place] = UInt8(ascii: "b")
      return word
    }
  }

  private func table(of words: some Sequence<[UInt8]>) -> NameTable {
    var table = NameTable()
    for word in words { _ = word.withUnsafeBufferPointer { table.insert($0) } }
    return table
  }

  private func number(of word: [UInt8], in table: NameTable) -> Int? {
    word.withUnsafeBufferPointer { table.number(of: $0) }
  }

  @Test func findsItsNamesAndNoOthers() {
    let own = Self.words.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
    let table = table(of: own)
    for (index, word) in Self.words.enumerated() {
      #expect(number(of: word, in: table) == (index.isMultiple(of: 3) ? index / 3 : nil))
    }
    #expect(number(of: [], in: table) == nil)
  }

  @Test func aNameKeepsItsNumber() {
    let table = table(of: ["now", "", "now", "main"].map { Array($0.utf8) })
    #expect(table.count == 3)
    #expect(number(of: Array("now".utf8), in: table) == 0)
    #expect(number(of: [], in: table) == 1)
    #expect(number(of: Array("won".utf8), in: table) == nil)
  }

  /// Generated names may be alike but for a number in the middle; each must cost as much.
  @Test func namesWithTheSameEndsAreToldApart() {
    func lookUp(_ words: [[UInt8]]) {
      let table = table(of: words)
      for (index, word) in words.enumerated() where number(of: word, in: table) != index {
        Issue.record("\(String(decoding: word, as: UTF8.self)) is not found")
      }
    }
    func words(_ count: Int) -> [[UInt8]] {
      (100_000..<100_000 + count).map { Array("generatedConstant_\($0)_identifier".utf8) }
    }
    lookUp(words(50_000))
    #expect(growth(of: words, work: lookUp) < linearGrowth)
  }
}
