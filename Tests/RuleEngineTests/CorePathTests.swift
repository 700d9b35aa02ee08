import BundledRules
import Diagnostics
import RuleEngine
import Rules
import TestSupport
import Testing

/// The core pack is what every commit waits for, so the search must be at work for it. It steps
/// aside where a rule has a name that is too short; then the findings are the same, and nothing else
/// says that a run takes longer.
@Suite struct CorePathTests {
  private let core: [Rule]

  init() throws {
    let file = try #require(bundledRuleFiles.first { $0.name.hasPrefix("core.") })
    core = RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes)).rules
      .map(\.value)
    try #require(!core.isEmpty)
  }

  /// Also where comments do not count.
  @Test(arguments: [false, true])
  func otherFilesAreNotLexed(readsSuppressions: Bool) {
    let rules = CompiledRules(core, readsSuppressions: readsSuppressions)
    #expect(mayMatch("let d = Date()", rules) && !mayMatch("let e = f()", rules))
    #expect(mayMatch("// determinism:allow date-init: a", rules) == readsSuppressions)
  }

  /// Rules of a project's own change nothing of that, however many; a name of one letter does.
  @Test func ownRulesLeaveRoom() throws {
    let bans = ["id(_:)", "CACurrentMediaTime()", "Rare.name()"] + (0..<130).map { "Type\($0)()" }
    #expect(!mayMatch("let e = f()", CompiledRules(core + [try rule("many", bans: bans)])))
    #expect(mayMatch("let e = g()", CompiledRules(core + [try rule("short", bans: ["f(_:)"])])))
  }

  private func mayMatch(_ text: String, _ rules: CompiledRules) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer(rules.mayMatch)
  }

  /// Of a tree as apps have it, few files are lexed.
  @Test func mostOfATreeIsNotLexed() throws {
    let rules = CompiledRules(core)
    let texts = try generatedTree(files: 200)
    let candidates = texts.filter { $0.withUnsafeBufferPointer(rules.mayMatch) }
    #expect(0 < candidates.count && candidates.count < texts.count / 4)
  }
}
