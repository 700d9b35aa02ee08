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

  private func region(_ path: String, in object: Any) -> [Int]? {
    let region = value(path, in: object) as? [String: Any]
    return region.map { region in
      ["startLine", "startColumn", "endLine", "endColumn"].map { region[$0] as? Int ?? 0 }
    }
  }

  private func fingerprints(_ log: [String: Any]) throws -> [String?] {
    let results = try #require(value("runs.0.results", in: log) as? [Any])
    return results.map {
      (value("partialFingerprints", in: $0) as? [String: String])?["determinismKey/v1"]
    }
  }

  /// Written down, since alerts that are known by another number would be opened again.
  @Test func fingerprintsAreThoseOfTheKey() throws {
    func diagnostic(_ offset: Int, scope: String = "A.f()", tokens: String = "Date()") -> Diagnostic
    {
      var diagnostic = Diagnostic(.error, at: offset..<offset + 1, "no", rule: rule)
      diagnostic.key = FindingKey(scope: scope, tokens: tokens)
      return diagnostic
    }
    let first = try fingerprints(
      log([
        (source("a", "abc"), [diagnostic(0), diagnostic(1), diagnostic(2, scope: "A")]),
        (source("b", "abc"), [diagnostic(1)]),
      ]))
    try #require(first.count == 4)
    // FNV-1a of `date-init`, `A.f()` and `Date()`, a zero after each.
    #expect(first[0] == "32efcc58b75ea35b:1")
    #expect(first[1] == "32efcc58b75ea35b:2")
    #expect(first[2] != first[0])
    #expect(first[3] == first[0])
    let moved = try fingerprints(log([(source("c", "\n\n   "), [diagnostic(4), diagnostic(5)])]))
    #expect(moved == Array(first[..<2]))
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

  /// Computed by GitHub's own uploader, which warns of other values.
  private static let lineHashes: [(text: [UInt8], hashes: [String])] =
    [
      ("", ["c129715d7a2bc9a3:1"]),
      ("let a = Date()\nlet b = 1\n", sameHashes), ("let a = Date()\r\nlet b = 1\r\n", sameHashes),
      ("let a = Date()\rlet b = 1\r", sameHashes),
      ("a\r \nb", ["67c066a59e652f5e:1", "cc4c43d77869440f:1", "8ee5a81e681643c1:1"]),
      ("\tlet  a\t=  Date()", ["44f3f8762a092c9:1"]),
      ("let 😀 = \"é𝒳\"; Date()\nDate()", ["f5adba2540279d16:1", "f89b2698cbb5e77a:1"]),
      ("x\nlet a = Date()", ["72e0ceb263158d03:1", "44f3f8762a092c9:1"]),
      (
        "let a = [" + String(repeating: "Date(), ", count: 40) + "]\nDate()\n",
        ["2fec966734517446:1", "27ef72dc1776e970:1", "c129715d7a2bc9a3:1"]
      ),
      (
        String(repeating: "let a = Date()\n", count: 12),
        [
          "c0c070671af5dd1e:1", "c0c070671af5dd1e:2", "c0c070671af5dd1e:3", "c0c070671af5dd1e:4",
          "c0c07067e07c70c3:1", "e16eafbbfc1b9d3f:1", "44aa25bb330ffa7b:1", "b9abd974b4c6e477:1",
          "ca46f5388bf47733:1", "e075e3d5fbcf8eaf:1", "d779b6bc6a0dc6eb:1", "f6ebf9b2f19f7be7:1",
          "c129715d7a2bc9a3:1",
        ]
      ),
      ("\u{FEFF}Date()\n", ["339fe5ec6c2ffd53:1", "c129715d7a2bc9a3:1"]),
    ].map { (Array($0.0.utf8), $0.1) } + [
      ([0x61, 0xE2, 0x82, 0x0A, 0xFF, 0x62], ["9756176149677c72:1", "197a334820468156:1"])
    ]

  private static let sameHashes = ["6c1da64346b6ae6:1", "237a1a1644f28ad2:1", "c129715d7a2bc9a3:1"]

  @Test(arguments: lineHashes) func linesHaveTheHashesThatGitHubComputes(
    text: [UInt8], hashes: [String]
  ) throws {
    let table = LineTable(text)
    let lines = (1...table.lineCount).map { line in
      let start = table.range(ofLine: line).lowerBound
      return Diagnostic(.error, at: start..<start, "no", rule: rule)
    }
    func known(_ diagnostics: [Diagnostic]) throws -> [String?] {
      let source = SourceFile(path: FilePath("a"), bytes: text)
      let log = try log([(source, diagnostics)])
      let results = try #require(value("runs.0.results", in: log) as? [Any])
      return results.map { string("partialFingerprints.primaryLocationLineHash", in: $0) }
    }
    #expect(try known(lines) == hashes)
    #expect(try known([lines[lines.count - 1]]) == [hashes[hashes.count - 1]])
    #expect(try known([lines[0], lines[0]]) == [hashes[0], hashes[0]])
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

  /// Uses within uses, and long names around them, would come to the square of the file.
  @Test func neitherSnippetsNorScopesAreLong() throws {
    let nested = String(repeating: "Date(", count: 100) + String(repeating: ")", count: 100)
    var diagnostic = Diagnostic(.error, at: 0..<600, "no", rule: rule)
    diagnostic.key = FindingKey(scope: String(repeating: "A.", count: 300) + "f()", tokens: "Date")
    let log = try log([(source("a", nested), [diagnostic])])
    let location = try #require(value("runs.0.results.0.locations.0", in: log))
    #expect(value("physicalLocation.region.snippet", in: location) == nil)
    #expect(value("logicalLocations", in: location) == nil)
  }
}
