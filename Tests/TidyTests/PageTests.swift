import Testing

@Suite("What the page about the sources names is there")
struct PageTests {
  /// Types, targets, files and folders: who reads the page looks for them by these names.
  @Test func aNameIsThatOfSomething() throws {
    let names = names(in: try Repository.text(of: "Sources/README.md"))
    try #require(30 < names.count)
    let declared = SourceCode.all.flatMap { $0.declarations.map(\.name) + [$0.target, $0.folder] }
    let files = SourceCode.all.map { String($0.path.dropLast(".swift".count)) } + ["Package"]
    for name in names {
      let parts = name.replacing(".swift", with: "").split(separator: ".").map(String.init)
      let isThere = parts.allSatisfy { part in
        declared.contains { $0 == part || $0.hasSuffix("/" + part) }
          || files.contains { $0 == part || $0.hasSuffix("/" + part) }
      }
      #expect(isThere, "the page names '\(name)'")
    }
  }

  @Test func aFileThatTheEnginesPageNamesIsThere() throws {
    let names = names(in: try Repository.text(of: "Sources/RuleEngine/README.md"))
      .filter { $0.contains("/") && !$0.hasPrefix("Fixtures/") }
    try #require(20 < names.count)
    for name in names {
      let isThere = SourceCode.all.contains { $0.path.hasSuffix("/\(name).swift") }
      #expect(isThere, "the page names '\(name)'")
    }
  }

  @Test func namesAreThoseInBackticks() {
    #expect(
      names(in: "a `B`, `C.d(_:)`, `E/F.swift` and `--g` ─▶ `H { i }`") == [
        "B", "C.d", "E/F.swift",
      ])
  }

  /// Without labels.
  private func names(in page: String) -> [String] {
    page.matches(of: /`([A-Za-z][\w.\/-]+|[A-Z])(?:\([\w:]*\))?`/).map { String($0.1) }
  }
}
