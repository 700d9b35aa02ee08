import Diagnostics
import TestSupport
import Testing

@testable import Workspace

/// What GitHub's own page on code owners says, and what its patterns do not share with ignore
/// files.
@Suite struct CodeOwnersTests {
  private func file(_ text: String) -> CodeOwners {
    CodeOwners(parsing: SourceFile(path: FilePath("CODEOWNERS"), bytes: Array(text.utf8)))
  }

  private func owners(_ text: String, _ path: String) -> String? {
    let file = file(text)
    #expect(file.skipped.isEmpty)
    return file.owners(of: FilePath(path))
  }

  @Test(arguments: [
    ("README.md", "@everybody @org/all"), ("a/b/c.rb", "@everybody @org/all"),
    ("web/index.js", "@js"), ("cmd/main.go", "docs@example.com"),
    ("build/logs/a/b.rb", "@logs"), ("sub/build/logs/b.rb", "@everybody @org/all"),
    ("docs/start.md", "@docs"), ("docs/app/trouble.md", "@everybody @org/all"),
    ("apps/a.rb", "@apps"), ("x/y/apps/z/a.rb", "@apps"), ("x/apps", "@everybody @org/all"),
    ("trace/a.rb", "@trace"), ("deeply/nested/trace/x/a.rb", "@trace"),
    ("tools/build.sh", "@ada @bob"), ("tools/free", nil), ("tools/free/x/a.js", nil),
    ("tools/freeze", "@ada @bob"),
  ])
  func theLastEntryThatMatchesCounts(_ path: String, _ expected: String?) {
    let text = """
      # What nobody else owns.
      *       @everybody @org/all

      *.js    @js #an inline comment
      *.go docs@example.com
      /build/logs/ @logs
      docs/*  @docs
      apps/ @apps
      **/trace @trace
      \t/tools/ @bob\t@ada
      /tools/free  # of nobody
      """
    #expect(owners(text, path) == expected)
  }

