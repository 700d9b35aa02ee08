import Foundation
import Testing

@testable import Commands
@testable import Explain

@Suite("Pages of rules and packs, as Markdown for DocC")
struct MarkdownPageTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "Rules/kitchen.yml",
      """
      pack: kitchen
      about: What boils over.
      note: |
        Ovens <are> loud; '--pack kitchen' and --pack differ.
      rules:
        - id: oven-now
          category: clock
          message: "'now()' reads the oven's clock; take the time from 'Clock | Timer'"
          note: |
            A test cannot say what
            it expects. See 'oven-later', not 'oven-now'.

            Plain Swift: take the time
            as a parameter.
            swift-dependencies, TCA: '@Dependency(\\.date.now) var now'.
          url: https://example.com/now
          ban: [now(), _.later(at:)]
          unless: { argument-of: ["print(_:)"] }
          inside: ["@Kitchen"]
        - id: oven-later
          severity: off
          message: m
          ban: [later()]
          inside: ["@Kitchen"]
      """)
    try bench.write(
      "Fixtures/Rules/oven-now.swift",
      """
      @Kitchen struct A {
        let a = now()  // expect: oven-now
        let b = clock.now()
        let c = "```"
      }
      """)
    try bench.write(".swift-determinism-lint.yml", "rules: [Rules]\npacks: []\n")
  }

  @Test func allPagesAreWrittenIntoAFolder() throws {
    try bench.write("docs/Own.md", "stays\n")
    try bench.write("docs/oven-now.md", "goes\n")
    let run = try bench.lint("rules", "--format", "markdown", "docs")
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.path + "/docs").sorted()
    #expect(
      run == Run(status: 0, output: "Wrote \(names.count - 1) pages to 'docs'.\n", errors: ""))
    #expect(try bench.read("docs/Own.md") == "stays\n")
    let known =
      ["Rules"] + (packNames + ["kitchen"]).map { "pack-\($0)" } + ruleIDs
      + ["oven-now", "oven-later", "Own"]
    #expect(names == known.map { $0 + ".md" }.sorted())
    for name in ["oven-now", "date-init"] {
      #expect(
        try bench.read("docs/\(name).md")
          == bench.lint("rules", "--format=markdown", name).output)
    }
    let packs = try bench.read("docs/Rules.md")
    let counts = "\(ruleIDs.count + 2) rules in \(packNames.count + 1) packs"
    #expect(packs.hasPrefix("# Rules\n\n\(counts): "))
    #expect(packs.contains("\n| <doc:pack-kitchen> | 2 | What boils over. |\n"))
    #expect(packs.contains("\n- <doc:pack-core>\n"))
  }
}

@Suite("Text of rule files as Markdown")
struct MarkdownTextTests {
  private let links = PageLinks(ruleIDs: ["a", "b"], name: "a")

  @Test(arguments: [
    ("'a' and 'b'", "`a` and <doc:b>"),
    ("the run's 'now()' and the tests' 'f(\"x\")'", "the run's `now()` and the tests' `f(\"x\")`"),
    ("it's 'open", "it's 'open"), ("'`x`'", "\\`x\\`"), ("''", "''"),
    ("os_log <T> *b* --all", "os\\_log \\<T\\> \\*b\\* -\\-all"),
    ("[x](y) `c` a & b", "\\[x\\](y) \\`c\\` a \\& b"),
    ("@Workflow is here", "\\@Workflow is here"), ("a @Workflow", "a @Workflow"),
    ("- not a list", "\\- not a list"), ("1. not a list", "1\\. not a list"), ("# one", "\\# one"),
    ("'x', '@y'.", "`x`, `@y`."), ("('x')", "(`x`)"),
  ])
  func isTakenForNoMarkup(text: String, markdown: String) {
    #expect(links.markdown(of: text) == markdown)
  }

  @Test(arguments: [
    ("a b; c", "A b; c."), ("'a' b", "'a' b."), ("arc4random() is", "arc4random() is."),
    ("before, a!", "Before, a!"),
  ])
  func aMessageIsASentence(message: String, expected: String) {
    #expect(sentence(message) == expected)
  }
}

@Suite("A note is why, and what to write instead")
struct RuleNoteTests {
  @Test func isTakenApart() {
    let note = RuleNote(
      """
      First
      line. Second.

      Heuristic: a guess.

      Plain Swift: one
      thing.
      swift-dependencies, TCA:
      'other'.
      In my app: third.

      Last: words.
      """)
    #expect(note.why == ["First line. Second.", "Heuristic: a guess.", "Last: words."])
    #expect(
      note.alternatives.map(\.label) == ["Plain Swift", "swift-dependencies, TCA", "In my app"])
    #expect(note.alternatives.map(\.paragraphs) == [["one thing."], ["'other'."], ["third."]])
    #expect(note.lines.count == 12)
    #expect(note.paragraphs.contains("Plain Swift: one thing."))
  }

  @Test func otherWordsBeginNoAlternative() {
    let note = RuleNote("In tests: wait.\nPlain swift: x.\n")
    #expect(note.alternatives.isEmpty)
    #expect(note.why == ["In tests: wait.", "Plain swift: x."])
  }
}
