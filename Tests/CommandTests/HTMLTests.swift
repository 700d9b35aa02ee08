import Foundation
import Testing

/// The page of a run, through the tool. Its words may change: what is looked at are its files,
/// findings and links.
@Suite struct HTMLTests {
  let bench: Workbench

  /// A repository with an owner, an allowed use in a file that has an error, and a test.
  init() throws {
    bench = try Workbench()
    for name in ["AUTHOR", "COMMITTER"] {
      bench.environment["GIT_\(name)_NAME"] = "A"
      bench.environment["GIT_\(name)_EMAIL"] = "a@example.com"
    }
    try bench.write(
      "App/Feed.swift",
      """
      let loaded = Date()
      let logged = Date()  // determinism:allow date-init: a log

      """)
    try bench.write("AppTests/FeedTests.swift", "let now = Date()\n")
    try bench.write(".github/CODEOWNERS", "* @all\n/App/ @ada @app/feed\n")
    try bench.shell("git init -q -b main . && git add . && git commit -qm base").expectSuccess()
  }

  /// What a page says, without the rest of its file.
  private struct Page {
    let text: String

    init(_ text: String) throws {
      #expect(text.hasPrefix("<!DOCTYPE html>\n"))
      #expect(text.hasSuffix("</html>\n"))
      let start = try #require(text.range(of: "<body>"))
      let end = try #require(text.range(of: "<script>"))
      self.text = String(text[start.upperBound..<end.lowerBound])
    }

    /// The classes of each finding: `e` or `w`, and why it is not reported.
    var findings: [String] { text.matches(of: /<article class="([^"]*)"/).map { String($0.1) } }
    var files: [String] { text.matches(of: /data-file="([^"]*)"/).map { String($0.1) } }
    /// Those that sections of files name.
    var owners: [String] {
      text.matches(of: /data-file="[^"]*" data-owner="([^"]*)"/).map { String($0.1) }
    }
    /// Where links lead, but those in the page.
    var addresses: [String] { text.matches(of: /href="([^#"][^"]*)"/).map { String($0.1) } }
  }

  private func page(
    _ arguments: String..., from folder: String = "", input: String = "", status: Int32 = 1
  ) throws -> Page {
    let arguments = arguments + ["--format", "html", "--quiet"]
    let run = try bench.lint(
      arguments.map { Array($0.utf8) }, from: folder, input: Array(input.utf8))
    #expect(run.errors == "" && run.status == status)
    return try Page(run.output)
  }

  @Test func aRun() throws {
    let page = try page()
    #expect(page.files == ["App/Feed.swift", "AppTests/FeedTests.swift"])
    #expect(page.findings == ["e product", "src", "e tests"])
    #expect(page.owners == ["@ada @app/feed", "@all"])
    #expect(page.addresses == [])
  }

  /// Nobody reads standard error beside a page, so it has the last line of the run.
  @Test(arguments: ["", "--quiet"]) func theReceipt(option: String) throws {
    let receipt = try bench.lint("--format", "short").errors
    #expect(receipt.hasPrefix("Checked 2 files against "))
    let run = try bench.shell("$tool \(option) --format html")
    #expect(run.output.contains(receipt.dropLast()))
    #expect(run.errors == (option.isEmpty ? receipt : ""))
  }

  /// SARIF has them only where it is asked to, whatever stands beside it.
  @Test(arguments: [("", 2), ("--include-suppressed", 3)])
  func sarifBesideThePage(option: String, count: Int) throws {
    let run = try bench.shell(
      "$tool --quiet --format short --output html:a.html --output sarif:a.sarif \(option)")
    #expect(run.status == 1)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(try Page(bench.read("a.html")).findings.count == 3)
    #expect(try bench.read("a.sarif").matches(of: /"ruleIndex"/).count == count)
  }

  @Test func whatNoPageCanDo() throws {
    let suppressed = try bench.lint("--include-suppressed", "--format", "html")
    #expect(suppressed.status == 64)
    let watched = try bench.lint("--watch", "--format", "html")
    #expect(watched.status == 64)
    #expect(watched.errors.hasPrefix("error: '--watch' cannot print 'html'"))
  }

  /// The page says what is left.
  @Test func besideFixes() throws {
    try bench.write(
      ".swift-determinism-lint.yml", "replace: { date-init: { Date(): Date.current } }\n")
    let diff = try bench.lint("--fix", "--diff", "--output", "html:diff.html", "--quiet")
    #expect(diff.output.hasPrefix("--- "))
    #expect(try Page(bench.read("diff.html")).text.contains("<ins>Date.current</ins>"))
    #expect(try bench.read("diff.html").matches(of: /<article class="e [a-z]+ fix"/).count == 2)
    try bench.shell("$tool --fix --output html:fixed.html").expectSuccess()
    #expect(try Page(bench.read("fixed.html")).findings == ["src"])
  }

  @Test func inASubfolder() throws {
    #expect(try page(from: "App").files == ["App/Feed.swift"])
    #expect(try page("Feed.swift", from: "App").files == ["App/Feed.swift"])
    #expect(try page("--absolute-paths").files == ["App/Feed.swift", "AppTests/FeedTests.swift"])
  }

  @Test func standardInput() throws {
    let page = try page("--stdin-path", "App/New.swift", input: "let new = Date()\n")
    #expect(page.files == ["App/New.swift"])
    #expect(page.owners == ["@ada @app/feed"])
  }

