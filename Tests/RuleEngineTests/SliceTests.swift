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
      try rule("b", bans: ["_.x(_:)", "Queue.main.async"]),
    ])
  }

  /// What is found in slices of ten tokens at least; nil where the file is not cut.
  private func findings(inSlicesOf text: String) -> [Range<Int>]? {
    let source = sourceFile(text)
    var scratch = LintScratch()
    return withTokens(of: source.bytes, rules, reusing: &scratch) { nearby, trivia in
      var nearby = nearby
      let found = RuleEngine.findings(
        inSlicesOf: &nearby, in: source, trivia, relativePath: source.path, rules,
        Slicing(tokenCount: 10))
      return found?.diagnostics.map(\.range)
    }
  }

  /// The same, where all that the file declares is known.
  private func findings(inSlicesKnowingNamesOf text: String) -> [Range<Int>]? {
    let source = sourceFile(text)
    var scratch = LintScratch()
    return withTokens(of: source.bytes, rules, reusing: &scratch) { nearby, trivia in
      var nearby = nearby
      let found = RuleEngine.findings(
        inSlicesKnowingNames: &nearby, in: source, trivia, relativePath: source.path, rules,
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
  func whatCountsElsewhereIsKnownInEachSlice(line: String) throws {
    let uses = String(repeating: "Date()\n", count: 100)
    for text in [uses + line, line + uses] {
      #expect(findings(inSlicesOf: text) == nil)
      #expect(try #require(findings(inSlicesKnowingNamesOf: text)) == self.uses(in: text))
    }
  }

  @Test(arguments: [
    ("typealias D = Date\n", "D()\nx.D()\n"),
    ("let q = Queue.main\n", "q.async { }\n{ let q = 1; q.async { } }()\n"),
    ("func f(d: Date) {}\n", "f(d: .now)\ng(d: .now)\n"),
    ("extension Date { static func f() { now } }\n", "func g() { struct Date { } ; Date() }\n"),
    ("#if A\n#endif\n", "y\n#if A\n.x(1)\n#else\n.x(2)\n#endif\nDate()\n.x(3)\n"),
    ("#if A\nf(\n#else\ng(\n#endif\n)\n", "f(\n#if A\n1)\n#else\nDate(); 2)\n#endif\n"),
  ])
  func eachSliceIsHeldAgainstTheWholeFile(declaration: String, line: String) throws {
    let uses = String(repeating: line, count: 60)
    for text in [uses + declaration, declaration + uses] {
      let found = try #require(findings(inSlicesKnowingNamesOf: text))
      #expect(!found.isEmpty)
      #expect(found == self.uses(in: text))
    }
  }
}
