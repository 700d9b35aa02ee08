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

  @Test func sameBytesForAnyNumberOfThreads() throws {
    for number in 0..<40 {
      try bench.write(
        "Sources/Job\(number).swift", "@Job func run\(number)(s: Store) { s.stamp(); s.roll() }\n")
    }
    let one = try bench.lint("--jobs", "1")
    for jobs in ["2", "7"] { #expect(try bench.lint("--jobs", jobs) == one) }
  }
}
