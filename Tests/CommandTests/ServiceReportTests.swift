import Foundation
import RuleEngine
import Rules
import Testing

@testable import Pipeline

/// What services and editors read, through the tool.
@Suite struct ServiceReportTests {
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
          note: Take the time.
          ban: [now()]
        - id: later
          severity: warning
          message: "'later()' is banned"
          ban: [later()]
      """)
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\n")
    try bench.write("Sources/a.swift", "func f() {\n  later()\n  now()\n}\n")
    try bench.write("Sources/b.swift", "now() // determinism:allow now: once\nnow()\n")
  }

  private func results(_ sarif: String) throws -> [[String: Any]] {
    let log = try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any]
    let run = try #require((log?["runs"] as? [[String: Any]])?.first)
    return try #require(run["results"] as? [[String: Any]])
  }

  private func fingerprint(_ result: [String: Any]) -> String? {
    (result["partialFingerprints"] as? [String: String])?["determinismKey/v1"]
  }

  @Test func pathsAreThoseOfTheRepository() throws {
    #expect(try bench.shell("git init -q .").status == 0)
    let run = try bench.lint("--format", "sarif", from: "Sources")
    let uris = run.output.matches(of: #/"uri":"([^"]*)"/#).map { String($0.1) }
    #expect(uris == ["Sources/a.swift", "Sources/b.swift", "Sources/a.swift"])
    let absolute = try bench.lint("--format", "sarif", "--absolute-paths", from: "Sources")
    #expect(absolute.output == run.output)
    let gitLab = try bench.lint("--format", "gitlab", from: "Sources")
    #expect(gitLab.output.contains(#""path":"Sources/a.swift""#))
  }

  /// A finding whose line has moved has the fingerprint that it had.
  @Test func fingerprintsStayWhereLinesMove() throws {
    let before = try results(bench.lint("--format", "sarif").output)
    try bench.write(
      "Sources/a.swift", "// new\n\nfunc f() {\n    later( )\n\n    now()\n  now()\n}\n")
    let after = try results(bench.lint("--format", "sarif").output)
    let (known, now) = (before.map(fingerprint), after.map(fingerprint))
    try #require(Set(known).count == 3 && 3 < now.count)
    #expect(now[0] == known[0])
    #expect(known.contains(now[1]) == false)
    #expect(now[3] == known[2])
  }

  @Test func rulesAreDescribedAsTheyAreInForce() throws {
    let log = try bench.lint("--format", "sarif", "--strict").output
    #expect(log.contains(#""help":{"text":"'now()' is banned\n\nTake the time.","markdown":"#))
    #expect(log.components(separatedBy: #""defaultConfiguration":{"level":"error"}"#).count == 3)
    #expect(log.contains(#""invocations":[{"executionSuccessful":true,"exitCode":1}]"#))
    try bench.write("Sources/c.swift", "f() // determinism:allow now: no\n")
    #expect(
      try bench.lint("--format", "sarif").output.contains(
        #""shortDescription":{"text":"a comment allows a finding that does not exist"}"#))
  }

  /// A report from before would pass for that of this run.
  @Test(arguments: [
    ("echo 'packs: nonsense' >.swift-determinism-lint.yml", "", "[nonsense]", 2),
    ("echo '{' >baseline", "--baseline baseline", "baseline", 2),
    ("git init -q .", "--since missing", "missing", 2),
    ("git init -q .", "--config-from missing", "missing", 2),
    ("true", "--staged", "not a git repository", 2),
    ("true", "--fix --files-from missing", "missing", 2),
    ("true", "--fix --pack nonsense", "nonsense", 64),
  ])
  func aRunThatCannotBeginSaysWhy(
    scene: String, options: String, cause: String, status: Int32
  ) throws {
    #expect(try bench.shell(scene).status == 0)
    let plain = try bench.shell("$tool --quiet \(options)")
    #expect(plain.status == status && plain.output == "" && plain.errors.contains(cause))
    let others = ["json", "gitlab", "checkstyle"]
    for format in ["sarif", "junit", "github", "azure"] + others {
      try bench.write("old", "old")
      let run = try bench.shell(
        "GITHUB_STEP_SUMMARY=summary $tool --quiet --format \(format) --output \(format):old "
          + "--summary \(options)")
      #expect(run.status == status && run.errors == plain.errors)
      let says = !others.contains(format)
      #expect(try bench.read("old").contains(cause) == says, "\(format)")
      #expect(try bench.read("old") != "old" || !says)
      #expect(run.output == (says ? try bench.read("old") : ""), "\(format)")
      let summary = try bench.read("summary")
      #expect(summary.contains("\n### Not everything was checked\n\n- ") && summary.contains(cause))
    }
    let silent = try bench.shell("$tool --summary --format text --stamp s \(options)")
    #expect(silent.errors == plain.errors && silent.output == "")
    #expect(throws: (any Error).self) { try bench.read("s") }
  }

  /// What cannot be written of the others is known when the last reports are closed.
  @Test(arguments: [
    "--output sarif:s --output junit:j --output gitlab:/dev/full",
    "--output sarif:s --output junit:j --output azure:/dev/full",
    "--format github --summary --output junit:j --output sarif:s",
    "--format sarif --output sarif:s --output junit:j >/dev/full",
  ])
  func reportsSayThatAnotherCouldNotBeWritten(options: String) throws {
    guard isDevice("/dev/full") else { return }
    let run = try bench.shell("GITHUB_STEP_SUMMARY=/dev/full $tool --quiet \(options)")
    #expect(run.status == 2 && run.errors.contains("cannot write to "))
    #expect(try bench.read("s").contains(#"{"executionSuccessful":false,"exitCode":2,"#))
    #expect(try bench.read("s").contains("cannot write to "))
    #expect(try bench.read("j").contains(" message=\"cannot write to "))
  }

  private func isDevice(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  @Test func whatGitHubWillNotShowIsSaid() throws {
    try bench.write("Sources/a.swift", String(repeating: "now()\n", count: 5000))
    let run = try bench.lint("--quiet", "--format", "sarif")
    #expect(
      run.errors == "warning: standard output has 5001 results; GitHub keeps 5000 of them\n")
    #expect(try results(run.output).count == 5001)
    try bench.write("Sources/a.swift", String(repeating: "now()\n", count: 25_000))
    let large = try bench.shell("$tool --quiet --format short --output sarif:s > short")
    #expect(
      large.errors
        == "warning: 's' has 25001 results; GitHub refuses a file with more than 25000\n")
    #expect(try results(bench.read("s")).count == 25_001)
    let suppressed = try bench.lint("--quiet", "--format", "checkstyle")
    #expect(suppressed.errors == "")
  }

  private let table = """
    RULE   FINDINGS    SHARE  FILES
    now           2   66.7 %      2
    later         1   33.3 %      1
    total         3  100.0 %      2

