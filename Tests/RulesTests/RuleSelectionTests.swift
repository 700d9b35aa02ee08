import Diagnostics
import Rules
import Testing

@Suite struct RuleSelectionTests {
  private let core = ruleFile(
    "core.yml",
    """
    pack: core
    rules:
      - id: date-init
        message: x
        ban: [Date(), NSDate()]
        allow: [Clock.swift]
        allow-inside: [struct Clock]
        replace: {Date(): Date.current}
      - id: implicit-now
        severity: off
        message: x
        ban: [.now]
    """)
  private let random = ruleFile(
    "random.yml",
    "pack: random\nrules:\n  - {id: uuid, message: x, ban: [UUID()], severity: warning}")
  private let app = ruleFile(
    "Rules/app.yml", "pack: app\nrules:\n  - id: app-date\n    message: x\n    ban: [AppDate()]")

  private func select(
    _ configuration: String? = nil, project: [RuleFile] = [],
    _ change: (inout RuleChoices) -> Void = { _ in }
  ) -> RuleSelection {
    var choices = RuleChoices()
    change(&choices)
    let source = configuration.map { SourceFile(path: FilePath("c.yml"), bytes: Array($0.utf8)) }
    return RuleSelection(
      bundled: [core, random], project: project,
      configuration: source.map { Configuration(parsing: $0) } ?? Configuration(), choices: choices)
  }

  // MARK: - Packs

  @Test func coreIsOnByDefault() {
    #expect(select().rules.map(\.id) == ["date-init"])
    #expect(select("").rules.map(\.id) == ["date-init"])
    #expect(select().known.map(\.id) == ["date-init", "implicit-now", "uuid"])
  }

  @Test func theConfigurationNamesThePacks() {
    #expect(select("packs: [random]").rules.map(\.id) == ["uuid"])
    #expect(select("packs: [random, core]").rules.map(\.id) == ["date-init", "uuid"])
    #expect(select("packs: []", project: [app]).rules.map(\.id) == ["app-date"])
  }

