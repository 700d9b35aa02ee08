import Foundation
import Testing

/// What `--fix` takes, at most.
@Suite struct FixLimitTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(".swift-determinism-lint.yml", "packs: []\nrules: [rules.yml]\n")
  }

  /// Each replacement is itself replaced but for the last, so that one use is done at a time.
  @Test func whatTakesTooManyRoundsIsLeftToTheNextRun() throws {
    let rules = (1...100).map { number in
      """
        - id: rule-\(number)
          message: m
          ban: [f\(number)()]
          replace: { f\(number)(): \(number == 1 ? "done" : "f\(number - 1)")() }

      """
    }
    try bench.write("rules.yml", "pack: test\nrules:\n" + rules.joined())
    let comment = "//" + String(repeating: " ", count: 1 << 14) + "\n"
    try bench.write("a.swift", comment + (1...100).map { "f\($0)()\n" }.joined())
    let first = try bench.lint("--fix", "--format", "short")
    #expect(first.status == 1)
    #expect(
      first.errors.hasPrefix(
        """
        warning: 'a.swift' has more to fix; run the command again
        Fixed a.swift: 81 of 100 findings

        """))
    let left = (1...19).map { "f\($0)()\n" }.joined()
    #expect(
      try bench.read("a.swift")
        == comment + String(repeating: "done()\n", count: 81) + left)
    #expect(try bench.lint("--fix").errors.contains("Fixed a.swift: 19 of 19 findings\n"))
  }

  /// Only the replacement of a file holds signals off.
  @Test func aSignalEndsARunThatIsLookingForFixes() throws {
    try bench.write(
      "rules.yml",
      """
      pack: test
      rules:
        - id: f
          message: m
          ban: [f(_:)]
          replace: { "f(_:)": g($1) }

      """)
    // It takes minutes, and is read and lexed in less than the second of processor time after which
    // the signal comes.
    let count = 3_000_000
    let text = String(repeating: "f(", count: count) + "x" + String(repeating: ")", count: count)
    try bench.write("a.swift", text)
    for jobs in ["1", "4"] {
      let run = try bench.shell(
        """
        ps -o time= -p $$ >time && rm time || exit 1
        $tool --fix --quiet --jobs \(jobs) & id=$!
        while ps -o time= -p $id | grep -q '0:00[.0-9]*$'; do sleep 0.1; done
        kill -TERM $id; wait $id; echo "status $?"
        """)
      #expect(run.output == "status 143\n")
    }
    #expect(try bench.read("a.swift") == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path).count == 3)
  }
}
