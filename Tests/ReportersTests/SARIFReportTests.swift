import Diagnostics
import Foundation
import Reporters
import Testing

@Suite struct SARIFReportTests {
  private let rule = RuleReference(id: "date-init", category: "clock", url: "https://example.org/d")
  private let root = ReportRoot(top: FilePath("/app"), workingFolder: FilePath("/app/Sources"))

  private func log(
    _ files: [(source: SourceFile, diagnostics: [Diagnostic])],
    excused: [Diagnostic] = [], rules: [String: RuleDescription] = [:],
    exitStatus: Int32 = 1
  ) throws -> [String: Any] {
    var report = Report(ReportStyle(.sarif, root: root))
    for (source, diagnostics) in files {
      #expect(report.text(adding: diagnostics + excused, of: source).isEmpty)
    }
    let tool = ToolDescription(version: "1.2.3", rules: rules)
    let bytes = report.end(exitStatus: exitStatus, tool: tool)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  /// The value at a path such as `runs.0.results`.
  private func value(_ path: String, in object: Any) -> Any? {
    path.split(separator: ".").reduce(Optional(object)) { value, key in
      if let index = Int(key) {
        guard let array = value as? [Any], index < array.count else { return nil }
        return array[index]
      }
      return (value as? [String: Any])?[String(key)]
    }
  }

  private func string(_ path: String, in object: Any) -> String? {
    value(path, in: object) as? String
  }

  private func source(_ path: String, _ text: String) -> SourceFile {
    SourceFile(path: FilePath(path), bytes: Array(text.utf8))
  }

  private func fingerprints(_ log: [String: Any]) throws -> [String?] {
    let results = try #require(value("runs.0.results", in: log) as? [Any])
    return results.map {
      (value("partialFingerprints", in: $0) as? [String: String])?["determinismKey/v1"]
    }
  }

  @Test func whatHasNoKeyIsKnownByItsText() throws {
    let comments = "// allow a: b\n// allow c: d\n// allow a: b\n"
    let diagnostics = [0, 14, 28].map { Diagnostic(.warning, at: $0..<$0 + 13, "no", rule: rule) }
    let known = try fingerprints(log([(source("a", comments), diagnostics)]))
    try #require(known.count == 3)
    #expect(known[0]?.dropLast(2) == known[2]?.dropLast(2))
    #expect(known[0] != known[1])
    #expect(known[2]?.hasSuffix(":2") == true)
  }

  @Test func excusedFindingsAreMarkedAndComeLast() throws {
    let diagnostic = Diagnostic(.error, at: 0..<1, "no", rule: rule)
    let warning = Diagnostic(.warning, at: 2..<3, "no", rule: rule)
    let verdicts = [
      .allowedInSource(reason: "the clock"), .allowedBySettings(reason: "allow: a.swift"),
      FindingVerdict.inBaseline,
    ]
    let excused = verdicts.map { verdict in
      var finding = diagnostic
      finding.verdict = verdict
      return finding
    }
    let log = try log([(source("a", "x\ny"), [warning])], excused: excused)
    let inSourceOrder = try self.log([(source("a", "x\ny"), excused + [warning])])
    #expect(NSDictionary(dictionary: log) == NSDictionary(dictionary: inSourceOrder))
    let results = try #require(value("runs.0.results", in: log) as? [Any])
    #expect(
      results.map { string("suppressions.0.kind", in: $0) }
        == [nil, "inSource", "external", "external"])
    #expect(
      results.map { string("suppressions.0.justification", in: $0) }
        == [nil, "the clock", "allow: a.swift", nil])
    #expect(results.map { string("baselineState", in: $0) } == [nil, nil, nil, "unchanged"])
    #expect(results.map { string("level", in: $0) } == ["warning", "error", "error", "error"])
    #expect(value("runs.0.tool.driver.rules.0.id", in: log) as? String == "date-init")
  }

  /// Other formats say nothing of them.
  @Test(arguments: ReportFormat.allCases) func fewHaveExcusedFindings(
    _ format: ReportFormat
  ) {
    var finding = Diagnostic(.error, at: 0..<1, "no", rule: rule)
    finding.verdict = .allowedInSource(reason: "why")
    var report = Report(ReportStyle(format))
    #expect(report.text(adding: [finding], of: source("a", "x")).isEmpty)
    #expect((report.findingCount == 0) == ![.sarif, .html].contains(format))
  }
}
