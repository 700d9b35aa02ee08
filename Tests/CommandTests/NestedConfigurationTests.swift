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

  // MARK: - What lies elsewhere

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: bench.path + "/" + name, withDestinationPath: target)
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
