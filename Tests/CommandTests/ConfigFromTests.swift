import Testing

/// `--config-from`: who is judged does not choose the rules.
@Suite struct ConfigFromTests {
  private let bench: Workbench
  private let name = ".swift-determinism-lint.yml"

  /// A repository whose branch `main` is strict and whose working tree allows everything.
  init() throws {
    bench = try Workbench()
    for name in ["AUTHOR", "COMMITTER"] {
      bench.environment["GIT_\(name)_NAME"] = "A"
      bench.environment["GIT_\(name)_EMAIL"] = "a@example.com"
    }
    try bench.write(name, "extends: shared/base.yml\nrules: [Rules]\nexclude: [Generated]\n")
    try bench.write("shared/base.yml", "packs: [core]\n")
    try bench.write(
      "Rules/own.yml",
      "pack: own\nrules:\n  - { id: no-print, message: no printing, ban: [\"print(_:)\"] }\n")
    try bench.write("sub/\(name)", "packs: [random]\n")
    try bench.write("Old.swift", "let old = Date()\n")
    try bench.write("Known.swift", "let known = Date()\n")
    try bench.write("Generated/G.swift", "let generated = Date()\n")
    try bench.write("sub/S.swift", "let one = UUID()\n")
    try bench.shell("git init -q -b main . && $tool baseline write Known.swift").expectSuccess()
    try bench.shell("git add . && git commit -qm base && git switch -qc pr").expectSuccess()
    try bench.write(name, "exclude: [\"*\"]\n")
    try bench.write("New.swift", "func new() { print(Date()) }\n")
    try bench.write("sub/S.swift", "let one = UUID()\nlet two = UUID()\n")
    try bench.shell("git rm -qr Rules shared sub/\(name) && git add . && git commit -qm silence")
      .expectSuccess()
  }

