import Foundation
import Testing

/// `--fix --diff`
@Suite struct FixDiffTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(".swift-determinism-lint.yml", "packs: []\nrules: [rules.yml]\n")
    try bench.write(
      "rules.yml",
      """
      pack: test
      rules:
        - id: now
          message: "'now()' is banned"
          ban: [now(), "after(_:)"]
          replace: { now(): clock.now, "after(_:)": clock.now + $1 }
      """)
  }

  @Test func aTerminalGetsColors() throws {
    try bench.write("a.swift", "now()\n")
    let script = "$tool --fix --diff --quiet"
    let colored = "\u{1B}[31m-now()\u{1B}[m\n\u{1B}[32m+clock.now\u{1B}[m\n"
    #expect(try bench.shell(script, atTerminal: [1]).terminal.hasSuffix(colored))
    #expect(
      try bench.shell(script + " --no-color-diagnostics", atTerminal: [1])
        .terminal.hasSuffix("\n-now()\n+clock.now\n"))
  }
}
