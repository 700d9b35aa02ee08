import Diagnostics
import RuleEngine
import TestSupport
import Testing

@testable import Rules

@Suite struct ExplanationTests {
  private func explained(
    _ text: String, _ rules: [Rule]
  ) -> [ExplainedMatch] {
    explain(sourceFile(text), relativePath: FilePath("File.swift"), with: CompiledRules(rules))
  }

  @Test func defaultArgumentsAreAllowedWhereTheRuleSaysSo() throws {
    var shared = try rule("shared", bans: ["Box.shared"])
    shared.defaultArguments = .allow
    let verdicts = explained("func f(a: Box = Box.shared) { Box.shared }", [shared]).map(\.verdict)
    #expect(verdicts.map { "\($0)" } == ["defaultArgument", "reported"])
  }

  /// What is explained as reported is what `lint` reports, over all that the fixtures hold.
  @Test func reportedMatchesAreTheDiagnostics() throws {
    let rules = try [
      rule("a", bans: ["Date()", "Date.now", ".now"]),
      rule("b", bans: ["Date.init", "_.description"]),
      rule("c", bans: ["DispatchQueue.main.async", "Timer.scheduledTimer", "String(describing:)"]),
    ]
    let text = """
      let a = Date(), b: Date = .now, c = Date().description, d = Date(x).description
      DispatchQueue.main.async { Timer.scheduledTimer(String(describing: Date.init)) }
      """
    let source = sourceFile(text)
    let reported = lint(source, relativePath: source.path, with: CompiledRules(rules)).reported
    let explained = explained(text, rules).filter(\.verdict.isReported)
    try #require(5 < reported.count)
    #expect(explained.map(\.range) == reported.map(\.range))
    #expect(explained.map(\.rule.id) == reported.map { $0.rule!.id })
  }

  @Test func namesReachFromTheReportToTheLastNameOfThePattern() throws {
    let matches = explained(
      "Foundation.Date\n  .init /* */ (x: 1)", [try rule("r", bans: ["Date.init"])])
    #expect(matches.map(\.names) == [0..<23])
    #expect(matches.map(\.range) == [0..<36])
  }

  /// Every name of a very long line is looked up, in time that grows with the line alone.
  @Test func aLongLineTakesLinearTime() throws {
    let rules = CompiledRules([try rule("r", bans: ["Date()"])])
    let growth = growth { count in
      (count, sourceFile(String(repeating: "Date(x)+Date()+", count: count) + "0"))
    } work: { count, source in
      let matches = explain(source, relativePath: source.path, with: rules)
      let names = unmatchedNames(
        in: 0..<source.bytes.count, of: source, matches: matches, with: rules)
      #expect(matches.count == count)
      #expect(names.count == count)
    }
    #expect(growth < linearGrowth)
  }
}
