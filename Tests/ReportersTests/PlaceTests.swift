import Diagnostics
import TestSupport
import Testing

@testable import Reporters

/// Places for readers that do not count bytes from the working directory.
@Suite struct PlaceTests {
  @Test(arguments: [
    ("a.swift", "Sources/a.swift"), ("./a.swift", "Sources/a.swift"), ("../a.swift", "a.swift"),
    ("../../a.swift", "../a.swift"), ("/app/Tests/a.swift", "Tests/a.swift"),
    ("/application/a.swift", "../application/a.swift"), ("b/../a.swift", "Sources/a.swift"),
  ])
  func pathsAreFromTheTop(printed: String, path: String) {
    let root = ReportRoot(top: FilePath("/app"), workingFolder: FilePath("/app/Sources"))
    #expect(root.path(of: FilePath(printed)).string == path)
  }

  @Test func referencesArePercentEncoded() {
    let root = ReportRoot(top: FilePath("/"), workingFolder: FilePath("/"))
    let path = FilePath(bytes: Array("a b/Date+now#?:%\\é".utf8) + [0xFF])
    #expect(root.reference(to: path) == "a%20b/Date+now%23%3F%3A%25%5C%C3%A9%FF")
  }

  private func column(_ offset: Int, of text: [UInt8]) -> Int {
    let source = SourceFile(path: FilePath("a"), bytes: text)
    var columns = UTF16Columns(source)
    return columns.column(of: LineTable(text).location(of: offset))
  }

  @Test func columnsCountUTF16() {
    let text = Array("x\n\té🎉e\u{301}漢b".utf8)
    let expected = [
      1, 2, 1, 2, 2, 3, 3, 3, 3, 5, 6, 6, 7, 7, 7, 8, 9,
    ]
    #expect(text.indices.map { column($0, of: text) } + [column(text.count, of: text)] == expected)
  }

  /// As the compiler draws its pointers; within a character they are at its start.
  @Test func columnsOfTextCountCharacters() {
    let source = SourceFile(path: FilePath("a"), bytes: Array("ab\u{301}\n\t🎉e\u{301}b".utf8))
    let lines = LineTable(source.bytes)
    let locations = (0...source.bytes.count).map { lines.location(of: $0) }
    let expected = [1, 2, 2, 2, 3, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5]
    var columns = CharacterColumns()
    #expect(locations.map { columns.column(of: $0, in: source, lines) } == expected)
    // Each by itself.
    let others = locations.map { location in
      var columns = CharacterColumns()
      return columns.column(of: location, in: source, lines)
    }
    #expect(others == expected)
  }

  @Test func aByteOrderMarkHasNoColumn() {
    let text = Array("\u{FEFF}ab\n\u{FEFF}c".utf8)
    #expect([0, 3, 4, 5, 6, 9].map { column($0, of: text) } == [1, 1, 2, 3, 1, 2])
  }

  /// As Swift repairs text, in any order and across the places that are kept.
  @Test func columnsOfLongLinesAreThoseOfTheText() {
    var random = SplitMix64(seed: 14)
    let pieces: [[UInt8]] = [
      Array("a".utf8), Array("é".utf8), Array("漢".utf8), Array("🎉".utf8), [0xFF], [0xF0, 0x9F],
      [0x80],
    ]
    let text = (0..<3000).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
    let source = SourceFile(path: FilePath("a"), bytes: text)
    let lines = LineTable(text)
    let whole = Array(String(decoding: text, as: UTF8.self).utf16)
    var columns = UTF16Columns(source)
    for _ in 0..<300 {
      let offset = Int.random(in: 0...text.count, using: &random)
      let column = columns.column(of: lines.location(of: offset))
      let before = Array(String(decoding: text[..<offset], as: UTF8.self).utf16)
      let rest = String(decoding: text[offset...], as: UTF8.self).utf16
      if before + rest == whole { #expect(column - 1 == before.count, "\(offset)") }
    }
  }

  @Test func manyColumnsTakeLinearTime() {
    let growth = growth {
      Array(String(repeating: "é", count: $0).utf8)
    } work: { text in
      let lines = LineTable(text)
      var columns = UTF16Columns(SourceFile(path: FilePath("a"), bytes: text))
      for offset in stride(from: 0, to: text.count, by: 6)
      where columns.column(of: lines.location(of: offset)) != offset / 2 + 1 {
        Issue.record("the column of \(offset)")
      }
    }
    #expect(growth < linearGrowth)
  }

  @Test(arguments: [
    ("take 'now: () -> Date', don't call", "take `now: () -> Date`, don't call"),
    ("a_b *c* <d> [e] | \\ ` #f ~g &h", ##"a\_b \*c\* \<d\> \[e\] | \\ \` \#f \~g \&h"##),
    ("'a|b'", "`a|b`"), ("'a`b|c'", "a\\`b|c"), ("'```'", "\\`\\`\\`"),
    ("'a", "'a"), ("''", "''"), ("('x') 'y'.", "(`x`) `y`."), ("a_' b'", "a\\_' b'"),
    ("the file's 'app's', 'a\nb', '\nc'", "the file's `app's`, 'a\nb', '\nc'"),
  ])
  func codeIsMarkedInMarkdown(text: String, expected: String) {
    #expect(markdown(text) == expected)
  }
}
