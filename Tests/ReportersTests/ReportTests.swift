import Diagnostics
import Reporters
import TestSupport
import Testing

struct ReportTests {
  private let link = RuleReference(id: "b-rule", url: "https://example.org/b")

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private func source(_ path: String, _ text: String) -> SourceFile {
    SourceFile(path: FilePath(path), bytes: Array(text.utf8))
  }

  @Test func linksComeOnceAndInOrder() {
    let rules = [
      link, RuleReference(id: "a-rule", url: "https://example.org/a"), RuleReference(id: "none"),
      RuleReference(id: "C-rule", url: "https://example.org/c"), link,
    ]
    let diagnostics = rules.map { Diagnostic(.warning, at: 0..<1, "no", rule: $0) }
    var report = Report(ReportStyle(.text))
    for name in ["a", "b"] {
      _ = report.text(adding: diagnostics, of: source(name, "x"))
    }
    #expect(
      text(report.end(exitStatus: 0, tool: toolOfTests)) == """

        [#a-rule]: <https://example.org/a>
        [#b-rule]: <https://example.org/b>
        [#C-rule]: <https://example.org/c>

        """)
  }

  @Test func aRunWithoutDiagnosticsSaysNothing() {
    for format in [ReportFormat.text, .llvm] {
      #expect(report([(source("a", "x"), [])], ReportStyle(format)).isEmpty)
    }
  }

  @Test func jsonIsNeverColored() {
    #expect(!ReportStyle(.json, isColored: true).isColored)
  }

  @Test(arguments: [ReportFormat.text, .llvm])
  func aLongReportComesInPieces(_ format: ReportFormat) {
    let count = 3000
    let line = "let a = Date() // \(String(repeating: "é", count: 200))\n"
    let diagnostics = (0..<count).map { index in
      let offset = index * line.utf8.count + 8
      return Diagnostic(.error, at: offset..<offset + 6, "no")
    }
    let blocks = (1...count).map { number in
      let header = "a:\(number):9: error: no\n"
      if format == .llvm { return header + line }
      return header
        + (max(1, number - 2)...min(number + 2, count + 1)).map { shown in
          let digits = String(shown)
          let gutter = String(repeating: " ", count: 4 - digits.count) + digits + " | "
          let pointer = "     |         `- error: no\n"
          return gutter + (shown <= count ? line : "\n") + (shown == number ? pointer : "")
        }.joined()
    }
    let file = source("a", String(repeating: line, count: count))
    var report = Report(ReportStyle(format))
    var pieces: [[UInt8]] = []
    report.append(diagnostics, of: file) {
      pieces.append(Array($0))
      return true
    }
    #expect(pieces.count > 1)
    #expect(text(pieces.flatMap(\.self)) == blocks.joined(separator: format == .text ? "\n" : ""))
  }

  /// Wherever they stand among others, which are looked at several at once.
  @Test func onlyPrintableCharactersArePrinted() {
    for byte in UInt8(0)..<0x80 {
      let isPrintable = 0x20...0x7E ~= byte || byte == 0x09 || byte == 0x0C
      let character = String(Unicode.Scalar(byte))
      for position in 0...17 {
        let before = String(repeating: "a", count: position)
        let after = String(repeating: "~", count: 17 - position)
        let shown = isPrintable ? character : "\u{FFFD}"
        #expect(printable(before + character + after) == Array((before + shown + after).utf8))
      }
    }
  }

  @Test func anEmptyFileHasOneLine() {
    let diagnostics = [Diagnostic(.error, at: 0..<0, "no rules")]
    #expect(
      text(report([(source("rules.yml", ""), diagnostics)], ReportStyle(.text))) == """
        rules.yml:1:1: error: no rules
        1 |\u{20}
          | `- error: no rules

        """)
  }

  @Test func placesOutsideTheFileAreTakenAsItsEnds() {
    let diagnostics = [Diagnostic(.error, at: 99..<100, "no", notes: [Note(at: -1, "here")])]
    #expect(
      text(report([(source("a", "é\nx"), diagnostics)], ReportStyle(.text))) == """
        a:2:2: error: no
        1 | é
          | `- note: here
        2 | x
          |  `- error: no

        """)
  }

  @Test(arguments: [ReportFormat.text, .llvm]) func controlsAreReplaced(_ format: ReportFormat) {
    let controls = "\0\u{07}\n\r\u{0B}\u{1B}\u{7F}\u{80}\u{9F}\u{061C}\u{200F}\u{202A}\u{2069}"
    let kept = "\t\u{0C} é\u{200D}\u{FEFF}"
    let hostile = SourceFile(
      path: FilePath("\(controls)\(kept)"), bytes: Array("/\(controls)/\n\(kept)".utf8))
    let diagnostics = [
      Diagnostic(
        .error, at: 0..<1, controls, rule: RuleReference(id: controls, url: controls),
        notes: [Note(at: 9, controls + kept)], fixIts: [FixIt(replacing: 0..<1, with: controls)])
    ]
    let bytes = report([(hostile, diagnostics)], ReportStyle(format))
    #expect(bytes == replacingControls(bytes, keepsEscapes: false))
    let replaced = String(repeating: "\u{FFFD}", count: controls.unicodeScalars.count)
    #expect(text(bytes).hasPrefix("\(replaced)\(kept):1:1: error: \(replaced) [#\(replaced)]\n"))
  }

  /// Half a surrogate pair, a byte alone, one that is cut off, and one that a terminal obeys.
  @Test(arguments: ReportFormat.allCases) func aNameIsNeverInvalid(_ format: ReportFormat) {
    let name: [UInt8] = [0xED, 0xA0, 0x80, 0xFF, 0xC3, 0x9B]
    let file = SourceFile(
      path: FilePath(bytes: name + Array(".swift".utf8)), bytes: Array("a".utf8))
    let bytes = report(
      [(file, [Diagnostic(.error, at: 0..<1, "no", rule: link)])], ReportStyle(format))
    #expect(String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes))
  }

  @Test func fixItsAreOfferedInWords() {
    let offers = [
      ("Date.current", 0..<6, "use 'Date.current' instead"), ("await ", 0..<0, "insert 'await '"),
      ("f(\n    a,\r\n\t b)", 0..<6, "use 'f( a, b)' instead"),
    ]
    for (replacement, range, offer) in offers {
      let diagnostic = Diagnostic(
        .error, at: 0..<6, "no", fixIts: [FixIt(replacing: range, with: replacement)])
      #expect(
        text(report([(source("a", "Date()"), [diagnostic])], ReportStyle(.text))) == """
          a:1:1: error: no
          1 | Date()
            | |- error: no
            | `- note: \(offer)

          """)
    }
  }

  /// The message has said it.
  @Test(arguments: [ReportFormat.text, .llvm])
  func whatIsRemovedIsNotOffered(_ format: ReportFormat) {
    let fixIts = [[], [FixIt(replacing: 0..<4, with: "")]]
    let reports = fixIts.map { fixIts in
      let diagnostic = Diagnostic(.warning, at: 0..<4, "no; remove it", fixIts: fixIts)
      return text(report([(source("a", "Date()"), [diagnostic])], ReportStyle(format)))
    }
    #expect(reports[0] == reports[1])
  }

  @Test func whatHasNoPlaceIsOneLine() {
    #expect(text(renderMessage(.error, "no '\n'", isColored: false)) == "error: no '\u{FFFD}'\n")
    #expect(
      text(renderMessage(.warning, "no", isColored: true))
        == "\u{1B}[1;33mwarning: \u{1B}[1;39mno\u{1B}[0;0m\n")
  }

  @Test(arguments: [ReportFormat.text, .llvm, .json])
  func manyDiagnosticsTakeLinearTime(_ format: ReportFormat) {
    let line = Array("let é = Date()\n".utf8)
    let growth = growth { count in
      let bytes = Array(repeatElement(line, count: count).joined())
      let diagnostics = (0..<count).map { index in
        let offset = index * line.count + 9
        return Diagnostic(.error, at: offset..<offset + 6, "no", rule: link)
      }
      return (SourceFile(path: FilePath("a"), bytes: bytes), diagnostics)
    } work: { file, diagnostics in
      let reported = report([(file, diagnostics)], ReportStyle(format))
      #expect(reported.count > 40 * diagnostics.count)
    }
    #expect(growth < linearGrowth)
  }
}