  private func found(_ arguments: String..., from folder: String = "") throws -> [String] {
    let arguments = ["--format", "short", "--quiet", "--config-from", "main"] + arguments
    let run = try bench.lint(arguments.map { Array($0.utf8) }, from: folder)
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map {
      "\($0.split(separator: ": ")[0]) \($0.split(separator: "[#").last!.dropLast())"
    }
  }

  private var mainCommit: String {
    get throws {
      String(try bench.shell("git rev-parse --short=7 main").output.prefix(7))
    }
  }

  @Test func everySettingIsThatOfTheRevision() throws {
    let without = try bench.lint()
    #expect(without.status == 2)
    #expect(without.errors.hasPrefix("error: no file was checked"))
    let all = [
      "New.swift:1:14 no-print", "New.swift:1:20 date-init", "Old.swift:1:11 date-init",
      "sub/S.swift:1:11 uuid-init", "sub/S.swift:2:11 uuid-init",
    ]
    #expect(try found() == all)
    #expect(
      try found("sub/S.swift", "New.swift", "Generated/G.swift") == [0, 1, 3, 4].map { all[$0] })
    #expect(
      try found("../New.swift", from: "sub")
        == ["../New.swift:1:14 no-print", "../New.swift:1:20 date-init"])
    let run = try bench.lint("--config-from", "main")
    #expect(
      run.errors
        == "sub/\(name):1:8: note: 'packs' leaves out 'core', which '\(name)' turns on; "
        + "write 'extends: ../\(name)' to keep it, or 'severity: { core: off }' to hide this note\n"
        + "Checked 4 files (1 excluded) against 17 rules: 5 errors, 0 warnings "
        + "(1 in the baseline). Configurations: \(name), sub/\(name), from 'main' (\(try mainCommit))\n"
    )
  }

  @Test func aChangeIsJudgedByTheRevision() throws {
    let introduced = [
      "New.swift:1:14 no-print", "New.swift:1:20 date-init", "sub/S.swift:2:11 uuid-init",
    ]
    #expect(try found("--since", "main") == introduced)
    try bench.write("More.swift", "let more = Date()\n")
    try bench.shell("git add . && rm \(name)").expectSuccess()
    let staged = try bench.lint("--staged", "--format", "short", "--config-from", "main")
    #expect(staged.output.hasPrefix("More.swift:1:12: error:"))
    // What lies on the disk is of no interest, so neither is what is staged of it.
    #expect(staged.errors.hasPrefix("Checked 1 staged file against 6 rules: 1 error"))
    #expect(
      try found("--staged", "--new") == ["More.swift:1:12 date-init"])
  }

  @Test func otherCommandsGoByTheRevision() throws {
    let why = try bench.lint("why", "--config-from", "main", "New.swift:1:14")
    #expect(why.output.contains("no-print matches with 'print(_:)': reported as an error"))
    let rules = try bench.lint("rules", "--config-from", "main", "no-print")
    #expect(rules.output.contains("no-print: error, pack own"))
    try bench.shell("rm .swift-determinism-baseline").expectSuccess()
    let report = try bench.lint("baseline", "report", "--config-from", "main")
    #expect(report.output.contains("\ndate-init         1  100.0 %      1\n"))
    let standardInput = try bench.lint(
      "--config-from", "main", "--stdin-path", "sub/X.swift", "--format", "short",
      input: "let x = UUID()\n")
    #expect(standardInput.output.contains("[#uuid-init]"))
    let named = try bench.lint(
      "--config-from", "main", "--config", "sub/\(name)", "--format", "short", "New.swift")
    #expect(named.status == 0)
    let listed = try bench.lint(
      "--config-from", "main", "--rules", "Rules", "--only-rule", "no-print", "--quiet",
      "--format", "short", "New.swift")
    #expect(listed.output.hasPrefix("New.swift:1:14: error: no printing"))
    for verb in ["write", "prune"] {
      let refused = try bench.lint("baseline", verb, "--config-from", "main")
      #expect(refused.status == 64)
      #expect(refused.errors.hasPrefix("error: 'baseline \(verb)' uses the settings of the"))
    }
  }

  @Test func noConfigurationThereIsSaid() throws {
    try bench.shell(
      "git checkout -q --orphan empty && git rm -qrf . && git commit -q --allow-empty -m e"
    ).expectSuccess()
    try bench.write(name, "severity: { date-init: off }\n")
    try bench.write("A.swift", "let a = Date()\n")
    let run = try bench.lint("--config-from", "HEAD", "--format", "short")
    #expect(run.status == 1)
    let commit = try bench.shell("git rev-parse --short=7 HEAD").output.prefix(7)
    #expect(
      run.errors
        == "Checked 1 file against 5 rules: 1 error, 0 warnings. "
        + "No configuration in 'HEAD' (\(commit)).\n")
  }

  @Test func whatCannotBeReadIsAnError() throws {
    let unknown = try bench.lint("--config-from", "mian")
    #expect(unknown == Run(status: 2, output: "", errors: "error: unknown revision 'mian'\n"))
    #expect(try bench.lint("--config-from", "main:Old.swift").status == 2)
    for (value, message) in [
      ("", "the value of '--config-from' is empty"),
      ("--all", "'--config-from' takes a revision, not '--all'"),
      ("a..b", "'--config-from' takes one revision, not the range 'a..b'; use '--config-from a'"),
    ] {
      let run = try bench.lint("--config-from", value)
      #expect(run.status == 64)
      #expect(run.errors.hasPrefix("error: \(message)\n"))
    }
    #expect(try bench.lint("--watch", "--config-from", "main").status == 64)
    let elsewhere = try bench.shell("cd / && $tool --config-from main")
    #expect(elsewhere.status == 2)
    #expect(elsewhere.errors.hasPrefix("error: not a git repository"))
  }

  @Test func mistakesOfTheRevisionAreNotLookedForOnTheDisk() throws {
    try bench.write(name, "pakcs: [core]\n")
    try bench.shell("git commit -qam bad && git branch bad").expectSuccess()
    try bench.write(name, "packs: [core]\n")
    let run = try bench.lint("--config-from", "bad")
    #expect(run.status == 2)
    let commit = try bench.shell("git rev-parse --short=7 bad").output.prefix(7)
    #expect(run.errors.hasPrefix("\(name):1:1: error: unknown key 'pakcs'"))
    #expect(
      run.errors.hasSuffix(
        "note: settings are read from 'bad' (\(commit)), not from the working tree\n"))
  }

  /// Links of the revision are followed in the revision; those of the disk decide nothing.
  @Test func linksAreThoseOfTheRevision() throws {
    try bench.shell(
      """
      git switch -qc links main && mv \(name) real.yml && ln -s real.yml \(name) &&
        mv Rules Kept && ln -s Kept Rules && git add . && git commit -qm links
      """
    ).expectSuccess()
    try bench.shell("rm Rules real.yml && mkdir Rules && mkdir -p x/Rules && ln -sfn x shared")
      .expectSuccess()
    try bench.write("New.swift", "func new() { print(Date()) }\n")
    let run = try bench.lint("--config-from", "links", "--format", "short", "New.swift")
    #expect(run.output.contains("[#no-print]"))
    #expect(run.output.contains("[#date-init]"))
  }

  @Test(arguments: ["/etc/hostname", "../outside.yml", "Rules/../../outside.yml"])
  func nothingOutsideIsRead(target: String) throws {
    try bench.shell("mkdir -p /tmp && git switch -qc out main").expectSuccess()
    try bench.shell("rm -f \(name) && ln -s \(target) \(name) && git commit -qam out")
      .expectSuccess()
    let link = try bench.lint("--config-from", "out")
    #expect(link.status == 2)
    #expect(
      link.errors.hasPrefix("error: '\(name)' is outside of the repository; it is not read\n"))
    try bench.shell("rm \(name)").expectSuccess()
    try bench.write(name, "extends: \(target)\n")
    try bench.shell("git commit -qam out").expectSuccess()
    let named = try bench.lint("--config-from", "out")
    #expect(named.status == 2)
    #expect(named.errors.contains("is outside of the repository; it is not read"))
  }

  @Test func aPartialCloneSaysWhatItLacks() throws {
    try bench.shell("git config uploadpack.allowFilter true").expectSuccess()
    try bench.shell("git clone -q --filter=blob:none -b pr file://$PWD copy").expectSuccess()
    let run = try bench.lint("--config-from", "origin/main", from: "copy")
    #expect(run.status == 2)
    #expect(run.errors.contains("it is not in this partial clone; fetch it or clone without"))
  }
}
