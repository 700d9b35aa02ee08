import BundledRules
import Diagnostics
import Rules
import SwiftLexer
import TestSupport
import Testing

@testable import RuleEngine

/// The core pack is what every commit waits for, so what makes it fast must be at work for it. All
/// of that steps aside where rules have names that are too many or too short; then the findings are
/// the same, and nothing else says that a run takes longer.
@Suite struct CorePathTests {
  private let core: [Rule]

  init() throws {
    let file = try #require(bundledRuleFiles.first { $0.name.hasPrefix("core.") })
    core = RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes)).rules
      .map(\.value)
    try #require(!core.isEmpty)
  }

  /// Also as a run sets it up for a report with keys, and where comments do not count.
  @Test(arguments: [false, true], [false, true])
  func blocksAreSkimmed(readsSuppressions: Bool, describesFindings: Bool) {
    let rules = CompiledRules(
      core, readsSuppressions: readsSuppressions, describesFindings: describesFindings)
    #expect(rules.prefilter.findsIdleBlocks)
  }

  /// A few rules of a project's own change nothing of that; many do, and a name of one letter.
  @Test func ownRulesLeaveRoom() throws {
    let bans = ["id(_:)", "CACurrentMediaTime()", "Rare.name()"] + (0..<30).map { "Type\($0)()" }
    #expect(CompiledRules(core + [try rule("some", bans: bans)]).prefilter.findsIdleBlocks)
    let many = (0..<130).map { "Type\($0)()" }
    #expect(!CompiledRules(core + [try rule("many", bans: many)]).prefilter.findsIdleBlocks)
    #expect(!CompiledRules(core + [try rule("short", bans: ["f(_:)"])]).prefilter.findsIdleBlocks)
  }

  /// Of a tree as apps have it, few files are lexed, and of these but a part.
  @Test func mostOfATreeIsNotLexed() throws {
    let rules = CompiledRules(core)
    let texts = try generatedTree(files: 200)
    let candidates = texts.filter { $0.withUnsafeBufferPointer { rules.mayMatch($0) } }
    #expect(0 < candidates.count && candidates.count < texts.count / 4)
    var (tokens, allTokens) = (0, 0)
    var scratch = LintScratch()
    for text in candidates {
      let source = SourceFile(path: FilePath("F.swift"), bytes: text)
      _ = lint(source, relativePath: source.path, with: rules, reusing: &scratch)
      tokens += scratch.tokenCount
      allTokens += lex(text).tokens.count
    }
    #expect(tokens < allTokens / 2, "\(tokens) of \(allTokens) tokens")
  }
}
