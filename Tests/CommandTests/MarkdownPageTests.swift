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

  @Test func aRuleHasAPage() throws {
    let run = try bench.lint("rules", "--format", "markdown", "oven-now")
    #expect(
      run
        == Run(
          status: 0,
          output: #"""
            # oven-now

            `now()` reads the oven's clock; take the time from `Clock | Timer`.

            A test cannot say what it expects. See <doc:oven-later>, not `oven-now`.

            ## What to write instead

            ### Plain Swift

            Take the time as a parameter.

            ### swift-dependencies, TCA

            `@Dependency(\.date.now) var now`.

            ## Bans

            - `now()`: without a receiver, without arguments
            - `_.later(at:)`: on any receiver, exactly these labels

            ## But not

            - in the arguments of `print(_:)`

            ## Reports

            ```swift
            let a = now()
                    ^~~~~
            ```

            ## Leaves alone

            ```swift
            let b = clock.now()
            ```

            ## Where it looks

            - only inside: `@Kitchen`

            ## Allow a use

            - `// determinism:allow oven-now: <reason>`: after the code, or on the line above it
            - `allow: { oven-now: [FILE.swift] }`: in the configuration, for a file

            ## Turn it on or off

            | Severity | Category | Pack |
            | --- | --- | --- |
            | error | clock | <doc:pack-kitchen> |

            - it is on where the configuration names its file under `rules`
            - `severity: { oven-now: off }` in the configuration turns it off, `--disable oven-now` for one run
            - `severity: { oven-now: warning }` makes it a warning

            <https://example.com/now>

            """#, errors: ""))
  }

  @Test func aPackHasAPage() throws {
    #expect(
      try bench.lint("rules", "--format=markdown", "kitchen").output == #"""
        # kitchen

        What boils over.

        Ovens \<are\> loud; `--pack kitchen` and -\-pack differ.

        ## Turn it on or off

        - it is on where the configuration names its file under `rules`
        - this rule is off by default; `enable` in the configuration turns it on: <doc:oven-later>
        - `severity: { kitchen: off }` in the configuration turns it off

        ## Where it looks

        - only inside: `@Kitchen`

        ## Rules

        | Rule | Severity | Category | Message |
        | --- | --- | --- | --- |
        | <doc:oven-now> | error | clock | `now()` reads the oven's clock; take the time from `Clock \| Timer` |
        | <doc:oven-later> | off |  | m |

        ## Topics

        ### Rules

        - <doc:oven-now>
        - <doc:oven-later>

        """#)
    let random = try bench.lint("rules", "--format=markdown", "random").output
    #expect(
      random.contains(
        "\n- `--pack random` turns it on, or `packs: [core, random]` in the configuration\n"
          + "- this rule is off by default; `enable` in the configuration turns it on: "
          + "<doc:c-rand>\n"))
    let core = try bench.lint("rules", "--format=markdown", "core").output
    #expect(core.contains("\n- the pack `core` is on by default\n"))
  }

  /// What a project makes of a rule is no part of the page.
  @Test func aPageIsThatOfAnyProject() throws {
    let before = try bench.lint("rules", "--format=markdown", "date-init").output
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      packs: [random]
      severity: { date-init: warning }
      allow: { date-init: ["Clock/*.swift"] }
      replace: { date-init: { Date(): now } }
      """)
    #expect(try bench.lint("rules", "--format=markdown", "date-init").output == before)
    #expect(before.hasPrefix("# date-init\n\n"))
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

  @Test(arguments: [
    ([], 64, "error: '--format markdown' needs a folder to write pages into\n"),
    (["docs", "core"], 64, "error: '--format markdown' takes a folder for all pages, or one "),
    (
      ["date-int"], 64,
      "error: unknown rule, pack or folder 'date-int'; did you mean 'date-init'?\n"
    ),
    (
      ["build/pages"], 64,
      "error: there is no rule, pack or folder 'build/pages'; to write all pages, make the folder "
    ),
    (["Rules/kitchen.yml"], 64, "error: 'Rules/kitchen.yml' is not a folder\n"),
    (["nowhere"], 64, "error: 'nowhere' is not a folder\n"),
    (["full"], 2, "error: cannot write 'full/Rules.md' (Not a regular file)\n"),
    (["pipe"], 2, "error: cannot write 'pipe/Rules.md' (Not a regular file)\n"),
  ])
  func whatCannotBeDoneIsSaid(names: [String], status: Int32, message: String) throws {
    try bench.write("full/Rules.md/file")
    _ = try bench.shell("ln -s gone nowhere && mkdir pipe && mkfifo pipe/Rules.md")
    let run = try bench.lint((["rules", "--format=markdown"] + names).map { Array($0.utf8) })
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix(message), "\(run.errors)")
  }

  /// Each entry of a list is enough by itself, and what the conditions say is not said twice.
  @Test func aPageContradictsNothing() throws {
    let date = try bench.lint("rules", "--format=markdown", "date-init").output
    #expect(date.contains("\n- `Date.now`: every use\n") && date.contains("- called, as in "))
    #expect(try bench.lint("rules", "date-init").output.contains("  Date.now    every use\n"))
    try bench.write(
      "Rules/kitchen.yml",
      """
      pack: kitchen
      rules:
        - id: oven
          message: m
          ban: [f()]
          inside: ["@A", "@B"]
          allow-inside: ["@C", "@D"]
          files: ["a*.swift", "b*.swift"]
      """)
    let lines = [
      "only in files: `a*.swift`, `b*.swift`", "only inside one of: `@A`, `@B`",
      "allowed inside one of: `@C`, `@D`",
    ]
    #expect(
      try bench.lint("rules", "--format=markdown", "oven").output.contains(
        "## Where it looks\n\n" + lines.map { "- \($0)\n" }.joined()))
    let page = try bench.lint("rules", "oven").output
    #expect(page.contains("\n  only inside one of: @A, @B\n"))
    #expect(page.contains("\n  allowed inside one of: @C, @D (the rule's own)\n"))
    let off = try bench.lint("rules", "--format=markdown", "xcuitest-wait").output
    #expect(
      off.contains(
        """

        - it is off by default; `enable: [xcuitest-wait]` in the configuration turns it on as a \
        warning, `--only-rule xcuitest-wait` runs it alone
        - `severity: { xcuitest-wait: error }` besides `enable` makes it an error

        """))
    #expect(!off.contains("turns it off"))
  }

  /// A message is text, whatever it holds.
  @Test func aPageHidesNothing() throws {
    try bench.write(
      "Rules/kitchen.yml",
      """
      pack: kitchen
      rules: [{ id: oven, message: "    stirs \u{202E}'a`b' \u{2066}[31m", ban: [f()] }]
      """)
    #expect(
      try bench.lint("rules", "--format=markdown", "oven").output.hasPrefix(
        "# oven\n\nstirs \u{FFFD}a\\`b \u{FFFD}\\[31m.\n"))
  }

  @Test func noLinkLeadsPagesOutOfTheRepository() throws {
    try bench.write("out/.gitkeep")
    try bench.write("in/.gitkeep")
    let run = try bench.shell(
      "cd in && git init -q && ln -s ../out pages && $tool rules --format markdown pages")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors.hasSuffix(
        "error: cannot write 'pages/Rules.md' (It leads out of the repository)\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.path + "/out") == [".gitkeep"])
  }

  @Test(arguments: ["rules", "pack-core"])
  func noRuleHasThePageOfAPack(id: String) throws {
    try bench.write(
      "Rules/other.yml", "pack: other\nrules: [{ id: \(id), message: m, ban: [f()] }]\n")
    try bench.write("docs/Own.md")
    let run = try bench.lint("rules", "--format=markdown", "docs")
    #expect(run.status == 2)
    let name = id == "rules" ? "Rules" : id
    #expect(
      run.errors == "error: the page of the rule '\(id)' would have the name of another page, "
        + "'\(name).md'; rename the rule\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path + "/docs") == ["Own.md"])
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
