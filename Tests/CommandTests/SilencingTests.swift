import Testing

/// What a change silences is told below the receipt of `--since`.
@Suite struct SilencingTests {
  private let scene: SilencingScene
  private var bench: Workbench { scene.bench }
  private let name = ".swift-determinism-lint.yml"

  init() throws { scene = try SilencingScene() }

  private func silenced(_ arguments: String...) throws -> [String] {
    try scene.silenced(arguments)
  }

  @Test func aChangeThatSilencesNothingSaysNothing() throws {
    try bench.write("B.swift", "func new() { print(Date()) }\n")
    try bench.write(
      name, "packs: [core, random]\nrules: [own.yml]\nexclude: [Generated]\nmodules: [More]\n")
    #expect(try silenced() == [])
    // Moved, and the same as before.
    try bench.shell("git mv A.swift sub/C.swift && git add .").expectSuccess()
    #expect(try silenced() == [])
    #expect(try silenced("--staged") == [])
  }

  @Test(arguments: [
    ("severity: { date-init: off }", ":4:13: the rule 'date-init' is off now"),
    (
      "severity: { date-init: warning }",
      ":4:13: 'date-init' is a warning now; it was an error"
    ),
    ("allow: { date-init: [Log.swift] }", ":4:22: 'date-init' is allowed in 'Log.swift'"),
    (
      "allow-inside: { date-init: [extension A] }",
      ":4:29: 'date-init' is allowed inside 'extension A'"
    ),
    (
      "default-arguments: { date-init: allow }",
      ":4:22: 'date-init' is allowed in default arguments"
    ),
    ("own-types: [Timer]", ":4:13: 'Timer' counts as an own type"),
    (
      "own-types: { Timer: [Metrics] }",
      ":4:14: 'Timer' counts as an own type in 'Metrics'"
    ),
    ("include: [Sources]", ":4:11: a run of the whole project lints fewer files ('include')"),
    (
      "overrides: [{ files: [T], severity: { date-init: off, no-dump: warning } }]",
      ":4:39: 'date-init' is off in 'T'"
    ),
    (
      "overrides: [{ files: [T], allow-inside: { date-init: [struct A] } }]",
      ":4:55: 'date-init' is allowed inside 'struct A' in 'T'"
    ),
    (
      "overrides: [{ files: [T], default-arguments: { date-init: allow } }]",
      ":4:48: 'date-init' is allowed in default arguments in 'T'"
    ),
  ])
  func aSettingThatSilencesIsTold(setting: String, words: String) throws {
    try bench.write(
      name, "packs: [core]\nrules: [own.yml]\nexclude: [Generated]\n\(setting)\n")
    let expected = [name + words]
    #expect(try silenced().prefix(1) == expected[...])
    // By whichever rules the change is judged, and whatever else is asked for.
    #expect(try silenced("--config-from", "main").prefix(1) == expected[...])
    #expect(try silenced("--no-baseline").prefix(1) == expected[...])
    try bench.shell("git add .").expectSuccess()
    #expect(try silenced("--staged").prefix(1) == expected[...])
    let run = try bench.lint("--since", "main")
    #expect(run.status == 0)
    #expect(try bench.lint("--since", "main") == run)
    #expect(try bench.lint("--since", "main", "--quiet").errors == "")
  }

