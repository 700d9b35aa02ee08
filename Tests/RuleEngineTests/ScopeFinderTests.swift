import Diagnostics
import RuleEngine
import Testing

@testable import Rules

@Suite("Declarations that fit scope headers")
struct ScopeFinderTests {
  /// Each place as its header, its text, and the rest of the line from its name.
  private func places(of headers: String..., in text: String) throws -> [String] {
    let finder = ScopeFinder(try headers.map { try ScopeHeader(parsing: $0) })
    let source = sourceFile(text)
    var scratch = LintScratch()
    return finder.places(in: source, reusing: &scratch).map { place in
      let code = String(decoding: source.bytes[place.range], as: UTF8.self)
      let name = source.bytes[place.nameOffset...].prefix { 0x20 < $0 && $0 != 0x28 }
      return "\(headers[place.header]) | \(code) | \(String(decoding: name, as: UTF8.self))"
    }
  }

  @Test(arguments: UseFile.named("scopes"))
  func placesHoldWhatIsInside(in file: UseFile) throws {
    var scratch = LintScratch()
    for section in file.sections {
      var rule = try section.rule()
      let finder = ScopeFinder(rule.inside)
      rule.inside = []
      let rules = CompiledRules([rule])
      for (place, marked) in section.snippets {
        let source = sourceFile(unmarking: marked)
        let places = finder.places(in: source, reusing: &scratch)
        let uses = lint(source, relativePath: source.path, with: rules).reported.map(\.range)
        let inside = uses.filter { use in places.contains { $0.range.contains(use.lowerBound) } }
        let outside = uses.filter { !inside.contains($0) }
        #expect(mark(inside, and: outside, in: source.bytes) == marked, "\(place): \(places)")
      }
    }
  }

  @Test func aPlaceIsTheWholeDeclaration() throws {
    #expect(
      try places(
        of: "@Test", "init", "extension",
        in: """
          // before
          @Test(.tags(.fast))
          @MainActor func works() throws { f() } // after
          extension A { init?() {} ; let a = 1 }
          """) == [
          "@Test | @Test(.tags(.fast))\n@MainActor func works() throws { f() } | works",
          "extension | extension A { init?() {} ; let a = 1 } | A",
          "init | init?() {} | init?",
        ])
  }

  @Test func variablesOfOneStatementAreApart() throws {
    #expect(
      try places(of: "let", in: "let a = f(1), b = 2\nlet c: C\n") == [
        "let | let a = f(1) | a", "let | b = 2 | b", "let | let c: C | c:",
      ])
  }

  @Test func macrosEndWithTheirClosures() throws {
    #expect(
      try places(of: "#Preview", in: "#Preview(\"a\") { A() }\n#Preview {}\nlet x = 1\n") == [
        "#Preview | #Preview(\"a\") { A() } | Preview", "#Preview | #Preview {} | Preview",
      ])
  }

  @Test func aClauseEndsAtItsOwnDirective() throws {
    #expect(
      try places(
        of: "#if DEBUG", in: "#if DEBUG\n#if A\na()\n#endif\n#else\nb()\n#endif\n") == [
          "#if DEBUG | #if DEBUG\n#if A\na()\n#endif\n | #if"
        ])
  }

  @Test func aDeclarationMayFitSeveralHeaders() throws {
    #expect(
      try places(
        of: ": Reducer", "@Reducer",
        in: "@Reducer struct A: Reducer {}\nextension A { func f() {} }")
        == [
          ": Reducer | @Reducer struct A: Reducer {} | A:",
          "@Reducer | @Reducer struct A: Reducer {} | A:",
          ": Reducer | extension A { func f() {} } | A",
          "@Reducer | extension A { func f() {} } | A",
        ])
  }

  @Test func nothingIsFoundWithoutHeaders() throws {
    #expect(try places(in: "@Reducer struct A {}") == [])
  }

  @Test func bracketsOfSeveralClausesAreRead() throws {
    let code = "#if A\nfunc f(a: A) {\n#else\nfunc f() {\n#endif\n  g()\n}\nh()"
    #expect(try places(of: "func f", in: code).count == 2)
  }
}
