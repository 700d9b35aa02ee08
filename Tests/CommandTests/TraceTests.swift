import Foundation
import Testing

@Suite struct TraceTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(".swift-determinism-lint.yml", "packs: [core]\n")
    try bench.write(
      "Sources/Feed/Store.swift",
      """
      import Foundation

      public struct Store {
        public init() {}
        public func stamp() -> Date {
          Date()
        }
        public func fixed() -> Date {
          Date(timeIntervalSince1970: 0)
        }
      }
      """)
    try bench.write(
      "Sources/Feed/Model.swift",
      """
      import Foundation

      public struct Model {
        let store = Store()
        public init() {}
        public func refresh() -> Date {
          store.stamp()
        }
        public func reset() -> Date {
          store.fixed()
        }
      }
      """)
    try bench.write(
      "Tests/FeedTests/ModelTests.swift",
      """
      import Feed
      import Testing

      @Suite struct ModelTests {
        @Test func showsToday() {
          _ = Model().refresh()
        }
        @Test func showsNothing() {
          _ = Model().reset()
        }
      }
      """)
  }

  func trace(_ arguments: String..., from folder: String = "") throws -> Run {
    try bench.lint((["trace"] + arguments).map { Array($0.utf8) }, from: folder)
  }

  /// What is printed of the one use that a test can reach.
  let way = """
    Sources/Feed/Store.swift:6:5: error: \
    the current date is read from the system clock; take it from an injected clock [#date-init]
    Sources/Feed/Model.swift:7:11: note: 'Model.refresh()' calls 'Store.stamp()' here
    Tests/FeedTests/ModelTests.swift:6:17: note: 'ModelTests.showsToday()' calls \
    'Model.refresh()' here

    """

  // MARK: - From tests

  @Test func theSameBytesForAnyNumberOfThreads() throws {
    for number in 0..<40 {
      try bench.write(
        "Tests/FeedTests/Many\(number)Tests.swift",
        "import Feed\nimport Testing\n\n@Test func many\(number)() {\n  _ = Model().refresh()\n}\n")
    }
    let run = try trace("--all", "--jobs", "1")
    #expect(try trace("--all", "--jobs", "7") == run)
    #expect(run.errors.hasPrefix("Traced 42 tests in 43 files: 41 can reach 1 place of 1 rule"))
  }

  // MARK: - From other code

  /// A page or a log from an earlier run would pass for that of this one.
  @Test(arguments: [
    (["--from", "previews"], 2, "there are no previews to trace"),
    (["Model.miss()"], 64, "no function <code>Model.miss()</code>"),
  ])
  func aPageSaysWhyNothingWasTraced(arguments: [String], status: Int32, why: String) throws {
    for name in ["t.html", "t.sarif", "t.json"] { try bench.write(name, "old") }
    let run = try bench.lint(
      (["trace", "--format", "html", "--output", "html:t.html", "--output", "sarif:t.sarif"]
        + ["--output", "json:t.json"] + arguments).map { Array($0.utf8) })
    #expect(run.status == status)
    #expect(run.output.contains("<h1>Nothing was traced</h1>"))
    #expect(run.output.contains("<li>\(why)"))
    #expect(try bench.read("t.html") == run.output)
    #expect(try bench.read("t.sarif").contains(#""executionSuccessful":false"#))
    #expect(try bench.read("t.json") == "old")
  }

  // MARK: - A function or a place

  /// A search for what was meant looks at all of them, and a list of them ends.
  @Test func manyFunctions() throws {
    let functions = (0..<3000).map { "func f\($0)() { g() }\n" }.joined()
    try bench.write("Sources/Feed/Many.swift", functions + "func lastOfAll() {}\n")
    #expect(try trace("lastOfAl").errors.hasSuffix("; did you mean 'lastOfAll()'?\n"))
    let types = (0..<1234).map { "struct S\($0) {\n  func run() {}\n}\n" }.joined()
    try bench.write("Sources/Feed/Many.swift", types)
    let run = try trace("run")
    #expect(run.status == 64)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines[0] == "error: 'run' names 1,234 functions; write the whole name, or FILE:LINE")
    #expect(lines[10] == "Sources/Feed/Many.swift:29:8: note: 'S9.run()'")
    #expect(lines[11] == "note: and 1,224 more")
    #expect(
      try trace("rum()").errors.hasSuffix(
        "; did you mean 'S0.run()' or 'S1.run()' or 'S2.run()' (and 1,231 more)?\n"))
  }

}
