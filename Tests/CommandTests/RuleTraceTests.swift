import Testing

/// Rules with 'trace: true' in a run over a whole project.
@Suite struct RuleTraceTests {
  private let bench: Workbench
  private let configuration = ".swift-determinism-lint.yml"

  init() throws {
    bench = try Workbench()
    try bench.write(
      "Rules/jobs.yml",
      """
      pack: jobs
      rules:
        - id: job-now
          message: a job runs twice; take the time from its context
          ban: [now()]
          inside: ["@Job"]
          trace: true
        - id: job-dice
          message: a job runs twice; take the number from its context
          ban: [dice()]
          inside: ["@Job"]
          trace: true

      """)
    try bench.write(configuration, "packs: []\nrules: [Rules]\n")
    try bench.write(
      "Sources/Store.swift",
      """
      struct Store {
        func stamp() -> Int { read() }
        func read(at: Int = now()) -> Int { at }
        func roll() -> Int { dice() + dice() }
        func kept() -> Int {
          now()  // determinism:allow job-now: the clock of the log
        }
      }

      """)
    try bench.write(
      "Sources/Job.swift",
      """
      @Job struct Work {
        let store: Store
        func run() {
          store.stamp()
          store.roll()
          store.kept()
          now()
          step()
        }
        func step() {}
      }

      """)
  }

  /// The findings, without what every path and rule have in common, and the receipt.
  private func run(_ arguments: String...) throws -> (findings: [String], receipt: String) {
    let arguments = ["--format", "short"] + arguments
    let run = try bench.lint(arguments.map { Array($0.utf8) })
    return (run.output.split(separator: "\n").map(String.init), run.errors)
  }

  private let stamp =
    "Sources/Job.swift:4:11: error: 'Store.stamp()' can reach 'now()'; a job runs twice [#job-now]"
  private let roll =
    "Sources/Job.swift:5:11: error: 'Store.roll()' can reach 'dice()'; a job runs twice [#job-dice]"
  private let direct =
    "Sources/Job.swift:7:5: error: a job runs twice; take the time from its context [#job-now]"

  @Test func callsThatReachAUseAreReported() throws {
    let (findings, receipt) = try run()
    #expect(findings == [stamp, roll, direct])
    #expect(receipt.contains("(2 traced from 2 functions)"), "\(receipt)")
  }

