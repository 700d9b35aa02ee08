import Testing

@Suite("What is there for speed alone is told")
struct SpeedTests {
  /// The doc comments and the page say it of the same parts, so that whoever changes one reads why
  /// it is sound, when it declines and what it gains, and whoever wants it simpler what could go.
  @Test func partsThatSaySoAreThoseOfTheEnginesPage() throws {
    let parts = SourceCode.all.flatMap(partsForSpeed)
    try #require(!parts.isEmpty)
    let page = try Repository.text(of: "Sources/RuleEngine/README.md")
    #expect(namesOfRows(in: page).sorted() == parts.sorted())
  }

  @Test func partsAreNamedAsThePageNamesThem() {
    let code = SourceCode(
      path: "Sources/A/a.swift",
      text: """
        /// For speed alone: b.
        package struct A {
          /// One could do without.
          ///
          /// For speed alone: c.
          /// - Parameter d: e.
          @inline(__always)
          private static func f(_ d: Int) {}
          /// For speed alone: h.
          init?(g: Int) {}
          /// Not for speed alone: i.
          var j = 1
        }
        """)
    let page = """
      ## For speed
      - `l`
      ## For speed alone
      Like `m`, these:
      | part | why |
      |---|---|
      | `A` | b |
      | `A.f(_:)` | `c` |
      - `A.init(g:)`: h
      ## More
      - `n`
      """
    #expect(partsForSpeed(in: code) == ["A", "f", "init"])
    #expect(namesOfRows(in: page) == ["A", "f", "init"])
  }

  private func partsForSpeed(in code: SourceCode) -> [String] {
    code.documentation.filter { comment in
      comment.text.split(separator: "\n").contains { $0.hasPrefix(" For speed alone:") }
    }
    .map { code.nameOfDeclaration(from: $0.next) ?? code.place(ofToken: $0.next) }
  }

  /// The first name in backticks of each row and item, without the types around it and its labels.
  private func namesOfRows(in page: String) -> [String] {
    page.split(separator: "\n").drop { $0 != "## For speed alone" }.dropFirst()
      .prefix { !$0.hasPrefix("## ") }
      .compactMap { $0.firstMatch(of: /^(?:[-*]|\|) +`(?:\w+\.)*(\w+)/).map { String($0.1) } }
  }
}
