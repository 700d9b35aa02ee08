import Diagnostics
import Testing

@testable import RuleEngine
@testable import Rules

/// Large files are cut, so that their findings take little memory (`FastPathTests` has what is found
/// in small ones that are cut).
@Suite struct SliceTests {
  private let rules: CompiledRules

  init() throws {
    rules = CompiledRules([
      try rule("a", bans: ["Date()", "Date.now", "Task.init", "Task.value"]),
      try rule("b", bans: ["_.x(_:)"]),
    ])
  }

  /// What is found in slices of ten tokens at least; nil where the file is not cut.
  private func findings(inSlicesOf text: String) -> [Range<Int>]? {
    let source = sourceFile(text)
    var scratch = LintScratch()
    return withTokens(of: source.bytes, rules, reusing: &scratch) { nearby, trivia in
      var nearby = nearby
      let found = RuleEngine.findings(
        inSlicesOf: &nearby, at: nil, in: source, trivia, nil, relativePath: source.path, rules,
        Slicing(tokenCount: 10))
      return found?.diagnostics.map(\.range)
    }
  }

  private func uses(in text: String) -> [Range<Int>] {
    let source = sourceFile(text)
    return lint(source, relativePath: source.path, with: rules).diagnostics.map(\.range)
  }

  @Test(arguments: [
    "Date()\n", "Date();", "func f() { Date() }\n", "{\nDate()\n}\n",
    "f(\nDate(),\nDate()\n)\n", "let a = \"\\(Date())\"\n",
    "y.x(1)\ny\n.x(2)\n",
  ])
  func whatIsFoundInSlicesIsWhatIsFound(line: String) throws {
    let text = String(repeating: line, count: 200)
    let found = try #require(findings(inSlicesOf: text))
    #expect(200 <= found.count)
    #expect(found == uses(in: text))
  }

  /// A use as long as the file is found with it.
  @Test func aUseIsNotCut() throws {
    let text = "y.x({\n" + String(repeating: "Date()\n", count: 100) + "})\n"
    let found = try #require(findings(inSlicesOf: text))
    #expect(found == uses(in: text))
  }

  /// What a part of the file says of another.
  @Test(arguments: [
    "typealias D = Date\n", "struct Date {}\n", "extension Date { }\n", "#if A\n#endif\n",
    "let a: Task = .init { }\n",
  ])
  func whatCountsElsewhereKeepsAFileWhole(line: String) {
    let uses = String(repeating: "Date()\n", count: 100)
    #expect(findings(inSlicesOf: uses + line) == nil)
    #expect(findings(inSlicesOf: line + uses) == nil)
  }
}