  @Test func theBaseline() throws {
    try bench.shell("$tool baseline write").expectSuccess()
    #expect(try page(status: 0).findings == ["old", "src", "old"])
    #expect(try page("--no-baseline").findings == ["e product", "src", "e tests"])
  }

  /// Only what the change adds, and what it silences.
  @Test func aChange() throws {
    try bench.write(
      "App/New.swift",
      """
      let new = Date()
      let hidden = Date()  // determinism:allow date-init: <b>no</b>

      """)
    try bench.shell("git add .").expectSuccess()
    for arguments in [["--since", "HEAD"], ["--staged", "--new"], ["--staged"]] {
      let arguments = arguments + ["--format", "html", "--quiet"]
      let run = try bench.lint(arguments.map { Array($0.utf8) })
      let page = try Page(run.output)
      #expect(page.files == ["App/New.swift"], "\(arguments)")
      #expect(page.findings.first == "e product", "\(arguments)")
      #expect(!page.text.contains("<b>no</b>"))
      let silenced = "App/New.swift:2: a comment allows <code>date-init</code> here"
      #expect(page.text.contains(silenced) == arguments.contains("--since"), "\(arguments)")
    }
  }

  /// Of an earlier run, a page would pass for that of this one.
  @Test func aRunThatCannotBegin() throws {
    #expect(try bench.lint("--output", "html:a.html").status == 1)
    try bench.write(".swift-determinism-lint.yml", "packs: [nope<b>]\n")
    let run = try bench.lint("--format", "html", "--output", "html:a.html")
    #expect(run.status == 2)
    #expect(try bench.read("a.html") == run.output)
    let page = try Page(run.output)
    #expect(page.files == [] && page.findings == [])
    #expect(!page.text.contains("<h1>No findings"))
    #expect(page.text.contains("nope&lt;b&gt;"))
  }

  @Test func aFileThatIsNotRead() throws {
    let run = try bench.lint("--format", "html", "App", "No&where.swift")
    #expect(run.status == 2)
    let page = try Page(run.output)
    #expect(page.text.contains("No&amp;where.swift"))
    #expect(page.findings == ["e product", "src"])
  }

  /// Nobody asked for owners, so nothing is said where there are none.
  @Test func withoutOwners() throws {
    try bench.shell("rm .github/CODEOWNERS").expectSuccess()
    let page = try page()
    #expect(page.files.count == 2)
    #expect(!page.text.contains("data-owner") && !page.text.contains("name=owner"))
  }

  @Test func ownersThatCannotBeRead() throws {
    try bench.shell("git init -q; ln -sf /etc/hostname .github/CODEOWNERS").expectSuccess()
    let run = try bench.lint("--format", "html", "--quiet")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("error: cannot read '.github/CODEOWNERS' "))
    #expect(try Page(run.output).text.contains("cannot read <code>.github/CODEOWNERS</code>"))
  }

  /// No program obeys a page, so source stands in it as it is; a job knows where its files are.
  @Test func inTheLogOfAJob() throws {
    try bench.write("App/Log.swift", "let a = Date() // ##[error]a\n::error::b; let b = Date()\n")
    let alone = try bench.lint("--format", "html", "App/Log.swift").output
    #expect(alone.contains("// ##[error]a") && alone.contains("::error::b"))
    for name in ["GITHUB_ACTIONS", "TF_BUILD"] { bench.environment[name] = "true" }
    #expect(try bench.lint("--format", "html", "App/Log.swift").output == alone)
    bench.environment["GITHUB_SERVER_URL"] = "https://github.example"
    bench.environment["GITHUB_REPOSITORY"] = "o/r"
    bench.environment["GITHUB_SHA"] = "1a2b"
    let address = "https://github.example/o/r/blob/1a2b/Feed.swift#L"
    #expect(
      try page("Feed.swift", from: "App").addresses
        == ["1", "2"].map { address.replacing("/Feed", with: "/App/Feed") + $0 })
  }

  /// A rule file may be a stranger's.
  @Test(arguments: [
    "javascript://x/%0aalert(1)", "JavaScript:alert(1)", "data://text/html,x", "file:///etc/hosts",
    "//example.com", "about.html",
  ]) func anAddressOfNoPage(address: String) throws {
    try bench.write("r.yml", rules(url: address, message: "no"))
    let run = try bench.lint("--rules", "r.yml", "--format", "html", "App")
    #expect(run.status == 2)
    #expect(run.errors.contains("'url' must be an address such as 'https://example.com/date-init'"))
    #expect(try Page(run.output).addresses == [])
  }

  /// One line of a CODEOWNERS file makes no page long.
  @Test func manyOwners() throws {
    let names = (1000..<3000).map { "@team\($0)" }.joined(separator: " ")
    try bench.write(".github/CODEOWNERS", "* \(names)\n")
    let page = try page()
    let shown = "@team1000 @team1001 @team1002 and 1,997 more"
    #expect(page.owners == [shown, shown])
    #expect(page.text.utf8.count < 20_000)
  }

  private func rules(url: String, message: String) -> String {
    """
    pack: test
    rules:
      - id: later
        message: "\(message)"
        url: "\(url)"
        ban: [later()]

    """
  }
}
