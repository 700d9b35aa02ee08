import Diagnostics
import Testing

@testable import RuleEngine
@testable import Rules

/// Uses of large files are judged in groups, so that their findings take little memory
/// (`FastPathTests` has what is found in small ones).
@Suite struct GroupTests {
  private let rules: CompiledRules

  init() throws {
    rules = CompiledRules([
      try rule("a", bans: ["Date()", "Date.now", "Task.init", "Task.value"]),
      try rule("b", bans: ["_.x(_:)", "Queue.main.async"]),
    ])
  }

  /// What is found in groups of five uses at least, and how many groups there were.
  private func findings(inGroupsOf text: String) -> (places: [Range<Int>], groupCount: Int) {
    let source = sourceFile(text)
    var scratch = LintScratch()
    return withTokens(of: source.bytes, rules, reusing: &scratch) { file, _ in
      var (places, groupCount) = ([Range<Int>](), 0)
      findUses(in: file, inGroupsOf: 5) {
        (places, groupCount) = ([], 0)
      } judge: { uses in
        groupCount += 1
        for judgement in uses.judgements(relativePath: source.path) where judgement.isReported {
          places.append(uses.tokens.range(of: uses.found.matches[judgement.number]))
        }
      }
      return (places, groupCount)
    }
  }

  private func uses(in text: String) -> [Range<Int>] {
    let source = sourceFile(text)
    return lint(source, relativePath: source.path, with: rules).diagnostics.map(\.range)
  }

  @Test(arguments: [
    "Date()\n", "Date();", "func f() { Date() }\n", "{\nDate()\n}\n",
    "f(\nDate(),\nDate()\n)\n", "let a = \"\\(Date())\"\n",
    "y.x(1)\ny\n.x(2)\n", "y.x(y.x(Date()))\n", "Foundation.Date()\n", "(y.x(1)!).x(2)\n",
  ])
  func whatIsFoundInGroupsIsWhatIsFound(line: String) {
    let found = findings(inGroupsOf: String(repeating: line, count: 200))
    #expect(200 <= found.places.count && 30 < found.groupCount)
    #expect(found.places == uses(in: String(repeating: line, count: 200)))
  }

  /// A use as long as the file is judged with what is in it.
  @Test func aUseIsNotCut() {
    let text = "y.x({\n" + String(repeating: "Date()\n", count: 100) + "})\n"
    let found = findings(inGroupsOf: text)
    #expect(found.groupCount == 1)
    #expect(found.places == uses(in: text))
  }

  /// What a part of the file says of another.
  @Test(arguments: [
    ("typealias D = Date\n", "Date()\n"), ("struct Date {}\n", "Date()\n"),
    ("extension Date { }\n", "Date()\n"), ("#if A\n#endif\n", "Date()\n"),
    ("let a: Task = .init { }\n", "Date()\n"),
    ("typealias D = Date\n", "D()\nx.D()\n"),
    ("let q = Queue.main\n", "q.async { }\n{ let q = 1; q.async { } }()\n"),
    ("func f(d: Date) {}\n", "f(d: .now)\ng(d: .now)\n"),
    ("extension Date { static func f() { now } }\n", "func g() { struct Date { } ; Date() }\n"),
    ("#if A\n#endif\n", "y\n#if A\n.x(1)\n#else\n.x(2)\n#endif\nDate()\n.x(3)\n"),
    ("#if A\nf(\n#else\ng(\n#endif\n)\n", "f(\n#if A\n1)\n#else\nDate(); 2)\n#endif\n"),
  ])
  func eachGroupIsHeldAgainstTheWholeFile(declaration: String, line: String) {
    let lines = String(repeating: line, count: 60)
    for text in [lines + declaration, declaration + lines] {
      let found = findings(inGroupsOf: text)
      #expect(found.places == uses(in: text))
      #expect(1 < found.groupCount || found.places.isEmpty)
    }
  }
}
