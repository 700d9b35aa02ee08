import BundledRules
import Diagnostics
import Rules
import TestSupport
import Testing

@Suite struct RuleFileTests {
  @Test func afterAHundredMistakesTheRestIsNotTold() {
    let keys = (0..<500).map { "key-\($0): x\n" }.joined()
    let messages = ruleFile("pack: x\nrules: []\n" + keys).diagnostics.map(\.message)
    #expect(messages.count == 101)
    #expect(messages.last == "too many mistakes; the rest of the file was not read")
  }

  /// None of these is looked up by going through all the others.
  @Test func longFilesAreReadInLinearTime() {
    let growth = growth(from: 128, of: longRuleFile) { count, text in
      let file = ruleFile(text)
      #expect(file.rules.first?.value.replacements.count == count)
      #expect(file.diagnostics.count == 101)
    }
    #expect(growth < linearGrowth)
  }

  private func longRuleFile(_ count: Int) -> (count: Int, text: String) {
    let names = (0..<count).map { "f\($0)()" }
    let list = names.joined(separator: ", ")
    let replaced = names.map { "\($0): x" }.joined(separator: ", ")
    let unknown = names.map { "g\($0): x" }.joined(separator: ", ")
    let text =
      "pack: x\nrules:\n- id: x\n  message: x\n  ban: [\(list)]\n  replace: {\(replaced)}\n"
      + "- id: y\n  message: x\n  ban: [\(list)]\n  replace: {\(unknown)}\n"
    return (count, text)
  }

  /// The files are not held against each other in a run.
  @Test func bundledRulesHaveDifferentIDs() {
    let ids = bundledRuleFiles.flatMap(\.ruleIDs)
    #expect(Set(ids).count == ids.count)
  }

  @Test func bundledRuleFilesHaveNoMistakes() {
    for bundled in bundledRuleFiles {
      let file = RuleFile(parsing: SourceFile(path: FilePath(bundled.name), bytes: bundled.bytes))
      #expect(file.diagnostics.map(\.message) == [], "\(bundled.name)")
      #expect(bundled.name == file.pack + ".yml")
      #expect(bundled.pack == file.pack)
      #expect(bundled.ruleIDs == file.rules.map(\.value.id))
    }
  }

  private func ruleFile(_ text: String) -> RuleFile {
    RuleFile(parsing: SourceFile(path: FilePath("x.yml"), bytes: Array(text.utf8)))
  }
}
