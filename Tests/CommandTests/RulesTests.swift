import Foundation
import Testing

@Suite struct RulesTests {
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
          note: |
            A test cannot say what
            it expects.
            Plain Swift: take
            the time as a parameter.
          url: https://example.com/now
          ban: [now(), _.later(at:)]
          files: ["*.swift"]
          allow: [Own.swift]
        - id: a-rule-with-a-long-name
          severity: warning
          category: random
          message: a message that is too long for any terminal but the widest of all terminals
          ban: [f()]
        - id: never
          severity: off
          message: m
          ban: [g()]
      """)
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\n")
  }

  /// The lines that a terminal shows, without colours.
  func lines(_ script: String, columns: UInt16) throws -> [String] {
    let run = try bench.shell(script, atTerminal: [1], columnCount: columns)
    #expect(run.status == 0)
    return run.terminal.replacing(/\e\[[0-9;]*m/, with: "")
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  // MARK: - The list

  @Test func messagesStandBelowOnANarrowTerminal() throws {
    #expect(
      try lines("$tool rules 2>/dev/null", columns: 60) == [
        "now: error, pack test",
        "    'now()' is banned",
        "a-rule-with-a-long-name: warning, category random, pack test",
        "    a message that is too long for any terminal but the",
        "    widest of all terminals",
      ])
    #expect(try lines("$tool rules 2>/dev/null", columns: 200).count == 3)
  }

  @Test(arguments: [80, 120, 200])
  func theTableOfAllPacksFitsTheTerminal(columns: Int) throws {
    let packs = try bench.lint("rules").errors.matches(of: /\n  ([a-z]+) \(/).map { String($0.1) }
    try #require(!packs.isEmpty)
    // A terminal keeps a few thousand bytes only, so packs are shown one by one.
    for pack in packs {
      for line in try lines("$tool rules --pack \(pack) 2>/dev/null", columns: UInt16(columns)) {
        #expect(line.count <= columns, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test func colorsAreForTerminals() throws {
    #expect(!(try bench.lint("rules").output.contains("\u{1B}")))
    #expect(
      try bench.lint("rules", "--color-diagnostics").output.contains("\u{1B}[1;31merror\u{1B}[0m"))
    let terminal = try bench.shell("$tool rules --no-color-diagnostics", atTerminal: [1]).terminal
    #expect(!terminal.contains("\u{1B}"))
    #expect(
      try bench.shell("$tool rules", atTerminal: [1]).terminal.contains("\u{1B}[1;33mwarning"))
  }

  // MARK: - One rule

  @Test func theNoteIsBrokenAnewForATerminal() throws {
    let shown = try lines("$tool rules now", columns: 60)
    #expect(shown.contains("A test cannot say what it expects."))
    #expect(shown.contains("Plain Swift: take the time as a parameter."))
  }
}
