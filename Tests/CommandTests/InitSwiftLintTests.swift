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

  @Test func testsThatItExcludesAreLinted() throws {
    try write("App/Feed.swift", "Tests/Feed.swift", "Kit/Tests/Kit.swift")
    #expect(
      try words("excluded: [Tests, Kit/Tests]\n")
        == "  not used: 'excluded: Tests', 'excluded: Kit/Tests'.\n")
    let run = try bench.lint("init", "--dry-run")
    #expect(run.output.contains("\n3 findings: 1 in product code, 2 in tests.\n"))
    #expect(!run.output.contains("\nexclude:"))
  }

  @Test(arguments: [
    "/tmp/App", "~/App", "../App", "App/../Kit", "${SRCROOT}/App", "Feed.swift", "App/[", ".",
    "App\\nrules: [Rules]",
    "App/A long name of a folder/that only somebody could have/who types fast",
  ])
  func pathsThatNoGlobSaysAreLeft(path: String) throws {
    try write("App/Feed.swift", "Feed.swift")
    let words = try words("excluded: \"\(path)\"\n")
    #expect(words.hasPrefix("  not used: 'excluded: "))
    #expect(try bench.lint("init").output.contains("2 findings in product code"))
    #expect(try !bench.read(".swift-determinism-lint.yml").contains("\nrules:"))
  }

  /// Only what could say which files are read.
  @Test(arguments: [
    ("included: [App]", "'included'"),
    ("custom_rules: { a: { regex: Date } }", "'custom_rules' (a)"),
    (
      "custom_rules:\n  a: { regex: x }\n  b: { regex: >-\n    y }\n  c: { regex: z }",
      "'custom_rules' (a, c)"
    ),
    (
      "custom_rules: { a: x, b: x, c: x, d: x, e: x, f: x }",
      "'custom_rules' (a, b, c, d and 2 more)"
    ),
    (
      "included: [App]\nexcluded: [/tmp, ../x]\ncustom_rules: { a: { regex: Date } }",
      "'included', 'excluded: /tmp', 'excluded: ../x', 'custom_rules' (a)"
    ),
    ("excluded:\n  - &a x", "line 2 ('&' begins an anchor in YAML; write the value out)"),
    ("\"excluded\" :\n- [x]\n- {a: b}", ""), ("'excluded': *a", "line 1 ("),
    ("a: &x b\nexcluded: [x, *y]", "line 2 ("), ("just text", "line 1 ("),
    ("excluded:", "line 1 ('excluded' has no value)"),
    ("other: &a x\nexcluded: [x]", ""),
    ("--- # a document\nother:\n  - &a x\nincluded:\n", "line 3 ("),
    ("opt_in_rules: [x]", ""), ("", ""),
  ])
  func whatIsLeftIsNamed(settings: String, words: String) throws {
    try write("App/Feed.swift")
    let said = try self.words(settings + "\n").split(separator: "\n").joined(separator: " ")
    #expect(words.isEmpty ? said.isEmpty : said.hasPrefix("  not used: \(words)"), "\(said)")
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
