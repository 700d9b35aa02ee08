import Foundation
import Testing

@Suite struct RuleFileFixtureTests {
  @Test(arguments: RuleFileFixture.all)
  func brokenRuleFilesGiveTheErrorsTheyExpect(_ fixture: RuleFileFixture) {
    var missing = fixture.expectations()
    #expect(!missing.isEmpty, "a fixture expects something")
    for error in fixture.errors() {
      if let index = missing.firstIndex(where: { $0.matches(error) }) {
        missing.remove(at: index)
      } else {
        Issue.record("unexpected: \(fixture.path):\(error)")
      }
    }
    for expectation in missing {
      Issue.record("expected, but not reported: \(fixture.path):\(expectation)")
    }
  }

  /// Every literal of the sources that is words must stand in a message that some fixture expects,
  /// or in a table.
  @Test func everyMessageIsExpectedSomewhere() throws {
    let expected = RuleFileFixture.all.flatMap { $0.expectations().map(\.message) }
    let paths = try RepositoryFiles.paths(under: "Fixtures/Tables", ending: ".txt")
    let others = [
      "Tests/RulesTests/YAMLDocumentTests.swift", "Fixtures/Transcripts/rule-trace.txt",
    ]
    let tests = try (paths + others).map {
      String(decoding: try RepositoryFiles.bytes($0), as: UTF8.self)
    }
    let places = expected + tests
    var count = 0
    let folders = ["Configuration", "Globs", "RuleFiles", "YAML"]
    let sources = try folders.flatMap {
      try RepositoryFiles.paths(under: "Sources/Rules/\($0)", ending: ".swift")
    }
    for path in sources {
      for literal in try messageLiterals(RepositoryFiles.bytes(path)) {
        count += 1
        #expect(places.contains { $0.contains(literal.regex) }, "\(path): \(literal.text)")
      }
    }
    #expect(80 < count)
  }

  private struct MessageLiteral {
    let text: String
    let regex: Regex<AnyRegexOutput>
  }

  private func messageLiterals(_ bytes: [UInt8]) throws -> [MessageLiteral] {
    let interpolation = /\\\((?:[^()]|\([^()]*\))*\)/
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let code = lines.filter { !$0.contains(/^ *\/\//) }.joined(separator: "\n")
    let literals = code.matches(of: /"((?:[^"\\\n]|\\\((?:[^()]|\([^()]*\))*\)|\\.)*)"/)
    return try literals.compactMap { literal -> MessageLiteral? in
      let pieces = literal.1.split(separator: interpolation, omittingEmptySubsequences: false)
      // Keys and single words are no messages.
      guard pieces.contains(where: { $0.contains(/[a-z]+ [a-z]*/) }) else { return nil }
      let pattern = pieces.map { piece in
        let text = piece.replacing("\\\\", with: "\\").replacing("\\\"", with: "\"")
        return NSRegularExpression.escapedPattern(for: String(text))
      }
      return MessageLiteral(
        text: String(literal.1), regex: try Regex(pattern.joined(separator: ".+")))
    }
  }
}
