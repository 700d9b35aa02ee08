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
    return try XMLDocument(
      xmlString: String(page[start.lowerBound..<end.upperBound]),
      options: .nodePreserveWhitespace)
  }

  private func strings(_ path: String, in page: String) throws -> [String] {
    try main(page).nodes(forXPath: path).map { $0.stringValue ?? "" }
  }

  @Test func headingsHaveTheCounts() throws {
    let page = text(TraceScene.report, .html)
    #expect(try strings("//h1", in: page) == ["3 of 5 tests can reach 2 places"])
    #expect(
      try strings("//h2", in: page) == [
        "Places", "Date() in Store.stamp()", "Date() in FeedTests.testNow()", "Rules",
      ])
    #expect(
      try strings("//ol[@class='places']/li", in: page) == [
        "2 tests Date() in Store.stamp() date-init",
        "1 test Date() in FeedTests.testNow() date-init",
      ])
    #expect(
      try strings("//li//a/@href", in: page) == ["#use-1", "#rule-1", "#use-2", "#rule-1"])
    #expect(try strings("//h2/@id", in: page) == ["places", "use-1", "use-2"])
    #expect(try strings("//p[@class='screen']/a/@href", in: page) == ["#places", "#places"])
    #expect(page.contains("<title>Trace: 3 of 5 tests can reach 2 places</title>"))
  }

  @Test func oneEntryIsNamed() throws {
    let hop = TraceHop("A.t()", .calls, "B.f()", at: TraceScene.place("T.swift", 2, 5))
    let page = text(TraceScene.report(through: hop, kind: .function), .html)
    #expect(try strings("//h1", in: page) == ["'A.t()' can reach 1 place"])
    #expect(page.contains("<code>A.t()</code> can reach it in 1 step.</p>"))
    #expect(page.contains("<span class=\"entry\">functions</span>"))
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

  @Test func waysAreListedWithTheirLines() throws {
    let page = text(TraceScene.report, .html)
    #expect(
      try strings("//section[1]//ol[@class='steps']/li", in: page) == [
        """
        FeedTests.testShowsToday() calls Model.refresh() here Feed/Tests/FeedTests.swift:3:13\
        Model().refresh()

        """,
        """
        Model.refresh() calls Store.stamp() here Feed/Sources/Store.swift:10:19\
        shown = store.stamp()

        """,
        """
        the clock is read Feed/Sources/Store.swift:3:5\
        Date()

        """,
      ])
    #expect(
      try strings("//section[1]//ul/li", in: page) == [
        "FeedTests.testGrüße() Feed/Tests/FeedTests.swift:6:24"
      ])
    // Only steps have numbers.
    #expect(
      try strings("//section[1]//h3 | //section[1]//li[@class='use']/pre", in: page) == [
        "2 tests, 2 steps", "Date()",
      ])
    // What a test does by itself is said, and there is no way to list.
    #expect(try strings("//section[2]//ol | //section[2]//svg", in: page) == [])
    #expect(page.contains("<code>FeedTests.testNow()</code> does this by itself.</p>"))
  }

  @Test func withoutSourceThePlacesAreThere() throws {
    let page = text(TraceScene.report, .html, sources: [:])
    #expect(try strings("//pre", in: page) == [])
    #expect(
      try strings("//section[1]/p[1]//code", in: page) == ["Feed/Sources/Store.swift:3:5"])
  }

  @Test func rulesAreDescribed() throws {
    let note = "use\n'now'\n\nb.\nc"
    let rules = ["date-init": RuleDescription(.error, "the clock is read", note: note)]
    let page = text(TraceScene.report, .html, rules: rules)
    #expect(try strings("//section/p[1]/a/@href", in: page) == ["#rule-1", "#rule-1"])
    #expect(
      try strings("//section[3]/*", in: page) == [
        "Rules", "date-init", "the clock is read", "use now", "b.", "c", "More about date-init",
      ])
    #expect(
      try strings("//section[3]//@id | //section[3]//@href", in: page) == [
        "rule-1", "https://example.org/d",
      ])
    // A rule that nothing is known of leads nowhere.
    var report = TraceScene.report
    let rule = RuleReference(id: "date-init", category: "clock", url: nil)
    for index in report.causes.indices { report.causes[index].rule = rule }
    #expect(try strings("//a[starts-with(@href, '#rule')]", in: text(report, .html)) == [])
  }

  @Test func whatIsNotFollowedIsSaidFirst() throws {
    let page = text(TraceScene.report, .html, receipt: "Traced all.")
    #expect(try strings("//p[1]", in: page)[0].contains("where 22 % of the uses of the project's"))
    #expect(try strings("/main/details/p", in: page) == ["Traced all."])
  }

  /// What the list of places has adds up to the heading's count.
  @Test func placesOfOneBlockAreCounted() throws {
    var report = Self.manyTests
    report.causes.append(TraceScene.cause(at: TraceScene.place("S.swift", 9, 1), in: "g()"))
    report.entries[0].reaches.append(Reach(cause: 2, path: []))
    let page = text(report, .html)
    #expect(try strings("//h1", in: page) == ["All 50 tests can reach 3 places"])
    #expect(
      try strings("//ol[@class='places']/li", in: page) == [
        "50 tests Date() in f() date-init, and 1 more place", "1 test Date() in g() date-init",
      ])
  }

  /// A test of each of fifty types, all of which go the same way.
  private static let manyTests: TraceReport = {
    let entries = (0..<50).map { number in
      let name = "T\(number).t()"
      return Entry(
        name, .test, at: TraceScene.place("T.swift", number + 1, 1),
        reaches: [
          Reach(
            cause: 0,
            path: [TraceHop(name, .calls, "f()", at: TraceScene.place("T.swift", number + 1, 9))])
        ])
    }
    return TraceReport(
      causes: [1, 2].map { TraceScene.cause(at: TraceScene.place("S.swift", $0, 1), in: "f()") },
      entries: entries.map { entry in
        var entry = entry
        entry.reaches.append(Reach(cause: 1, path: entry.reaches[0].path))
        return entry
      }, entryCount: 50, fileCount: 2, notFollowed: TraceReport.NotFollowed())
  }()

  @Test func longListsAreCut() throws {
    let page = text(Self.manyTests, .html)
    #expect(try strings("//h1", in: page) == ["All 50 tests can reach 2 places"])
    let others = try strings("//ul/li", in: page)
    #expect(others.count == 21)
    #expect(others.last == "29 more; --all lists them")
    #expect(page.contains("the clock is read; 1 more place in <code>f()</code>"))
    #expect(try strings("//svg//g[@class='use']/text", in: page).last == "and 1 more place")
    #expect(
      try strings("//svg//g[@class='entry']/text", in: page) == ["T0", "and 49 more: 50 tests"])
    let whole = text(Self.manyTests, .html, listsAll: true)
    #expect(try strings("//ul/li", in: whole).count == 49)
    #expect(
      try strings("//section/p/code", in: whole).prefix(2) == [
        "Feed/S.swift:1:1", "Feed/S.swift:2:1",
      ])
  }

  @Test func whatIsNewIsMarked() throws {
    var report = TraceScene.report
    report.isCompared = true
    for index in report.entries.indices {
      report.entries[index].reaches[0].firstNew = index == 2 ? .use : .hop(1)
    }
    let page = text(report, .html)
    #expect(try strings("//h1", in: page) == ["3 of 5 tests can newly reach 2 places"])
    #expect(
      try strings("//section[1]//svg/text[contains(@class, 'new')]", in: page) == ["new: calls"])
    #expect(try strings("//section[1]//svg/g[@class='new']", in: page).count == 1)
    #expect(page.contains("<b class=\"new\">new:</b> <code>Model.refresh()</code> calls"))
    #expect(
      try strings("//section[1]/p[1]", in: page) == [
        "error: this call lets 2 tests reach Date() date-initFeed/Sources/Store.swift:10:19"
      ])
    #expect(
      try strings("//ol[@class='places']/li[1]", in: page) == [
        "2 tests Date() in Store.stamp() date-init, new at Feed/Sources/Store.swift:10:19"
      ])
  }

  @Test func failuresAreTold() throws {
    var failures = Failures()
    failures.add(Failure("permission denied", in: FilePath("A<b>.swift")))
    failures.add(Failure("no settings"))
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

  /// The policy of the page refuses what could be brought in; nothing is to be there to refuse.
  @Test(arguments: TraceDrawingTests.names)
  func anyNameIsData(name: String) throws {
    let hop = TraceHop(name, .defaultArgument, name, at: Place(FilePath(name), line: 1, column: 1))
    let report = TraceScene.report(through: hop)
    let page = text(report, .html, sources: [name: name + "\n\u{7F}</pre><script>\n"])
    let elements = try main(page).nodes(forXPath: "//*")
    let known: Set = [
      "main", "h1", "p", "section", "h2", "h3", "code", "b", "a", "br", "pre", "div", "svg",
      "title", "g", "rect", "path", "text", "details", "summary", "ol", "ul", "li", "span",
    ]
    #expect(Set(elements.compactMap(\.name)).isSubset(of: known))
    let attributes = Set(try main(page).nodes(forXPath: "//@*").compactMap(\.name))
    #expect(attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "style" })
    #expect(!page.unicodeScalars.contains("\u{202E}"))
  }
}
