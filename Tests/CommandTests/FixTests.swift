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

  @Test func replacementsMayBeForSomeFolders() throws {
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      packs: []
      rules: [rules.yml]
      replace: { now: { now(): tick } }
      overrides: [{ files: [Tests], replace: { now: { "after(_:)": "record($*, 1)" } } }]
      """)
    try bench.write("Sources/B.swift", "now()\nnow(a)\n")
    try bench.write("Tests/C.swift", "now()\nafter(a)\n")
    _ = try bench.lint("--fix")
    #expect(try bench.read("Sources/B.swift") == "tick\nnow(a)\n")
    #expect(try bench.read("Tests/C.swift") == "tick\nrecord(a, 1)\n")
    let page = try bench.lint("rules", "now").output
    #expect(
      page.contains("  replaced in Tests: after(_:) by record($*, 1) (.swift-determinism-lint.yml:")
    )
  }

  @Test func reportsOfferFixIts() throws {
    try bench.write("a.swift", "let a = now(), b = now\nlater()\nc(after(1))")
    #expect(
      try bench.lint("--quiet").output == """
        a.swift:1:9: error: 'now()' is banned [#now]
        1 | let a = now(), b = now
          |         |- error: 'now()' is banned [#now]
          |         `- note: use 'clock.now' instead
        2 | later()
        3 | c(after(1))

        a.swift:2:1: warning: 'later()' is banned [#later]
        1 | let a = now(), b = now
        2 | later()
          | `- warning: 'later()' is banned [#later]
        3 | c(after(1))

        a.swift:3:3: error: 'now()' is banned [#now]
        1 | let a = now(), b = now
        2 | later()
        3 | c(after(1))
          |   |- error: 'now()' is banned [#now]
          |   `- note: use 'clock.now + 1' instead

        """)
    #expect(
      try bench.lint("--quiet", "--format=llvm").output == """
        a.swift:1:9: error: 'now()' is banned [#now]
        let a = now(), b = now
                ^
        a.swift:1:9: note: use 'clock.now' instead
        let a = now(), b = now
                ^~~~~
                clock.now
        a.swift:2:1: warning: 'later()' is banned [#later]
        later()
        ^
        a.swift:3:3: error: 'now()' is banned [#now]
        c(after(1))
          ^
        a.swift:3:3: note: use 'clock.now + 1' instead
        c(after(1))
          ^~~~~~~~
          clock.now + 1

        """)
    let json = try bench.lint("--quiet", "--format=json").output
    #expect(
      json.contains(
        """
              "fix-its" : [
                {
                  "length" : 5,
                  "offset" : 8,
                  "text" : "clock.now"
                }
              ],
        """))
  }

  @Test func whatRemainsIsReportedAsItStandsThen() throws {
    try bench.write("a.swift", "let a = now(\n)\nlater(); now(/**/)\n")
    try bench.write("b.swift", "later()\n")
    try bench.write("c.swift", "now(); now()")
    try bench.write("d.swift", "let x = 1\n")
    let run = try bench.lint("--fix", "--format=llvm", "--output=text:report")
    #expect(
      run
        == Run(
          status: 1,
          output: """
            a.swift:2:1: warning: 'later()' is banned [#later]
            later(); now(/**/)
            ^
            a.swift:2:10: error: 'now()' is banned [#now]
            later(); now(/**/)
                     ^
            b.swift:1:1: warning: 'later()' is banned [#later]
            later()
            ^

            """,
          errors: """
            Fixed a.swift: 1 of 3 findings
            Fixed c.swift: 2 of 2 findings
            Fixed 3 of 6 findings in 2 files.
            Checked 4 files against 2 rules: 1 error, 2 warnings. \(configuration)
            """))
    #expect(try bench.read("a.swift") == "let a = clock.now\nlater(); now(/**/)\n")
    #expect(try bench.read("c.swift") == "clock.now; clock.now")
    #expect(try bench.read("report").hasPrefix("a.swift:2:1: warning: "))
    let before = try inodes()
    let again = try bench.lint("--fix", "--format=llvm")
    #expect(again.output == run.output)
    #expect(again.errors.hasPrefix("Fixed 0 of 3 findings.\nChecked 4 files "))
    #expect(try inodes() == before)
  }

  /// By which a file that was replaced can be told.
  private func inodes() throws -> [ino_t] {
    try ["a.swift", "b.swift", "c.swift", "d.swift"].map { name in
      var status = stat()
      try #require(lstat(bench.path + "/" + name, &status) == 0)
      return status.st_ino
    }
  }

  @Test func theStatusIsThatOfWhatRemains() throws {
    try bench.write("a.swift", "now(/**/)")
    let arguments = [[], ["--format", "json", "--stamp", "stamp.swift"]]
    for arguments in arguments {
      let words = (["--exit-zero"] + arguments).map { Array($0.utf8) }
      let run = try bench.lint(words)
      #expect(run.status == 0 && run.output.contains("a.swift:1:1: error: 'now()' is banned"))
    }
    #expect(try bench.lint("--exit-zero", "gone").status == 2)
    #expect(try bench.lint("--exit-zero", "--format", "none").status == 64)
    try bench.write("a.swift", "now()")
    try bench.shell("rm stamp.swift").expectSuccess()
    let run = try bench.lint("--fix")
    let receipt = """
      Fixed a.swift: 1 of 1 finding
      Fixed 1 of 1 finding in 1 file.
      Checked 1 file against 2 rules: 0 errors, 0 warnings. \(configuration)
      """
    #expect(run == Run(status: 0, output: "", errors: receipt))
    let clean = try bench.lint("--fix")
    #expect(clean.status == 0)
    #expect(clean.errors.hasPrefix("Checked 1 file against 2 rules: 0 errors, 0 warnings. "))
    try bench.write("a.swift", "now()")
    #expect(try bench.lint("--fix", "--quiet") == Run(status: 0, output: "", errors: ""))
  }

  @Test func whatIsAllowedOrExcludedIsNotFixed() throws {
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      packs: []
      rules: [rules.yml]
      exclude: [Generated]
      allow: { now: [Seam.swift] }
      severity: { later: off }
      """)
    for name in ["Seam.swift", "Generated/a.swift", "DerivedData/b.swift", "c.txt"] {
      try bench.write(name, "now()\n")
    }
    let run = try bench.lint("--fix", ".", "Seam.swift", "Generated/a.swift")
    #expect(run.status == 0)
    #expect(run.errors.contains("(1 allowed by path)"))
    for name in ["Seam.swift", "Generated/a.swift", "DerivedData/b.swift", "c.txt"] {
      #expect(try bench.read(name) == "now()\n")
    }
    #expect(try bench.lint("--fix", "--disable=now", "--only-rule=later", "c.txt").status == 0)
    #expect(try bench.read("c.txt") == "now()\n")
  }

  @Test func everyByteThatIsNotReplacedStays() throws {
    let text =
      "\u{FEFF}#!/usr/bin/swift\r\n\t let é = now()\r\n// now() \u{1}\r\r\n\0\"\u{202E}\" + now()"
    try bench.write("a.swift", text)
    #expect(chmod(bench.path + "/a.swift", 0o751) == 0)
    _ = try bench.lint("--fix")
    #expect(
      try bench.read("a.swift")
        == text.replacingOccurrences(of: "é = now()", with: "é = clock.now")
        .replacingOccurrences(of: "+ now()", with: "+ clock.now"))
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.path + "/a.swift")
    #expect(attributes[.posixPermissions] as? Int == 0o751)
  }

  @Test func aNestOfCallsIsFixedAtOnce() throws {
    try bench.write("a.swift", "f(after(after(now())), { after(g { now() }) })")
    #expect(try bench.lint("--fix").status == 0)
    #expect(
      try bench.read("a.swift") == """
        f(clock.now + (clock.now + clock.now), { clock.now + g { clock.now } })
        """)
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

  @Test func linksStayLinksAndTheirFileIsFixedOnce() throws {
    try bench.write("real/a.swift", "now()\n")
    #expect(symlink("real/a.swift", bench.path + "/link.swift") == 0)
    #expect(link(bench.path + "/real/a.swift", bench.path + "/hard.swift") == 0)
    for jobs in ["1", "4"] {
      let run = try bench.lint("--fix", "--jobs", jobs, "link.swift", "real/a.swift", "hard.swift")
      let fixed = """
        Fixed hard.swift: 1 of 1 finding
        Fixed link.swift: 1 of 1 finding
        Fixed 2 of 2 findings in 2 files.

        """
      #expect(run.status == 0)
      #expect(run.errors.hasPrefix((jobs == "1" ? fixed : "") + "Checked 3 files "))
    }
    #expect(try bench.read("real/a.swift") == "clock.now\n")
    #expect(try bench.read("hard.swift") == "clock.now\n")
    let link = bench.path + "/link.swift"
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/a.swift")
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

  @Test func aReplacementWithoutEndIsTold() throws {
    try bench.write(
      "rules.yml",
      """
      pack: test
      rules:
        - id: now
          message: "'now()' is banned"
          ban: [now()]
          replace: { now(): "later(now())" }
      """)
    try bench.write("a.swift", "now()")
    let run = try bench.lint("--fix")
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "error: cannot fix 'a.swift' (one replacement leads to the next without end)\n"))
    #expect(try bench.read("a.swift") == "now()")
  }

  @Test func aCommentThatAllowsNothingGoes() throws {
    try bench.write(
      "a.swift",
      """
      // determinism:allow now, later: all of it
      let a = 1  // determinism:allow now: why
      later()  // determinism:allow now, later, now: why
      now()

      """)
    let run = try bench.lint("--fix")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("Fixed a.swift: 6 of 6 findings\n"))
    #expect(
      try bench.read("a.swift") == """
        let a = 1
        later()  // determinism:allow later: why
        clock.now

        """)
  }

  @Test func standardInputIsNotFixed() throws {
    let run = try bench.lint("--fix", "--stdin-path=a.swift", input: "now()")
    #expect(run.status == 64)
    #expect(
      run.errors.hasPrefix(
        "error: '--stdin-path' cannot be used with '--fix', which writes files\n"))
  }

  @Test func configurationsReplaceToo() throws {
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      replace:
        date-init: { Date(): Date.current, Date.now: Date.current }
        dispatch-main-async: { DispatchQueue.main.async: queue.async }
      """)
    try bench.write(
      "Date+current.swift",
      "extension Date {\n  static var current: Date { Date() }\n  static let start = Date()\n}\n")
    try bench.write(
      "a.swift", "func f(at date: Date = .now) { DispatchQueue.main.async { print(Date()) } }\n")
    let run = try bench.lint("--fix")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("Date+current.swift:2:30: error: "))
    #expect(!run.output.contains("note: use"))
    #expect(
      try bench.read("a.swift")
        == "func f(at date: Date = Date.current) { queue.async { print(Date.current) } }\n")
    #expect(
      try bench.read("Date+current.swift")
        == "extension Date {\n  static var current: Date { Date() }\n  static let start = Date.current\n}\n"
    )
  }
}
