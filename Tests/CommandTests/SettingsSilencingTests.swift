import Testing

/// Settings that let more through by what their words mean elsewhere, or in another order.
@Suite struct SettingsSilencingTests {
  private let scene: SilencingScene
  private var bench: Workbench { scene.bench }
  private let name = ".swift-determinism-lint.yml"

  init() throws { scene = try SilencingScene() }

  @Test(arguments: [
    ("labels: [clock]", true), ("labels: [at, clock], functions: [\"run(at:)\"]", true),
    ("labels: [at, clock], members: [clock]", true), ("members: [clock]", true),
    (
      "labels: [clock, at, now], members: [clock, time], functions: [\"go(on:)\", \"run(at:)\"]",
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
      "own.yml", rules("labels: [at, clock], members: [clock], functions: [\"run(at:)\"]"))
    try scene.commit()
    try bench.write("own.yml", rules(beside))
    let words = "'no-clock' finds fewer implicit members ('beside')"
    #expect(
      try scene.silenced(["--config-from", "main"]) == (isTold ? ["own.yml:3:11: \(words)"] : []))
  }

  /// The overrides of `main`, those of the change, and what is told.
  @Test(arguments: [
    (
      ["{ files: [Core], severity: { date-init: off } }", strict],
      [strict, "{ files: [Core], severity: { date-init: off } }"],
      [":4:34: 'date-init' is off in 'Core' now, also where 'Core/Sub' had it an error"]
    ),
    (
      ["{ files: [Core], severity: { date-init: warning } }", strict],
      [
        "{ files: [Core], severity: { date-init: warning } }", strict,
        "{ files: [Core], severity: { date-init: warning } }",
      ],
      [":5:34: 'date-init' is a warning in 'Core' now, also where 'Core/Sub' had it an error"]
    ),
    (
      [
        "{ files: [Core], default-arguments: { date-init: allow } }",
        "{ files: [Core/Sub], default-arguments: { date-init: report } }",
      ],
      [
        "{ files: [Core/Sub], default-arguments: { date-init: report } }",
        "{ files: [Core], default-arguments: { date-init: allow } }",
      ],
      [
        ":4:43: 'date-init' is allowed in default arguments in 'Core' now, also where 'Core/Sub' "
          + "had them reported"
      ]
    ),
    // The other way round, and of another rule.
    ([strict, "{ files: [Core], severity: { date-init: off } }"], [strict], []),
    (
      [strict, "{ files: [Core], severity: { date-init: off } }"],
      ["{ files: [Core], severity: { date-init: off } }", strict], []
    ),
    (
      ["{ files: [Core], severity: { no-dump: off } }", strict],
      [strict, "{ files: [Core], severity: { no-dump: off } }"], []
    ),
    (
      ["{ files: [Core], severity: { date-init: error } }", strict],
      [strict, "{ files: [Core], severity: { date-init: error } }"], []
    ),
  ])
  func anotherOrderOfOverridesIsTold(old: [String], new: [String], words: [String]) throws {
    func settings(_ overrides: [String]) -> String {
      "rules: [own.yml]\noverrides:\n" + overrides.map { "  - \($0)\n" }.joined()
    }
    try bench.write(name, settings(old))
    try scene.commit()
    try bench.write(name, settings(new))
    #expect(try scene.silenced() == words.map { name + $0 })
  }

  private static let strict = "{ files: [Core/Sub], severity: { date-init: error } }"

