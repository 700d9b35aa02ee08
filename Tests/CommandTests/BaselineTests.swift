import Foundation
import Testing

/// A project with four findings in two files, all of them in its baseline.
private func baselined() throws -> Workbench {
  let bench = try Workbench()
  try bench.write("Sources/Model.swift", model)
  try bench.write("Sources/Log.swift", "let started = Date()\n")
  let run = try bench.lint("baseline", "write")
  #expect(run == Run(status: 0, output: wrote, errors: ""))
  return bench
}

private let model = """
  class Model {
    func refresh() {
      use(Date(), Date())
    }
    func show(_ view: View, animated: Bool) {
      DispatchQueue.main.async { view.show() }
    }
  }

  """
private let wrote = "Wrote .swift-determinism-baseline: 4 findings of 2 rules in 2 files.\n"
private let name = ".swift-determinism-baseline"

private func replace(_ old: String, with new: String, in file: String, of bench: Workbench) throws {
  let text = try bench.read(file)
  try #require(text.contains(old))
  try bench.write(file, text.replacingOccurrences(of: old, with: new))
}

@Suite struct BaselineTests {
  @Test func whatIsInTheBaselineIsNotReported() throws {
    let bench = try baselined()
    #expect(
      try bench.read(name) == """
        swift-determinism-baseline 1

        Sources/Log.swift
          date-init  started  Date()

        Sources/Model.swift
          date-init  Model.refresh()  Date()
          date-init  Model.refresh()  Date()
          dispatch-main-async  Model.show(_:animated:)  DispatchQueue.main.async

        """)
    let clean = try bench.lint()
    #expect(clean.status == 0 && clean.output.isEmpty)
    #expect(clean.errors.hasSuffix("5 rules: 0 errors, 0 warnings (4 in the baseline).\n"))
    #expect(try bench.lint("Sources/Model.swift").errors.contains("(3 in the baseline)"))
    let all = try bench.lint("--no-baseline")
    #expect(all.status == 1 && all.errors.hasSuffix("4 errors, 0 warnings.\n"))
    let input = try bench.lint("--stdin-path", "Sources/Log.swift", input: "let started = Date()")
    #expect(input.status == 0 && input.errors.contains("(1 in the baseline)"))
  }

  @Test func aBaselineIsTheSameInWhateverOrderItsFilesCome() throws {
    let bench = try baselined()
    let text = try bench.read(name)
    _ = try bench.shell("rm \(name)")
    let run = try bench.lint(
      "baseline", "write", "Sources/Model.swift", "Sources/Log.swift", "Sources")
    #expect(run.output == wrote)
    #expect(try bench.read(name) == text)
  }

  @Test func onlyWhatIsNewIsReported() throws {
    let bench = try baselined()
    try replace("(), Date()", with: "(), Date(), Date()", in: "Sources/Model.swift", of: bench)
    let run = try bench.lint("--format", "llvm")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("Sources/Model.swift:3:25: error: "))
    #expect(
      run.output.contains(":3:25: note: the baseline has 2 like it in 'Model.refresh()'\n"))
    #expect(run.errors.hasSuffix("1 error, 0 warnings (4 in the baseline).\n"))
  }

  @Test func whatMovedIsCountedAndFollowedByPrune() throws {
    let bench = try baselined()
    try replace("refresh", with: "reload", in: "Sources/Model.swift", of: bench)
    _ = try bench.shell("mkdir Other; mv Sources/Log.swift Other/Journal.swift")
    let run = try bench.lint()
    #expect(run.status == 0)
    #expect(run.errors.hasSuffix("0 errors, 0 warnings (1 in the baseline, 3 moved).\n"))
    let prune = try bench.lint("baseline", "prune")
    #expect(prune.output == wrote.replacingOccurrences(of: ".\n", with: "; 3 moved.\n"))
    #expect(try bench.read(name).contains("Other/Journal.swift\n  date-init  started  Date()\n"))
    #expect(try bench.lint().errors.contains("(4 in the baseline)"))
    let again = try bench.lint("baseline", "prune")
    #expect(again.output == "'\(name)' is unchanged: 4 findings of 2 rules in 2 files.\n")
  }

  @Test func whatIsGoneIsAWarningAtItsLine() throws {
    let bench = try baselined()
    try replace("use(Date(), Date())", with: "", in: "Sources/Model.swift", of: bench)
    _ = try bench.shell("rm Sources/Log.swift")
    let run = try bench.lint("--format", "short")
    #expect(run.status == 0)
    #expect(
      run.output == """
        \(name):4:3: warning: '\(name)' names a finding that is gone; 'baseline prune' takes it out \
        [#stale-baseline]
        \(name):7:3: warning: '\(name)' names 2 findings that are gone; 'baseline prune' takes them \
        out [#stale-baseline]

        """)
    #expect(run.errors.hasSuffix("0 errors, 2 warnings (1 in the baseline).\n"))
    #expect(try bench.lint("--strict-baseline").status == 1)
    // Of what was not linted, or not held against the rule, nobody knows.
    #expect(try bench.lint("--only-rule", "dispatch-main-async").output.isEmpty)
    #expect(try bench.lint("--stdin-path", "Sources/Model.swift").output.isEmpty)
    #expect(try bench.lint("--format", "short", "Sources/Model.swift").output.contains(":7:3:"))
    #expect(!(try bench.lint("--format", "short", "Sources/Model.swift").output.contains(":4:3:")))
    #expect(try bench.lint("baseline", "prune").output.hasSuffix("1 file; 3 gone.\n"))
    try replace("DispatchQueue", with: "queue", in: "Sources/Model.swift", of: bench)
    let end = try bench.lint("baseline", "prune")
    #expect(
      end.output.hasSuffix(": no findings; 1 gone.\nThe baseline is empty; remove the file.\n"))
    #expect(try bench.read(name) == "swift-determinism-baseline 1\n")
  }

  /// A rule that is off may be on again tomorrow, wherever it is turned off.
  @Test(arguments: [
    "severity: { date-init: off }",
    "overrides: [{ files: [Sources], severity: { date-init: off } }]",
    "overrides: [{ files: [Sources/**], severity: { core: off } }]",
  ])
  func whatARuleThatIsOffFoundIsNotGone(setting: String) throws {
    let bench = try baselined()
    let text = try bench.read(name)
    try bench.write(".swift-determinism-lint.yml", setting + "\n")
    let run = try bench.lint("--strict-baseline")
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(try bench.lint("baseline", "prune").output.contains("is unchanged: "))
    #expect(try bench.read(name) == text)
    // Elsewhere it is on, and `--only-rule` asks for it.
    try replace("use(Date(), Date())", with: "", in: "Sources/Model.swift", of: bench)
    try bench.write(
      ".swift-determinism-lint.yml",
      "overrides: [{ files: [Sources/Log.swift], severity: { date-init: off } }]\n")
    #expect(try bench.lint("--strict-baseline").status == 1)
    try bench.write("Sources/Log.swift", "")
    #expect(
      try bench.lint("--only-rule", "date-init", "--format", "short").output.contains(
        "\(name):4:3: warning: "))
  }

  @Test func whatIsBelowAMistakeIsNotGone() throws {
    let bench = try baselined()
    try bench.write("Sources/.swift-determinism-lint.yml", "rules: [gone.yml]\n")
    try bench.write("Tests/Log.swift", "")
    let run = try bench.lint("--format", "json")
    #expect(run.status == 2 && !run.output.contains("stale-baseline"))
    #expect(run.output.contains(#""Tests\/Log.swift""#) && !run.output.contains("Sources"))
  }

  /// Its findings have neither moved nor gone, for all one knows.
  @Test(.enabled(if: canForbid, "root reads everything, and there is no setpriv"))
  func whatIsInAClosedFolderIsNotGone() throws {
    let bench = try Workbench()
    try bench.write("Locked/A.swift", "let a = Date()\n")
    _ = try bench.lint("baseline", "write")
    try bench.write("New.swift", "let a = Date()\n")
    let run = try bench.shell(
      """
      chmod 755 . && chmod 644 \(name) && cp "$tool" copy && chmod 755 copy && chmod 0 Locked
      \(geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "") \
        ./copy --format short New.swift
      """)
    #expect(run.status == 1 && run.output.hasPrefix("New.swift:1:9: error: "))
    #expect(!run.errors.contains("moved") && !run.output.contains("stale-baseline"))
  }

  @Test func aCommentInTheSourceComesFirst() throws {
    let bench = try baselined()
    let allow = "let started = Date() // determinism:allow date-init: it is a log\n"
    try bench.write("Sources/Log.swift", allow)
    let run = try bench.lint("--format", "short")
    #expect(run.output.hasPrefix("\(name):4:3: warning: "))
    #expect(run.errors.contains("(1 allowed in source, 3 in the baseline)"))
    // A warning about a comment is in no baseline.
    try bench.write("Sources/Log.swift", "// determinism:allow date-init: why\n")
    #expect(try bench.lint("--format", "short").output.contains("[#unused-suppression]"))
  }

  @Test func aBaselineGrowsOnlyByWhatIsAccepted() throws {
    let bench = try baselined()
    try bench.write("Sources/New.swift", "let a = Date()\n")
    try bench.write("Tests/New.swift", "func f() { DispatchQueue.main.async {} }\n")
    let before = try bench.read(name)
    let refused = try bench.lint("baseline", "write")
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.errors == """
        error: the baseline would grow by 2 findings (date-init 1, dispatch-main-async 1), so it \
        was not changed; 'swift-determinism-lint' shows them, '--accept' adds those of a rule, \
        file or folder

        """)
    #expect(try bench.read(name) == before)
    let rule = try bench.lint("baseline", "write", "--accept", "date-init")
    #expect(rule.output.hasSuffix(": 5 findings of 2 rules in 3 files; 1 added.\n"))
    let folder = try bench.lint("baseline", "write", "--accept", "Tests")
    #expect(folder.output.hasSuffix(": 6 findings of 2 rules in 4 files; 1 added.\n"))
    #expect(try bench.lint().status == 0)
    let mistake = try bench.lint("baseline", "write", "--accept", "date-int")
    #expect(mistake.status == 64 && mistake.errors.contains("did you mean 'date-init'?"))
    // On or not.
    for name in ["core", "random"] {
      let pack = try bench.lint("baseline", "write", "--accept", name)
      let advice = "takes a rule, a file or a folder; '\(name)' is a pack, so name its rules\n"
      #expect(pack.status == 64 && pack.errors.hasPrefix("error: '--accept' \(advice)"))
    }
  }

  @Test func entriesOfWhatWasNotLintedStay() throws {
    let bench = try baselined()
    try replace("use(Date(), Date())", with: "", in: "Sources/Model.swift", of: bench)
    try bench.write("Sources/Log.swift", "")
    let rule = try bench.lint("baseline", "write", "--only-rule", "dispatch-main-async")
    #expect(rule.output.contains("is unchanged"))
    let file = try bench.lint("baseline", "write", "Sources/Log.swift")
    #expect(file.output.hasSuffix("3 findings of 2 rules in 1 file; 1 gone.\n"))
  }

  /// An unread file may hold findings that the baseline has, so that none is removed.
  @Test(.enabled(if: canForbid, "root reads everything, and there is no setpriv"))
  func aFileThatCannotBeReadLeavesTheBaselineAsItIs() throws {
    let bench = try baselined()
    try bench.write("Sources/Model.swift", "")
    try bench.write("Sources/Closed.swift", "")
    let before = try bench.read(name)
    let run = try bench.shell(
      """
      cp "$tool" copy && chmod -R a+rwX . && chmod 755 copy && chmod 0 Sources/Closed.swift
      \(geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "") \
        ./copy baseline prune
      """)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("error: cannot read 'Sources/Closed.swift' (Permission denied)"))
    #expect(run.errors.contains("the baseline was not changed"))
    #expect(try bench.read(name) == before)
    _ = try bench.shell("rm -f Sources/Closed.swift")
    #expect(try bench.lint("baseline", "prune").output.contains(" gone.\n"))
    #expect(try bench.read(name) != before)
  }

  @Test func conflictsAndMistakesStopTheRun() throws {
    let bench = try baselined()
    try replace(
      "\nSources/Model", with: "<<<<<<< HEAD\n=======\n>>>>>>> b\nSources/Model", in: name,
      of: bench)
    let run = try bench.lint("--format", "llvm")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors.hasPrefix(
        "\(name):5:1: error: the baseline has a conflict; take the lines of both sides, then "
          + "run 'baseline prune'\n"))
    #expect(try bench.lint("baseline", "prune").status == 2)
    try bench.write(name, "{}\n")
    #expect(try bench.lint().errors.contains("this is not a baseline"))
    #expect(try bench.lint("--no-baseline").status == 1)
  }

  @Test func bothSidesOfAConflictTogetherAreABaseline() throws {
    let bench = try baselined()
    let text = try bench.read(name)
    let entries = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    try bench.write(name, text + entries.joined(separator: "\n"))
    let run = try bench.lint("--format", "short")
    #expect(run.status == 0 && run.output.contains("[#stale-baseline]"))
    #expect(try bench.lint("baseline", "prune").output.hasSuffix("in 2 files; 4 gone.\n"))
    #expect(try bench.read(name) == text)
  }

  @Test func theBaselineIsFoundAtTheRepositorysRoot() throws {
    let bench = try Workbench()
    try bench.write("App/.git/HEAD")
    try bench.write("App/Sources/A.swift", "let a = Date()\n")
    let run = try bench.lint("baseline", "write", from: "App/Sources")
    #expect(run.output.hasPrefix("Wrote ../\(name): 1 finding "))
    #expect(try bench.read("App/\(name)").contains("\nSources/A.swift\n"))
    #expect(try bench.lint(from: "App").status == 0)
    #expect(try bench.lint("--baseline", "App/\(name)", "App").status == 0)
    #expect(try bench.lint("--baseline", "App/x", "App").status == 2)
    try bench.write("App/.swift-determinism-lint.yml")
    #expect(try bench.lint("App").status == 0, "it is found where the configuration is")
    let input = try bench.lint("--stdin-path", "App/Sources/A.swift", input: "let a = Date()\n")
    #expect(input.status == 0)
    let named = try bench.lint("--config", "App/.swift-determinism-lint.yml", "App")
    #expect(named.status == 0, "the file is in that repository all the same")
    let both = try bench.lint("--baseline", "App/\(name)", "--no-baseline")
    #expect(both.status == 64)
    // What a link leads to may be nobody's business.
    _ = try bench.shell("echo secret > secret; ln -sf ../secret App/\(name)")
    let link = try bench.lint(from: "App")
    #expect(link.status == 2 && !link.errors.contains("secret"))
  }

  /// Else the secrets of the machine would be in the log, as an excerpt.
  @Test func aNamedBaselineElsewhereIsNotShown() throws {
    let bench = try Workbench()
    try bench.write("secret", "PASSWORD: hunter2\n")
    try bench.write("App/.git/HEAD")
    for name in ["own", "own.yml"] { try bench.write("App/\(name)", "PASSWORD: x\n") }
    for path in ["../secret", bench.path + "/secret"] {
      let run = try bench.lint("--baseline", path, from: "App")
      #expect(
        run.status == 2 && run.errors.hasPrefix("../secret:1:1: error: this is not a baseline"))
      #expect(!run.errors.contains("PASSWORD"))
    }
    let own = try bench.lint("--baseline", "own.yml", from: "App")
    #expect(own.status == 2 && own.errors.contains("1 | PASSWORD: x"))
    #expect(try !bench.lint("--baseline", "own", from: "App").errors.contains("PASSWORD"))
  }

  @Test func aConfigurationNamesTheBaseline() throws {
    let bench = try Workbench()
    try bench.write("App/.git/HEAD")
    try bench.write("App/.swift-determinism-lint.yml", "baseline: lint/debt\n")
    try bench.write("App/Sources/A.swift", "let a = Date()\n")
    try bench.write("App/lint/README")
    // A name with a mistake in it would have all that is held reported.
    let none = try bench.lint(from: "App")
    #expect(none.status == 2 && none.output.isEmpty)
    #expect(
      none.errors
        == "error: there is no 'lint/debt'; 'swift-determinism-lint baseline write' writes it\n")
    #expect(try bench.lint("--no-baseline", from: "App").status == 1)
    let run = try bench.lint("baseline", "write", from: "App/Sources")
    #expect(run.output.hasPrefix("Wrote ../lint/debt: 1 finding "))
    #expect(try bench.read("App/lint/debt").contains("\n../Sources/A.swift\n"))
    #expect(try bench.lint(from: "App").status == 0)
    _ = try bench.shell("mv App/Sources/A.swift App/Sources/B.swift")
    #expect(try bench.lint(from: "App").errors.contains("(0 in the baseline, 1 moved)"))
  }

  @Test func fixLeavesAloneWhatIsInTheBaseline() throws {
    let bench = try baselined()
    try bench.write(
      ".swift-determinism-lint.yml", "replace: { date-init: { Date(): Date.current } }\n")
    try replace("(), Date()", with: "(), Date(), Date()", in: "Sources/Model.swift", of: bench)
    let run = try bench.lint("--fix")
    #expect(run.status == 0 && run.errors.contains("Fixed 1 of 1 finding in 1 file."))
    #expect(try bench.read("Sources/Model.swift").contains("(Date(), Date(), Date.current)"))
    #expect(try bench.read("Sources/Log.swift") == "let started = Date()\n")
    _ = try bench.shell("mv Sources/Log.swift Sources/Moved.swift")
    _ = try bench.lint("--fix")
    #expect(try bench.read("Sources/Moved.swift") == "let started = Date()\n")
    _ = try bench.lint("--fix", "--no-baseline")
    #expect(try bench.read("Sources/Moved.swift") == "let started = Date.current\n")
  }

  @Test func whySaysThatItIsInTheBaseline() throws {
    let bench = try baselined()
    try replace("(), Date()", with: "(), Date(), Date()", in: "Sources/Model.swift", of: bench)
    let run = try bench.lint("why", "Sources/Model.swift:3")
    let found = run.output.components(separatedBy: "not reported; in the baseline (\(name))")
    #expect(found.count == 3)
    #expect(run.output.components(separatedBy: "reported as an error").count == 2)
  }

  @Test func reportCounts() throws {
    let bench = try baselined()
    #expect(
      try bench.lint("baseline", "report").output == """
        RULE                 FINDINGS    SHARE  FILES
        date-init                   3   75.0 %      2
        dispatch-main-async         1   25.0 %      1
        total                       4  100.0 %      2

        """)
    func report(by grouping: String) throws -> [Substring] {
      try bench.lint("baseline", "report", "--by", grouping).output.split(separator: "\n")
    }
    #expect(
      try report(by: "rule") == bench.lint("baseline", "report").output.split(separator: "\n"))
    #expect(try report(by: "folder")[1] == "Sources         4  100.0 %      2")
    #expect(try report(by: "file")[1] == "Sources/Model.swift         3   75.0 %")
    let long = "Sources/\(String(repeating: "Folder/", count: 15))Long.swift"
    try bench.write(long, "let now = Date()\n")
    let table = try bench.lint("--quiet", "--format", "statistics", "--by", "file", "--no-baseline")
    #expect(table.output.contains("\nSources/Model.swift         3   60.0 %\n"))
    #expect(table.output.contains("\n\(long)         1   20.0 %\n"))
    try bench.shell("rm '\(long)'").expectSuccess()
    try bench.write("CODEOWNERS", "/Sources/Model.swift @b @a\n")
    #expect(
      try bench.lint("baseline", "report", "--by", "owner").output == """
        OWNER       FINDINGS    SHARE  FILES
        @a @b              3   75.0 %      1
        (no owner)         1   25.0 %      1
        total              4  100.0 %      2

        """)
    #expect(try bench.lint("baseline", "report", "--by", "team").status == 64)
    #expect(try bench.lint("baseline").status == 64)
    #expect(try bench.lint("baseline", "grow").errors.contains("not 'grow'"))
    #expect(try bench.lint("baseline", "prune", "--accept", "date-init").status == 64)
    let none = try Workbench()
    #expect(try none.lint("baseline", "report").status == 2)
    #expect(try none.lint("baseline", "write").status == 2)
    try none.write("a.swift")
    #expect(
      try none.lint("baseline", "write").output == "No findings, so no baseline was written.\n")
    #expect(try none.shell("ls -A").output == "a.swift\n")
  }

  /// Else the old side would pay for a second use of what the baseline holds, or lack what has
  /// moved.
  @Test func bothSidesOfAChangeAreHeldAgainstTheBaseline() throws {
    let bench = try baselined()
    bench.environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    let commit = "git -c user.name=A -c user.email=a@example.com commit -qm 1"
    let first = try bench.shell("git init -q && git add -A && \(commit)")
    try #require(first.status == 0, "\(first)")
    try replace("(), Date()", with: "(), Date(), Date()", in: "Sources/Model.swift", of: bench)
    _ = try bench.shell("git mv Sources/Log.swift Sources/Journal.swift; git add -A")
    for arguments in [["--staged", "--new"], ["--staged"], ["--since", "HEAD"]] {
      let run = try bench.lint((arguments + ["--format", "short"]).map { Array($0.utf8) })
      #expect(run.status == 1 && run.output.hasPrefix("Sources/Model.swift:3:25: error: "))
      #expect(run.output.split(separator: "\n").count == 1)
      #expect(run.errors.contains("(3 in the baseline, 1 moved)"))
    }
    _ = try bench.shell("echo >> \(name)")
    let unstaged = try bench.lint("--staged")
    #expect(unstaged.errors.contains("warning: '\(name)' has changes that are not staged; "))
  }

  @Test func sarifHasTheBaselineOnRequest() throws {
    let bench = try baselined()
    let plain = try bench.lint("--format", "sarif").output
    #expect(!plain.contains("baselineState"))
    let all = try bench.lint("--format", "sarif", "--include-suppressed").output
    #expect(all.components(separatedBy: "\"unchanged\"").count == 5)
    _ = try bench.shell("mv Sources/Log.swift Sources/Journal.swift")
    let moved = try bench.lint("--format", "sarif", "--include-suppressed").output
    #expect(moved.components(separatedBy: "\"unchanged\"").count == 5)
  }
}
