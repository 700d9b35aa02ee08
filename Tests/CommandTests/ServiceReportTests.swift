import Foundation
import RuleEngine
import Rules
import Testing

@testable import Pipeline

/// What services and editors read, through the tool.
@Suite struct ServiceReportTests {
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
          note: Take the time.
          ban: [now()]
        - id: later
          severity: warning
          message: "'later()' is banned"
          ban: [later()]
      """)
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\n")
    try bench.write("Sources/a.swift", "func f() {\n  later()\n  now()\n}\n")
    try bench.write("Sources/b.swift", "now() // determinism:allow now: once\nnow()\n")
  }

  private func results(_ sarif: String) throws -> [[String: Any]] {
    let log = try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any]
    let run = try #require((log?["runs"] as? [[String: Any]])?.first)
    return try #require(run["results"] as? [[String: Any]])
  }

  /// A report from before would pass for that of this run.
  @Test(arguments: [
    ("echo 'packs: nonsense' >.swift-determinism-lint.yml", "", "[nonsense]", 2),
    ("echo '{' >baseline", "--baseline baseline", "baseline", 2),
    ("git init -q .", "--since missing", "missing", 2),
    ("git init -q .", "--config-from missing", "missing", 2),
    ("true", "--staged", "not a git repository", 2),
    ("true", "--fix --files-from missing", "missing", 2),
    ("true", "--fix --pack nonsense", "nonsense", 64),
  ])
  func aRunThatCannotBeginSaysWhy(
    scene: String, options: String, cause: String, status: Int32
  ) throws {
    #expect(try bench.shell(scene).status == 0)
    let plain = try bench.shell("$tool --quiet \(options)")
    #expect(plain.status == status && plain.output == "" && plain.errors.contains(cause))
    let others = ["json", "gitlab", "checkstyle"]
    for format in ["sarif", "junit", "github", "azure"] + others {
      try bench.write("old", "old")
      let run = try bench.shell(
        "GITHUB_STEP_SUMMARY=summary $tool --quiet --format \(format) --output \(format):old "
          + "--summary \(options)")
      #expect(run.status == status && run.errors == plain.errors)
      let says = !others.contains(format)
      #expect(try bench.read("old").contains(cause) == says, "\(format)")
      #expect(try bench.read("old") != "old" || !says)
      #expect(run.output == (says ? try bench.read("old") : ""), "\(format)")
      let summary = try bench.read("summary")
      #expect(summary.contains("\n### Not everything was checked\n\n- ") && summary.contains(cause))
    }
    let silent = try bench.shell("$tool --summary --format text --stamp s \(options)")
    #expect(silent.errors == plain.errors && silent.output == "")
    #expect(throws: (any Error).self) { try bench.read("s") }
  }

  @Test func whatGitHubWillNotShowIsSaid() throws {
    try bench.write("Sources/a.swift", String(repeating: "now()\n", count: 5000))
    let run = try bench.lint("--quiet", "--format", "sarif")
    #expect(
      run.errors == "warning: standard output has 5001 results; GitHub keeps 5000 of them\n")
    #expect(try results(run.output).count == 5001)
    try bench.write("Sources/a.swift", String(repeating: "now()\n", count: 25_000))
    let large = try bench.shell("$tool --quiet --format short --output sarif:s > short")
    #expect(
      large.errors
        == "warning: 's' has 25001 results; GitHub refuses a file with more than 25000\n")
    #expect(try results(bench.read("s")).count == 25_001)
    let suppressed = try bench.lint("--quiet", "--format", "checkstyle")
    #expect(suppressed.errors == "")
  }

  @Test func manyFindingsEndWithTheirCountsOnATerminal() throws {
    try bench.write("Sources/a.swift", String(repeating: "now()\n", count: 60))
    let counts = """

      RULE   FINDINGS    SHARE  FILES
      now          61  100.0 %      2
      total        61  100.0 %      2

      FOLDER
      """
    let script = "$tool > /dev/null"
    let terminal = try bench.shell(script, atTerminal: [2]).terminal
    #expect(terminal.hasPrefix("Checked 2 files against 2 rules: \u{1B}[1;31m61 errors\u{1B}[0;0m"))
    #expect(terminal.contains(counts), "\(terminal)")
    #expect(terminal.contains("\nhelp: 'swift-determinism-lint --format short' prints a line"))
    #expect(try bench.shell(script + " --quiet", atTerminal: [2]).terminal == "")
    #expect(try !bench.shell(script).errors.contains("RULE"))
    try bench.write("Sources/b.swift")
    try #expect(!bench.shell(script, atTerminal: [2]).terminal.contains("RULE"))
  }

  @Test func everyIDOfTheToolHasAMessage() {
    #expect(Set(messagesOfReservedIDs.keys) == Set(Rule.reservedIDs))
  }
}
