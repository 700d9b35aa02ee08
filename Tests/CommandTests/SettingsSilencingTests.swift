import Testing

private let yml = ".swift-determinism-lint.yml"

/// Settings that let more through by what their words mean elsewhere, or in another order.
@Suite struct SettingsSilencingTests {
  private let scene: SilencingScene
  private var bench: Workbench { scene.bench }
  private let name = ".swift-determinism-lint.yml"

  init() throws { scene = try SilencingScene() }

  @Test(arguments: [
    ("labels: [clock]", true), ("labels: [at, clock], functions: [\"tick(_:)\"]", true),
    ("labels: [at, clock], members: [clock]", true), ("members: [clock]", true),
    (
      "labels: [clock, at, now], members: [clock, time], functions: [\"go(on:)\", \"tick(_:)\"]",
      false
    ),
  ])
  func aRuleThatKnowsFewerImplicitMembersIsTold(beside: String, isTold: Bool) throws {
    func rules(_ beside: String) -> String {
      """
      pack: own
      rules:
        - { id: no-clock, message: m, ban: [Clock.current], beside: { \(beside) } }

      """
    }
    try bench.write(
      "Core/Clock.swift",
      "let a = go(at: .current)\nlet b = go(clock: .current)\n"
        + "func f() { x.clock = .current }\nfunc g() { tick(.current) }\n")
    try bench.write(
      "own.yml", rules("labels: [at, clock], members: [clock], functions: [\"tick(_:)\"]"))
    try scene.commit()
    try bench.write("own.yml", rules(beside))
    let told = try scene.silenced(["--config-from", "main"])
    #expect(told.count == (isTold ? 1 : 0))
    #expect(
      told.allSatisfy {
        $0.hasPrefix("Core/Clock.swift:") && $0.contains(": 'no-clock' does not match here")
      })
  }

  /// The settings of `main`, those of the change, and what is told of `Core/Sub/A.swift`.
  @Test(
    arguments: [
      (
        "severity: { date-init: off }\n\(strict)", "severity: { date-init: off }",
        [
          "'date-init' is off; the configuration turns it off (\(yml):2:13); 1 more like it"
        ]
      ),
      (
        "severity: { date-init: warning }\n\(strict)", "severity: { date-init: warning }",
        ["'date-init' is reported as a warning (\(yml):2:13); 1 more like it"]
      ),
      (
        strict, "overrides: [{ files: [Core/Sub], severity: { date-init: warning } }]",
        ["'date-init' is reported as a warning (\(yml):2:46); 1 more like it"]
      ),
      (
        "modules: [App, Other, Swift]", "modules: [App]", ["'date-init' does not match here"]
      ),
      // The order counts.
      (
        overrides(off, strictOverride), overrides(strictOverride, off),
        [
          "'date-init' is not reported; allowed in files 'Core' (\(yml):4:15); 1 more like it"
        ]
      ),
      (
        overrides(lax, strictOverride), overrides(lax, strictOverride, lax),
        ["'date-init' is reported as a warning (\(yml):5:34); 1 more like it"]
      ),
      // What else is in force demands as much.
      (strict, "modules: [More]", []),
      ("severity: { date-init: off }\n\(strict)", "modules: [More]", []),
      (overrides(strictOverride, off), overrides(strictOverride), []),
      (overrides(strictOverride, off), overrides(off, strictOverride), []),
      // It demands more.
      ("severity: { date-init: warning }", "severity: { date-init: error }", []),
    ] as [(String, String, [String])])
  func aDemandThatIsGoneIsTold(old: String, new: String, words: [String]) throws {
    try bench.write("Core/Sub/A.swift", "let a = Date()\nlet b = Date()\nlet c = Other.Date()\n")
    let rest = "exclude: [Uses.swift]\n"
    try bench.write(name, old + "\n" + rest)
    try scene.commit()
    try bench.write(name, "# Newer\n\(new)\n" + rest)
    let told = try scene.silenced()
    #expect(told.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) } == words)
    #expect(told.allSatisfy { $0.hasPrefix("Core/Sub/A.swift:") })
  }

  private static let strictOverride = "{ files: [Core/Sub], severity: { date-init: error } }"
  private static let off = "{ files: [Core], severity: { date-init: off } }"
  private static let lax = "{ files: [Core], severity: { date-init: warning } }"
  private static let strict = "overrides: [\(strictOverride)]"

  private static func overrides(_ entries: String...) -> String {
    "overrides:" + entries.map { "\n  - \($0)" }.joined()
  }

  /// What the root says, said once more in a folder of files that it was not said of.
  @Test(
    arguments: [
      (
        "exclude: [Tests/A.swift]",
        "the file is excluded by 'Tests/A.swift' (Core/\(yml):1:11)"
      ),
      (
        "allow: { date-init: [Tests/A.swift] }",
        "'date-init' is not reported; allowed in files 'Tests/A.swift' (Core/\(yml):1:22)"
      ),
      (
        "overrides: [{ files: [Tests/A.swift], severity: { date-init: off } }]",
        "'date-init' is not reported; allowed in files 'Tests/A.swift' (Core/\(yml):1:23)"
      ),
      (
        "own-types: { Date: [Tests/A.swift] }",
        "'date-init' is not reported; 'Date' is an own type here (Core/\(yml):1:14)"
      ),
      ("include: [Tests/A.swift]", nil),
    ] as [(String, String?)])
  func theSameWordsInAnotherFolderAreTold(settings: String, words: String?) throws {
    try bench.write("Core/Tests/A.swift", "let a = Date()\n")
    try bench.write(name, settings + "\n")
    try scene.commit()
    try bench.write("Core/\(name)", settings + "\n")
    let told = try scene.silenced(["--config-from", "main"])
    #expect(told == (words.map { ["Core/Tests/A.swift:1:9: \($0)"] } ?? []))
    // There it starts from the root, as before.
    try bench.write("Core/\(name)", "extends: ../\(name)\n")
    #expect(try scene.silenced() == [])
  }

  /// The globs of rules start where the configuration lies that names their file.
  @Test func rulesNamedFromAnotherFolderAreTold() throws {
    try bench.write(
      "own.yml", "pack: a\nrules: [{ id: no-a, message: m, ban: [a()], files: [Core/A.swift] }]\n")
    try bench.write("Core/A.swift", "let a1 = a()\n")
    try scene.commit()
    try bench.write("Core/\(name)", "rules: [../own.yml]\n")
    #expect(
      try scene.silenced(["--config-from", "main"]) == [
        "Core/A.swift:1:10: 'no-a' is not reported; the rule looks only at files 'Core/A.swift'"
      ])
  }

  /// Globs that start from the same folder as before are the same, whatever is above.
  @Test func aConfigurationAboveChangesNoWords() throws {
    let settings =
      "exclude: [Uses.swift]\noverrides: [{ files: [T], severity: { date-init: off } }]\n"
    try bench.write("Core/\(name)", settings)
    try bench.write("Core/T/A.swift", "let a = Date()\n")
    try bench.write("Core/Sub/T/A.swift", "let a = Date()\n")
    try bench.shell("git rm -q \(name)").expectSuccess()
    try scene.commit()
    try bench.write(name, "packs: [core]\n")
    #expect(try scene.silenced() == [])
  }

  @Test func anotherEncodingOfFilesIsTold() throws {
    let words =
      "sets the encoding of files in the working tree, which is the text that is linted"
    let setting = "*.txt working-tree-encoding=UTF-16\n"
    try bench.write(".gitattributes", "*.md text\n")
    #expect(try scene.silenced() == [])
    try bench.write("sub/.gitattributes", "*.md text\n" + setting)
    let expected = ["sub/.gitattributes:2:7: \(words)"]
    #expect(try scene.silenced() == expected)
    try scene.commit(on: "pr")
    #expect(try scene.silenced(["--config-from", "main"]) == expected)
    #expect(try scene.silenced(["--staged"]) == expected)
    try bench.shell("git switch -qC main").expectSuccess()
    #expect(try scene.silenced() == [])
    try bench.write("sub/.gitattributes", "")
    #expect(try scene.silenced() == ["sub/.gitattributes: no longer \(words)"])
    // What git does not read.
    try bench.shell("rm sub/.gitattributes && ln -s ../o sub/.gitattributes").expectSuccess()
    try bench.write("o", setting)
    #expect(try scene.silenced() == ["sub/.gitattributes: no longer \(words)"])
  }

  /// Settings may lie in a file that is named as code is.
  @Test(arguments: [
    ("base.swift", "true"), ("base.yml", "ln -s base.swift base.yml"),
    ("base.yml", "ln -s link.swift base.yml && ln -s base.swift link.swift"),
  ])
  func settingsInFilesNamedAsCodeAreCompared(named: String, make: String) throws {
    try bench.write(name, "extends: \(named)\n")
    try bench.write("base.swift", "packs: [core]\n")
    try bench.shell(make).expectSuccess()
    try scene.commit()
    try bench.write("A.swift", "let a = 1\n")
    #expect(try scene.silenced() == [])
    try bench.write("base.swift", "packs: [core]\nseverity: { date-init: off }\n")
    let told = try scene.silenced(["--config-from", "main"])
    let words = "'date-init' is off; the configuration turns it off (\(named):2:13)"
    #expect(told == ["Core/Uses.swift:1:11: \(words); 2 more like it"])
  }
}
