import Foundation
import Testing

@Suite struct RulesTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "Rules/test.yml",
      """
      pack: test
      rules:
        - id: now
          message: "'now()' is banned"
          note: |
            A test cannot say what
            it expects.
            Plain Swift: take
            the time as a parameter.
          url: https://example.com/now
          ban: [now(), _.later(at:)]
          files: ["*.swift"]
          allow: [Own.swift]
        - id: a-rule-with-a-long-name
          severity: warning
          category: random
          message: a message that is too long for any terminal but the widest of all terminals
          ban: [f()]
        - id: never
          severity: off
          message: m
          ban: [g()]
      """)
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\n")
  }

  /// The lines that a terminal shows, without colours.
  func lines(_ script: String, columns: UInt16) throws -> [String] {
    let run = try bench.shell(script, atTerminal: [1], columnCount: columns)
    #expect(run.status == 0)
    return run.terminal.replacing(/\e\[[0-9;]*m/, with: "")
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  // MARK: - The list

  @Test func listsWhatIsInForce() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "rules: [Rules]\nseverity: { date-init: warning }\n")
    let run = try bench.lint("rules", "--disable=timer-scheduled")
    #expect(run.status == 0)
    let rows = run.output.split(separator: "\n").map { $0.split(separator: " ").prefix(3) }
    #expect(rows.first == ["ID", "SEVERITY", "PACK"])
    #expect(rows.contains(["date-init", "warning", "core"]))
    #expect(rows.contains(["date-since-now", "error", "core"]))
    #expect(rows.contains(["now", "error", "test"]))
    #expect(!rows.contains { $0.first == "timer-scheduled" || $0.first == "never" })
    // The message begins at the same place in every row, and is whole.
    let starts = run.output.split(separator: "\n").map { row in
      row.ranges(of: /\s\s+\S/).prefix(4).map {
        row.distance(from: row.startIndex, to: $0.upperBound)
      }
    }
    #expect(Set(starts).count == 1)
    #expect(run.output.contains("for any terminal but the widest of all terminals\n"))
  }

  @Test func whatElseThereIsGoesToStandardError() throws {
    let run = try bench.lint("rules")
    #expect(run.errors.hasPrefix("Rules that are off: never.\nPacks that are off; "))
    #expect(run.errors.contains(#/\n  core \(\d+ rules\): Dates from the system clock, .* /#))
    #expect(run.errors.contains("\n  random ("))
    let more = try bench.lint("rules", "--pack", "core")
    #expect(!more.errors.contains("\n  core ("))
    #expect(more.errors.contains("\n  random ("))
    #expect(more.output.contains("\ndate-init "))
  }

  @Test func messagesStandBelowOnANarrowTerminal() throws {
    #expect(
      try lines("$tool rules 2>/dev/null", columns: 60) == [
        "now: error, pack test",
        "    'now()' is banned",
        "a-rule-with-a-long-name: warning, category random, pack test",
        "    a message that is too long for any terminal but the",
        "    widest of all terminals",
      ])
    #expect(try lines("$tool rules 2>/dev/null", columns: 200).count == 3)
  }

  @Test(arguments: [80, 120, 200])
  func theTableOfAllPacksFitsTheTerminal(columns: Int) throws {
    let packs = try bench.lint("rules").errors.matches(of: /\n  ([a-z]+) \(/).map { String($0.1) }
    try #require(!packs.isEmpty)
    // A terminal keeps a few thousand bytes only, so packs are shown one by one.
    for pack in packs {
      for line in try lines("$tool rules --pack \(pack) 2>/dev/null", columns: UInt16(columns)) {
        #expect(line.count <= columns, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test func colorsAreForTerminals() throws {
    #expect(!(try bench.lint("rules").output.contains("\u{1B}")))
    #expect(
      try bench.lint("rules", "--color-diagnostics").output.contains("\u{1B}[1;31merror\u{1B}[0m"))
    let terminal = try bench.shell("$tool rules --no-color-diagnostics", atTerminal: [1]).terminal
    #expect(!terminal.contains("\u{1B}"))
    #expect(
      try bench.shell("$tool rules", atTerminal: [1]).terminal.contains("\u{1B}[1;33mwarning"))
  }

  // MARK: - JSON

  @Test func theListAsJSONHasTheRulesOfTheTable() throws {
    let options = ["--pack", "core", "--disable", "timer-scheduled"].map { Array($0.utf8) }
    let table = try bench.lint([Array("rules".utf8)] + options).output
    let ids = table.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != " " }) }
    let run = try bench.lint(["rules", "--format", "json"].map { Array($0.utf8) } + options)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let rules = try objects(run.output)
    #expect(rules.map { $0["id"] as? String } == ids)
    #expect(rules.allSatisfy { $0["in-force"] as? Bool == true })
  }

  @Test func oneRuleAsJSONHasTheKeysOfARuleFile() throws {
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      rules: [Rules]
      packs: []
      severity: { now: warning }
      allow: { now: ["Clock/*.swift"] }
      replace: { now: { now(): clock.now } }
      """)
    let run = try bench.lint("rules", "now", "--format=json")
    let rule = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? NSDictionary)
    #expect(
      rule == [
        "id": "now", "pack": "test", "severity": "warning", "message": "'now()' is banned",
        "note":
          "A test cannot say what\nit expects.\nPlain Swift: take\nthe time as a parameter.\n",
        "url": "https://example.com/now", "ban": ["now()", "_.later(at:)"],
        "files": ["*.swift"], "allow": ["Own.swift", "Clock/*.swift"], "inside": [String](),
        "allow-inside": [String](), "replace": ["now()": "clock.now"], "in-force": true,
        "default-arguments": "report",
      ] as NSDictionary)
    let keys = run.output.matches(of: /(?m)^  "([a-z-]+)" :/).map { String($0.1) }
    #expect(keys == keys.sorted())
    let other = try bench.lint("rules", "date-init", "--format=json").output
    #expect(other.contains("\"in-force\" : false"))
    #expect(other.contains("\"category\" : \"clock\""))
  }

  private func objects(_ json: String) throws -> [[String: Any]] {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return try #require(value as? [[String: Any]])
  }

  // MARK: - One rule

  @Test func explainsARuleOfTheProject() throws {
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      rules: [Rules]
      packs: []
      severity: { now: warning }
      allow: { now: ["Clock/*.swift"] }
      exclude: [Generated]
      """)
    #expect(
      try bench.lint("rules", "now")
        == Run(
          status: 0,
          output: """
            now: warning, pack test
            'now()' is banned

            A test cannot say what
            it expects.
            Plain Swift: take
            the time as a parameter.

            Bans
              now()         without a receiver, without arguments
              _.later(at:)  on any receiver, exactly these labels

            In this project
              on: it is the project's own (Rules/test.yml:3:9)
              warning (.swift-determinism-lint.yml:3:13), error as written
              only in files: *.swift
              allowed in files: Own.swift (the rule's own)
              allowed in files: Clock/*.swift (.swift-determinism-lint.yml:4:16)
              never linted: Generated (.swift-determinism-lint.yml:5:11)

            Allow a use
              // determinism:allow now: <reason>  after the code, or on the line above it

            https://example.com/now

            """, errors: ""))
  }

  @Test func theNoteIsBrokenAnewForATerminal() throws {
    let shown = try lines("$tool rules now", columns: 60)
    #expect(shown.contains("A test cannot say what it expects."))
    #expect(shown.contains("Plain Swift: take the time as a parameter."))
  }

  @Test(arguments: [
    ("", [], "off: the pack 'random' is off; '--pack random' turns it on"),
    (
      "packs: [core, random]", [],
      "on: the pack 'random' is on (.swift-determinism-lint.yml:1:15)"
    ),
    ("", ["--pack=random"], "on: '--pack' turns on the pack 'random'"),
    ("", ["--only-rule=uuid-init"], "on: '--only-rule' names it"),
    ("", ["--only-rule=date-init"], "off: '--only-rule' names others"),
    ("packs: [random]", ["--disable=uuid-init"], "off: '--disable' names it"),
    (
      "packs: [core, random]\nseverity: { uuid-init: off }", [],
      "off: the configuration turns it off (.swift-determinism-lint.yml:2:13)"
    ),
  ])
  func saysWhyARuleIsInForceOrNot(
    configuration: String, options: [String], expected: String
  ) throws {
    try bench.write(".swift-determinism-lint.yml", configuration + "\n")
    let run = try bench.lint((["rules", "uuid-init"] + options).map { Array($0.utf8) })
    #expect(run.status == 0)
    #expect(run.output.contains("\nIn this project\n  \(expected)\n"), "\(run.output)")
    let isInForce = expected.hasPrefix("on: ")
    #expect(run.output.prefix { $0 != "\n" }.contains(/\(off here\): |: off,/) != isInForce)
  }

  /// Both lists come from running the rule over the fixture inside the binary: what they show must
  /// be lines of the fixture, with what is expected of them cut off.
  @Test func showsAnExampleFromTheFixture() throws {
    let output = try bench.lint("rules", "date-init").output
    let reported = try section("Reports", of: output)
    #expect(reported.first == "var startedAt = Date()")
    #expect(reported.count == 8)
    for (code, marks) in zip(reported, reported.dropFirst()).enumerated().filter({
      $0.offset % 2 == 0
    })
    .map(\.element) {
      #expect(marks.trimmingCharacters(in: .whitespaces).allSatisfy { "^~".contains($0) })
      #expect(marks.count <= code.count && !code.contains("expect"))
    }
    let silent = try section("Leaves alone", of: output)
    #expect(silent.contains("Date(timeIntervalSince1970: 0),"))
    #expect(1...4 ~= silent.count)
  }

  @Test func aFixtureOfTheProjectIsFoundWhereVerifyLooksForIt() throws {
    try bench.write(
      "Fixtures/Rules/now.swift", "let a = now()  // expect: now\nlet b = clock.now()\n")
    let output = try bench.lint("rules", "now").output
    #expect(try section("Reports", of: output) == ["let a = now()", "        ^~~~~"])
    #expect(try section("Leaves alone", of: output) == ["let b = clock.now()"])
  }

  @Test func usesThatConditionsLetBeAreExamplesToo() throws {
    try bench.write(
      "Rules/when.yml",
      """
      pack: hops
      rules:
        - id: hop
          message: no hops
          ban: ["_.receive(on:)", Clock.now]
          when: { arguments: [RunLoop.main], called: true }
        - id: slow
          message: no waiting
          ban: ["_.wait(for:)"]
          unless: { arguments: { for: [.zero] } }
      """)
    try bench.write(
      "Fixtures/Rules/hop.swift",
      """
      a.receive(on: RunLoop.main)  // expect: hop
      let b = Clock.now()  // expect: hop
      a.receive(on: queue)
      let c = Clock.now
      """)
    try bench.write(
      "Fixtures/Rules/slow.swift", "a.wait(for: 1)  // expect: slow\na.wait(for: .zero)\n")
    let hop = try bench.lint("rules", "hop").output
    #expect(try section("Leaves alone", of: hop) == ["a.receive(on: queue)", "let c = Clock.now"])
    #expect(
      try section("Only", of: hop) == [
        "called, as in 'Clock.now()'", "or with arguments that contain 'RunLoop.main'",
      ])
    let slow = try bench.lint("rules", "slow").output
    #expect(try section("Leaves alone", of: slow) == ["a.wait(for: .zero)"])
    #expect(
      try section("But not", of: slow) == ["with the argument 'for:' that contains '.zero'"])
  }

  @Test func saysHowFarARuleIsTraced() throws {
    try bench.write(
      "Rules/traced.yml",
      """
      pack: traced
      rules:
        - id: job-now
          message: no clocks
          ban: [now()]
          inside: ["@Job"]
          trace: true
          seams: [struct Live]
          through-allowed: true
      """)
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      rules: [Rules]
      through: { all: [protocol Loader, class Base] }
      seams: { job-now: [func log] }
      through-allowed: { traced: false }
      """)
    let output = try bench.lint("rules", "job-now").output
    #expect(
      try section("Traces", of: output) == [
        "what the code there calls, in whatever file that is",
        "through all implementations of 'protocol Loader', 'class Base'",
        "not beyond 'struct Live', 'func log'",
      ])
    let project = try section("In this project", of: output)
    #expect(
      project.suffix(4) == [
        "traced through: protocol Loader ('all', .swift-determinism-lint.yml:2:18)",
        "traced through: class Base ('all', .swift-determinism-lint.yml:2:35)",
        "not traced beyond: func log (.swift-determinism-lint.yml:3:20)",
        "not traced through what is allowed ('traced', .swift-determinism-lint.yml:4:20)",
      ], "\(project)")
    let page = try bench.lint("rules", "--format", "markdown", "job-now").output
    #expect(
      page.contains(
        """
        ## Traces

        - what the code there calls, in whatever file that is
        - not beyond `struct Live`
        - through what is allowed, too

        """), "\(page)")
    let json = try bench.lint("rules", "--format", "json", "job-now").output
    #expect(json.contains("\"trace\" : true") && json.contains("\"through\" : ["))
    #expect(!json.contains("through-allowed"))
  }

  private func section(_ title: String, of output: String) throws -> [String] {
    let start = try #require(output.range(of: "\n\(title)\n"))
    let end = output[start.upperBound...].range(of: "\n\n")?.lowerBound ?? output.endIndex
    return output[start.upperBound..<end].split(separator: "\n").map { String($0.dropFirst(2)) }
  }

  @Test func anUnknownRuleIsAMistakeOfTheCommandLine() throws {
    let run = try bench.lint("rules", "nwo")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("error: unknown rule 'nwo'; did you mean 'now'?\n"))
  }
}