    FOLDER   FINDINGS    SHARE
    Sources         3  100.0 %

    """

  @Test func statisticsStandBelowTheFindings() throws {
    let text = try bench.lint("--quiet").output
    #expect(try bench.lint("--quiet", "--statistics").output == "\(text)\n\(table)")
    #expect(try bench.lint("--quiet", "--format", "statistics").output == table)
    #expect(try bench.lint("--quiet", "--format", "statistics", "--statistics").output == table)
    // A program reads the other formats.
    let run = try bench.lint("--quiet", "--format", "json", "--statistics")
    #expect(run.errors == "\n\(table)")
    #expect(run.output == (try bench.lint("--format", "json").output))
    try bench.write("Sources/a.swift")
    try bench.write("Sources/b.swift")
    #expect(try bench.lint("--quiet", "--statistics").output == "")
  }

  private let ownerTable = """
    OWNER       FINDINGS    SHARE  FILES
    @ada @bob          2   66.7 %      1
    (no owner)         1   33.3 %      1
    total              3  100.0 %      2

    """

  @Test func findingsAreCountedByOwner() throws {
    try bench.write("docs/CODEOWNERS", "*.swift @ada\n/Sources/a.swift @bob @ada\nb.swift\n")
    let text = try bench.lint("--quiet").output
    let run = try bench.lint("--quiet", "--by", "owner")
    #expect(run == Run(status: 1, output: "\(text)\n\(ownerTable)", errors: ""))
    let alone = try bench.lint("--quiet", "--by=owner", "--format=statistics")
    #expect(alone == Run(status: 1, output: ownerTable, errors: ""))
    let below = try bench.lint("--by=owner", "--format=statistics", from: "Sources")
    #expect(below.status == 2)
    let toFile = try bench.lint("--quiet", "--by=owner", "--output=statistics:table")
    #expect(toFile.output == text)
    #expect(try bench.read("table") == ownerTable)
    let json = try bench.lint("--quiet", "--by=owner", "--format=json")
    #expect(json.errors == "\n\(ownerTable)")
  }

  @Test func theFileOfOwnersIsThatOfTheRepository() throws {
    let git = try bench.shell("git init -q . && git init -q Other")
    try #require(git.status == 0, "\(git)")
    try bench.write("CODEOWNERS", "* @a\nSources/*.swift @b\n!x @c\n")
    try bench.write("Other/x.swift", "now()\n")
    let below = try bench.lint("--quiet", "--by=owner", "--format=statistics", from: "Sources")
    #expect(below.output.contains("\n@b            3  100.0 %      2\n"))
    #expect(below.errors.hasPrefix("../CODEOWNERS:3:1: warning: GitHub skips this line: '!' "))
    #expect(below.errors.contains("\n3 | !x @c\n  | `- warning: "))
    let none = try bench.lint("--by=owner", from: "Other")
    #expect(
      none
        == Run(
          status: 2, output: "",
          errors: """
            error: '--by owner' needs a CODEOWNERS file; write '.github/CODEOWNERS', \
            'CODEOWNERS' or 'docs/CODEOWNERS'

