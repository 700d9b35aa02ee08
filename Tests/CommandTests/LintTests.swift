import Foundation
import Testing

@Suite struct LintTests {
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
          ban: [now()]
        - id: later
          severity: warning
          message: "'later()' is banned"
          ban: [later()]
      """)
    try bench.write("one.yml", "rules: [Rules]\npacks: []\n")
  }

  /// The header line of every diagnostic.
  func headers(_ run: Run) -> [String] {
    run.output.split(separator: "\n").map(String.init)
      .filter { $0.contains(": error: ") || $0.contains(": warning: ") }
      .filter { !$0.contains("`- ") }
  }

  @Test func whatIsFoundGoesToStandardOutputAndTheReceiptToStandardError() throws {
    try bench.write("a.swift", "let a = Date()\n")
    let run = try bench.lint()
    #expect(run.status == 1)
    #expect(run.output.contains("\n2 | \n"))
    #expect(run.output.hasPrefix("a.swift:1:9: error: "))
    #expect(run.errors == "Checked 1 file against 5 rules: 1 error, 0 warnings.\n")
  }

  @Test func aCleanRunSaysWhatItLookedAt() throws {
    try bench.write("a.swift", "let a = 1\n")
    try bench.write("b.swift", "")
    #expect(
      try bench.lint()
        == Run(
          status: 0, output: "",
          errors: "Checked 2 files against 5 rules: 0 errors, 0 warnings.\n"))
    #expect(try bench.lint("--quiet") == Run(status: 0, output: "", errors: ""))
  }

  @Test func nothingToLintIsAnError() throws {
    #expect(try bench.lint("--allow-empty").status == 0)
    #expect(
      try bench.lint()
        == Run(
          status: 2, output: "",
          errors: """
            error: no file was checked; there are no Swift files here; name a folder that has \
            some, e.g. 'swift-determinism-lint Sources'
            note: '--allow-empty' lets such a run pass
            Checked 0 files against 5 rules: 0 errors, 0 warnings.

