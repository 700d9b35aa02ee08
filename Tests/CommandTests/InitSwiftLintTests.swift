import Testing

@Suite("init reads what SwiftLint is told")
struct InitSwiftLintTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("Package.swift")
  }

  private func write(_ paths: String...) throws {
    for path in paths { try bench.write(path, "import Foundation\nlet start = Date()\n") }
  }

  /// What `init` says of SwiftLint, without the lines before and after it.
  private func words(_ settings: String) throws -> String {
    try bench.write(".swiftlint.yml", settings)
    let run = try bench.lint("init", "--dry-run")
    #expect(run.status == 0)
    return run.output.firstMatch(of: /From \.swiftlint\.yml:\n((?:  .*\n)+)/).map {
      String($0.output.1)
    } ?? ""
  }

  @Test func whatItExcludesIsExcluded() throws {
    try write(
      "App/Feed.swift", "App/Generated/Assets.swift", "App/Kit/Generated/More.swift",
      "Vendor/Lib.swift", "App/Vendor/Own.swift", "Kit/A/Package.swift", "Kit/A/Sources/A.swift",
      "Kit/A/Sources/B.swift")
    let settings = """
      excluded:
        - ./Vendor/
        - Kit/*/Package.swift # not ours
        - App/**/Generated
        - Kit/A/Sources/B.swift
        - DerivedData
        - Vendor
      """
    #expect(
      try words(settings)
        == "  'excluded' became 'exclude' in the file, which leaves out 5 files.\n")
    let run = try bench.lint("init")
    #expect(run.output.hasPrefix("Read 4 Swift files in "))
    #expect(
      try bench.read(".swift-determinism-lint.yml").contains(
        """
        # Never linted (from '.swiftlint.yml').
        exclude:
          - "Vendor/**"  # 1 file
          - "Kit/*/Package.swift"  # 1 file
          - "App/**/Generated"  # 2 files
          - "Kit/A/Sources/B.swift"  # 1 file

        """))
    let linted = try bench.lint("--format", "short")
    #expect(
      linted.output.matches(of: #/(?m)^(.+?):2:13: error: /#).map { String($0.output.1) } == [
        "App/Feed.swift", "App/Vendor/Own.swift", "Kit/A/Sources/A.swift",
      ])
    #expect(!linted.output.contains("#unused-setting"))
  }

  @Test func testsThatItExcludesAreCounted() throws {
    try write("App/Feed.swift", "Tests/Feed.swift", "Kit/Tests/Kit.swift")
    #expect(
      try words("excluded: [Tests, Kit/Tests, UITests]\n")
        == "  'exclude' has 'Tests/**', 'Kit/Tests' only as a comment, to lint tests, too.\n")
    let run = try bench.lint("init", "--dry-run")
    #expect(run.output.contains("\n3 findings: 1 in product code, 2 in tests.\n"))
    #expect(
      run.output.contains(
        """
        #exclude:
        #  - "Tests/**"  # tests: 1 finding
        #  - "Kit/Tests"  # tests: 1 finding

        """))
  }

  @Test(arguments: [
    "/tmp/App", "~/App", "../App", "App/../Kit", "${SRCROOT}/App", "Feed.swift", "App/[", ".",
    "App\\nrules: [Rules]",
  ])
  func pathsThatNoGlobSaysAreLeft(path: String) throws {
    try write("App/Feed.swift", "Feed.swift")
    let words = try words("excluded: \"\(path)\"\n")
    #expect(words.hasPrefix("  not used, although it selects files: 'excluded: "))
    #expect(try bench.lint("init").output.contains("2 findings in product code"))
    #expect(try !bench.read(".swift-determinism-lint.yml").contains("\nrules:"))
  }

  @Test(arguments: [
    (#"\bDate\(\)"#, "'Date()', as the rule 'date-init' does"),
    (#"(NS)?Date\s*\(\s*\)"#, "'NSDate()', 'Date()', as the rule 'date-init' does"),
    (#"(?<!\w)Date(\.init)?\(\)"#, "'Date()', as the rule 'date-init' does"),
    (#"[^\w.]Date\.now\b"#, "'Date.now', as the rule 'date-init' does"),
    (
      #"Date\(\)|UUID\("#,
      "'Date()', 'UUID()', as the rules 'date-init', 'uuid-init' of 'random' do"
    ),
    (
      "DispatchQueue.main.async",
      "'DispatchQueue.main.async', as the rule 'dispatch-main-async' does"
    ),
    (
      #"DispatchQueue\.main\.async(After)?\s*[({]"#,
      "'DispatchQueue.main.asyncAfter', 'DispatchQueue.main.async', as the rule "
        + "'dispatch-main-async' does"
    ),
    (#"(?i:let)\s+\w+\s*=\s*Date\(\)"#, "'Date()', as the rule 'date-init' does"),
    (#"Timer\.scheduledTimer\("#, "'Timer.scheduledTimer', as the rule 'timer-scheduled' does"),
    (#"Thread\.sleep"#, "'Thread.sleep', as the rule 'thread-sleep' of 'concurrency' does"),
    (
      #"Date\(timeIntervalSinceNow: ?"#,
      "'Date(timeIntervalSinceNow:)', as the rule 'date-since-now' does"
    ),
    (#"Int\.random\("#, "'_.random(in:)', as the rule 'random-static' of 'random' does"),
  ])
  func aCustomRuleIsNamedBesideTheRuleThatDoesTheSame(regex: String, words: String) throws {
    try write("App/Feed.swift")
    let said = try self.words("custom_rules:\n  no_date: { name: N, regex: '\(regex)' }\n")
    let line = said.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(line.hasPrefix("'custom_rules: no_date' looks for \(words)"), "\(regex): \(said)")
  }

  /// What names no API, or more than one can tell.
  @Test(arguments: [
    #"\.textAlignment(\s*)=(\s*).left"#, #"\t"#, #"^\s*(class) (?!func|var)"#, "Date",
    "(?!Date\\(\\))",
    #"[A-Z]\w+\("#, "upDate\\(\\)", "Date\\(\\", "(Date\\(\\)", "*Date\\(\\)", #"(.)\1"#,
    #"print\("#, "// Date\\(\\)",
  ])
  func otherCustomRulesAreLeft(regex: String) throws {
    try write("App/Feed.swift")
    let said = try words("custom_rules:\n  other: { regex: '\(regex)' }\n")
    #expect(said == "  no rule here does the same: other.\n")
  }

  @Test func commentsAndStringsAreNoCode() throws {
    try write("App/Feed.swift")
    let rules = """
      custom_rules:
        a: { regex: 'Date\\(\\)', match_kinds: comment }
        b: { regex: 'Date\\(\\)', match_kinds: [string, doccomment.field] }
        c: { regex: 'Date\\(\\)', match_kinds: [comment, identifier] }
        d: { message: "no regex" }
      """
    #expect(
      try words(rules) == """
          'custom_rules: c' looks for 'Date()', as the rule 'date-init' does.
          no rule here does the same: a, b, d.

        """)
  }

  @Test func whatIsNotReadIsSaidAndTheRestIsRead() throws {
    try write("App/Feed.swift", "Vendor/A.swift")
    let settings = """
      --- # a document
      included: # nothing
      excluded:
        - Vendor
      custom_rules:
        folded:
          regex: >-
            Date\\(\\)
        no_date:
          regex: "Date\\\\(\\\\)"
      """
    #expect(
      try words(settings) == """
          'excluded' became 'exclude' in the file, which leaves out 1 file.
          'custom_rules: no_date' looks for 'Date()', as the rule 'date-init' does.
          no rule here does the same: folded.
          not read: line 7 ('>' begins folded text in YAML; quote it, or use '|' for several lines).

        """)
    #expect(try words("just text\n").hasPrefix("  not read: line 1 ("))
    #expect(try words("") == "")
  }

  @Test(arguments: ["excluded:", "\"excluded\":", "'excluded' :", "custom_rules :", "excluded: "])
  func whatIsNotReadBelowItsKeysIsSaidHoweverTheyAreWritten(key: String) throws {
    try write("App/Feed.swift")
    let said = "  not read: lines 2, 3 ('&' begins an anchor in YAML; quote it).\n"
    #expect(try words("\(key)\n  - &a x\n  - &b y\n") == said)
    #expect(try words("other:\n  - &a x\n") == "")
  }

  @Test func whatSaysWhatIsReadIsLeftFirst() throws {
    try write("App/Feed.swift")
    #expect(
      try words("included: [App]\nexcluded: [/tmp, ../x]\ncustom_rules: { a: { regex: Date } }\n")
        == """
          not used, although it selects files: 'included', 'excluded: /tmp', 'excluded: ../x'.
          no rule here does the same: a.

        """)
  }

  @Test(arguments: [
    ("mkdir .swiftlint.yml", "note: cannot read '.swiftlint.yml' (Is a directory)\n"),
    ("mkfifo .swiftlint.yml", "note: cannot read '.swiftlint.yml' "),
    ("ln -s /etc/hostname .swiftlint.yml", "note: cannot read '.swiftlint.yml' "),
    ("ln -s nowhere .swiftlint.yml", ""),
  ])
  func aFileThatCannotBeReadIsNoFailure(script: String, words: String) throws {
    try write("App/Feed.swift")
    let run = try bench.shell("\(script); $tool init")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix(words) && run.errors.isEmpty == words.isEmpty)
    #expect(run.output.contains("\nWrote .swift-determinism-lint.yml.\n"))
  }
}
