import Diagnostics
import RuleEngine
import Testing

@testable import Rules

@Suite struct Lint {
  @Test func reportsAreSortedAndCarryTheRule() throws {
    var warning = try rule("b", bans: ["UUID()"])
    warning.severity = .warning
    warning.url = "https://example.com"
    warning.category = "random"
    let rules = CompiledRules([try rule("a", bans: ["Date()"]), warning])
    let source = sourceFile("UUID(); Date(); UUID()")
    let findings = lint(source, relativePath: source.path, with: rules)
    #expect(findings.reported.map(\.range) == [0..<6, 8..<14, 16..<22])
    #expect(findings.reported.map(\.severity) == [.warning, .error, .warning])
    #expect(
      findings.reported.map(\.message) == ["'b' is banned", "'a' is banned", "'b' is banned"])
    let reference = RuleReference(
      id: "b", category: "random", url: "https://example.com", pack: "test")
    #expect(findings.reported[0].rule == reference)
  }

  @Test func memoryIsUsedAgainWithoutTrace() throws {
    let rules = CompiledRules([try rule("a", bans: ["Task.sleep", "Date()"])])
    let texts = ["Task<A, B>.sleep(); Date()", "", "#if A\n(Date())", "Task<A", "{ Date()"]
    var scratch = LintScratch()
    for text in texts + texts.reversed() {
      let source = sourceFile(text)
      let alone = lint(source, relativePath: source.path, with: rules)
      let again = lint(source, relativePath: source.path, with: rules, reusing: &scratch)
      #expect(alone.reported.map(\.range) == again.reported.map(\.range))
    }
  }
}
