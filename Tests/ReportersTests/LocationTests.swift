import Diagnostics
import TestSupport
import Testing

struct LocationTests {
  private func locations(_ text: String, _ offsets: [Int]) -> [String] {
    let table = LineTable(Array(text.utf8))
    return offsets.map { offset in
      let location = table.location(of: offset)
      return "\(location.line):\(location.column)@\(location.offset)"
    }
  }

  @Test func linesAndColumnsCountFromOneAndInBytes() {
    #expect(
      locations("é\n\tx\n", [0, 2, 3, 4, 5, 6])
        == ["1:1@0", "1:3@2", "2:1@3", "2:2@4", "2:3@5", "3:1@6"])
  }

  @Test func everyKindOfLineBreakEndsOneLine() {
    #expect(
      locations("a\rb\r\nc\n\rd", [0, 2, 4, 5, 7, 8, 9])
        == ["1:1@0", "2:1@2", "2:3@4", "3:1@5", "4:1@7", "5:1@8", "5:2@9"])
    #expect(locations("\u{0B}\u{0C}\u{85}\u{2028}x", [7]) == ["1:8@7"])
  }

  @Test func outsideOfTheFileIsItsEnd() {
    #expect(locations("ab", [-1, 2, 99]) == ["1:1@0", "1:3@2", "1:3@2"])
    #expect(locations("", [0, 1]) == ["1:1@0", "1:1@0"])
  }

  @Test func linesHaveRanges() {
    let table = LineTable(Array("a\r\nb\r\r".utf8))
    #expect((1...table.lineCount).map(table.range(ofLine:)) == [0..<3, 3..<5, 5..<6, 6..<6])
    #expect(LineTable([]).range(ofLine: 1) == 0..<0)
  }

  /// As a loop over all bytes finds them, whatever the lengths of lines and of the file.
  @Test func linesAreThoseOfALoop() {
    var generator = SplitMix64(seed: 4)
    for length in [1, 7, 8, 9, 127, 128, 129, 255, 256, 257, 400, 1000] {
      for density in [2, 5, 40, 400] {
        let bytes = (0..<length).map { _ -> UInt8 in
          let isNewline = Int.random(in: 0..<density, using: &generator) == 0
          return isNewline
            ? [0x0A, 0x0D].randomElement(using: &generator)!
            : [0x09, 0x0B, 0x0E, 0x61, 0x80, 0x8A, 0x8D, 0xFF].randomElement(using: &generator)!
        }
        expectLinesOfALoop(in: bytes)
      }
    }
  }

  private func expectLinesOfALoop(in bytes: [UInt8]) {
    var starts = [0]
    var lineFeeds = 0
    let table = LineTable(bytes)
    for offset in 0...bytes.count {
      let location = table.location(of: offset)
      #expect((location.line, location.column) == (starts.count, offset - starts.last! + 1))
      #expect(table.lineCountingLineFeedsOnly(location) == lineFeeds + 1)
      for line in max(1, starts.count - 3)...starts.count {
        #expect(table.start(ofLine: line, before: location) == starts[line - 1])
      }
      guard offset < bytes.count else { break }
      let isLineFeed = bytes[offset] == 0x0A
      if isLineFeed { lineFeeds += 1 }
      let isLone = bytes[offset] == 0x0D && bytes[(offset + 1)...].first != 0x0A
      if isLineFeed || isLone { starts.append(offset + 1) }
    }
    #expect(table.lineCount == starts.count)
    for (index, range) in zip(starts, starts.dropFirst() + [bytes.count]).enumerated() {
      #expect(table.range(ofLine: index + 1) == range.0..<range.1)
    }
  }

  /// LLVM's own count, which `llvm` shows.
  @Test func loneCarriageReturnsCanBeLeftOut() {
    let table = LineTable(Array("\r\r\n\rx\r".utf8))
    let lines = [0, 1, 3, 4, 6].map { offset in
      table.lineCountingLineFeedsOnly(table.location(of: offset))
    }
    #expect(lines == [1, 1, 2, 2, 2])
  }

  @Test func reportsAreSortedByPathLineColumnAndRule() {
    let paths = ["b/a.swift", "a.swift", "a/b.swift", "B.swift", "a-b.swift"].map { FilePath($0) }
    #expect(
      paths.sorted().map(\.string)
        == ["B.swift", "a-b.swift", "a.swift", "a/b.swift", "b/a.swift"])

    let sorted = [
      Diagnostic(.error, at: 2..<3, "first", rule: nil),
      Diagnostic(.error, at: 2..<3, "of one place", rule: RuleReference(id: "a")),
      Diagnostic(.error, at: 2..<3, "by rule", rule: RuleReference(id: "b")),
      Diagnostic(.error, at: 2..<9, "by end", rule: RuleReference(id: "b")),
      Diagnostic(.warning, at: 2..<9, "a by severity", rule: RuleReference(id: "b")),
      Diagnostic(.warning, at: 2..<9, "b by message", rule: RuleReference(id: "b")),
      Diagnostic(.error, at: 10..<11, "by place", rule: RuleReference(id: "a")),
    ]
    for shift in sorted.indices {
      let shifted = Array(sorted[shift...] + sorted[..<shift])
      #expect(inReportOrder(shifted.reversed()).map(\.message) == sorted.map(\.message))
      #expect(inReportOrder(shifted).map(\.message) == sorted.map(\.message))
    }
  }
}
