import Diagnostics
import Reporters
import Testing

/// Where reports differ from the compiler's, whose size is lines times findings.
@Suite struct LongLineTests {
  private let rule = RuleReference(id: "date-init")

  private func report(
    _ source: String, _ diagnostics: [Diagnostic], _ format: ReportFormat
  ) -> String {
    let file = SourceFile(path: FilePath("a"), bytes: Array(source.utf8))
    return String(
      decoding: ReportersTests.report([(file, diagnostics)], ReportStyle(format)), as: UTF8.self)
  }

  /// A line with the place of each `Date()` in it.
  private func line(ofUses count: Int) -> (line: String, diagnostics: [Diagnostic]) {
    let use = "let a = Date()     ; "
    let diagnostics = (0..<count).map { index in
      let offset = index * use.utf8.count + 8
      return Diagnostic(
        .error, at: offset..<offset + 6, "no", rule: rule, notes: [Note(at: offset, "here")],
        fixIts: [FixIt(replacing: offset..<offset + 6, with: "now")])
    }
    return (String(repeating: use, count: count), diagnostics)
  }

  @Test func aLongLineIsShownThroughAWindow() {
    let (before, after) = (String(repeating: "b", count: 9000), String(repeating: "a", count: 9000))
    let source = "\(after)\n\(before)Date()\(after)\n\(before)\n"
    let place = 9001 + 9000
    let diagnostic = Diagnostic(.error, at: place..<place + 6, "no")
    let text = report(source, [diagnostic], .text)
    #expect(
      text == """
        a:2:9001: error: no
        1 | \(after.prefix(394))...
        2 | ...\(before.prefix(197))Date()\(after.prefix(191))...
          | \(String(repeating: " ", count: 200))`- error: no
        3 | \(before.prefix(394))...
        4 |\u{20}

        """)
    #expect(
      report(source, [diagnostic], .llvm) == """
        a:2:9001: error: no
        ...\(before.prefix(197))Date()\(after.prefix(191))...
        \(String(repeating: " ", count: 200))^

        """)
  }

  @Test func theEndsOfALongLineHaveNoMark() {
    let middle = String(repeating: "m", count: 9000)
    let source = "Date()\(middle)Date()"
    let diagnostics = [0, 9006].map { Diagnostic(.error, at: $0..<$0 + 6, "no") }
    #expect(
      report(source, diagnostics, .text) == """
        a:1:1: error: no
        1 | Date()\(middle.prefix(388))...
          | `- error: no

        a:1:9007: error: no
        1 | ...\(middle.prefix(388))Date()
          | \(String(repeating: " ", count: 391))`- error: no

        """)
  }

  /// Whatever the distance, no character is cut in two, and columns count characters.
  @Test(arguments: 0..<12) func aWindowCutsNoCharacter(shift: Int) throws {
    let wide = String(repeating: "x", count: shift) + String(repeating: "é漢🎉", count: 2000)
    let place = wide.utf8.count
    let text = report(wide + "Date()" + wide, [Diagnostic(.error, at: place..<place, "no")], .text)
    #expect(!text.contains("\u{FFFD}"))
    let lines = text.split(separator: "\n")
    try #require(2 < lines.count)
    #expect(lines[1].utf8.count <= 4 + 400)
    let use = try #require(lines[1].firstRange(of: "Date()")?.lowerBound)
    let pointer = try #require(lines[2].firstIndex(of: "`"))
    #expect(
      lines[1].distance(from: lines[1].startIndex, to: use)
        == lines[2].distance(from: lines[2].startIndex, to: pointer))
  }

  /// What else is said of the line, at a place that is not in the window, points to its end.
  @Test func aNoteOutsideTheWindowPointsToItsEnd() {
    let line = String(repeating: "x", count: 20_000)
    let diagnostic = Diagnostic(
      .error, at: 10_000..<10_001, "no", notes: [Note(at: 0, "first"), Note(at: 19_000, "last")])
    let x = String(repeating: "x", count: 394)
    let before = String(repeating: " ", count: 199)
    let after = String(repeating: " ", count: 196)
    #expect(
      report(line, [diagnostic], .text) == """
        a:1:10001: error: no
        1 | ...\(x)...
          | |\(before)|\(after)`- note: last
          | |\(before)`- error: no
          | `- note: first

        """)
  }

  @Test(arguments: [ReportFormat.text, .llvm])
  func fromThe51stOfALineOnThereIsOnlyTheHeader(_ format: ReportFormat) {
    let (line, diagnostics) = line(ofUses: 53)
    let next = "Date()"
    let last = Diagnostic(.error, at: line.utf8.count + 1..<line.utf8.count + 7, "no", rule: rule)
    let text = report("\(line)\n\(next)\n", diagnostics + [last], format)
    let columns = (50..<53).map { $0 * 21 + 9 }
    let headers = columns.map { "a:1:\($0): error: no [#date-init]\n" }.joined()
    let block = report("\(line)\n\(next)\n", [last], format)
    let separator = format == .text ? "\n" : ""
    #expect(text.hasSuffix(separator + headers + separator + block))
    #expect(text.components(separatedBy: "note: here").count == 51)
  }

  /// In a window they stand where they stand in a line that is shown whole.
  @Test func fixItsAreDrawnInAWindow() {
    let whole = String(repeating: "x", count: 1000)
    let long = String(repeating: "x", count: 10_000)
    func drawing(_ line: String) -> String {
      let place = line.utf8.count
      let fixIts = [
        FixIt(replacing: place..<place + 6, with: "now"), FixIt(replacing: 0..<4, with: "far"),
      ]
      let diagnostic = Diagnostic(.error, at: place..<place + 6, "no", fixIts: fixIts)
      return report("\(line)Date()\(line)", [diagnostic], .llvm)
        .split(separator: "\n").suffix(2).joined(separator: "\n")
    }
    #expect(drawing(whole).hasSuffix("^~~~~~\nfar\(String(repeating: " ", count: 997))now"))
    let blanks = String(repeating: " ", count: 200)
    #expect(drawing(long) == "\(blanks)^~~~~~\n\(blanks)now")
  }

  /// 40 KB with 2,000 findings are 80 MB as the compiler has it.
  @Test(arguments: ReportFormat.allCases) func aReportIsInProportion(_ format: ReportFormat) {
    let (line, diagnostics) = line(ofUses: 2000)
    #expect(report(line, diagnostics, format).utf8.count < 2_000_000)
    // As one finding has notes in each line, and each of many a note in one.
    let notes = diagnostics.map { Note(at: $0.range.lowerBound, "here") }
    let one = Diagnostic(.error, at: 0..<1, "no", notes: notes)
    #expect(report(line, [one], format).utf8.count < 2_000_000)
    let lines = String(repeating: "x\n", count: 2000)
    let many = (0..<2000).map { index in
      Diagnostic(.error, at: 2 * index..<2 * index + 1, "no", notes: [Note(at: 5000, "here")])
    }
    #expect(report(lines + line, many, format).utf8.count < 4_000_000)
  }
}
