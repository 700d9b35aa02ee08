import Testing

/// What the tool says of settings under a pack's name or `all`.
@Suite struct SettingNameCommandTests {
  private let bench: Workbench
  private let name = ".swift-determinism-lint.yml"

  init() throws {
    bench = try Workbench()
    try bench.write("Sources/Clock.swift", "let now = Date()\nlet id = UUID()\n")
    try bench.write("Tests/T.swift", "let now = Date()\n")
    try bench.write("Samples/S.swift", "struct Sample { let now = Date() }\n")
  }

  /// The severity of each use, and the message of anything else.
  private func found(_ configuration: String, _ arguments: String...) throws -> [String] {
    try bench.write(name, configuration)
    let arguments = ["--format", "short", "--quiet"] + arguments
    let run = try bench.lint(arguments.map { Array($0.utf8) })
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map { line -> String in
      let parts = line.split(separator: ": ", maxSplits: 2)
      let (message, rule) = (
        parts[2].split(separator: " [#")[0], parts[2].split(separator: " [#")[1]
      )
      return "\(parts[0]) \(rule.hasSuffix("-init]") ? parts[1] : message)"
    }.sorted()
  }

  private func why(_ place: String, _ configuration: String) throws -> String {
    try bench.write(name, configuration)
    let run = try bench.lint("why", place)
    #expect(run.status == 0 && run.errors == "")
    return run.output
  }

  // MARK: - Runs

  @Test func testsAreWarnings() throws {
    #expect(
      try found("overrides: [{ files: [Tests, Samples], severity: { all: warning } }]") == [
        "Samples/S.swift:1:27 warning", "Sources/Clock.swift:1:11 error",
        "Tests/T.swift:1:11 warning",
      ])
    #expect(
      try found(
        """
        packs: [core, random]
        severity: { all: warning, core: error, uuid-init: off }
        allow: { all: [Tests] }
        allow-inside: { core: [struct Sample] }
        """) == ["Sources/Clock.swift:1:11 error"])
  }

  /// Only the files of packs that matter are parsed, which must not show.
  @Test func packsThatAreOffAreKnown() throws {
    let on = "the pack 'random' is off; 'packs: [core, random]' turns it on"
    #expect(
      try found("severity: { random: error, all: off, date-init: warning }", "Tests") == [
        "Tests/T.swift:1:11 warning"
      ])
    #expect(
      try found("severity: { random: error }\nallow: { time: [Sources] }\nexclude: [Samples]") == [
        "\(name):1:13 \(on)", "\(name):2:10 \(on.replacing("random", with: "time"))",
        "Sources/Clock.swift:1:11 error", "Tests/T.swift:1:11 error",
      ])
  }

  @Test func anEntryIsStaleIfItIsForAllOfItsRules() throws {
    #expect(
      try found(
        """
        packs: [core, random]
        allow:
          core: [Sources, Gone]
          random: [Sources/Clock.swift, Tests]
          all: [Samples, Sources]
          timer-scheduled: [Tests]
        """) == [
          "\(name):3:19 no file that was linted matches 'Gone'; remove it from 'allow'",
          "\(name):4:33 'random' finds nothing in 'Tests'; remove it from 'allow'",
          "\(name):6:21 'timer-scheduled' finds nothing in 'Tests'; remove it from 'allow'",
          "Tests/T.swift:1:11 error",
        ])
    #expect(
      try found(
        """
        allow: { core: [Sources, Tests] }
        allow-inside:
          all: [struct Sample, struct Gone]
          random: [struct Sample]
        """) == [
          "\(name):3:24 'struct Gone' allows nothing that 'all' finds; remove it from "
            + "'allow-inside'",
          "\(name):4:3 the pack 'random' is off; 'packs: [core, random]' turns it on",
        ])
  }

  // MARK: - Explanations

  @Test func theNameThatAllowsIsTold() throws {
    func outcome(_ place: String, _ configuration: String) throws -> String? {
      try why(place, configuration).split(separator: "\n").first {
        $0.contains("matches with")
      }.map { String($0.split(separator: "': ", maxSplits: 1)[1]) }
    }
    #expect(
      try outcome("Sources/Clock.swift:1", "severity: { core: warning }")
        == "reported as a warning ('core', \(name):1:13)")
    #expect(
      try outcome("Sources/Clock.swift:1", "severity: { date-init: warning, all: error }")
        == "reported as a warning (\(name):1:13)")
    #expect(
      try outcome("Tests/T.swift:1", "overrides: [{ files: [Tests], severity: { all: warning } }]")
        == "reported as a warning ('all', \(name):1:43)")
    #expect(
      try outcome("Tests/T.swift:1", "overrides: [{ files: [Tests], severity: { all: off } }]")
        == "not reported; allowed in files 'Tests' ('all', \(name):1:23)")
    #expect(
      try outcome("Tests/T.swift:1", "allow: { core: [Tests] }")
        == "not reported; allowed in files 'Tests' ('core', \(name):1:17)")
    #expect(
      try outcome("Samples/S.swift:1", "allow-inside: { all: [struct Sample] }")
        == "not reported; allowed inside 'struct Sample' ('all', \(name):1:23)")
    #expect(
      try outcome("Tests/T.swift:1", "packs: [core, random]\nseverity: { core: off }")
        == "off; the configuration turns it off ('core', \(name):2:13)")
    #expect(
      try why("Tests/T.swift:1", "packs: [core, random]\nseverity: { core: off }").contains(
        "turned off: date-init, date-since-now, implicit-now, dispatch-main-async, "
          + "timer-scheduled ('core', \(name):2:13)"))
    try bench.write("Tests/D.swift", "func f(at: Date = Date()) {}\n")
    #expect(
      try outcome("Tests/D.swift:1", "default-arguments: { all: allow }")
        == "not reported; allowed as a parameter's default value ('all', \(name):1:22)")
  }

  @Test func thePagesOfRulesAndPacksTellTheName() throws {
    try bench.write(
      name,
      """
      severity: { all: warning }
      allow: { core: [Clock.swift] }
      allow-inside: { all: [struct Sample] }
      """)
    let page = try bench.lint("rules", "date-init").output
    for line in [
      "warning ('all', \(name):1:13), error as written",
      "allowed in files: Clock.swift ('core', \(name):2:17)",
      "allowed inside: struct Sample ('all', \(name):3:23)",
    ] {
      #expect(page.contains("\n  \(line)\n"), "\(page)")
    }
    try bench.write(name, "packs: [core, random]\nseverity: { core: off }\n")
    #expect(
      try bench.lint("rules", "core").output.contains(
        "\n  off: the configuration turns it off ('core', \(name):2:13)\n"))
  }

  // MARK: - Where single rules are named

  @Test func aPackIsNoRule() throws {
    func error(_ arguments: String...) throws -> String? {
      let run = try bench.lint(arguments.map { Array($0.utf8) })
      return run.status == 64 ? run.errors.split(separator: "\n").first.map(String.init) : nil
    }
    #expect(
      try error("--only-rule", "random")
        == "error: 'random' is a pack; name its rules, or add all of them with '--pack random'")
    #expect(
      try error("--disable", "core") == "error: 'core' is a pack; name its rules, or write "
        + "'severity: { core: off }' in the configuration")
    try bench.write("Tests/T.swift", "let now = Date()  // determinism:allow random: a reason\n")
    #expect(
      try found("", "Tests") == [
        "Tests/T.swift:1:11 error",
        "Tests/T.swift:1:40 'random' is a pack; name each rule",
      ])
  }

  @Test func aProjectsNamesAreItsOwn() throws {
    try bench.write("own.yml", "pack: random\nrules: [{ id: time, message: m, ban: [f()] }]\n")
    try bench.write(name, "rules: [own.yml]\n")
    let run = try bench.lint("Tests")
    #expect(run.status == 2)
    #expect(
      run.errors.contains("own.yml:1:7: error: a pack 'random' is already bundled; choose another"))
    #expect(
      run.errors.contains("own.yml:2:15: error: a pack 'time' is already bundled; choose another"))
  }
}
