import Reporters
import Testing

@Suite struct ArgumentTests {
  static let subcommands = [
    "lint", "rules", "why", "trace", "verify", "dump-tokens", "dump-tree", "completions", "help",
    "version",
  ]
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  @Test func severalPacksAreNamedAtOnce() throws {
    #expect(
      try bench.lint("rules", "--pack", "time,random")
        == bench.lint("rules", "--pack=time", "--pack=random"))
    let all = try bench.lint("rules", "--pack", "all")
    #expect(all.output.contains("\nuuid-init ") && all.output.contains("\nurlsession-shared "))
    #expect(!all.errors.contains("Packs that are off"))
  }

  @Test(arguments: subcommands)
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
    #expect(Self.subcommands.allSatisfy { run.output.contains("\n  \($0) ") })
  }
}