  /// The settings of `main`, those of the change, and what is told.
  @Test(arguments: [
    (
      """
      severity: { date-init: off }
      overrides: [{ files: ["C/**"], severity: { date-init: error } }]
      """,
      "severity: { date-init: off }",
      [":2:13: 'date-init' is off in 'C/**' now, and was an error"]
    ),
    (
      """
      severity: { date-init: off }
      overrides: [{ files: [C, D], severity: { date-init: warning } }]
      """,
      """
      severity: { date-init: off }
      overrides: [{ files: [D, E], severity: { date-init: error } }]
      """,
      [":2:13: 'date-init' is off in 'C' now, and was a warning"]
    ),
    (
      """
      severity: { date-init: warning }
      overrides: [{ files: [C], severity: { date-init: error } }]
      """,
      "severity: { date-init: warning }",
      [":2:13: 'date-init' is a warning in 'C' now, and was an error"]
    ),
    (
      "overrides: [{ files: [C], severity: { date-init: error } }]",
      "overrides: [{ files: [C], severity: { date-init: warning } }]",
      [":2:39: 'date-init' is a warning in 'C'"]
    ),
    // The last one holds.
    (
      """
      overrides:
        - { files: [C], severity: { date-init: off } }
        - { files: [C], severity: { date-init: error } }
      """,
      "overrides: [{ files: [C], severity: { date-init: off } }]",
      [": 'date-init' is off in 'C' now, and was an error"]
    ),
    (
      """
      default-arguments: { date-init: allow }
      overrides: [{ files: [C], default-arguments: { date-init: report } }]
      """,
      "default-arguments: { date-init: allow }",
      [": 'date-init' is allowed in default arguments in 'C' now"]
    ),
    (
      "modules: [App, Other, Swift]", "modules: [App]",
      [": 'Other' was removed from 'modules'"]
    ),
    // What else is in force demands as much.
    ("overrides: [{ files: [C], severity: { date-init: error } }]", "modules: [More]", []),
    ("overrides: [{ files: [C], severity: { date-init: off } }]", "modules: [More]", []),
    (
      """
      severity: { date-init: off }
      overrides: [{ files: [C], severity: { date-init: error } }]
      """,
      "modules: [More]", []
    ),
  ])
  func aDemandThatIsGoneIsTold(old: String, new: String, words: [String]) throws {
    try bench.write(name, old + "\n")
    try bench.shell("git commit -qam strict").expectSuccess()
    try bench.write(name, "# Newer\n\(new)\n")
    #expect(try silenced() == words.map { name + $0 })
  }

