import Testing

/// A log that a CI reads for commands is not to find any in what is linted.
@Suite struct LogCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "r.yml",
      """
      pack: test
      rules:
        - { id: r, message: "##vso[task.complete] ##teamcity[a]", ban: [now()] }
      """)
    try bench.write(
      "::stop-commands::x.swift", "::stop-commands::a;now()\n  ::error::b;now() // ##[error]c\n")
    try bench.write("##[group]y.swift", "now()\n")
    try bench.write("::group::d/z.swift", "now()\n")
    try bench.write(".swift-determinism-lint.yml", "rules: [r.yml]\npacks: []\n")
  }

  private func commands(in text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter { line in
      line.drop(while: \.isWhitespace).hasPrefix("::") || line.contains("##[")
        || line.contains("##vso[") || line.contains("##teamcity[")
    }
  }

  @Test(
    arguments: ["text", "llvm", "short", "xcode", "statistics"],
    ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"])
  func noneIsInAReport(format: String, variable: String) throws {
    let plain = try bench.lint("--format", format, "--output", "\(format):plain")
    #expect(!commands(in: plain.output).isEmpty)
    bench.environment[variable] = "true"
    let run = try bench.lint("--format", format, "--output", "\(format):report")
    #expect(run.status == 1)
    #expect(commands(in: run.output).isEmpty)
    #expect(commands(in: try bench.read("report")).isEmpty)
    #expect(commands(in: run.errors).isEmpty)
    // A blank is all that is added.
    func packed(_ text: String) -> String { text.filter { $0 != " " } }
    #expect(packed(run.output) == packed(plain.output))
    #expect(packed(try bench.read("report")) == packed(try bench.read("plain")))
  }

  @Test func noneIsInWhatIsSaidBeside() throws {
    bench.environment["GITHUB_ACTIONS"] = "true"
    for arguments in [["why", "##[group]y.swift:1"], ["rules"], ["rules", "r"]] {
      let run = try bench.lint(arguments.map { Array($0.utf8) })
      #expect(!run.output.isEmpty)
      #expect(commands(in: run.output + run.errors).isEmpty, "\(arguments)")
    }
    #expect(commands(in: try bench.lint("##[a]missing.swift").errors).isEmpty)
  }

  /// Programs get what is there; the commands of `github` are the report.
  @Test func reportsForProgramsAreAsTheyAre() throws {
    for format in ["json", "sarif", "gitlab", "checkstyle", "junit", "rdjson"] {
      let plain = try bench.lint("--format", format)
      bench.environment["GITHUB_ACTIONS"] = "true"
      #expect(try bench.lint("--format", format).output == plain.output)
      bench.environment["GITHUB_ACTIONS"] = nil
    }
    bench.environment["GITHUB_ACTIONS"] = "true"
    let run = try bench.lint("--format", "github")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.hasPrefix("::error file=") })
    #expect(commands(in: run.errors).isEmpty)
  }

  /// The agent takes what comes first on a line, up to the first bracket that closes.
  @Test func commandsOfAzureAreTheReport() throws {
    bench.environment["TF_BUILD"] = "True"
    let run = try bench.lint("--format", "azure")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.hasPrefix("##vso[task.logissue type=error;sourcepath=") })
    #expect(lines.allSatisfy { $0.hasSuffix(";code=r]##vso[task.complete] ##teamcity[a]") })
    #expect(commands(in: run.errors).isEmpty)
  }

  /// A blank would keep a patch from being applied: that is told, and not so of a file.
  @Test func aPatchThatIsChangedIsSaidToBe() throws {
    try bench.write(
      "r.yml",
      "pack: test\nrules:\n  - { id: r, message: no, ban: [now()], replace: { now(): then() } }\n")
    let words = "write it to a file: '--fix --diff > FILE'"
    let plain = try bench.lint("--fix", "--diff")
    #expect(!plain.errors.contains(words))
    bench.environment["GITHUB_ACTIONS"] = "true"
    let run = try bench.shell("$tool --fix --diff | cat")
    #expect(run.output != plain.output && run.errors.contains(words))
    let redirected = try bench.lint("--fix", "--diff")
    #expect(redirected.output == plain.output && !redirected.errors.contains(words))
    #expect(!(try bench.shell("$tool --fix --diff ::group::d | cat").errors.contains(words)))
  }

  @Test func aTerminalGetsTheTextAsItIs() throws {
    let plain = try bench.shell("$tool --no-color-diagnostics --quiet", atTerminal: [1])
    bench.environment["GITHUB_ACTIONS"] = "true"
    let onCI = try bench.shell("$tool --no-color-diagnostics --quiet", atTerminal: [1])
    #expect(!commands(in: plain.terminal).isEmpty)
    #expect(onCI.terminal == plain.terminal)
  }
}
