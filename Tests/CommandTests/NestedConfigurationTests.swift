import Foundation
import Testing

/// Several configurations in one project, and what they may name.
@Suite struct NestedConfigurationTests {
  let bench: Workbench
  let name = ".swift-determinism-lint.yml"

  init() throws {
    bench = try Workbench()
    try bench.write(".git/HEAD")
    try bench.write("a.swift", "let a = Date()\n")
    try bench.write("sub/b.swift", "let b = (Date(), UUID())\n")
    try bench.write("sub/Tests/c.swift", "let c = (Date(), UUID())\n")
  }

  /// Places and rules, e.g. `a.swift:1:9 date-init`.
  func found(_ arguments: String..., from folder: String = "", input: String = "") throws
    -> [String]
  {
    let arguments = ["--format", "short", "--quiet"] + arguments
    let run = try bench.lint(
      arguments.map { Array($0.utf8) }, from: folder, input: Array(input.utf8))
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map { line in
      let place = line.split(separator: ": ")[0]
      return "\(place) \(line.split(separator: "[#").last!.dropLast())"
    }
  }

  func receipt(_ arguments: String..., from folder: String = "") throws -> String {
    let run = try bench.lint(arguments.map { Array($0.utf8) }, from: folder)
    return run.errors.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func eachFileHasTheNearestFromAnyWorkingDirectory() throws {
    try bench.write(name, "packs: [core]\n")
    try bench.write("sub/\(name)", "packs: [random]\nallow: { uuid-init: [Tests] }\n")
    let all = ["a.swift:1:9 date-init", "sub/b.swift:1:18 uuid-init"]
    #expect(try found() == all)
    #expect(try found("sub/Tests/c.swift", "sub/b.swift", "a.swift") == all)
    #expect(
      try found("../../a.swift", "..", from: "sub/Tests")
        == ["../../a.swift:1:9 date-init", "../b.swift:1:18 uuid-init"])
    let text = "let x = (Date(), UUID())\n"
    #expect(
      try found("--stdin-path", "sub/new/x.swift", input: text)
        == ["sub/new/x.swift:1:18 uuid-init"])
    #expect(
      try found("--stdin-path", bench.path + "/y.swift", from: "sub", input: text)
        == [bench.path + "/y.swift:1:10 date-init"])
    #expect(try found("--config", name, "sub/b.swift") == ["sub/b.swift:1:10 date-init"])
    #expect(
      try receipt()
        == "Checked 3 files against 16 rules: 2 errors, 0 warnings (1 allowed by path). "
        + "Configurations: \(name), sub/\(name)")
    #expect(try receipt("sub/b.swift").hasSuffix("Configuration: sub/\(name)"))
    #expect(
      try bench.lint("why", "sub/b.swift:1:10").output.contains("the pack 'core' is off"))
    #expect(try bench.lint("rules", from: "sub").output.contains("\nuuid-init "))
    #expect(!(try bench.lint("rules").output.contains("uuid-init")))
  }

  @Test func manyConfigurationsAreCounted() throws {
    for index in 1...4 {
      try bench.write("m\(index)/\(name)")
      try bench.write("m\(index)/x.swift")
    }
    #expect(
      try receipt() == "Checked 7 files against 5 rules: 3 errors, 0 warnings. Configurations: 4")
  }

  @Test func aConfigurationExtendsAnother() throws {
    try bench.write(
      name, "packs: [core, random]\nallow: { uuid-init: [sub/Tests] }\nexclude: [gone]\n")
    try bench.write(
      "sub/\(name)", "extends: ../\(name)\nseverity: { date-init: off }\nexclude: [b.swift]\n")
    #expect(try found() == ["a.swift:1:9 date-init", "\(name):3:11 unused-setting"])
    #expect(try found("--no-source-suppressions", "c.swift", from: "sub/Tests") == [])
    #expect(try receipt("--pack", "core").hasPrefix("Checked 2 files (1 excluded) "))
    // A configuration elsewhere in the repository will do as well.
    try bench.write("shared/lint.yml", "packs: [random]\nrules: [own.yml]\n")
    try bench.write(
      "shared/own.yml",
      "pack: app\nrules:\n  - {id: own, message: m, ban: [b()], files: [x.swift]}\n")
    try bench.write("sub/\(name)", "extends: ../shared/lint.yml\n")
    try bench.write("sub/x.swift", "b()\n")
    #expect(
      try found("sub") == [
        "sub/Tests/c.swift:1:18 uuid-init", "sub/b.swift:1:18 uuid-init", "sub/x.swift:1:1 own",
      ])
  }

  @Test func extendingInACircleIsAnError() throws {
    try bench.write(name, "extends: sub/one.yml\n")
    try bench.write("sub/one.yml", "extends: ../\(name)\n")
    try track()
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "sub/one.yml:1:10: error: 'extends' leads in a circle; '../\(name)' extends this one\n"))
    try bench.write(name, "extends: gone.yml\n")
    #expect(
      try bench.lint().errors.hasPrefix("\(name):1:10: error: no such file or directory: 'gone"))
  }

  /// Each configuration of a project reads all of its chain.
  @Test func aChainHasAnEnd() throws {
    for number in 1...100 {
      try bench.write("\(number).yml", number < 100 ? "extends: \(number + 1).yml\n" : "")
    }
    try bench.write(name, "extends: 2.yml\n")
    #expect(try bench.lint().status == 1)
    try bench.write(name, "extends: 1.yml\n")
    try track()
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "99.yml:1:10: error: 'extends' leads through 100 files before '100.yml', "
          + "and more are not read; extend fewer files\n"))
  }

  @Test func aMistakeInANearerOneLeavesItsFolderOut() throws {
    try bench.write("sub/\(name)", "pakcs: [core]\nrules: [gone]\n")
    let run = try bench.lint("--format", "short")
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("a.swift:1:9: error: "))
    #expect(!run.output.contains("sub/"))
    #expect(
      run.errors.contains("sub/\(name):1:1: error: unknown key 'pakcs'; did you mean 'packs'?"))
    #expect(run.errors.contains("sub/\(name):2:9: error: no such file or directory: 'gone'"))
    #expect(run.errors.contains("\nChecked 1 file against 5 rules: 1 error, 0 warnings."))
    // So does one in its rules.
    try bench.write("sub/\(name)", "severity: { date-int: off }\n")
    let unknown = try bench.lint("--format", "short")
    #expect(unknown.status == 2)
    #expect(unknown.output == run.output)
    #expect(unknown.errors.contains("sub/\(name):1:13: error: unknown rule or pack 'date-int'"))
    // A run that begins there ends there.
    #expect(try bench.lint(from: "sub").output == "")
  }

  @Test func overridesHoldByPath() throws {
    try bench.write(
      name,
      """
      overrides:
        - { files: ["**/Tests/**"], severity: { uuid-init: warning, date-init: off } }
      """)
    let run = try bench.lint("--format", "short")
    #expect(
      run.output.split(separator: "\n").map { $0.prefix { $0 != "e" && $0 != "w" } }.count == 3)
    #expect(run.output.contains("sub/Tests/c.swift:1:18: warning: "))
    #expect(
      run.errors == "Checked 3 files against 6 rules: 2 errors, 1 warning (1 allowed by path). "
        + "Configuration: \(name)\n")
    let why = try bench.lint("why", "sub/Tests/c.swift:1").output
    #expect(why.contains("not reported; allowed in files '**/Tests/**' (\(name):2:15)"))
    #expect(why.contains("uuid-init matches with 'UUID()': reported as a warning"))
    #expect(try found("--only-rule", "date-init", "sub/Tests").count == 1)
    // What the command line keeps out is not counted.
    #expect(try bench.lint("--only-rule", "date-init").errors.contains(" against 1 rule: "))
    #expect(try bench.lint("--disable", "uuid-init").errors.contains(" against 5 rules: "))
  }

  @Test func whatAWalkOfTheRootReads() throws {
    try bench.write(name, "include: [sub]\nexclude: [Tests]\n")
    #expect(try found() == ["sub/b.swift:1:10 date-init"])
    #expect(try found("..", from: "sub") == ["b.swift:1:10 date-init"])
    #expect(try found("a.swift") == ["a.swift:1:9 date-init"])
    try bench.write(name, "include: [Source]\n")
    #expect(try bench.lint().errors.contains("'include' leaves out 'a.swift'"))
  }

  @Test func thereIsOneConfigurationInAFolder() throws {
    try bench.write(".swift-determinism-lint.yaml", "packs: [random]\n")
    #expect(try found("sub/b.swift") == ["sub/b.swift:1:18 uuid-init"])
    try bench.write(name)
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(
      run.errors == "error: '\(name)' and '.swift-determinism-lint.yaml' both exist; "
        + "remove one of them\n")
  }

  @Test func settingsOfIdleRulesAreToldWhereTheRootIsLinted() throws {
    try bench.write(name, "allow: { uuid-init: [a.swift] }\n")
    let warning = "\(name):1:10: warning: 'uuid-init' is off, because its pack is off"
    #expect(try bench.lint("--format", "short", "--strict").output.contains(warning))
    #expect(!(try bench.lint("--format", "short", "sub").output.contains(warning)))
    #expect(!(try bench.lint("--format", "short", "--pack", "random").output.contains(warning)))
    #expect(!(try bench.lint("--format", "short", "--disable=uuid-init").output.contains(warning)))
  }

  @Test func entriesThatANearerConfigurationUsesAreNotStale() throws {
    try bench.write(name, "allow: { date-init: [a.swift, sub/b.swift, sub/Tests] }\n")
    #expect(try found() == [])
    try bench.write("sub/\(name)", "extends: ../\(name)\nallow: { date-init: [gone.swift] }\n")
    #expect(try found() == ["sub/\(name):2:22 stale-allow"])
    #expect(try found("sub") == ["sub/\(name):2:22 stale-allow"])
    try bench.write("sub/\(name)", "packs: [core]\n")
    #expect(
      try found().filter { $0.hasSuffix("stale-allow") }
        == ["\(name):1:31 stale-allow", "\(name):1:44 stale-allow"])
  }

  /// Of other files no line is shown.
  private func track() throws {
    try bench.shell("rm -r .git && git init -q && git add .").expectSuccess()
  }

  // MARK: - What lies elsewhere

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: bench.path + "/" + name, withDestinationPath: target)
  }

  @Test func aConfigurationThatLeadsNowhereIsAnError() throws {
    try link(name, to: "gone.yml")
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors == "error: '\(name)' is a link to a file that does not exist\n")
  }

  /// Else the secrets of the machine would be in the log, as excerpts of errors.
  @Test func whatConfigurationsNameLiesInTheRepository() throws {
    let secrets = try Workbench()
    try secrets.write("secret.yml", "PASSWORD: hunter2\n")
    let secret = secrets.path + "/secret.yml"
    try link("secret-link.yml", to: secret)
    try bench.write("Rules/ok.yml", "pack: app\nrules:\n  - {id: ok, message: m, ban: [b()]}\n")
    try link("Rules/leak.yml", to: secret)
    let settings = [
      "rules: [\(secret)]", "rules: [secret-link.yml]", "rules: [Rules]", "rules: [/etc/passwd]",
      "rules: [/proc/self/environ]", "extends: \(secret)", "extends: secret-link.yml",
      "baseline: \(secret)",
    ]
    for setting in settings {
      try bench.write(name, setting + "\n")
      for run in [try bench.lint(), try bench.lint("--config", name), try bench.lint("rules")] {
        #expect(run.status == 2, "\(setting)")
        #expect(run.errors.hasPrefix("\(name):1:"), "\(setting): \(run.errors)")
        #expect(run.errors.contains(" is outside of the repository; it is not read\n"))
        #expect(!run.errors.contains("PASSWORD") && !run.errors.contains("root:"))
      }
    }
    try FileManager.default.removeItem(atPath: bench.path + "/" + name)
    try link(name, to: secret)
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(run.errors == "error: '\(name)' is outside of the repository; it is not read\n")
  }

  @Test func withoutARepositoryTheOutermostConfigurationIsTheLimit() throws {
    try FileManager.default.removeItem(atPath: bench.path + "/.git")
    try bench.write("own.yml", "pack: app\nrules:\n  - {id: own, message: m, ban: [b()]}\n")
    try bench.write("sub/\(name)", "rules: [../own.yml]\n")
    let run = try bench.lint("sub")
    #expect(
      run.errors.hasPrefix(
        "sub/\(name):1:9: error: '../own.yml' is outside of the folder of the outermost "
          + "configuration; it is not read\n"))
    try bench.write(name)
    #expect(try bench.lint("sub").status == 1)
  }

  @Test func whatTheCommandLineNamesIsReadButNotShown() throws {
    let other = try Workbench()
    try other.write("rules.yml", "pack: app\nrules:\n  - {id: own, message: m, ban: [b()]}\n")
    #expect(try bench.lint("--rules", other.path + "/rules.yml", "sub").status == 1)
    try other.write("secret.yml", "PASSWORD: hunter2\n")
    let secret = other.path + "/secret.yml"
    for option in ["--rules", "--config"] {
      let run = try bench.lint(option, secret)
      #expect(run.status == 2)
      #expect(run.errors.contains("\(secret):1:1: error: unknown key '…'"))
      #expect(!run.errors.contains("PASSWORD") && !run.errors.contains("hunter2"))
    }
    for (text, message) in [
      ("rules: hunter2\n", ":1:8: error: '…' must be a list of paths; write '…'\n"),
      ("hunter2: 1\nhunter2: 2\n", ":2:1: error: duplicate key '…'\n"),
      ("pakcs: []\n", ":1:1: error: unknown key '…'; did you mean '…'?\n"),
      ("severity: { date-init: hunter2 }\n", "; write one of '…', '…', '…'\n"),
      // What is quoted holds quotes.
      ("hunter 'hunter' hunter2 'x': 1\n", ":1:1: error: unknown key '…'\n"),
      ("rules: [\n", ":1:8: error: this bracket is not closed\n"),
    ] {
      try other.write("secret.yml", text)
      let run = try bench.lint("--config", secret)
      #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
      #expect(!run.errors.contains("hunter"))
    }
    try bench.write("own.yml", "PASSWORD: x\n")
    #expect(try bench.lint("--rules", "own.yml").errors.contains("1 | PASSWORD: x"))
  }
}
