import RuleEngine
import TestSupport
import Testing

@testable import Rules

/// Rules take time in proportion to their number, though they share a name.
@Suite(.serialized) struct ManyRuleTests {
  private let text = Array("Date.f1(a: 1, b: 2); f(a1: 1)".utf8)

  @Test(arguments: ["Foo.x#()", "T#.shared", "_.bar(a#:)", "foo(a#:)", "Foo.bar()", "T#.init()"])
  func rulesThatShareANameAreLinear(pattern: String) throws {
    let text = Array("Foo.x1(); T2.shared; a.bar(a3: 1); foo(a4: 1); T5()".utf8)
    let growth = try growth { count in
      try (0..<count).map { number in
        try rule("r\(number)", bans: [pattern.replacing("#", with: String(number))])
      }
    } work: { rules in
      let compiled = CompiledRules(rules)
      #expect(text.withUnsafeBufferPointer { compiled.mayMatch($0) } || pattern == "Foo.bar()")
    }
    #expect(growth < linearGrowth)
  }

  /// What one rule has many of: patterns, and labels of one.
  @Test(arguments: ["Date.f#(a:b:)", "f#", "a:"])
  func patternsOfOneRuleAreLinear(part: String) throws {
    let growth = try growth { count in
      let parts = (0..<count).map { part.replacing("#", with: String($0)) }
      return try rule("r", bans: part == "a:" ? ["f(\(parts.joined()))"] : parts)
    } work: { rule in
      #expect(text.withUnsafeBufferPointer(CompiledRules([rule]).mayMatch))
    }
    #expect(growth < linearGrowth)
  }

  /// They are looked up by the uses of their patterns.
  @Test(arguments: [("f#(a:)", "f#(a:)"), ("f#", "f(a#:)")])
  func replacementsOfOneRuleAreLinear(ban: String, replaced: String) throws {
    let growth = try growth { count in
      var rule = try rule("r", bans: (0..<count).map { ban.replacing("#", with: String($0)) })
      rule.replacements = try (0..<count).map {
        let pattern = try Pattern(parsing: replaced.replacing("#", with: String($0)))
        return try Replacement(of: pattern, parsing: "g")
      }
      return rule
    } work: { rule in
      #expect(text.withUnsafeBufferPointer(CompiledRules([rule]).mayMatch))
    }
    #expect(growth < linearGrowth)
  }

  /// More of them than are told apart in the search.
  @Test func eachOfManyRulesFindsItsUse() throws {
    let count = 1_000
    let rules = CompiledRules(
      try (0..<count).map { try rule("r\($0)", bans: ["foo(a\($0):)", "Foo.x\($0)()"]) })
    let text = (0..<count).map { "foo(a\($0): 1); Foo.x\($0)()\n" }.joined()
    let source = sourceFile(text)
    #expect(source.bytes.withUnsafeBufferPointer { rules.mayMatch($0) })
    let found = lint(source, relativePath: source.path, with: rules).reported
    #expect(found.map { $0.rule!.id } == (0..<count).flatMap { ["r\($0)", "r\($0)"] })
  }
}
