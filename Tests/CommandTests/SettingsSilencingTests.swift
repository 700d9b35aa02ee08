import Testing

/// Settings that let more through by what their words mean elsewhere, or in another order.
@Suite struct SettingsSilencingTests {
  private let scene: SilencingScene
  private var bench: Workbench { scene.bench }
  private let name = ".swift-determinism-lint.yml"

  init() throws { scene = try SilencingScene() }

  @Test(arguments: [
    ("labels: [clock]", true), ("labels: [at, clock], functions: [\"run(at:)\"]", true),
    ("labels: [at, clock], members: [clock]", true), ("members: [clock]", true),
    (
      "labels: [clock, at, now], members: [clock, time], functions: [\"go(on:)\", \"run(at:)\"]",
      false
    ),
  ])
  func aRuleThatKnowsFewerImplicitMembersIsTold(beside: String, isTold: Bool) throws {
    func rules(_ beside: String) -> String {
      """
      pack: own
      rules:
        - { id: no-clock, message: m, ban: [Clock.current], beside: { \(beside) } }

      """
    }
    try bench.write(
      "own.yml", rules("labels: [at, clock], members: [clock], functions: [\"run(at:)\"]"))
    try scene.commit()
    try bench.write("own.yml", rules(beside))
    let words = "'no-clock' knows fewer implicit members by what stands 'beside' them"
    #expect(
      try scene.silenced(["--config-from", "main"]) == (isTold ? ["own.yml:3:11: \(words)"] : []))
  }
}