  /// What the root says, said once more in a folder of files that it was not said of.
  @Test(arguments: [
    ("exclude: [Tests]", ":1:11: 'Tests' is not linted any more"),
    ("include: [Sources]", ":1:11: a run of the whole project lints fewer files ('include')"),
    ("own-types: { Date: [Gen] }", ":1:14: 'Date' counts as an own type in 'Gen'"),
    ("allow: { date-init: [Tests] }", ":1:22: 'date-init' is allowed in 'Tests'"),
    (
      "overrides: [{ files: [Tests], severity: { date-init: off } }]",
      ":1:43: 'date-init' is off in 'Tests'"
    ),
    (
      "overrides: [{ files: [T], allow-inside: { date-init: [struct A] } }]",
      ":1:55: 'date-init' is allowed inside 'struct A' in 'T'"
    ),
    (
      """
      severity: { date-init: off }
      overrides: [{ files: [T], severity: { date-init: error } }]
      """,
      ":1:13: 'date-init' is off in 'T' now, and was an error"
    ),
  ])
  func theSameWordsInAnotherFolderAreTold(settings: String, words: String) throws {
    try bench.write(name, settings + "\n")
    try scene.commit()
    try bench.write("Core/\(name)", settings + "\n")
    #expect(try scene.silenced(["--config-from", "main"]) == ["Core/\(name)\(words)"])
    // There it starts from the root, as before.
    try bench.write("Core/\(name)", "extends: ../\(name)\n")
    #expect(try scene.silenced() == [])
  }

  /// The settings of `main`, those of the change, and what is told.
  @Test(arguments: [
    // What says `warning` turns nothing off.
    (
      ["packs: [core]", "severity: { all: warning }"],
      ["packs: []", "severity: { all: warning }", "enable: [date-init]"],
      ["date-since-now", "dispatch-main-async", "implicit-now", "timer-scheduled"].map {
        ": the rule '\($0)' is off now"
      }
    ),
    // `all` was a warning, or off, before.
    (
      ["severity: { all: warning, core: error }"], ["severity: { all: warning }"],
      [":1:13: 'core' is a warning now; it was an error"]
    ),
    (
      ["severity: { all: off, core: error, no-dump: warning }", "rules: [own.yml]"],
      ["severity: { all: off, no-dump: warning }", "rules: [own.yml]"],
      [":1:13: 'core' is off now"]
    ),
    (
      ["severity: { core: off, date-init: error }", "rules: [own.yml]"],
      ["severity: { core: off }", "rules: [own.yml]"],
      [":1:13: the rule 'date-init' is off now"]
    ),
    // The new name is for fewer.
    (
      ["severity: { core: error }"], ["severity: { core: error, implicit-now: warning }"],
      [":1:26: 'implicit-now' is a warning now; it was an error"]
    ),
  ])
  func whatIsLoweredIsToldWhereItIs(old: [String], new: [String], words: [String]) throws {
    func settings(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
    try bench.write(name, settings(old))
    try scene.commit()
    try bench.write(name, settings(new))
    #expect(try scene.silenced() == words.map { name + $0 })
  }

  /// The globs of rules start where the configuration lies that names their file.
  @Test func rulesNamedFromAnotherFolderAreTold() throws {
    try bench.write(
      "own.yml", "pack: a\nrules: [{ id: no-a, message: m, ban: [a()], files: [Sources] }]\n")
    try scene.commit()
    try bench.write("Core/\(name)", "rules: [../own.yml]\n")
    #expect(
      try scene.silenced(["--config-from", "main"]) == [
        "own.yml:2:15: 'no-a' looks at fewer files ('files')"
      ])
  }

  /// Globs that start from the same folder as before are the same, whatever is above.
  @Test func aConfigurationAboveChangesNoWords() throws {
    let settings = "exclude: [Old]\noverrides: [{ files: [T], severity: { date-init: off } }]\n"
    try bench.write("Core/\(name)", settings)
    try bench.shell("git rm -q \(name)").expectSuccess()
    try scene.commit()
    try bench.write(name, "packs: [core]\n")
    #expect(try scene.silenced() == [])
    // Below, the same words are about other files.
    try bench.write("Core/Sub/\(name)", settings)
    #expect(
      try scene.silenced() == [
        "Core/Sub/\(name):1:11: 'Old' is not linted any more",
        "Core/Sub/\(name):2:39: 'date-init' is off in 'T'",
      ])
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
    #expect(told == ["\(named):2:13: the rule 'date-init' is off now"])
  }
}
