import Diagnostics
import Rules
import Testing

@Suite struct RuleStandingTests {
  private let bundled = [
    ruleFile(
      "core.yml",
      """
      pack: core
      rules:
        - {id: on, message: x, ban: [f()]}
        - {id: idle, message: x, ban: [g()], severity: off}
      """),
    ruleFile("extra.yml", "pack: extra\nrules:\n  - {id: more, message: x, ban: [h()]}"),
  ]
  private let own = [
    ruleFile(
      "own.yml",
      "pack: app\nrules:\n  - {id: own, message: x, ban: [i()]}\n"
        + "  - {id: own-idle, message: x, ban: [j()], severity: off}")
  ]

  private static let configurations = [
    nil, "", "packs: []", "packs: [extra]", "packs: [core, extra]", "severity: {on: off}",
    "severity: {idle: warning, own-idle: error, more: warning}",
    "packs: [extra]\nseverity: {more: off}",
    "packs: [app]", "packs: []\nenable: [idle, more, own]\nseverity: {more: off}",
    "enable: [on]\noverrides: [{files: [a], severity: {on: off, more: error, idle: warning}}]",
    "severity: {all: error}", "packs: [core, extra]\nseverity: {core: off}",
    "enable: [on, idle]\npacks: [extra]\nseverity: {core: off, extra: warning}",
    "severity: {all: off, own: error}", "severity: {core: off, on: error, idle: error}",
    "overrides: [{files: [a], severity: {all: warning, extra: error}}]",
    "severity: {app: off, core: off}\noverrides: [{files: [a], severity: {all: warning}}]",
    """
    overrides:
    - {files: [a], severity: {more: error, own-idle: error}}
    - {files: [b], severity: {all: warning}}
    - {files: [c], severity: {own: off}}
    """,
    """
    overrides:
    - {files: [a], severity: {more: error, idle: error}}
    - {files: [b], severity: {all: off}}
    """,
  ]
  private static let options: [RuleChoices] = [
    choices(), choices(packs: ["extra"]), choices(only: ["idle"]), choices(only: ["more", "own"]),
    choices(disabled: ["own"]), choices(packs: ["core"], only: ["on", "own"], disabled: ["own"]),
  ]

  private static func choices(
    packs: [String] = [], only: [String] = [], disabled: [String] = []
  ) -> RuleChoices {
    var choices = RuleChoices()
    (choices.packs, choices.onlyRules, choices.disabled) = (packs, only, disabled)
    return choices
  }

  /// The reason that is given is the reason that holds.
  @Test func standingAgreesWithTheSelection() throws {
    var seen: Set<String> = []
    for text in Self.configurations {
      let configuration = text.map { Configuration(parsing: source($0)) } ?? Configuration()
      for choices in Self.options {
        let selection = RuleSelection(
          bundled: bundled, project: own, configuration: configuration, choices: choices)
        guard selection.fileMistakes.isEmpty, selection.usageMistakes.isEmpty else { continue }
        let rules =
          bundled.flatMap { $0.rules.map { ($0.value, true) } }
          + own.flatMap { $0.rules.map { ($0.value, false) } }
        for overrides in [[], Array(configuration.overrides.indices)] {
          let inForce = rules.filter { rule, isBundled in
            let standing = configuration.standing(
              of: rule, isBundled: isBundled, choices: choices, in: overrides)
            seen.insert(String("\(standing)".prefix { $0 != "(" }))
            return standing.isInForce
          }
          let selected = selection.rules(in: overrides)
          #expect(inForce.map(\.0.id) == selected.map(\.id), "\(text ?? "none") \(choices)")
        }
      }
    }
    #expect(seen.count == 12, "\(seen.sorted())")
  }

  @Test func placesAreThoseInTheConfiguration() {
    let text = "packs: [core, extra]\nseverity: {on: off}\n"
    let configuration = Configuration(parsing: source(text))
    let (on, more) = (bundled[0].rules[0].value, bundled[1].rules[0].value)
    #expect(
      configuration.standing(of: on, isBundled: true, choices: RuleChoices())
        == .offInConfiguration(Located("on", at: 32..<34)))
    #expect(
      configuration.standing(of: more, isBundled: true, choices: RuleChoices())
        == .packInConfiguration(SettingPlace(range: 14..<19)))
  }
}

private func ruleFile(_ path: String, _ text: String) -> RuleFile {
  RuleFile(parsing: SourceFile(path: FilePath(path), bytes: Array(text.utf8)))
}

private func source(_ text: String) -> SourceFile {
  SourceFile(path: FilePath("File.swift"), bytes: Array(text.utf8))
}
