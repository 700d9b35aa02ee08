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
