import Diagnostics
import RuleEngine
import Testing

@testable import Rules

@Suite struct Expectations {
  /// The mismatches, as `line:column: message [id]`.
  private func mismatches(_ text: String, knownIDs: Set<String> = []) throws -> [String] {
    let rules = CompiledRules(verifying: [
      try rule("date-init", bans: ["Date()"]), try rule("uuid", bans: ["UUID()"]),
    ])
    let source = sourceFile(text)
    let lines = LineTable(source.bytes)
    return verify(source, with: rules, knownIDs: knownIDs).map { diagnostic in
      let place = lines.location(of: diagnostic.range.lowerBound)
      let id = diagnostic.rule.map { " [\($0.id)]" } ?? ""
      return "\(place.line):\(place.column): \(diagnostic.message)\(id)"
    }
  }

  @Test(arguments: [
    "Date() // expect: date-init",
    "Date() // expect:date-init",
    "Date() // expect: date-init  ",
    "Date() // expect: date-init\r\n",
    "Date(); UUID() // expect: uuid, date-init",
    "Date(); Date() // expect: date-init, date-init",
    "Date() // expect@+0: date-init",
    "Date() // expect@-0:1: date-init",
    "// expect@+1: date-init\nDate()",
    "// expect@+2:3: date-init\n\n  Date()",
    "Date()\n// expect@-1: date-init",
    "Date(\n) // expect@-1: date-init",
    "Date(); Date() // expect@+0:9: date-init\n// expect@-1: date-init",
    "Date() // determinism:allow uuid: why // expect: date-init, unused-suppression",
    "Date() //determinism:allow other: why // expect: date-init, unknown-rule",
    "Date() // determinism:allow date-init // expect: suppression-without-reason, date-init",
    "Date() // determinism:allow date-init: why",
    "// expect@+1:22: unknown-rule\n//determinism:allow  other: why",
    "// the date\nlet x = 3",
    "/// expect: date-init",
    "/* expect: date-init */",
    "\"// expect: date-init\"",
    "// expect nothing here",
    "// expectations",
    "// let d = Date() // expect: date-init",
    "",
  ])
  func fixturesThatAgree(text: String) throws {
    #expect(try mismatches(text) == [])
  }

  @Test(arguments: [
    ("Date()", ["1:1: unexpected: 'date-init' is banned [date-init]"]),
    ("x // expect: date-init", ["1:14: expected here, but not reported [date-init]"]),
    (
      "Date() // expect: uuid",
      [
        "1:1: unexpected: 'date-init' is banned [date-init]",
        "1:19: expected here, but not reported [uuid]",
      ]
    ),
    (
      "Date() // expect: date-init, date-init",
      ["1:30: expected here, but not reported [date-init]"]
    ),
    (
      "Date(); Date() // expect: date-init",
      ["1:9: unexpected: 'date-init' is banned [date-init]"]
    ),
    (
      "Date(); Date() // expect@+0:9: date-init",
      ["1:1: unexpected: 'date-init' is banned [date-init]"]
    ),
    (
      "Date() // expect@+0:2: date-init",
      [
        "1:1: unexpected: 'date-init' is banned [date-init]",
        "1:2: expected here, but not reported [date-init]",
      ]
    ),
    ("// expect@+1: date-init\n  x", ["2:1: expected here, but not reported [date-init]"]),
    ("// expect@+1:99: date-init\n  x", ["2:4: expected here, but not reported [date-init]"]),
    (
      "Date() // determinism:allow date-init: why // expect: date-init",
      ["1:55: expected here, but not reported [date-init]"]
    ),
    (
      "x // determinism:allow date-init: why",
      [
        "1:24: unexpected: 'date-init' finds nothing on this line; remove the comment "
          + "[unused-suppression]"
      ]
    ),
    ("x // expect: stale-allow", ["1:14: expected here, but not reported [stale-allow]"]),
    ("x // expect: date-int", ["1:14: no rule is named 'date-int'"]),
    ("// expect@+1: uuid", ["1:1: no such line in this file"]),
    ("// expect@-1: uuid", ["1:1: no such line in this file"]),
  ])
  func fixturesThatDisagree(text: String, expected: [String]) throws {
    #expect(try mismatches(text) == expected)
  }

  @Test(arguments: [
    ("// expect:", 11), ("// expect: ", 12), ("// expect: uuid,", 17), ("// expect: uuid x", 17),
    ("// expect: Uuid", 12), ("// expect@1: uuid", 11), ("// expect@+: uuid", 12),
    ("// expect@+1 uuid", 13), ("// expect@+1:0: uuid", 15), ("// expect@+1:5 uuid", 15),
    ("// expect@: uuid", 11), ("// expect@+99999999999: uuid", 12),
    ("// expect: uuid // expect: uuid", 17),
  ])
  func malformedExpectationsAreTold(text: String, column: Int) throws {
    let message = "write an expectation as '// expect: rule-id' or '// expect@+1:5: rule-id'"
    #expect(try mismatches(text) == ["1:\(column): \(message)"])
  }

  @Test func theRuleThatTakesAUseIsNamed() throws {
    let rules = CompiledRules(verifying: [
      try rule("own", bans: ["Date"]), try rule("longer", bans: ["Date.now"]),
    ])
    let found = verify(sourceFile("Date.now // expect: own\n"), with: rules)
    #expect(found.map { $0.rule?.id } == ["longer", "own"])
    #expect(
      found.flatMap { $0.notes.map { "\($0.offset) \($0.message)" } }
        == ["0 'longer' takes precedence: its pattern is longer"])
  }

  @Test func rulesThatDoNotRunAreKnown() throws {
    #expect(try mismatches("x // expect: other", knownIDs: ["other"]) == [])
  }

  @Test func everyRuleRunsEverywhere() throws {
    var off = try rule("off", bans: ["Date()"])
    off.severity = .off
    off.files = [try Glob(parsing: "Other.swift")]
    off.allow = [try Glob(parsing: "**")]
    let rules = CompiledRules(verifying: [off])
    #expect(verify(sourceFile("Date() // expect: off"), with: rules).isEmpty)
    #expect(verify(sourceFile("Date()"), with: rules).count == 1)
  }
}
