import BundledRules
import Testing

@Suite struct VerifyTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "my.yml",
      """
      pack: mine
      rules:
        - id: now
          severity: off
          message: "'now()' is banned"
          files: [nowhere.swift]
          ban: [now()]
        - id: later
          message: "'later()' is banned"
          ban: [later()]
      """)
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      rules: [my.yml]
      packs: []
      exclude: ["**"]
      allow: { later: ["**"] }
      """)
    try bench.write("Fixtures/Rules/now.swift", "now()  // expect: now\nnot()\n")
    try bench.write("Fixtures/Rules/later.swift", "later()  // expect: later\n")
  }

  /// The bundled rules and the two above.
  func receipt(_ fixtures: Int, _ mismatches: String) -> String {
    let bundled = bundledRuleFiles.reduce(0) { count, file in
      count + String(decoding: file.bytes, as: UTF8.self).matches(of: #/\n  - id: /#).count
    }
    let fixtures = "\(fixtures) fixture\(fixtures == 1 ? "" : "s")"
    return "Verified \(fixtures) against \(bundled + 2) rules: \(mismatches).\n"
  }

  /// `off`, `files`, `allow` and `exclude` do not count.
  @Test func fixturesAreHeldAgainstEveryRuleWhateverTheProjectSays() throws {
    let run = try bench.lint("verify")
    #expect(run == Run(status: 0, output: "", errors: receipt(2, "0 mismatches")))
    #expect(try bench.lint("verify", "Fixtures/Rules", "--quiet").errors == "")
    try bench.write("sub/x", "")
    #expect(try bench.lint("verify", from: "sub") == run)
  }

  @Test func mismatchesAreReportedAtTheirPlaces() throws {
    try bench.write("Fixtures/Rules/now.swift", "now()\n")
    #expect(
      try bench.lint("verify")
        == Run(
          status: 1,
          output: """
            Fixtures/Rules/now.swift:1:1: error: unexpected: 'now()' is banned [#now]
            1 | now()
              | `- error: unexpected: 'now()' is banned [#now]
            2 | 

            """, errors: receipt(2, "1 mismatch")))
    #expect(try bench.lint("verify", "Fixtures/Rules/later.swift").status == 0)
  }

  @Test func everyRuleHasAFixture() throws {
    try bench.write("Fixtures/Rules/now.swift", "")
    let run = try bench.lint("verify")
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        "Fixtures/Rules/now.swift:1:1: error: 'now' reports nothing in this fixture\n"))
    #expect(
      try bench.shell("rm Fixtures/Rules/now.swift; $tool verify").output.hasPrefix(
        "my.yml:3:9: error: rule 'now' has no fixture\n"))
    // The rules of a bundled pack, once one of them has.
    try bench.write("Fixtures/Rules/date-init.swift", "Date()  // expect: date-init\n")
    let bundled = try bench.lint("verify").output
    #expect(bundled.contains("\nRules/core.yml:"))
    #expect(bundled.contains(": error: rule 'timer-scheduled' has no fixture\n"))
    #expect(!bundled.contains("'date-init' has no fixture"))
  }

  @Test func everyFixtureHasARule() throws {
    try bench.write("Fixtures/Rules/nwo.swift", "let a = 1\n")
    let run = try bench.lint("verify")
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        "Fixtures/Rules/nwo.swift:1:1: error: unknown rule 'nwo'; did you mean 'now'?\n"))
    try bench.write("Other/nwo.swift", "later()  // expect: later\n")
    #expect(try bench.lint("verify", "Other").status == 0)
  }

  @Test func aCheckOfNothingIsNoSuccess() throws {
    try bench.write("empty/Rules/x", "")
    #expect(
      try bench.lint("verify", "empty/Rules", "--quiet").errors
        == "error: no fixture in 'empty/Rules'\n")
    #expect(try bench.lint("verify", "empty").status == 2)
    let missing = try bench.lint("verify", "gone")
    #expect(missing.status == 2)
    #expect(missing.errors.hasPrefix("error: no such file or directory: 'gone'\n"))
  }
}
