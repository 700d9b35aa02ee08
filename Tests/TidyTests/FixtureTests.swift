import Foundation
import Testing

@Suite("Fixtures are Swift, and the tool agrees with them")
struct FixtureTests {
  @Test(arguments: Repository.files(in: "Fixtures/Rules", suffix: ".swift"))
  func fixtureCompiles(_ file: String) throws {
    try expectToCompile([file])
  }

  @Test(arguments: try Scenario.all() + [Scenario(folder: "Fixtures/Sample")])
  func scenarioCompiles(_ scenario: Scenario) throws {
    try expectToCompile(scenario.sources)
  }

  @Test func toolFindsWhatTheFixturesExpect() throws {
    let result = try lint(["verify", "Fixtures/Rules"])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }

  /// An expectation taken away, or one too many, is noticed in every fixture.
  @Test(arguments: Repository.files(in: "Fixtures/Rules", suffix: ".swift"))
  func toolNoticesAnExpectationThatDoesNotHold(_ file: String) throws {
    let fixture = try Repository.text(of: file)
    let expectation = try #require(fixture.firstRange(of: /\/\/ expect: [a-z-]+/))
    let silent = fixture.replacingCharacters(in: expectation, with: "//")
    let noisy = fixture + "let fine = 1  \(fixture[expectation])\n"
    try withTemporaryFolder { folder in
      for text in [silent, noisy] {
        let changed = folder.appendingPathComponent("Changed.swift")
        try Data(text.utf8).write(to: changed)
        #expect(try lint(["verify", changed.path]).status == 1)
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
