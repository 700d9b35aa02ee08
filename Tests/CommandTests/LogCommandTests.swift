import Testing

/// A log that a CI reads for commands is not to find any in what is linted.
@Suite struct LogCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "r.yml",
      """
      pack: test
      rules:
        - { id: r, message: "##vso[task.complete] ##teamcity[a]", ban: [now()] }
      """)
    try bench.write(
      "::stop-commands::x.swift", "::stop-commands::a;now()\n  ::error::b;now() // ##[error]c\n")
    try bench.write("##[group]y.swift", "now()\n")
    try bench.write("::group::d/z.swift", "now()\n")
    try bench.write(".swift-determinism-lint.yml", "rules: [r.yml]\npacks: []\n")
  }

  private func commands(in text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter { line in
      line.drop(while: \.isWhitespace).hasPrefix("::") || line.contains("##[")
        || line.contains("##vso[") || line.contains("##teamcity[")
    }
  }

  @Test func aTerminalGetsTheTextAsItIs() throws {
    let plain = try bench.shell("$tool --no-color-diagnostics --quiet", atTerminal: [1])
    bench.environment["GITHUB_ACTIONS"] = "true"
    let onCI = try bench.shell("$tool --no-color-diagnostics --quiet", atTerminal: [1])
    #expect(!commands(in: plain.terminal).isEmpty)
    #expect(onCI.terminal == plain.terminal)
  }
}
