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
    _ failures: [Failure] = []
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

  private let broken: [Failure] = {
    // The first character has two UTF-16 code units, and four bytes.
    let source = SourceFile(path: FilePath("s.yml"), bytes: Array("\n\n🎲: a".utf8))
    var columns = UTF16Columns(source)
    let location = LineTable(source.bytes).location(of: 8)
    return [
      Failure("no such file or directory: 'x'", in: FilePath("x")),
      Failure("unknown key 'a'", in: source.path, at: location, &columns),
      Failure("unknown revision 'mian'"),
    ]
  }()

  // MARK: - JUnit

  @Test func junitHasASuiteForEachFileAndErrorsFirst() {
    let noted = Diagnostic(
      .error, at: 2..<3, "<\"&", rule: rule, notes: [Note(at: 0, "here")])
    #expect(
      report(
        [
          (path: "a.swift", text: "x", diagnostics: [warning(0)]),
          (path: "b.swift", text: "x\ny", diagnostics: [warning(0), noted]),
        ], .junit) == """
          <?xml version="1.0" encoding="UTF-8"?>
          <testsuites name="swift-determinism-lint" tests="3" failures="3" errors="0">
            <testsuite name="Sources/b.swift" tests="2" failures="2" errors="0" time="0">
              <testcase classname="Sources/b.swift" name="date-init at 2:1" time="0" \
          file="Sources/b.swift" line="2">
                <failure type="error" message="&lt;&quot;&amp;">Sources/b.swift:2:1: error: \
          &lt;&quot;&amp; [#date-init]
          Sources/b.swift:1:1: note: here</failure>
              </testcase>
              <testcase classname="Sources/b.swift" name="date-init at 1:1" time="0" \
          file="Sources/b.swift" line="1">
                <failure type="warning" message="why">Sources/b.swift:1:1: warning: why \
          [#date-init]</failure>
              </testcase>
            </testsuite>
            <testsuite name="Sources/a.swift" tests="1" failures="1" errors="0" time="0">
              <testcase classname="Sources/a.swift" name="date-init at 1:1" time="0" \
          file="Sources/a.swift" line="1">
                <failure type="warning" message="why">Sources/a.swift:1:1: warning: why \
          [#date-init]</failure>
              </testcase>
            </testsuite>
          </testsuites>

          """)
  }

  private func cases(_ xml: String) throws -> [(name: String, outcome: String?)] {
    try XMLDocument(xmlString: xml).nodes(forXPath: "//testcase").map { node in
      let element = try #require(node as? XMLElement)
      return (
        element.attribute(forName: "name")?.stringValue ?? "", element.children?.first?.name
      )
    }
  }

  @Test func junitSaysThatNothingWasFoundOrWhyNotAllWasChecked() throws {
    let clean = try cases(report([], .junit))
    #expect(clean.map(\.name) == ["no findings"] && clean[0].outcome == nil)
    let failed = try cases(report([], .junit, broken + [broken[2]]))
    #expect(failed.map(\.outcome) == ["error", "error", "error", "error"])
    #expect(
      failed.map(\.name)
        == broken.map(\.message) + ["unknown revision 'mian' #2"])
    #expect(report([], .junit, broken).contains(#"file="Sources/s.yml" line="3""#))
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
      [(path: "a", text: "x", diagnostics: [error(0, all)])], .junit, [Failure(all)])
    for path in ["//failure/@message", "//error/@message", "//failure"] {
      let message = try XMLDocument(xmlString: xml).nodes(forXPath: path).first?.stringValue
      #expect((message?.unicodeScalars.count ?? 0) >= all.unicodeScalars.count, "\(path)")
    }
  }

  // MARK: - Azure

  @Test func azureHasPathsFromTheTopAndItsOwnEscapes() {
    let text = "é🎉\tDate()"
    let finding = Diagnostic(.error, at: 7..<13, "50 %; a]\r\nb%3B", rule: rule)
    #expect(
      report(
        [(path: "a;b]c%0A [##vso[task.complete].swift", text: text, diagnostics: [finding])], .azure
      )
        == """
        ##vso[task.logissue type=error;sourcepath=Sources/a%3Bb%5Dc%AZP250A \
        [##vso[task.complete%5D.swift;linenumber=1;columnnumber=5;code=date-init]50 %AZP25; \
        a]%0D%0Ab%AZP253B

        """)
  }

  @Test func azureShowsTenOfAKindWithThoseOfTheRunFirst() {
    let text = String(repeating: " ", count: 30)
    func lines(errors: Int, warnings: Int, _ failures: [Failure] = []) -> [Substring] {
      let findings = (0..<errors).map { error($0) } + (0..<warnings).map { warning($0) }
      return report([(path: "a", text: text, diagnostics: findings)], .azure, failures)
        .split(separator: "\n")
    }
    let ten = lines(errors: 10, warnings: 10)
    #expect(ten.count == 20 && !ten.contains { $0.contains("more") })
    let more = lines(errors: 11, warnings: 30)
    #expect(more.count == 20)
    #expect(more[9] == "##vso[task.logissue type=error]2 more errors; see the log")
    #expect(more[19] == "##vso[task.logissue type=warning]21 more warnings; see the log")
    let failed = lines(errors: 8, warnings: 0, broken)
    #expect(failed.count == 10)
    #expect(
      failed[0]
        == "##vso[task.logissue type=error;sourcepath=Sources/x]no such file or directory: 'x'")
    #expect(failed[1].contains("sourcepath=Sources/s.yml;linenumber=3;columnnumber=5]"))
    #expect(failed[2] == "##vso[task.logissue type=error]unknown revision 'mian'")
    #expect(failed[9] == "##vso[task.logissue type=error]2 more errors; see the log")
    let many = [Failure](repeating: broken[2], count: 10)
    #expect(lines(errors: 0, warnings: 0, many).count == 10)
    #expect(
      lines(errors: 1, warnings: 0, many).last?.hasSuffix("]2 more errors; see the log") == true)
  }

  @Test func gitHubHasTheFailuresOfTheRunFirst() {
    let text = String(repeating: " ", count: 30)
    let lines = report(
      [(path: "a", text: text, diagnostics: (0..<8).map { error($0) })], .github, broken
    ).split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines[0] == "::error file=Sources/x::no such file or directory: 'x'")
    #expect(lines[1] == "::error file=Sources/s.yml,line=3,col=5::unknown key 'a'")
    #expect(lines[2] == "::error::unknown revision 'mian'")
    #expect(lines[10] == "::notice::1 more error; see the log")
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

  @Test func rdjsonCountsBytesAndHasFixesAndNotes() throws {
    let finding = Diagnostic(
      .error, at: 7..<13, "no", rule: rule, notes: [Note(at: 14, "here")],
      fixIts: [FixIt(replacing: 7..<13, with: "now")])
    let (log, diagnostics) = try results("é🎉\tDate()\nx", [finding, warning(14)])
    #expect(log["severity"] as? String == "ERROR")
    #expect((log["source"] as? [String: String])?["name"] == "swift-determinism-lint")
    let first = try #require(diagnostics.first)
    let location = try #require(first["location"] as? [String: Any])
    #expect(location["path"] as? String == "Sources/a.swift")
    #expect(range(location["range"]) == [1, 8, 1, 14])
    #expect(first["code"] as? [String: String] == ["value": "date-init", "url": rule.url!])
    #expect(
      first["original_output"] as? String == "Sources/a.swift:1:8: error: no [#date-init]")
    let suggestion = try #require((first["suggestions"] as? [[String: Any]])?.first)
    #expect(suggestion["text"] as? String == "now")
    #expect(range(suggestion["range"]) == [1, 8, 1, 14])
    let related = try #require((first["related_locations"] as? [[String: Any]])?.first)
    #expect(related["message"] as? String == "here")
    #expect(
      range((related["location"] as? [String: Any])?["range"]) == [2, 1, nil, nil])
    #expect(diagnostics.last?["severity"] as? String == "WARNING")
    #expect(
      report([], .rdjson)
        == "{\"source\":{\"name\":\"swift-determinism-lint\"},\"diagnostics\":[\n]}\n")
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

  /// For reviewdog a lone CR ends no line; what is not sure is left out.
  @Test func rdjsonHasNoColumnsBehindALoneCarriageReturn() throws {
    let finding = Diagnostic(
      .error, at: 4..<5, "no", rule: rule, fixIts: [FixIt(replacing: 4..<5, with: "z")])
    let (_, diagnostics) = try results("a\nx\ry\n", [finding])
    #expect(
      range((diagnostics[0]["location"] as? [String: Any])?["range"]) == [2, nil, nil, nil])
    #expect(diagnostics[0]["suggestions"] == nil)
  }

  // MARK: - Failures

  @Test func sarifHasANotificationForEachFailure() throws {
    let many = [Failure](repeating: broken[2], count: 200)
    let json = report([], .sarif, broken + many)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let notifications = try #require(
      invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(notifications.allSatisfy { $0["level"] as? String == "error" })
    #expect(
      notifications.map { ($0["message"] as? [String: String])?["text"] }
        == broken.map(\.message) + [String](repeating: broken[2].message, count: 97)
        + ["103 more errors; see the log"])
    #expect(
      json.contains(
        #""physicalLocation":{"artifactLocation":{"uri":"Sources/s.yml","#
          + #""uriBaseId":"%SRCROOT%"},"region":{"startLine":3,"startColumn":5}}"#))
    #expect(!report([], .sarif).contains("toolExecutionNotifications"))
  }
}