  @Test func notesTellTheWay() throws {
    let output = try bench.lint("--format", "llvm").output
    let notes = output.split(separator: "\n").filter { $0.contains(": note: ") }
    #expect(
      notes == [
        "Sources/Job.swift:4:11: note: 'Store.stamp()' leaves out the argument 'at:' of "
          + "'Store.read(at:)' (Sources/Store.swift:2:25)",
        "Sources/Job.swift:4:11: note: the default argument 'at:' of 'Store.read(at:)' uses 'now()' "
          + "(Sources/Store.swift:3:23)",
        "Sources/Job.swift:5:11: note: 'Store.roll()' uses 'dice()' (Sources/Store.swift:4:24)",
        "Sources/Job.swift:5:11: note: 1 more cause can be reached",
      ])
  }

  @Test func lessThanTheProjectTracesNothing() throws {
    for arguments in [["Sources"], ["Sources/Job.swift", "Sources/Store.swift"]] {
      let run = try bench.lint((["--format", "short"] + arguments).map { Array($0.utf8) })
      #expect(run.output == direct + "\n")
      #expect(run.errors.contains("(2 not traced)"), "\(run.errors)")
    }
    // The comment in the store may be of use.
    let store = try bench.lint("Sources/Store.swift")
    #expect(store.status == 0 && store.output.isEmpty)
    let input = try bench.lint(
      ["--stdin-path", "Sources/Job.swift", "--format", "short"].map { Array($0.utf8) },
      from: "", input: Array("@Job struct A { func f(s: Store) { s.stamp() } }".utf8))
    #expect(input.output.isEmpty && input.errors.contains("(2 not traced)"))
  }

  @Test func commentsAndPathsAllowACall() throws {
    try bench.write(
      "Sources/Job.swift",
      """
      @Job func run(store: Store) {
        store.stamp()  // determinism:allow job-now: stamped later
        // determinism:allow job-dice: unused
        store.kept()
      }

      """)
    try bench.write(
      "Sources/Other.swift", "@Job func other(store: Store) { store.roll() }\n")
    try bench.write(
      configuration, "packs: []\nrules: [Rules]\nallow: { job-dice: [Other.swift] }\n")
    let (findings, receipt) = try run()
    #expect(
      findings == [
        "Sources/Job.swift:3:24: warning: 'job-dice' finds nothing on the next line of code; "
          + "remove the comment [#unused-suppression]"
      ])
    #expect(receipt.contains("(1 allowed by path, 1 in source)"), "\(receipt)")
  }

  @Test func seamsEndATraceAndThroughAllowedGoesOn() throws {
    try bench.write(
      configuration,
      """
      packs: []
      rules: [Rules]
      seams: { job-dice: [func roll], all: [func read] }
      through-allowed: { job-now: true }

      """)
    #expect(
      try run().findings == [
        "Sources/Job.swift:6:11: error: 'Store.kept()' can reach 'now()'; a job runs twice "
          + "[#job-now]",
        direct,
      ])
  }

  /// Neither rule finds anything there without a trace.
  @Test func settingsThatAllowWhatIsReachedAreOfUse() throws {
    try bench.write(
      configuration, "packs: []\nrules: [Rules]\nallow: { job-dice: [Store.swift] }\n")
    #expect(try run().findings == [stamp, direct])
  }

  @Test func whyTellsTheWayOfACall() throws {
    let output = try bench.lint("why", "Sources/Job.swift:4").output
    #expect(
      output.hasPrefix(
        """
        Sources/Job.swift:4:11 to 4:16
        4 |     store.stamp()
          |           ^~~~~
          job-now follows this call: reported as an error
            'Store.stamp()' can reach 'now()'; a job runs twice
            'Store.stamp()' leaves out the argument 'at:' of 'Store.read(at:)' \
        (Sources/Store.swift:2:25)
            the default argument 'at:' of 'Store.read(at:)' uses 'now()' (Sources/Store.swift:3:23)

        """), "\(output)")
    // A comment allows what is reached.
    let kept = try bench.lint("why", "Sources/Job.swift:6").output
    #expect(kept.hasPrefix("Sources/Job.swift:6: nothing matches here\n"), "\(kept)")
    try bench.lint("baseline", "write").expectSuccess()
    let known = try bench.lint("why", "Sources/Job.swift:5:12").output
    #expect(known.contains("job-dice follows this call: not reported; it is in the baseline"))
  }

  @Test func throughFollowsEveryImplementation() throws {
    try bench.write(
      "Sources/Loader.swift",
      """
      protocol Loader { func load() -> Int }
      struct Live: Loader { func load() -> Int { now() } }

      """)
    try bench.write(
      "Sources/Job.swift", "@Job func run(loader: any Loader) { loader.load() }\n")
    #expect(try run().findings == [])
    try bench.write(
      configuration, "packs: []\nrules: [Rules]\nthrough: { jobs: [protocol Loader] }\n")
    #expect(
      try run().findings == [
        "Sources/Job.swift:1:44: error: 'Loader.load()' can reach 'now()'; a job runs twice "
          + "[#job-now]"
      ])
  }

  /// A type that one function makes counts for the code that it calls.
  @Test func whatACallerInTheSameDeclarationMakesCounts() throws {
    try bench.write(
      "Sources/Loader.swift",
      """
      protocol Loader { func load() -> Int }
      struct Live: Loader { func load() -> Int { now() } }

      """)
    try bench.write(
      "Sources/Job.swift",
      """
      @Job struct Work {
        func run() { pass(Live()) }
        func pass(_ loader: any Loader) { step(loader) }
        func step(_ loader: any Loader) { loader.load(); pass(loader) }
      }

      """)
    #expect(
      try run().findings == [
        "Sources/Job.swift:4:44: error: 'Loader.load()' can reach 'now()'; a job runs twice "
          + "[#job-now]"
      ])
  }

  @Test func theBaselineHoldsCallsByTheirCallee() throws {
    try bench.lint("baseline", "write").expectSuccess()
    let baseline = try bench.read(".swift-determinism-baseline")
    #expect(baseline.contains("job-now  Work.run()  Store.stamp()\n"), "\(baseline)")
    #expect(try run().findings == [])
    // A part of the project cannot know that an entry is stale.
    #expect(try run("Sources").findings == [])
    #expect(try bench.lint("baseline", "prune", "Sources").output.contains("is unchanged"))
    try bench.write("Sources/Store.swift", "struct Store { func roll() -> Int { dice() } }\n")
    let stale = try run().findings
    #expect(stale.count == 1 && stale[0].contains("[#stale-baseline]"), "\(stale)")
  }

  @Test func aRuleThatIsOffIsNotTraced() throws {
    try bench.write(
      configuration, "packs: []\nrules: [Rules]\nseverity: { job-now: off, job-dice: warning }\n")
    let (findings, receipt) = try run()
    #expect(findings == [roll.replacing("error", with: "warning")])
    #expect(receipt.contains("(1 traced from 2 functions)"), "\(receipt)")
  }

  /// It is there for the calls.
  @Test func aTracedRuleThatWarnsLeavesErrorsToOthers() throws {
    try bench.write(
      "Rules/all.yml",
      """
      pack: all-code
      rules:
        - id: any-now
          message: take a clock
          ban: [now()]

      """)
    try bench.write("Sources/Store.swift", "struct Store { func stamp() -> Int { step() } }\n")
    #expect(try run().findings == [direct])
    try bench.write(configuration, "packs: []\nrules: [Rules]\nseverity: { job-now: warning }\n")
    #expect(
      try run().findings == ["Sources/Job.swift:7:5: error: take a clock [#any-now]"])
    let why = try bench.lint("why", "Sources/Job.swift:7").output
    #expect(why.contains("any-now takes precedence: its severity is error"), "\(why)")
  }

  @Test func settingsThatFitNoDeclarationAreReported() throws {
    try bench.write(
      configuration,
      """
      packs: []
      rules: [Rules]
      seams: { job-dice: [func roll, func rol] }
      through: { all: [protocol Loadr] }

      """)
    let found = try run().findings
    #expect(
      found == [
        stamp, direct,
        "\(configuration):3:32: warning: no declaration fits 'func rol'; correct it, or remove it "
          + "from 'seams' [#unused-setting]",
        "\(configuration):4:18: warning: no declaration fits 'protocol Loadr'; correct it, or remove "
          + "it from 'through' [#unused-setting]",
      ])
    // A part of the project does not tell.
    #expect(try run("Sources").findings == [direct])
  }

  @Test func sameBytesForAnyNumberOfThreads() throws {
    for number in 0..<40 {
      try bench.write(
        "Sources/Job\(number).swift", "@Job func run\(number)(s: Store) { s.stamp(); s.roll() }\n")
    }
    let one = try bench.lint("--jobs", "1")
    for jobs in ["2", "7"] { #expect(try bench.lint("--jobs", jobs) == one) }
  }

  @Test func verifyTracesEachFixture() throws {
    try bench.write(
      "Fixtures/Rules/job-now.swift",
      """
      func stamp() -> Int { now() }
      @Job func run() {
        stamp()  // expect: job-now
        stamped()
      }

      """)
    try bench.write(
      "Fixtures/Rules/job-dice.swift", "@Job func run() { dice() }  // expect: job-dice\n")
    let run = try bench.lint("verify", "--rules", "Rules")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
