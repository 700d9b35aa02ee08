import Reporters
import Testing

private let formats = ReportFormat.named.map(\.rawValue).joined(separator: ", ")

@Suite struct ArgumentTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  @Test(arguments: [
    ("--frobnicate", "unknown option '--frobnicate'"),
    ("--fromat=text", "unknown option '--fromat'; did you mean '--format'?"),
    ("-x", "unknown option '-x'"),
    ("-v", "unknown option '-v'; did you mean '--version'?"),
    (
      "--list-rules",
      "unknown option '--list-rules'; 'swift-determinism-lint rules' lists the rules"
    ),
    (
      "--explain",
      "unknown option '--explain'; 'swift-determinism-lint rules ID' explains a rule, "
        + "and 'why FILE:LINE' a place"
    ),
    ("--config", "missing value for '--config'"),
    ("--strict=yes", "'--strict' takes no value"),
    ("--format=txt", "unknown format 'txt'; formats are \(formats)"),
    ("--output=json", "'--output' takes FORMAT:PATH, not 'json'"),
    ("--output=json:", "'--output' takes FORMAT:PATH, not 'json:'"),
    ("--output=jso:x", "unknown format 'jso'; formats are \(formats)"),
    ("--output=json:-", "'--output' writes to a file; use '--format' for standard output"),
    ("--jobs=0", "'--jobs' takes a number of 1 or more, not '0'"),
    ("--jobs=two", "'--jobs' takes a number of 1 or more, not 'two'"),
    ("--only-rule=date-int", "unknown rule 'date-int'; did you mean 'date-init'?"),
    ("--disable=timer", "unknown rule 'timer'"),
    ("--pack=cor", "unknown pack 'cor'; did you mean 'core'?"),
    ("--pack=time,cor", "unknown pack 'cor'; did you mean 'core'?"),
    ("--pack=time,", "unknown pack ''"),
  ])
  func mistakesEndTheRunWith64(argument: String, message: String) throws {
    #expect(
      try bench.lint(argument)
        == Run(
          status: 64, output: "",
          errors: """
            error: \(message)
            Run 'swift-determinism-lint --help' for usage.

            """))
  }

  /// A hook or 'xargs' adds the names of files to what a person wrote.
  @Test(arguments: ["--output=json:Sources/A.swift", "--config=x.swift", "--quiet"])
  func aFileIsNoOption(name: String) throws {
    try bench.write(name, "let a = Date()\n")
    let run = try bench.lint("--format", "short", name)
    let advice = "is also the name of a file; put '--' or './' before it, or remove it\n"
    #expect(run.status == 64 && run.errors.hasPrefix("error: '\(name)' \(advice)"))
    for words in [["--", name], ["./\(name)"]] {
      let arguments = ["--format", "short"] + words
      let named = try bench.lint(arguments.map { Array($0.utf8) })
      #expect(named.status == 1 && named.output.contains("\(name):1:9: error: "))
    }
  }

  @Test(arguments: [
    (["help", "nope"], "unknown subcommand 'nope'", "help"),
    (["help", "--man", "x"], "'help --man' takes no argument; leave out 'x'", "help"),
    (["version", "x"], "'version' takes no argument; leave out 'x'", "help version"),
  ])
  func subcommandsThatTakeNothingSaySo(arguments: [String], message: String, hint: String) throws {
    let run = try bench.lint(arguments.map { Array($0.utf8) })
    #expect(
      run
        == Run(
          status: 64, output: "",
          errors: "error: \(message)\nRun 'swift-determinism-lint \(hint)' for usage.\n"))
  }

  @Test func thePluginsSayHowTheyWereCalled() throws {
    let run = try bench.shell(
      "DETERMINISM_LINT_CALLED_AS='swift package determinism-lint' $tool --nope")
    #expect(
      run.errors == "error: unknown option '--nope'\n"
        + "Run 'swift package determinism-lint --help' for usage.\n")
  }

  @Test func whatTheProtocolIsCalledIsNoPath() throws {
    #expect(
      try bench.lint("lsp").errors.hasPrefix(
        "error: no such file or directory: 'lsp'; did you mean 'language-server'?\n"))
    try bench.write("lsp/a.swift")
    #expect(try bench.lint("lsp").status == 0)
  }

  @Test func whatExplainsHasOtherWords() throws {
    #expect(
      try bench.lint("explain", "date-init").errors.contains(
        "error: no such file or directory: 'explain'; 'swift-determinism-lint rules ID' explains a "
          + "rule, and 'why FILE:LINE' a place\n"))
  }

  @Test(arguments: [
    ("since", "no rule or pack is called 'since'; rules with this word: 'date-since-now'\n"),
    ("dat", "no rule or pack is called 'dat'; rules with this word: "),
    ("date-int", "unknown rule 'date-int'; did you mean 'date-init'?\n"),
    ("tme", "unknown rule 'tme'; did you mean 'time'?\n"),
    ("nothing-of-the-kind", "unknown rule 'nothing-of-the-kind'\n"),
  ])
  func aWordLeadsToTheRulesThatHaveIt(word: String, message: String) throws {
    let run = try bench.lint("rules", word)
    #expect(run.status == 64 && run.errors.hasPrefix("error: \(message)"))
    let many = try bench.lint("rules", "date").errors
    #expect(many.contains("rules with this word: 'date-init', 'date-since-now', "))
    #expect(!many.contains("usage"))
  }

  /// Nothing is written, not even what a run that fails says in a report.
  @Test(arguments: [
    (["--output=text:a", "--output=json:./a"], "./a", "another option writes there, too"),
    (["--output=text:a", "--output=json:Sources/../a"], "Sources/../a", "another option writes"),
    (["--output=text:a", "--output=json:to-a"], "to-a", "another option writes there, too"),
    (["--output=text:a", "--stamp=a"], "a", "another option writes there, too"),
    (["trace", "--output=text:a", "--output=json:./a"], "./a", "another option writes"),
    (["--output=short:Sources/A.swift"], "Sources/A.swift", "a run reads files of such a name"),
    (["--output=json:B.swift"], "B.swift", "a run reads files of such a name"),
    (["--output=html:to-source"], "to-source", "a run reads files of such a name"),
    (["trace", "--output=text:Sources/A.swift"], "Sources/A.swift", "a run reads files of such"),
    (["--output=json:.swift-determinism-lint.yml"], ".swift-determinism-lint.yml", "a run reads"),
    (["--output=sarif:Rules/new.YAML"], "Rules/new.YAML", "a run reads files of such a name"),
    (["--output=sarif:CODEOWNERS"], "CODEOWNERS", "a run reads files of such a name"),
    (["--output=json:.swift-determinism-baseline"], ".swift-determinism-baseline", "a run reads"),
    (["--stamp=x.yml"], "x.yml", "a run reads files of such a name"),
    (["--stamp=Sources/A.swift"], "Sources/A.swift", "it is no stamp"),
    (["--output=json:list", "--files-from=list"], "list", "the run reads it"),
    (["--output=json:listed", "--files-from=list"], "listed", "the run reads it"),
    (["--output=json:own", "--config=own"], "own", "the run reads it"),
    (["--output=json:Rules/own.rules"], "Rules/own.rules", "the run reads it"),
    (["trace", "--output=json:Rules/own.rules"], "Rules/own.rules", "the run reads it"),
    (["--output=json:known"], "known", "the run reads it"),
    (["--output=json:Sources/script", "Sources/script"], "Sources/script", "the run reads it"),
    (["language-server", "--log=Sources/A.swift"], "Sources/A.swift", "a run reads files of such"),
  ])
  func whatIsReadIsNotWritten(arguments: [String], path: String, reason: String) throws {
    try bench.write("Sources/A.swift", "let a = Date()\n")
    try bench.write("Sources/script", "let a = Date()\n")
    try bench.write("list", "Sources/A.swift\nlisted\n")
    try bench.write("listed", "let a = Date()\n")
    try bench.write("own", "packs: [core]\n")
    try bench.write(
      ".swift-determinism-lint.yml", "rules: [Rules/own.rules]\nbaseline: known\n")
    try bench.write("known", "")
    try bench.write(
      "Rules/own.rules", "pack: own\nrules:\n  - { id: now, message: no, ban: [now()] }\n")
    try bench.shell("ln -s a to-a; ln -s Sources/A.swift to-source").expectSuccess()
    let script = "find . -type f | sort | xargs cat; find . | sort"
    let before = try bench.shell(script).output
    let run = try bench.lint(arguments.map { Array($0.utf8) })
    #expect(run.status == 64)
    let writing = ["--output=", "--stamp=", "--log="]
    let option = try #require(arguments.last { word in writing.contains { word.hasPrefix($0) } })
    let name = option.prefix { $0 != "=" }
    #expect(run.errors.hasPrefix("error: '\(name)' cannot write to '\(path)'; \(reason)"))
    #expect(try bench.shell(script).output == before)
  }

  /// A stamp is Swift, and is written again; what keeps nothing may be written twice.
  @Test func whatMayBeWrittenAgain() throws {
    try bench.write("Sources/A.swift", "let a = 1\n")
    for _ in 0..<2 {
      #expect(try bench.lint("--stamp=stamp.swift", "--output=json:a", "Sources").status == 0)
    }
    #expect(
      try bench.lint("--output=json:/dev/null", "--output=text:/dev/null", "Sources").status == 0)
  }

  @Test func subcommandsHaveTheirOwnOptions() throws {
    let run = try bench.lint("rules", "--jobs", "2")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: 'rules' has no option '--jobs'\n"))
    #expect(
      try bench.lint("dump-tokens").errors.hasPrefix("error: missing file for 'dump-tokens'\n"))
    #expect(try bench.lint("dump-tree").errors.hasPrefix("error: missing file for 'dump-tree'\n"))
    #expect(
      try bench.lint("rules", "a", "b").errors.hasPrefix(
        "error: 'rules' takes one rule or pack\n"))
    #expect(try bench.lint("rules", "date-int").status == 64)
    #expect(
      try bench.lint("rules", "--format=llvm").errors.hasPrefix(
        "error: '--format' takes 'text', 'json' or 'markdown', not 'llvm'\n"))
    #expect(
      try bench.lint("why", "--format=json", "a:1").errors.hasPrefix(
        "error: 'why' has no option '--format'\n"))
  }

  @Test func aMisspeltSubcommandIsAMissingPath() throws {
    let run = try bench.lint("verfy")
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix("error: no such file or directory: 'verfy'; did you mean 'verify'?\n"))
    #expect(
      try bench.lint("--quiet", "rules").errors.hasPrefix(
        "error: no such file or directory: 'rules'; write a subcommand before its options\n"))
    #expect(
      try bench.lint("a.swift").errors.hasPrefix("error: no such file or directory: 'a.swift'\n"))
  }

  @Test func aPathNamedLikeASubcommandIsWrittenWithItsFolder() throws {
    try bench.write("rules/a.swift", "let a = 1\n")
    for arguments in [
      ["./rules"], ["lint", "rules"], ["--", "rules"], ["--quiet", "--", "rules"],
    ] {
      let run = try bench.lint(arguments.map { Array($0.utf8) })
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
      #expect(run.errors.isEmpty || run.errors.hasPrefix("Checked 1 file "))
    }
    #expect(try bench.lint("rules").output.contains("date-init"))
  }

  @Test func optionsAndPathsMayBeMixed() throws {
    try bench.write("a.swift", "let a = Date()\n")
    let run = try bench.lint("a.swift", "--only-rule", "date-init", "--format=llvm", "--quiet")
    #expect(run.status == 1)
    #expect(run.output.split(separator: "\n").count == 3)
    #expect(try bench.lint("--disable=date-init", "--format=llvm", "a.swift").status == 0)
    #expect(try bench.lint("--format=json", "--format=llvm", "a.swift").output == run.output)
  }

  @Test func severalPacksAreNamedAtOnce() throws {
    #expect(
      try bench.lint("rules", "--pack", "time,random")
        == bench.lint("rules", "--pack=time", "--pack=random"))
    let all = try bench.lint("rules", "--pack", "all")
    #expect(all.output.contains("\nuuid-init ") && all.output.contains("\nurlsession-shared "))
    #expect(!all.errors.contains("Packs that are off"))
  }

  @Test func completionsAreForAShell() throws {
    for arguments in [["completions"], ["completions", "tcsh"], ["completions", "zsh", "bash"]] {
      let run = try bench.lint(arguments.map { Array($0.utf8) })
      #expect(run.status == 64)
      #expect(
        run.errors.hasPrefix("error: 'completions' takes one of 'bash', 'zsh', 'fish'\n"))
    }
  }

  @Test func versionIsOneLine() throws {
    let run = try bench.lint("--version")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.wholeMatch(of: /swift-determinism-lint \d+\.\d+\.\d+\n/) != nil)
    #expect(try bench.lint("verify", "--version") == run)
    #expect(try bench.lint("version") == run)
  }

  @Test(arguments: [
    "lint", "rules", "why", "trace", "verify", "dump-tokens", "dump-tree", "completions", "help",
    "version",
  ])
  func helpTellsEveryOption(subcommand: String) throws {
    let run = try bench.lint(subcommand, "--help")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(try bench.lint(subcommand, "-h") == run)
    #expect(try bench.lint("help", subcommand) == run)
    let lines = run.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(run.output.contains("USAGE: swift-determinism-lint "))
    #expect(run.output.contains("\nEXAMPLES:\n  swift-determinism-lint "))
    // What the help names is understood, and only that.
    let names = [
      "--config", "--pack", "--rules", "--only-rule", "--disable", "--format",
      "--output", "--strict", "--stdin-path", "--files-from", "--absolute-paths", "--no-ignore",
      "--jobs", "--color-diagnostics", "--no-color-diagnostics", "--quiet", "--version",
    ]
    for name in names {
      let isTold = lines.contains { $0.contains(try! Regex("^  (-[a-z], )?\(name) ")) }
      let answer = try bench.lint(subcommand, name + (isTold ? "=" : ""), "--help")
      #expect(isTold == !answer.errors.contains("has no option"), "\(name)")
    }
  }

  @Test func helpWithoutSubcommandIsThatOfLint() throws {
    let run = try bench.lint("--help")
    #expect(run == (try bench.lint("lint", "--help")))
    #expect(run == (try bench.lint("help")))
    for subcommand in [
      "lint", "rules", "why", "trace", "verify", "dump-tokens", "dump-tree", "completions", "help",
      "version",
    ] {
      #expect(run.output.contains("\n  \(subcommand) "))
    }
  }

  @Test func helpIsAskedOfASubcommand() throws {
    let unknown = try bench.lint("help", "ruls")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors.hasPrefix("error: unknown subcommand 'ruls'; did you mean 'rules'?\n"))
    #expect(try bench.lint("help", "rules", "why").status == 64)
    #expect(try bench.lint("hlep").errors.contains("; did you mean 'help'?\n"))
  }

  @Test func optionsHaveShortForms() throws {
    try bench.write("a.swift", "let a = 1\n")
    #expect(try bench.lint("-q") == Run(status: 0, output: "", errors: ""))
    #expect(
      try bench.lint("rules", "-q").errors.hasPrefix("error: 'rules' has no option '--quiet'\n"))
  }
}
