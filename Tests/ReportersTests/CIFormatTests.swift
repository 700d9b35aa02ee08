import Diagnostics
import Foundation
import Reporters
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The formats `junit`, `azure` and `rdjson`, and what all say of a run that failed.
@Suite struct CIFormatTests {
  private let rule = RuleReference(id: "date-init", url: "https://example.org/d")
  private let root = ReportRoot(top: FilePath("/app"), workingFolder: FilePath("/app/Sources"))

  private func report(
    _ files: [(path: String, text: String, diagnostics: [Diagnostic])], _ format: ReportFormat,
    _ failures: [Notice] = []
  ) -> String {
    var report = Report(ReportStyle(format, root: root))
    var bytes: [UInt8] = []
    for file in files {
      let source = SourceFile(path: FilePath(file.path), bytes: Array(file.text.utf8))
      bytes += report.text(adding: file.diagnostics, of: source)
    }
    var all = Failures()
    for failure in failures { all.add(failure) }
    let status: Int32 = failures.isEmpty ? 1 : 2
    bytes += report.end(exitStatus: status, tool: ToolDescription(version: "1.2.3"), all)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func error(_ offset: Int, _ message: String = "no") -> Diagnostic {
    Diagnostic(.error, at: offset..<offset + 1, message, rule: rule)
  }

  private func warning(_ offset: Int) -> Diagnostic {
    Diagnostic(.warning, at: offset..<offset + 1, "why", rule: rule)
  }

  // MARK: - JUnit

  private func cases(_ xml: String) throws -> [(name: String, outcome: String?)] {
    try XMLDocument(xmlString: xml).nodes(forXPath: "//testcase").map { node in
      let element = try #require(node as? XMLElement)
      return (
        element.attribute(forName: "name")?.stringValue ?? "", element.children?.first?.name
      )
    }
  }

  /// A service takes two cases of one name for one.
  @Test func junitNamesDiffer() throws {
    let twice = try cases(
      report([(path: "a", text: "x", diagnostics: [error(0), error(0), warning(0)])], .junit))
    #expect(
      twice.map(\.name) == [
        "date-init at 1:1", "date-init at 1:1 #2", "date-init at 1:1 #3",
      ])
  }

  @Test func junitIsXMLWhateverIsSaid() throws {
    let all = String(String.UnicodeScalarView((0...0xFFFF).compactMap { Unicode.Scalar($0) }))
    let xml = report(
      [(path: "a", text: "x", diagnostics: [error(0, all)])], .junit, [Notice(failure: all)])
    for path in ["//failure/@message", "//error/@message", "//failure"] {
      let message = try XMLDocument(xmlString: xml).nodes(forXPath: path).first?.stringValue
      #expect((message?.unicodeScalars.count ?? 0) >= all.unicodeScalars.count, "\(path)")
    }
  }

  // MARK: - rdjson

  private func results(
    _ text: String, _ diagnostics: [Diagnostic]
  ) throws -> (log: [String: Any], diagnostics: [[String: Any]]) {
    let json = report([(path: "a.swift", text: text, diagnostics: diagnostics)], .rdjson)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    return (log, try #require(log["diagnostics"] as? [[String: Any]]))
  }

  private func range(_ object: Any?) -> [Int?] {
    let range = object as? [String: [String: Int]]
    return ["start", "end"].flatMap { [range?[$0]?["line"], range?[$0]?["column"]] }
  }

  /// reviewdog offers each suggestion by itself.
  @Test func rdjsonJoinsTheFixItsOfAFinding() throws {
    func suggestions(_ text: String, _ fixIts: [FixIt]) throws -> [[String: Any]]? {
      let finding = Diagnostic(.error, at: 0..<1, "no", rule: rule, fixIts: fixIts)
      return try results(text, [finding]).diagnostics[0]["suggestions"] as? [[String: Any]]
    }
    let joined = try suggestions(
      "f(a, b)", [FixIt(replacing: 5..<6, with: "d"), FixIt(replacing: 2..<2, with: "c: ")])
    #expect(joined?.count == 1 && joined?[0]["text"] as? String == "c: a, d")
    #expect(range(joined?[0]["range"]) == [1, 3, 1, 7])
    let far = String(repeating: " ", count: 5000)
    #expect(
      try suggestions(
        far, [FixIt(replacing: 0..<0, with: "a"), FixIt(replacing: 5000..<5000, with: "b")]) == nil)
  }
}
