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
    // The reader leaves out blanks between elements.
    let text = page[start.lowerBound..<end.upperBound]
      .replacingOccurrences(of: "> <", with: ">\u{A0}<")
    return try XMLDocument(xmlString: text)
  }

  private func strings(_ path: String, in page: String) throws -> [String] {
    try main(page).nodes(forXPath: path).map {
      ($0.stringValue ?? "").replacingOccurrences(of: "\u{A0}", with: " ")
    }
  }

  @Test func headingsHaveTheCounts() throws {
    let page = text(TraceScene.report, .html)
    #expect(try strings("//h1", in: page) == ["3 of 5 tests can reach 2 places"])
    #expect(
      try strings("//h2", in: page) == [
        "Places", "Date() in Store.stamp()", "Date() in FeedTests.testNow()",
      ])
    #expect(
      try strings("//ol[@class='places']/li", in: page) == [
        "2 tests Date() in Store.stamp() date-init",
        "1 test Date() in FeedTests.testNow() date-init",
      ])
    #expect(try strings("//li//a/@href", in: page) == ["#use-1", "#use-2"])
    #expect(try strings("//h2/@id", in: page) == ["use-1", "use-2"])
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
    report.receipt = "Traced 5 tests in 2 files: none can reach a use that rules ban."
    let page = text(report, .html)
    #expect(
      try strings("//h1 | //p", in: page) == [
        "No way was found", report.receipt,
      ])
    report.isCompared = true
    #expect(try strings("//h1", in: text(report, .html)) == ["No new way was found"])
  }

  @Test func waysAreListedWithTheirLines() throws {
    let page = text(TraceScene.report, .html)
    #expect(
      try strings("//section[1]//ol[@class='steps']/li", in: page) == [
        """
        FeedTests.testShowsToday() calls Model.refresh() here Tests/FeedTests.swift:3:13\
        Model().refresh()

        """,
        """
        Model.refresh() calls Store.stamp() here Sources/Store.swift:10:19\
        shown = store.stamp()

        """,
        """
        the clock is read Sources/Store.swift:3:5\
        Date()

        """,
      ])
    #expect(
      try strings("//section[1]//ul/li", in: page) == [
        "FeedTests.testGrüße() Tests/FeedTests.swift:6:24"
      ])
    // What a test does by itself is said, and there is no way to list.
    #expect(try strings("//section[2]//ol | //section[2]//svg", in: page) == [])
    #expect(page.contains("<code>FeedTests.testNow()</code> does this by itself.</p>"))
  }

  @Test func withoutSourceThePlacesAreThere() throws {
    let page = text(TraceScene.report, .html, sources: [:])
    #expect(try strings("//pre", in: page) == [])
    #expect(
      try strings("//section[1]/p[1]//code", in: page) == ["Sources/Store.swift:3:5"])
  }

  @Test func rulesLinkToTheirPages() throws {
    let page = text(TraceScene.report, .html)
    #expect(
      try strings("//section/p[1]/a/@href", in: page)
        == Array(repeating: "https://example.org/d", count: 2))
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
    #expect(try strings("//section/p/code", in: whole).prefix(2) == ["S.swift:1:1", "S.swift:2:1"])
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
        "error: this call lets 2 tests reach Date() date-initSources/Store.swift:10:19"
      ])
    #expect(
      try strings("//ol[@class='places']/li[1]", in: page) == [
        "2 tests Date() in Store.stamp() date-init, new at Sources/Store.swift:10:19"
      ])
  }

  @Test func failuresAreTold() throws {
    var failures = Failures()
    failures.add(Failure("permission denied", in: FilePath("A<b>.swift")))
    failures.add(Failure("no settings"))
    let page = text(TraceScene.report, .html, failures: failures)
    #expect(
      try strings("//section[1]/h2 | //section[1]//li", in: page) == [
        "Not everything was traced", "A<b>.swift: permission denied", "no settings",
      ])
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
