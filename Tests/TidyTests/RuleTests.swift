import BundledRules
import Diagnostics
import Foundation
import RuleEngine
import Rules
import Testing

@testable import swift_determinism_lint

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

  @Test func rulesSayWhatTheCompilerWouldAndWhatToWriteInstead() throws {
    for rule in rules {
      let first = try #require(rule.message.unicodeScalars.first)
      #expect(("a"..."z").contains(first) || first == "'", "\(rule.message)")
      #expect(!rule.message.hasSuffix("."), "\(rule.message)")
      #expect(rule.category != nil, "\(rule.id)")
      let note = try #require(rule.note)
      #expect(try lint(["rules", rule.id]).text.contains(note.prefix { $0 != "\n" }))
    }
  }

  /// Pages have a section for each way to write it, by the labels in the note.
  @Test func notesSayWhyAndWhatToWriteInstead() throws {
    for rule in rules {
      let note = RuleNote(try #require(rule.note))
      #expect(!note.why.isEmpty, "\(rule.id)")
      #expect(!note.alternatives.isEmpty, "\(rule.id)")
      for label in note.alternatives.flatMap({ $0.label.split(separator: ", ") }) {
        #expect(RuleNote.labels.contains(String(label)), "\(rule.id): '\(label):'")
      }
      let labels = RuleNote.labels.map { $0.lowercased() }
      for word in note.why.compactMap(RuleNote.topic).flatMap({ $0.split(separator: ", ") }) {
        #expect(closestMatch(to: word.lowercased(), in: labels) == nil, "\(rule.id): '\(word):'")
      }
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
