import Foundation
import Testing

/// Runs the tool; the receipt says `N rules`, however many there are.
extension Workbench {
  fileprivate func run(_ arguments: [String]) throws -> Run {
    var run = try lint(arguments.map { Array($0.utf8) })
    run.errors = run.errors.replacing(#/against \d+ rules/#, with: "against N rules")
    return run
  }
}

@Suite struct SuppressionTests {
  let bench: Workbench
  private let configuration = ".swift-determinism-lint.yml"

  init() throws { bench = try Workbench() }

  /// The first line of every diagnostic, without its message.
  private func places(_ run: Run) -> [String] {
    run.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^(.+:\d+:\d+: \w+): .* \[(#[-a-z]+)\]$/#).map { "\($0.1) \($0.2)" }
    }
  }

  @Test func whatCommentsExcuseIsCounted() throws {
    try bench.write("a.swift", "let a = Date() // determinism:allow date-init: the clock\n")
    try bench.write(
      "b.swift", "// determinism:allow-file date-init: seam\nlet a = (Date(), Date())\n")
    try bench.write("Clock.swift", "let a = Date()\n")
    try bench.write(configuration, "allow: { date-init: [Clock.swift] }\n")
    #expect(
      try bench.run([])
        == Run(
          status: 0, output: "",
          errors: """
            Checked 3 files against N rules: 0 errors, 0 warnings (1 allowed by path, 3 in source). \
            Configuration: .swift-determinism-lint.yml

            """))
    try FileManager.default.removeItem(atPath: bench.path + "/" + configuration)
    #expect(
      try bench.run(["a.swift"]).errors
        == "Checked 1 file against N rules: 0 errors, 0 warnings (1 allowed in source).\n")
  }

  /// A comment is seen in a file that holds no name of a rule, and is a warning in strict runs too.
  @Test func warningsAreReportedInEveryFormat() throws {
    try bench.write("a.swift", "let a = 1 // determinism:allow date-int: why\n")
    let llvm = Run(
      status: 0,
      output: """
        a.swift:1:32: warning: unknown rule 'date-int'; did you mean 'date-init'? [#unknown-rule]
        let a = 1 // determinism:allow date-int: why
                                       ^

        """, errors: "Checked 1 file against N rules: 0 errors, 1 warning.\n")
    #expect(try bench.run(["--format", "llvm"]) == llvm)
    #expect(try bench.run(["--format", "llvm", "--strict"]) == llvm)
    let text = try bench.lint("--strict").output
    #expect(text.hasPrefix("a.swift:1:32: warning: unknown rule 'date-int'; did you mean "))
    let json = try bench.lint("--format", "json").output
    #expect(json.contains("\"rule\" : \"unknown-rule\",\n      \"severity\" : \"warning\""))
    let input = "// determinism:allow date-init"
    let stdin = try bench.lint("--stdin-path", "a.swift", "--format", "llvm", input: input)
    #expect(places(stdin) == ["a.swift:1:1: warning #suppression-without-reason"])
  }

  @Test func unreadCommentsExcuseNothingAndAreNotJudged() throws {
    try bench.write(
      "a.swift",
      """
      let a = Date() // determinism:allow date-init: the clock
      let b = 1 // determinism:allow date-int
      let c = Date() // swiftlint:disable:this date_init
      """)
    let run = try bench.run(["--format", "llvm", "--no-source-suppressions"])
    #expect(places(run) == ["a.swift:1:9: error #date-init", "a.swift:3:9: error #date-init"])
    #expect(!run.output.contains("note:"))
    #expect(run.errors == "Checked 1 file against N rules: 2 errors, 0 warnings.\n")
    #expect(try bench.lint("--format", "llvm").output.contains("a.swift:3:16: note: a SwiftLint"))
  }

  /// A rule that is not in force says nothing of its comments, but is known.
  @Test(arguments: [
    ["--only-rule", "timer-scheduled"], ["--disable", "date-init"], ["--config", "off.yml"],
    ["--config", "other.yml"], ["--config", "excluded.yml", "--allow-empty"],
  ])
  func rulesThatAreNotInForceHaveNoUnusedComments(arguments: [String]) throws {
    try bench.write("off.yml", "severity: { date-init: off }\n")
    try bench.write("other.yml", "packs: []\nrules: [my.yml]\n")
    try bench.write("excluded.yml", "exclude: [a.swift]\n")
    try bench.write(
      "my.yml", "pack: mine\nrules: [{ id: now, message: \"'now()' is banned\", ban: [now()] }]\n")
    try bench.write("a.swift", "// determinism:allow date-init: why\nlet a = 1\n")
    #expect(places(try bench.lint()) == ["a.swift:1:22: warning #unused-suppression"])
    let run = try bench.run(arguments)
    #expect(run.status == 0 && run.output == "", "\(run)")
  }
}

