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

  private let names = ["a.swift", "Folder/with blank.swift", "Folder/q\"t\\b.swift", "é.swift"]

  private func writeFiles() throws {
    let texts = [
      "let a = now()\n", "// é\r\nnow()\r\nnow(/**/) + now()\r\nlast()",
      "1\n2\n3\n4\nafter(\n  5\n)\n6\n7\n8\n9\n10\n11\nnow()\n", "\u{FEFF}\u{1}now()\rnow()\0",
    ]
    for (name, text) in zip(names, texts) { try bench.write(name, text) }
  }

  private func texts() throws -> [String] { try names.map(bench.read) }

  @Test func whatWouldChangeIsPrintedAndNothingIsWritten() throws {
    try bench.write("a.swift", "// 1\nlet a = now()\nnow(/**/)\n")
    try bench.write("b.swift", "let b = 1\n")
    let run = try bench.lint("--fix", "--diff", "--output", "llvm:report")
    #expect(
      run
        == Run(
          status: 1,
          output: """
            --- a/a.swift
            +++ b/a.swift
            @@ -1,3 +1,3 @@
             // 1
            -let a = now()
            +let a = clock.now
             now(/**/)

            """,
          errors: """
            Would fix 1 of 2 findings in 1 file.
            Checked 2 files against 1 rule: 2 errors, 0 warnings. \
            Configuration: .swift-determinism-lint.yml

            """))
    #expect(try bench.read("a.swift") == "// 1\nlet a = now()\nnow(/**/)\n")
    #expect(try bench.read("report").hasPrefix("a.swift:2:9: error: 'now()' is banned [#now]\n"))
    #expect(
      try bench.lint("--fix", "--diff", "b.swift", "-q") == Run(status: 0, output: "", errors: ""))
  }

  /// In a repository and without one.
  @Test(arguments: ["git apply", "patch --quiet -p1 -i"])
  func patchesDoWhatFixDoes(apply: String) throws {
    try writeFiles()
    #expect(try bench.lint("--fix", "--quiet").output.contains("now(/**/)"))
    let fixed = try texts()
    for folder in ["", "Folder"] {
      try writeFiles()
      let run = try bench.shell(
        """
        cd "./\(folder)"; FORCE_COLOR=1 $tool --fix --diff --quiet . > "$HOME/diff"
        [ $? = 1 ] && \(apply) "$HOME/diff"
        """)
      #expect(run == Run(status: 0, output: "", errors: ""))
      let inFolder = zip(names, zip(try texts(), fixed)).filter { $0.0.hasPrefix(folder) }
      #expect(inFolder.allSatisfy { $1.0 == $1.1 })
    }
  }

  @Test func aFileOfSeveralPathsIsShownOnce() throws {
    try bench.write("real/a.swift", "now()\n")
    #expect(symlink("real/a.swift", bench.path + "/link.swift") == 0)
    let run = try bench.lint(
      "--fix", "--diff", "link.swift", "./real/a.swift", bench.path + "/real")
    #expect(
      run.output == "--- a/real/a.swift\n+++ b/real/a.swift\n@@ -1 +1 @@\n-now()\n+clock.now\n")
  }

  @Test(arguments: [
    (["--diff"], "'--diff' shows what '--fix' would write; use both"),
    (
      ["--fix", "--diff", "--format=json"],
      "'--diff' prints to standard output; leave out '--format'"
    ),
    (
      ["--fix", "--diff", "--statistics"],
      "'--diff' prints to standard output; leave out '--statistics'"
    ),
    (
      ["--fix", "--diff", "--by=rule"],
      "'--diff' prints to standard output; leave out '--by'"
    ),
  ])
  func mistakesAreTold(arguments: [String], message: String) throws {
    let run = try bench.lint(arguments.map { Array($0.utf8) })
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: \(message)\n"))
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
