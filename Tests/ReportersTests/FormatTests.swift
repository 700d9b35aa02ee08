import Diagnostics
import Foundation
import Reporters
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct FormatTests {
  private let rule = RuleReference(id: "date-init")

  private func report(
    _ files: [(path: String, text: String, diagnostics: [Diagnostic])], _ format: ReportFormat
  ) -> String {
    let root = ReportRoot(top: FilePath("/app"), workingFolder: FilePath("/app/Sources"))
    return String(
      decoding: ReportersTests.report(
        files.map {
          (SourceFile(path: FilePath($0.path), bytes: Array($0.text.utf8)), $0.diagnostics)
        }, ReportStyle(format, root: root)), as: UTF8.self)
  }

  private func report(
    _ text: String, _ diagnostics: [Diagnostic], _ format: ReportFormat
  ) -> String {
    report([(path: "a.swift", text: text, diagnostics: diagnostics)], format)
  }

  @Test func checkstyleIsXMLWhateverIsSaid() throws {
    let all = String(String.UnicodeScalarView((0...0xFFFF).compactMap { Unicode.Scalar($0) }))
    let xml = report("x", [Diagnostic(.error, at: 0..<0, all)], .checkstyle)
    let document = try XMLDocument(xmlString: xml)
    let message = try document.nodes(forXPath: "//error/@message").first?.stringValue
    let replaced = message?.unicodeScalars.count { $0 == "\u{FFFD}" }
    #expect(message?.unicodeScalars.count == all.unicodeScalars.count)
    // C0 but for the three that are blanks, DEL and C1, bidirectional controls, U+FFFE and U+FFFF.
    #expect(replaced == 29 + 33 + 12 + 2 + 1)
  }

  /// - Parameter counts: of the findings of files, by path.
  private func table(_ counts: KeyValuePairs<String, Int>, by counting: Counting) -> String {
    let files = counts.map { path, count in
      (
        SourceFile(path: FilePath(path), bytes: []),
        [Diagnostic](repeating: Diagnostic(.error, at: 0..<0, "no", rule: rule), count: count)
      )
    }
    return String(
      decoding: ReportersTests.report(files, ReportStyle(.statistics, counting: counting)),
      as: UTF8.self)
  }

  @Test func foldersOutsideAreATreeWithSums() {
    #expect(
      table(["/a": 1, "/b/c/d": 1, "/b/e/d": 2, "../f/g": 1], by: Counting(.folder)) == """
        FOLDER  FINDINGS    SHARE  FILES
        /b             3   60.0 %      2
          e            2   40.0 %      1
          c            1   20.0 %      1
        ../f           1   20.0 %      1
        /              1   20.0 %      1
        total          5  100.0 %      4

        """)
  }

  /// GitHub makes links of addresses and names by itself.
  @Test(arguments: [
    ("www.example.org/a", #"www\.example.org/a"#), ("a@b.example", "a@\u{2060}b.example"),
    ("ask @octocat", "ask @\u{2060}octocat"), ("at https://a.example", #"at https:\//a.example"#),
    ("'www.a`b@c.d' and 'a@b.c'", #"www\.a\`b@\#u{2060}c.d and `a@b.c`"#),
    ("[a](b)", #"\[a\](b)"#), ("<a href=b>", #"\<a href=b\>"#),
  ])
  func aSummaryHasNoLinkOfAName(text: String, shown: String) {
    let source = SourceFile(path: FilePath("\(text).swift"), bytes: Array("a".utf8))
    let finding = Diagnostic(.error, at: 0..<1, text, rule: rule)
    let summary = ReportersTests.report([(source, [finding])], ReportStyle(.summary))
    let place = text.contains("'") || text.contains("//") ? nil : "| \(shown).swift:1 |"
    let rows = String(decoding: summary, as: UTF8.self).split(separator: "\n")
    #expect(rows.last!.hasSuffix("| \(shown) |") && rows.last!.hasPrefix(place ?? "|"))
  }
}
