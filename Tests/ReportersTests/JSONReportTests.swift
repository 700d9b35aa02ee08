import Diagnostics
import Foundation
import Reporters
import Testing

struct JSONReportTests {
  private let rule = RuleReference(
    id: "date-init", category: "clock", url: "https://example.org/d", pack: "core")
  private let source = SourceFile(
    path: FilePath("Sources/é.swift"), bytes: Array("/* é */ Date(\n)\nlet é = Date()\n".utf8))

  private func json(_ diagnostics: [Diagnostic], exitStatus: Int32 = 1) -> [UInt8] {
    var report = Report(ReportStyle(.json))
    #expect(report.text(adding: diagnostics, of: source).isEmpty)
    report.add(linted: source.path)
    return report.end(exitStatus: exitStatus, tool: toolOfTests)
  }

  private func objects(_ stream: [UInt8]) throws -> [DiagnosticObject] {
    struct Finished: Decodable { let diagnostics: [DiagnosticObject] }
    let message = try #require(try messages(in: stream).last)
    return try JSONDecoder().decode(Finished.self, from: Data(message)).diagnostics
  }

  /// Foundation's encoder is what the compiler's driver writes its messages with.
  @Test func bytesAreThoseOfFoundationsEncoder() throws {
    let printable = (0..<0x7F).map { Unicode.Scalar($0).map(String.init) ?? "" }.joined()
    let stream = json([
      Diagnostic(.error, at: 9..<16, "\(printable)é漢👨‍👩‍👧‍👦\u{2028}\u{FFFF}", rule: rule),
      Diagnostic(
        .warning, at: 0..<0, "", notes: [Note(at: 0, printable), Note(at: 3, "")],
        fixIts: [FixIt(replacing: 1..<2, with: printable), FixIt(replacing: 3..<3, with: "")]),
    ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    for message in try messages(in: stream) {
      let value = try JSONDecoder().decode(AnyJSON.self, from: Data(message))
      #expect(
        String(decoding: message, as: UTF8.self)
          == String(decoding: try encoder.encode(value), as: UTF8.self))
    }
  }

  @Test func noTextCanCommandATerminal() throws {
    let controls = "\u{07}\u{1B}\u{7F}\u{9B}\u{061C}\u{200E}\u{202E}\u{2066}"
    let diagnostic = Diagnostic(
      .error, at: 0..<1, controls, rule: RuleReference(id: controls, url: controls),
      notes: [Note(at: 0, controls)], fixIts: [FixIt(replacing: 0..<1, with: controls)])
    let hostile = SourceFile(path: FilePath(controls), bytes: Array(controls.utf8))
    let stream = report([(hostile, [diagnostic])], ReportStyle(.json))
    #expect(stream == replacingControls(stream, keepsEscapes: false))
    #expect(try objects(stream).map(\.message) == [controls])
    #expect(try objects(stream).map(\.file) == [controls])
  }

  @Test func pathsThatAreNotTextAreRepaired() throws {
    let path = FilePath(bytes: [UInt8(ascii: "a"), 0xFF, UInt8(ascii: "b")])
    let stream = report(
      [(SourceFile(path: path, bytes: []), [Diagnostic(.error, at: 0..<0, "no")])],
      ReportStyle(.json))
    let began = try JSONDecoder().decode(CompilerMessage.self, from: Data(messages(in: stream)[0]))
    #expect(began.inputs == ["a\u{FFFD}b"])
    #expect(try objects(stream).map(\.file) == ["a\u{FFFD}b"])
  }
}