@Suite struct StaleEntryTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("Sources/Clock.swift", "let a = Date()\n")
    try bench.write("Sources/Other.swift", "let a = 1\n")
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      allow:
        timer-scheduled: [Other.swift]
        date-init: [Gone.swift, Clock.swift]
      """)
  }

  private let warnings = """
    .swift-determinism-lint.yml:2:21: warning: 'timer-scheduled' finds nothing in 'Other.swift'; \
    remove it from 'allow' [#stale-allow]
      timer-scheduled: [Other.swift]
                        ^
    .swift-determinism-lint.yml:3:15: warning: no file that was linted matches 'Gone.swift'; \
    remove it from 'allow' [#stale-allow]
      date-init: [Gone.swift, Clock.swift]
                  ^

    """

  @Test(arguments: [
    [], ["."], ["Sources", "."], ["--strict"], ["--pack", "core"], ["--no-source-suppressions"],
    ["--no-ignore", "--jobs", "1"],
  ])
  func staleEntriesAreWarningsAtTheirPlaces(arguments: [String]) throws {
    let run = try bench.run(["--format", "llvm"] + arguments)
    let receipt = """
      Checked 2 files against N rules: 0 errors, 2 warnings (1 allowed by path). \
      Configuration: .swift-determinism-lint.yml

      """
    #expect(run == Run(status: 0, output: warnings, errors: receipt))
  }

  @Test func theyFollowWhatIsFoundInFiles() throws {
    try bench.write("A.swift", "let a = Date()\n")
    let run = try bench.lint("--format", "llvm", "--quiet")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("A.swift:1:9: error: "))
    #expect(run.output.hasSuffix("\n" + warnings))
    let json = try bench.lint("--format", "json").output
    #expect(json.ranges(of: "\"rule\" : \"stale-allow\"").count == 2)
    #expect(json.contains("\"inputs\" : [\n    \"A.swift\",\n    \"Sources\\/Clock.swift\","))
    let text = try bench.run([])
    #expect(text.output.ranges(of: "`- warning: ").count == 2)
  }

  @Test func pathsAreSeenFromTheWorkingDirectory() throws {
    let above = try bench.lint("..", "--quiet", "--format", "llvm", from: "Sources").output
    #expect(above.hasPrefix("../.swift-determinism-lint.yml:2:21: warning: "))
    let absolute = try bench.lint("--absolute-paths", "--quiet", "--format", "llvm").output
    #expect(absolute.hasPrefix(bench.path + "/.swift-determinism-lint.yml:2:21: warning: "))
    let named = try bench.lint(
      "--config", "../.swift-determinism-lint.yml", "--quiet", "--format", "llvm", from: "Sources")
    #expect(named.output.hasPrefix("../.swift-determinism-lint.yml:2:21: warning: "))
  }

  /// Who looks at a part of the project, or at some rules, cannot know.
  @Test(arguments: [
    ["Sources"], ["Sources/Clock.swift"], ["--only-rule", "date-init"], ["--disable", "date-init"],
    ["--stdin-path", "a.swift"], ["--files-from", "list"], ["--files-from", "list", "."],
    [".", "missing.swift"],
  ])
  func narrowRunsSayNothingOfThem(arguments: [String]) throws {
    try bench.write("list", "Sources\n")
    let run = try bench.run(arguments)
    #expect(!run.output.contains("stale-allow"), "\(run)")
    #expect(try bench.lint(from: "Sources").output == "")
  }

  @Test func rulesThatAreOffMayFindWhatNobodyKnows() throws {
    try bench.write(
      ".swift-determinism-lint.yml",
      "severity: { date-init: off }\nallow: { date-init: [Gone.swift, Other.swift] }\n")
    let run = try bench.lint("--format", "llvm", "--quiet")
    let name = ".swift-determinism-lint.yml"
    #expect(
      run.output.hasPrefix(
        "\(name):2:10: warning: 'date-init' is turned off, so this setting does nothing"))
    #expect(run.output.contains("\(name):2:22: warning: no file that was linted "))
    #expect(run.output.ranges(of: "[#stale-allow]").count == 1)
  }

  /// Two entries for one file are both needed; an entry for one file that matches more is too.
  @Test func entriesThatMatchAFindingAreNeeded() throws {
    try bench.write(
      ".swift-determinism-lint.yml",
      "allow: { date-init: [Clock.swift, \"Sources/**\", \"*.swift\", \"Sources\"] }\n")
    #expect(try bench.lint().output == "")
    // What a comment excuses below them too.
    try bench.write("Sources/Clock.swift", "let a = Date() // determinism:allow date-init: why\n")
    #expect(
      try bench.lint().output.contains("warning: 'allow' already covers 'date-init' in this file"))
  }
}
