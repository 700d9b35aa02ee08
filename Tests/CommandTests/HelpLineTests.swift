import Testing

@testable import swift_determinism_lint

@Suite("What a failed run says at its end")
struct HelpLineTests {
  private func line(_ ids: [String], unknown: Set<String> = []) -> String {
    helpLine(for: ids) { !unknown.contains($0) }
  }

  private let dateComment =
    "'// determinism:allow date-init: <reason>' above a line allows the use\n"

  @Test func theMostFrequentRuleIsInTheCommand() {
    #expect(
      line(["date-init"])
        == "help: 'swift-determinism-lint rules date-init' explains the rule; \(dateComment)")
    #expect(
      line(["date-init", "b", "c", "d"])
        == "help: 'swift-determinism-lint rules date-init' explains the rule (other rules: b, c); "
        + dateComment
    )
  }

  @Test func theCommandWorksAsItIsPrinted() {
    #expect(
      line(["own", "date-init"], unknown: ["own"])
        == "help: 'swift-determinism-lint rules date-init' explains the rule; \(dateComment)")
    #expect(line(["date-init"], unknown: ["date-init"]) == "help: \(dateComment)")
  }

  /// `stale-baseline` is an error with `--strict-baseline`, and no comment allows it.
  @Test func whatIsNoRuleHasNoHelp() {
    #expect(line([]) == "")
    #expect(line(["stale-baseline"]) == "")
    #expect(line(["stale-baseline", "date-init"]).contains("rules date-init' explains the rule; "))
  }

  @Test(arguments: [
    ("", 2, true), ("--format llvm", 2, true), ("--quiet", 2, false),
    ("--format short", 2, false), ("--format json", 2, false), ("", 1, false),
    ("--disable date-init", 2, false), ("--no-source-suppressions", 2, false),
    ("missing", 2, false),
  ])
  func itIsForATerminal(options: String, stream: Int, isThere: Bool) throws {
    let bench = try Workbench()
    try bench.write("a.swift", "let a = Date()\n")
    let script = "$tool \(options) a.swift"
    let terminal = try bench.shell(script, atTerminal: [stream]).terminal
    #expect(terminal.hasSuffix(line(["date-init"])) == isThere)
    #expect(terminal.contains("help: ") == isThere)
    #expect(try !bench.shell(script).errors.contains("help: "))
  }
}
