import Testing

/// What lies outside a repository is neither read nor written where a link or a path in the
/// repository leads there. Each way is in Tests/Integration/scenes/hostile.
@Suite struct OutsideTests {
  private let bench: Workbench
  private let words = "It leads out of the repository"
  private let name = ".swift-determinism-lint.yml"

  init() throws {
    bench = try Workbench()
    try bench.write("outside/O.swift", "let o = now()\n")
    try bench.write("outside/empty")
    try bench.write("repo/A.swift", "let a = now()\n")
    try bench.write(
      "repo/rules.yml",
      "pack: own\nrules:\n  - { id: now, message: no, ban: [now()], replace: { now(): then } }\n")
    try bench.write("repo/\(name)", "packs: []\nrules: [rules.yml]\n")
    try bench.shell("git init -q repo && ln -s ../outside repo/away").expectSuccess()
    try bench.shell("cd repo && ln -s ../outside/O.swift L.swift && ln -s ../outside/new link")
      .expectSuccess()
  }

  private func lint(_ arguments: String..., input: String = "") throws -> Run {
    try bench.lint(
      arguments.map { Array($0.utf8) }, from: "repo", input: Array(input.utf8))
  }

  @Test(arguments: [
    "extends: away/none.yml", "extends: ../outside/none.yml", "rules: [away]",
    "baseline: away/none", "baseline: ../outside/none", "rules: [../gone/none.yml]",
  ])
  func aSettingLeadsNowhereElse(setting: String) throws {
    try bench.write("repo/\(name)", setting + "\n")
    for arguments in [["A.swift"], ["baseline", "write"]] {
      let run = try bench.lint(arguments.map { Array($0.utf8) }, from: "repo")
      #expect(run.status == 2)
      // Whether something is there is not told, either.
      #expect(run.errors.contains("is outside of the repository; it is not read"))
    }
    #expect(try bench.shell("ls outside").output == "O.swift\nempty\n")
  }

  @Test(arguments: [
    ["--output", "sarif:link"], ["--output", "text:away/new"], ["--fix", "L.swift"],
    ["--fix", "away/O.swift"],
  ])
  func nothingIsWrittenThroughALink(arguments: [String]) throws {
    let run = try bench.lint(arguments.map { Array($0.utf8) }, from: "repo")
    #expect(run.status == 2)
    #expect(run.errors.contains("(\(words))"))
    let outside = try bench.shell("ls outside; cat outside/*").output
    #expect(outside == "O.swift\nempty\nlet o = now()\n")
  }

  /// Nor is anything of git's, or by a link that leads to another file of the repository.
  @Test(arguments: [
    ("--output=short:to-git", "It is in git's folder"),
    ("--output=short:.git/new", "It is in git's folder"),
    ("--output=short:A/../.GIT/new", "It is in git's folder"),
    ("--output=short:.git", "It is in git's folder"),
    ("--output=short:to-A", "A link in the repository leads to it"),
    ("--output=short:to-folder/new", "A link in the repository leads to it"),
    ("--fix=to-A", "A link in the repository leads to it"),
  ])
  func nothingIsWrittenThroughALinkInside(argument: String, reason: String) throws {
    try bench.shell("cd repo && ln -s .git/config to-git && mkdir A && ln -s A to-folder")
      .expectSuccess()
    try bench.shell("cd repo && ln -s A.swift to-A").expectSuccess()
    let script = "find repo -type f | sort | xargs cat; find repo | sort"
    let before = try bench.shell(script).output
    let arguments = argument.hasPrefix("--fix=") ? ["--fix", "to-A"] : [argument, "A.swift"]
    let run = try bench.lint(arguments.map { Array($0.utf8) }, from: "repo")
    #expect(run.status == 2)
    #expect(run.errors.contains("(\(reason))"))
    #expect(try bench.shell(script).output == before)
  }

  /// As each input of a build action is a link: there is no repository, and what is linked lies
  /// elsewhere. The patch is for where it lies.
  @Test func aForestOfLinksIsFixedWhereItGrows() throws {
    try bench.shell("mkdir -p forest/Sources && cp repo/rules.yml repo/\(name) forest")
      .expectSuccess()
    try bench.shell("ln -s ../../outside/O.swift forest/Sources/A.swift").expectSuccess()
    let run = try bench.lint(
      ["--fix", "Sources/A.swift"].map { Array($0.utf8) }, from: "forest")
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "error: cannot fix 'Sources/A.swift' (A link leads out of the folder)\n"))
    let patch = try bench.lint(
      ["--fix", "--diff", "-q", "./Sources//A.swift"].map { Array($0.utf8) }, from: "forest")
    #expect(patch.output.hasPrefix("--- a/Sources/A.swift\n+++ b/Sources/A.swift\n"))
    #expect(try bench.read("outside/O.swift") == "let o = now()\n")
    try bench.shell("mkdir -p tree/Sources && cp outside/O.swift tree/Sources/A.swift")
      .expectSuccess()
    try bench.write("patch", patch.output)
    try bench.shell("cd tree && git apply ../patch").expectSuccess()
    #expect(try bench.read("tree/Sources/A.swift") == "let o = then\n")
  }

  @Test func aStampStaysInTheRepository() throws {
    try bench.write("repo/A.swift", "let a = 1\n")
    #expect(
      try lint("--stamp", "link", "A.swift").errors.hasPrefix(
        "error: cannot write to 'link' (\(words))\n"))
    #expect(try lint("--stamp", "../stamp.swift", "A.swift").status == 0)
    #expect(try bench.read("stamp.swift") == "// Linted.\n")
  }

  @Test func aBaselineIsNotWrittenThroughALink() throws {
    for target in ["empty", "none"] {
      try bench.shell("ln -sfn ../outside/\(target) repo/.swift-determinism-baseline")
        .expectSuccess()
      #expect(try lint("baseline", "write").status == 2)
      #expect(try bench.shell("ls outside; cat outside/empty").output == "O.swift\nempty\n")
    }
  }

  @Test(arguments: ["list", "-"])
  func aListStaysInTheRepository(name: String) throws {
    let list = "A.swift\nL.swift\n../outside/O.swift\n"
    try bench.write("repo/list", list)
    let run = try lint("--files-from", name, "--format", "short", input: list)
    #expect(run.status == 2)
    #expect(run.output == "A.swift:1:9: error: no [#now]\n")
    #expect(
      run.errors.hasPrefix(
        "error: cannot read '../outside/O.swift' (\(words))\n"
          + "error: cannot read 'L.swift' (\(words))\n"))
    // The folder above the repository may be a link, as '/tmp' is on macOS.
    try bench.shell("ln -sfn . above").expectSuccess()
    let above = "\(bench.path)/above/repo"
    let named = try lint("--files-from", "\(above)/list", "--format", "short")
    #expect(named.output == "A.swift:1:9: error: no [#now]\n")
    try bench.shell("ln -sfn ../outside/O.swift repo/link-to-list").expectSuccess()
    let led = try lint("--files-from", "\(above)/link-to-list")
    #expect(led.errors.contains("(A link in the repository leads to it)"))
    // A person means what the command line says.
    #expect(try lint("--format", "short", "L.swift").output.hasPrefix("L.swift:1:9: error:"))
  }

  @Test func aFixtureElsewhereIsNotShown() throws {
    try bench.write("outside/now.swift", "let secret = now()  // expect: now\n")
    try bench.shell("mkdir -p repo/Fixtures && ln -s ../../outside repo/Fixtures/Rules")
      .expectSuccess()
    let run = try lint("rules", "now")
    #expect(run.status == 0)
    #expect(!run.output.contains("secret"))
  }
}
