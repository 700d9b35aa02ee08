import Foundation
import Testing

/// Pipes, full disks and terminals.
@Suite struct StreamTests {
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
          url: https://example.com/now
          ban: [now()]
        - id: a-rule-with-a-long-name
          message: "a message that is too long for a narrow terminal"
          ban: [later()]
      """)
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\n")
    try bench.write("a.swift", "now()\n")
  }

  @Test func aClosedPipeEndsTheRunQuietly() throws {
    for index in 0..<200 {
      try bench.write("f\(index).swift", String(repeating: "now()\n", count: 50))
    }
    let run = try bench.shell("$tool | head -1; echo ${PIPESTATUS[0]}")
    #expect(
      run
        == Run(
          status: 0, output: "a.swift:1:1: error: 'now()' is banned [#now]\n1\n", errors: ""))
    // Another report is finished all the same.
    let two = try bench.shell("$tool --output json:all | head -1; echo ${PIPESTATUS[0]}")
    #expect(two.output == run.output)
    #expect(two.errors.hasPrefix("Checked 201 files against 2 rules: 10001 errors, 0 warnings."))
    #expect(try bench.read("all").components(separatedBy: "\"rule\" : \"now\"").count == 10002)
  }

  @Test func warningsOfARunThatWasNotReadToItsEndDoNotMakeItClean() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\nseverity: { now: warning }\n")
    for index in 0..<200 {
      try bench.write("f\(index).swift", String(repeating: "now()\n", count: 50))
    }
    #expect(try bench.shell("$tool | head -1; exit ${PIPESTATUS[0]}").status == 2)
    #expect(try bench.shell("$tool > /dev/null").status == 0)
  }

  @Test func aRunThatIsEndedLeavesTheLastReportAndNothingElse() throws {
    try bench.write("report", "the last one")
    // More than a pipe holds, so that the run waits for a reader.
    try bench.write("a.swift", String(repeating: "now()\n", count: 2_000))
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
      let run = try bench.shell(
        """
        mkfifo pipe; exec 3<> pipe; set -m
        $tool --output llvm:report --output json:new >&3 & tool=$!
        for _ in {1..3000}; do sleep 0.1; ls -A | grep '^[.]swift-determinism-lint-' && break; done
        kill -\(signal) $tool; wait $tool; echo $?
        rm pipe; ls -A
        """)
      #expect(run.output.components(separatedBy: ".swift-determinism-lint-").count == 3)
      let files = ".swift-determinism-lint.yml\nRules\na.swift\nreport\n"
      #expect(run.output.hasSuffix("\n\(status)\n\(files)"), "\(run.output)")
      #expect(try bench.read("report") == "the last one")
    }
  }

  @Test func colorsAreForTerminalsUnlessSaidOtherwise() throws {
    func isColored(_ script: String, atTerminal: Bool) throws -> Bool {
      let script = script.replacingOccurrences(of: "$tool", with: "$tool --quiet")
      let text =
        atTerminal
        ? try bench.shell(script, atTerminal: [1]).terminal : try bench.shell(script).output
      #expect(text.contains("'now()' is banned"))
      return text.contains("\u{1B}[")
    }
    #expect(try isColored("$tool", atTerminal: true))
    #expect(try !isColored("$tool", atTerminal: false))
    #expect(try isColored("$tool --color-diagnostics", atTerminal: false))
    #expect(try !isColored("$tool --no-color-diagnostics", atTerminal: true))
    #expect(try !isColored("$tool --color-diagnostics --no-color-diagnostics", atTerminal: true))
    #expect(try !isColored("NO_COLOR=1 $tool", atTerminal: true))
    #expect(try isColored("NO_COLOR= $tool", atTerminal: true))
    #expect(try isColored("NO_COLOR=1 $tool --color-diagnostics", atTerminal: true))
    #expect(try !isColored("TERM=dumb $tool", atTerminal: true))
    #expect(try !isColored("CLICOLOR=0 $tool", atTerminal: true))
    #expect(try isColored("CLICOLOR=1 $tool", atTerminal: true))
    #expect(try !isColored("CLICOLOR=1 $tool", atTerminal: false))
    #expect(try !isColored("FORCE_COLOR=0 $tool", atTerminal: true))
    #expect(try !isColored("FORCE_COLOR=false $tool", atTerminal: true))
    #expect(try !isColored("INSIDE_EMACS=30.1,compile $tool", atTerminal: true))
    #expect(try isColored("INSIDE_EMACS=30.1 $tool --color-diagnostics", atTerminal: true))
    #expect(try !isColored("$tool --format json --color-diagnostics", atTerminal: true))
  }

  /// What programs read is as it was, in a pipe and in a file.
  @Test(arguments: [
    "--format json", "--format sarif", "--format github --output text:/dev/null",
    "rules --format json",
    "completions bash", "init --editor vim",
  ])
  func whatProgramsReadHasNoForcedColors(arguments: String) throws {
    func output(_ variables: String) throws -> String {
      try bench.shell("\(variables) $tool \(arguments)").output
    }
    let forced = try output("FORCE_COLOR=1 CLICOLOR_FORCE=1")
    #expect(!forced.isEmpty && !forced.contains("\u{1B}"))
  }

  @Test func reportsInFilesAreColoredOnRequestAlone() throws {
    _ = try bench.shell("FORCE_COLOR=1 $tool --output text:t", atTerminal: [1])
    #expect(try !bench.read("t").contains("\u{1B}"))
    _ = try bench.shell("$tool --output text:t --color-diagnostics")
    #expect(try bench.read("t").contains("\u{1B}"))
  }

  @Test func errorsOfTheCommandLineAreColoredOnATerminal() throws {
    let run = try bench.shell("$tool missing --quiet", atTerminal: [2])
    #expect(run.status == 2)
    #expect(run.terminal.hasPrefix("\u{1B}["))
    #expect(try !bench.shell("$tool missing --quiet").errors.contains("\u{1B}"))
  }

  /// A list that comes late makes a long run of two files.
  @Test func aLongRunShowsItsProgressOnATerminalAndErasesIt() throws {
    try bench.write("b.swift", "")
    let script = "(sleep 6; printf 'b.swift\\na.swift\\n') | $tool --files-from=-"
    let erase = "\r\u{1B}[K"
    let receipt =
      "Checked 2 files against 2 rules: 1 error, 0 warnings. Configuration: .swift-determinism-lint.yml\n"
    let run = try bench.shell(script, atTerminal: [2])
    // On a busy machine there is time to show the second one, too.
    let terminal = run.terminal.replacing("\(erase)Checked 2 of 2 files", with: "")
    let help =
      "help: 'swift-determinism-lint rules now' explains the rule; "
      + "'// determinism:allow now: <reason>' above a line allows the use\n"
    let result = receipt.replacing("1 error", with: "\u{1B}[1;31m1 error\u{1B}[0;0m")
    #expect(terminal == "\(erase)Checked 1 of 2 files\(erase)\(result)\(help)")
    #expect(try bench.shell(script).errors == receipt)
    #expect(try bench.shell(script + " --quiet", atTerminal: [2]).terminal == "")
  }

  @Test func aShortRunShowsNoProgress() throws {
    let run = try bench.shell("$tool", atTerminal: [2])
    #expect(run.terminal.hasPrefix("Checked 1 file "))
  }
}
