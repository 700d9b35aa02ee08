import Testing

/// What is read may have been made to fill a disk: as many findings as fit on one line.
@Suite struct OutputSizeTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// 16 KB; a report with the whole line for each of the 2,000 ids has 64 MB.
  @Test(arguments: ["text", "llvm", "json"]) func aCommentWithManyIDs(format: String) throws {
    let ids = (0..<2000).map { "id\($0)" }.joined(separator: ", ")
    try bench.write("a.swift", "// determinism:allow \(ids): why\nlet a = 1\n")
    let run = try bench.lint("--format", format)
    #expect(run.errors.contains("0 errors, 2000 warnings"))
    #expect(run.output.utf8.count < 2_000_000)
  }

  @Test func aConfigurationWithManyMistakes() throws {
    let globs = (0..<2000).map { "\"!folder\($0)\"" }.joined(separator: ", ")
    try bench.write(".swift-determinism-lint.yml", "exclude: [\(globs)]\n")
    let run = try bench.lint()
    #expect(run.status == 2)
    #expect(run.errors.utf8.count < 200_000)
  }

  @Test func aRuleFileWithManyMistakes() throws {
    let patterns = (0..<2000).map { "\"a b\($0)\"" }.joined(separator: ", ")
    try bench.write(
      "r.yml", "pack: test\nrules:\n  - { id: a, message: no, ban: [\(patterns)] }\n")
    let run = try bench.lint("--rules", "r.yml")
    #expect(run.status == 2)
    #expect(run.errors.utf8.count < 200_000)
  }

  @Test func aPlaceWithManyMatches() throws {
    try bench.write("a.swift", String(repeating: "let a = Date(); ", count: 1000))
    #expect(try bench.lint("why", "a.swift:1").output.utf8.count < 2_000_000)
  }
}
