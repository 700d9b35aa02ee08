import Diagnostics
import Foundation
import Reporters
import Testing

@Suite struct TraceJSONTests {
  @Test func nothingReachedIsAnObjectToo() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text(TraceScene.nothing, .json).utf8))
        as? [String: Any])
    #expect((object["causes"] as? [Any])?.isEmpty == true)
    #expect((object["entries"] as? [Any])?.isEmpty == true)
    #expect((object["counts"] as? [String: Int])?["entries"] == 5)
  }
}

@Suite struct TraceSARIFTests {
  private func results(_ text: String) throws -> [[String: Any]] {
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let runs = try #require(log?["runs"] as? [[String: Any]])
    return try #require(runs.first?["results"] as? [[String: Any]])
  }

  private func fingerprints(_ report: TraceReport) throws -> [String?] {
    try results(text(report, .sarif)).map {
      ($0["partialFingerprints"] as? [String: String])?["determinismTrace/v1"]
    }
  }

  /// A log of lint in another category is not replaced by it. The column after 😀 counts UTF-16.
  @Test func aResultHasTheWayAsACodeFlow() {
    let lines = text(TraceScene.report, .sarif).split(separator: "\n")
    #expect(lines[3] == #""automationDetails":{"id":"swift-determinism-lint/trace/"},"#)
    func location(_ file: String, _ line: Int, _ column: Int, _ message: String? = nil) -> String {
      let words = message.map { #","message":{"text":"\#($0)"}"# } ?? ""
      return #"""
        "physicalLocation":{"artifactLocation":{"uri":"Feed/\#(file)","uriBaseId":"%SRCROOT%"},\#
        "region":{"startLine":\#(line),"startColumn":\#(column),\#
        "endLine":\#(line),"endColumn":\#(column)}}\#(words)
        """#
    }
    let (store, tests) = ("Sources/Store.swift", "Tests/FeedTests.swift")
    let name = "FeedTests.testGrüße()"
    #expect(
      lines[8] == #"""
        {"ruleId":"date-init","ruleIndex":0,"level":"error",\#
        "message":{"text":"'\#(name)' can reach 'Date()'; the clock is read"},\#
        "locations":[{\#(location(tests, 5, 8)),\#
        "logicalLocations":[{"fullyQualifiedName":"\#(name)","kind":"member"}]}],\#
        "relatedLocations":[{\#(location(store, 3, 5, "the clock is read"))}],\#
        "codeFlows":[{"threadFlows":[{"locations":[\#
        {"location":{\#(location(tests, 6, 22, "'\(name)' calls 'Model.refresh()' here"))}},\#
        {"location":{\#(location(store, 10, 19, "'Model.refresh()' calls 'Store.stamp()' here"))}},\#
        {"location":{\#(location(store, 3, 5, "the clock is read"))}}]}]}],\#
        "partialFingerprints":{"determinismTrace/v1":"824256c05485e323:1",\#
        "primaryLocationLineHash":"694d7d6ed0316b67:1"}},
        """#)
  }

  @Test func anotherWayIsNoOtherAlert() throws {
    let before = try fingerprints(TraceScene.report)
    #expect(Set(before).count == 3)
    var report = TraceScene.report
    report.entries[0].reaches[0].path = [
      TraceHop("FeedTests.testShowsToday()", .reads, "x", at: TraceScene.place("T.swift", 9, 9))
    ]
    report.causes[0].place.line += 1
    #expect(try fingerprints(report) == before)
    report.causes[0].key = FindingKey(scope: "Store.stamp()", tokens: "Date.now")
    let after = try fingerprints(report)
    #expect(after[0] != before[0] && after[1] != before[1] && after[2] == before[2])
  }

  /// Two uses of one API in a declaration have one key; the second one has a number of its own.
  @Test func equalKeysAreTwoAlerts() throws {
    var report = TraceScene.report
    report.causes.append(report.causes[0])
    report.entries[0].reaches.append(Reach(cause: 2, path: report.entries[0].reaches[0].path))
    let known = try fingerprints(report)
    #expect(known[0]?.hasSuffix(":1") == true)
    #expect(known[1] == known[0].map { $0.dropLast() + "2" })
  }

  @Test func errorsComeFirst() throws {
    var report = TraceScene.report
    report.causes[0].severity = .warning
    let levels = try results(text(report, .sarif)).map { $0["level"] as? String }
    #expect(levels == ["error", "warning", "warning"])
  }

  @Test func whatHasNoSourceHasLinesAlone() throws {
    let result = try results(text(TraceScene.report, .sarif, sources: [:]))[0]
    let place = ((result["locations"] as? [[String: Any]])?[0]["physicalLocation"])
    let region = (place as? [String: Any])?["region"] as? [String: Int]
    #expect(region == ["startLine": 2])
  }

  @Test func aFailureIsANotification() {
    var failures = Failures()
    failures.add(Notice(failure: "no such file", in: FilePath("a.swift")))
    #expect(
      text(TraceScene.nothing, .sarif, failures: failures).contains(
        #""toolExecutionNotifications":[{"level":"error","message":{"text":"no such file"}"#))
  }
}
