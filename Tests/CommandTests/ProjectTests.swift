import Testing

/// Configuration and rule files as a run finds them.
@Suite struct ProjectTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "Rules/test.yml",
      """
      pack: test
      rules:
        - id: now
          message: "'now()' is banned"
          ban: [now()]
      """)
    try bench.write("a.swift", "now()\nlet a = Date()\n")
  }

  /// What follows `: error: ` in header lines, by rule.
  func rules(_ run: Run) -> [String] {
    run.output.split(separator: "\n").filter {
      $0.hasPrefix("a.swift:") || $0.hasPrefix("../a.swift:")
    }
    .compactMap { $0.split(separator: "[#").last.map { String($0.dropLast()) } }
  }

  func receipt(_ run: Run) -> String {
    run.errors.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func configurationIsFoundUpwardFromTheWorkingDirectory() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\nexclude: [a.swift]\n")
    try bench.write("sub/deep/b.swift", "now()\n")
    let run = try bench.lint(from: "sub/deep")
    #expect(run.output.hasPrefix("b.swift:1:1: error: 'now()' is banned [#now]\n"))
    #expect(
      receipt(run).hasSuffix(
        "against 1 rule: 1 error, 0 warnings. Configuration: ../../.swift-determinism-lint.yml"))
    #expect(
      receipt(try bench.lint("../../a.swift", from: "sub/deep")).hasPrefix("Checked 0 files "))
    try bench.write("sub/.git/HEAD")
    #expect(
      receipt(try bench.lint(from: "sub/deep"))
        == "Checked 1 file against 5 rules: 0 errors, 0 warnings.")
  }

  @Test func globsAreRelativeToTheConfigurationButWithConfigToTheWorkingDirectory() throws {
    try bench.write("settings/a.swift", "let a = Date()\n")
    let settings = "allow: { date-init: [settings/a.swift] }\n"
    try bench.write("settings/.swift-determinism-lint.yml", settings)
    #expect(try bench.lint("--config=settings/.swift-determinism-lint.yml", "settings").status == 0)
    #expect(try bench.lint(from: "settings").status == 1)
    try bench.write("settings/.swift-determinism-lint.yml", "allow: { date-init: [./a.swift] }\n")
    #expect(try bench.lint(from: "settings").status == 0)
  }

  @Test func ruleFilesOfTheConfigurationAreRelativeToItsFolder() throws {
    try bench.write("sub/one.yml", "rules: [../Rules/test.yml]\n")
    #expect(rules(try bench.lint("--config", "sub/one.yml", "a.swift")) == ["now", "date-init"])
    #expect(
      rules(try bench.lint("--rules", "../Rules", "../a.swift", from: "sub")) == [
        "now", "date-init",
      ])
  }

  @Test func aRuleFileThatIsNamedTwiceIsReadOnce() throws {
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\n")
    let run = try bench.lint("--rules=Rules/test.yml", "--rules=./Rules")
    #expect(rules(run) == ["now", "date-init"])
  }

  @Test func oneRuleRunsAloneItsPackOnOrNot() throws {
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\n")
    #expect(rules(try bench.lint()) == ["now"])
    #expect(rules(try bench.lint("--only-rule=date-init")) == ["date-init"])
    #expect(
      rules(try bench.lint("--only-rule=date-init", "--only-rule", "now")) == ["now", "date-init"])
    #expect(rules(try bench.lint("--pack", "core", "--disable=now")) == ["date-init"])
    let none = try bench.lint("--disable=now")
    #expect(none.status == 64)
    #expect(none.errors.hasPrefix("error: no rule is on\n"))
  }

  @Test func brokenFilesStopTheRunWithAllTheirMistakes() throws {
    try bench.write(
      "Rules/broken.yml", "pack: p\nrules:\n  - id: x\n    mesage: m\n    ban: [f(]\n")
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules, gone]\npakcs: [core]\n")
    let run = try bench.lint("missing.swift")
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    let headers = run.errors.split(separator: "\n").filter { $0.contains(".yml:") }
    #expect(
      headers.first == """
        .swift-determinism-lint.yml:1:16: error: no such file or directory: 'gone'
        """)
    #expect(
      headers.contains {
        $0.hasPrefix(".swift-determinism-lint.yml:2:1: error: unknown key 'pakcs'")
      })
    #expect(headers.contains { $0.hasPrefix("Rules/broken.yml:4:5: error: unknown key 'mesage'") })
    #expect(headers.contains { $0.hasPrefix("Rules/broken.yml:5:") })
    #expect(
      run.errors.contains("1 | rules: [Rules, gone]\n  |                `- error: no such file"))
    #expect(!run.errors.contains("missing.swift"))
  }

  @Test func missingProjectFilesAreErrors() throws {
    func errors(_ arguments: String...) throws -> String {
      let run = try bench.lint(arguments.map { Array($0.utf8) })
      #expect(run.status == 2)
      #expect(run.output.isEmpty)
      return run.errors
    }
    #expect(try errors("--config=gone.yml") == "error: no such file or directory: 'gone.yml'\n")
    #expect(try errors("--rules=gone") == "error: no such file or directory: 'gone'\n")
    try bench.write("empty/.keep")
    #expect(try errors("--rules=empty") == "error: no rule file (*.yml) in 'empty'\n")
    #expect(try errors("--config=empty") == "error: cannot read 'empty' (Is a directory)\n")
    try bench.write(
      "twice.yml", "pack: more\nrules:\n  - id: date-init\n    message: m\n    ban: [f()]\n")
    #expect(
      try errors("--rules=twice.yml").hasPrefix(
        "twice.yml:3:9: error: a rule 'date-init' is already in the bundled pack 'core'\n"))
  }

  @Test func aRuleIsNotUnknownWhileItsFileIsMissing() throws {
    try bench.write("named.yml", "rules: [Rlues]\nallow: { now: [b.swift] }\n")
    let run = try bench.lint("--config", "named.yml", "--rules", "Rules")
    #expect(run.status == 2)
    #expect(run.errors.contains("error: no such file or directory: 'Rlues'"))
    #expect(!run.errors.contains("unknown rule"))
  }

  @Test func tokensOfSeveralFiles() throws {
    try bench.write("b.swift", "1")
    let run = try bench.lint("dump-tokens", "b.swift", "gone.swift", "./b.swift")
    #expect(run.status == 2)
    #expect(run.errors == "error: no such file or directory: 'gone.swift'\n")
    let dump = "\t1\n0\t1\tint\n1\t0\teof\n"
    #expect(run.output == "F\tb.swift\(dump)F\t./b.swift\(dump)")
    let tree = "F\tb.swift\t1\n0\t1\tsourceFile\n0\t1\t  integerLiteralExpr\n"
    #expect(try bench.lint("dump-tree", "b.swift").output == tree)
  }

  /// Their packs are parsed only where it matters, which must not show.
  @Test func rulesOfPacksThatAreOffCanBeNamed() throws {
    try bench.write("b.swift", "let a = 1  // determinism:allow uuid-init: a reason\n")
    #expect(try bench.lint("b.swift").output == "")
    let settings = "severity: { uuid-init: warning }\nallow: { process-env: [c.swift] }\n"
    try bench.write(".swift-determinism-lint.yml", settings)
    #expect(rules(try bench.lint("a.swift")) == ["date-init"])
    try bench.write(".swift-determinism-lint.yml", "severity: { uuid-int: warning }\n")
    #expect(
      try bench.lint().errors.hasPrefix(
        ".swift-determinism-lint.yml:1:13: error: unknown rule or pack 'uuid-int'; did you mean "
          + "'uuid-init'?\n"))
    try bench.write(".swift-determinism-lint.yml", "packs: [core, randon]\n")
    #expect(
      try bench.lint().errors.hasPrefix(
        ".swift-determinism-lint.yml:1:15: error: unknown pack 'randon'; did you mean 'random'?\n"))
    try bench.write(".swift-determinism-lint.yml", "rules: [own.yml]\n")
    try bench.write(
      "own.yml", "pack: own\nrules:\n  - {id: uuid-init, message: x, ban: [UUID()]}\n")
    #expect(
      try bench.lint().errors.hasPrefix(
        "own.yml:3:10: error: a rule 'uuid-init' is already in the bundled pack 'random'\n"))
  }
}
