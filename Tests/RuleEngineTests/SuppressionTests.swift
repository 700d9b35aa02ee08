import Diagnostics
import RuleEngine
import Testing

@testable import Rules

/// Beside the tables 'suppressions' and 'fixes'.
@Suite struct SuppressionTests {
  private func banned() throws -> [Rule] {
    [try rule("date", bans: ["date()"]), try rule("uuid", bans: ["uuid()"])]
  }

  @Test func aReasonEndsWhereAnotherCommentBegins() {
    let text = "// determinism:allow a: https://a.b // expect: c\n//determinism:allow a : b \t\n"
    var scratch = LintScratch()
    let comments = allowingComments(in: sourceFile(text), reusing: &scratch)
    #expect(comments.map(\.reason) == ["https://a.b", "b"])
  }

  /// As with `--only-rule uuid`: the rule is known, but not there.
  @Test(arguments: [("date", nil), ("data", "unknown rule 'date'; did you mean 'data'?")])
  func rulesThatDoNotRunAreKnown(id: String, message: String?) throws {
    let source = sourceFile("// determinism:allow date: why\n1")
    let rules = CompiledRules([try banned()[1]], known: KnownNames(ids: ["uuid", id]))
    let found = lint(source, relativePath: source.path, with: rules).reported
    #expect(found.map(\.message) == (message.map { [$0] } ?? []))
    let expecting = sourceFile("x // expect: \(id)")
    #expect(verify(expecting, with: CompiledRules(verifying: []), knownIDs: [id]).isEmpty)
  }

  /// The path excuses first, so that the comment could go.
  @Test func whatThePathAllowsUsesItsSetting() throws {
    var rules = try banned()
    rules[0].allow = [try Glob(parsing: "Clock.swift")]
    let source = sourceFile("date() // determinism:allow date: why")
    let findings = lint(source, relativePath: FilePath("Clock.swift"), with: CompiledRules(rules))
    #expect(findings.usedSettings == [.allow(rule: "date", pack: "test")])
  }

  /// Several bytes are looked at at once.
  @Test func theColonOfACommentIsFoundWhereverItStands() throws {
    for count in 0..<40 {
      let blanks = String(repeating: " ", count: count)
      let allowed = "date() // \(blanks)determinism:allow date\(blanks): why"
      #expect(reports(allowed, rules: try banned()) == [])
      let other = "date() // \(blanks)determinism\u{BA}allow date: why"
      #expect(reports(other, rules: try banned()) == ["date@1:1"])
    }
  }
}
