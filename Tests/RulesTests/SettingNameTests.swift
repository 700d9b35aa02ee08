import Diagnostics
import Rules
import Testing

/// A pack's name or `all` where a rule's id may stand.
@Suite struct SettingNameTests {
  private let bundled = [
    ruleFile(
      "core.yml",
      """
      pack: core
      rules:
        - {id: date, message: x, ban: [Date()], allow: [Clock.swift]}
        - {id: now, message: x, ban: [.now], severity: warning}
        - {id: idle, message: x, ban: [idle()], severity: off}
      """),
    ruleFile("random.yml", "pack: random\nrules:\n  - {id: uuid, message: x, ban: [UUID()]}"),
  ]
  private let own = [
    ruleFile("Rules/a.yml", "pack: app\nrules:\n  - {id: a, message: x, ban: [a()]}"),
    ruleFile("Rules/b.yml", "pack: app\nrules:\n  - {id: b, message: x, ban: [b()]}"),
  ]

  private func select(
    _ configuration: Configuration, project: [RuleFile]? = nil,
    _ change: (inout RuleChoices) -> Void = { _ in }
  ) -> RuleSelection {
    var choices = RuleChoices()
    change(&choices)
    return RuleSelection(
      bundled: bundled, project: project ?? own, configuration: configuration, choices: choices)
  }

  /// The rules in force, e.g. `date error`.
  private func severities(
    _ configuration: String, in overrides: [Int] = [],
    _ change: (inout RuleChoices) -> Void = { _ in }
  ) -> [String] {
    let selection = select(parsed(configuration), change)
    #expect(mistakes(selection) == [])
    return selection.rules(in: overrides).map { "\($0.id) \($0.severity.rawValue)" }
  }

  // MARK: - Severity

