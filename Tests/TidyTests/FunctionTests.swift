import Testing

@Suite("A function fits on a screen")
struct FunctionTests {
  /// From the word that introduces it to its last brace, a signature over several lines included.
  @Test func functionsHaveAtMost60Lines() throws {
    try #require(1000 < SourceCode.all.reduce(0) { $0 + $1.bodies.count })
    for code in SourceCode.all {
      for body in code.bodies where 60 < length(of: body, in: code) {
        Issue.record("\(code.place(ofToken: body.start)) has \(length(of: body, in: code)) lines")
      }
    }
  }

  @Test func linesOfABodyAreCounted() {
    let code = SourceCode(
      path: "Sources/A/a.swift",
      text: """
        struct A {
          let first = B.make {
            1
          }
          func second(
            third: () -> Void = {},
            fourth: Int
          ) {
            if true { let fifth = [1].map { $0 } }
          }
          init() {}
          var sixth: Int {
            get {
              1
            }
          }
        }
        """)
    #expect(code.bodies.map { length(of: $0, in: code) } == [3, 6, 1, 5])
  }

  private func length(of body: Body, in code: SourceCode) -> Int {
    code.line(ofToken: body.end) - code.line(ofToken: body.start) + 1
  }
}
