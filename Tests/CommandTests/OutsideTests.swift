import Testing

/// What lies outside a repository is neither read nor written where a link or a path in the
/// repository leads there. Each way is in Tests/Integration/scenes/hostile.
@Suite struct OutsideTests {
  private let bench: Workbench
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
}
