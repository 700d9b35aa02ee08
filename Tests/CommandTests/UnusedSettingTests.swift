import Foundation
import Testing

/// Settings that do nothing, and nobody would notice.
@Suite struct UnusedSettingTests {
  private let bench: Workbench
  private let name = ".swift-determinism-lint.yml"

  init() throws {
    bench = try Workbench()
    try bench.write("Sources/World.swift", "struct World { let now = Date() }\n")
    try bench.write("Tests/T.swift", "let one = 1\n")
  }

  /// The places and messages of the warnings, e.g. `1:11 …`.
  private func warnings(_ configuration: String, _ arguments: String...) throws -> [String] {
    try bench.write(name, configuration)
    let arguments = ["--format", "short", "--quiet"] + arguments
    let run = try bench.lint(arguments.map { Array($0.utf8) }, from: "", input: [])
    return run.output.split(separator: "\n").filter { $0.contains("[#unused-setting]") }.map {
      let parts = $0.split(separator: ": warning: ")
      return parts[0].dropFirst(name.count + 1) + " "
        + parts[1].dropLast(" [#unused-setting]".count)
    }
  }

  private func noFile(_ glob: String, _ key: String) -> String {
    "no file that was linted matches '\(glob)'; name its new place, or remove it from '\(key)'"
  }

  @Test func pathsThatMatchNothingAreNamed() throws {
    #expect(try warnings("include: [Sources, Test]") == ["1:20 \(noFile("Test", "include"))"])
    #expect(try warnings("include: [Test]") == ["1:11 \(noFile("Test", "include"))"])
    #expect(
      try warnings("exclude: [Tests, Gone, '*.md']") == [
        "1:18 nothing matches 'Gone'; remove it from 'exclude'",
        "1:24 nothing matches '*.md'; remove it from 'exclude'",
      ])
    #expect(
      try warnings("overrides: [{files: [Tests, Gone], severity: {date-init: off}}]")
        == ["1:29 \(noFile("Gone", "files"))"])
  }

  @Test func aPartOfTheProjectDoesNotKnow() throws {
    #expect(try warnings("include: [Sources, Test]", "Sources") == [])
    #expect(try warnings("include: [Sources, Test]", ".", "--only-rule", "date-init") == [])
    #expect(try warnings("own-types: [Timer]", "--stdin-path", "a.swift") == [])
  }

  @Test func whatComesAndGoesMayBeExcluded() throws {
    try bench.write(".git/HEAD")
    try bench.write(".gitignore", "Generated/\n*.pb.swift\n")
    try bench.write("Docs/a.md")
    let globs = [
      "Generated", "**/Generated/**", "Sources/Generated", "*.pb.swift", ".build", "Pods",
      "**/DerivedData", "Docs", "Docs/**",
    ]
    #expect(try warnings("exclude: ['\(globs.joined(separator: "', '"))']") == [])
  }

  @Test func headersAndTypesThatNothingIsFoundWithAreNamed() throws {
    #expect(
      try warnings("allow-inside: { date-init: [struct World, struct Moon] }") == [
        "1:43 'struct Moon' allows nothing that 'date-init' finds; remove it from 'allow-inside'"
      ])
    #expect(
      try warnings(
        """
        overrides:
          - files: [Tests]
            allow-inside: { date-init: [struct World] }
        """) == [
          "3:33 'struct World' allows nothing that 'date-init' finds; remove it from 'allow-inside'"
        ])
    #expect(
      try warnings("own-types: { Date: [Sources], Timer: [Sources] }") == [
        "1:31 no finding is about the type 'Timer'; remove it from 'own-types'"
      ])
  }

  /// A configuration below may stand where a run of the whole project does not look.
  @Test func whatOneAboveLeavesOutIsNotJudged() throws {
    try bench.write("Kit/\(name)", "include: [Source]\n")
    try bench.write("Kit/K.swift")
    #expect(try warnings("packs: [core]").count == 1)
    #expect(try warnings("include: [Sources]") == [])
  }
}

