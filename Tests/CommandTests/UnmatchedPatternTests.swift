import Testing

/// Patterns of a project's own rules that leave members alone where members are used.
@Suite struct UnmatchedPatternTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(".swift-determinism-lint.yml", "packs: []\nrules: [Rules]\n")
    try bench.write(
      "Rules/own.yml",
      """
      pack: own
      rules:
        - id: no-sink
          message: x
          ban:
            - sink
            - "URLSession.dataTask(with:)"
            - URLSession.shared
      """)
    try bench.write("Sources/A.swift", "f()\n// x.sink\n")
    try bench.write("Sources/B.swift", "let a = \"x.sink\"\n  x.sink { }\nx.sink\n")
  }

  private let warning = """
    Rules/own.yml:6:9: warning: 'sink' matches nothing; write '_.sink' for the member that is used \
    at Sources/B.swift:2:5 [#unmatched-pattern]
          - sink
            ^

    """

  private func lint(_ arguments: [String]) throws -> Run {
    try bench.lint((["--format", "llvm", "--quiet"] + arguments).map { Array($0.utf8) })
  }

  private func output(_ arguments: String...) throws -> String {
    try lint(arguments).output
  }

  @Test(arguments: [[], ["."], ["--strict"], ["--jobs", "1"], ["--no-source-suppressions"]])
  func theyAreWarningsAtTheirPlaces(arguments: [String]) throws {
    let run = try lint(arguments)
    #expect(run == Run(status: 0, output: warning, errors: ""))
  }

  @Test func typesThatAreNoReceiverAreTold() throws {
    try bench.write("Sources/A.swift", "session.dataTask(with: u)\nsession.shared\n")
    #expect(try output().contains("write '_.dataTask(with:)' for the member that is used at "))
    #expect(try output().ranges(of: "[#unmatched-pattern]").count == 2)
  }

  @Test func whatMatchesAnythingIsRight() throws {
    try bench.write("Sources/C.swift", "sink { }  // determinism:allow no-sink: why\n")
    #expect(try output() == "")
  }

  @Test func whatAFixtureShowsIsRight() throws {
    try bench.write("Fixtures/Rules/no-sink.swift", "x.sink { }\nsink { }  // expect: no-sink\n")
    try bench.write(
      ".swift-determinism-lint.yml", "packs: []\nrules: [Rules]\nexclude: [Fixtures]\n")
    #expect(try output() == "")
    try bench.write("Fixtures/Rules/no-sink.swift", "x.sink { }\n")
    #expect(try output() == warning)
  }

  @Test func whereNoMemberIsUsedNothingIsSaid() throws {
    try bench.write("Sources/B.swift", "x.sinks { }\nlet sink = 1\n")
    #expect(try output() == "")
  }

  @Test func whereTheRuleIsNotInForceNothingIsSaid() throws {
    try bench.write(
      ".swift-determinism-lint.yml",
      "packs: [core]\nrules: [Rules]\nseverity: { no-sink: off }\n")
    #expect(try output() == "")
  }

  /// Who looks at a part of the project, or at some rules, cannot know.
  @Test(arguments: [
    ["Sources"], ["Sources/B.swift"], ["--only-rule", "no-sink"], ["--stdin-path", "a.swift"],
  ])
  func narrowRunsSayNothing(arguments: [String]) throws {
    let run = try lint(arguments)
    #expect(run == Run(status: 0, output: "", errors: ""))
  }

  @Test func bundledRulesAreNotMeant() throws {
    try bench.write(".swift-determinism-lint.yml", "packs: [concurrency]\n")
    try bench.write("Sources/B.swift", "x.usleep(1)\nx.arc4random()\n")
    #expect(try output() == "")
  }

  /// A part of the project whose configuration extends that of the whole.
  @Test func rulesThatFoldersShareAreHeldAgainstAllOfThem() throws {
    try bench.write(
      "Sources/.swift-determinism-lint.yml", "extends: ../.swift-determinism-lint.yml\n")
    let run = try bench.lint("--format", "llvm", "--quiet", from: "Sources")
    #expect(run == Run(status: 0, output: "", errors: ""))
    #expect(try output() == warning)
    try bench.write("C.swift", "sink { }  // determinism:allow no-sink: why\n")
    #expect(try output() == "")
  }

  @Test func theRulesPageSaysSo() throws {
    let page = try bench.lint("rules", "no-sink").output
    let line =
      "'sink' does not match members, such as the one at Sources/B.swift:2:5; '_.sink' does"
    #expect(page.contains("  \(line)\n"))
    #expect(!page.contains("dataTask(with:)' leaves"))
  }

  @Test func replacementsMayBeForSomeFolders() throws {
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      packs: []
      rules: [Rules]
      replace: { no-sink: { "sink(_:)": pour($1), sink: drain } }
      overrides: [{ files: [Tests], replace: { no-sink: { sink: "record($*, 1)" } } }]
      """)
    try bench.write("Sources/B.swift", "sink(a)\nsink(a, b)\n")
    try bench.write("Tests/C.swift", "sink(a)\nsink(a: b)\nsink()\n")
    _ = try bench.lint("--fix")
    #expect(try bench.read("Sources/B.swift") == "pour(a)\ndrain(a, b)\n")
    #expect(try bench.read("Tests/C.swift") == "record(a, 1)\nrecord(a: b, 1)\nsink()\n")
    let page = try bench.lint("rules", "no-sink").output
    #expect(
      page.contains("  replaced in Tests: sink by record($*, 1) (.swift-determinism-lint.yml:"))
  }
}
