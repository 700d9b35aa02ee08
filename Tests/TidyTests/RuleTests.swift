import BundledRules
import Diagnostics
import Foundation
import RuleEngine
import Rules
import Testing

@testable import Explain

@Suite("Every rule has a fixture and every fixture a rule")
struct RuleTests {
  private let packs = bundledRuleFiles.map { file in
    RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes))
  }
  private var rules: [Rule] { packs.flatMap { $0.rules.map(\.value) } }

  @Test func packsAreNamedForTheirFiles() {
    for (file, pack) in zip(bundledRuleFiles, packs) {
      #expect(pack.diagnostics.isEmpty, "\(pack.diagnostics)")
      #expect(file.name == "\(pack.pack).yml")
      #expect(pack.about != nil)
    }
  }

  @Test func fixturesAreNamedForTheirRules() throws {
    let names = rules.map { "\($0.id).swift" }.sorted()
    try #require(!names.isEmpty)
    #expect(names == (try Repository.names(in: "Fixtures/Rules")))
    for rule in rules {
      #expect(rule.id.wholeMatch(of: /[a-z]+(-[a-z0-9]+)*/) != nil, "\(rule.id)")
      let fixture = try Repository.text(of: "Fixtures/Rules/\(rule.id).swift")
      #expect(fixture.contains("// expect: \(rule.id)\n"), "\(rule.id)")
    }
  }

  /// What is wrong, then what to write, in the compiler's manner and short enough for one line.
  @Test func messagesSayWhatIsWrongThenWhatToWrite() throws {
    for rule in rules {
      let first = try #require(rule.message.unicodeScalars.first)
      #expect(("a"..."z").contains(first) || first == "'", "\(rule.id): \(rule.message)")
      #expect(rule.message.split(separator: "; ").count == 2, "\(rule.id): \(rule.message)")
      #expect(rule.message.count(where: { $0 == ";" }) == 1, "\(rule.id): \(rule.message)")
      #expect(!rule.message.hasSuffix("."), "\(rule.id): \(rule.message)")
      #expect(rule.message.count <= 90, "\(rule.id): \(rule.message)")
      #expect(rule.category != nil, "\(rule.id)")
    }
  }

  /// With a pack for tests on, no error of another rule becomes a warning in tests, or is lost.
  @Test func rulesOfTestsAreAsSevereAsThoseTheyReplace() {
    let everywhere = rules.filter { $0.inside.isEmpty && $0.severity == .error }
    for rule in rules where rule.pack == "tests" && !rule.inside.isEmpty && !rule.trace.isOn {
      let texts = Set(rule.ban.map(\.text))
      let replaced = everywhere.filter { !texts.isDisjoint(with: $0.ban.map(\.text)) }
      #expect(replaced.isEmpty || rule.severity != .warning, "\(rule.id): \(replaced.map(\.id))")
      #expect(rule.inside.map(\.text).contains("@Test"), "\(rule.id)")
    }
  }

  /// Paragraphs that say why; then one for each way to write it instead, which begins with its label.
  /// Labels make sections of the rule's page, and quotes make code.
  @Test func notesSayWhyThenWhatToWriteInstead() throws {
    let labels = [
      "Plain Swift", "swift-dependencies", "swift-dependencies, TCA", "TCA", "Temporal",
    ]
    for rule in rules {
      let note = RuleNote(try #require(rule.note))
      #expect(!note.why.isEmpty, "\(rule.id)")
      let found = note.alternatives.map(\.label)
      #expect(!found.isEmpty && found == labels.filter(found.contains), "\(rule.id): \(found)")
      let last = note.lines.split(separator: "").last?.first
      #expect(last?.hasPrefix("\(found.first ?? ""):") == true, "\(rule.id): \(last ?? "")")
      for line in note.lines {
        #expect(line.count(where: { $0 == "'" }).isMultiple(of: 2), "\(rule.id): \(line)")
      }
      #expect(try lint(["rules", rule.id]).text.contains(note.lines[0]))
    }
  }

  /// What a note says to write is banned by no rule of any pack.
  @Test func advicePassesEveryRule() throws {
    let advice = try rules.map { rule in
      let code = try #require(rule.note).matches(of: /'([^']+)'/).map(\.1)
      #expect(!code.isEmpty, "\(rule.id)")
      return code.map { "\($0.replacing("\n", with: " "))\n" }.joined()
    }
    try withTemporaryFolder { folder in
      try Data(advice.joined().utf8).write(to: folder.appendingPathComponent("Advice.swift"))
      let result = try lint(["--strict"] + packs.flatMap { ["--pack", $0.pack] }, in: folder)
      #expect(result.status == 0, "\(result.text)")
    }
  }
}
