import Diagnostics
import Reporters
import Testing

@Suite struct TraceTextTests {
  @Test(arguments: [TraceFormat.text, .llvm, .short]) func nothingReachedIsNothingSaid(
    format: TraceFormat
  ) {
    #expect(text(TraceScene.nothing, format).isEmpty)
  }

  /// A file that nobody has the text of, or that has no such line.
  @Test(arguments: [[:], ["Sources/Store.swift": "x", "Tests/FeedTests.swift": ""]])
  func whatHasNoSourceHasItsHeader(sources: [String: String]) {
    let header = "Sources/Store.swift:3:5: error: the clock is read [#date-init]\n"
    let short = text(TraceScene.report, .short)
    #expect(short.hasPrefix(header))
    #expect(text(TraceScene.report, .llvm, sources: sources) == short)
    let drawn = text(TraceScene.report, .text, sources: sources)
    let lines = drawn.split(separator: "\n").dropLast()
    #expect(lines == short.split(separator: "\n").map { $0 }[...])
  }

  @Test func coloursAreThoseOfLint() {
    let colored = text(TraceScene.report, .short, isColored: true)
    #expect(
      colored.hasPrefix(
        "Sources/Store.swift:3:5: \u{1B}[1;31merror: \u{1B}[1;39mthe clock is read\u{1B}[0;0m [#"))
    #expect(text(TraceScene.report, .text, isColored: true).contains("\u{1B}[0;36m10 |"))
    for format in [TraceFormat.json, .sarif, .dot, .mermaid] {
      #expect(!text(TraceScene.report, format, isColored: true).contains("\u{1B}"))
    }
  }

  private static let words: [(Hop, callee: String, detail: String?, note: String)] = [
    (.calls, "B.f()", nil, "'A.t()' calls 'B.f()' here"),
    (.reads, "B.x", nil, "'A.t()' reads 'B.x' here"),
    (.writes, "B.x", nil, "'A.t()' writes 'B.x' here"),
    (.passes, "B.f(_:)", nil, "'A.t()' passes 'B.f(_:)' here"),
    (.implements, "B.f()", nil, "'B.f()' implements 'A.t()' here"),
    (.overrides, "B.f()", nil, "'B.f()' overrides 'A.t()' here"),
    (
      .defaultArgument, "B.init(now:)", "now",
      "'A.t()' uses the default argument 'now:' of 'B.init(now:)' here"
    ),
    (.initialValue, "B.x", "x", "'A.t()' computes the initial value of 'B.x' here"),
    (.runsAround, "A.setUp()", nil, "'A.setUp()' runs before each test, such as 'A.t()'"),
    (.runsAround, "A.init()", nil, "'A.init()' runs before each test, such as 'A.t()'"),
    (
      .runsAround, "A.tearDownWithError()", nil,
      "'A.tearDownWithError()' runs after each test, such as 'A.t()'"
    ),
    (.runsAround, "A.invokeTest()", nil, "'A.invokeTest()' runs around each test, such as 'A.t()'"),
    (
      .runsAround, "A.start", "start",
      "the initial value of 'A.start' is computed before each test, such as 'A.t()'"
    ),
  ]

  /// Where one test is traced, what runs around it runs around no other.
  @Test func everyKindOfHopHasWords() {
    #expect(Set(Self.words.map(\.0)) == Set(Hop.allCases))
    for (kind, callee, detail, note) in Self.words {
      let hop = TraceHop(
        "A.t()", kind, callee, at: TraceScene.place("T.swift", 2, 5), detail: detail)
      var report = TraceScene.report(through: hop)
      for count in [2, 1] {
        report.entryCount = count
        let note = count == 1 ? note.replacing(" each test, such as", with: "") : note
        #expect(
          text(report, .short) == """
            S.swift:7:3: error: the clock is read [#date-init]
            T.swift:2:5: note: \(note)

            """)
      }
    }
  }

  /// A way that goes up in a file, and comes back to it.
  @Test func textKeepsTheOrderOfTheWay() {
    let places = [(9, 1), (2, 1), (5, 1), (3, 1)]
    let path = places.enumerated().map { index, place in
      TraceHop(
        "f\(index)()", .calls, "f\(index + 1)()", at: TraceScene.place("T.swift", place.0, place.1))
    }
    var report = TraceScene.report(through: path[0])
    report.entries[0].reaches[0].path = path
    let source = (1...12).map { "// \($0)\n" }.joined()
    let drawn = text(report, .text, sources: ["S.swift": source, "T.swift": source])
    let notes = drawn.split(separator: "\n").filter { $0.contains("`- note: ") }
    #expect(notes.map { $0.split(separator: "'")[1] } == ["f3()", "f2()", "f1()", "f0()"])
  }

  @Test func oddNamesStayOnTheirLine() {
    let hop = TraceHop(
      "A.`it's \"odd\"`()", .calls, "Größe.+(_:_:)",
      at: TraceScene.place("Sources/My \u{1B}[31m\nTests.swift", 2, 5))
    #expect(
      text(TraceScene.report(through: hop), .short).split(separator: "\n").last == """
        Sources/My \u{FFFD}[31m\u{FFFD}Tests.swift:2:5: note: 'A.`it's "odd"`()' \
        calls 'Größe.+(_:_:)' here
        """)
  }
}

