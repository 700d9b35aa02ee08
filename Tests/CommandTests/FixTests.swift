import Foundation
import Testing

/// `--fix`, and fix-its in reports.
@Suite struct FixTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      packs: []
      rules: [rules.yml]
      """)
    try bench.write(
      "rules.yml",
      """
      pack: test
      rules:
        - id: now
          message: "'now()' is banned"
          ban: [now(), "after(_:)"]
          replace: { now(): clock.now, "after(_:)": clock.now + $1 }
        - id: later
          severity: warning
          message: "'later()' is banned"
          ban: [later()]
      """)
  }

  private let configuration = "Configuration: .swift-determinism-lint.yml\n"

  /// `--fix --diff`
  @Test func aTerminalGetsColors() throws {
    try bench.write("a.swift", "now()\n")
    let script = "$tool --fix --diff --quiet"
    let colored = "\u{1B}[31m-now()\u{1B}[m\n\u{1B}[32m+clock.now\u{1B}[m\n"
    #expect(try bench.shell(script, atTerminal: [1]).terminal.hasSuffix(colored))
    #expect(
      try bench.shell(script + " --no-color-diagnostics", atTerminal: [1])
        .terminal.hasSuffix("\n-now()\n+clock.now\n"))
  }

  /// As a user for whom files can be forbidden.
  @Test(.enabled(if: canForbid, "root writes everything, and there is no setpriv"))
  func whatCannotBeWrittenIsNamedAndTheRestIsFixed() throws {
    for name in ["a.swift", "b.swift", "closed/c.swift", "d.swift"] {
      try bench.write(name, "now()\n")
    }
    let run = try bench.shell(
      """
      cp "$tool" copy && chmod 755 copy && chmod -R a+rwX . && chmod 444 b.swift && chmod 555 closed
      \(geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "") \
      ./copy --fix --format llvm
      """)
    #expect(run.status == 2)
    #expect(
      run.errors == """
        Fixed a.swift: 1 of 1 finding
        error: cannot fix 'b.swift' (Permission denied)
        error: cannot fix 'closed/c.swift' (Permission denied)
        Fixed d.swift: 1 of 1 finding
        Fixed 2 of 4 findings in 2 files.
        Checked 4 files against 2 rules: 2 errors, 0 warnings. 2 files could not be fixed. \
        \(configuration)
        """)
    #expect(run.output.hasPrefix("b.swift:1:1: error: 'now()' is banned [#now]\n"))
    for (name, text) in [
      ("a.swift", "clock.now\n"), ("b.swift", "now()\n"), ("closed/c.swift", "now()\n"),
      ("d.swift", "clock.now\n"),
    ] {
      #expect(try bench.read(name) == text)
    }
    #expect(try leftovers().isEmpty)
  }

  /// Files that the tool makes for a moment.
  private func leftovers() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: bench.path)
      .filter { $0.contains(".swift-determinism-lint-") }
  }

  /// Whoever writes a file meanwhile wins.
  @Test func aFileThatChangesMeanwhileIsNotWrittenOver() throws {
    let text = String(repeating: "now()\n", count: 50_000)
    for _ in 0..<20 {
      try bench.write("a.swift", text)
      // The file is looked through for longer than lies between two of the other's writes.
      let run = try bench.shell(
        """
        $tool --fix --quiet a.swift > /dev/null & id=$!
        while kill -0 $id 2> /dev/null; do echo mine >> a.swift; sleep 0.001; done
        wait $id
        """)
      #expect(try leftovers().isEmpty)
      // Where all writes came before it was read or after it was fixed, nothing was to be refused.
      if run.status == 0 { continue }
      #expect(run.status == 2)
      #expect(run.errors == "error: cannot fix 'a.swift' (It was changed since it was read)\n")
      let left = try bench.read("a.swift")
      #expect(left.hasPrefix(text) && left.hasSuffix("mine\n") && !left.contains("clock"))
      return
    }
    Issue.record("the fix was always written, whatever was written meanwhile")
  }

  /// The same for any number of threads.
  @Test func fixesDoNotDependOnThreads() throws {
    var outcomes: [Run] = []
    for jobs in ["1", "2", "8"] {
      for index in 0..<300 {
        let lines = (0..<(index % 37)).map { $0 % 3 == 0 ? "later()" : "f(after(now()))" }
        try bench.write("f\(index % 13)/s\(index).swift", lines.joined(separator: "\n"))
      }
      outcomes.append(try bench.lint("--fix", "--jobs", jobs))
    }
    #expect(outcomes[0].errors.hasPrefix("Fixed "))
    #expect(outcomes[1] == outcomes[0])
    #expect(outcomes[2] == outcomes[0])
    #expect(try leftovers().isEmpty)
  }
}
