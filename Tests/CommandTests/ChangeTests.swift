import Testing

/// `--staged`, `--new` and `--since` with the real git; the states that a commit may be in are in
/// Tests/Integration/scenes/git.
@Suite struct ChangeTests {
  private let bench: Workbench

  /// A repository with a commit of an old finding and of a file without any.
  init() throws {
    bench = try Workbench()
    for name in ["AUTHOR", "COMMITTER"] {
      bench.environment["GIT_\(name)_NAME"] = "A"
      bench.environment["GIT_\(name)_EMAIL"] = "a@example.com"
    }
    try bench.write("Old.swift", "func old() {\n  print(Date())\n}\n")
    try bench.write("Sources/Clean.swift", "func clean() {}\n")
    try bench.shell("git init -q -b main . && git add . && git commit -qm base")
      .expectSuccess()
  }

  /// The texts of a change are read again where code was moved, and git may be gone by then.
  @Test func aGitThatIsGoneAtTheSecondReadingIsTold() throws {
    try bench.write("Old.swift", "func renamed() {\n  print(Date())\n}\n")
    try bench.shell("git add . && git commit -qm r").expectSuccess()
    try bench.write("Old.swift", "func other() {\n  print(Date())\n}\n")
    try bench.write(
      "bin/git",
      """
      #!/bin/sh
      case " $* " in *" cat-file "*) /bin/rm -- "$0" ;; esac
      exec /usr/bin/git "$@"

      """)
    try bench.shell("chmod +x bin/git").expectSuccess()
    bench.environment["PATH"] = "\(bench.path)/bin"
    let run = try bench.lint("--since", "HEAD", "Old.swift")
    #expect(run.status == 2)
    #expect(run.errors.contains("error: cannot run 'git'"), "\(run.errors)")
    #expect(run.errors.contains("Checked 1 changed file"), "\(run.errors)")
  }

  @Test func whatGitCannotDoIsAnError() throws {
    let unknown = try bench.lint("--since", "mian")
    #expect(unknown == Run(status: 2, output: "", errors: "error: unknown revision 'mian'\n"))
    bench.environment["PATH"] = bench.path
    let without = try bench.lint("--staged")
    #expect(without.status == 2)
    #expect(without.errors == "error: cannot run 'git' (No such file or directory)\n")
  }
}

extension Workbench {
  fileprivate func lint(_ arguments: [String]) throws -> Run {
    try lint(arguments.map { Array($0.utf8) })
  }
}

extension Run {
}