            """))
  }

  @Test func manyFindingsEndWithTheirCountsOnATerminal() throws {
    try bench.write("Sources/a.swift", String(repeating: "now()\n", count: 60))
    let counts = """

      RULE   FINDINGS    SHARE  FILES
      now          61  100.0 %      2
      total        61  100.0 %      2

      FOLDER
      """
    let script = "$tool > /dev/null"
    let terminal = try bench.shell(script, atTerminal: [2]).terminal
    #expect(terminal.hasPrefix("Checked 2 files against 2 rules: \u{1B}[1;31m61 errors\u{1B}[0;0m"))
    #expect(terminal.contains(counts), "\(terminal)")
    #expect(terminal.contains("\nhelp: 'swift-determinism-lint --format short' prints a line"))
    #expect(try bench.shell(script + " --quiet", atTerminal: [2]).terminal == "")
    #expect(try !bench.shell(script).errors.contains("RULE"))
    try bench.write("Sources/b.swift")
    try #expect(!bench.shell(script, atTerminal: [2]).terminal.contains("RULE"))
  }

  @Test func aSummaryIsAddedToTheFileOfTheStep() throws {
    try bench.write("summary.md", "# Before\n\n")
    bench.environment["GITHUB_STEP_SUMMARY"] = bench.path + "/summary.md"
    bench.environment["GITHUB_SERVER_URL"] = "https://github.com"
    bench.environment["GITHUB_REPOSITORY"] = "o/r"
    bench.environment["GITHUB_SHA"] = "1a2b"
    #expect(try bench.lint("--summary", "--quiet").errors == "")
    #expect(
      try bench.read("summary.md") == """
        # Before

        ## swift-determinism-lint: 2 errors, 1 warning

        ### now: 2 errors, 0 warnings

        | Place | Message |
        | --- | --- |
        | [Sources/a.swift:3](https://github.com/o/r/blob/1a2b/Sources/a.swift#L3) | `now()` is banned |
        | [Sources/b.swift:2](https://github.com/o/r/blob/1a2b/Sources/b.swift#L2) | `now()` is banned |

        ### later: 0 errors, 1 warning

        | Place | Message |
        | --- | --- |
        | [Sources/a.swift:2](https://github.com/o/r/blob/1a2b/Sources/a.swift#L2) | `later()` is banned |

        """)
    bench.environment["GITHUB_STEP_SUMMARY"] = nil
    let run = try bench.lint("--summary", "--quiet")
    #expect(run.status == 1)
    #expect(
      run.errors.hasPrefix("warning: GITHUB_STEP_SUMMARY is not set; '--summary' writes to"))
  }

  @Test func everyIDOfTheToolHasAMessage() {
    #expect(Set(messagesOfReservedIDs.keys) == Set(Rule.reservedIDs))
  }

  /// One that no program would take apart at the right place.
  @Test func aMessageIsNoPlace() throws {
    try bench.write(
      "Rules/test.yml",
      "pack: test\nrules:\n  - id: now\n    message: 'a: error: b'\n    ban: [now()]\n")
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "Rules/test.yml:4:16: error: leave out 'error:' after a colon; programs that read "))
  }
}
