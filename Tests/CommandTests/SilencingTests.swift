import Testing

private let yml = ".swift-determinism-lint.yml"

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

  /// What only the old settings report, by what lets it be.
  @Test(
    arguments: [
      (
        "severity: { date-init: off }",
        [
          "1:11: 'date-init' is off; the configuration turns it off (\(yml):4:13); 2 more like it"
        ]
      ),
      (
        "severity: { core: warning }",
        [
          "1:11: 'date-init' is reported as a warning ('core', \(yml):4:13); 2 more like it"
        ]
      ),
      (
        "severity: { all: warning }",
        [
          "1:11: 'date-init' is reported as a warning ('all', \(yml):4:13); 2 more like it",
          "4:12: 'no-print' is reported as a warning ('all', \(yml):4:13); 1 more like it",
          "4:37: 'no-dump' is reported as a warning ('all', \(yml):4:13)",
        ]
      ),
      (
        "allow: { date-init: [Core] }",
        [
          "1:11: 'date-init' is not reported; allowed in files 'Core' (\(yml):4:22); 2 more like it"
        ]
      ),
      (
        "allow-inside: { date-init: [extension A] }",
        ["2:35: 'date-init' is not reported; allowed inside 'extension A' (\(yml):4:29)"]
      ),
      (
        "default-arguments: { date-init: allow }",
        [
          "3:19: 'date-init' is not reported; allowed as a parameter's default value (\(yml):4:22)"
        ]
      ),
      (
        "own-types: { Date: [Core] }",
        [
          "1:11: 'date-init' is not reported; 'Date' is an own type here (\(yml):4:14); 2 "
            + "more like it"
        ]
      ),
      (
        "include: [sub]",
        ["1:11: no 'include' names the file (\(yml):4:11); 5 more like it"]
      ),
      (
        "overrides: [{ files: [Core], severity: { date-init: off, no-dump: warning } }]",
        [
          "1:11: 'date-init' is not reported; allowed in files 'Core' (\(yml):4:23); 2 more "
            + "like it",
          "4:37: 'no-dump' is reported as a warning (\(yml):4:58)",
        ]
      ),
      (
        "overrides: [{ files: [Core], allow-inside: { date-init: [extension A] } }]",
        ["2:35: 'date-init' is not reported; allowed inside 'extension A' (\(yml):4:58)"]
      ),
      (
        "overrides: [{ files: [Core], default-arguments: { date-init: allow } }]",
        [
          "3:19: 'date-init' is not reported; allowed as a parameter's default value (\(yml):4:51)"
        ]
      ),
      // Nothing is there that it concerns.
      ("allow: { date-init: [Log.swift] }", []), ("own-types: [Timer]", []),
      ("overrides: [{ files: [T], severity: { date-init: off, no-dump: warning } }]", []),
    ] as [(String, [String])])
  func aSettingThatSilencesIsTold(setting: String, words: [String]) throws {
    try bench.write(
      name, "packs: [core]\nrules: [own.yml]\nexclude: [Generated]\n\(setting)\n")
    let expected = words.map { "Core/Uses.swift:\($0)" }
    #expect(try silenced() == expected)
    // By whichever rules the change is judged, and whatever else is asked for.
    #expect(try silenced("--config-from", "main") == expected)
    try bench.shell("git add .").expectSuccess()
    #expect(try silenced("--staged") == expected)
    let run = try bench.lint("--since", "main")
    #expect(run.status == 0)
    #expect(try bench.lint("--since", "main", "--jobs", "1") == run)
    #expect(try bench.lint("--since", "main", "--quiet").errors == "")
    try scene.commit(on: "pr")
    #expect(try silenced("--to", "pr") == expected)
  }

  @Test func newExcludesAndLostPacksAreTold() throws {
    try bench.write(name, "packs: []\nrules: [own.yml]\nexclude: [Generated]\n")
    #expect(
      try silenced() == [
        "Core/Uses.swift:1:11: 'date-init' is off; the pack 'core' is off; '--pack core' turns it "
          + "on; 2 more like it"
      ])
    try bench.write(name, "packs: []\nrules: [own.yml]\nexclude: [Generated, Core]\n")
    #expect(
      try silenced() == [
        "Core/Uses.swift:1:11: the file is excluded by 'Core' (\(name):3:22); 5 more like it"
      ])
  }

  /// What the change itself adds, as well.
  @Test func newCodeIsJudgedByTheOldSettings() throws {
    try bench.write(name, "packs: [core]\nrules: [own.yml]\nexclude: [Generated, New]\n")
    try bench.write("New/A.swift", "let a = Date()\n")
    try bench.shell("git rm -q Core/Uses.swift && git add .").expectSuccess()
    let words = "New/A.swift:1:9: the file is excluded by 'New' (\(name):3:22)"
    #expect(try silenced() == [words])
    #expect(try silenced("--staged") == [words])
  }

  @Test func ruleFilesThatSayLessAreTold() throws {
    try bench.write(
      "own.yml", "pack: own\nrules:\n  - { id: no-print, message: m, ban: [\"print(_:)\"] }\n")
    #expect(
      try silenced() == [
        "Core/Uses.swift:4:22: 'no-print' does not match here",
        "Core/Uses.swift:4:37: there is no rule 'no-dump' any more",
      ])
    try bench.write(
      "own.yml",
      """
      pack: own
      rules:
        - { id: no-print, message: m, ban: ["print(_:)", "debugPrint(_:)"], files: [A] }
        - { id: no-dump, message: m, ban: ["dump(_:)"], inside: [struct A] }

      """)
    #expect(
      try silenced() == [
        "Core/Uses.swift:4:12: 'no-print' is not reported; the rule looks only at files "
          + "'A'; 1 more like it",
        "Core/Uses.swift:4:37: 'no-dump' is not reported; the rule looks only inside 'struct A'",
      ])
    try bench.write(
      "own.yml",
      """
      pack: own
      rules:
        - id: no-print
          message: m
          ban: ["print(_:)", "debugPrint(_:)"]
          unless: { arguments: ["1"] }
        - id: no-dump
          message: m
          ban: ["dump(_:)"]
          when: { called: true, arguments: [file] }

      """)
    #expect(
      try silenced().map { $0.prefix(43) } == [
        "Core/Uses.swift:4:12: 'no-print' is not rep",
        "Core/Uses.swift:4:37: 'no-dump' is not repo",
      ])
    // Another rule reports the same.
    try bench.write(
      "own.yml",
      """
      pack: own
      rules:
        - { id: no-output, message: m, ban: ["print(_:)", "debugPrint(_:)", "dump(_:)"] }

      """)
    #expect(try silenced() == [])
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
      try silenced() == ["\(name): 'no-print' does not look beyond 'struct Live'"])
    for less in [", trace: true", ", trace: true, through: [protocol P]", ""] {
      try rule(less)
      #expect(
        try silenced() == [
          "\(name): 'no-print' follows fewer calls ('trace', 'through', 'through-allowed')"
        ])
    }
    try rule(trace)
    // Of rules that look into calls in 'trace' alone, too.
    for (key, column) in [("own", 16), ("date-init", 22), ("all", 16)] {
      try bench.write(name, "rules: [own.yml]\nseams: { \(key): [func f] }\n")
      #expect(
        try silenced("--no-source-suppressions").contains(
          "\(name): '\(key)' does not look beyond 'func f' (\(name):2:\(column))"))
    }
  }

  @Test func nestedConfigurationsAreCompared() throws {
    try bench.shell("rm sub/\(name)").expectSuccess()
    #expect(
      try silenced() == [
        "sub/Dice.swift:1:12: 'uuid-init' is off; the pack 'random' is off; '--pack random' "
          + "turns it on"
      ])
    try bench.shell("git checkout -q sub").expectSuccess()
    try bench.write("Core/\(name)", "packs: [random]\n")
    #expect(
      try silenced() == [
        "Core/Uses.swift:1:11: 'date-init' is off; the pack 'core' is off; '--pack core' turns it "
          + "on; 2 more like it",
        "Core/Uses.swift:4:12: there is no rule 'no-print' any more; 1 more like it",
        "Core/Uses.swift:4:37: there is no rule 'no-dump' any more",
      ])
  }

  /// Settings come first, so that no comments bury them.
  @Test func theListEnds() throws {
    try bench.write(name, "packs: [core]\nrules: [own.yml]\nexclude: [Generated, Core]\n")
    for index in 0..<60 {
      try bench.write("A/\(index).swift", "let a = 1  // determinism:allow date-init: \(index)\n")
    }
    let told = try silenced()
    #expect(told.count == 52)
    #expect(told.first?.hasPrefix("Core/Uses.swift:1:11: the file is excluded by") == true)
    #expect(told.last == "and 10 more")
    #expect(
      try bench.lint("--since", "main", "--format", "sarif").output.contains(
        #"{"descriptor":{"id":"more"},"level":"note","message":{"text":"and 10 more"}}"#))
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
    try bench.write(name, "packs: [core]\nrules: [own.yml]\nexclude: [Generated, Core]\n")
    let sarif = try bench.lint("--since", "main", "--format", "sarif")
    #expect(
      sarif.output.contains(
        #""toolConfigurationNotifications":[{"descriptor":{"id":"finding-silenced"},"level":"note""#
      ))
    #expect(sarif.output.contains(#""region":{"startLine":1}"#))
    #expect(
      try !bench.lint("--since", "HEAD", "--format", "sarif", "--config-from", "HEAD", "own.yml")
        .output.contains(#""results":[{"#))
    bench.environment["GITHUB_STEP_SUMMARY"] = bench.path + "/summary.md"
    #expect(try bench.lint("--since", "main", "--summary").status == 0)
    #expect(
      try bench.read("summary.md").hasSuffix(
        "\n### This change silences\n\n- Core/Uses.swift:1: the file is excluded by `Core` "
          + "(\(name):3:22); 5 more like it\n"))
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
    try bench.write("A1.swift", "let a1 = a()\n")
    let rule = "pack: a\nrules: [{ id: no-NAME, message: m, ban: [NAME()] }]\n"
    try bench.write("rules/one.yml", rule.replacing("NAME", with: "a"))
    try bench.write("other/two.yml", rule.replacing("NAME", with: "b"))
    try bench.write(name, "rules: \(rules)\n")
    try bench.shell("\(make) && git add . && git commit -qm links").expectSuccess()
    #expect(try silenced("--config-from", "main") == [])
    try bench.shell(change).expectSuccess()
    let told = try silenced("--config-from", "main")
    #expect(
      told.contains { $0.contains("there is no rule 'no-a' any more") || $0.contains("a mistake") })
  }

  /// Git is not started for each file, and a change that concerns no settings reads none of old.
  @Test func manyConfigurationsAreReadAtOnce() throws {
    for index in 0..<50 {
      try bench.write("m\(index)/\(name)", "extends: ../base.yml\n")
      try bench.write("m\(index)/A.swift", "let a = Date()\n")
    }
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
    #expect(try starts("--since main --no-baseline") <= usual + 3)
    let told = try silenced()
    #expect(told.count == 1 && told[0].hasPrefix("m0/A.swift:1:9: 'date-init' is off;"))
    #expect(told[0].hasSuffix("; 49 more like it"))
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