@Suite struct TraceFoldingTests {
  private func report(_ scopes: [String]) -> TraceReport {
    let hop = TraceHop("A.a()", .calls, "f()", at: TraceScene.place("T.swift", 2, 5))
    let reaches = scopes.indices.map { Reach(cause: $0, path: [hop]) }
    return TraceReport(
      causes: scopes.enumerated().map { index, scope in
        TraceScene.cause(at: TraceScene.place("S.swift", index + 1, 3), in: scope)
      },
      entries: [Entry("A.a()", .test, at: TraceScene.place("T.swift", 1, 1), reaches: reaches)],
      entryCount: 2, fileCount: 2, notFollowed: NotFollowed())
  }

  @Test func causesOfOneDeclarationAreOneBlock() {
    #expect(
      text(report(["f()", "f()", "g()", "f()", "", ""]), .short) == """
        S.swift:1:3: error: the clock is read; 2 more places in 'f()' [#date-init]
        T.swift:2:5: note: 'A.a()' calls 'f()' here
        S.swift:3:3: error: the clock is read [#date-init]
        T.swift:2:5: note: 'A.a()' calls 'f()' here
        S.swift:5:3: error: the clock is read; 1 more place in this file [#date-init]
        T.swift:2:5: note: 'A.a()' calls 'f()' here

        """)
  }

  @Test func eachPlaceIsListedOnRequest() {
    #expect(
      text(report(["f()", "f()"]), .short, listsAll: true) == """
        S.swift:1:3: error: the clock is read [#date-init]
        S.swift:2:3: error: the clock is read [#date-init]
        T.swift:2:5: note: 'A.a()' calls 'f()' here

        """)
  }

  /// Another rule, another severity, another way, or other entries.
  @Test func whatDiffersIsAnotherBlock() {
    func count(_ report: TraceReport) -> Int {
      text(report, .short).split(separator: "\n").count { $0.hasPrefix("S.swift") }
    }
    let same = report(["f()", "f()"])
    #expect(count(same) == 1)
    var other = same
    other.causes[1].rule = RuleReference(id: "other")
    #expect(count(other) == 2)
    other = same
    other.causes[1].severity = .warning
    #expect(count(other) == 2)
    other = same
    other.entries[0].reaches[1].path = []
    #expect(count(other) == 2)
    other = same
    var second = same.entries[0]
    second.reaches.removeLast()
    other.entries.append(second)
    #expect(count(other) == 2)
  }

  /// A program that reads it counts places.
  @Test func dataKeepsEachCause() {
    let report = report(["f()", "f()"])
    #expect(
      text(report, .json).split(separator: "\n").count { $0.contains(#""scope":"f()""#) } == 2)
    #expect(text(report, .sarif).split(separator: "\n").count { $0.contains("codeFlows") } == 2)
    #expect(text(report, .dot).contains("1 test can reach 2 places"))
  }
}

@Suite struct TraceOrderTests {
  private func entry(
    _ name: String, _ kind: TraceReport.EntryKind = .test, line: Int, reaching causes: [Int],
    hops: Int = 1
  ) -> Entry {
    let path = (0..<hops).map { hop in
      TraceHop("\(name)\(hop)", .calls, "f()", at: TraceScene.place("T.swift", line, hop + 1))
    }
    return Entry(
      name, kind, at: TraceScene.place("T.swift", line, 1),
      reaches: causes.map { Reach(cause: $0, path: path) })
  }

  private func report(_ causeCount: Int, _ entries: [Entry]) -> TraceReport {
    let causes = (0..<causeCount).map { number in
      TraceScene.cause(
        number == 1 ? RuleReference(id: "other") : TraceScene.dateInit,
        number == 1 ? .warning : .error, at: TraceScene.place("S.swift", number + 1, 1),
        in: "f\(number)()")
    }
    return TraceReport(
      causes: causes, entries: entries, entryCount: entries.count, fileCount: 2,
      notFollowed: NotFollowed())
  }

  @Test func whatMostEntriesReachComesFirstAndTiesGoByPlace() {
    let report = report(
      4,
      [
        entry("A.a()", line: 1, reaching: [0, 1, 3], hops: 3),
        entry("A.b()", line: 2, reaching: [1, 3], hops: 2),
        entry("A.c()", line: 3, reaching: [1, 2], hops: 2),
        entry("A.d()", line: 4, reaching: [1]),
      ])
    #expect(
      text(report, .short) == """
        S.swift:2:1: warning: the clock is read [#other]
        T.swift:4:1: note: 'A.d()' calls 'f()' here; 3 more tests can reach it ('--all' lists them)
        S.swift:4:1: error: the clock is read [#date-init]
        T.swift:2:2: note: 'A.b()1' calls 'f()' here
        T.swift:2:1: note: 'A.b()' calls 'f()' here; 1 more test can reach it ('--all' lists them)
        S.swift:1:1: error: the clock is read [#date-init]
        T.swift:1:3: note: 'A.a()2' calls 'f()' here
        T.swift:1:2: note: 'A.a()1' calls 'f()' here
        T.swift:1:1: note: 'A.a()' calls 'f()' here
        S.swift:3:1: error: the clock is read [#date-init]
        T.swift:3:2: note: 'A.c()1' calls 'f()' here
        T.swift:3:1: note: 'A.c()' calls 'f()' here

        """)
  }

  /// The nearest first, then in the order of places; one that inherits its code has its own name.
  @Test func eachEntryIsListedOnRequest() {
    let entries = [
      entry("A.a()", line: 1, reaching: [0], hops: 2), entry("A.b()", line: 2, reaching: [0]),
      entry("B.a()", line: 1, reaching: [0], hops: 0),
    ]
    #expect(
      text(report(1, entries), .short, listsAll: true) == """
        S.swift:1:1: error: the clock is read [#date-init]
        T.swift:1:1: note: 'B.a()' does this by itself
        T.swift:2:1: note: 'A.b()' calls 'f()' here
        T.swift:1:1: note: 'A.a()' calls 'f()' here

        """)
  }

  @Test(arguments: [
    ([TraceReport.EntryKind.sample, .sample], "2 more samples"), ([.preview], "1 more preview"),
    ([.function], "1 more function"), ([.scope, .scope], "2 more functions"),
    ([.sample, .preview], "2 more functions"),
  ])
  func othersAreCountedByWhatTheyAre(kinds: [TraceReport.EntryKind], words: String) {
    let entries =
      [entry("A.a()", line: 1, reaching: [0])]
      + kinds.map { entry("A.b()", $0, line: 2, reaching: [0]) }
    #expect(text(report(1, entries), .short).contains("here; \(words) can reach it ("))
  }

  /// Several megabytes, in pieces, until nobody reads on.
  @Test(arguments: TraceFormat.allCases) func nothingIsWrittenToWhoReadsNoMore(
    format: TraceFormat
  ) {
    let entries = (1...20_000).map { entry("T\($0).a()", line: $0, reaching: [0], hops: 2) }
    let large = report(1, entries)
    var pieces = 0
    writeTrace(
      large, TraceStyle(format, listsAll: true), exitStatus: 1,
      tool: ToolDescription(version: "1"), receipt: nil, sources: { _ in nil },
      to: { bytes in
        pieces += 1
        #expect(!bytes.isEmpty)
        return false
      })
    #expect(pieces == 1)
  }
}
