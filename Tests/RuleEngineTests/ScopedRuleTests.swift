import Diagnostics
import RuleEngine
import Testing

@testable import Rules

@Suite("Rules with 'inside' and 'allow-inside'")
struct ScopedRules {
  private func scoped(
    _ id: String, _ patterns: [String], inside: [String] = [], allowInside: [String] = []
  ) throws -> Rule {
    var rule = try rule(id, bans: patterns)
    rule.inside = try inside.map { try ScopeHeader(parsing: $0) }
    rule.allowInside = try allowInside.map { try ScopeHeader(parsing: $0) }
    return rule
  }

  private let text = """
    extension A {
      static func sample() { Date() }
      func f() { Date() }
    }
    """

  @Test func theRuleWithInsideWins() throws {
    let everywhere = try rule("everywhere", bans: ["Date()"])
    let sample = try scoped("sample", ["Date()"], inside: ["struct X", "static func sample"])
    #expect(reports(text, rules: [everywhere, sample]) == ["sample@2:26", "everywhere@3:14"])
    let longer = try rule("longer", bans: ["Date.now.addingTimeInterval(_:)"])
    let member = try scoped("member", ["Date.now"], inside: ["func f"])
    #expect(
      reports("func f() { Date.now.addingTimeInterval(1) }", rules: [longer, member])
        == ["member@1:12"])
  }

  /// The words that tell which headers may hold are of all forms that a header may name.
  @Test(arguments: [
    ("extension Foo<Int>.BarSnapshotTests { func f() { Date() } }", "*SnapshotTests"),
    ("extension Kit::BarSnapshotTests { func f() { Date() } }", "*SnapshotTests"),
    ("actor `BarSnapshotTests` { func f() { Date() } }", "*SnapshotTests"),
    ("struct S { static let a = 1, (sampleB, c) = (Date(), 2) }", "static sample*"),
    ("extension [Int] { func f() { Date() } }", "extension Arr*"),
    ("extension Int? { func f() { Date() } }", "extension *onal"),
  ])
  func partsOfNames(text: String, header: String) throws {
    let everywhere = try rule("everywhere", bans: ["Date()"])
    let inside = try scoped("inside", ["Date()"], inside: [header])
    for rules in [[everywhere, inside], [inside]] {
      #expect(reports(text, rules: rules).map { $0.prefix(7) } == ["inside@"])
    }
  }

  @Test func aNameWithoutText() throws {
    let inside = try scoped("inside", ["Date()"], inside: ["static sample*"])
    #expect(reports("class `` { static let x = Date() }", rules: [inside]) == [])
  }

  @Test func allowingIsFinal() throws {
    let everywhere = try rule("everywhere", bans: ["Date()"])
    let sample = try scoped(
      "sample", ["Date()"], inside: ["static func sample"], allowInside: ["extension A"])
    #expect(reports(text, rules: [everywhere, sample]) == ["everywhere@3:14"])
  }

  @Test func whatIsAllowedIsCounted() throws {
    let rule = try scoped("rule", ["Date()"], allowInside: ["func f", "extension A"])
    let source = sourceFile(text + "\nDate()")
    let findings = lint(source, relativePath: source.path, with: CompiledRules([rule]))
    #expect(findings.allowedInSource == 2)
    #expect(findings.allowedByPath == 0)
    #expect(findings.reported.count == 1)
  }

  @Test func theFirstHeaderOfTheListIsNamed() throws {
    let rule = try scoped("rule", ["Date()"], allowInside: ["func f", "extension A"])
    let matches = explain(
      sourceFile(text), relativePath: FilePath("A.swift"), with: CompiledRules([rule]))
    let names = matches.map { match -> String? in
      guard case .allowedInside(let scope) = match.verdict else { return nil }
      return rule.allowInside[scope].text
    }
    #expect(names == ["extension A", "func f"])
  }

  @Test func rulesThatBanTheSameMayTellItByOtherNames() throws {
    for ids in [["first", "second"], ["second", "first"]] {
      var rules = try ids.map { id in
        var rule = try scoped(id, ["Zone.current", "Place.current"])
        if id == "second" { rule.ban.reverse() }
        rule.beside = Beside(labels: ["at"], members: [])
        return rule
      }
      rules[0].inside = [try ScopeHeader(parsing: "struct S")]
      let found = reports("struct Zone {}; let x = f(at: .current)", rules: rules)
      #expect(found.count == (ids[1] == "second" ? 1 : 0))
    }
  }

  @Test func scopesHoldForFixtures() throws {
    let sample = try scoped("sample", ["Date()"], inside: ["static func sample"])
    let other = try scoped("other", ["Date()"], allowInside: ["func f"])
    let source = sourceFile(text)
    let rules = CompiledRules(verifying: [sample, other])
    let findings = lint(source, relativePath: source.path, with: rules)
    #expect(findings.reported.map(\.rule?.id) == ["sample"])
  }
}
