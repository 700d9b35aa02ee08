import Testing

@Suite("'why' says what can be written in place of a use, or why nothing is offered")
struct FixItWordsTests {
  @Test(
    arguments: [
      ("let a = Date()", "It can be replaced with 'Date.now'."),
      (
        "let a = Date(/* now */)",
        "No replacement is offered: a comment in it would be lost."
      ),
      (
        "extension Date { static var now: Date { Date() } }",
        "No replacement is offered: inside a declaration of that name it would call itself."
      ),
      (
        "let a = [1].map { _ in Date.init }",
        "No replacement is offered: 'replace' has no entry for a use of this form."
      ),
      ("let a: Date = .now", nil),
    ] as [(String, String?)])
  func eachReasonHasItsWords(text: String, words: String?) throws {
    let bench = try Workbench()
    try bench.write(
      ".swift-determinism-lint.yml", "replace: { date-init: { Date(): Date.now } }\n")
    try bench.write("a.swift", text + "\n")
    let page = try bench.lint("why", "a.swift:1").output
    let lines = page.split(separator: "\n").map { $0.drop { $0 == " " } }
    let said = lines.filter { $0.contains("replace") && !$0.contains("matches with") }
    #expect(said.map(String.init) == [words].compactMap { $0 }, "\(page)")
  }
}
