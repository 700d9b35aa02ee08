import Foundation
import Testing

@testable import RuleEngine
@testable import Rules

/// Rules take time in proportion to their number, though they share a name.
@Suite(.serialized) struct ManyRuleTests {
  @Test(arguments: ["Foo.x#()", "T#.shared", "_.bar(a#:)", "foo(a#:)", "Foo.bar()", "T#.init()"])
  func rulesThatShareANameAreLinear(pattern: String) throws {
    func time(_ count: Int) throws -> Double {
      let rules = try (0..<count).map { number in
        try rule("r\(number)", bans: [pattern.replacing("#", with: String(number))])
      }
      let start = clock()
      let compiled = CompiledRules(rules)
      let text = Array("Foo.x1(); T2.shared; a.bar(a3: 1); foo(a4: 1); T5()".utf8)
      #expect(text.withUnsafeBufferPointer { compiled.mayMatch($0) } || pattern == "Foo.bar()")
      return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
    let small = try (0..<3).map { _ in try time(1_000) }.min()!
    let large = try (0..<2).map { _ in try time(8_000) }.min()!
    #expect(large < 24 * small + 0.05)
  }

  /// What one rule has many of: patterns, and labels of one.
  @Test(arguments: ["Date.f#(a:b:)", "f#", "a:"])
  func patternsOfOneRuleAreLinear(part: String) throws {
    func time(_ count: Int) throws -> Double {
      let parts = (0..<count).map { part.replacing("#", with: String($0)) }
      let patterns = part == "a:" ? ["f(\(parts.joined()))"] : parts
      let rules = [try rule("r", bans: patterns)]
      let start = clock()
      #expect(MemberPatterns(of: rules).entries.count == patterns.count)
      return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
    let small = try (0..<3).map { _ in try time(1_000) }.min()!
    let large = try (0..<2).map { _ in try time(8_000) }.min()!
    #expect(large < 24 * small + 0.05)
  }

  /// They are looked up by the uses of their patterns.
  @Test(arguments: [("f#(a:)", "f#(a:)"), ("f#", "f(a#:)")])
  func replacementsOfOneRuleAreLinear(ban: String, replaced: String) throws {
    func time(_ count: Int) throws -> Double {
      let patterns = (0..<count).map { ban.replacing("#", with: String($0)) }
      var rule = try rule("r", bans: patterns)
      rule.replacements = try (0..<count).map {
        let pattern = try Pattern(parsing: replaced.replacing("#", with: String($0)))
        return try Replacement(of: pattern, parsing: "g")
      }
      let start = clock()
      #expect(CompiledRules([rule]).tables.patterns.count == count)
      return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
    let small = try (0..<3).map { _ in try time(250) }.min()!
    let large = try (0..<2).map { _ in try time(2_000) }.min()!
    #expect(large < 24 * small + 0.05)
  }

  /// More of them than are told apart in the search.
  @Test func eachOfManyRulesFindsItsUse() throws {
    let count = 1_000
    let rules = CompiledRules(
      try (0..<count).map { try rule("r\($0)", bans: ["foo(a\($0):)", "Foo.x\($0)()"]) })
    let text = (0..<count).map { "foo(a\($0): 1); Foo.x\($0)()\n" }.joined()
    let source = sourceFile(text)
    #expect(source.bytes.withUnsafeBufferPointer { rules.mayMatch($0) })
    let found = lint(source, relativePath: source.path, with: rules).diagnostics
    #expect(found.map { $0.rule!.id } == (0..<count).flatMap { ["r\($0)", "r\($0)"] })
  }
}