  @Test func anIDWinsOverItsPackAndAPackOverAll() {
    #expect(
      severities("severity: {all: warning}")
        == ["date warning", "now warning", "a warning", "b warning"])
    #expect(
      severities("severity: {app: error, date: off, all: warning, core: error}")
        == ["now error", "a error", "b error"])
    #expect(
      severities("severity: {b: warning, app: off, all: error}")
        == ["date error", "now error", "b warning"])
  }

  @Test func neitherWakesARule() {
    #expect(!severities("severity: {all: error}").contains { $0.hasPrefix("idle") })
    #expect(!severities("severity: {core: error}").contains { $0.hasPrefix("idle") })
    #expect(!severities("severity: {random: error}").contains { $0.hasPrefix("uuid") })
    let overrides = "overrides: [{files: [Tests], severity: {all: error, random: error}}]"
    #expect(
      severities(overrides, in: [0]) == ["date error", "now error", "a error", "b error"])
    // What an id wakes they give a severity to.
    #expect(severities("enable: [idle]\nseverity: {all: error}").contains("idle error"))
    #expect(
      severities(
        """
        overrides:
          - {files: [Sources], severity: {idle: error, uuid: error}}
          - {files: [Tests], severity: {all: warning}}
        """, in: [0, 1]
      ).filter { $0.hasPrefix("idle") || $0.hasPrefix("uuid") }
        == ["idle warning", "uuid warning"])
  }

  @Test func anIDThatIsOffStaysOff() {
    let settings = "severity: {date: off}\noverrides: [{files: [Tests], severity: {all: warning}}]"
    #expect(severities(settings, in: [0]) == ["now warning", "a warning", "b warning"])
    // Its pack being off is no word about itself.
    let pack = "severity: {core: off}\noverrides: [{files: [Model], severity: {core: error}}]"
    #expect(severities(pack) == ["a error", "b error"])
    #expect(severities(pack, in: [0]) == ["date error", "now error", "a error", "b error"])
  }

  @Test func aPackThatIsOffLeavesWhatEnableNames() {
    #expect(
      severities("packs: [random]\nenable: [date]\nseverity: {core: off}")
        == ["date error", "uuid error", "a error", "b error"])
    #expect(severities("enable: [idle]\nseverity: {all: off}") == ["idle warning"])
    #expect(severities("severity: {all: off, a: error}") == ["a error"])
  }

  /// The mappings are asked in the order that there was without names of packs.
  @Test func overridesComeBeforeSeverityAndLaterOnesBeforeEarlier() {
    let settings = """
      severity: {date: error}
      overrides:
        - {files: [Tests], severity: {date: error, now: off}}
        - {files: [Tests/Live], severity: {all: warning, core: error, app: off}}
      """
    #expect(severities(settings, in: [0]) == ["date error", "now warning", "a error", "b error"])
    #expect(
      severities(settings, in: [0, 1]) == ["date error", "now error", "a error", "b error"])
    let rules = select(parsed(settings)).rules(in: [0, 1])
    #expect(
      rules.map { $0.allow.map(\.text) } == [["Clock.swift"], [], ["Tests/Live"], ["Tests/Live"]])
    #expect(
      severities(
        "severity: {date: error}\noverrides: [{files: [T], severity: {all: warning}}]", in: [0]
      )
      .first == "date warning")
  }

  @Test func theCommandLineIsStronger() {
    #expect(severities("severity: {all: off}") { $0.onlyRules = ["date"] } == ["date error"])
    #expect(severities("severity: {all: warning}") { $0.onlyRules = ["date"] } == ["date warning"])
    #expect(
      severities("severity: {all: warning}") { $0.disabled = ["date", "a"] }
        == ["now warning", "b warning"])
    #expect(
      severities("overrides: [{files: [T], severity: {all: off}}]", in: [0]) {
        $0.onlyRules = ["date", "idle"]
      } == ["date error", "idle warning"])
  }

  // MARK: - Lists and default arguments

  @Test func listsAddUp() {
    let rules = select(
      parsed(
        """
        allow: {all: [Live], core: [A.swift], date: [B.swift]}
        allow-inside: {date: [struct D], app: ["#Preview"], all: [struct All]}
        overrides: [{files: [T], allow-inside: {all: [struct T], core: [struct C]}}]
        """)
    ).rules(in: [0])
    #expect(
      rules.map { $0.allow.map(\.text) } == [
        ["Clock.swift", "Live", "A.swift", "B.swift"], ["Live", "A.swift"], ["Live"], ["Live"],
      ])
    #expect(
      rules.map { $0.allowInside.map(\.text) } == [
        ["struct D", "struct All", "struct T", "struct C"],
        ["struct All", "struct T", "struct C"],
        ["#Preview", "struct All", "struct T"], ["#Preview", "struct All", "struct T"],
      ])
  }

  @Test func defaultArgumentsAreOfTheNearestName() {
    let selection = select(
      parsed(
        """
        default-arguments: {all: allow, core: report, now: allow}
        overrides: [{files: [T], default-arguments: {app: report, all: allow}}]
        """))
    #expect(selection.rules.map(\.defaultArguments) == [.report, .allow, .allow, .allow])
    #expect(selection.rules(in: [0]).map(\.defaultArguments) == [.allow, .allow, .report, .report])
  }

  @Test func settingsOfTracesAreOfTheirNames() {
    let traces = select(
      parsed(
        """
        through: {all: [protocol Loader], core: [class Base]}
        seams: {date: [struct Live], app: [func now]}
        through-allowed: {all: true, core: false, now: true}
        """)
    ).rules.map(\.trace)
    #expect(
      traces.map { $0.through.map(\.text) } == [
        ["protocol Loader", "class Base"], ["protocol Loader", "class Base"], ["protocol Loader"],
        ["protocol Loader"],
      ])
    #expect(
      traces.map { $0.seams.map(\.text) } == [["struct Live"], [], ["func now"], ["func now"]])
    #expect(traces.map(\.goesThroughAllowed) == [false, true, true, true])
    #expect(!traces.contains { $0.isOn })
  }

  // MARK: - Configurations that extend others

  @Test func namesMeanTheSameInWhatIsExtended() {
    var near = parsed("severity: {all: warning, core: error}\nallow: {core: [Near]}")
    near.extend(parsed("severity: {date: off, core: off}\nallow: {all: [Far]}", number: 1))
    let rules = select(near).rules
    #expect(
      rules.map { "\($0.id) \($0.severity.rawValue)" } == ["now error", "a warning", "b warning"])
    #expect(rules.map { $0.allow.map(\.text) } == [["Far", "Near"], ["Far"], ["Far"]])
  }

  // MARK: - Mistakes

  @Test func unknownNamesAreGuessed() {
    let selection = select(
      parsed(
        """
        severity: {cor: off, alll: error, stale-allow: off}
        allow: {randm: [x]}
        default-arguments: {dates: allow}
        overrides: [{files: [x], severity: {aap: off}, allow-inside: {apps: [struct A]}}]
        """))
    #expect(
      mistakes(selection) == [
        "c.yml:1:12: unknown rule or pack 'cor'; did you mean 'core'?",
        "c.yml:1:22: unknown rule or pack 'alll'; did you mean 'all'?",
        "c.yml:1:35: unknown rule or pack 'stale-allow'",
        "c.yml:2:9: unknown rule or pack 'randm'; did you mean 'random'?",
        "c.yml:3:21: unknown rule or pack 'dates'; did you mean 'date'?",
        "c.yml:4:37: unknown rule or pack 'aap'; did you mean 'app'?",
        "c.yml:4:63: unknown rule or pack 'apps'; did you mean 'app'?",
      ])
  }

  @Test func singleRulesAreNamedWhereAPackMakesNoSense() {
    let selection = select(
      parsed(
        """
        enable: [random, all]
        replace: {core: {Date(): x}}
        overrides: [{files: [x], replace: {app: {a(): x}}}]
        """)
    ) {
      ($0.onlyRules, $0.disabled) = (["core", "all"], ["app"])
    }
    #expect(
      mistakes(selection) == [
        "c.yml:1:10: 'random' is a pack; write packs under 'packs', and single rules here",
        "c.yml:1:18: unknown rule 'all'; name each rule",
        "c.yml:2:11: 'core' is a pack; name the rule that bans the patterns",
        "c.yml:3:36: 'app' is a pack; name the rule that bans the patterns",
      ])
    #expect(
      selection.usageMistakes == [
        "'core' is a pack; name its rules, or add all of them with '--pack core'",
        "unknown rule 'all'; name each rule",
        "'app' is a pack; name its rules, or write 'severity: { app: off }' in the configuration",
      ])
  }

  @Test func aNameMeansOneThing() {
    func said(_ files: RuleFile...) -> [String] {
      mistakes(select(Configuration(), project: files))
    }
    let rule = "message: x, ban: [x]}"
    #expect(said(own[0], own[1]) == [])
    #expect(
      said(ruleFile("r.yml", "pack: all\nrules:\n- {id: all, \(rule)\n- {id: r, \(rule)")) == [
        "r.yml:1:7: 'all' stands for all rules; choose another name",
        "r.yml:3:8: 'all' stands for all rules; choose another name",
      ])
    #expect(
      said(ruleFile("r.yml", "pack: core\nrules:\n- {id: random, \(rule)")) == [
        "r.yml:1:7: a pack 'core' is already bundled; choose another name",
        "r.yml:3:8: a pack 'random' is already bundled; choose another name",
      ])
    #expect(
      said(own[0], ruleFile("r.yml", "pack: date\nrules:\n- {id: app, \(rule)")) == [
        "r.yml:1:7: a rule 'date' is already in the bundled pack 'core'; choose another name",
        "r.yml:3:8: a pack 'app' is already in 'Rules/a.yml:1:7'; choose another name",
      ])
    #expect(
      said(own[0], ruleFile("r.yml", "pack: a\nrules:\n- {id: r, \(rule)\n- {id: a, \(rule)")) == [
        "r.yml:1:7: a rule 'a' is already in 'Rules/a.yml:3:10'; choose another name",
        "r.yml:4:8: a rule 'a' is already in 'Rules/a.yml:3:10'",
      ])
    #expect(
      said(ruleFile("r.yml", "pack: r\nrules:\n- {id: r, \(rule)")) == [
        "r.yml:3:8: a pack 'r' is already in 'r.yml:1:7'; choose another name"
      ])
    #expect(
      said(ruleFile("r.yml", "pack: stale-allow\nrules:\n- {id: r, \(rule)")) == [
        "r.yml:1:7: the tool itself reports under 'stale-allow'; choose another name"
      ])
  }

  // MARK: - What does nothing

  @Test func noRuleCanBeInForce() {
    let message = "no rule is on; name packs under 'packs', or single rules under 'enable'"
    let settings = "packs: []\noverrides: [{files: [x], severity: {all: warning}}]"
    #expect(mistakes(select(parsed(settings), project: [])) == ["c.yml:1:8: \(message)"])
    #expect(mistakes(select(parsed("severity: {all: off}"))) == ["c.yml:1:12: \(message)"])
    // What turns the rules off is told, not the packs that are on, nor what else is off.
    #expect(
      mistakes(select(parsed("packs: [core]\nseverity: {uuid: off, all: off}"))) == [
        "c.yml:2:23: \(message)"
      ])
    let woken = "severity: {all: off}\noverrides: [{files: [x], severity: {core: warning}}]"
    #expect(mistakes(select(parsed(woken))) == [])
  }

  @Test func aPackThatIsNotOnIsUnused() {
    let configuration = parsed(
      """
      severity: {random: warning, app: warning}
      allow: {random: [a], all: [b], core: [c], off: [d]}
      overrides: [{files: [e], severity: {random: off}, default-arguments: {random: allow}}]
      """)
    let idle = configuration.idleSettings(besides: ["a", "app", "date", "core", "all"]) { name in
      switch name {
      case "random": (.packNotOn, "random")
      case "off": (.off, "off")
      default: (.ownRule, "app")
      }
    }
    let on = "the pack 'random' is off; 'packs: [core, random]' turns it on"
    let lines = LineTable(configuration.source!.bytes)
    #expect(
      idle.map {
        let location = lines.location(of: $0.range.lowerBound)
        return "\(location.line):\(location.column): \($0.message)"
      } == [
        "1:12: \(on)", "2:9: \(on)",
        "2:43: all rules of 'off' are off, so this setting does nothing", "3:71: \(on)",
      ])
    // It says that the rule or pack is left out on purpose.
    for name in ["random", "uuid"] {
      let off = parsed("severity: {\(name): off}")
      #expect(off.idleSettings(besides: []) { _ in (.packNotOn, "random") }.isEmpty)
    }
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

private func parsed(_ text: String, number: Int = 0) -> Configuration {
  let name = number == 0 ? "c.yml" : "base.yml"
  return Configuration(
    parsing: SourceFile(path: FilePath(name), bytes: Array(text.utf8)), number: number)
}

private func ruleFile(_ path: String, _ text: String) -> RuleFile {
  RuleFile(parsing: SourceFile(path: FilePath(path), bytes: Array(text.utf8)))
}
