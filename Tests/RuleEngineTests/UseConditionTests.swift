import Diagnostics
import RuleEngine
import Testing

@testable import Rules

/// Rules with `when` and `unless` beside other rules; `Fixtures/Uses/conditions.txt` has what holds.
@Suite struct UseConditionTests {
  private let receive: Rule

  init() throws {
    receive = try conditionRule(
      "when", "{ arguments: [DispatchQueue.main, RunLoop.main] }", bans: "'_.receive(on:)', go")
  }

  @Test func bothKeysMustBeSatisfied() throws {
    let both = try ruleOfFile([
      "ban: ['go(_:_:)']", "when: { arguments: [RunLoop.main] }", "unless: { arguments: [nil] }",
    ])
    let text = "go(RunLoop.main, 1); go(RunLoop.main, nil); go(1, nil); go(1, 2)"
    #expect(reports(text, rules: [both]) == ["own@1:1"])
  }

  @Test func aRuleWhoseConditionsHoldIsPreferred() throws {
    let when = try conditionRule("when", "{ closure: ['@A'] }", bans: "Task.run")
    let other = try rule("other", bans: ["Task.run(x:_:)", "Task.run(x:)"])
    let source = sourceFile("Task.run(x: 1) { @A in }\nTask.run(x: 1) { }")
    for rules in [[when, other], [other, when]] {
      let matches = explain(source, relativePath: source.path, with: CompiledRules(rules))
      let ids = matches.filter(\.verdict.isReported).map(\.rule.id)
      #expect(ids == ["own-when", "other"])
      #expect(
        matches.contains { if case .outdone(_, .condition) = $0.verdict { true } else { false } })
      #expect(matches.contains { if case .unmet = $0.verdict { true } else { false } })
    }
    // What is asked for may be banned, too.
    let queue = try rule("queue", bans: ["RunLoop.main"])
    #expect(
      reports("a.receive(on: RunLoop.main)", rules: [receive, queue]) == [
        "own-when@1:3", "queue@1:15",
      ])
  }

  @Test func ownTypesAreNoMentions() throws {
    let configuration = Configuration(parsing: sourceFile("own-types: [DispatchQueue]\n"))
    try #require(configuration.ownTypes.count == 1)
    let source = sourceFile(
      "a.receive(on: DispatchQueue.main); a.receive(on: Dispatch.DispatchQueue.main)")
    let rules = CompiledRules([receive], ownTypes: configuration.ownTypes)
    let findings = lint(source, relativePath: source.path, with: rules)
    #expect(findings.reported.map(\.range.lowerBound) == [37])
  }

  @Test func aMentionCountsBehindManyUses() throws {
    let body =
      "let q = b ? DispatchQueue.main : c; \(String(repeating: "go();", count: 40)) a.receive(on: q)"
    let text = String(repeating: "func g() { \(body) }\n", count: 5)
    #expect(reports(text, rules: [receive]) == (1...5).map { "own-when@\($0):251" })
  }

  @Test func whatIsOnlyMentionedIsNoReasonToReadAFile() throws {
    let rules = CompiledRules([receive])
    func mayMatch(_ text: String) -> Bool {
      Array(text.utf8).withUnsafeBufferPointer { rules.mayMatch($0) }
    }
    #expect(!mayMatch("DispatchQueue.main.async { RunLoop.main }"))
    #expect(mayMatch("a.receive(on: b)"))
  }
}
