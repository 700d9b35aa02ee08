import BundledRules
import Diagnostics
import Foundation
import RuleEngine
import TestSupport
import Testing

@testable import Rules

/// The keys of what the patterns match in the text, each as `scope  tokens`.
private func keys(_ text: String, _ patterns: [String] = ["Date.init", "Date.now"]) throws
  -> [String]
{
  let rules = CompiledRules([try rule("banned", bans: patterns)])
  let source = sourceFile(text)
  return lint(source, relativePath: source.path, with: rules, makingKeys: true).all.map {
    "\($0.key!.scope)  \($0.key!.tokens)"
  }
}

private func declaredScopes(of source: SourceFile) -> Set<String> {
  var scratch = LintScratch()
  return RuleEngine.declaredScopes(of: source, reusing: &scratch)
}

@Suite struct FindingKeyTests {
  /// What nobody writes makes no report larger than itself.
  @Test func keysAreShort() throws {
    let name = String(repeating: "é", count: 5000)
    let found = try keys("func \(name)() { Date() }\nfunc f() { Date(\(name): 1) }")
    #expect(found.map { $0.unicodeScalars.count } == [1000 + 8, 5 + 1000].map { $0 })
    let deep = String(repeating: "enum abc { ", count: 2000) + "static let a = Date()"
    #expect(try keys(deep).map { $0.utf8.count } == [1000 + 8])
  }

  @Test func withoutBeingAskedForThereAreNone() throws {
    let source = sourceFile("Date()\nDate() // determinism:allow date-init: a")
    let rules = CompiledRules([try rule("date-init", bans: ["Date()"])])
    let findings = lint(source, relativePath: source.path, with: rules)
    #expect(findings.all.map { $0.key == nil } == [true, true])
    #expect(findings.allowedInSource == 1 && findings.reported.count == 1)
  }

  @Test func excusedFindingsHaveTheirReason() throws {
    var first = try rule("date-init", bans: ["Date()"])
    first.allowInside = [try ScopeHeader(parsing: "func g")]
    var second = try rule("other", bans: ["Other()"])
    second.allow = [try Glob(parsing: "*.swift")]
    let source = sourceFile(
      """
      func f() { Date() } // determinism:allow date-init: it is the clock // expect: a
      // determinism:allow date-init :  spaced
      func g() { Date(); Other() }
      Date()
      """)
    let rules = CompiledRules([first, second])
    let findings = lint(source, relativePath: source.path, with: rules, makingKeys: true).all
    let found = findings.filter { !$0.isReported }.map {
      "\($0.verdict) | \($0.key!.scope) \($0.rule!.id)"
    }
    #expect(
      found == [
        #"allowedInSource(reason: "it is the clock") | f() date-init"#,
        #"allowedBySettings(reason: "allow-inside: func g") | g() date-init"#,
        #"allowedBySettings(reason: "allow: *.swift") | g() other"#,
      ])
  }

  @Test func codeOfALineIsWithoutBlanksAndComments() {
    let source = sourceFile("let a /* b */ = \"c d\"  // e\r\n\n\tf(  \"\"\"\n g  h\n \"\"\")\n")
    let code = LineCode(source)
    let lines = source.bytes.indices.filter { $0 == 0 || source.bytes[$0 - 1] == 10 }
    let found = lines.map { String(decoding: code.code(ofLineAt: $0), as: UTF8.self) }
    #expect(found == ["leta=\"cd\"", "", "f(\"\"\"", "gh", "\"\"\")"])
  }

  @Test func declaredScopesAreThoseOfFindings() {
    let source = sourceFile(
      "struct A { enum B { case c, d(Int) }\n func f(_ a: Int) { let b = 1 } }\nlet e = 1")
    #expect(
      declaredScopes(of: source) == [
        "-", "A", "A.B", "A.B.c", "A.B.d", "A.f(_:)", "e",
      ])
  }
}

/// Held against all rules: the fixtures, this package's sources and what the toolchain declares.
@Suite struct FindingKeyStability {
  private let rules = CompiledRules(
    bundledRuleFiles.flatMap { file in
      RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes)).rules
        .map(\.value)
    }, readsSuppressions: false)

  private func keys(_ text: String) -> [FindingKey] {
    let source = sourceFile(text)
    return lint(source, relativePath: source.path, with: rules, makingKeys: true).all
      .compactMap(\.key)
  }

  /// Blanks and comments where they do no harm.
  @Test func reformattingChangesNoKey() throws {
    var (count, doubledCount) = (0, 0)
    for bytes in try swiftSources(in: ["Fixtures/Rules", "Sources", "Tests"]) {
      let text = String(decoding: bytes, as: UTF8.self)
      let found = keys(text)
      count += found.count
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let reindented = lines.map { "      " + $0 }.joined(separator: "\n")
      let spaced = lines.map { "  " + $0 }.joined(separator: "\n  // A comment.\n\n")
      for changed in [reindented, spaced] {
        #expect(keys(changed) == found, "\(text.prefix(200))")
        let scopes = declaredScopes(of: sourceFile(changed))
        #expect(scopes == declaredScopes(of: sourceFile(text)))
        #expect(found.allSatisfy { scopes.contains($0.scope) })
      }
      // What a file declares twice tells no type any more: then there is more to find.
      let twice = keys(text + "\n" + text)
      if twice.count == 2 * found.count {
        doubledCount += found.count
        #expect(Set(twice).isSubset(of: found))
      }
    }
    #expect(1000 < count)
    #expect(3 * count < 4 * doubledCount)
  }
}