            """))
  }

  @Test func wholeOutputInEveryFormat() throws {
    try bench.write("a.swift", "now()\nlater()\n")
    let text = """
      a.swift:1:1: error: 'now()' is banned [#now]
      1 | now()
        | `- error: 'now()' is banned [#now]
      2 | later()
      3 | 

      a.swift:2:1: warning: 'later()' is banned [#later]
      1 | now()
      2 | later()
        | `- warning: 'later()' is banned [#later]
      3 | 

      """
    let receipt =
      "Checked 1 file against 2 rules: 1 error, 1 warning. Configuration: one.yml\n"
    #expect(
      try bench.lint("--config", "one.yml") == Run(status: 1, output: text, errors: receipt))
    let llvm = """
      a.swift:1:1: error: 'now()' is banned [#now]
      now()
      ^
      a.swift:2:1: warning: 'later()' is banned [#later]
      later()
      ^

      """
    #expect(
      try bench.lint(
        "--config", "one.yml", "--format", "llvm", "--output=text:t", "--output",
        "json:j") == Run(status: 1, output: llvm, errors: receipt))
    #expect(try bench.read("t") == text)
    let json = try bench.lint("--config", "one.yml", "--format=json")
    #expect(json.output == (try bench.read("j")))
    #expect(json.output.contains("\"exit-status\" : 1"))
    #expect(json.output.contains("\"inputs\" : [\n    \"a.swift\"\n  ]"))
  }

  @Test func warningsAloneAreNoErrorUnlessTheRunIsStrict() throws {
    try bench.write("a.swift", "later()\n")
    let run = try bench.lint("--config", "one.yml")
    #expect(run.status == 0)
    #expect(headers(run) == ["a.swift:1:1: warning: 'later()' is banned [#later]"])
    let strict = try bench.lint("--config", "one.yml", "--strict")
    #expect(strict.status == 1)
    #expect(headers(strict) == ["a.swift:1:1: error: 'later()' is banned [#later]"])
    #expect(strict.errors.hasPrefix("Checked 1 file against 2 rules: 1 error, 0 warnings."))
  }

  @Test func whatIsAllowedIsCounted() throws {
    try bench.write("Date+current.swift", "let a = Date(), b = Date()\n")
    try bench.write(".swift-determinism-lint.yml", "allow: { date-init: [Date+current.swift] }\n")
    #expect(
      try bench.lint()
        == Run(
          status: 0, output: "",
          errors: """
            Checked 1 file against 5 rules: 0 errors, 0 warnings (2 allowed by path). \
            Configuration: .swift-determinism-lint.yml

            """))
  }

  @Test func defaultArgumentsThatARuleAllowsAreCounted() throws {
    try bench.write("a.swift", "func f(_ a: Date = Date(), b: Date = Date()) {}\n")
    try bench.write(
      "b/a.swift", "func f(a: Date = Date()) { Date() } // determinism:allow date-init: a\n")
    try bench.write(".swift-determinism-lint.yml", "default-arguments: { date-init: allow }\n")
    let run = try bench.lint()
    #expect(run.status == 0)
    #expect(
      run.errors
        == "Checked 2 files against 5 rules: 0 errors, 0 warnings "
        + "(1 allowed in source, 3 as default arguments). "
        + "Configuration: .swift-determinism-lint.yml\n")
    let one = try bench.lint("b")
    #expect(one.errors.contains("(1 allowed in source, 1 as a default argument)"))
    try bench.write(
      ".swift-determinism-lint.yml",
      "default-arguments: { date-init: allow }\noverrides:\n"
        + "  - { files: [b], default-arguments: { date-init: report } }\n")
    let overridden = try bench.lint("a.swift", "b")
    #expect(overridden.errors.contains("0 warnings (2 allowed in source, 2 as default arguments)"))
  }

  @Test func aMissingPathDoesNotKeepTheRestFromBeingLinted() throws {
    try bench.write("a.swift", "let a = Date()\n")
    let run = try bench.lint("missing.swift", "a.swift", "gone")
    #expect(run.status == 2)
    #expect(headers(run).count == 1)
    #expect(
      run.errors == """
        error: no such file or directory: 'gone'
        error: no such file or directory: 'missing.swift'
        Checked 1 file against 5 rules: 1 error, 0 warnings. 2 paths could not be read.

        """)
    let quiet = try bench.lint("--quiet", "missing.swift")
    #expect(
      quiet
        == Run(
          status: 2, output: "", errors: "error: no such file or directory: 'missing.swift'\n"))
  }

  @Test func pipesFoldersAndDevicesAreNoSource() throws {
    mkfifo(bench.path + "/pipe.swift", 0o600)
    try bench.write("folder.swift/a.swift", "let a = Date()\n")
    let run = try bench.lint("pipe.swift", "/dev/zero", "folder.swift")
    #expect(run.status == 2)
    #expect(headers(run).count == 1)
    #expect(
      run.errors == """
        error: cannot read '/dev/zero' (Not a regular file)
        error: cannot read 'pipe.swift' (Not a regular file)
        Checked 1 file against 5 rules: 1 error, 0 warnings. 2 paths could not be read.

        """)
  }

  @Test func anyBytesAreSwift() throws {
    try bench.write("a.swift", "\0\u{1}let a = Date()\n\0")
    try bench.write("README", "Date()")
    let run = try bench.lint("a.swift", "README")
    #expect(headers(run).map { $0.prefix(13) } == ["README:1:1: e", "a.swift:1:11:"])
  }

  @Test(arguments: [
    Array("with space.swift".utf8), Array("new\nline.swift".utf8), Array("qu\"o'te.swift".utf8),
    Array("-dash.swift".utf8), [0xFF, 0xC3] + Array(".swift".utf8), Array("é 日.swift".utf8),
  ])
  func oddNamesWork(name: [UInt8]) throws {
    try bench.write(name, "let a = Date()\n")
    let shown = String(decoding: name, as: UTF8.self).replacingOccurrences(
      of: "\n", with: "\u{FFFD}")
    let found = try bench.lint()
    #expect(found.status == 1)
    #expect(headers(found).map { $0.hasPrefix(shown + ":1:9: error: ") } == [true])
    #expect(try bench.lint([Array("--".utf8), name]) == found)
    #expect(try bench.lint([Array("--files-from=-".utf8)], input: name + [0]) == found)
    #expect(try bench.lint([Array("./".utf8) + name, Array(".".utf8)]) == found)
  }

  /// The same bytes for any number of threads and any order of arguments.
  @Test func reportsDoNotDependOnThreadsOrOrder() throws {
    for index in 0..<400 {
      let lines = (0..<(index % 37)).map { $0 % 5 == 0 ? "let a\($0) = Date()" : "let b = \($0)" }
      try bench.write("f\(index % 13)/s\(index).swift", lines.joined(separator: "\n"))
    }
    let one = try bench.lint("--jobs", "1")
    #expect(one.status == 1)
    #expect(400 < headers(one).count)
    #expect(
      headers(one) == headers(one).sorted { file($0).utf8.lexicographicallyPrecedes(file($1).utf8) }
    )
    for jobs in ["2", "8"] { #expect(try bench.lint("--jobs", jobs) == one) }
    let folders = (0..<13).map { "f\($0)" }
    var generator = SystemRandomNumberGenerator()
    for arguments in [folders, folders.reversed(), folders.shuffled(using: &generator) + ["."]] {
      #expect(try bench.lint(arguments.map { Array($0.utf8) }) == one)
    }
  }

  private func file(_ header: String) -> Substring { header.prefix { $0 != ":" } }

  @Test func absolutePathsAreForEditors() throws {
    try bench.write("sub/a.swift", "let a = Date()\n")
    let run = try bench.lint("--absolute-paths", "sub")
    #expect(run.output.hasPrefix(bench.path + "/sub/a.swift:1:9: error: "))
    try bench.write(".swift-determinism-lint.yml", "allow: { date-init: [sub/a.swift] }\n")
    #expect(try bench.lint("--absolute-paths", "sub").status == 0)
  }

  @Test func filesAboveTheWorkingDirectoryArePrintedAsSeenFromIt() throws {
    try bench.write("a.swift", "let a = Date()\n")
    try bench.write("sub/b.swift", "let a = Date()\n")
    let run = try bench.lint("../a.swift", "..", from: "sub")
    #expect(headers(run).map(file) == ["../a.swift", "b.swift"])
  }
}
