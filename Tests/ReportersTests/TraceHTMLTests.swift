import Diagnostics
import Foundation
import Reporters
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct TraceHTMLTests {
  /// What a page has between the tags `main`, for a reader of XML.
  private func main(_ page: String) throws -> XMLDocument {
    let start = try #require(page.range(of: "<main>"))
    let end = try #require(page.range(of: "</main>"))
    // Attributes have no quotation marks there where they need none.
    let text = String(page[start.lowerBound..<end.upperBound])
      .replacing(#/ (class)=([a-z]+)/#) { " \($0.1)=\"\($0.2)\"" }
      .replacing("<details open>", with: "<details open=\"\">")
    return try XMLDocument(xmlString: text, options: .nodePreserveWhitespace)
  }

  private func strings(_ path: String, in page: String) throws -> [String] {
    try main(page).nodes(forXPath: path).map { $0.stringValue ?? "" }
  }

  @Test func oneEntryIsNamed() throws {
    let hop = TraceHop("A.t()", .calls, "B.f()", at: TraceScene.place("T.swift", 2, 5))
    let page = text(TraceScene.report(through: hop, kind: .function), .html)
    #expect(try strings("//h1", in: page) == ["'A.t()' can reach 1 place"])
    #expect(page.contains("<p>1 function can reach it, the nearest in 1 step.</p>"))
  }

  @Test func nothingFoundIsSaid() throws {
    var report = TraceScene.nothing
    let receipt = "Traced 5 tests in 2 files: none can reach a use that rules ban."
    #expect(
      try strings("//h1 | //p", in: text(report, .html, receipt: receipt)) == [
        "No way was found", receipt,
      ])
    report.isCompared = true
    #expect(try strings("//h1", in: text(report, .html)) == ["No new way was found"])
  }

  @Test func withoutSourceThePlacesAreThere() throws {
    let page = text(TraceScene.report, .html, sources: [:])
    #expect(try strings("//pre", in: page) == [])
    #expect(
      try strings("//section[1]/p[1]/small", in: page) == ["Feed/Sources/Store.swift:3:5"])
  }

  @Test func rulesAreDescribed() throws {
    let note = "use\n'now'\n\nb.\nc"
    let rules = ["date-init": RuleDescription(.error, "the clock is read", note: note)]
    let page = text(TraceScene.report, .html, rules: rules)
    #expect(
      try strings("//section/p[1]/a/@href", in: page) == ["#rule:date-init", "#rule:date-init"])
    #expect(
      try strings("//section[3]/*", in: page) == [
        "Rules", "date-init", "the clock is read", "use now", "b. c", "More about date-init",
      ])
    #expect(
      try strings("//section[3]//@id | //section[3]//@href", in: page) == [
        "rule:date-init", "https://example.org/d",
      ])
  }

  /// Ways of tests that are called as the numbers of their declarations, the last one next to the
  /// use: `1.2` is test 1, which calls declaration 2.
  private func report(_ ways: [String], causes: Int = 1) -> TraceReport {
    let entries = ways.enumerated().map { line, way in
      let names = way.split(separator: ".").map { "d\($0)()" }
      let path = zip(names, names.dropFirst()).map { caller, callee in
        TraceHop(caller, .calls, callee, at: TraceScene.place("S.swift", 1, 1))
      }
      return Entry(
        names[0], .test, at: TraceScene.place("T.swift", line + 1, 1),
        reaches: (0..<causes).map { Reach(cause: $0, path: path) })
    }
    return TraceReport(
      causes: (0..<causes).map {
        TraceScene.cause(at: TraceScene.place("S.swift", $0 + 1, 1), in: "f()")
      },
      entries: entries, entryCount: entries.count, fileCount: 2,
      notFollowed: NotFollowed())
  }

  @Test func sharedHopsAreOneBranch() throws {
    let page = text(report(["1.7.8.9", "2.7.8.9", "3.6.8.9", "4.5.9", "5.9"]), .html)
    #expect(
      try strings("//summary", in: page) == [
        "d8() 3 tests, calls, Feed/S.swift:1:1", "d7() 2 tests, calls, Feed/S.swift:1:1",
        "d6() 1 test, calls, Feed/S.swift:1:1", "d5() 1 test, calls, Feed/S.swift:1:1",
      ])
    #expect(try strings("//details/details/ul/li/code[1]", in: page) == ["d1()", "d2()", "d3()"])
    #expect(try strings("//section[1]/ul/li/code[1]", in: page) == ["d5()"])
  }

  @Test func branchesAreFoldedFromTheThirdLevel() throws {
    let page = text(report(["1.5.6.7.9", "2.6.7.9", "3.7.9", "4.9"]), .html)
    #expect(try strings("//details[@open]/summary/code[1]", in: page) == ["d7()"])
    #expect(try strings("//details[not(@open)]/summary/code[1]", in: page) == ["d6()", "d5()"])
  }

  /// Neither the page nor the stack is deeper than the branches.
  @Test func aLongWayIsNoBranch() throws {
    let way = (1...5000).map(String.init).joined(separator: ".")
    let page = text(report([way]), .html, sources: [:])
    #expect(try strings("//details", in: page) == [])
    #expect(try strings("//section[1]/p", in: page).count == 2 + 4998)
  }

  /// Several causes behind one way are one tree.
  @Test func causesOfOneWayAreOneTree() throws {
    let page = text(report(["1.9", "2.9"], causes: 5), .html)
    #expect(try strings("//h2", in: page) == ["Date() in f()", "Rules"])
    #expect(page.contains("<p class=quiet>2 more places; <code>--all</code> lists them</p>"))
    #expect(page.contains("<p>2 tests can reach them, the nearest in 1 step.</p>"))
    let whole = text(report(["1.9", "2.9"], causes: 5), .html, listsAll: true)
    #expect(try strings("//section[1]/p/b", in: whole).count == 5)
  }

  @Test func longListsAreCut() throws {
    let ways = (100..<150).map { "\($0).9" } + (200..<250).map { "\($0).\($0 + 100).9" }
    let page = text(report(ways), .html)
    #expect(try strings("//section[1]/ul/li", in: page).count == 20)
    #expect(try strings("//details", in: page).count == 20)
    #expect(
      try strings("//p[@class='quiet']", in: page).suffix(2)
        == ["30 more ways; --all lists them", "30 more ways; --all lists them"])
    let whole = text(report(ways), .html, listsAll: true)
    #expect(try strings("//section[1]/ul/li", in: whole).count == 50)
    #expect(try strings("//details", in: whole).count == 50)
  }

  @Test func whatTheChangeSilencesIsTold() throws {
    let notice = Notice("comment-added", in: FilePath("A<b>.swift"), "a comment allows 'x' here")
    #expect(
      try strings(
        "//section[1]/h2 | //section[1]//li", in: text(TraceScene.report, .html, notices: [notice]))
        == ["This change silences", "Feed/A<b>.swift: a comment allows x here"])
  }

  @Test func failuresAreTold() throws {
    var failures = Failures()
    failures.add(Notice(failure: "permission denied", in: FilePath("A<b>.swift")))
    failures.add(Notice(failure: "no settings"))
    let page = text(TraceScene.report, .html, failures: failures)
    #expect(
      try strings("//section[1]/h2 | //section[1]//li", in: page) == [
        "Not everything was traced", "Feed/A<b>.swift: permission denied", "no settings",
      ])
    #expect(try strings("//h1", in: page)[0].hasSuffix("2 places; not everything was traced"))
    let empty = text(TraceScene.nothing, .html, receipt: nil, failures: failures)
    #expect(try strings("//h1 | //h2", in: empty) == ["Nothing was traced", "What went wrong"])
    #expect(try strings("//li", in: empty).count == 2)
  }
}
