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

  @Test func aTestReachesTheClock() throws {
    let run = try trace("--format", "short")
    #expect(run.status == 1)
    #expect(run.output == way)
    #expect(
      run.errors.hasPrefix("Traced 2 tests in 3 files: 1 can reach 1 place of 1 rule"))
    #expect(run.errors.hasSuffix(". Configuration: .swift-determinism-lint.yml\n"))
  }

  /// Of all files, and in words that say so.
  @Test func theReceiptSaysWhatIsNotFollowed() throws {
    try bench.write(
      "Sources/Feed/Odd.swift",
      """
      struct Odd {
        var now = { 1 }
        deinit {}
        func f() {
          unknown().refresh()
          unknown().reset()
        }
      }

      """)
    let ending =
      "25 % of the uses of own names had no known receiver (the type of 'x' in 'x.f()'); not "
      + "followed in these files: 1 stored closure, 1 deinitializer. "
    let all = try trace().errors
    #expect(all.contains("; \(ending)"), "\(all)")
    #expect(try trace("showsToday()").errors.contains("; in these files, \(ending)"))
  }

  @Test func noTestReachesTheClock() throws {
    try bench.write("Sources/Feed/Store.swift", "public struct Store { public init() {} }\n")
    let run = try trace("--format", "short")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("Traced 2 tests in 3 files: none can reach a use that rules ban"))
  }

  @Test func warningsDoNotFail() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "packs: [core]\nseverity: { date-init: warning }\n")
    let run = try trace("--format", "short")
    #expect(run.status == 0)
    #expect(run.output == way.replacingOccurrences(of: " error: ", with: " warning: "))
    #expect(try trace("--format", "short", "--strict").status == 1)
  }

  @Test func aTestWithAUseDoesItByItself() throws {
    try bench.write(
      "Tests/FeedTests/ClockTests.swift",
      "import Foundation\nimport Testing\n\n@Test func readsTheClock() {\n  _ = Date()\n}\n")
    let run = try trace()
    #expect(run.errors.hasPrefix("Traced 3 tests in 4 files: 2 can reach 2 places of 1 rule, 1 by"))
    #expect(run.errors.contains(", 1 by itself"))
  }

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

  @Test func aFolderOfTheProjectIsTracedWhole() throws {
    let run = try trace("--format", "short", from: "Sources/Feed")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("Store.swift:6:5: error: "))
    #expect(run.output.contains("../../Tests/FeedTests/ModelTests.swift:6:17: note: "))
    #expect(run.errors.hasPrefix("Traced 2 tests in 3 files of '../..': 1 can reach"))
  }

  // MARK: - Settings

  @Test func whatIsAllowedEndsATrace() throws {
    let settings = "packs: [core]\nallow: { date-init: [Store.swift] }\n"
    try bench.write(".swift-determinism-lint.yml", settings)
    let run = try trace("--format", "short")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("; 1 ends at allowed places"))
    let alone = try trace("showsToday()")
    #expect(
      alone.errors.hasPrefix(
        "Traced 'ModelTests.showsToday()' in 3 files: it can reach only uses that are allowed. "))
    let through = try trace("--format", "short", "--through-allowed")
    #expect(through.status == 1)
    #expect(through.output == way)
    #expect(!through.errors.contains("allowed places"))
    try bench.write(
      ".swift-determinism-lint.yml", settings + "through-allowed: { date-init: true }\n")
    #expect(try trace("--format", "short").output == way)
  }

  @Test func theBaselineEndsNone() throws {
    #expect(try bench.lint("baseline", "write").status == 0)
    #expect(try bench.lint().status == 0)
    #expect(try trace("--format", "short").output == way)
  }

  @Test func eachFileHasItsOwnConfiguration() throws {
    try bench.write("Sources/.swift-determinism-lint.yml", "severity: { date-init: off }\n")
    #expect(try trace().status == 0)
    try bench.write("Sources/.swift-determinism-lint.yml", "packs: [core]\n")
    try bench.write("Tests/.swift-determinism-lint.yml", "severity: { date-init: off }\n")
    #expect(try trace().status == 1)
  }

  @Test func excludedFilesAreCounted() throws {
    try bench.write(".swift-determinism-lint.yml", "packs: [core]\nexclude: [Store.swift]\n")
    let run = try trace()
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("Traced 2 tests in 2 files (1 excluded): none can reach"))
  }

  @Test func aSeamEndsATrace() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "packs: [core]\nseams: { date-init: [struct Store] }\n")
    #expect(try trace().status == 0)
    try bench.write(
      ".swift-determinism-lint.yml", "packs: [core]\nseams: { date-init: [struct Other] }\n")
    #expect(try trace().status == 1)
  }

  @Test func implementationsCountOnceTheirTypeIsMade() throws {
    try bench.write(
      "Sources/Feed/Loader.swift",
      """
      import Foundation

      protocol Loader {
        func load() -> Date
      }

      struct LiveLoader: Loader {
        func load() -> Date { Date() }
      }

      func run(_ loader: any Loader) -> Date { loader.load() }
      func runLive() -> Date { run(LiveLoader()) }
      """)
    #expect(try trace("run(_:)").status == 0)
    #expect(try trace("runLive()").status == 1)
    #expect(try trace("run(_:)", "--dispatch", "all").status == 1)
    #expect(try trace("runLive()", "--dispatch", "none").status == 0)
    try bench.write(
      ".swift-determinism-lint.yml",
      "packs: [core]\nthrough: { date-init: [protocol Loader] }\n")
    #expect(try trace("run(_:)").status == 1)
    #expect(try trace("runLive()", "--dispatch", "none").status == 1)
  }

  @Test func settingsThatFitNoDeclarationAreTold() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "packs: [core]\nthrough: { date-init: [protocol Loadr] }\n")
    let run = try trace("--format", "short")
    #expect(run.status == 1 && run.output == way)
    #expect(
      run.errors.hasPrefix(
        ".swift-determinism-lint.yml:2:24: warning: no declaration fits 'protocol Loadr'; correct it, "
          + "or remove it from 'through' [#unused-setting]\n"), "\(run.errors)")
  }

  @Test func rulesAreChosen() throws {
    #expect(try trace("--disable", "date-init").status == 0)
    #expect(try trace("--only-rule", "uuid-init").status == 0)
    #expect(try trace("--only-rule", "date-init").status == 1)
    #expect(try trace("--pack", "nope").status == 64)
  }

  // MARK: - From other code

  @Test func allFunctions() throws {
    let run = try trace("--from", "all", "--format", "short", "--all")
    #expect(run.status == 1)
    #expect(run.output.contains("note: 'Store.stamp()' does this by itself\n"))
    #expect(run.output.contains("note: 'Model.refresh()' calls 'Store.stamp()' here"))
    #expect(!run.output.contains("reset()"))
  }

  @Test func samplesAndPreviews() throws {
    try bench.write(
      "Sources/Feed/Samples.swift",
      """
      import Foundation

      extension Model {
        static func sample() -> Date { Model().refresh() }
        static func quiet() -> Date { Model().refresh() }
      }

      #Preview {
        Model().refresh()
      }
      """)
    let samples = try trace("--from", "samples", "--format", "short", "--all")
    #expect(samples.status == 1)
    #expect(samples.output.contains("note: 'Model.sample()' calls 'Model.refresh()' here"))
    #expect(!samples.output.contains("quiet()"))
    let previews = try trace("--from", "previews")
    #expect(previews.status == 1)
    #expect(previews.errors.hasPrefix("Traced 1 preview in 4 files: 1 can reach 1 place of 1 rule"))
  }

  @Test func declarationsWithAHeader() throws {
    try bench.write(
      "Sources/Feed/Workflow.swift",
      """
      import Foundation

      @Workflow struct Refresh {
        func run() -> Date { Model().refresh() }
      }

      struct Other {
        func run() -> Date { Model().refresh() }
      }
      """)
    let run = try trace("--from", "@Workflow", "--format", "short", "--all")
    #expect(run.status == 1)
    #expect(run.output.contains("note: 'Refresh.run()' calls 'Model.refresh()' here"))
    #expect(!run.output.contains("Other.run()"))
    #expect(try trace("--from", "struct Other").status == 1)
  }

  @Test func rulesThatTraceSayWhatIsTraced() throws {
    try bench.write(
      "Rules/own.yml",
      """
      pack: own
      rules:
        - id: own-date
          message: no dates
          ban: [Date()]
          inside: [struct Model]
          trace: true
      """)
    try bench.write(".swift-determinism-lint.yml", "packs: [core]\nrules: [Rules]\n")
    let run = try trace("--format", "short")
    #expect(run.status == 1)
    #expect(run.output.contains("note: 'Model.refresh()' calls 'Store.stamp()' here\n"))
    #expect(
      run.errors.hasPrefix(
        "Traced 4 functions of 'struct Model' (rules with 'trace: true'; '--from tests' traces "
          + "tests) in 3 files: 1 can reach 1 place of 1 rule"))
    #expect(
      try trace("--from", "struct Model").errors.hasPrefix(
        "Traced 4 functions of 'struct Model' in 3 files: 1 can reach"))
    #expect(try trace("--from", "tests").errors.hasPrefix("Traced 2 tests in 3 files: 1 can"))
  }

  @Test func whatFitsNothingIsAnError() throws {
    let header = try trace("--from", "@Nothing")
    #expect(header.status == 2)
    #expect(
      header.errors
        == "error: no declaration with code fits '@Nothing'; '--from all' traces every function\n")
    #expect(
      try trace("--from", "tset").errors
        == "error: no declaration with code fits 'tset'; did you mean 'tests'?\n")
    #expect(
      try trace("--from", "previews").errors == "error: there are no previews to trace\n")
    try bench.write("Tests/FeedTests/ModelTests.swift", "")
    let none = try trace()
    #expect(none.status == 2)
    #expect(none.errors.hasPrefix("error: there are no tests to trace; "))
  }

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

  @Test func aPageHasPathsFromTheTopOfTheRepository() throws {
    #expect(try bench.shell("git init -q").status == 0)
    let page = try trace("--format", "html", from: "Sources/Feed").output
    #expect(page.contains(">Sources/Feed/Store.swift:6:5<"))
    #expect(page.contains(", Tests/FeedTests/ModelTests.swift:6:17</small>"))
  }

  /// Even if something has this name: a job that traces nothing would be green.
  @Test(arguments: [
    ("test", "tests"), ("Tests", "tests"), ("sample", "samples"), ("previws", "previews"),
    ("All", "all"),
  ])
  func whatIsNearAKindOfCodeIsAnError(word: String, meant: String) throws {
    try bench.write("Sources/Feed/Words.swift", "func \(word)() {}\n")
    let run = try trace("--from", word)
    #expect(run.status == 64)
    #expect(
      run.errors == """
        error: '--from' has no '\(word)'; did you mean '\(meant)'? a declaration of that name is \
        written with its keyword, e.g. 'func \(word)'

        """)
    #expect(try trace("--from", "func \(word)").status == 0)
  }

  // MARK: - A function or a place

  @Test func aFunctionByItsName() throws {
    for name in ["Model.refresh()", "refresh()", "Model.refresh", "refresh"] {
      let run = try trace(name, "--format", "short")
      #expect(run.status == 1)
      #expect(run.output.contains("note: 'Model.refresh()' calls 'Store.stamp()' here"))
      #expect(
        run.errors.hasPrefix(
          "Traced 'Model.refresh()' in 3 files: it can reach 1 place of 1 rule"))
    }
    let quiet = try trace("Model.reset()")
    #expect(quiet.status == 0)
    #expect(
      quiet.errors.hasPrefix(
        "Traced 'Model.reset()' in 3 files: it can reach no use that rules ban"))
  }

  @Test func aNameThatFitsSeveral() throws {
    try bench.write("Sources/Feed/View.swift", "struct View {\n  func refresh() {}\n}\n")
    let run = try trace("refresh()")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        error: 'refresh()' names 2 functions; write the whole name, or FILE:LINE
        Sources/Feed/Model.swift:6:15: note: 'Model.refresh()'
        Sources/Feed/View.swift:2:8: note: 'View.refresh()'

        """)
    #expect(try trace("Model.refresh()").status == 1)
  }

  @Test func aNameThatFitsNone() throws {
    let run = try trace("Model.refres()")
    #expect(run.status == 64)
    #expect(
      run.errors
        == "error: no function 'Model.refres()' in 3 files; did you mean 'Model.refresh()'?\n")
    for (typed, meant) in [
      ("refesh", "'Model.refresh()'"), ("stanp()", "'Store.stamp()'"),
      ("ModelTest.showsToday", "'ModelTests.showsToday()'"),
    ] {
      #expect(
        try trace(typed).errors
          == "error: no function '\(typed)' in 3 files; did you mean \(meant)?\n")
    }
    #expect(try trace("xylophone").errors == "error: no function 'xylophone' in 3 files\n")
    #expect(
      try trace("Store").errors
        == "error: 'Store' is a type; '--from Store' traces what is in it\n")
    #expect(try trace("--from", "Store").status == 1)
    for path in ["Sources/Feed", "Sources/Feed/Store.swift"] {
      #expect(try trace(path).errors.hasPrefix("error: there are no tests to trace; "))
      #expect(try trace("--from", "all", path).errors.hasPrefix("Traced "))
    }
    #expect(try trace("None.swift").errors == "error: there is no file 'None.swift'\n")
    #expect(try trace(".").status == trace().status)
  }

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

  @Test func aPlaceWithAUse() throws {
    for place in ["Sources/Feed/Store.swift:6", "Sources/Feed/Store.swift:6:5"] {
      let run = try trace(place, "--format", "short")
      #expect(run.status == 1)
      #expect(run.output == way)
      #expect(run.errors.hasPrefix("Traced 2 tests in 3 files: 1 can reach this place"))
    }
    let all = try trace("Sources/Feed/Store.swift:6", "--from", "all")
    #expect(all.status == 1)
    #expect(all.errors.contains(" can reach this place, 1 by itself"))
    #expect(try trace("Store.stamp()").errors.contains("it can reach 1 place of 1 rule, by itself"))
  }

  @Test func aPlaceInAFunction() throws {
    for line in [6, 7] {
      let run = try trace("Sources/Feed/Model.swift:\(line)", "--format", "short")
      #expect(run.status == 1)
      #expect(run.output.contains("note: 'Model.refresh()' calls 'Store.stamp()' here"))
      #expect(run.errors.hasPrefix("Traced 'Model.refresh()' in 3 files: it can reach 1 place"))
    }
    #expect(try trace("Sources/Feed/Model.swift:10").status == 0)
    let both = try trace("Sources/Feed/Model.swift:7", "--from", "all")
    #expect(both.status == 64)
    #expect(both.errors.contains("leave out '--from' to trace the function there"))
  }

  @Test func aPlaceWithoutEither() throws {
    for place in ["Sources/Feed/Model.swift:1", "Sources/Feed/Model.swift:99", "Nowhere.swift:1"] {
      let run = try trace(place)
      #expect(run.status == 64)
      #expect(run.output.isEmpty)
    }
    #expect(
      try trace("Sources/Feed/Model.swift:1").errors
        == "error: no rule finds anything in line 1 of 'Sources/Feed/Model.swift', "
        + "and it is in no function\n")
  }

  @Test func aFileThatIsNotRead() throws {
    for (typed, meant) in [
      ("Store.swift:6", "Sources/Feed/Store.swift:6"),
      ("Sources/Feed/Stores.swift:6:5", "Sources/Feed/Store.swift:6:5"),
      ("ModelTest.swift:3", "Tests/FeedTests/ModelTests.swift:3"),
    ] {
      let file = typed.prefix { $0 != ":" }
      let run = try trace(typed)
      #expect(run.status == 64)
      #expect(
        run.errors == "error: '\(file)' is not among the 3 files that are traced; did you mean "
          + "'\(meant)'?\n")
    }
    let setting = "packs: [core]\n"
    try bench.write(".swift-determinism-lint.yml", setting + "exclude: [Store.swift]\n")
    #expect(
      try trace("Sources/Feed/Store.swift:6").errors
        == "error: 'Sources/Feed/Store.swift' is excluded by the configuration, so no trace reads "
        + "it\n")
    try bench.write(".swift-determinism-lint.yml", setting + "include: [Tests]\n")
    #expect(
      try trace("Sources/Feed/Store.swift:6").errors
        == "error: no 'include' of the configuration names 'Sources/Feed/Store.swift', so no trace "
        + "reads it\n")
  }

  @Test func anAllowedUseIsNamed() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "packs: [core]\nallow: { date-init: [Store.swift] }\n")
    let run = try trace("Sources/Feed/Store.swift:6")
    #expect(run.status == 64)
    #expect(run.errors.contains("is allowed; '--through-allowed' traces it, too"))
    #expect(try trace("Sources/Feed/Store.swift:6", "--through-allowed").status == 1)
  }

  // MARK: - Outputs and trouble

  @Test func reportsGoToFiles() throws {
    let run = try trace("--format", "short", "--output", "json:trace.json", "--quiet")
    #expect(run == Run(status: 1, output: way, errors: ""))
    let report = try trace("--format", "json")
    #expect(try bench.read("trace.json") == report.output)
  }

  @Test func whatCanBeTracedIsReported() throws {
    #expect(try bench.shell("ln -s nowhere Sources/Feed/Gone.swift; mkfifo Pipe.swift").status == 0)
    try bench.write("Sources/Feed/Wide.swift", "\u{FFFE}")
    #expect(try bench.shell(#"printf '\377\376a\0' > Sources/Feed/Wide.swift"#).status == 0)
    let run = try trace("--format", "short")
    #expect(run.status == 2)
    #expect(run.output == way)
    #expect(run.errors.hasPrefix("error: cannot read 'Sources/Feed/Wide.swift' ("))
    #expect(run.errors.contains(" 1 path could not be read."))
  }

  @Test(arguments: [
    (["a", "b"], "'trace' takes one FUNCTION or FILE:LINE"),
    ([""], "'trace' takes one FUNCTION or FILE:LINE"),
    (["--from", "all", "--from", "tests"], "'--from' is said 2 times; a trace takes one"),
    (["f()", "--from", "all"], "'--from' says what is traced; leave it out where "),
    (["--format", "xml"], "'--format' takes 'text', "),
    (["--dispatch", "some"], "'--dispatch' takes 'made', 'none' or 'all', not 'some'"),
    (["--from", "func f("], "'--from' takes 'tests', 'samples', 'previews', 'all' or a "),
    (["a.swift:0"], "lines and columns count from 1"),
    ([":3"], "'trace' takes FILE:LINE[:COLUMN], not ':3'"),
    (["--staged"], "'trace' has no option '--staged'"),
  ])
  func mistakes(arguments: [String], message: String) throws {
    let run = try bench.lint((["trace"] + arguments).map { Array($0.utf8) })
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: \(message)"))
    #expect(run.errors.hasSuffix("\nRun 'swift-determinism-lint help trace' for usage.\n"))
  }
}
