import Testing

/// What a change silences is told below the receipt of `--since`.
@Suite struct SilencingTests {
  private let scene: SilencingScene
  private var bench: Workbench { scene.bench }
  private let name = ".swift-determinism-lint.yml"

  init() throws { scene = try SilencingScene() }

  private func silenced(_ arguments: String...) throws -> [String] {
    try scene.silenced(arguments)
  }

  /// Settings come first, so that no comments bury them.
  @Test func theListEnds() throws {
    try bench.write(name, "packs: [core]\nrules: [own.yml]\nexclude: [Generated, Core]\n")
    for index in 0..<60 {
      try bench.write("A/\(index).swift", "let a = 1  // determinism:allow date-init: \(index)\n")
    }
    let told = try silenced()
    #expect(told.count == 52)
    #expect(told.first?.hasPrefix("Core/Uses.swift:1:11: the file is excluded by") == true)
    #expect(told.last == "and 10 more")
    #expect(
      try bench.lint("--since", "main", "--format", "sarif").output.contains(
        #"{"descriptor":{"id":"more"},"level":"note","message":{"text":"and 10 more"}}"#))
  }
}