  @Test func theCommandLineAddsPacks() {
    #expect(select { $0.packs = ["random"] }.rules.map(\.id) == ["date-init", "uuid"])
    #expect(
      select("packs: [random]") { $0.packs = ["core"] }.rules.map(\.id) == ["date-init", "uuid"])
  }

  @Test func theProjectsOwnRulesAreOn() {
    #expect(select(project: [app]).rules.map(\.id) == ["date-init", "app-date"])
    #expect(select("packs: [app]", project: [app]).rules.map(\.id) == ["app-date"])
  }

  // MARK: - Severity

  @Test func theConfigurationSetsSeverities() {
    let selection = select("severity: {date-init: off, implicit-now: warning, uuid: error}") {
      $0.packs = ["random"]
    }
    #expect(selection.rules.map(\.id) == ["implicit-now", "uuid"])
    #expect(selection.rules.map(\.severity) == [.warning, .error])
    #expect(selection.known.map(\.severity) == [.off, .warning, .error])
  }

  @Test func onlyRuleChoosesFromAllRules() {
    #expect(select { $0.onlyRules = ["uuid"] }.rules.map(\.id) == ["uuid"])
    #expect(
      select(project: [app]) { $0.onlyRules = ["app-date", "date-init"] }.rules.map(\.id)
        == ["date-init", "app-date"])
  }

  @Test func onlyRuleRunsARuleThatIsOff() {
    let off = select { $0.onlyRules = ["implicit-now"] }
    #expect(off.rules.map(\.severity) == [.warning])
    let turnedOff = select("severity: {date-init: off}") { $0.onlyRules = ["date-init"] }
    #expect(turnedOff.rules.map(\.severity) == [.error])
    let set = select("severity: {date-init: warning}") { $0.onlyRules = ["date-init"] }
    #expect(set.rules.map(\.severity) == [.warning])
  }

  @Test func disableTakesRulesAway() {
    let selection = select { ($0.packs, $0.disabled) = (["random"], ["date-init"]) }
    #expect(selection.rules.map(\.id) == ["uuid"])
  }

  @Test func singleRulesAreEnabled() {
    let selection = select("packs: []\nenable: [uuid, implicit-now]")
    #expect(selection.rules.map(\.id) == ["implicit-now", "uuid"])
    #expect(selection.rules.map(\.severity) == [.warning, .warning])
    #expect(
      select("enable: [uuid]\nseverity: {uuid: error}").rules.map(\.severity) == [.error, .error])
    #expect(select("enable: [uuid]\nseverity: {uuid: off}").rules.map(\.id) == ["date-init"])
    #expect(
      mistakes(select("enable: [uid]")) == ["c.yml:1:10: unknown rule 'uid'; did you mean 'uuid'?"])
  }

  // MARK: - Overrides

  private let overrides = """
    severity: {date-init: warning}
    overrides:
      - files: [Tests]
        severity: {date-init: off, uuid: error, implicit-now: off}
        allow-inside: {date-init: [struct Test]}
      - files: ["Tests/Live/**"]
        severity: {date-init: error}
        replace: {date-init: {NSDate(): x}}
    """

  @Test func overridesHoldForTheirFilesTheLaterOnesFirst() {
    let configuration = Configuration(
      parsing: SourceFile(path: FilePath("c.yml"), bytes: Array(overrides.utf8)))
    #expect(configuration.overrides(for: FilePath("Sources/a.swift")) == [])
    #expect(configuration.overrides(for: FilePath("Tests/a.swift")) == [0])
    #expect(configuration.overrides(for: FilePath("Tests/Live/a.swift")) == [0, 1])

    let selection = select(overrides)
    #expect(selection.rules.map(\.id) == ["date-init"])
    #expect(selection.rules == selection.rules(in: []))
    let tests = selection.rules(in: [0])
    #expect(tests.map(\.id) == ["date-init", "uuid"])
    // What is off takes part as what `allow` excuses does.
    #expect(tests.map(\.severity) == [.warning, .error])
    #expect(tests[0].allow.map(\.text) == ["Clock.swift", "Tests"])
    #expect(tests[0].allowInside.map(\.text) == ["struct Clock", "struct Test"])
    let live = selection.rules(in: [0, 1])
    #expect(live.map(\.severity) == [.error, .error])
    #expect(live[0].allow.map(\.text) == ["Clock.swift"])
    #expect(live[0].allowInside.map(\.text) == ["struct Clock", "struct Test"])
    #expect(live[0].replacements.map(\.text) == ["Date.current", "x"])
  }

  @Test func theCommandLineIsStrongerThanOverrides() {
    let only = select(overrides) { $0.onlyRules = ["date-init"] }
    #expect(only.rules(in: [0]).map(\.severity) == [.warning])
    #expect(only.rules(in: [0])[0].allow.map(\.text) == ["Clock.swift"])
    #expect(only.rules(in: [0, 1]).map(\.severity) == [.error])
    let disabled = select(overrides) { $0.disabled = ["uuid"] }
    #expect(disabled.rules(in: [0]).map(\.id) == ["date-init"])
  }

  @Test func overridesAloneCanPutRulesInForce() {
    let selection = select("packs: []\noverrides: [{files: [a], severity: {uuid: error}}]")
    #expect(mistakes(selection) == [])
    #expect(selection.rules.isEmpty)
    #expect(selection.rules(in: [0]).map(\.id) == ["uuid"])
  }

  @Test func overridesAreChecked() {
    let selection = select(
      """
      overrides:
        - files: [a]
          severity: {uid: off}
          allow-inside: {x: [a]}
          replace: {date-init: {Date.init(x:): x}}
      """)
    #expect(
      mistakes(selection) == [
        "c.yml:3:16: unknown rule or pack 'uid'; did you mean 'uuid'?",
        "c.yml:4:20: unknown rule or pack 'x'",
        "c.yml:5:27: 'Date.init(x:)' is not a pattern under 'ban'",
      ])
  }

  @Test func settingsOfRulesThatAreNotInForceAreTold() {
    let text = """
      severity: {date-init: off, uuid: warning}
      allow: {date-init: [a], implicit-now: [b], app-date: [c]}
      overrides: [{files: [d], severity: {uuid: off}, default-arguments: {uuid: allow}}]
      default-arguments: {implicit-now: allow}
      """
    let configuration = Configuration(
      parsing: SourceFile(path: FilePath("c.yml"), bytes: Array(text.utf8)))
    let idle = configuration.idleSettings(besides: ["app-date", "app"]) { name in
      switch name {
      case "date-init": (.offInConfiguration(Located("date-init", at: 0..<0)), "core")
      case "uuid", "random": (.packNotOn, "random")
      case "core": (.off, "core")
      default: (.off, "core")
      }
    }
    let lines = LineTable(Array(text.utf8))
    #expect(
      idle.map { diagnostic in
        let location = lines.location(of: diagnostic.range.lowerBound)
        return "\(location.line):\(location.column): \(diagnostic.message)"
      } == [
        "1:28: 'uuid' is off, because its pack is off; 'enable: [uuid]' turns it on",
        "2:9: 'date-init' is turned off, so this setting does nothing",
        "2:25: 'implicit-now' is off; 'enable: [implicit-now]' turns it on",
        "3:69: 'uuid' is off, because its pack is off; 'enable: [uuid]' turns it on",
        "4:21: 'implicit-now' is off; 'enable: [implicit-now]' turns it on",
      ])
  }

  // MARK: - Lists

  @Test func listsGrow() {
    let rule = select(
      """
      allow: {date-init: [A.swift, B.swift]}
      allow-inside: {date-init: ["extension Timer"]}
      replace: {date-init: {NSDate(): Date.current, Date(): now}}
      """
    ).rules[0]
    #expect(rule.allow.map(\.text) == ["Clock.swift", "A.swift", "B.swift"])
    #expect(rule.allowInside.map(\.text) == ["struct Clock", "extension Timer"])
    #expect(rule.replacements.map(\.pattern.text) == ["NSDate()", "Date()"])
    #expect(rule.replacements.map(\.text) == ["Date.current", "now"])
  }

  // MARK: - Mistakes

  @Test func whatTheConfigurationNamesMustExist() {
    let selection = select(
      """
      packs: [core, randm]
      severity: {date-int: off}
      allow: {x: [a]}
      allow-inside: {uuidd: []}
      replace: {nothing: {}, date-init: {Date.init(x:): x, Date(): $1}}
      exclude: ["!a"]
      """)
    #expect(selection.rules.isEmpty)
    #expect(
      mistakes(selection) == [
        "c.yml:1:15: unknown pack 'randm'; did you mean 'random'?",
        "c.yml:2:12: unknown rule or pack 'date-int'; did you mean 'date-init'?",
        "c.yml:3:9: unknown rule or pack 'x'",
        "c.yml:4:16: unknown rule or pack 'uuidd'; did you mean 'uuid'?",
        "c.yml:5:11: unknown rule 'nothing'",
        "c.yml:5:36: 'Date.init(x:)' is not a pattern under 'ban'",
        "c.yml:5:62: 'Date()' has no argument for '$1'",
        "c.yml:6:12: a glob cannot be negated with '!'",
      ])
  }

  @Test func allPacksAreForTheCommandLine() {
    #expect(
      mistakes(select("packs: [all]"))
        == ["c.yml:1:9: unknown pack 'all'; only the option '--pack' takes it, so name each pack"])
  }

  @Test func whatTheCommandLineNamesMustExist() {
    let selection = select {
      ($0.packs, $0.onlyRules, $0.disabled) = (["cor", "x"], ["date-int"], ["y", "uuid"])
    }
    #expect(selection.rules.isEmpty)
    #expect(
      selection.usageMistakes == [
        "unknown pack 'cor'; did you mean 'core'?", "unknown pack 'x'",
        "unknown rule 'date-int'; did you mean 'date-init'?", "unknown rule 'y'",
      ])
  }

  @Test(arguments: [
    ("daet-init", "date-init"), ("dateinit", "date-init"), ("implict-now", "implicit-now"),
    ("Date-Init", "date-init"), ("uid", "uuid"), ("uuuuid", "uuid"), ("now", nil), ("date", nil),
    ("", nil), (String(repeating: "date-init", count: 10_000), nil),
  ])
  func aNearNameIsSuggested(_ name: String, _ suggestion: String?) {
    let message = select { $0.onlyRules = [name] }.usageMistakes.first
    let expected = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    #expect(message == "unknown rule '\(name)'" + expected)
  }

  @Test func defaultArgumentsAreAsTheConfigurationSaysTheLaterOverridesFirst() {
    let selection = select(
      """
      packs: [core, random]
      default-arguments: {uuid: allow}
      overrides:
        - {files: [Tests], default-arguments: {uuid: report, date-init: allow}}
        - {files: [Tests/Live], default-arguments: {date-init: report}}
      """)
    #expect(selection.rules.map(\.defaultArguments) == [.report, .allow])
    #expect(selection.rules(in: [0]).map(\.defaultArguments) == [.allow, .report])
    #expect(selection.rules(in: [0, 1]).map(\.defaultArguments) == [.report, .report])
    let unknown = select(
      "default-arguments: {x: allow}\noverrides: [{files: [a], default-arguments: {uid: report}}]")
    #expect(
      mistakes(unknown) == [
        "c.yml:1:21: unknown rule or pack 'x'",
        "c.yml:2:46: unknown rule or pack 'uid'; did you mean 'uuid'?",
      ])
  }

  @Test func whatCoversARuleMustExist() {
    func covered(by ids: String) -> RuleSelection {
      select(
        project: [
          ruleFile(
            "Rules/c.yml",
            "pack: app\nrules:\n- {id: c, message: x, ban: [x], covered-by: [\(ids)]}")
        ])
    }
    #expect(mistakes(covered(by: "c, uuid, implicit-now")).isEmpty)
    #expect(
      mistakes(covered(by: "uid, app-date")) == [
        "Rules/c.yml:3:8: under 'covered-by': unknown rule 'uid'; did you mean 'uuid'?",
        "Rules/c.yml:3:8: under 'covered-by': unknown rule 'app-date'",
      ])
  }

  @Test func twoRulesWithOneIDAreAMistakeOfTheSecond() {
    let again = ruleFile(
      "Rules/b.yml",
      "pack: b\nrules:\n- {id: app-date, message: x, ban: [x]}\n- {id: date-init, message: x, ban: [x]}"
    )
    let selection = select(project: [app, again])
    #expect(selection.rules.isEmpty)
    #expect(
      mistakes(selection) == [
        "Rules/b.yml:3:8: a rule 'app-date' is already in 'Rules/app.yml:3:9'",
        "Rules/b.yml:4:8: a rule 'date-init' is already in the bundled pack 'core'",
      ])
  }

  @Test func aBrokenRuleFileHidesNoUnknownRule() {
    let broken = ruleFile("Rules/x.yml", "pack: app\nrules:\n- {id: x, mesage: x, ban: [x]}")
    let selection = select("allow: {x: [a], y: ['!']}", project: [broken]) { $0.onlyRules = ["x"] }
    #expect(selection.rules.isEmpty)
    // `x` and `y` may well be rules of the broken file.
    #expect(
      mistakes(selection) == [
        "c.yml:1:22: a glob cannot be negated with '!'",
        "Rules/x.yml:3:11: unknown key 'mesage'; did you mean 'message'?",
      ])
    #expect(selection.usageMistakes.isEmpty)
  }

  @Test func aRuleFileThatCannotBeReadHidesNoUnknownRule() {
    let source = SourceFile(path: FilePath("c.yml"), bytes: Array("allow: {x: [a]}".utf8))
    let selection = RuleSelection(
      bundled: [core], project: [], configuration: Configuration(parsing: source), isWhole: false)
    #expect(selection.rules.isEmpty)
    #expect(selection.fileMistakes.isEmpty)
  }

  @Test func noRuleInForceIsAMistake() {
    let message = "no rule is on; name packs under 'packs', or single rules under 'enable'"
    #expect(mistakes(select("packs: []")) == ["c.yml:1:8: \(message)"])
    #expect(mistakes(select("severity: {date-init: off}")) == ["c.yml:1:12: \(message)"])
    #expect(select { $0.disabled = ["date-init"] }.usageMistakes == ["no rule is on"])
    #expect(
      select { ($0.onlyRules, $0.disabled) = (["uuid"], ["uuid"]) }.usageMistakes
        == ["no rule is on"])
  }

  @Test func declarationsThatATraceMissesAreNamed() throws {
    let text = "seams: { all: [func a, func b] }"
    let configuration = Configuration(
      parsing: SourceFile(path: FilePath("c.yml"), bytes: Array(text.utf8)))
    let missing = [try ScopeHeader(parsing: "func b")]
    #expect(
      configuration.warnings(aboutMissing: Set(missing)).map(\.message)
        == ["no declaration fits 'func b'; correct it, or remove it from 'seams'"])
  }

  private func mistakes(_ selection: RuleSelection) -> [String] {
    selection.fileMistakes.flatMap { file in
      let lines = LineTable(file.source.bytes)
      return file.diagnostics.map { diagnostic in
        let location = lines.location(of: diagnostic.range.lowerBound)
        return
          "\(file.source.path.string):\(location.line):\(location.column): \(diagnostic.message)"
      }
    }
  }
}

private func ruleFile(_ path: String, _ text: String) -> RuleFile {
  RuleFile(parsing: SourceFile(path: FilePath(path), bytes: Array(text.utf8)))
}