  @Test(arguments: [
    ("*", "a/b", true), ("/*", "a", true), ("/*", "a/b", false), ("/a/*", "a/b", true),
    ("/a/*", "a/b/c", false), ("a/*", "x/a/b", false), ("a/b*", "a/bc/d", true),
    ("a", "x/a/b", true), ("a", "x/ab", false), ("/a", "x/a", false), ("/a/", "a", false),
    ("a/b", "x/a/b", false), ("a/**", "a/b/c", true), ("a/**", "a", false),
    ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("**/a/*.swift", "x/a/b.swift", true),
    ("**/a/*.swift", "x/a/y/b.swift", false), ("*.swift", "x/A.swift", true),
    ("*.SWIFT", "A.swift", false), ("?.swift", "x/A.swift", true), ("?.swift", "AB.swift", false),
    (#"a\ b/"#, "x/a b/c", true), (#"a\ b/"#, "a/c", false), ("a#b", "a#b", true),
    ("a\\#b", "a#b", true), (#"\*"#, "a", false), ("/", "a", false), ("**", "a/b", true),
  ])
  func patternsAreThoseOfIgnoreFilesButForAStarAtTheEnd(
    _ pattern: String, _ path: String, _ matches: Bool
  ) {
    #expect((file("\(pattern) @a").owners(of: FilePath(path)) == "@a") == matches)
  }

  @Test func ownersAreASet() {
    #expect(owners("* @b @a @b", "x") == "@a @b")
    // GitHub's names ignore case, and the table has each of them once.
    #expect(owners("* @Zoe @ada @Ada @zoe", "x") == "@ada @Zoe")
    #expect(owners("\u{FEFF}* @a\r\nb  @b  \r\n", "b") == "@b")
    #expect(owners("* @a\n*", "x") == nil)
    #expect(owners("", "x") == nil)
    #expect(owners("  # * @a", "x") == nil)
  }

  @Test(arguments: [
    ("!a @a", 0, "'!' is not supported; write the pattern without it, and without owners"),
    ("\\#a @a", 0, "a pattern cannot begin with '#'; write '?' for it"),
    ("a[bc] @a", 0, "'[ ]' is not supported; write '?', or a line for each"),
    ("***/a @a", 0, "'***' is not a wildcard; write '**' for any folders"),
    ("/ @a", 0, "this pattern matches nothing"),
    (
      "a @a docs@", 5,
      "'docs@' is not an owner; write '@user', '@organization/team' or an email address"
    ),
    ("a b", 2, "'b' is not an owner; write '@user', '@organization/team' or an email address"),
    ("a @", 2, "'@' is not an owner; write '@user', '@organization/team' or an email address"),
    (
      "a @b/c/d", 2,
      "'@b/c/d' is not an owner; write '@user', '@organization/team' or an email address"
    ),
    (
      "^[Docs][2] @a", 0,
      "this is a section of GitLab; its entries count, but its own owners do not"
    ),
  ])
  func aLineThatGitHubSkipsHasAWarning(_ line: String, _ column: Int, _ reason: String) throws {
    let file = file("* @x\n\(line)\n")
    let warning = try #require(file.skipped.first)
    #expect(file.skipped.count == 1)
    #expect(warning.severity == .warning)
    #expect(warning.range.lowerBound == 5 + column)
    #expect(warning.message == "GitHub skips this line: \(reason)")
    for name in ["a", "ab", "#a"] { #expect(file.owners(of: FilePath(name)) == "@x") }
  }

  @Test func sectionsAreToldOnceAndTheirEntriesCount() {
    let file = file("[One] @one\na @a\n[Two]\nb\n")
    #expect(file.skipped.map(\.range.lowerBound) == [0])
    #expect(file.owners(of: FilePath("a")) == "@a")
    #expect(file.owners(of: FilePath("b")) == nil)
  }

  /// Whatever begins a pattern, a file is held against few of them.
  @Test(arguments: ["/Sources/F#/ @a", "F# @a", "/Sources/F#/*.swift @a", "Sources/F#/A.swift @a"])
  func lookingUpIsLinear(line: String) {
    let growth = growth { count in
      let lines = (0..<count).map { line.replacing("#", with: "\($0)") }
      let paths = (0..<count).map { FilePath("Sources/F\($0)/A.swift") }
      return (file: file(lines.joined(separator: "\n")), paths: paths)
    } work: { input in
      for path in input.paths { #expect(input.file.owners(of: path) == "@a") }
    }
    #expect(growth < linearGrowth)
  }

  private func found(in tree: TemporaryFolder) throws -> CodeOwners? {
    try CodeOwners(ofRepository: tree.path, in: Place(workingFolder: tree.path))
  }

  @Test func theFirstOfThreePlacesCounts() throws {
    let tree = try TemporaryFolder()
    #expect(try found(in: tree) == nil)
    for place in ["docs/CODEOWNERS", "CODEOWNERS", ".github/CODEOWNERS"] {
      try tree.write(place, "* @a")
      #expect(try found(in: tree)?.source.path == FilePath(place))
    }
    let other = try TemporaryFolder()
    try other.write(".github", "a file")
    try other.makeFolder("CODEOWNERS".utf8)
    try other.write("docs/CODEOWNERS", "* @a")
    #expect(try found(in: other)?.source.path == FilePath("docs/CODEOWNERS"))
  }

  @Test func aLinkOutOfTheRepositoryIsNotFollowed() throws {
    let outside = try TemporaryFolder()
    try outside.write("CODEOWNERS", "* @a")
    let tree = try TemporaryFolder()
    for (name, text) in [("teams", "* @b"), (".git/HEAD", "")] { try tree.write(name, text) }
    _ = try run("/bin/ln", "-s", "teams", tree.path.appending("CODEOWNERS").string)
    #expect(try found(in: tree)?.owners(of: FilePath("a")) == "@b")
    _ = try run("/bin/ln", "-s", outside.path.string, tree.path.appending(".github").string)
    #expect(throws: Trouble.self) { try found(in: tree) }
  }
}
