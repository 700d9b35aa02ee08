import Foundation
import Testing

/// `trace --since`, in a repository whose only commit has a test that reaches nothing, and a
/// function that reads the clock.
@Suite struct TraceSinceTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    for name in ["AUTHOR", "COMMITTER"] {
      bench.environment["GIT_\(name)_NAME"] = "A"
      bench.environment["GIT_\(name)_EMAIL"] = "a@example.com"
    }
    try bench.write(".swift-determinism-lint.yml", "packs: [core]\n")
    try bench.write("Sources/Feed/Store.swift", Self.store)
    try bench.write("Sources/Feed/Model.swift", Self.model)
    try bench.write("Tests/FeedTests/ModelTests.swift", Self.tests)
    try shell("git init -q -b main . && git add . && git commit -qm base")
  }

  static let store = """
    import Foundation

    public struct Store {
      public init() {}
      public func stamp() -> Date {
        Date()
      }
      public func fixed(now: Date) -> Date {
        now
      }
    }

    """

  static let model = """
    import Foundation

    public struct Model {
      let store = Store()
      public init() {}
      public func refresh() -> Date {
        store.fixed(now: .distantPast)
      }
      public func reset() {}
    }

    """

  static let tests = """
    import Feed
    import Testing

    @Suite struct ModelTests {
      @Test func showsToday() {
        _ = Model().refresh()
      }
      @Test func showsTomorrow() {
        _ = Model().refresh()
      }
      @Test func showsNothing() {
        Model().reset()
      }
    }

    """

  func shell(_ script: String) throws {
    let run = try bench.shell(script)
    #expect(run.status == 0, "\(run.errors)")
  }

  func trace(_ arguments: String...) throws -> Run {
    try bench.lint(
      (["trace", "--since", "main", "--format", "short"] + arguments).map { Array($0.utf8) })
  }

  func replace(_ old: String, with new: String, in path: String) throws {
    let text = try String(contentsOfFile: bench.path + "/" + path, encoding: .utf8)
    #expect(text.contains(old))
    try bench.write(path, text.replacingOccurrences(of: old, with: new))
  }

  func expectNothing(_ run: Run) {
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("where 'main' was left: none can newly reach a use that rules ban"))
  }

  let rule = "the current date is read from the system clock; take it from an injected clock"

  /// Lets both tests that refresh the model reach the clock.
  func callClock() throws {
    try replace(
      "store.fixed(now: .distantPast)", with: "store.stamp()", in: "Sources/Feed/Model.swift")
  }

  // MARK: - What is new

  /// A use that nothing reached before, with a way to it.
  func expectWay(
    to place: String, _ run: Run, atEnd way: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.status == 1, sourceLocation: sourceLocation)
    #expect(
      run.output.hasPrefix("\(place): error: \(rule) [#date-init]\n"), "\(run.output)",
      sourceLocation: sourceLocation)
    #expect(run.output.hasSuffix(way), "\(run.output)", sourceLocation: sourceLocation)
  }

  @Test func aNewCall() throws {
    try callClock()
    let run = try trace()
    #expect(run.status == 1)
    #expect(
      run.output == """
        Sources/Feed/Store.swift:6:5: error: \(rule) [#date-init]
        Sources/Feed/Model.swift:7:11: note: 'Model.refresh()' calls 'Store.stamp()' here
        Tests/FeedTests/ModelTests.swift:6:17: note: 'ModelTests.showsToday()' calls \
        'Model.refresh()' here; 1 more test can reach it ('--all' lists them)

        """)
    #expect(run.errors.hasPrefix("Traced 3 tests in 3 files since "))
    #expect(
      run.errors.contains(", where 'main' was left: 2 can newly reach 1 place of 1 rule"))
    let all = try trace("--all")
    #expect(
      all.output.hasSuffix(
        "ModelTests.swift:9:17: note: 'ModelTests.showsTomorrow()' calls 'Model.refresh()' here\n"))
    for format in ["text", "llvm", "json", "sarif", "dot", "mermaid"] {
      #expect(try trace("--format", format).output.contains("Model.refresh()"))
    }
  }

  @Test func aNewDefaultArgument() throws {
    try replace(
      "fixed(now: Date)", with: "fixed(now: Date = Date())", in: "Sources/Feed/Store.swift")
    expectNothing(try trace())
    try replace("fixed(now: .distantPast)", with: "fixed()", in: "Sources/Feed/Model.swift")
    expectWay(to: "Sources/Feed/Store.swift:8:33", try trace())
  }

  @Test func aNewParameterWithADefaultArgument() throws {
    try replace(
      "refresh() -> Date", with: "refresh(at now: Date = Date()) -> Date",
      in: "Sources/Feed/Model.swift")
    expectWay(
      to: "Sources/Feed/Model.swift:6:38", try trace(),
      atEnd: "'Model.refresh(at:)' here; 1 more test can reach it ('--all' lists them)\n")
  }

  /// The call of the test has another meaning, and its line is not in the change.
  @Test func aNewDeclarationForAnOldCall() throws {
    try bench.write(
      "Tests/FeedTests/EngineTests.swift",
      """
      import Foundation
      import Testing

      protocol Restarting {}
      extension Restarting { func restart() {} }
      struct Engine: Restarting {
      }
      @Test func restarts() { Engine().restart() }

      """)
    try shell("git add . && git commit -qm engine")
    try replace(
      "Restarting {\n}", with: "Restarting {\n  func restart() { print(Date()) }\n}",
      in: "Tests/FeedTests/EngineTests.swift")
    expectWay(to: "Tests/FeedTests/EngineTests.swift:7:26", try trace())
  }

  @Test func aNewCallInATest() throws {
    try replace(
      "    Model().reset()", with: "    Model().reset()\n    _ = Store().stamp()",
      in: "Tests/FeedTests/ModelTests.swift")
    expectWay(
      to: "Sources/Feed/Store.swift:6:5", try trace(),
      atEnd: "'ModelTests.showsNothing()' calls 'Store.stamp()' here\n")
  }

  @Test func aNewSetUp() throws {
    try bench.write(
      "Tests/FeedTests/StoreTests.swift",
      """
      import Feed
      import XCTest

      final class StoreTests: XCTestCase {
        func testA() {}
        func testB() {}
      }

      """)
    try shell("git add . && git commit -qm tests")
    try replace(
      "  func testA() {}",
      with: "  override func setUp() { _ = Store().stamp() }\n  func testA() {}",
      in: "Tests/FeedTests/StoreTests.swift")
    expectWay(
      to: "Sources/Feed/Store.swift:6:5", try trace(),
      atEnd: "such as 'StoreTests.testA()'; 1 more test can reach it ('--all' lists them)\n")
  }

  @Test func aNewUse() throws {
    try replace(
      "public func reset() {}", with: "public func reset() { print(Date()) }",
      in: "Sources/Feed/Model.swift")
    expectWay(
      to: "Sources/Feed/Model.swift:9:31", try trace(),
      atEnd: "'ModelTests.showsNothing()' calls 'Model.reset()' here\n")
  }

  /// The one before is known.
  @Test func aSecondUseInOneFunction() throws {
    try commitCall()
    try replace(
      "    Date()\n", with: "    _ = Date()\n    Date()\n", in: "Sources/Feed/Store.swift")
    let run = try trace()
    #expect(run.status == 1)
    #expect(run.errors.contains(": 2 can newly reach 1 place of 1 rule"))
  }

  @Test func aNewFileWithATest() throws {
    try bench.write(
      "Tests/FeedTests/StoreTests.swift",
      "import Feed\nimport Testing\n\n@Test func stamps() {\n  _ = Store().stamp()\n}\n")
    expectWay(to: "Sources/Feed/Store.swift:6:5", try trace())
  }

  /// The old graph has every hop of the way; what is new is that the test makes the type.
  @Test func aTypeIsMadeNewly() throws {
    try bench.write(
      "Sources/Feed/Clock.swift",
      """
      import Foundation

      public protocol Clock { func now() -> Date }
      public struct Live: Clock {
        public init() {}
        public func now() -> Date { Date() }
      }
      public struct Fake: Clock {
        public init() {}
        public func now() -> Date { .distantPast }
      }
      public func show(_ clock: any Clock) -> Date { clock.now() }

      """)
    try bench.write(
      "Tests/FeedTests/ClockTests.swift",
      """
      import Feed
      import Testing

      @Test func shows() {
        let clock = Fake()
        _ = show(clock)
      }

      """)
    try shell("git add . && git commit -qm clock")
    expectNothing(try trace())
    try replace("Fake()", with: "Live()", in: "Tests/FeedTests/ClockTests.swift")
    expectWay(to: "Sources/Feed/Clock.swift:6:31", try trace())
  }

  @Test func warningsDoNotFail() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "packs: [core]\nseverity: { date-init: warning }\n")
    try callClock()
    let run = try trace()
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("Sources/Feed/Store.swift:6:5: warning: \(rule) [#date-init]\n"))
  }

  // MARK: - Removed seams

  /// Commits a state in which tests reach the clock where something allows it.
  func commitAllowed(_ text: String, in path: String) throws {
    try callClock()
    try bench.write(path, text)
    try shell("git add . && git commit -qm allowed")
    expectNothing(try trace())
  }

  func expectUseOfTwoTests() throws {
    let run = try trace()
    expectWay(to: "Sources/Feed/Store.swift:6:5", run)
    #expect(run.errors.contains(": 2 can newly reach 1 place of 1 rule"))
    #expect(!run.errors.contains("silences"))
  }

  @Test func aRemovedComment() throws {
    try commitAllowed(
      Self.store.replacingOccurrences(
        of: "    Date()", with: "    // determinism:allow date-init: the seam\n    Date()"),
      in: "Sources/Feed/Store.swift")
    try bench.write("Sources/Feed/Store.swift", Self.store)
    try expectUseOfTwoTests()
  }

  @Test func aRemovedPath() throws {
    try commitAllowed(
      "packs: [core]\nallow: { date-init: [Sources/Feed/Store.swift] }\n",
      in: ".swift-determinism-lint.yml")
    try bench.write(".swift-determinism-lint.yml", "packs: [core]\n")
    try expectUseOfTwoTests()
  }

  @Test func aRemovedScope() throws {
    try commitAllowed(
      "packs: [core]\nallow-inside: { date-init: [struct Store] }\n",
      in: ".swift-determinism-lint.yml")
    try bench.write(
      ".swift-determinism-lint.yml", "packs: [core]\nallow-inside: { date-init: [struct Live] }\n")
    try expectUseOfTwoTests()
  }

  @Test func aRemovedSeam() throws {
    try commitAllowed(
      "packs: [core]\nseams: { all: [struct Store] }\n", in: ".swift-determinism-lint.yml")
    try bench.write(".swift-determinism-lint.yml", "packs: [core]\n")
    try expectUseOfTwoTests()
    try shell("rm .swift-determinism-lint.yml")
    try expectUseOfTwoTests()
  }

  /// As in lint, a rule that is turned on says nothing about what was there before.
  @Test func aNewRuleIsNoChange() throws {
    try bench.write(".swift-determinism-lint.yml", "packs: [random]\n")
    try callClock()
    try shell("git add . && git commit -qm other")
    try bench.write(".swift-determinism-lint.yml", "packs: [core]\n")
    expectNothing(try trace())
  }

  // MARK: - What is not new

  @Test func nothingIsChanged() throws {
    try callClock()
    try shell("git add . && git commit -qm call")
    expectNothing(try trace())
  }

  /// What the tests reach on both sides.
  func commitCall() throws {
    try callClock()
    try shell("git add . && git commit -qm call")
  }

  @Test func aRenamedFile() throws {
    try commitCall()
    try shell(
      """
      git mv Sources/Feed/Store.swift Sources/Feed/Stores.swift
      git mv Tests/FeedTests/ModelTests.swift Tests/FeedTests/Models.swift
      """)
    expectNothing(try trace())
  }

  @Test func movedLines() throws {
    try commitCall()
    for path in ["Sources/Feed/Store.swift", "Sources/Feed/Model.swift"] {
      try replace("public init() {}", with: "\n\n\n  public init() {}", in: path)
    }
    expectNothing(try trace())
  }

  @Test func aFunctionThatMovesToAnotherFile() throws {
    try commitCall()
    let function = "  public func stamp() -> Date {\n    Date()\n  }\n"
    try replace(function, with: "", in: "Sources/Feed/Store.swift")
    try bench.write(
      "Sources/Feed/Stamp.swift", "import Foundation\n\nextension Store {\n\(function)}\n")
    expectNothing(try trace())
  }

  @Test func aRenamedFunction() throws {
    try commitCall()
    try replace("stamp()", with: "today()", in: "Sources/Feed/Store.swift")
    try replace("stamp()", with: "today()", in: "Sources/Feed/Model.swift")
    expectNothing(try trace())
  }

  @Test func aRenamedType() throws {
    try commitCall()
    for path in ["Sources/Feed/Model.swift", "Tests/FeedTests/ModelTests.swift"] {
      try replace("Model", with: "Screen", in: path)
    }
    expectNothing(try trace())
  }

  @Test func aRenamedTest() throws {
    try commitCall()
    try replace("showsToday", with: "showsTheDay", in: "Tests/FeedTests/ModelTests.swift")
    expectNothing(try trace())
  }

  @Test func aTestIsRenamedWithOtherThings() throws {
    try commitCall()
    let tests = "Tests/FeedTests/ModelTests.swift"
    try replace("showsToday", with: "showsTheDay", in: tests)
    try replace("refresh", with: "reset", in: tests)
    try replace("reset() {}", with: "clear() {}", in: "Sources/Feed/Model.swift")
    try replace("Model().reset()\n  }\n}", with: "Model().clear()\n  }\n}", in: tests)
    try replace("refresh", with: "reset", in: "Sources/Feed/Model.swift")
    expectNothing(try trace())
    try replace("ModelTests", with: "DayTests", in: tests)
    expectNothing(try trace())
  }

  @Test func aRenamedTestInARenamedFile() throws {
    try commitCall()
    let tests = "Tests/FeedTests/ModelTests.swift"
    try replace("showsToday", with: "showsTheDay", in: tests)
    try replace("ModelTests", with: "DayTests", in: tests)
    try shell("git mv \(tests) Tests/FeedTests/DayTests.swift")
    expectNothing(try trace())
  }

  @Test func anExtractedFunction() throws {
    try commitCall()
    try replace(
      "    Date()\n  }\n", with: "    clock()\n  }\n  func clock() -> Date {\n    Date()\n  }\n",
      in: "Sources/Feed/Store.swift")
    expectNothing(try trace())
  }

  @Test func aRevert() throws {
    try callClock()
    try shell("git checkout -q -b feature && git commit -qam call")
    #expect(try trace().status == 1)
    try shell("git revert --no-edit HEAD")
    expectNothing(try trace())
  }

  /// Another test reached it before.
  @Test func aNewTestWithAKnownFixture() throws {
    try commitCall()
    try bench.write(
      "Tests/FeedTests/StoreTests.swift",
      "import Feed\nimport Testing\n\n@Test func stamps() {\n  _ = Store().stamp()\n}\n")
    try replace(
      "Model().reset()", with: "Model().refresh()", in: "Tests/FeedTests/ModelTests.swift")
    expectNothing(try trace())
  }

  @Test func aDeletedFile() throws {
    try commitCall()
    try shell("git rm -q Sources/Feed/Store.swift")
    expectNothing(try trace())
  }

  // MARK: - What the change silences

  /// As lint tells them.
  @Test func settingsThatEndAWayAreTold() throws {
    try commitCall()
    let name = ".swift-determinism-lint.yml"
    let settings =
      "packs: [core]\nseams: { all: [func stamp] }\nallow: { date-init: [Store.swift] }\n"
    try bench.write(name, settings)
    let told = """

      This change silences:
        - \(name): 'all' does not look beyond 'func stamp' (\(name):2:16)
        - Sources/Feed/Store.swift:6:5: 'date-init' is not reported; allowed in files \
      'Store.swift' (\(name):3:22)

      """
    for run in [try trace(), try trace("--config-from", "main")] {
      #expect(run.status == 0)
      #expect(run.errors.hasSuffix(told), "\(run.errors)")
    }
    #expect(try trace("--format", "sarif").output.contains(#""id":"finding-silenced""#))
    #expect(try trace("--format", "html").output.contains("<h2>This change silences</h2>"))
    // What the change itself lets be reached, too.
    try shell("git checkout -q . && git revert --no-edit HEAD && git checkout -q -B main")
    try callClock()
    try bench.write(name, settings)
    #expect(try trace().errors.hasSuffix(told))
    #expect(try trace("--config-from", "main").status == 1)
  }

  @Test func commentsThatEndAWayAreTold() throws {
    try commitCall()
    try replace(
      "    Date()", with: "    // determinism:allow date-init: the seam\n    Date()",
      in: "Sources/Feed/Store.swift")
    #expect(
      try trace().errors.hasSuffix(
        """

        This change silences:
          - Sources/Feed/Store.swift:6:5: a comment allows 'date-init' here: the seam

        """))
  }

  // MARK: - One function, one place

  @Test func aFunctionOrAPlace() throws {
    try callClock()
    let function = try trace("Model.refresh()")
    #expect(function.status == 1)
    expectWay(to: "Sources/Feed/Store.swift:6:5", function)
    #expect(function.errors.hasPrefix("Traced 'Model.refresh()' in 3 files since "))
    #expect(function.errors.contains(": it can newly reach 1 place of 1 rule"))
    #expect(try trace("Model.reset()").errors.contains("it can newly reach no use that rules ban"))
    let place = try trace("Sources/Feed/Store.swift:6")
    #expect(place.status == 1)
    #expect(place.errors.contains("2 can newly reach this place"))
  }

  /// Code that does not compile is traced, too.
  @Test(.timeLimit(.minutes(1))) func aClassThatIsItsOwnSuperclass() throws {
    try bench.write(
      "Tests/FeedTests/LoaderTests.swift",
      """
      import Foundation
      import Testing

      class A: B { static func make() {} }
      class B: A {}
      protocol Loader { func load() }
      struct Live: Loader { func load() { print(Date()) } }
      struct Fake: Loader { func load() {} }
      func go(_ loader: any Loader) { loader.load() }
      @Test func loads() {
        A.make()
        go(Fake())
      }

      """)
    try shell("git add . && git commit -qm loader")
    try replace("go(Fake())", with: "go(Live())", in: "Tests/FeedTests/LoaderTests.swift")
    expectWay(to: "Tests/FeedTests/LoaderTests.swift:7:43", try trace())
  }

  @Test func theBaseIsHead() throws {
    let run = try bench.lint("trace", "--since", "HEAD")
    #expect(run.errors.contains(" ('HEAD'): none can newly reach a use that rules ban"))
  }

  @Test func mistakes() throws {
    let noRevision = try bench.lint("trace", "--since", "nowhere")
    #expect(noRevision.status == 2)
    #expect(noRevision.errors.contains("nowhere"))
    let range = try bench.lint("trace", "--since", "main..HEAD")
    #expect(range.status == 64)
    #expect(range.errors.contains("'--since' takes one revision, not the range 'main..HEAD'"))
  }
}
