import Diagnostics
import RuleEngine
import Testing

@testable import Rules

@Suite struct OwnTypesOfTheProject {
  private func findings(
    _ text: String, path: String = "Sources/Metrics/A.swift",
    bans: [String] = ["Timer.scheduledTimer", "Timer()"],
    _ configuration: String = "own-types: { Timer: [\"Sources/Metrics/**\"] }"
  ) throws -> (reported: Int, ownTypes: Int) {
    let configuration = Configuration(parsing: sourceFile(configuration))
    #expect(configuration.isUsable)
    let rules = CompiledRules([try rule("a", bans: bans)], ownTypes: configuration.ownTypes)
    let source = sourceFile(text)
    let findings = lint(source, relativePath: FilePath(path), with: rules)
    return (findings.reported.count, findings.usesOfOwnTypes)
  }

  @Test(arguments: [
    ("Timer.scheduledTimer()", 0, 1), ("Timer()", 0, 1), ("Foundation.Timer()", 1, 0),
    ("let t: Timer = .init()", 0, 1), ("let t: Foundation.Timer = .init()", 1, 0),
    ("extension Timer { static let x = Self() }", 0, 1), ("typealias T = Timer\nlet t = T()", 0, 1),
    ("typealias T = Foundation.Timer\nlet t = T()", 1, 0),
    ("Timer(); Timer.scheduledTimer()", 0, 2),
    ("struct Timer { }\nlet t = Timer()", 0, 1), ("Timers()", 0, 0),
  ])
  func silencesWhatHasNoModule(text: String, reported: Int, ownTypes: Int) throws {
    #expect(try findings(text) == (reported, ownTypes))
  }

  @Test(arguments: [
    ("struct Timer { }\nTimer(); Timer.scheduledTimer()", 0, 2),
    ("Timer()\nfunc f<Timer>() { Timer(); Timer.scheduledTimer() }", 1, 2),
    ("#if A\nstruct Timer { }\nTimer()\n#endif\nTimer()", 1, 1),
    ("typealias Timer = UUID\nTimer()", 0, 1),
    ("typealias Timer = Foundation.Timer\nTimer()", 1, 0),
    ("func f(Timer: Int) { Timer() }", 1, 0), ("time(nil)\nfunc time(_ x: Int) { }", 0, 0),
  ])
  func thoseOfTheFileCount(text: String, reported: Int, ownTypes: Int) throws {
    let bans = ["Timer.scheduledTimer", "Timer()", "time(_:)", "UUID(x:)"]
    #expect(try findings(text, bans: bans, "") == (reported, ownTypes))
  }

  @Test func globsSayWhere() throws {
    #expect(try findings("Timer()", path: "Sources/App.swift") == (1, 0))
    #expect(try findings("Timer()", "own-types: [Timer]") == (0, 1))
    #expect(try findings("Timer()", "own-types: [Clock]") == (1, 0))
  }

  @Test func oneUseCountsOnce() throws {
    let bans = ["Timer.scheduledTimer", "Timer.scheduledTimer(x:)", "Timer"]
    #expect(try findings("Timer.scheduledTimer(x: 3)", bans: bans) == (0, 1))
  }

  @Test func attributesAreTypes() throws {
    #expect(
      try findings("@Published var x = 1", bans: ["@Published"], "own-types: [Published]") == (0, 1)
    )
  }

  @Test func functionsAreNotTypes() throws {
    #expect(try findings("time(nil)", bans: ["time(_:)"], "own-types: [time]") == (1, 0))
  }
}
