import Testing

@Suite struct InitHookTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    #expect(try bench.shell("git init -q").status == 0)
  }

  @Test func installsAHookThatGitRuns() throws {
    try bench.write("Sources/A.swift")
    let run = try bench.lint("init", "--hook")
    #expect(
      run
        == Run(
          status: 0,
          output: """
            Wrote .git/hooks/pre-commit: a commit that adds a finding is refused.
            A clone has no hooks: everybody must run 'swift-determinism-lint init --hook' once.

            """, errors: ""))
    let text = try bench.read(".git/hooks/pre-commit")
    #expect(text.hasPrefix("#!/bin/sh\n"))
    #expect(text.hasSuffix("\nexec swift-determinism-lint --staged --new\n"))
    #expect(try bench.shell("test -x .git/hooks/pre-commit").status == 0)
    let again = try bench.lint("init", "--hook", from: "Sources")
    #expect(
      again.output.hasSuffix("/.git/hooks/pre-commit' runs swift-determinism-lint already.\n"))
    #expect(try bench.read(".git/hooks/pre-commit") == text)
  }

  /// A missing tool neither stops the commit nor is passed over in silence.
  @Test func theHookSaysThatTheToolIsMissing() throws {
    _ = try bench.lint("init", "--hook")
    let run = try bench.shell("PATH=/usr/bin:/bin .git/hooks/pre-commit")
    #expect(
      run
        == Run(
          status: 0, output: "",
          errors: "swift-determinism-lint is not installed; commit not linted\n"))
  }

  @Test func dryRunPrintsTheHook() throws {
    let run = try bench.lint("init", "--hook", "--dry-run")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("Would write .git/hooks/pre-commit:\n\n#!/bin/sh\n"))
    #expect(try bench.shell("ls .git/hooks/pre-commit").status != 0)
  }

  @Test func aHookStaysAsItIs() throws {
    try bench.write(".git/hooks/pre-commit", "#!/bin/sh\nmake check\n")
    let run = try bench.shell("chmod +x .git/hooks/pre-commit && $tool init --hook")
    #expect(
      run
        == Run(
          status: 0,
          output: """
            '.git/hooks/pre-commit' exists already and was not changed; add this line to it:

            swift-determinism-lint --staged --new || exit 1

            """, errors: ""))
    #expect(try bench.read(".git/hooks/pre-commit") == "#!/bin/sh\nmake check\n")
  }

  @Test func aHookThatGitPassesOverRunsNothing() throws {
    _ = try bench.lint("init", "--hook")
    let run = try bench.shell("chmod -x .git/hooks/pre-commit && $tool init --hook")
    #expect(
      run
        == Run(
          status: 0,
          output: """
            '.git/hooks/pre-commit' names swift-determinism-lint already.

            Git skips the hook, because it is not executable; run this:

            chmod +x '.git/hooks/pre-commit'

            """, errors: ""))
  }

  @Test func aCommentRunsNothing() throws {
    try bench.write(
      ".git/hooks/pre-commit", "#!/bin/sh\n  # once swift-determinism-lint ran here\nmake check\n")
    let run = try bench.shell("chmod +x .git/hooks/pre-commit && $tool init --hook")
    #expect(run.status == 0)
    #expect(
      run.output == """
        '.git/hooks/pre-commit' exists already and was not changed; add this line to it:

        swift-determinism-lint --staged --new || exit 1

        """)
  }

  @Test func hooksPathAndWorktreesAreFollowed() throws {
    let run = try bench.shell(
      """
      export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
      git commit -q --allow-empty -m first && git worktree add -q tree
      (cd tree && $tool init --hook) && test -x .git/hooks/pre-commit && rm .git/hooks/pre-commit
      git config core.hooksPath .githooks && mkdir sub
      (cd sub && $tool init --hook) && test -x .githooks/pre-commit && rm .githooks/pre-commit
      mkdir out && git config core.hooksPath "$HOME/hooks"
      $tool init --hook && test -x "$HOME/hooks/pre-commit"
      """)
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output.hasSuffix(
        "'core.hooksPath' is outside of this repository; other repositories may run the hook, too.\n"
      ))
    #expect(run.output.split(separator: "\n").count == 6)
  }

  @Test(arguments: [
    (
      "lefthook.yml", "lefthook", "'lefthook.yml'",
      "      run: swift-determinism-lint --staged --new"
    ),
    (".husky/pre-push", "husky", "'.husky/pre-commit'", "swift-determinism-lint --staged --new"),
    (
      ".pre-commit-config.yaml", "pre-commit", "'repos' in '.pre-commit-config.yaml'",
      "      entry: swift-determinism-lint --staged --new"
    ),
    (
      ".overcommit.yml", "overcommit", "'.overcommit.yml'",
      "    command: [swift-determinism-lint, --staged, --new]"
    ),
  ])
  func aManagerIsToldOf(file: String, manager: String, target: String, line: String) throws {
    try bench.write(file, "")
    let run = try bench.lint("init", "--hook")
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.hasPrefix("\(manager) manages the hooks of this repository ("))
    #expect(run.output.contains("; add this to \(target):\n\n"))
    #expect(run.output.split(separator: "\n").contains(Substring(line)))
    #expect(try bench.shell("ls .git/hooks/pre-commit").status != 0)
  }

  @Test func thereIsNoRepository() throws {
    let bench = try Workbench()
    let run = try bench.shell("GIT_CEILING_DIRECTORIES=/ $tool init --hook")
    #expect(run.status == 2 && run.output == "")
    #expect(run.errors.hasPrefix("error: not a git repository"))
  }
}