/// Each file has the baseline of its own repository.
@Suite struct SeveralBaselinesTests {
  private let bench: Workbench
  private let name = ".swift-determinism-baseline"

  init() throws {
    bench = try Workbench()
    for folder in ["a", "b"] {
      try bench.write("\(folder)/.git/HEAD")
      try bench.write("\(folder)/A.swift", "let a = Date()\n")
      _ = try bench.lint("baseline", "write", from: folder)
    }
  }

  @Test(arguments: [["a", "b"], ["b", "a"], ["."], ["a/A.swift", "b"], ["--jobs", "1"]])
  func theyAreAllUsed(arguments: [String]) throws {
    let run = try bench.lint(arguments.map { Array($0.utf8) })
    #expect(run.status == 0 && run.errors.contains("(2 in the baseline)"), "\(run)")
  }

  @Test func whatIsNewOrGoneIsSoInItsOwn() throws {
    try bench.write("a/A.swift", "let a = 1\n")
    try bench.write("b/A.swift", "let a = Date()\nlet b = Date()\n")
    let run = try bench.lint("--format", "short", "--strict-baseline")
    let lines = run.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(lines == ["b/A.swift:2:9:", "a/\(name):4:3:"])
  }

  @Test func eachIsWrittenAlone() throws {
    #expect(try bench.lint("baseline", "prune", "a", "b").status == 64)
    try bench.write("c/.git/HEAD")
    try bench.write("c/A.swift", "let a = Date()\n")
    let above = try bench.lint("baseline", "write")
    #expect(
      above.status == 0 && above.errors.hasPrefix("note: skipped 1 file in other repositories, "))
    #expect(!FileManager.default.fileExists(atPath: "\(bench.path)/\(name)"))
  }

  @Test func oneThatCannotBeReadEndsTheRun() throws {
    try bench.write("b/\(name)", "<<<<<<< HEAD\n")
    for arguments in [["."], ["a", "b"]] {
      let run = try bench.lint(arguments.map { Array($0.utf8) })
      #expect(run.status == 2 && run.errors.contains("b/\(name):1:1: error: "), "\(run)")
    }
  }
}

/// A nested configuration that drops packs.
@Suite struct LeftOutPackTests {
  private let bench: Workbench
  private let name = ".swift-determinism-lint.yml"

  init() throws {
    bench = try Workbench()
    try bench.write("a.swift", "let a = 1\n")
    try bench.write("sub/b.swift", "let b = 1\n")
    try bench.write("sub/c/d.swift", "let d = 1\n")
    try bench.write(name)
  }

  @Test func itIsNotedOnce() throws {
    try bench.write("sub/\(name)", "packs: [random]\n")
    let note =
      "sub/\(name):1:8: note: 'packs' leaves out 'core', which '\(name)' turns on; "
      + "write 'extends: ../\(name)' to keep it, or 'severity: { core: off }' to hide this note\n"
    #expect(try bench.lint().errors.hasPrefix(note + "Checked "))
    #expect(try bench.lint("sub/c/d.swift").errors.hasPrefix(note + "Checked "))
    #expect(try bench.lint("--quiet").errors == "")
    #expect(try bench.lint("a.swift").errors.hasPrefix("Checked "))
  }

  @Test(arguments: [
    "packs: [random]\nseverity: { core: off }",
    "packs: [random]\nextends: ../.swift-determinism-lint.yml",
    "packs: []\nenable: [uuid-init]", "packs: [core, random]", "severity: { date-init: warning }",
  ])
  func whatIsMeantIsNot(configuration: String) throws {
    try bench.write("sub/\(name)", configuration)
    #expect(try bench.lint().errors.hasPrefix("Checked 3 files "))
  }

  @Test func aPackThatIsOnIsNotTurnedOffSo() throws {
    try bench.write("sub/\(name)", "packs: [core]\nseverity: { core: off }\n")
    #expect(try bench.lint().status == 2)
  }
}
