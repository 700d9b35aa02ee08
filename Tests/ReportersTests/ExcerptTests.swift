import Diagnostics
import Foundation
import Reporters
import Testing

@Suite struct ExcerptTests {
  /// What stands between `⟦` and `⟧` in the text, with an end where the line is cut off.
  private func excerpt(_ marked: String, end: String? = nil) throws -> Excerpt {
    let parts = marked.split(whereSeparator: { "⟦⟧".contains($0) }).map { Array($0.utf8) }
    try #require(parts.count == 3)
    let source = SourceFile(path: FilePath("a.swift"), bytes: Array(parts.joined()))
    let start = parts[0].count
    let text = String(decoding: source.bytes, as: UTF8.self)
    let cut = end.flatMap { text.range(of: $0) }.map { text[..<$0.lowerBound].utf8.count }
    return Excerpt(
      start..<start + parts[1].count, of: source, LineTable(source.bytes), end: cut ?? .max)
  }

  private func drawing(_ excerpt: Excerpt) -> String {
    String(decoding: excerpt.render(isColored: false), as: UTF8.self)
  }

  @Test func marksStandUnderTheRange() throws {
    #expect(
      drawing(try excerpt("a\n  let a = ⟦f(1)⟧ + 1\nb")) == """
        2 |   let a = f(1) + 1
          |           ^~~~

        """)
    #expect(try excerpt("a\n  let a = ⟦f(1)⟧ + 1\nb").line == 2)
  }

  /// Characters count, not bytes, and a tab stands under a tab.
  @Test func marksCountCharacters() throws {
    #expect(
      drawing(try excerpt("\té \t= ⟦ü👨‍👩‍👧()⟧\r\n")) == "1 | \té \t= ü👨‍👩‍👧()\n  | \t  \t  ^~~~\n")
  }

  @Test func whatGoesOnInOtherLinesIsMarkedToTheEndOfTheFirst() throws {
    #expect(drawing(try excerpt("x⟦f(  \n)⟧ \n")) == "1 | xf(\n  |  ^~\n")
  }

  @Test func aLineCanBeCutAndLoseItsIndentation() throws {
    let cut = try excerpt("\t  a = ⟦b⟧  // why", end: "//").withoutIndentation
    let drawn = String(decoding: cut.render(indentation: 2, isColored: false), as: UTF8.self)
    #expect(drawn == "  a = b\n      ^\n")
  }

  @Test func anEmptyRangeIsAPlace() {
    let source = SourceFile(path: FilePath("a.swift"), bytes: Array("ab\n".utf8))
    let lines = LineTable(source.bytes)
    #expect(drawing(Excerpt(1..<1, of: source, lines)) == "1 | ab\n  |  ^\n")
    #expect(drawing(Excerpt(2..<2, of: source, lines)) == "1 | ab\n  |   ^\n")
    #expect(drawing(Excerpt(3..<3, of: source, lines)) == "2 | \n  | ^\n")
    let empty = SourceFile(path: FilePath("a.swift"), bytes: [])
    #expect(drawing(Excerpt(0..<0, of: empty, LineTable([]))) == "1 | \n  | ^\n")
  }

  @Test func aTerminalIsNotToldWhatTheSourceSays() throws {
    #expect(drawing(try excerpt("\u{1B}[31m ⟦a⟧ b")) == "1 | \u{FFFD}[31m a b\n  |       ^\n")
  }

  /// What is not valid UTF-8 is shown as U+FFFD, with marks as wide.
  @Test func anyBytesCanBeShown() {
    let source = SourceFile(path: FilePath("a.swift"), bytes: [0xFF, 0x61, 0xC3, 0x62])
    let drawn = drawing(Excerpt(1..<3, of: source, LineTable(source.bytes)))
    #expect(drawn == "1 | \u{FFFD}a\u{FFFD}b\n  |  ^~\n")
  }
}

@Suite struct JSONValueTests {
  @Test func valuesAreWrittenAsFoundationWritesThem() throws {
    let value = JSON.object([
      ("a", .array([])), ("b", .array([.string("x/\"y\"\n"), .boolean(true), .integer(-3)])),
      ("c", .object([])), ("d", .object([("e", .boolean(false))])),
    ])
    let text = value.prettyBytes
    let object = try JSONSerialization.jsonObject(with: Data(text))
    let expected = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    #expect(
      String(decoding: text, as: UTF8.self) == String(decoding: expected, as: UTF8.self) + "\n")
  }
}
