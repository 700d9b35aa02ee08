import Foundation
import Testing

@Suite("Fixtures are Swift, and the tool agrees with them")
struct FixtureTests {
  private static let folders = ["Fixtures/Overlaps", "Fixtures/Rules", "Fixtures/Suppressions"]
  private static let fixtures = folders.flatMap { Repository.files(in: $0, suffix: ".swift") }

  @Test(arguments: fixtures)
  func fixtureCompiles(_ file: String) throws {
    try expectToCompile([file])
  }

  @Test(
    arguments: try Scenario.all().filter { try $0.compiles } + [Scenario(folder: "Fixtures/Sample")]
  )
  func scenarioCompiles(_ scenario: Scenario) throws {
    try expectToCompile(scenario.sources)
  }

  @Test(arguments: folders)
  func toolFindsWhatTheFixturesExpect(_ folder: String) throws {
    let result = try lint(["verify", folder])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }

  /// What only a configuration can show: its comments say which of its lines are reported.
  @Test func toolFindsTheStaleEntriesThatTheConfigurationExpects() throws {
    let folder = "Fixtures/Suppressions/stale-allow"
    let lines = try Repository.text(of: "\(folder)/.swift-determinism-lint.yml")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.enumerated().flatMap { index, line in
      line.matches(of: /# expect: ([a-z-]+)/).map {
        ".swift-determinism-lint.yml:\(index + 1): \($0.1)"
      }
    }
    try #require(!expected.isEmpty)
    let result = try lint(
      ["--strict", "--format", "json"], in: Repository.root.appendingPathComponent(folder))
    let diagnostics = try finishedMessage(of: result.output)["diagnostics"] as? [[String: Any]]
    let reported = try #require(diagnostics).map {
      "\($0["file"] ?? ""):\($0["line"] ?? ""): \($0["rule"] ?? "")"
    }
    #expect(reported == expected)
    #expect(result.status == 0)
  }

  /// An expectation taken away, or one too many, is noticed in every fixture. One run sees them all.
  @Test func toolNoticesExpectationsThatDoNotHold() throws {
    try #require(160 < Self.fixtures.count)
    try withTemporaryFolder { folder in
      for (number, file) in Self.fixtures.enumerated() {
        let fixture = try Repository.text(of: file)
        let expectation = try #require(fixture.firstRange(of: /\/\/ expect: [a-z-]+/), "\(file)")
        let silent = fixture.replacingCharacters(in: expectation, with: "//")
        let noisy = fixture + "let fine = 1  \(fixture[expectation])\n"
        try Data(silent.utf8).write(to: folder.appendingPathComponent("silent\(number).swift"))
        try Data(noisy.utf8).write(to: folder.appendingPathComponent("noisy\(number).swift"))
      }
      let result = try lint(["verify", "."], in: folder)
      #expect(result.status == 1)
      let mismatches = result.text.matches(of: /(?m)^(\w+)\.swift:\d+:\d+: error: (\w+)/)
        .map { "\($0.1) \($0.2)" }
      for (number, file) in Self.fixtures.enumerated() {
        #expect(mismatches.contains("silent\(number) unexpected"), "\(file)")
        #expect(mismatches.contains("noisy\(number) expected"), "\(file)")
      }
    }
  }

  private func expectToCompile(_ files: [String]) throws {
    try #require(!files.isEmpty)
    let result = try run(
      ["swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings"] + files)
    #expect(result.status == 0, "\(result.errors)")
  }
}
