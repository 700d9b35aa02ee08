import Testing

@Suite("'--watch' lints anew what changes")
struct WatchTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("Sources/A.swift", "let a = Date()\n")
    try bench.write("Sources/Clean.swift", "let clean = 1\n")
  }

  @Test func eachReportStandsBetweenTwoLinesUntilAnInterrupt() throws {
    let run = try bench.shell(
      """
      $tool --watch --format short . >out 2>err & id=$!
      checked() {
        for try in {1..4000}; do
          [ "$(grep -c '^determinism: checked ' out)" -ge $1 ] && return
          sleep 0.05
        done
        echo "there is no report $1"
      }
      checked 1
      echo 'let a = 1' >Sources/A.swift; checked 2
      echo 'let b = UUID()' >Sources/B.swift; checked 3
      echo 'packs: [random' >.swift-determinism-lint.yml; checked 4
      echo 'packs: [random]' >.swift-determinism-lint.yml; checked 5
      echo 'Sources/B.swift' >.gitignore; mkdir .git; touch .git/HEAD; checked 6
      kill -INT $id; wait $id; echo "status $?"
      """)
    #expect(run.output == "status 0\n")
    let uuid = "a new 'UUID' is random; take it from an injected generator of identifiers"
    #expect(
      try bench.read("out") == """
        determinism: checking
        Sources/A.swift:1:9: error: \(dateMessage) [#date-init]
        determinism: checked 2 files, 1 error, 0 warnings
        determinism: checking
        determinism: checked 2 files, 0 errors, 0 warnings
        determinism: checking
        determinism: checked 3 files, 0 errors, 0 warnings
        determinism: checking
        determinism: checked nothing; see the errors above
        determinism: checking
        Sources/B.swift:1:9: error: \(uuid) [#uuid-init]
        determinism: checked 3 files, 1 error, 0 warnings
        determinism: checking
        determinism: checked 2 files, 0 errors, 0 warnings

        """)
    #expect(
      try bench.read("err").hasPrefix(
        ".swift-determinism-lint.yml:1:8: error: this bracket is not closed\n"))
  }

  @Test func aConfigurationForAnotherVersionIsWaitedFor() throws {
    _ = try bench.shell(
      """
      echo 'required-version: 999.0.0' >.swift-determinism-lint.yml
      $tool --watch --format short --output junit:j . >out 2>err & id=$!
      checked() {
        for try in {1..4000}; do
          [ "$(grep -c '^determinism: checked ' out)" -ge $1 ] && return
          sleep 0.05
        done
      }
      checked 1; cp j first
      echo 'required-version: ">=0.0.1"' >.swift-determinism-lint.yml; checked 2
      kill -INT $id; wait $id
      """)
    #expect(
      try bench.read("out") == """
        determinism: checking
        determinism: checked nothing; see the errors above
        determinism: checking
        Sources/A.swift:1:9: error: \(dateMessage) [#date-init]
        determinism: checked 2 files, 1 error, 0 warnings

        """)
    #expect(try bench.read("err").contains(":1:19: error: this is version "))
    #expect(try bench.read("first").contains(" message=\"this is version "))
    #expect(try bench.read("j").contains("<failure ") && !bench.read("j").contains("<error "))
  }

  private let dateMessage =
    "the current date is read from the system clock; take it from an injected clock"

  /// A run whose reader has gone must not go on without end.
  @Test func itEndsWithItsReader() throws {
    let run = try bench.shell(
      """
      set -o pipefail
      (while sleep 0.2; do date +%N >>Sources/A.swift; done) & writer=$!
      $tool --watch | head -n 1
      echo "status $?"; kill $writer
      """)
    #expect(run.output == "determinism: checking\nstatus 0\n")
  }

  @Test func whatIsNotThereIsNotWaitedFor() throws {
    let run = try bench.shell("timeout 300 $tool --watch nonexist other")
    #expect(
      run
        == Run(
          status: 2, output: "",
          errors: """
            error: no such file or directory: 'nonexist'
            error: no such file or directory: 'other'

            """))
    let other = try bench.shell("timeout 300 $tool --watch nonexist Sources | head -n 1")
    #expect(other.output == "determinism: checking\n")
  }

  @Test func quietLeavesOutTheLinesAroundReports() throws {
    let run = try bench.shell(
      """
      $tool --watch --quiet --format short . >out 2>err & id=$!
      for try in {1..4000}; do [ -s out ] && break; sleep 0.05; done
      kill -INT $id; wait $id; cat out err
      """)
    #expect(run.output == "Sources/A.swift:1:9: error: \(dateMessage) [#date-init]\n")
  }

  @Test(arguments: [
    (["--fix"], "'--watch' cannot be used with '--fix'"),
    (["--stdin-path=a.swift"], "'--watch' cannot be used with '--stdin-path'"),
    (["--staged"], "'--watch' cannot be used with '--staged'"),
    (["--format=json"], "'--watch' cannot print 'json'; use 'text', 'llvm', 'short' or 'xcode'"),
  ])
  func whatIsReadWholeDoesNotGoOn(arguments: [String], message: String) throws {
    let run = try bench.lint((["--watch"] + arguments).map { Array($0.utf8) })
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: \(message)\n"))
  }
}
