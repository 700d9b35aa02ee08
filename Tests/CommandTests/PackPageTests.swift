import Foundation
import Testing

@Suite struct PackPageTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "Rules/kitchen.yml",
      """
      pack: kitchen
      about: What boils over.
      note: |
        Ovens are loud, so the pack is.
        Write instead: the time.
      rules:
        - id: now
          message: "'now()' is banned"
          ban: [now()]
          inside: ["struct *Oven", "@Kitchen"]
        - id: later
          severity: off
          message: m
          ban: [later()]
          inside: ["@Kitchen"]
      """)
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\n")
  }

  @Test func aPackOfTheProjectHasAPage() throws {
    #expect(
      try bench.lint("rules", "kitchen")
        == Run(
          status: 0,
          output: """
            kitchen: a pack of 2 rules
            What boils over.

            Ovens are loud, so the pack is.
            Write instead: the time.

            Rules
            ID     SEVERITY  PACK     CATEGORY  MESSAGE
            now    error     kitchen  -         'now()' is banned
            later  off       kitchen  -         m

            In this project
              on: it is the project's own (Rules/kitchen.yml:7:9)
              this rule is off by default; 'enable' in the configuration turns it on: 'later'

            """, errors: ""))
  }

  @Test func aBundledPackSaysHowToSwitchItOn() throws {
    let page = try bench.lint("rules", "temporal").output
    #expect(page.hasPrefix("temporal: a pack of "))
    #expect(page.contains(" (off)\n"))
    #expect(page.contains("\nworkflow-date         error "))
    #expect(
      page.contains(
        "\n  off: '--pack temporal' turns it on, or 'packs: [core, temporal]' in the "
          + "configuration\n  only inside: @Workflow\n"))
    let random = try bench.lint("rules", "random", "--pack=random").output
    #expect(random.contains("\n  on: '--pack' turns on the pack 'random'\n"))
    #expect(random.contains("turns it on: 'c-rand'\n"))
  }

  @Test func aPackAsJSONHasItsRules() throws {
    let run = try bench.lint("rules", "kitchen", "--format=json")
    let pack = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(pack["pack"] as? String == "kitchen")
    #expect(pack["about"] as? String == "What boils over.")
    #expect(
      pack["note"] as? String == "Ovens are loud, so the pack is.\nWrite instead: the time.\n")
    #expect(pack["in-force"] as? Bool == true)
    let rules = try #require(pack["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == ["now", "later"])
    #expect(rules.map { $0["in-force"] as? Bool } == [true, false])
  }

  @Test func aPackThatIsMisspelledIsGuessed() throws {
    let run = try bench.lint("rules", "tempral")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("error: unknown rule 'tempral'; did you mean 'temporal'?\n"))
  }
}