  @Test func newExcludesAndLostPacksAreTold() throws {
    try bench.write(name, "packs: []\nrules: [own.yml]\nexclude: [Generated, Legacy]\n")
    let rules = [
      "date-init", "date-since-now", "dispatch-main-async", "implicit-now", "timer-scheduled",
    ]
    #expect(
      try silenced() == rules.map { "\(name): the rule '\($0)' is off now" } + [
        "\(name):3:22: 'Legacy' is not linted any more"
      ])
  }

  @Test func ruleFilesThatSayLessAreTold() throws {
    try bench.write(
      "own.yml",
      """
      pack: own
      rules:
        - { id: no-print, message: m, ban: ["print(_:)"], files: [A], inside: [struct A] }

      """)
    #expect(
      try silenced() == [
        "own.yml: the rule 'no-dump' was removed",
        "own.yml:3:11: 'no-print' does not ban 'debugPrint(_:)' any more",
        "own.yml:3:11: 'no-print' looks at fewer declarations ('inside')",
        "own.yml:3:11: 'no-print' looks at fewer files ('files')",
      ])
    try bench.write(
      "own.yml",
      """
      pack: own
      rules:
        - id: no-print
          message: m
          ban: ["print(_:)", "debugPrint(_:)"]
          unless: { arguments: [nil] }
        - id: no-dump
          message: m
          ban: ["dump(_:)"]
          covered-by: [no-print]
          when: { called: true }

      """)
    let words = "reports fewer uses ('unless', 'covered-by')"
    #expect(
      try silenced() == [
        "own.yml:3:9: 'no-print' \(words)",
        "own.yml:7:9: 'no-dump' \(words)",
        "own.yml:7:9: 'no-dump' reports fewer uses ('when')",
      ])
  }

  @Test func aTraceThatSeesLessIsTold() throws {
    func rule(_ keys: String) throws {
      try bench.write(
        "own.yml",
        """
        pack: own
        rules:
          - { id: no-print, message: m, ban: ["print(_:)"], inside: [struct A]\(keys) }

        """)
    }
    let trace = ", trace: true, through: [protocol P], through-allowed: true"
    try rule(trace)
    try bench.shell("git commit -qam traced").expectSuccess()
    try rule(trace + ", seams: [struct Live]")
    #expect(
      try silenced("HEAD") == [
        "own.yml:3:11: 'no-print' does not look beyond 'struct Live' ('seams')"
      ])
    try rule(", trace: true")
    #expect(
      try silenced("HEAD") == [
        "own.yml:3:11: 'no-print' does not look through what is allowed any more",
        "own.yml:3:11: 'no-print' follows fewer implementations of 'protocol P' ('through')",
      ])
    try rule("")
    #expect(
      try silenced("HEAD").contains(
        "own.yml:3:11: 'no-print' does not look at what the code calls any more ('trace')"))
    try rule(trace)
    try bench.write(name, "rules: [own.yml]\nseams: { own: [func f] }\n")
    #expect(
      try silenced("HEAD").contains(
        "\(name):2:16: 'own' does not look beyond 'func f' ('seams')"))
  }

  @Test func nestedConfigurationsAreCompared() throws {
    try bench.shell("rm sub/\(name)").expectSuccess()
    let gone = try silenced()
    #expect(gone.contains("\(name): the rule 'uuid-init' is off now"))
    try bench.shell("git checkout -q sub").expectSuccess()
    try bench.write("new/\(name)", "packs: [random]\n")
    #expect(try silenced().contains("new/\(name): the rule 'date-init' is off now"))
  }

  @Test func aGrownBaselineIsTold() throws {
    try bench.write("A.swift", "let a = Date()\nlet c = (Date(), Date())\n")
    try bench.lint("baseline", "write", "--accept", "A.swift").expectSuccess()
    #expect(
      try silenced() == [
        ".swift-determinism-baseline:5:3: the baseline has 2 new findings "
          + "(date-init 2)"
      ])
    #expect(try silenced("--no-baseline") == [])
    try bench.shell("git checkout -q . && git mv A.swift Moved.swift").expectSuccess()
    try bench.lint("baseline", "prune").expectSuccess()
    #expect(try silenced() == [])
    try bench.shell("rm .swift-determinism-baseline").expectSuccess()
    #expect(try silenced() == [])
  }

  @Test func newCommentsAreTold() throws {
    try bench.write(
      "B.swift",
      """
      let a = Date()  // determinism:allow date-init, uuid-init: a log
      // determinism:allow-file timer-scheduled: all of it
      // determinism:allow date-init: known
      let text = "// determinism:allow date-init: no comment"

      """)
    let words = [
      "B.swift:1:17: a comment allows 'date-init', 'uuid-init' here: a log",
      "B.swift:2:1: a comment allows 'timer-scheduled' in this file: all of it",
      "B.swift:3:1: a comment allows 'date-init' here: known",
    ]
    #expect(try silenced() == words)
    #expect(try silenced("--no-source-suppressions") == [])
    // The old one went elsewhere.
    try bench.write("A.swift", "let a = Date()\n")
    #expect(try silenced() == Array(words[..<2]))
  }

  @Test func otherReportsTellItToo() throws {
    try bench.write(name, "packs: [core]\nrules: [own.yml]\nexclude: [Generated, Legacy]\n")
    let sarif = try bench.lint("--since", "main", "--format", "sarif")
    #expect(
      sarif.output.contains(
        #""toolConfigurationNotifications":[{"descriptor":{"id":"path-excluded"},"level":"note""#))
    #expect(sarif.output.contains(#""region":{"startLine":3}"#))
    #expect(
      try !bench.lint("--since", "HEAD", "--format", "sarif", "--config-from", "HEAD", "own.yml")
        .output.contains(#""results":[{"#))
    bench.environment["GITHUB_STEP_SUMMARY"] = bench.path + "/summary.md"
    #expect(try bench.lint("--since", "main", "--summary").status == 0)
    #expect(
      try bench.read("summary.md").hasSuffix(
        "\n### This change silences\n\n- \(name):3: `Legacy` is not linted any more\n"))
  }

  /// What the run does not read, it does not complain of either.
  @Test func newSettingsWithAMistakeAreToldWhereOthersJudge() throws {
    let words = "have a mistake, so it is unknown what they silence"
    try bench.write(name, "severity: { date-init: off }\npakcs: [x]\n")
    #expect(
      try silenced("--config-from", "main") == [
        "\(name):2:1: the new settings \(words): unknown key 'pakcs'; did you mean 'packs'?"
      ])
    #expect(try bench.lint("--since", "main", "--config-from", "main").status == 0)
    #expect(try bench.lint("--since", "main").status == 2)
    try bench.write(name, "rules: [gone.yml]\n")
    #expect(
      try silenced("--config-from", "main") == [
        "\(name):1:9: the new settings \(words): no such file or directory: 'gone.yml'"
      ])
    // Told of the configuration that has it, and of no other below.
    try bench.shell("git checkout -q . && echo 'a: b' >sub/\(name)").expectSuccess()
    let nested = try silenced("--config-from", "main")
    #expect(nested.count == 1)
    #expect(nested.first?.hasPrefix("sub/\(name):1:1: the new settings \(words): ") == true)
    // What lies elsewhere does not get into a log by way of a mistake.
    try bench.shell("git checkout -q . && ln -sfn /etc/passwd \(name)").expectSuccess()
    #expect(
      try silenced("--config-from", "main") == [
        "\(name): the new settings \(words): '\(name)' is outside of the repository; it is not read"
      ])
  }

  /// Whatever way a change takes to what settings are read from.
  @Test(arguments: [
    // A folder of rule files is a link to a link.
    ("ln -s B A && ln -s rules B", "[A]", "ln -sfn other B"),
    ("ln -s B A && ln -s rules B", "[A]", "rm B && cp -r other B"),
    ("ln -s B A && ln -s rules B", "[A/one.yml]", "rm B && touch B"),
    ("true", "[rules]", "git mv rules/one.yml rules/one.yaml"),
    ("mv rules/one.yml r && ln -s r own", "[own]", "cp other/two.yml r"),
    ("mv rules/one.yml r && ln -s ../r rules/one.yml", "[rules]", "cp other/two.yml r"),
  ])
  func rulesBehindLinksAreCompared(make: String, rules: String, change: String) throws {
    let rule = "pack: a\nrules: [{ id: no-NAME, message: m, ban: [NAME()] }]\n"
    try bench.write("rules/one.yml", rule.replacing("NAME", with: "a"))
    try bench.write("other/two.yml", rule.replacing("NAME", with: "b"))
    try bench.write(name, "rules: \(rules)\n")
    try bench.shell("\(make) && git add . && git commit -qm links").expectSuccess()
    #expect(try silenced("--config-from", "main") == [])
    try bench.shell(change).expectSuccess()
    let told = try silenced("--config-from", "main")
    #expect(
      told.contains { $0.hasSuffix("the rule 'no-a' was removed") || $0.contains("a mistake") })
  }

  /// Git is not started for each file, and a change that concerns no settings reads none of old.
  @Test func manyConfigurationsAreReadAtOnce() throws {
    for index in 0..<50 { try bench.write("m\(index)/\(name)", "extends: ../base.yml\n") }
    try bench.write("base.yml", "packs: [core]\n")
    try bench.write("README.md", "a\n")
    try bench.write(
      "bin/git", "#!/bin/sh\necho x >>\"$HOME/starts\"\nexec /usr/bin/git \"$@\"\n")
    try bench.shell("chmod +x bin/git && git add . && git commit -qm many").expectSuccess()
    func starts(_ arguments: String) throws -> Int {
      let run = try bench.shell(
        "rm -f $HOME/starts; PATH=$PWD/bin:$PATH $tool \(arguments) >/dev/null 2>&1; "
          + "wc -l <$HOME/starts")
      return Int(run.output.filter(\.isNumber)) ?? -1
    }
    #expect(try starts("--config-from main") <= 8)
    try bench.write("README.md", "b\n")
    let usual = try starts("--since main --no-baseline")
    #expect(usual <= 6)
    for index in 0..<50 { try bench.write("m\(index)/\(name)", "packs: [random]\n") }
    #expect(try starts("--since main --no-baseline") <= usual + 2)
    #expect(try silenced().contains("m49/\(name): the rule 'date-init' is off now"))
  }

  @Test func aNewBaselineWithAMistakeIsToldWhereAnotherCounts() throws {
    try bench.shell("echo '<<<<<<< ours' >>.swift-determinism-baseline").expectSuccess()
    let told = try silenced("--config-from", "main")
    #expect(told.count == 1)
    #expect(
      told.first?.hasPrefix(".swift-determinism-baseline:") == true
        && told.first?.contains("what they silence: the baseline has a conflict") == true)
    #expect(try silenced("--config-from", "main", "--no-baseline") == [])
  }

  @Test func oldSettingsWithAMistakeAreNotCompared() throws {
    try bench.shell("echo 'pakcs: [core]' >\(name) && git commit -qam bad").expectSuccess()
    try bench.write(name, "packs: [core]\nrules: [own.yml]\n")
    #expect(
      try silenced() == [
        "\(name): the old settings have a mistake, so it is unknown what is silenced here"
      ])
  }
}
